"""Bootstrap tests of two binary classifiers on one hold-out, fast because a resample is a count of joint outcomes."""

from functools import partial

import numpy as np

from bayescmp._typing import Array
from bayescmp.frequentist._bootstrap import percentile_pvalue
from bayescmp.model_selection import HOLD_OUT
from bayescmp.studies._methods import Findings, Method, register_method
from bayescmp.studies._outcomes import Labels, Outcomes

PLAN = HOLD_OUT.name


def _assess_bootstrap(kind: str, outcomes: Outcomes, alpha: float) -> Findings:
    if outcomes.labels is None:
        raise ValueError(f"The bootstrap of the {kind} needs predicted labels, which this scenario does not have.")
    counts = np.array([joint_counts(*labels) for labels in outcomes.labels])
    n, observed = int(np.ceil(50 / alpha)), np.subtract(*losses_of_counts(kind, counts))
    # Seeded by the counts: equal data have equal p-values wherever they are computed, other data other resamples.
    resamples = (np.random.default_rng(c).multinomial(c.sum(), c / c.sum(), size=n) for c in counts)
    pvalues = [percentile_pvalue(np.subtract(*losses_of_counts(kind, resampled))) for resampled in resamples]
    return {"pvalue": pvalues, "statistic": observed, "estimate": observed}


bootstrap_f1 = Method(name="bootstrap_f1", plan=PLAN, assess=partial(_assess_bootstrap, "f1"))
"""Bootstrap percentile test of 1 - F1, 50/alpha resamples; F1 is 0 where there are no positives, as in scikit-learn."""
bootstrap_error = Method(name="bootstrap_error", plan=PLAN, assess=partial(_assess_bootstrap, "error"))
"""The test `bootstrap_percentile` with other resamples, and much faster."""

register_method(bootstrap_f1)
register_method(bootstrap_error)


def joint_labels(joint: Array) -> Labels:
    """Labels of documents from their joint outcomes, the numbers 4 y + 2 first + second."""
    return joint >> 2, joint >> 1 & 1, joint & 1


def joint_counts(y: Array, first: Array, second: Array) -> Array:
    if not np.isin([y, first, second], (0, 1)).all():
        raise ValueError("The labels must be 0, or 1 for the positive class.")
    return np.bincount(4 * y + 2 * first + second, minlength=8)


def losses_of_counts(kind: str, counts: Array) -> list[Array]:
    """Losses of the two classifiers from counts of the 8 joint outcomes, array of shape (..., 8)."""
    y, *predicted = joint_labels(np.arange(8))
    n = counts.sum(axis=-1)
    return [loss_of_counts(kind, counts @ (y & p), counts @ (p > y), counts @ (p < y), n) for p in predicted]


def loss_of_counts(kind: str, tp: Array, fp: Array, fn: Array, n: Array | int) -> Array:
    # F1 = 0 for 0/0 gives 0 to all classifiers on a set without positives, which then speaks for none of them.
    return (fp + fn) / n if kind == "error" else 1 - 2 * tp / np.maximum(2 * tp + fp + fn, 1)
