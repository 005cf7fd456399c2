"""Runs of HELM: a folder with `run_spec.json` and the statistics of every instance."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bayescmp._support._text import shown
from bayescmp.readers._json import is_id, is_whole, object_in, whole_of
from bayescmp.readers._log import Log, Reader, Row, Wanted, choose, is_number

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
        spec = whole_of(path.with_name(_SPEC), wanted.max_bytes, dict)
        name = str(spec.get("name", path.parent.name))
        if not wanted.takes(_without_model(name)):
            return
        instances = [one for one in whole_of(path, wanted.max_bytes, list) if _is_plain(one, path)]
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
    stats = one.get("stats") or []
    for stat in stats if isinstance(stats, list) else [stats]:
        known: Any = stat if isinstance(stat, dict) else {}
        name, count, total = object_in(known, "name"), known.get("count") or 0, known.get("sum")
        is_counted = is_number(count) and count < math.inf and (count < 1 or is_number(total))
        if not isinstance(name.get("name"), str) or not is_counted:
            raise ValueError(
                f"Each statistic of {path.name!r} must have a name and numbers as its `count` and `sum`, but one of "
                f"{one['instance_id']!r} is {shown(stat)}."
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
