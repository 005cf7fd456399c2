"""Logs of lm-evaluation-harness, as `--log_samples` writes them: a line for each document and filter."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bayescmp._support._text import shown
from bayescmp._support._validation import is_storable
from bayescmp.readers._json import Lines, equal, is_id, object_in, object_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, check_holds, choose, number_of

_NO_SCORE = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics", "doc_hash", "prompt_hash",
    "target_hash",
}  # fmt: skip
_TEXTS = ("doc_hash", "prompt_hash", "target_hash", "filter")
_NAME = re.compile(r"samples_(.+?)(?:_(\d{4}-\d\d-\d\d[^_]*))?")
_NO_FILTER = "none"


@dataclass(frozen=True)
class LmEvalReader(Reader):
    """Rows of documents, of which each metric is a key of its own."""

    name = "lm-eval"
    spoken = "lm-evaluation-harness"
    patterns = ("samples_*.jsonl",)
    companions = ("results_*.json",)
    options = ("score", "judge", "filter", "group", "by")

    def recognises(self, path: Path, start: bytes) -> bool:  # noqa: ARG002 - of every format
        """Tell whether the first line has the keys of a document."""
        return start.lstrip(b"\xef\xbb\xbf \n").startswith(b"{") and b'"doc_id"' in start and b'"doc"' in start

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one task in a file."""
        name = _NAME.fullmatch(path.stem)
        task, stamp = (name[1], name[2] or "") if name else (path.stem, "")
        if not wanted.takes(task):
            return
        results = _results(path, stamp, wanted.max_bytes)
        lines = Lines(path, wanted.max_bytes)
        rows = check_holds([_kept(row, path, wanted) for row in lines], path)
        filters = [*dict.fromkeys(row["filter"] for row in rows)]
        chosen = choose("filter", wanted.filter, filters, "filter", path)
        rows = [row for row in rows if row["filter"] == chosen]
        metrics = [*dict.fromkeys(name for row in rows for name in row["scores"])]
        score = choose(wanted.argument, wanted.score, metrics, "metric", path)
        told = object_in(object_in(results, "higher_is_better"), task).get(score)
        log = Log(
            system=results.get("model_name") or path.parent.name or path.stem, task=task, path=path, score=score,
            filter="" if chosen == _NO_FILTER else chosen,
            greater_is_better=wanted.direction(score, told, path), is_finished=not lines.is_cut,
        )  # fmt: skip
        _add_all(log, rows)
        yield log


def _kept(row: Mapping[str, Any], path: Path, wanted: Wanted) -> dict[str, Any]:
    """Return what is needed of a row."""
    missing = [key for key in ("doc_id", "doc", "target") if key not in row]
    if missing:
        raise ValueError(f"Each line of {path.name!r} must have `{missing[0]}`, but one has {shown([*row])}.")
    metrics = row.get("metrics") or [key for key in row if key not in _NO_SCORE]
    odd = [key for key in _TEXTS if not isinstance(row.get(key) or "", str)]
    odd += [] if is_id(row["doc_id"]) and is_storable(str(row["doc_id"])) else ["doc_id"]
    odd += [] if isinstance(metrics, list) and all(isinstance(one, str) for one in metrics) else ["metrics"]
    if odd:
        raise ValueError(
            f"Each line of {path.name!r} must have texts as hashes and filter, a text that UTF-8 can hold or a whole "
            f"number as doc_id and a list of texts as metrics, but {odd[0]} of one is {shown(row[odd[0]])}."
        )
    doc = row["doc"]
    return {
        "id": str(row["doc_id"]),
        "hash": row.get("doc_hash") or _hash_of(json.dumps(doc, indent=2, ensure_ascii=False)),
        "filter": row.get("filter") or _NO_FILTER,
        "has_filter": "filter" in row,
        "scores": {name: row.get(name) for name in metrics},
        "target": row.get("target_hash") or _hash_of(str(row["target"])),
        "prompt": row.get("prompt_hash") or _hash_of(_first_text(row.get("arguments"))),
        "told": wanted.told(doc),
    }


def _hash_of(text: str) -> str:
    """Return the hash of a text as the harness makes it, which files before 2024-05 do not have."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _first_text(arguments: object) -> str:
    """Return the prompt: the first argument of the first request."""
    while isinstance(arguments, (dict, list)) and arguments:
        arguments = next(iter(arguments.values() if isinstance(arguments, dict) else arguments))
    return str(arguments)


def _add_all(log: Log, rows: list[dict[str, Any]]) -> None:
    """Add the rows, each document once; equal documents are told apart by their numbers."""
    seen: dict[tuple[str, str], dict[str, Any]] = {}
    for row in rows:
        known = seen.setdefault((row["hash"], row["id"]), row)
        if known is row:
            value = number_of(row["scores"].get(log.score), log, row["id"])
            asked = {"target": row["target"], "prompt": row["prompt"]}
            log.rows.append(Row(record=row["hash"], value=value, number=row["id"], **asked, **row["told"]))
        elif not row["has_filter"] or not equal(known["scores"].get(log.score), row["scores"].get(log.score)):
            raise ValueError(
                f"Each document must occur once in {log.path.name!r}, but {row['id']} occurs twice: of two runs, or of "
                "two filters in a file that does not name them. Keep one line of each document."
            )
        else:
            log.duplicates += 1


def _results(path: Path, stamp: str, max_bytes: int) -> dict[str, Any]:
    """Return what the results of the same run say, or others beside it that name one system; {} without any."""
    own = path.with_name(f"results_{stamp}.json")
    beside = [own] if own.is_file() else sorted(path.parent.glob("results_*.json"))
    found = [object_of(one, path, max_bytes) for one in beside]
    names = [*dict.fromkeys(str(one.get("model_name")) for one in found)]
    if len(names) > 1:
        raise ValueError(
            f"{path.name!r} must have {own.name!r} beside it, for other results there are of several systems: "
            f"{', '.join(names)}."
        )
    return found[-1] if found else {}
