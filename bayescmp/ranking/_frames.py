"""The tables of a ranking: its classifiers, its pairs, and the differences to the best."""

from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._typing import Array, Floats
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.frequentist import adjust_pvalues
from bayescmp.frequentist._registry import test_of_pairs
from bayescmp.posteriors import JointPosterior
from bayescmp.ranking._draws import OfDraws
from bayescmp.ranking._pooled import Pooled
from bayescmp.ranking._tiers import order_of
from bayescmp.results import OUTCOMES, PROBABILITIES, Settings, answers

_OF_SIDES = ["estimate", "low", "high"]
_SWAPPED = {"first": "second", "second": "first", "low": "high", "high": "low"}
_SWAPPED |= {
    f"{kind}{one}": f"{kind}{other}"
    for kind in ("", "pooled_")
    for one, other in zip(PROBABILITIES, PROBABILITIES[::-1], strict=True)
}
"""What the columns of pairs are where the two change places; differences change their sign as well."""


def frame_of_pairs(evidence: PairEvidence, posterior: Any, pooled: Pooled, settings: Settings) -> pd.DataFrame:
    """Return one row per pair, all numbers but the pooled ones by the pair's own posterior."""
    pvalues, own = pvalues_of(evidence, settings), answers(posterior.difference, settings)
    return pd.DataFrame(
        {
            "first": evidence.names[0],
            "second": evidence.names[1],
            **own,
            **{f"pooled_{name}": p for name, p in zip(PROBABILITIES, pooled.probabilities.T, strict=True)},
            **holm_of(own, settings.threshold),
            "pvalue": pvalues,
            "pvalue_holm": adjusted(pvalues),
        }
    )


def frame_of_classifiers(
    joint: JointPosterior, found: OfDraws, cautious: Floats, pooled: Pooled, evidence: Evidence, settings: Settings
) -> pd.DataFrame:
    """Return one row per classifier, the best one first; those that are alike have the same numbers."""
    interval, metric = joint.losses.interval(settings.ci_prob, settings.ci_kind), evidence.metric
    names, alike = interval.low["classifier"].to_numpy(), evidence.alike
    losses = _array((joint.moments.mean * joint.moments.weights).sum("part"))[alike]
    low, high = metric.interval_of_losses(*(_array(end)[alike] for end in (interval.low, interval.high)))
    frame = pd.DataFrame(
        {
            "estimate": metric.loss_of_value(losses),
            "low": low,
            "high": high,
            "prob_best": found.ranks[:, 0],
            "prob_best_cautious": cautious,
            "prob_best_pooled": pooled.prob_best,
            "expected_rank": found.ranks @ np.arange(1, len(names) + 1),
            "expected_regret": found.regret,
            "prob_within_rope_of_best": found.within_rope,
            "pooled_estimate": metric.loss_of_value(pooled.estimate),
        },
        index=pd.Index(names, name="classifier"),
    )
    return frame.iloc[order_of(losses, names)]


def frame_to_best(evidence: PairEvidence, posterior: Any, ci_prob: float, order: pd.Index) -> pd.DataFrame:
    """Return the differences to the classifier that is the first of every pair, with intervals of a probability."""
    interval = posterior.difference.interval(ci_prob)
    frame = pd.DataFrame(
        {
            "estimate": 0.0 - _array(posterior.difference.mean),
            "low": 0.0 - _array(interval.high),
            "high": 0.0 - _array(interval.low),
        },
        index=pd.Index(evidence.names[1], name="classifier"),
    )
    return frame.reindex(order[1:])


def frame_against_control(pairs: pd.DataFrame, control: str, order: pd.Index, threshold: float) -> pd.DataFrame:
    """Return the pairs with a control, which becomes the second, with Holm's adjustments over these alone."""
    own = pairs[(pairs["first"] == control) | (pairs["second"] == control)].reset_index(drop=True)
    swapped = own.rename(columns=_SWAPPED)[own.columns]
    swapped[_OF_SIDES] = 0.0 - swapped[_OF_SIDES]
    swapped["decision"] = swapped["decision"].replace(dict(zip(OUTCOMES, OUTCOMES[::-1], strict=True)))
    found = own.where(own["second"] == control, swapped)
    found = found.iloc[order.drop(control).get_indexer(found["first"]).argsort()].reset_index(drop=True)
    return found.assign(pvalue_holm=adjusted(found["pvalue"].to_numpy()), **holm_of(found, threshold))


def holm_of(pairs: pd.DataFrame, threshold: float, of: str = "") -> dict[str, Array]:
    """Return the columns of Holm's adjustment over some pairs, and whether one is better by decision after it.

    It is of twice what the more probable order, or side of the rope, of every pair lacks of probability 1.
    """
    first_better, equivalent, second_better = (pairs[f"{of}{name}"].to_numpy() for name in PROBABILITIES)
    lacking = 2 * (equivalent + np.minimum(first_better, second_better))
    found = adjusted(lacking.clip(0, 1))
    survives = pairs[f"{of}decision"].isin(OUTCOMES[::2]).to_numpy() & (found <= 2 * (1 - threshold))
    return {f"{of}posterior_holm": found, f"{of}survives_holm": survives}


def pvalues_of(evidence: PairEvidence, settings: Settings) -> Floats:
    """Return the p-values of the test of pairs, NaN where there is none."""
    test = test_of_pairs(evidence.metric, evidence.design)
    if test is None:
        return np.full(evidence.names[0].size, np.nan)
    return _array(test.assess(test.evidence_from(evidence), settings).pvalue)


def adjusted(pvalues: Floats) -> Floats:
    """Return p-values by Holm's procedure over those that there are, NaN where there is none."""
    found, told = pvalues.copy(), ~np.isnan(pvalues)
    found[told] = adjust_pvalues(pvalues[told]) if told.any() else []
    return found


def _array(values: Any) -> Array:
    return np.atleast_1d(np.asarray(values, dtype=float))
