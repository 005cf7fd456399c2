"""Values of validation sets: of predictions by any metric, or as `cross_val_score` returns them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_numbers, check_same_index, in_order, index_of
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, about, check_integer, check_positive, check_text
from bayescmp.design import CROSS_VALIDATION, Design, Sizes
from bayescmp.metrics._answers_of import answers_of
from bayescmp.metrics._from_words import metric_of_data
from bayescmp.metrics._margins import check_class
from bayescmp.metrics._metric import Metric
from bayescmp.predictions import (
    check_outcomes,
    check_within,
    checked_bounds,
    checked_names,
    direction_of,
    provenance_of_losses,
    training_sets,
)

_DIMS = ("classifier", "repeat", "fold")
_SIZES = ("n_train", "n_test")
_SMALLEST = 1e-100
_LEAST = 4  # scores, of whose t distribution there is a standard deviation


def scores_from_arrays(
    scores: Mapping[str, ArrayLike],
    *,
    n_train: float,
    n_test: float,
    n_repeats: int | None = None,
    greater_is_better: bool | None = None,
    noun: str = "score",
    bounds: tuple[float | None, float | None] | None = None,
) -> xr.DataArray:
    """Gather the scores of several classifiers on the same validation sets.

    Scores tell less than predictions, of which `compare` takes any metric, and how much training sets add.

    Parameters
    ----------
    scores : mapping of str to array
        The scores of each classifier under its name, as from scikit-learn's ``cross_val_score``: of shape (n_sets,),
        repeat by repeat, or (n_repeats, n_folds). All on the same splits, in the same order.
    n_train, n_test : float
        Number of records of a training and of a validation set; their means, where they differ.
    n_repeats : int, optional
        Repeats of a cross-validation whose scores are given in one row, repeat by repeat. If None, a row of scores is
        one of validation sets of which nothing else is known. It does not change the posterior; some tests beside it
        are for known designs only.
    greater_is_better : bool, optional
        Whether larger scores are better: yes if not told, unless `noun` is called as losses are, which asks for it.
    noun : str, default "score"
        What sentences call a score, such as "accuracy".
    bounds : (float or None, float or None), optional
        The least and the largest score that can occur; None for none, so that ``(None, None)`` says that there are
        none. If left out, scores that all lie between 0 and 1 are taken as bounded by them, and results say so.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        The scores, as from `bayescmp.metrics.fold_values`, with the coordinates `n_train` and `n_test`; noun, direction
        and bounds are in the provenance, as those of `predictions_from_arrays(loss=...)`.

    Raises
    ------
    TypeError, ValueError
        If scores are no finite numbers, not as many for each classifier, or out of bounds, or an argument is out of
        range.

    Examples
    --------
    >>> import bayescmp as bc
    >>> found = {"tree": [0.91, 0.93, 0.90, 0.92, 0.94], "svm": [0.95, 0.94, 0.95, 0.93, 0.96]}
    >>> scores = bc.scores_from_arrays(found, n_train=120, n_test=30, n_repeats=1, noun="accuracy")
    >>> scores.dims, scores.shape
    (('classifier', 'repeat', 'fold'), (2, 1, 5))
    >>> bc.compare(scores).level.name
    'correlated-t'
    """
    names = checked_names(scores, "scores")
    check_text("noun", noun)
    greater_is_better = direction_of(noun, greater_is_better, by_default=True)
    told = None if bounds is None else checked_bounds(bounds)
    given = dict(zip(_SIZES, (n_train, n_test), strict=True))
    sizes = [check_positive(name, size, least=1, most=MOST_RECORDS) for name, size in given.items()]
    ordered = {f"scores[{name!r}]": in_order(scores[name]) for name in names}
    for axis in (-1, -2):
        check_same_index({name: index_of(values, axis) for name, values in ordered.items()})
    arrays = {name: _numbers(values, name) for name, values in ordered.items()}
    shapes = {name: array.shape for name, array in arrays.items()}
    if len(set(shapes.values())) > 1:
        raise ValueError(f"`scores` must have the same shape for all classifiers, but got {shapes}.")
    found = np.stack([*arrays.values()])
    check_within("scores", found, *(told or (None, None)))
    shaped = found.reshape(len(names), *_shape(found.shape[1:], n_repeats))
    return _labelled(
        shaped,
        {"classifier": names},
        [np.full(shaped.shape[1:], float(size)) for size in sizes],
        provenance_of_losses(
            noun=noun, greater_is_better=greater_is_better, bounds=told, beside={"made_by": "scores_from_arrays"}
        ),
    )


def _labelled(values: Floats, names: Mapping[str, Any], sizes: Sequence[Floats], attrs: dict[str, str]) -> xr.DataArray:
    """Name the axes of values, and put the sizes of training and validation sets beside them."""
    coords = {name: (_DIMS[1:], of_sets) for name, of_sets in zip(_SIZES, sizes, strict=True)}
    return xr.DataArray(values, dims=_DIMS, coords={**names, **coords}, name="value", attrs=attrs)


def _numbers(values: ArrayLike, name: str) -> Floats:
    array = as_numbers(values, name)
    if array.ndim not in {1, 2} or array.size < 2:
        raise ValueError(
            f"`{name}` must be of shape (n_sets,) or (n_repeats, n_folds), with two scores or more, but got the shape "
            f"{array.shape}."
        )
    odd = np.flatnonzero(~np.isfinite(array))
    if odd.size:
        raise ValueError(f"`{name}` must hold finite numbers, but got {array.flat[odd[0]]} at position {odd[0]}.")
    largest = float(np.abs(array).max())
    if largest != 0 and not _SMALLEST <= largest <= 1 / _SMALLEST:
        raise ValueError(
            f"`{name}` must hold numbers of at most {1 / _SMALLEST:g} in size, the largest at least {_SMALLEST:g}, but "
            f"the largest is {largest:.3g}. Give them in another unit."
        )
    return array


def _shape(given: tuple[int, ...], n_repeats: int | None) -> tuple[int, int]:
    """Return numbers of repeats and folds."""
    count = int(np.prod(given))
    if n_repeats is not None:
        repeats = check_integer("n_repeats", n_repeats, least=1)
        if count % repeats or (len(given) == 2 and given[0] != repeats):
            raise ValueError(f"`n_repeats` must divide the {count} scores, of shape {given}, but got {n_repeats}.")
        return repeats, count // repeats
    return (given[0], given[1]) if len(given) == 2 else (count, 1)


def check_scores(scores: xr.DataArray, name: str) -> xr.DataArray:
    """Return scores if they are as from `scores_from_arrays` or `fold_values`, else say what is wrong with them."""
    with about(name):
        if set(scores.dims) != {*_DIMS} or "classifier" not in scores.coords:
            raise ValueError(
                f"`scores` must have the dims {_DIMS}, with the names of the classifiers, but got {scores.dims}."
            )
        lacking = [size for size in _SIZES if size not in scores.coords]
        if lacking:
            raise ValueError(f"`scores` must have the coordinates n_train and n_test, but lack {lacking[0]}.")
        ordered = scores.transpose(*_DIMS)
        checked_names(dict.fromkeys(ordered["classifier"].to_numpy().tolist()), "classifier")
        values, used = ordered.to_numpy(), _used(ordered)
        if values.dtype.kind != "f" or not np.isfinite(values[:, used]).all():
            raise ValueError("`scores` must hold a finite number for every validation set.")
        if used.sum() < _LEAST:
            raise ValueError(
                f"`scores` must be of {_LEAST} validation sets or more, but are of {int(used.sum())}: fewer do not "
                "tell how far scores spread."
            )
        for size in _SIZES:
            if not (np.isfinite(ordered[size].to_numpy()[used]) & (ordered[size].to_numpy()[used] > 0)).all():
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
    used = _used(scores)
    train, test = (scores[size].transpose("repeat", "fold").to_numpy()[used] for size in _SIZES)
    return Design(
        kind=CROSS_VALIDATION,
        n_records=float((train + test).mean()),
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
        As from `predictions_from_arrays` or `cross_val_predictions`.
    metric : str, callable or Metric, optional
        A name from `METRICS`, by default "error", the share of wrong predictions, and "accuracy" where the data tell
        only what is right. A function
        ``metric(y_true, y_pred)`` of labels must be higher where predictions are better, as
        `sklearn.metrics.f1_score` is. To be left out where the data hold losses or scores.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of; may be left out where the labels are 0 and 1.

    Returns
    -------
    DataArray, dims (classifier, repeat, fold)
        Values, for the error proportions; NaN where a repeat has fewer folds, or the metric is not defined, as the ROC
        AUC of records of one class. The coordinates `n_train` and `n_test` (repeat, fold) are the sizes of the training
        and validation sets, NaN and 0 where there are none.

    Raises
    ------
    TypeError, ValueError
        If `predictions` is something else, `metric` neither, or `pos_label` no class that a metric of one class is of.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.metrics import fold_values
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0]}, fold=[0, 0, 1, 1])
    >>> fold_values(predictions).values.tolist()
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
        noun=metric.noun,
        greater_is_better=metric.greater_is_better,
        bounds=metric.value_bounds,
        beside={"made_by": "fold_values"},
    )
    return _labelled(values, names, [np.where(trained > 0, trained, np.nan), n_test.astype(float)], made)
