"""Sums of record-level outcomes over training sets: all that the crossed-effects model takes from the data."""

from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from bayescmp.predictions import check_independent_records, pair_of_names, training_sets, wrong
from bayescmp.tables import tables_of_losses

Array = NDArray[Any]

_SUMS = (
    "difference", "total", "squares", "squared_totals", "records", "together", "overlap", "n_train", "cells",
)  # fmt: skip


def crossed_sums(predictions: xr.Dataset, first: str | None = None, second: str | None = None) -> xr.Dataset:
    """Add up the differences of losses of two classifiers over the validation set of every training set.

    Parameters
    ----------
    predictions : Dataset
        As from `cross_val_predictions`; several training sets.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.

    Returns
    -------
    Dataset
        As from `crossed_sums_of_losses`.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else or has groups or weights, or the names do not name two of its classifiers.
    """
    check_independent_records(predictions)
    first, second = pair_of_names(predictions["classifier"].values, first, second)
    losses = wrong(predictions).drop_vars("fold", errors="ignore")
    return crossed_sums_of_losses(
        losses.sel(classifier=first, drop=True),
        losses.sel(classifier=second, drop=True),
        predictions["fold"].drop_vars("fold", errors="ignore"),
        training_sets(predictions),
    )


def check_sums(sums: object) -> xr.Dataset:
    """Return `sums` if they are sums over training sets, else say what is missing."""
    if not isinstance(sums, xr.Dataset):
        raise TypeError(f"`sums` must be a Dataset as from `crossed_sums`, but got {type(sums).__name__}.")
    missing = [name for name in _SUMS if name not in sums]
    if missing:
        raise ValueError(f"`sums` must be as from `crossed_sums`, but lacks {missing}.")
    return sums


def crossed_sums_of_losses(
    wrong_first: xr.DataArray, wrong_second: xr.DataArray, fold: xr.DataArray, train: xr.DataArray | None = None
) -> xr.Dataset:
    """Add up the differences of losses over the validation set of every training set, for a batch of experiments.

    Parameters
    ----------
    wrong_first, wrong_second : DataArray of bool, dims (..., record) or (..., repeat, record)
        Whether the prediction is wrong. Without the dim `repeat`, a record has one outcome in all repeats.
    fold : DataArray of int, dims (..., repeat, record)
        The validating fold, -1 for none.
    train : DataArray of bool, dims (..., repeat, fold, record), optional
        The training sets; all records outside the fold if None.

    Returns
    -------
    Dataset
        With d the difference of the losses on a record, first - second, in a repeat, and t its sum over repeats:
        `difference` (training_set), the sum of d; `total` (times, training_set), the sum of t over the records that
        are validated so many times; `squares`, the sum of all d^2; `squared_totals` (times), that of t^2;
        `records` (times), their number; `together` (times, training_set, other), the records that both sets validate;
        `overlap` (training_set, other), the records that both train on over the product of their numbers; `cells`
        (first, second), validations by outcome; `n_train`, the mean size of a training set. Leading dims are
        experiments.

    Raises
    ------
    ValueError
        If there is only one training set.
    """
    tables = tables_of_losses(wrong_first, wrong_second, fold)
    lead = [str(dim) for dim in tables.dims if dim not in {"repeat", "fold", "first", "second"}]
    fold = fold.transpose(..., "repeat", "record")
    number = xr.DataArray(np.arange(tables.sizes["fold"]), dims="fold")
    inside = (fold == number).transpose(..., "repeat", "fold", "record")
    if train is not None and (
        not isinstance(train, xr.DataArray) or not {"repeat", "fold", "record"} <= set(train.dims)
    ):
        raise TypeError("`train` must be a labelled array with the dims repeat, fold and record, or None.")
    train = fold != number if train is None else train
    train = train.transpose(..., "repeat", "fold", "record")
    if tables.sizes["repeat"] * tables.sizes["fold"] < 2:
        raise ValueError("There must be two training sets or more, but there is one: use `paired_posterior`.")
    difference = (wrong_first.astype(np.float64) - wrong_second.astype(np.float64)).where(fold >= 0, 0.0)
    difference = difference.transpose(*lead, "repeat", "record")
    times = (fold >= 0).sum("repeat").transpose(..., "record")
    counts = np.unique(times.values[times.values > 0])
    return _assembled(difference, inside, train, times, counts, lead).assign(cells=tables.sum(("repeat", "fold")))


def _assembled(
    difference: xr.DataArray,
    inside: xr.DataArray,
    train: xr.DataArray,
    times: xr.DataArray,
    counts: Array,
    lead: list[str],
) -> xr.Dataset:
    members, fitted = _sets(inside), _sets(train)  # (..., training_set, record)
    used = members.any(-1).any(tuple(range(members.ndim - 2)))  # repeats may have fewer folds
    members, fitted = members[..., used, :], fitted[..., used, :]
    n_folds = inside.sizes["fold"]
    repeat_of = np.flatnonzero(used) // n_folds
    d = difference.values
    total = d.sum(-2)
    is_times = times.values[..., None, :] == counts[:, None]  # (..., times, record)
    sizes = fitted.sum(-1, dtype=np.float64)
    shared = fitted.astype(np.float64) @ np.swapaxes(fitted, -1, -2).astype(np.float64)
    by_times = members[..., None, :, :] * is_times[..., :, None, :]  # (..., times, training_set, record)
    own = [str(dim) for dim in inside.dims if dim in lead]
    both = ("training_set", "other")
    return xr.Dataset(
        {
            "difference": ((*lead, "training_set"), np.einsum("...sr,...sr->...s", members, d[..., repeat_of, :])),
            "total": ((*lead, "times", "training_set"), np.einsum("...tsr,...r->...ts", by_times, total)),
            "squares": (lead, (d**2).sum((-2, -1))),
            "squared_totals": ((*lead, "times"), np.einsum("...tr,...r->...t", is_times, total**2)),
            "records": ((*own, "times"), is_times.sum(-1)),
            "together": (
                (*own, "times", *both),
                np.einsum("...tsr,...or->...tso", by_times, members.astype(np.float64)),
            ),
            "overlap": ((*own, *both), shared / sizes[..., :, None] / sizes[..., None, :]),
            "n_train": (own, sizes.mean(-1)),
        },
        coords={"times": counts},
    )


def _sets(members: xr.DataArray) -> Array:
    """Join the dims repeat and fold."""
    array = members.values
    return array.reshape(*array.shape[:-3], -1, array.shape[-1])
