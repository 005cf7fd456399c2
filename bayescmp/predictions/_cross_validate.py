"""Predictions from the results of scikit-learn's cross_validate."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from sklearn.utils import _safe_indexing
from sklearn.utils.validation import _num_samples

from bayescmp._given import check_features
from bayescmp._text import shown
from bayescmp._typing import Integers
from bayescmp._validation import about, check_flag, reading
from bayescmp.predictions._classifiers import check_classifier, checked_names
from bayescmp.predictions._encoded import predictions_of_splits
from bayescmp.predictions._labels import column, plain_labels
from bayescmp.predictions._layout import layout_of_splits, row_numbers
from bayescmp.predictions._predicted import check_gives_probabilities, predicted_by


def predictions_from_cross_validate(
    results: Mapping[str, Mapping[str, Any]], X: object, y: ArrayLike, *, probabilities: bool = False
) -> xr.Dataset:
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
    probabilities : bool, default False
        Keep predicted probabilities as well, as in `cross_val_predictions`.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`.

    Raises
    ------
    TypeError
        If an estimator is no classifier, or has no `predict_proba` where probabilities are asked for.
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
    names = checked_names(results, "results")
    truth = column(y, "y")
    plain_labels(truth, "y", "record {}".format)
    with reading("X", X):
        n_records = _num_samples(X)
    if truth.size != n_records:
        raise ValueError(f"`y` must be as long as `X` ({n_records}), but got {truth.size}.")
    check_features(X, y)
    with about("results"):
        per_classifier = [_splits_of_result(results[name], name) for name in names]
    splits = per_classifier[0]
    for name, others in zip(names, per_classifier, strict=True):
        if not _same_splits(others, splits):
            raise ValueError(
                f"All `results` must come from the same splits, but those of {name!r} differ from those of "
                f"{names[0]!r}. Give cross_validate a cv with a fixed random_state, or a list of splits."
            )
    if check_flag("probabilities", probabilities):
        for name in names:
            check_gives_probabilities(dict(enumerate(results[name]["estimator"])), f"results[{name!r}]['estimator']")
    layout = layout_of_splits(splits, truth.size)
    tests = [row_numbers(test) for _, test in splits]
    classes = np.unique(plain_labels(truth, "y", "record {}".format)) if probabilities else None
    answers = {
        name: [
            predicted_by(fitted, _safe_indexing(X, test), classes)
            for fitted, test in zip(results[name]["estimator"], tests, strict=True)
        ]
        for name in names
    }
    made = {"made_by": "predictions_from_cross_validate"}
    return predictions_of_splits(truth, answers, layout, tests, classes=classes, made=made)


def _splits_of_result(result: Mapping[str, Any], name: str) -> list[tuple[Integers, Integers]]:
    if not isinstance(result, Mapping):
        raise TypeError(f"`results[{name!r}]` must be a dict from cross_validate, but got {shown(result)}.")
    if "estimator" not in result or "indices" not in result:
        raise ValueError(
            f"`results[{name!r}]` must come from cross_validate(..., return_estimator=True, "
            f"return_indices=True), but it has only {sorted(result)}."
        )
    for estimator in result["estimator"]:
        check_classifier(f"results[{name!r}]['estimator']", estimator)
    return list(zip(result["indices"]["train"], result["indices"]["test"], strict=True))


def _same_splits(one: list[tuple[Integers, Integers]], other: list[tuple[Integers, Integers]]) -> bool:
    return len(one) == len(other) and all(
        np.array_equal(train, train2) and np.array_equal(test, test2)
        for (train, test), (train2, test2) in zip(one, other, strict=True)
    )
