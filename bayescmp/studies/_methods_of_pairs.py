"""Methods for every pair of several classifiers, and what is measured of a pair besides decisions."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from bayescmp._typing import Floats
from bayescmp.frequentist import paired_t
from bayescmp.frequentist._mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._t import CORRECTED_REPEATED_KFOLD_T
from bayescmp.frequentist._two_fold import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.levels import CrossedEffects, EffectiveTable
from bayescmp.model_selection import (
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
    TEN_TIMES_TEN_FOLD,
    Plan,
)
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._worth import CrossedSums, variances_of
from bayescmp.studies._method import Assess, Findings, Method, findings_of_posterior, findings_of_result
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._registry import METHODS

CAUTIOUS = f"{CrossedEffects.name}, cautious"
CORRECTED_T = CORRECTED_REPEATED_KFOLD_T.name
DISAGREEMENT = "disagreement"
_BY_BOTH = (CrossedEffects.name, CAUTIOUS, EffectiveTable.name, BCV_MCNEMAR.name)
JUDGED = (*_BY_BOTH, CALIBRATED_5X2_BCV_F.name, COMBINED_5X2_F.name)
JUDGED_BY_REPEATS = (*_BY_BOTH, CORRECTED_T)
NESTED = (BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2)
"""Each begins with the repeats of the one before, so that a training set is fitted once for all."""


def pair_methods(names: Sequence[str]) -> list[Method]:
    """Return the judged methods and measured quantities, each of which finds an array of all pairs of classifiers."""
    measured = (DISAGREEMENT, "square", "within", "between", "record share")
    return _of_all_pairs(names, [(name, BLOCKED_5_X_2.name, _assess(name)) for name in (*JUDGED, *measured)])


def repeats_methods(names: Sequence[str]) -> list[Method]:
    """Return the judged methods at every number of repeats, each of which finds an array of all pairs of classifiers.

    The corrected t test is also that of 10 x 10-fold, which people spend a hundred fits on.
    """
    nested = [(name, plan) for plan in NESTED for name in (*JUDGED_BY_REPEATS, DISAGREEMENT)]
    wanted = [*nested, (CORRECTED_T, TEN_TIMES_TEN_FOLD)]
    return _of_all_pairs(names, [(label(name, plan), plan.name, _assess(name)) for name, plan in wanted])


def label(name: str, plan: Plan) -> str:
    """Name a method under a plan."""
    return f"{name}, {plan.name}"


def pair_name(first: str, second: str) -> str:
    """Name a pair of classifiers."""
    return f"{first} - {second}"


def pairs_of(names: Sequence[str]) -> tuple[list[tuple[int, int]], list[str]]:
    """Return all pairs of classifiers by their places, and their names."""
    pairs = list(combinations(range(len(names)), 2))
    return pairs, [pair_name(names[a], names[b]) for a, b in pairs]


def of_pairs(assess: Assess, pairs: Sequence[tuple[int, int]], outcomes: Outcomes, alpha: float) -> Findings:
    """Assess every pair, and put what is found of each beside each other, after the trial."""
    found = [assess(outcomes.pair(*pair), alpha) for pair in pairs]
    return {name: np.stack([np.asarray(one[name]) for one in found], axis=1) for name in found[0]}


def _of_all_pairs(names: Sequence[str], methods: Iterable[tuple[str, str, Assess]]) -> list[Method]:
    """Return methods, given by their names, plans and what they find of one pair, that find it of all pairs."""
    pairs, named = pairs_of(names)
    return [
        Method(name=name, plan=plan, assess=partial(of_pairs, assess, pairs), coords={"pair": named})
        for name, plan, assess in methods
    ]


def _assess(name: str) -> Assess:
    """Return what a registered method, or one of this file, finds of one pair."""
    return _OWN[name] if name in _OWN else METHODS[name].assess


def _cautious(outcomes: Outcomes, alpha: float) -> Findings:
    return findings_of_posterior(crossed_effects_of_sums(outcomes.sums, tau="cautious"), alpha)


def _folds(outcomes: Outcomes) -> Floats:
    return outcomes.evidence.differences.transpose("experiment", "repeat", "fold").to_numpy()


def _square(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001 - one signature
    return {"estimate": (_folds(outcomes) ** 2).mean((1, 2))}


def _within(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001
    return {"estimate": _folds(outcomes).prod(2).mean(1)}


def _between(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001
    folds = _folds(outcomes)
    n_repeats, total = folds.shape[1], folds.sum(2)
    apart = total.sum(1) ** 2 - (total**2).sum(1)  # products of folds of different repeats, each twice
    return {"estimate": apart / (4 * n_repeats * (n_repeats - 1))}


def _record_share(outcomes: Outcomes, alpha: float) -> Findings:  # noqa: ARG001
    variances = variances_of(CrossedSums.of(outcomes.sums))
    record, single = variances.record, variances.single
    return {"estimate": np.where(single > 0, record / np.where(single > 0, single, 1), 1.0), "statistic": single}


def _corrected_t(outcomes: Outcomes, alpha: float) -> Findings:
    """Assess the t test that is corrected for the overlap of any plan's training sets."""
    result = paired_t(outcomes.evidence.differences, test_to_train=outcomes.test_to_train)
    return findings_of_result(result, alpha)


_OWN: dict[str, Assess] = {
    CAUTIOUS: _cautious, CORRECTED_T: _corrected_t, "square": _square, "within": _within, "between": _between,
    "record share": _record_share,
}  # fmt: skip
