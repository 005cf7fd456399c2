"""The methods that a study measures: registered tests, inference levels, and the user's own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from bayescmp._registry import Registry
from bayescmp._results import SignificanceResult
from bayescmp._settings import Settings
from bayescmp._validation import about, check_text
from bayescmp.design import HOLD_OUT
from bayescmp.frequentist import TESTS, RegisteredTest
from bayescmp.frequentist._differences import mean_difference
from bayescmp.levels import LEVELS, Level, PairPosterior
from bayescmp.model_selection import BLOCKED_5_X_2, PLANS
from bayescmp.studies._outcomes import Outcomes
from bayescmp.tables import CELLS, cell

FINDINGS = ("reject", "pvalue", "prob_first_better", "statistic", "estimate", "low", "high")
"""What a method may find in a trial; what it does not find is NaN."""

Findings = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Method:
    """A method that a study measures.

    Attributes
    ----------
    name : str
        Its name, unique within a study.
    plan : str
        The resampling plan that it needs, a key of `bayescmp.model_selection.PLANS`.
    assess : callable
        A function ``assess(outcomes, alpha)`` of the `Outcomes` of a batch of trials, returning a mapping with any of
        the keys `pvalue`, `prob_first_better`, `statistic`, `estimate` (of err(first) - err(second)), `low`, `high`
        (the interval of probability 1 - alpha) and `reject`; each holds one number per trial. Without `reject`, a
        p-value of at most alpha rejects, or a probability of at most alpha/2 or at least 1 - alpha/2.

    Examples
    --------
    >>> from bayescmp.studies import Method
    >>> def sign_of_difference(outcomes, alpha):
    ...     return {"estimate": outcomes.evidence.differences.mean(("repeat", "fold"))}
    >>> Method(name="mean", plan="10-fold", assess=sign_of_difference).plan
    '10-fold'
    """

    name: str
    plan: str
    assess: Callable[[Outcomes, float], Findings]

    def __post_init__(self) -> None:
        check_text("name", self.name)
        if not callable(self.assess):
            raise TypeError(f"`assess` must be a function assess(outcomes, alpha), but got {self.assess!r}.")
        if not isinstance(self.plan, str) or self.plan not in PLANS:
            raise ValueError(f"`plan` must be one of {sorted(PLANS)}, but got {self.plan!r}.")


def method_named(name: str, *, plan: str | None = None, label: str | None = None) -> Method:
    """Return the method of a registered test or inference level.

    Parameters
    ----------
    name : str
        A name from `METHODS`.
    plan : str, optional
        Another resampling plan than its own, to see what it does there.
    label : str, optional
        What to call it; its name, with the plan if that is not its own.

    Returns
    -------
    Method

    Raises
    ------
    ValueError
        If there is no such method or plan.
    """
    METHODS.check("name", name)
    if plan is not None and (not isinstance(plan, str) or plan not in PLANS):
        raise ValueError(f"`plan` must be one of {sorted(PLANS)}, but got {plan!r}.")
    if label is not None:
        check_text("label", label)
    method = METHODS[name]
    if plan in {None, method.plan}:
        return method if label is None else Method(name=label, plan=method.plan, assess=method.assess)
    return Method(name=label or f"{name}, {plan}", plan=str(plan), assess=method.assess)


def register_method(method: Method) -> None:
    """Let studies find a method by its name.

    Parameters
    ----------
    method : Method
        The method.

    Raises
    ------
    ValueError
        If another method has the name.
    """
    if not isinstance(method, Method):
        raise TypeError(f"`method` must be a Method, but got {method!r}.")
    with about("method"):
        METHODS.register(method)


def findings_of(method: Method, outcomes: Outcomes, alpha: float) -> dict[str, np.ndarray[Any, Any]]:
    """Assess a batch of trials: one array per entry of `FINDINGS`."""
    found = dict(method.assess(outcomes, alpha))
    unknown = sorted(set(found) - set(FINDINGS))
    if unknown:
        raise ValueError(f"Method {method.name!r} must find any of {FINDINGS}, but found {unknown}.")
    if "reject" not in found and "pvalue" in found:
        found["reject"] = _known(found["pvalue"], lambda p: p <= alpha)
    elif "reject" not in found and "prob_first_better" in found:
        found["reject"] = _known(found["prob_first_better"], lambda p: np.maximum(p, 1 - p) >= 1 - alpha / 2)
    n_trials = outcomes.wrong.sizes["experiment"]
    arrays = {name: np.asarray(found.get(name, np.nan), dtype=float) for name in FINDINGS}
    shapes = {name: array.shape for name, array in arrays.items() if array.shape not in {(), (n_trials,)}}
    if shapes:
        raise ValueError(f"Method {method.name!r} must find one number per trial, {n_trials}, but found {shapes}.")
    return {name: np.broadcast_to(array, (n_trials,)) for name, array in arrays.items()}


def _known(values: Any, decide: Callable[[Any], Any]) -> Any:
    values = np.asarray(values, dtype=float)
    return np.where(np.isnan(values), np.nan, decide(values))


def _assess_test(test: RegisteredTest, outcomes: Outcomes, alpha: float) -> Findings:
    found = _found(test.assess(outcomes.evidence, Settings(ci_prob=1 - alpha)), alpha)
    return {**found, "estimate": mean_difference(outcomes.evidence.differences, outcomes.plan)}


def _assess_by_labels(test: RegisteredTest, outcomes: Outcomes, alpha: float) -> Findings:
    """Assess trial by trial, for tests that take the labels."""
    if outcomes.labels is None:
        raise ValueError(f"The test {test.name!r} needs predicted labels, which this scenario does not have.")
    seeds = outcomes.seeds or [0] * len(outcomes.labels)
    batch = outcomes.evidence
    found = [
        _found(
            test.assess(
                replace(batch, tables=batch.tables.isel(experiment=k), labels=labels),
                Settings(ci_prob=1 - alpha, rng=seed),
            ),
            alpha,
        )
        for k, (labels, seed) in enumerate(zip(outcomes.labels, seeds, strict=True))
    ]
    return {name: [one[name] for one in found] for name in found[0]}


def _found(result: SignificanceResult, alpha: float) -> Findings:
    """Return the findings of a significance test, with its interval if it has one."""
    found = {"pvalue": result.pvalue, "statistic": result.statistic, "estimate": result.estimate}
    interval = result.confidence_interval(1 - alpha)
    return found if interval is None else {**found, "low": interval.low, "high": interval.high}


def _assess_level(level: Level, outcomes: Outcomes, alpha: float) -> Findings:
    evidence = outcomes.evidence
    if evidence.design.kind != HOLD_OUT:  # where nothing is added up over training sets
        evidence = replace(evidence, sums=outcomes.sums)
    return findings_of_posterior(level.fit(evidence, Settings(ci_prob=1 - alpha)), alpha)


def findings_of_posterior(posterior: PairPosterior, alpha: float) -> Findings:
    """Probability, estimate and interval of a batch of posteriors."""
    interval = posterior.difference.interval(1 - alpha, "eti")
    return {
        "prob_first_better": posterior.prob_first_better,
        "estimate": posterior.difference.mean,
        "low": interval.low,
        "high": interval.high,
    }


def _method_of_test(test: RegisteredTest) -> Method:
    assess = _assess_by_labels if test.needs_labels else _assess_test
    return Method(name=test.name, plan=test.plan, assess=partial(assess, test))


def _method_of_level(level: Level, plan: str) -> Method:
    return Method(name=level.name, plan=plan, assess=partial(_assess_level, level))


def _disagreement(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    tables = outcomes.tables.mean(("repeat", "fold"))
    differ = cell(tables, "wrong", "right") + cell(tables, "right", "wrong")
    return {"estimate": differ / tables.sum(CELLS)}


_DISAGREEMENT = Method(name="disagreement", plan=BLOCKED_5_X_2.name, assess=_disagreement)
"""Only estimates: the share of records on which exactly one of the two is wrong."""

METHODS = Registry(
    "method",
    [
        *(_method_of_test(test) for test in TESTS.values() if not test.needs_rope),
        *(_method_of_level(level, level.plan) for level in LEVELS.values() if level.plan is not None),
        _DISAGREEMENT,
    ],
)
"""Methods by name: tests (but those that need a rope), inference levels, and what `register_method` adds."""
