"""The methods that a study measures: registered tests, inference levels, and the user's own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._registry import Registry
from bayescmp._results import SignificanceResult
from bayescmp._settings import Settings
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import about, check_text
from bayescmp.design import HOLD_OUT
from bayescmp.frequentist import TESTS, RegisteredTest
from bayescmp.frequentist._differences import mean_difference
from bayescmp.levels import LEVELS, Level, PairPosterior
from bayescmp.model_selection import BLOCKED_5_X_2, PLANS
from bayescmp.studies._identity import fingerprint_of
from bayescmp.studies._outcomes import Outcomes
from bayescmp.tables import CELLS, cell

FINDINGS = ("reject", "pvalue", "prob_first_better", "statistic", "estimate", "low", "high")
"""What a method may find in a trial; what it does not find is NaN."""

type Findings = Mapping[str, ArrayLike]
type Assess = Callable[[Outcomes, float], Findings]


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
        (the interval of probability 1 - alpha) and `reject`; each holds one number per trial, or an array per trial
        of the dims in `coords`. Without `reject`, a p-value of at most alpha rejects, or a probability of at most
        alpha/2 or at least 1 - alpha/2.
    coords : mapping of str to sequence
        The dims of what it finds in a trial, after the trial, with their coordinates (texts or integers), such as
        ``{"pair": ["tree - svm", "tree - lda"]}``; none if it finds single numbers. All methods of a study have the
        same.

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
    assess: Assess
    coords: Mapping[str, Sequence[str | int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_text("name", self.name)
        if not callable(self.assess):
            raise TypeError(f"`assess` must be a function assess(outcomes, alpha), but got {shown(self.assess)}.")
        PLANS.check("plan", self.plan)
        object.__setattr__(self, "coords", _checked_coords(self.coords))

    def identity(self) -> dict[str, str]:
        """Return all that tells it from other methods, as JSON holds it."""
        sha256 = fingerprint_of(self.assess, f"assess` of the method `{self.name}")
        return {"name": self.name, "plan": self.plan, "sha256": sha256}


def _checked_coords(coords: object) -> dict[str, list[str | int]]:
    """Return the dims with lists of their coordinates, as JSON holds them."""
    taken = {*FINDINGS, "fits", "n_warnings", "method_name", "trial"}
    if not isinstance(coords, Mapping) or not all(isinstance(dim, str) and dim.isidentifier() for dim in coords):
        raise TypeError(f"`coords` must be a mapping from names of dims to their coordinates, but got {shown(coords)}.")
    if taken & coords.keys():
        raise ValueError(f"`coords` must have dims of other names than {sorted(taken & coords.keys())}.")
    for dim, values in coords.items():
        is_list = isinstance(values, Sequence) and not isinstance(values, str)
        if not is_list or not values or not {*map(type, values)} <= {str, int}:
            raise TypeError(f"`coords` must have a list of texts or integers for {dim!r}, but got {shown(values)}.")
        if len(set(values)) < len(values):
            raise ValueError(f"`coords` must have distinct coordinates for {dim!r}, but got {shown(values)}.")
    return {dim: list(values) for dim, values in coords.items()}


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
    method = METHODS[METHODS.check("name", name)]
    if label is not None:
        check_text("label", label)
    if plan is None or PLANS.check("plan", plan) == method.plan:
        return method if label is None else replace(method, name=label)
    return replace(method, name=label or f"{name}, {plan}", plan=plan)


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
        raise TypeError(f"`method` must be a Method, but got {shown(method)}.")
    with about("method"):
        METHODS.register(method)


def findings_of(method: Method, outcomes: Outcomes, alpha: float) -> dict[str, Floats]:
    """Assess a batch of trials: for each of `FINDINGS` an array of shape (n_trials, ...), last the method's dims."""
    found = method.assess(outcomes, alpha)
    unknown = sorted(set(found) - set(FINDINGS))
    if unknown:
        raise ValueError(f"Method {method.name!r} must find any of {FINDINGS}, but found {unknown}.")
    shape = (outcomes.wrong.sizes["experiment"], *map(len, method.coords.values()))
    arrays = {name: np.asarray(_in_order(method, found.get(name, np.nan)), dtype=float) for name in FINDINGS}
    if "reject" not in found:
        p = arrays["pvalue" if "pvalue" in found else "prob_first_better"]
        rejects = p <= alpha if "pvalue" in found else np.maximum(p, 1 - p) >= 1 - alpha / 2
        arrays["reject"] = np.where(np.isnan(p), np.nan, rejects)
    shapes = {name: array.shape for name, array in arrays.items() if array.shape not in {(), shape}}
    if shapes:
        what = f"arrays of shape {shape}" if method.coords else f"one number per trial, {shape[0]}"
        raise ValueError(f"Method {method.name!r} must find {what}, but found {shapes}.")
    if wrong := impossible(arrays):
        raise ValueError(f"Method {method.name!r} must find possible numbers, but found {wrong}.")
    return {name: np.broadcast_to(array, shape) for name, array in arrays.items()}


def impossible(found: Mapping[str, Floats]) -> str | None:
    """Say which findings cannot be: probabilities beyond 0 and 1, or a lower bound above the upper one."""
    for name in ("pvalue", "prob_first_better"):
        beyond = (found[name] < 0) | (found[name] > 1 + 1e-9)
        if beyond.any():
            return f"{name} {np.extract(beyond, found[name])[0]:g}"
    return "intervals whose lower bound is above the upper one" if (found["low"] > found["high"]).any() else None


def _in_order(method: Method, found: ArrayLike) -> ArrayLike:
    """Return what a method found with its labelled dims in the order that it states."""
    if not isinstance(found, xr.DataArray) or not method.coords:
        return found
    dims = ("experiment", *method.coords)
    if set(found.dims) != set(dims):
        raise ValueError(f"Method {method.name!r} must find arrays with the dims {dims}, but found {found.dims}.")
    labelled = {dim: list(values) for dim, values in method.coords.items() if dim in found.coords}
    return found.sel(labelled).transpose(*dims)


def _assess_test(test: RegisteredTest, outcomes: Outcomes, alpha: float) -> Findings:
    found = findings_of_result(test.assess(outcomes.evidence, Settings(ci_prob=1 - alpha)), alpha)
    return {**found, "estimate": mean_difference(outcomes.evidence.differences, outcomes.plan)}


def _assess_by_labels(test: RegisteredTest, outcomes: Outcomes, alpha: float) -> Findings:
    """Assess trial by trial, for tests that take the labels."""
    if outcomes.labels is None:
        raise ValueError(f"The test {test.name!r} needs predicted labels, which this scenario does not have.")
    seeds = outcomes.seeds or [0] * len(outcomes.labels)
    found = []
    for k, (labels, seed) in enumerate(zip(outcomes.labels, seeds, strict=True)):
        one = replace(outcomes.evidence, tables=outcomes.tables.isel(experiment=k), labels=labels)
        found.append(findings_of_result(test.assess(one, Settings(ci_prob=1 - alpha, rng=seed)), alpha))
    return {name: np.array([one[name] for one in found]) for name in found[0]}


def findings_of_result(result: SignificanceResult, alpha: float) -> Findings:
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
        *(_method_of_test(test) for test in TESTS.values() if not (test.needs_rope or test.needs_probabilities)),
        *(_method_of_level(level, level.plan) for level in LEVELS.values() if level.plan is not None),
        _DISAGREEMENT,
    ],
)
"""Methods by name: tests but those that need a rope or probabilities, levels, and what `register_method` adds."""
