"""Values of validation sets: of predictions by any metric, or as `cross_val_score` returns them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp._support._validation import about
from bayescmp.design import CROSS_VALIDATION, RUNS, Design, Sizes
from bayescmp.doors import SET_DIMS, SIZES, labelled_sets
from bayescmp.metrics._answers_of import answers_of
from bayescmp.metrics._from_words import metric_of_data
from bayescmp.metrics._margins import check_class
from bayescmp.metrics._metric import Metric
from bayescmp.predictions import (
    TEST_SET,
    check_outcomes,
    checked_names,
    provenance,
    provenance_of_losses,
    training_sets,
)

_LEAST = 4  # scores, of whose t distribution there is a standard deviation


def check_scores(scores: xr.DataArray, name: str) -> xr.DataArray:
    """Return scores if they are as from `scores` or `fold_values`, else say what is wrong with them."""
    with about(name):
        if set(scores.dims) != {*SET_DIMS} or "classifier" not in scores.coords:
            raise ValueError(
                f"`scores` must have the dims {SET_DIMS}, with the names of the classifiers, but got {scores.dims}."
            )
        lacking = [size for size in SIZES if size not in scores.coords]
        if lacking:
            raise ValueError(f"`scores` must have the coordinates n_train and n_test, but lack {lacking[0]}.")
        ordered = scores.transpose(*SET_DIMS)
        if TEST_SET in provenance(scores):
            return ordered
        checked_names(dict.fromkeys(ordered["classifier"].to_numpy().tolist()), "classifier")
        values, used = ordered.to_numpy(), _used(ordered)
        if values.dtype.kind != "f" or not np.isfinite(values[:, used]).all():
            raise ValueError("`scores` must hold a finite number for every validation set.")
        if used.sum() < _LEAST:
            raise ValueError(
                f"`scores` must be of {_LEAST} validation sets or more, but are of {int(used.sum())}: fewer do not "
                "tell how far scores spread."
            )
        for size in SIZES:
            sizes = ordered[size].to_numpy()[used]
            if not (np.isfinite(sizes) & (sizes > 0)).all():
                raise ValueError(
                    f"`scores` must say how large the training and validation sets are, but {size} is not known. A "
                    "hold-out has no training sets that vary: compare its predictions."
                )
        return ordered


def _used(scores: xr.DataArray) -> Array:
    """Tell which places of repeat and fold are validation sets."""
    return np.asarray(scores["n_test"].transpose("repeat", "fold").to_numpy() > 0)


def design_of_scores(scores: xr.DataArray) -> Design:
    """Return the design of scores, whose records are not known."""
    if TEST_SET in provenance(scores):
        counts = scores.notnull().sum(("repeat", "fold")).to_numpy()
        return Design(kind=RUNS, n_records=float(provenance(scores)[TEST_SET]), runs=Sizes.of(counts))
    used = _used(scores)
    train, test = (scores[size].transpose("repeat", "fold").to_numpy()[used] for size in SIZES)
    return Design(
        kind=CROSS_VALIDATION,
        n_records=float((train + test).mean()) if test.max() > 1 else 0.0,  # of sets of 1, sizes may be shares alone
        n_repeats=used.shape[0],
        n_folds=used.shape[1],
        n_sets=int(used.sum()),
        train=Sizes.of(train),
        validation=Sizes.of(test),
        test_to_train=float(np.mean(test / train)),
    )


def fold_values(
    predictions: xr.Dataset,
    *,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    pos_label: object = None,
) -> xr.DataArray:
    """Value of every classifier on every validation set, in the units of the metric.

    Parameters
    ----------
    predictions : Dataset
        As from `labels` or `cross_val_predictions`.
    metric : str, callable or Metric, optional
        A name from `METRICS`, by default "error", the share of wrong predictions, and "accuracy" where the data tell
        only what is right. A function ``metric(y_true, y_pred)`` of labels must be higher where predictions are better,
        as `sklearn.metrics.f1_score` is. To be left out where the data hold losses or scores.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of; may be left out where the labels are 0 and 1.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        Values, for the error proportions; NaN where a repeat has fewer folds, or the metric is not defined, as the ROC
        AUC of records of one class. The coordinates `n_train` and `n_test` (repeat, fold) are the sizes of the training
        and validation sets, NaN and 0 where there are none.

    Examples
    --------
    >>> import bayescmp as bc
    >>> predictions = bc.labels([0, 1, 1, 0], {"tree": [0, 1, 0, 0]}, how=bc.folds([0, 0, 1, 1]))
    >>> bc.metrics.fold_values(predictions).values.tolist()
    [[[0.0, 0.5]]]
    """
    check_outcomes(predictions, losses=True)
    metric = metric_of_data(predictions, metric, pos_label)
    if metric.positive is not None:
        check_class(metric, predictions["label"].to_numpy().tolist())
    answers, fold = answers_of(predictions, metric), predictions["fold"].transpose("repeat", "record").to_numpy()
    values = np.full((len(answers.given), len(fold), int(fold.max()) + 1), np.nan)
    for c, r, k in np.ndindex(values.shape):
        rows = np.flatnonzero(fold[r] == k)
        if rows.size:
            values[c, r, k] = answers.value(metric, c, (r, rows))
    names = {name: predictions[name] for name in ("classifier", "repeat") if name in predictions.coords}
    trained = training_sets(predictions).to_numpy().sum(-1, dtype=float)
    n_test = np.stack([np.bincount(row[row >= 0], minlength=values.shape[2]) for row in fold])
    made = provenance_of_losses(
        noun=metric.noun, greater_is_better=metric.greater_is_better, bounds=metric.value_bounds,
        beside={"made_by": "fold_values"},
    )  # fmt: skip
    return labelled_sets(values, names, [np.where(trained > 0, trained, np.nan), n_test.astype(float)], made)
