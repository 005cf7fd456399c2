"""What a method of a study is, and how registered tests and methods of `compare` become one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_list, check_text
from bayescmp.design import HOLD_OUT
from bayescmp.frequentist import TESTS, RegisteredTest
from bayescmp.methods import METHODS, Method, PairPosterior
from bayescmp.model_selection import BLOCKED_5_X_2, PLANS
from bayescmp.results import Settings, SignificanceResult
from bayescmp.studies._outcomes import Outcomes
from bayescmp.tables import CELLS, cell

FINDINGS = ("reject", "pvalue", "prob_first_better", "statistic", "estimate", "low", "high")
"""What a method may find in a trial; what it does not find is NaN."""

type Findings = Mapping[str, ArrayLike]
type Assess = Callable[[Outcomes, float], Findings]


@dataclass(frozen=True, kw_only=True, eq=False)
class StudyMethod:
    """A method that a study measures.

    Attributes
    ----------
    name : str
        Its name, unique within a study.
    plan : str
        The resampling plan that it needs, a key of `bayescmp.model_selection.PLANS`.
    assess : callable
        A function ``assess(outcomes, alpha)`` of the `Outcomes` of a batch of trials, returning a mapping with any of
        the keys `pvalue`, `prob_first_better`, `statistic`, `estimate` (of value(first) - value(second)), `low`, `high`
        (the interval of probability 1 - alpha) and `reject`; each holds one number per trial, or an array per trial
        of the dims in `coords`. A p-value of at most alpha rejects, and `reject` must agree with it; without
        p-values, `reject` says what is rejected, or a probability of at most alpha/2 or at least 1 - alpha/2 does.
    coords : mapping of str to sequence
        The dims of what it finds in a trial, after the trial, with their coordinates (texts or integers), such as
        ``{"pair": ["tree - svm", "tree - lda"]}``; none if it finds single numbers. All methods of a study have the
        same.

    Examples
    --------
    >>> from bayescmp.studies import StudyMethod
    >>> def sign_of_difference(outcomes, alpha):
    ...     return {"estimate": outcomes.evidence.differences.mean(("repeat", "fold"))}
    >>> StudyMethod(name="mean", plan="10-fold", assess=sign_of_difference).plan
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
        """Return what tells it from other methods, as JSON holds it."""
        return {"name": self.name, "plan": self.plan}

    def findings(self, outcomes: Outcomes, alpha: float) -> dict[str, Floats]:
        """Return what is found in a batch of trials, (n_trials, dims of the method), for each of `FINDINGS`."""
        given = self.assess(outcomes, alpha)
        unknown = sorted(set(given) - set(FINDINGS))
        if unknown:
            raise ValueError(f"Method {self.name!r} must find any of {FINDINGS}, but found {unknown}.")
        shape = (outcomes.wrong.sizes["experiment"], *map(len, self.coords.values()))
        arrays = {name: np.asarray(self._in_order(given.get(name, np.nan)), dtype=float) for name in FINDINGS}
        if "reject" not in given and "pvalue" in given:
            arrays["reject"] = _rejects(arrays["pvalue"], alpha)
        elif "reject" not in given:
            p = arrays["prob_first_better"]
            arrays["reject"] = np.where(np.isnan(p), np.nan, np.maximum(p, 1 - p) >= 1 - alpha / 2)
        shapes = {name: array.shape for name, array in arrays.items() if array.shape not in {(), shape}}
        if shapes:
            what = f"arrays of shape {shape}" if self.coords else f"one number per trial, {shape[0]}"
            raise ValueError(f"Method {self.name!r} must find {what}, but found {shapes}.")
        if wrong := _impossible(arrays, alpha):
            raise ValueError(f"Method {self.name!r} must find possible numbers, but found {wrong}.")
        return {name: np.broadcast_to(array, shape) for name, array in arrays.items()}

    def _in_order(self, found: ArrayLike) -> ArrayLike:
        """Return findings with their labelled dims in the order that the method states."""
        if not isinstance(found, xr.DataArray) or not self.coords:
            return found
        labelled = {dim: list(values) for dim, values in self.coords.items() if dim in found.coords}
        return found.sel(labelled).transpose("experiment", *self.coords)


def _checked_coords(coords: object) -> dict[str, list[str | int]]:
    """Return the dims with lists of their coordinates, as JSON holds them."""
    taken = {*FINDINGS, "fits", "n_warnings", "method_name", "trial", "failure"}
    if not isinstance(coords, Mapping) or not all(isinstance(dim, str) and dim.isidentifier() for dim in coords):
        raise TypeError(f"`coords` must be a mapping from names of dims to their coordinates, but got {shown(coords)}.")
    if taken & coords.keys():
        raise ValueError(f"`coords` must have dims of other names than {sorted(taken & coords.keys())}.")
    for dim, values in coords.items():
        items = check_list("coords", values)
        if not {*map(type, items)} <= {str, int} or len({*items}) < len(items):
            raise ValueError(f"`coords` must have distinct texts or integers for {dim!r}, but got {shown(values)}.")
    return {dim: list(values) for dim, values in coords.items()}


def _rejects(pvalue: Floats, alpha: float) -> Floats:
    """Decide by p-values at a level: 1 or 0, and NaN where there is none."""
    return np.where(np.isnan(pvalue), np.nan, pvalue <= alpha)


def _impossible(found: Mapping[str, Floats], alpha: float) -> str | None:
    """Say which findings cannot be."""
    for name in ("pvalue", "prob_first_better"):
        beyond = (found[name] < 0) | (found[name] > 1 + 1e-9)
        if beyond.any():
            return f"{name} {np.extract(beyond, found[name])[0]:g}"
    reject, by_pvalue = found["reject"], _rejects(found["pvalue"], alpha)
    if not (np.isnan(reject) | (reject == 0) | (reject == 1)).all():
        return "rejections other than 0 and 1"
    if (~np.isnan(by_pvalue) & (reject != by_pvalue)).any():
        return f"rejections that its p-values at the level {alpha:g} do not have"
    return "intervals whose lower bound is above the upper one" if (found["low"] > found["high"]).any() else None


def _assess_test(name: str, outcomes: Outcomes, alpha: float) -> Findings:
    return findings_of_result(TESTS[name].of(outcomes.evidence, Settings(ci_prob=1 - alpha)), alpha)


def _assess_by_labels(name: str, outcomes: Outcomes, alpha: float) -> Findings:
    """Assess trial by trial, for tests that take the labels."""
    if outcomes.labels is None:
        raise ValueError(f"The test {name!r} needs predicted labels, which this scenario does not have.")
    of_trials = []
    for k, seed in enumerate(outcomes.seeds or [0] * len(outcomes.labels)):
        labels = partial(outcomes.labels.__getitem__, k)
        trial = replace(outcomes.evidence, tables=outcomes.tables.isel(experiment=k), labels=labels)
        of_trials.append(findings_of_result(TESTS[name].of(trial, Settings(ci_prob=1 - alpha, rng=seed)), alpha))
    return {key: np.array([findings[key] for findings in of_trials]) for key in of_trials[0]}


def findings_of_result(result: SignificanceResult, alpha: float) -> Findings:
    """Return the findings of a significance test, with its interval if it has one."""
    findings = {"pvalue": result.pvalue, "statistic": result.statistic, "estimate": result.estimate}
    interval = result.confidence_interval(1 - alpha)
    return findings if interval is None else {**findings, "low": interval.low, "high": interval.high}


def _assess_posterior(name: str, outcomes: Outcomes, alpha: float) -> Findings:
    evidence = outcomes.evidence
    if evidence.design.kind != HOLD_OUT:  # where nothing is added up over training sets
        evidence = replace(evidence, sums=outcomes.sums)
    return findings_of_posterior(METHODS[name].fit(evidence, Settings(ci_prob=1 - alpha)), alpha)


def findings_of_posterior(posterior: PairPosterior, alpha: float) -> Findings:
    """Probability, estimate and interval of a batch of posteriors."""
    difference, probability = posterior.difference, posterior.prob_first_better
    interval = difference.interval(1 - alpha, "eti")
    return {"prob_first_better": probability, "estimate": difference.mean, "low": interval.low, "high": interval.high}


def method_of_test(test: RegisteredTest) -> StudyMethod:
    """Return the method of a registered test under its own plan."""
    assess = _assess_by_labels if test.needs_labels else _assess_test
    return StudyMethod(name=test.name, plan=test.plan, assess=partial(assess, test.name))


def method_of_inference(method: Method, plan: str) -> StudyMethod:
    """Return the method of a study that an inference by `compare` is."""
    return StudyMethod(name=method.name, plan=plan, assess=partial(_assess_posterior, method.name))


def _disagreement(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    tables = outcomes.tables.mean(("repeat", "fold"))
    differ = cell(tables, "wrong", "right") + cell(tables, "right", "wrong")
    return {"estimate": differ / tables.sum(CELLS)}


DISAGREEMENT = StudyMethod(name="disagreement", plan=BLOCKED_5_X_2.name, assess=_disagreement)
"""Only estimates: the share of records on which exactly one of the two is wrong."""
