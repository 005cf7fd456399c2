"""Two binary classifiers' labels as joint outcomes, the numbers 4 y + 2 first + second, and losses by their counts."""

import numpy as np
import xarray as xr

from bayescmp._typing import Array, Integers
from bayescmp.model_selection import HOLD_OUT
from bayescmp.studies._outcomes import Batch, Labels, Outcomes

PLAN = HOLD_OUT.name


def joint_labels(joint: Array) -> Labels:
    """Labels of records from their joint outcomes."""
    return joint >> 2, joint >> 1 & 1, joint & 1


def batch_of_joint(joint: Array, test_to_train: float) -> Batch:
    """Return trials, one per row of joint outcomes, as evaluation sets of trained classifiers."""
    y, first, second = joint_labels(joint)
    wrong = np.stack([first != y, second != y], axis=1)[:, :, None]
    outcomes = Outcomes(
        plan=PLAN,
        wrong=xr.DataArray(wrong, dims=("experiment", "classifier", "repeat", "record")),
        fold=xr.DataArray(np.zeros((1, y.shape[1]), dtype=np.int16), dims=("repeat", "record")),
        test_to_train=test_to_train,
        labels=list(zip(y, first, second, strict=True)),
    )
    none, done = [0] * len(y), list(range(len(y)))
    return Batch(outcomes={PLAN: outcomes}, done=done, failures={}, fits=none, n_warnings=none)


def counts_of_trials(outcomes: Outcomes, what: str) -> Integers:
    """Count the 8 joint outcomes of every trial, (trial, 8)."""
    if outcomes.labels is None:
        raise ValueError(f"{what} needs predicted labels, which this scenario does not have.")
    return np.array([joint_counts(*labels) for labels in outcomes.labels])


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
