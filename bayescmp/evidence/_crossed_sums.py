"""Sums of the differences of two classifiers' outcomes over training sets."""

import xarray as xr

from bayescmp._support._given import check_labelled
from bayescmp.evidence._sums import sums_of
from bayescmp.predictions import check_equal_records, fold_of, pair_of_names, training_sets, wrong
from bayescmp.tables import check_losses


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
    """
    check_equal_records(predictions, units=False)
    first, second = pair_of_names(predictions["classifier"].values, first, second)
    losses = wrong(predictions)
    return crossed_sums_of_losses(
        losses.sel(classifier=first, drop=True),
        losses.sel(classifier=second, drop=True),
        fold_of(predictions),
        training_sets(predictions),
    )


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
    check_losses(wrong_first, wrong_second, fold)
    if train is not None:
        check_labelled("train", train, "b", ("repeat", "fold", "record"))
    found = sums_of(xr.concat([wrong_first, wrong_second], dim="classifier"), fold, train)
    if found.sizes.shape[-2] * found.sizes.shape[-1] < 2:
        raise ValueError("There must be two training sets or more, but there is one: use `paired_posterior`.")
    return found.difference(0, 1).assign(cells=found.cells(0, 1))
