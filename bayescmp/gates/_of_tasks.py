"""Whether a system may take the place of its baseline, by a policy over tasks."""

from collections.abc import Mapping
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._text import listed, shown
from bayescmp._support._validation import about
from bayescmp._support._versions import versions
from bayescmp.comparison import Comparison, compare
from bayescmp.comparison._in_one_call import own_copy
from bayescmp.gates._gate import TOGETHER, Gate
from bayescmp.gates._policy import Policy, Rule, policy_of
from bayescmp.metrics import metric_of_data
from bayescmp.predictions import by_values, pair_of_names, provenance
from bayescmp.results import Call

_BASELINE, _ALL = "baseline", "all records"


@known_arguments
def gate(
    predictions: xr.Dataset,
    policy: str | Path | Mapping[str, Any],
    *,
    new: str | None = None,
    baseline: str | None = None,
) -> Gate:
    """Say whether a new system may take the place of its baseline, by a policy over tasks.

    The estimand is value(new) - value(baseline) in each task, on records like its own.

    Parameters
    ----------
    predictions : Dataset
        Of both systems on one test set, as from `read_logs`; its coordinate `task` tells the tasks, without which all
        records are one, under the name that the log has.
    policy : str, Path or mapping
        A file in TOML, or what it says: `threshold`, .975 if not given, a table `default`, and tables ``tasks.NAME`` of
        tasks, or patterns of tasks such as "mmlu_*". In each `drop`, the drop of the metric that does not matter, or
        `relative_drop`, as a share of the baseline's observed value; `metric`, by default that of the data; `required`,
        whether a task that is not there blocks (false); `blocks`, whether a worse one blocks or only warns (true). What
        a table does not say is as in `default`. A name goes before patterns, of which the first that fits counts; tasks
        that nothing fits are left out where there is no `default`.
    new, baseline : str, optional
        The two systems; `baseline` may be left out where one is called so, `new` where there are two.

    Returns
    -------
    Gate

    Raises
    ------
    TypeError, ValueError
        If the policy says what it cannot, or names a task that is not there and is not required, with the line; if the
        run of a log is not finished; or if the systems are not named.

    Notes
    -----
    With P the posterior probability that the new system is worse by more than the drop, a task passes where P is at
    most 1 - threshold. It blocks where 1 - P, adjusted by Holm [1]_ for all tasks that block, is at most 1 - threshold;
    those that warn are adjusted by themselves. Where several tasks block by one metric that is a mean, their records
    together are one more row: if the new system is worse there beyond the mean of their drops, it is in one of them.
    However many tasks there are, the probability that a row blocks in which the new system is no worse than that is
    then about 1 - threshold at most: the page on gates has how often it happened. A pass is not adjusted: each is wrong
    with a probability of at most 1 - threshold.

    References
    ----------
    .. [1] S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6,
       1979.

    Examples
    --------
    >>> import bayescmp as bc
    >>> n = 400
    >>> right = {"new": [1] * 300 + [0] * 100, "baseline": [1] * 290 + [0] * 110}
    >>> predictions = bc.verdicts(right, task=["easy", "hard"] * (n // 2))
    >>> found = bc.gate(predictions, {"default": {"drop": 0.02}, "tasks": {"hard": {"drop": 0.01, "required": True}}})
    >>> found.verdict
    'pass'
    """
    begin = perf_counter()
    with about("policy"):
        asked = policy_of(policy)
    if not isinstance(predictions, xr.Dataset):
        raise TypeError(
            f"`predictions` must be predictions, as from `read_logs`, but got {type(predictions).__name__}."
        )
    _check_finished(predictions)
    first, second = _systems(predictions, new, baseline)
    own = own_copy(predictions, first, second)
    found = by_values(own, "task") if "task" in own.coords else {_name_of(own): own}
    parts = {str(name): one for name, one in found.items()}
    missing, comparisons, untold = [*asked.missing(list(parts))], {}, {}
    for name, part in parts.items():
        rule = asked.rule_of(name)
        if rule is None:
            continue
        _check_rule(own, rule, asked, name)
        if who := _lacking(name, part, first, second):
            if rule.required:
                missing.append(name)
            else:
                untold[name] = f"no answers of {who}"
            continue
        try:
            comparisons[name] = _compared(part, rule, asked, first, second)
        except ValueError as error:  # of records that do not tell the metric, such as those of one class
            untold[name] = str(error)
    arguments = {"policy": asked.plain(), "new": first, "baseline": second}
    return Gate(
        new=first, baseline=second, policy=asked, comparisons=comparisons,
        together=None if TOGETHER in {*parts, *missing} else _together(own, comparisons, asked, first, second),
        missing=tuple(missing), untold=untold,
        provenance={"predictions": provenance(own), "versions": versions()},
        call=Call(verb="gate", data=own, arguments=arguments, seconds=perf_counter() - begin),
    )  # fmt: skip


def _check_finished(predictions: xr.Dataset) -> None:
    """Refuse logs of runs that go on, in which tasks stand in blocks and the last ones are not there yet."""
    systems = provenance(predictions).get("log", {}).get("systems", {})
    odd = [name for name, own in systems.items() if own.get("unfinished")]
    if odd:
        raise ValueError(
            f"`predictions` must be of runs that are finished, but those of {listed(list(map(repr, odd)))} are not: a "
            "gate is one look. While records come in, `SequentialComparison` (`bayescmp watch`) may look at any time."
        )


def _systems(predictions: xr.Dataset, new: str | None, baseline: str | None) -> tuple[str, str]:
    """Return the names of the new system and of its baseline, which is never guessed."""
    names = list(map(str, predictions["classifier"].to_numpy()))
    if len(names) < 2:
        raise ValueError(f"`predictions` must be of a new system and its baseline, but are of {names[0]!r} alone.")
    if baseline is None and new is None:
        if _BASELINE not in names:
            raise ValueError(f"`baseline` must name one of {shown(names)}, for none of them is called {_BASELINE!r}.")
        baseline = _BASELINE
    try:
        return pair_of_names(names, new, baseline)
    except ValueError as error:
        said = str(error).replace("`first`", "`new`").replace("`second`", "`baseline`")
        raise ValueError(said.removesuffix(" `rank` and `rank_datasets` take all.")) from None


def _name_of(predictions: xr.Dataset) -> str:
    """Return the name of the only task."""
    tasks = provenance(predictions).get("log", {}).get("tasks", [])
    return str(tasks[0]) if len(tasks) == 1 else _ALL


def _lacking(task: str, part: xr.Dataset, *names: str) -> str:
    """Return which of the two has no answer to any record of a task, also if they count as wrong; "" where both do."""
    log = provenance(part).get("log", {})
    for name in names:
        of_log = log.get("systems", {}).get(name, {}).get("tasks", [])
        is_lacking = "missing" in part and bool(part["missing"].sel(classifier=name).all())
        if is_lacking or (task in log.get("tasks", []) and task not in of_log):
            return name
    return ""


def _check_rule(predictions: xr.Dataset, rule: Rule, policy: Policy, name: str) -> None:
    """Refuse a metric that the data do not have, and a drop as wide as any difference."""
    with policy.at(name, "metric"):
        metric = metric_of_data(predictions, rule.metric)
    if rule.drop is not None and metric.widest is not None and rule.drop >= metric.widest:
        with policy.at(name, "drop"):
            what = f"{metric.widest:g}, the widest difference of {metric.noun}"
            raise ValueError(f"it must be below {what}, but got {rule.drop:g}.")


def _together(
    predictions: xr.Dataset,
    comparisons: Mapping[str, Comparison],
    policy: Policy,
    new: str,
    baseline: str,
) -> Comparison | None:
    """Compare on the records of all tasks that block, with the mean of their drops, where one mean tells of all."""
    rules = {name: rule for name in comparisons if (rule := policy.rule_of(name)) is not None and rule.blocks}
    blocking = {name: comparisons[name] for name in rules}
    metrics = {one.evidence.metric.name: one.evidence.metric for one in blocking.values()}
    if len(blocking) < 2 or len(metrics) > 1 or not next(iter(metrics.values())).additive:
        return None
    sizes = [float(one.design.n_records) for one in blocking.values()]
    drop = np.average([one.settings.margins[1] for one in blocking.values()], weights=sizes)
    among = np.isin(predictions["task"].to_numpy().astype(str), list(blocking))
    rule = Rule(drop=float(drop), metric=next(iter(rules.values())).metric)
    return _compared(predictions.isel(record=among), rule, policy, new, baseline)


def _compared(part: xr.Dataset, rule: Rule, policy: Policy, new: str, baseline: str) -> Comparison:
    asked: dict[str, Any] = {"metric": rule.metric, "threshold": policy.threshold}
    drop = rule.drop
    if drop is None:
        found = compare(part, first=new, second=baseline, **asked)
        drop = (rule.relative_drop or 0.0) * abs(found.observed[baseline])
    return compare(part, first=new, second=baseline, rope=drop, **asked)
