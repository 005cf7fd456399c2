"""What a test is computed from: the outcomes of two classifiers under one resampling plan."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from bayescmp._validation import check_not_negative
from bayescmp.frequentist._resampling import difference_of
from bayescmp.losses import Metric
from bayescmp.tables import fold_differences, paired_table

Array = NDArray[Any]


@dataclass(frozen=True, kw_only=True, eq=False)
class Evidence:
    """Outcomes of two classifiers under one resampling plan.

    Attributes
    ----------
    tables : DataArray, dims (..., repeat, fold, first, second)
        Right and wrong predictions in every validation set.
    differences : DataArray, dims (..., repeat, fold)
        loss(first) - loss(second) on every validation set, in the metric of the test.
    test_to_train : float
        Size of a validation set relative to its training set, averaged.
    labels : tuple of arrays or None
        True labels and those predicted by the two classifiers in the first validation set.
    metric : "error" or callable
        The metric.
    alpha : float
        Level, for tests whose effort depends on it.
    rng : int or None
        Seed of resamples; each test starts from it.
    """

    tables: xr.DataArray
    differences: xr.DataArray
    test_to_train: float
    labels: tuple[Array, Array, Array] | None = None
    metric: Metric = "error"
    alpha: float = 0.05
    rng: int | None = None


def evidence_of_tables(tables: xr.DataArray, *, test_to_train: float) -> Evidence:
    """Evidence about the error from tables alone."""
    if not (isinstance(test_to_train, float) and np.isnan(test_to_train)):  # NaN where it is not known
        check_not_negative("test_to_train", test_to_train)
    return Evidence(tables=tables, differences=fold_differences(tables), test_to_train=test_to_train)


def evidence_of_splits(
    splits: Sequence[tuple[Array, Array]],
    y: Array,
    predicted: Sequence[tuple[Array, Array]],
    shape: tuple[int, int],
    *,
    metric: Metric,
    alpha: float,
    rng: int,
) -> Evidence:
    """Evidence from the predictions of both classifiers for the test set of every split.

    Parameters
    ----------
    splits : sequence of (train, test)
        Row numbers.
    y : array of shape (n_records,)
        True labels.
    predicted : sequence of (first, second)
        Predicted labels of each test set.
    shape : (int, int)
        Numbers of repeats and folds.
    metric, alpha, rng
        As in `Evidence`.
    """
    labels = [(y[test], a, b) for (_, test), (a, b) in zip(splits, predicted, strict=True)]
    wrong = [(a != truth, b != truth) for truth, a, b in labels]
    cells = {
        "both_wrong": [(a & b).sum() for a, b in wrong],
        "only_first_wrong": [(a & ~b).sum() for a, b in wrong],
        "only_second_wrong": [(~a & b).sum() for a, b in wrong],
        "both_right": [(~a & ~b).sum() for a, b in wrong],
    }
    tables = paired_table(
        **{name: np.reshape(counts, shape) for name, counts in cells.items()}, dims=("repeat", "fold")
    )
    if callable(metric):
        difference = difference_of(metric)
        differences = xr.DataArray(np.reshape([difference(*one) for one in labels], shape), dims=("repeat", "fold"))
    else:
        differences = fold_differences(tables)
    ratio = float(np.mean([len(test) / len(train) for train, test in splits]))
    return Evidence(
        tables=tables,
        differences=differences,
        test_to_train=ratio,
        labels=labels[0],
        metric=metric,
        alpha=alpha,
        rng=rng,
    )


def mean_difference(differences: xr.DataArray, plan: str) -> xr.DataArray:
    """Average the differences over the validation sets of a plan; "half-splits" estimates by its first hold-outs."""
    if plan == "half-splits":
        differences = differences.isel(repeat=slice(0, 15))
    return differences.mean(("repeat", "fold"))
