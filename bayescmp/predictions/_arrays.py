"""Predictions from arrays and from the results of scikit-learn's cross_validate."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _num_samples

from bayescmp._validation import about, check_storable
from bayescmp.predictions._classifiers import check_classifier
from bayescmp.predictions._dataset import encoded_predictions
from bayescmp.predictions._labels import Array, column, plain_labels
from bayescmp.predictions._layout import layout_of_splits, row_numbers
from bayescmp.predictions._rows import check_unique, from_rows, plain_rows


def predictions_from_arrays(
    y_true: Any,
    y_pred: Mapping[str, Any],
    *,
    repeat: Any = None,
    fold: Any = None,
    splits: Any = None,
    record: Any = None,
    group: Any = None,
) -> xr.Dataset:
    """Gather the predictions of several classifiers on the same records.

    Parameters
    ----------
    y_true : array of shape (n_rows,)
        True labels: whole numbers, text or booleans. Numbers are equal by value.
    y_pred : mapping of str to array
        Predicted labels of each classifier under its name, of shape (n_rows,). With `splits` of several repeats,
        of shape (n_repeats, n_records).
    repeat, fold : array of shape (n_rows,), optional
        The repeat and the fold of each row. Neither: a hold-out on records that no classifier was trained on.
        Fold numbers count within a repeat. Several repeats need `fold`, unless each leaves out records that it was
        trained on: several answers to one test set are not supported yet.
    splits : list of (train, test), optional
        The splits, as from ``list(cv.split(X, y))``, instead of `repeat` and `fold`. Consecutive splits whose test
        sets partition the records are one repeat; any other split is a hold-out, a repeat of its own. The splits of a
        group splitter, such as `GroupKFold`, are taken as those of independent records: groups are not supported yet.
    record : array of shape (n_rows,), optional
        Keys that identify the records. With them, rows of different repeats are matched by key; without them, the
        rows of each repeat must be in the same order of records.
    group : array of shape (n_rows,), optional
        Groups of dependent records; carried and saved, not yet used by any inference.

    Returns
    -------
    Dataset
        `y_true` (record), `y_pred` (classifier, repeat, record) as codes into the coordinate `label`, and `fold`
        (repeat, record), -1 where no validation set of the repeat holds the record; `train` (repeat, fold,
        record) where a training set is not the rest of the records.

    Raises
    ------
    TypeError
        If labels are not of one kind, or text meets numbers.
    ValueError
        If labels are missing, fractional or of unequal number, keys occur twice, or folds miss records. The
        message names the first offending record.

    Examples
    --------
    >>> import bayescmp as bc
    >>> predictions = bc.predictions_from_arrays([0, 1, 1, 0], {"tree": [0, 1, 0, 0], "svm": [1, 1, 1, 0]})
    >>> predictions["y_pred"].dims, predictions["y_pred"].shape
    (('classifier', 'repeat', 'record'), (2, 1, 4))
    """
    names = _checked_names(y_pred, "y_pred")
    keys = {"repeat": repeat, "fold": fold, "record": record, "group": group}
    _check_same_index({"y_true": y_true, **{f"y_pred[{name!r}]": y_pred[name] for name in names}, **keys})
    truth = column(y_true, "y_true")
    if truth.size == 0:
        raise ValueError("`y_true` must hold at least one record, but got none.")
    if splits is None:
        return from_rows(truth, {name: y_pred[name] for name in names}, repeat, fold, record, group)
    if repeat is not None or fold is not None:
        raise ValueError("`splits` must be given alone, but got `repeat` or `fold` too, which say the same.")
    return _from_splits(truth, {name: y_pred[name] for name in names}, splits, record, group)


def predictions_from_cross_validate(results: Mapping[str, Mapping[str, Any]], X: Any, y: Any) -> xr.Dataset:
    """Predict again with the fitted estimators of scikit-learn's cross_validate.

    Parameters
    ----------
    results : mapping of str to dict
        What ``cross_validate(..., return_estimator=True, return_indices=True)`` returned for each classifier, all
        with the same splits; those of a group splitter are taken as those of independent records.
    X : array, sparse matrix or data frame of shape (n_records, n_features)
        The features that cross_validate was given.
    y : array of shape (n_records,)
        The true labels.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`.

    Raises
    ------
    TypeError
        If an estimator is no classifier.
    ValueError
        If a result lacks its estimators or indices, or the splits differ between classifiers.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.model_selection import cross_validate
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> cv = bc.BlockRegularizedCV(random_state=0)
    >>> results = {
    ...     name: cross_validate(estimator, X, y, cv=cv, return_estimator=True, return_indices=True)
    ...     for name, estimator in {"bayes": GaussianNB(), "tree": DecisionTreeClassifier(random_state=0)}.items()
    ... }
    >>> bc.predictions_from_cross_validate(results, X, y).sizes["repeat"]
    5
    """
    names = _checked_names(results, "results")
    truth = column(y, "y")
    plain_labels(truth, "y", "record {}".format)
    with about("X"):
        n_records = _num_samples(X)
    if truth.size != n_records:
        raise ValueError(f"`y` must be as long as `X` ({n_records}), but got {truth.size}.")
    with about("results"):
        per_classifier = [_splits_of_result(results[name], name) for name in names]
    splits = per_classifier[0]
    for name, others in zip(names, per_classifier, strict=True):
        if not _same_splits(others, splits):
            raise ValueError(
                f"All `results` must come from the same splits, but those of {name!r} differ from those of "
                f"{names[0]!r}. Give cross_validate a cv with a fixed random_state, or a list of splits."
            )
    layout = layout_of_splits(splits, truth.size)
    tests = [row_numbers(test) for _, test in splits]
    labels = {
        name: np.concatenate(
            [
                fitted.predict(_safe_indexing(X, test))
                for fitted, test in zip(results[name]["estimator"], tests, strict=True)
            ]
        )
        for name in names
    }
    return encoded_predictions(
        truth,
        labels,
        repeats=np.concatenate([np.full(len(t), r) for (r, _), t in zip(layout.position, tests, strict=True)]),
        records=np.concatenate(tests),
        fold=layout.fold,
        train=layout.train,
        provenance={"made_by": "predictions_from_cross_validate"},
    )


def _checked_names(mapping: object, argument: str) -> list[str]:
    if not isinstance(mapping, Mapping) or not mapping:
        raise TypeError(
            f'`{argument}` must be a mapping from the name of each classifier, such as {{"tree": ...}}, '
            f"but got {type(mapping).__name__}."
        )
    for name in mapping:
        if not isinstance(name, str) or not name:
            raise TypeError(f"The names in `{argument}` must be non-empty text, but got {name!r}.")
        check_storable(f"The names in `{argument}`", name)
    return list(mapping)


def _check_same_index(arguments: Mapping[str, Any]) -> None:
    """Refuse pandas Series whose index says that they are in another order."""
    series = [(name, values) for name, values in arguments.items() if isinstance(values, pd.Series)]
    for name, values in series[1:]:
        reference, first = series[0]
        if not values.index.equals(first.index):
            raise ValueError(
                f"`{name}` must have the index of `{reference}`, but its index differs. Align them by "
                f"`.loc[{reference}.index]`, or give `.to_numpy()` if the order is the same."
            )


def _splits_of_result(result: Mapping[str, Any], name: str) -> list[tuple[Any, Any]]:
    if not isinstance(result, Mapping):
        raise TypeError(f"`results[{name!r}]` must be a dict from cross_validate, but got {result!r}.")
    if "estimator" not in result or "indices" not in result:
        raise ValueError(
            f"`results[{name!r}]` must come from cross_validate(..., return_estimator=True, "
            f"return_indices=True), but it has only {sorted(result)}."
        )
    for estimator in result["estimator"]:
        check_classifier(f"results[{name!r}]['estimator']", estimator)
    return list(zip(result["indices"]["train"], result["indices"]["test"], strict=True))


def _same_splits(one: list[tuple[Any, Any]], other: list[tuple[Any, Any]]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(train, train2) and np.array_equal(test, test2)
        for (train, test), (train2, test2) in zip(one, other, strict=True)
    )


def _from_splits(truth: Array, y_pred: Mapping[str, Any], splits: Any, record: Any, group: Any) -> xr.Dataset:
    with about("splits"):
        layout = layout_of_splits(splits, truth.size)
    repeats, records = np.nonzero(layout.fold >= 0)
    keys = None if record is None else plain_rows(record, "record", truth.size)
    if keys is not None:
        check_unique(keys, np.zeros_like(keys, dtype=int))
    return encoded_predictions(
        truth,
        {name: _grid(values, name, layout.fold.shape)[repeats, records] for name, values in y_pred.items()},
        repeats=repeats,
        records=records,
        fold=layout.fold,
        train=layout.train,
        record=keys,
        group=None if group is None else plain_rows(group, "group", truth.size),
        provenance={"made_by": "predictions_from_arrays"},
    )


def _grid(values: Any, name: str, shape: tuple[int, ...]) -> Array:
    """Return predictions of shape (n_repeats, n_records)."""
    array = np.asarray(values) if hasattr(values, "dtype") else np.array(values, dtype=object)
    if array.ndim == 1:
        array = array[None]
    if array.shape == shape:
        return array
    raise ValueError(
        f"`y_pred[{name!r}]` must have the shape (n_repeats, n_records) = {shape} of `splits`, but got "
        f"{np.shape(values)}. Splits whose test sets do not partition the records are hold-outs, each a repeat."
    )
