"""Predictions of fitted classifiers, such as those that scikit-learn's cross_validate keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, check_features, check_same_index, index_of
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Integers
from bayescmp._support._validation import about, check_flag, reading
from bayescmp.doors import Kind, Labels, Losses, Probabilities
from bayescmp.predictions import (
    Layout,
    Rows,
    check_names_differ,
    check_whole_groups,
    checked_names,
    column,
    layout_of_splits,
    noting,
    plain_labels,
    row_numbers,
)

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator


def predictions_from_cross_validate(
    results: Mapping[str, Mapping[str, Any]],
    X: object,
    y: ArrayLike,
    *,
    groups: ArrayLike | None = None,
    probabilities: bool = False,
) -> xr.Dataset:
    """Predict again with the fitted estimators of scikit-learn's cross_validate.

    Parameters
    ----------
    results : mapping of str to dict
        What ``cross_validate(..., return_estimator=True, return_indices=True)`` returned for each classifier, all
        with the same splits.
    X, y : arrays
        The features and true labels that cross_validate was given.
    groups, probabilities
        As in `cross_val_predictions`.

    Returns
    -------
    Dataset
        As from `labels`.

    Raises
    ------
    TypeError, ValueError
        If an estimator is no classifier, or has no `predict_proba` where probabilities are asked for, a result lacks
        its estimators or indices, the splits differ between classifiers, or they tear a group apart.

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
    from sklearn.utils import _safe_indexing, indexable

    names, truth = checked_names(results, "results"), labels_of(X, y)
    (X,) = indexable(X)  # of sparse formats in which no row can be looked up, another
    with about("results"):
        per_classifier = [_splits_of_result(results[name], name) for name in names]
    splits = per_classifier[0]
    for name, others in zip(names, per_classifier, strict=True):
        if len(others) != len(splits) or not all(map(np.array_equal, chain(*splits), chain(*others))):
            raise ValueError(
                f"All `results` must come from the same splits, but those of {name!r} differ from those of "
                f"{names[0]!r}. Give cross_validate a cv with a fixed random_state, or a list of splits."
            )
    if check_flag("probabilities", probabilities):
        for name in names:
            check_gives_probabilities(dict(enumerate(results[name]["estimator"])), f"results[{name!r}]['estimator']")
    layout = layout_of_splits(splits, truth.size)
    groups = None if groups is None else checked_groups(groups, truth.size, {"X": X, "y": y})
    if groups is not None:
        check_whole_groups(groups, layout.fold, layout.train)
    tests = [row_numbers(test) for _, test in splits]
    used = np.unique(np.concatenate([row_numbers(part) for split in splits for part in split]))
    if used.size < truth.size and used[-1] == used.size - 1:  # as no shuffled hold-outs leave the last ones out
        raise ValueError(
            f"`X` and `y` must be what cross_validate was given, which used the first {used.size} records and no other."
        )
    classes = np.unique(truth) if probabilities else None
    answers = {
        name: [
            predicted_by(fitted, _safe_indexing(X, test), classes)
            for fitted, test in zip(results[name]["estimator"], tests, strict=True)
        ]
        for name in names
    }
    made = {"made_by": "predictions_from_cross_validate"}
    return predictions_of_splits(truth, answers, layout, tests, classes=classes, groups=groups, made=made)


def checked_groups(groups: ArrayLike, n_records: int, beside: Mapping[str, object], name: str = "groups") -> Array:
    """Return the group of every record, if there is one for each in the order of what is given beside, by its name."""
    check_same_index({called: index_of(values, 0) for called, values in [*beside.items(), (name, groups)]})
    found = column(groups, name)
    if found.size != n_records:
        raise ValueError(f"`{name}` must have a group for each of the {n_records} records, but got {found.size}.")
    names = plain_labels(found, name)
    check_names_differ(names, f"`{name}`")
    return names


def labels_of(X: object, y: ArrayLike) -> Array:
    """Return the true labels `y`, if there is one for each record of `X`."""
    labels = column(y, "y")
    check_as_long(X, y, labels.size)
    return plain_labels(labels, "y")


def check_as_long(X: object, y: object, n_records: int) -> None:
    """Refuse features `X` that are not of the `n_records` of `y`, of which there must be one."""
    from sklearn.utils.validation import _num_samples

    if n_records == 0:
        raise ValueError("`y` must hold at least one record, but got none.")
    with reading("X", X):
        n_features = _num_samples(X)
    if n_features != n_records:
        raise ValueError(f"`y` must have a label for each of the {n_features} records of `X`, but got {n_records}.")
    check_features(X, y)


def _splits_of_result(result: Mapping[str, Any], name: str) -> list[tuple[Integers, Integers]]:
    if not isinstance(result, Mapping):
        raise TypeError(f"`results[{name!r}]` must be a dict from cross_validate, but got {shown(result)}.")
    if "estimator" not in result or "indices" not in result:
        raise ValueError(
            f"`results[{name!r}]` must come from cross_validate(..., return_estimator=True, "
            f"return_indices=True), but it has only {sorted(result)}."
        )
    for estimator in result["estimator"]:
        check_kind(f"results[{name!r}]['estimator']", estimator)
    return list(zip(result["indices"]["train"], result["indices"]["test"], strict=True))


@dataclass(frozen=True, kw_only=True, eq=False)
class Predicted:
    """What one classifier predicts for one test set: labels, and probabilities of all of them if they are asked for.

    `seconds` are those that the fit took.
    """

    labels: Array
    probabilities: Any = None
    seconds: float = 0.0


def predicted_by(
    fitted: "BaseEstimator", X: object, classes: Array | None = None, *, seconds: float = 0.0
) -> Predicted:
    """Predict labels, and the probabilities of `classes` if there are any; 0 for those not trained on."""
    from sklearn.utils.validation import _num_samples

    name, n_records = f"{type(fitted).__name__}.predict", _num_samples(X)
    labels = column(fitted.predict(X), name).copy()  # an estimator may fill one array again and again
    if labels.size != n_records:
        raise ValueError(f"`{name}` must return one prediction for each of {n_records} records, but got {labels.size}.")
    if classes is None:
        return Predicted(labels=labels, seconds=seconds)
    own = as_array(fitted.predict_proba(X), f"{name}_proba")
    known = np.asarray(getattr(fitted, "classes_", [])).tolist()
    odd = [label for label in known if label not in classes.tolist()]
    if odd or len(set(known)) < len(known) or own.shape != (len(labels), len(known)):
        raise ValueError(
            f"`predict_proba` must return a row for each record and a column for each of `classes_`, which are some of "
            f"{classes.tolist()}, each once, but got the shape {own.shape} and {known}."
        )
    found = np.zeros((len(labels), classes.size), dtype=own.dtype)
    found[:, np.searchsorted(classes, known)] = own
    return Predicted(labels=labels, probabilities=found, seconds=seconds)


def check_gives_probabilities(estimators: Mapping[Any, object], name: str = "estimators") -> None:
    """Refuse classifiers that do not predict probabilities."""
    for one, estimator in estimators.items():
        if not hasattr(estimator, "predict_proba"):
            raise TypeError(
                f"`{name}[{one!r}]` must have `predict_proba` for probabilities, but has none. Wrap it in "
                "scikit-learn's CalibratedClassifierCV, or compare labels alone."
            )


def check_kind(name: str, estimator: object, kind: str = "classifier") -> None:
    """Refuse an estimator that says to be of another kind, such as clusters, whose numbers compare as labels do."""
    from sklearn.utils import get_tags

    try:
        found = get_tags(estimator).estimator_type
    except AttributeError:
        return
    if found not in {None, kind}:
        raise TypeError(
            f"`{name}` must be a {kind}, but got {type(estimator).__name__} of the kind {found!r}. Regressors are "
            "compared with `loss` in `cross_val_predictions` and `cross_val_datasets`, classifiers without."
        )


def predictions_of_splits(
    y_true: ArrayLike, answers: Mapping[str, Sequence[Predicted]], layout: Layout, tests: Sequence[Integers], *,
    classes: Array | None = None, groups: Array | None = None, loss: str | None = None, made: Mapping[str, object],
) -> xr.Dataset:  # fmt: skip
    """Assemble the Dataset of answers to each of the `tests`: labels, probabilities of `classes`, or a `loss`."""
    truth = column(y_true, "y_true")
    rows = Rows(
        repeats=np.repeat([repeat for repeat, _ in layout.position], [len(test) for test in tests]),
        records=np.concatenate(tests),
        fold=layout.fold,
        train=layout.train,
        listed=np.arange(truth.size),
    )
    given = {name: np.concatenate([one.labels for one in of]) for name, of in answers.items()}
    of_records = {} if groups is None else {"group": ("record", groups)}
    if loss is not None:
        kind: Kind = Losses(values=given, noun=loss.replace("_", " "), bounds=(0, None))
    elif classes is None:
        kind = Labels(y_true=truth, y_pred=given)
    else:
        shares = {name: np.concatenate([one.probabilities for one in of]) for name, of in answers.items()}
        kind = Probabilities(y_true=truth, y_prob=shares, y_pred=given, labels=classes)
    return noting(kind.put_in(rows, on_missing="error", of_records=of_records), made)
