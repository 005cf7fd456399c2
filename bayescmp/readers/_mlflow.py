"""Tables of MLflow: `eval_results_table.json`, which `mlflow.models.evaluate` writes for each record."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bayescmp._support._text import shown
from bayescmp.readers._json import key_of, whole_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, check_holds, choose, number_of

_FILE, _FOLDER = "eval_results_table.json", "artifacts"
_INPUTS, _SCORE = "inputs", "/score"
_OUTPUTS = ("outputs", "output", "predictions", "prediction")
_TARGETS = ("target", "targets", "ground_truth")
_PLAIN = ("latency", "token_count")  # metrics whose columns are called as they are
_LESS = {"toxicity", "flesch_kincaid_grade_level", "ari_grade_level", "latency"}
"""Metrics of MLflow of which less is better."""


@dataclass(frozen=True)
class MlflowReader(Reader):
    """Rows of a table, known by their inputs."""

    name = "mlflow"
    spoken = "MLflow"
    patterns = (f"*{_FILE}",)
    options = ("score", "judge", "group", "by")

    def recognises(self, path: Path, start: bytes) -> bool:
        """Tell whether a file is called as MLflow calls it, and begins as its tables do."""
        return path.name.endswith(_FILE) and b"".join(start[:400].split()).startswith(b'{"columns":[')

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one run in a file: its system is called as the folder, without that of artifacts."""
        if not wanted.takes(path.stem):
            return
        columns, data = _table_of(path, wanted.max_bytes)
        scores = [name for name in columns if name.endswith((_SCORE, *_PLAIN))]
        score = choose(wanted.argument, wanted.score, scores, "metric", path)
        folder = path.parent.parent if path.parent.name == _FOLDER else path.parent
        metric = score.partition("/")[0]
        greater = wanted.direction(metric, False if metric in _LESS else None, path)
        log = Log(system=folder.name, task=path.stem, path=path, score=score, greater_is_better=greater)
        inputs = _inputs_of(columns, path)
        target = next((name for name in _TARGETS if name in columns), None)
        seen = Counter[str]()
        for row in check_holds(data, path):
            about = dict(zip(columns, row, strict=True))
            record = key_of(about[inputs[0]] if len(inputs) == 1 else [about[name] for name in inputs])
            asked = {"target": "" if target is None else key_of(about[target]), **wanted.told(about)}
            value = number_of(about[score], log, record)
            log.rows.append(Row(record, value, number=str(seen[record]), **asked))
            seen[record] += 1
        yield log


def _table_of(path: Path, max_bytes: int) -> tuple[list[str], list[list[Any]]]:
    found = whole_of(path, max_bytes, dict)
    columns, data = found.get("columns"), found.get("data")
    if not isinstance(columns, list) or not all(isinstance(one, str) and columns.count(one) == 1 for one in columns):
        raise ValueError(f"{path.name!r} must have `columns`, texts, each once, but has {shown(columns)}.")
    if not isinstance(data, list) or not all(isinstance(row, list) and len(row) == len(columns) for row in data):
        raise ValueError(f"{path.name!r} must have `data`, lists of {len(columns)} values, but has {shown(data)}.")
    return columns, data


def _inputs_of(columns: Sequence[str], path: Path) -> list[str]:
    """Return the column of inputs, or all columns that are neither answers, targets nor metrics."""
    others = {*_OUTPUTS, *_TARGETS}
    rest = [name for name in columns if not (name in others or name.endswith((_SCORE, "/justification", *_PLAIN)))]
    found = [_INPUTS] if _INPUTS in columns else rest
    if not found:
        raise ValueError(f"{path.name!r} must have columns of inputs, by which records are known, but has none.")
    return found
