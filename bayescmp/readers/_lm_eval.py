"""Logs of lm-evaluation-harness, as `--log_samples` writes them: a line for each document and filter."""

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bayescmp._support._text import shown
from bayescmp.readers._json import Lines, is_id, object_in, object_of
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
    keys = (b'"doc_id"', b'"doc"')

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one task in a file."""
        name = _NAME.fullmatch(path.stem)
        task, stamp = (name[1], name[2] or "") if name else (path.stem, "")
        if not wanted.takes(task):
            return
        results = _results(path, stamp, wanted.max_bytes)
        lines = Lines(path, wanted.max_bytes)
        kept = check_holds([_kept(line, path, wanted) for line in lines], path)
        chosen = choose("filter", wanted.filter, [*dict.fromkeys(one.filter for one in kept)], "filter", path)
        kept = [one for one in kept if one.filter == chosen]
        metrics = [*dict.fromkeys(name for one in kept for name in one.scores)]
        score = choose(wanted.argument, wanted.score, metrics, "metric", path)
        told = object_in(object_in(results, "higher_is_better"), task).get(score)
        log = Log(
            system=results.get("model_name") or path.parent.name or path.stem, task=task, path=path, score=score,
            filter="" if chosen == _NO_FILTER else chosen,
            greater_is_better=wanted.direction(score, told, path), is_finished=not lines.is_cut,
        )  # fmt: skip
        for line in kept:
            value = number_of(line.scores.get(score), log, line.row.number)
            log.rows.append(line.row._replace(value=value))
        yield log


class _Line(NamedTuple):
    """What is needed of a line."""

    filter: str
    scores: dict[str, Any]
    row: Row  # whose value is not known yet


def _kept(line: Mapping[str, Any], path: Path, wanted: Wanted) -> _Line:
    number, doc = line.get("doc_id"), line.get("doc")
    metrics = line.get("metrics") or [key for key in line if key not in _NO_SCORE]
    needed = {
        "a `doc_id`, a text or a whole number": is_id(number),
        "`doc` and `target`": {"doc", "target"} <= line.keys(),
        "texts as hashes and `filter`": all(isinstance(line.get(key) or "", str) for key in _TEXTS),
        "a list of texts as `metrics`": isinstance(metrics, list) and all(isinstance(one, str) for one in metrics),
    }
    if lacking := next((what for what, is_there in needed.items() if not is_there), None):
        raise ValueError(f"Each line of {path.name!r} must have {lacking}, but one is {shown(line)}.")
    row = Row(
        record=line.get("doc_hash") or _hash_of(json.dumps(doc, indent=2, ensure_ascii=False)), value=math.nan,
        target=line.get("target_hash") or _hash_of(str(line["target"])), number=str(number),
        prompt=line.get("prompt_hash") or _hash_of(_first_text(line.get("arguments"))), **wanted.told(doc),
    )  # fmt: skip
    return _Line(line.get("filter") or _NO_FILTER, {name: line.get(name) for name in metrics}, row)


def _hash_of(text: str) -> str:
    """Return the hash of a text as the harness makes it, which files before 2024-05 do not have."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _first_text(arguments: object) -> str:
    """Return the prompt: the first argument of the first request."""
    while isinstance(arguments, (dict, list)) and arguments:
        arguments = next(iter(arguments.values() if isinstance(arguments, dict) else arguments))
    return str(arguments)


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
