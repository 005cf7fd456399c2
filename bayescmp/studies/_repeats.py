"""Methods for every pair of several classifiers, by how many repeats of one design they see."""

from collections.abc import Sequence

from bayescmp.frequentist import paired_t
from bayescmp.frequentist._bcv_mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._t import CORRECTED_REPEATED_KFOLD_T
from bayescmp.levels._crossed_effects import CROSSED_EFFECTS
from bayescmp.levels._effective_table import EFFECTIVE_TABLE
from bayescmp.model_selection import (
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
    TEN_TIMES_TEN_FOLD,
    Plan,
)
from bayescmp.studies._methods import Assess, Findings, Method, findings_of_result
from bayescmp.studies._outcomes import Outcomes
from bayescmp.studies._pairs import CAUTIOUS, assess_named, methods_of_pairs

CORRECTED_T = CORRECTED_REPEATED_KFOLD_T.name
DISAGREEMENT = "disagreement"
NESTED = (BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2)
"""Each begins with the repeats of the one before, so that a training set is fitted once for all."""
JUDGED = (CROSSED_EFFECTS.name, CAUTIOUS, EFFECTIVE_TABLE.name, BCV_MCNEMAR.name, CORRECTED_T)


def repeats_methods(names: Sequence[str]) -> list[Method]:
    """Return the judged methods at every number of repeats, each of which finds an array of all pairs of classifiers.

    The corrected t test is also that of 10 x 10-fold, which people spend a hundred fits on.
    """
    nested = [(name, plan) for plan in NESTED for name in (*JUDGED, DISAGREEMENT)]
    wanted = [*nested, (CORRECTED_T, TEN_TIMES_TEN_FOLD)]
    return methods_of_pairs(names, [(label(name, plan), plan.name, _assess(name)) for name, plan in wanted])


def label(name: str, plan: Plan) -> str:
    """Name a method under a plan."""
    return f"{name}, {plan.name}"


def _assess(name: str) -> Assess:
    return _corrected_t if name == CORRECTED_T else assess_named(name)


def _corrected_t(outcomes: Outcomes, alpha: float) -> Findings:
    """Assess the t test that is corrected for the overlap of any plan's training sets."""
    result = paired_t(outcomes.evidence.differences, test_to_train=outcomes.test_to_train)
    return findings_of_result(result, alpha)
