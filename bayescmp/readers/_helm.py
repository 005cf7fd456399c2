"""Runs of HELM: a folder with `run_spec.json` and the statistics of every instance."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bayescmp._support._text import shown
from bayescmp.readers._json import entries_of, is_id, is_whole, object_in, opened, whole_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, choose

_SPEC = "run_spec.json"


@dataclass(frozen=True)
class HelmReader(Reader):
    """Instances, each with its statistics; repeats with other examples in the prompt are answers."""

    name = "helm"
    spoken = "HELM"
    patterns = ("per_instance_stats.json",)
    companions = (_SPEC,)
    options = ("score", "judge")

    def recognises(self, path: Path, start: bytes) -> bool:  # noqa: ARG002 - of every format
        """Tell whether a file is called as HELM calls it."""
        return path.name == self.patterns[0]

    def read(self, path: Path, wanted: Wanted) -> Iterator[Log]:
        """Read the one run in a folder; instances that were perturbed are left out."""
        spec = _spec_of(path.with_name(_SPEC), wanted.max_bytes)
        name = str(spec.get("name", path.parent.name))
        if not wanted.takes(_without_model(name)):
            return
        with opened(path, wanted.max_bytes) as file:
            instances = [one for one in entries_of(file, path, wanted.max_bytes) if _is_plain(one, path)]
        stats = [_stats_of(instance, path) for instance in instances]
        names = [*dict.fromkeys(name for own in stats for name in own)]
        score = choose(wanted.argument, wanted.score, names, "metric", path)
        log = Log(
            system=object_in(spec, "adapter_spec").get("model", path.parent.name), task=_without_model(name), path=path,
            score=score, greater_is_better=wanted.direction(score, None, path),
        )  # fmt: skip
        for instance, own in zip(instances, stats, strict=True):
            value, answer = own.get(score, math.nan), instance.get("train_trial_index", 0) + 1
            log.rows.append(Row(record=str(instance["instance_id"]), value=value, answer=answer))
        yield log


def _spec_of(path: Path, max_bytes: int) -> dict[str, Any]:
    if not path.is_file():
        raise ValueError(f"A run of HELM must have {_SPEC} beside its statistics, but {str(path.parent)!r} has none.")
    return whole_of(path, max_bytes)


def _without_model(name: str) -> str:
    """Return the name of a run, "scenario:key=value,model=...", without its model."""
    scenario, _, arguments = name.partition(":")
    kept = [one for one in arguments.split(",") if one and not one.startswith("model=")]
    return scenario + (":" + ",".join(kept) if kept else "")


def _is_plain(one: object, path: Path) -> bool:
    known = one if isinstance(one, Mapping) else {}
    if not is_id(known.get("instance_id")) or not is_whole(known.get("train_trial_index", 0)):
        raise ValueError(
            f"Each entry of {path.name!r} must have an `instance_id`, a text or a whole number, and a whole number as "
            f"`train_trial_index` if any, but got {shown(one)}."
        )
    return known.get("perturbation") is None


def _stats_of(one: Mapping[str, Any], path: Path) -> dict[str, float]:
    """Return the mean of every statistic that was counted."""
    found: dict[str, float] = {}
    stats = one.get("stats") or ()
    for stat in stats if isinstance(stats, Iterable) else [stats]:
        name = stat.get("name") if isinstance(stat, dict) else None
        if not isinstance(name, dict) or not isinstance(name.get("name"), str):
            raise ValueError(  # noqa: TRY004 - read
                f"Each statistic of {path.name!r} must be an object with a name, but one of {one['instance_id']!r} is "
                f"{shown(stat)}."
            )
        count, total = stat.get("count") or 0, stat.get("sum")
        if not (_is_number(count) and count < math.inf) or (count >= 1 and not _is_number(total)):
            raise ValueError(
                f"Each statistic of {path.name!r} must have numbers as its `count` and `sum`, but {name['name']!r} of "
                f"{one['instance_id']!r} has {shown(count)} and {shown(total)}."
            )
        if count < 1 or name.get("perturbation") is not None:
            continue
        if name["name"] in found:
            raise ValueError(
                f"Each instance of {path.name!r} must have one value of a metric, but {one['instance_id']!r} has "
                f"several of {name['name']!r}: keep those of one split."
            )
        found[name["name"]] = total / count
    return found


def _is_number(value: object) -> bool:
    """Tell whether a value is a number that a float holds."""
    return isinstance(value, float) or (is_whole(value) and abs(value) <= 2**53)
