"""Every Eval Ever, a schema of other harnesses' results: a line for each sample and metric, beside the aggregate."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from bayescmp.readers._json import Lines, checked, equal, is_whole, key_of, object_in, object_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, check_holds, choose, number_of

_END = "_samples"
_NO_NAME = "score"  # of a score, where no line says of which result it is


@dataclass(frozen=True)
class EveryEvalReader(Reader):
    """Samples, each with a line for each metric; several tasks may be in one file."""

    name = "every-eval-ever"
    spoken = "Every Eval Ever"
    patterns = (f"*{_END}.jsonl",)
    others = ("*.jsonl",)
    companions = (f"{'?' * 8}-{'-'.join(['?' * 4] * 3)}-{'?' * 12}.json",)
    options = ("score", "judge", "group", "by")
    keys = (b'"schema_version"', b'"evaluation_id"', b'"sample_id"', b'"interaction_type"')

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the tasks in a file."""
        lines = Lines(path, wanted.max_bytes)
        samples = check_holds([_kept(line, path, wanted) for line in lines], path)
        about = object_of(path.with_name(f"{path.stem.removesuffix(_END)}.json"), path, wanted.max_bytes)
        metrics = _metrics_of(about)
        total = object_in(about, "detailed_evaluation_results").get("total_rows")
        is_finished = not lines.is_cut and not (is_whole(total) and len(samples) < total)
        for (system, task), own in _parted(samples, lambda one: (one.system, one.task)).items():
            if wanted.takes(task):
                names = _names(own, metrics)
                score = choose(wanted.argument, wanted.score, [*names], "metric", path)
                metric = metrics.get(names[score], {})
                less = metric.get("lower_is_better")
                log = Log(
                    system=system, task=task, path=path, score=score, is_finished=is_finished,
                    greater_is_better=wanted.direction(score, not less if isinstance(less, bool) else None, path),
                    is_numbered=all(one.row.record.isdecimal() for one in own),
                )  # fmt: skip
                _add_all(log, own, names[score], has_unknown=metric.get("has_unknown_level") is True)
                yield log


class _Sample(NamedTuple):
    """What is needed of a line."""

    system: str
    task: str
    result: str  # which one of the aggregate it belongs to
    score: Any
    error: bool
    row: Row  # whose value is not known yet


def _kept(line: Mapping[str, Any], path: Path, wanted: Wanted) -> _Sample:
    checked(line, path, texts=("model_id", "evaluation_name", "sample_id"), objects=("input", "evaluation"))
    known = object_in(line, "metadata")
    epoch, prompt = str(known.get("epoch")), line.get("sample_hash") or line["input"].get("raw")
    row = Row(
        record=str(known.get("doc_hash") or line["sample_id"]), value=math.nan, number=line["sample_id"],
        answer=int(epoch) if epoch.isdecimal() else 1, target=key_of(line["input"].get("reference")),
        prompt=key_of(prompt), **wanted.told(known),
    )  # fmt: skip
    result, score = str(line.get("evaluation_result_id") or ""), line["evaluation"].get("score")
    return _Sample(line["model_id"], line["evaluation_name"], result, score, bool(line.get("error")), row)


def _parted[K](samples: Sequence[_Sample], key: Callable[[_Sample], K]) -> dict[K, list[_Sample]]:
    found: dict[K, list[_Sample]] = {}
    for one in samples:
        found.setdefault(key(one), []).append(one)
    return found


def _metrics_of(about: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the metrics of an aggregate by what lines call its results."""
    results = about.get("evaluation_results")
    known = [one for one in results if isinstance(one, dict)] if isinstance(results, list) else []
    named = {str(one.get("evaluation_result_id") or ""): object_in(one, "metric_config") for one in known}
    return {name: metric for name, metric in named.items() if name}


def _names(samples: Sequence[_Sample], metrics: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return the results of a task by the names of their metrics, or their own where two metrics have one name.

    A line of no result is not scored where others, or the aggregate, have one: converters put a number there.
    """
    results = [*dict.fromkeys(one.result for one in samples if one.result)]
    if not results:
        return {} if metrics else {_NO_NAME: ""}
    called = [str(metrics.get(one, {}).get("metric_name") or one) for one in results]
    return {name if called.count(name) == 1 else one: one for name, one in zip(called, results, strict=True)}


def _add_all(log: Log, samples: Sequence[_Sample], result: str, *, has_unknown: bool) -> None:
    """Add a row for each sample; epochs are answers, but where all say the same, for they may be means of them."""
    rows = list[Row]()
    for own in _parted(samples, lambda one: (one.row.record, one.row.number, one.row.answer)).values():
        for one in [one for one in own if one.result == result] or [own[0]._replace(score=None)]:
            lacks = one.error or (has_unknown and one.score == -1)
            rows.append(one.row._replace(value=math.nan if lacks else number_of(one.score, log, one.row.number)))
            log.errors += one.error
    first = {(row.record, row.number): row.value for row in rows}
    vary = any(not equal(first[row.record, row.number], row.value) for row in rows)
    log.rows += rows if vary else [row._replace(answer=1) for row in rows]
