"""Methods for every pair of several classifiers, and what is measured of a pair besides decisions."""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from bayescmp._typing import Floats
from bayescmp.frequentist._bcv_mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._f import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.levels._crossed_effects import CROSSED_EFFECTS
from bayescmp.levels._effective_table import EFFECTIVE_TABLE
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._crossed_effects import variance_components
from bayescmp.studies._methods import METHODS, Assess, Findings, Method, findings_of_posterior
from bayescmp.studies._outcomes import Outcomes

PLAN = BLOCKED_5_X_2.name
CAUTIOUS = f"{CROSSED_EFFECTS.name}, cautious"
OF_LEVELS = (CROSSED_EFFECTS.name, CAUTIOUS, EFFECTIVE_TABLE.name)
"""Those that find an interval of the difference."""
JUDGED = (*OF_LEVELS, BCV_MCNEMAR.name, CALIBRATED_5X2_BCV_F.name, COMBINED_5X2_F.name)


def pair_methods(names: Sequence[str]) -> list[Method]:
    """Return the judged methods and measured quantities, each of which finds an array of all pairs of classifiers."""
    return methods_of_pairs(names, [(name, PLAN, assess_named(name)) for name in (*JUDGED, *MEASURED)])


def methods_of_pairs(names: Sequence[str], methods: Iterable[tuple[str, str, Assess]]) -> list[Method]:
    """Return methods, given by their names, plans and what they find of one pair, that find it of all pairs."""
    pairs = list(combinations(range(len(names)), 2))
    coords = {"pair": [pair_name(names[a], names[b]) for a, b in pairs]}
    return [
        Method(name=name, plan=plan, assess=partial(of_pairs, assess, pairs), coords=coords)
        for name, plan, assess in methods
    ]


def assess_named(name: str) -> Assess:
    """Return what a registered method, or one of this file, finds of one pair."""
    return _OWN[name] if name in _OWN else METHODS[name].assess


def pair_name(first: str, second: str) -> str:
    """Name a pair of classifiers."""
    return f"{first} - {second}"


def of_pairs(assess: Assess, pairs: Sequence[tuple[int, int]], outcomes: Outcomes, alpha: float) -> Findings:
    """Assess every pair, and put what is found of each beside each other, after the trial."""
    found = [assess(outcomes.pair(*pair), alpha) for pair in pairs]
    return {name: np.stack([np.asarray(one[name]) for one in found], axis=1) for name in found[0]}


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
    record, single = variance_components(outcomes.sums)
    return {"estimate": np.where(single > 0, record / np.where(single > 0, single, 1), 1.0), "statistic": single}


_OWN: dict[str, Assess] = {
    CAUTIOUS: _cautious, "square": _square, "within": _within, "between": _between, "record share": _record_share,
}  # fmt: skip
MEASURED = ("disagreement", "square", "within", "between", "record share")
