"""Runs of NeMo Evaluator: `results.jsonl`, a line for each problem and repeat, beside the bundle `eval-*.json`."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bayescmp._support._text import shown
from bayescmp.readers._json import Lines, checked, is_whole, key_of, object_in, object_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, check_holds, choose, number_of

_REWARD, _SCORER = "reward", "scorer:"
_NOT_OF_SYSTEM = ("infra_error", "system")  # failures that the evaluator tries again, and then calls 0


@dataclass(frozen=True)
class NemoReader(Reader):
    """Problems, by their index; repeats are answers."""

    name = "nemo"
    spoken = "NeMo Evaluator"
    patterns = ("results.jsonl",)
    companions = ("eval-*.json",)
    beside = ("trajectories.jsonl", "inference_log.jsonl", "verified_log.jsonl", "model_traffic.jsonl")
    options = ("score", "judge", "group", "by")
    keys = (b'"problem_idx"', b'"repeat"', b'"reward"')

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one run in a file."""
        about = _bundle_of(path, wanted.max_bytes)
        task = str(object_in(about, "benchmark").get("name", path.parent.name))
        if not wanted.takes(task):
            return
        lines = Lines(path, wanted.max_bytes)
        kinds = {"numbers": ("problem_idx", "repeat"), "objects": ("scoring_details",)}
        rows = check_holds([checked(line, path, **kinds) for line in lines], path)
        scorers = [key for row in rows for key in row["scoring_details"] if key.startswith(_SCORER)]
        score = choose(wanted.argument, wanted.score, [_REWARD, *dict.fromkeys(scorers)], "score", path)
        total = about.get("n_results")
        log = Log(
            system=object_in(about, "config").get("model", path.parent.name), task=task, path=path, score=score,
            greater_is_better=wanted.direction(score, True, path), is_numbered=True,  # noqa: FBT003 - a reward
            is_finished=not lines.is_cut and not (is_whole(total) and len(rows) < total),
        )  # fmt: skip
        for row in rows:
            record, details = str(row["problem_idx"]), row["scoring_details"]
            failed = details.get("error_category") in _NOT_OF_SYSTEM
            value = math.nan if failed else number_of(_value(row, score), log, record)
            asked = {"target": key_of(row.get("expected_answer")), "prompt": key_of(row.get("prompt"))}
            log.rows.append(Row(record, value, row["repeat"] + 1, **asked, **wanted.told(row.get("metadata"))))
            log.errors += failed
        yield log


def _bundle_of(path: Path, max_bytes: int) -> dict[str, Any]:
    """Return what the last bundle in the folder says of the run, if all are of one benchmark and model."""
    found = [object_of(one, path, max_bytes) for one in sorted(path.parent.glob("eval-*.json"))]
    runs = {(str(object_in(one, "benchmark").get("name")), str(object_in(one, "config").get("model"))) for one in found}
    if len(runs) != 1:
        raise ValueError(
            f"{path.name!r} must have beside it bundles eval-*.json of one benchmark and model, but has "
            f"{shown(sorted(runs)) if runs else 'none'}."
        )
    return found[-1]


def _value(row: Mapping[str, Any], score: str) -> Any:
    """Return a score, None where a judge, or a scorer, failed to give it: the file has another number there."""
    own = object_in(row["scoring_details"], "judge" if score == _REWARD else score)
    if own.get("error") and own.get("total") is None:
        return None
    return (row if score == _REWARD else own).get(_REWARD)
