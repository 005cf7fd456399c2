"""Methods for every pair of several classifiers, and what is measured of a pair besides decisions."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from bayescmp.frequentist._bcv_mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._f import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.levels._crossed_effects import CROSSED_EFFECTS
from bayescmp.levels._effective_table import EFFECTIVE_TABLE
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._crossed_effects import variance_components
from bayescmp.studies._methods import METHODS, Findings, Method, findings_of_posterior
from bayescmp.studies._outcomes import Outcomes

PLAN = BLOCKED_5_X_2.name
CAUTIOUS = f"{CROSSED_EFFECTS.name}, cautious"
OF_LEVELS = (CROSSED_EFFECTS.name, CAUTIOUS, EFFECTIVE_TABLE.name)
"""Those that find an interval of the difference."""
JUDGED = (*OF_LEVELS, BCV_MCNEMAR.name, CALIBRATED_5X2_BCV_F.name, COMBINED_5X2_F.name)
MEASURED = ("disagreement", "square", "within", "between", "record share")


def pair_methods(pairs: Sequence[tuple[str, str]], names: Sequence[str]) -> list[Method]:
    """Return the judged methods and measured quantities for every pair of the named classifiers."""
    assess = {name: METHODS[name].assess for name in JUDGED if name in METHODS}
    assess |= {CAUTIOUS: _cautious, "disagreement": METHODS["disagreement"].assess}
    assess |= {"square": _square, "within": _within, "between": _between, "record share": _record_share}
    positions = {name: k for k, name in enumerate(names)}
    return [
        Method(
            name=f"{first} - {second}: {name}",
            plan=PLAN,
            assess=partial(_of_pair, assess[name], positions[first], positions[second]),
        )
        for first, second in pairs
        for name in (*JUDGED, *MEASURED)
    ]


def _of_pair(assess: Any, first: int, second: int, outcomes: Outcomes, alpha: float) -> Findings:
    return assess(outcomes.pair(first, second), alpha)


def _cautious(outcomes: Outcomes, alpha: float) -> Findings:
    return findings_of_posterior(crossed_effects_of_sums(outcomes.sums, tau="cautious"), alpha)


def _folds(outcomes: Outcomes) -> Any:
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
    record, single = variance_components(outcomes.sums)
    return {"estimate": np.where(single > 0, record / np.where(single > 0, single, 1), 1.0), "statistic": single}
