"""Cross-validate several classifiers on the same splits."""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._exits import no_exit
from bayescmp._guide import guided
from bayescmp._text import counted, shown
from bayescmp._typing import Array, Integers, Splitter
from bayescmp._validation import about, check_flag, check_jobs, reading
from bayescmp.model_selection._fit import plan_fits, predict_splits, seeded_splitter
from bayescmp.predictions import (
    Layout,
    Predicted,
    check_classifier,
    check_gives_probabilities,
    check_outcomes,
    check_whole_groups,
    checked_groups,
    checked_names,
    labels_of,
    layout_of_splits,
    predictions_of_splits,
    provenance,
    row_numbers,
    training_sets,
)

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

Splits = list[tuple[Integers, Integers]]
type Cv = int | Splitter | Iterable[tuple[ArrayLike, ArrayLike]] | None


@no_exit("in cross_val_predictions")
@guided("`cross_val_predictions({'a': one, 'b': other}, X, y)` takes estimators under their names.")
def cross_val_predictions(
    estimators: "Mapping[str, BaseEstimator]",
    X: object,
    y: ArrayLike,
    *,
    cv: Cv = None,
    groups: ArrayLike | None = None,
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = None,
    start: xr.Dataset | None = None,
    probabilities: bool = False,
    progress: bool = False,
) -> xr.Dataset:
    """Predict every record by classifiers that were not trained on it, all on the same splits.

    Parameters
    ----------
    estimators : mapping of str to estimator
        Any number of scikit-learn classifiers under their names. They are cloned. A `random_state` of None, nested
        ones included, gets a seed of its own for each training set; an integer stays, and makes it part of the
        algorithm that is compared.
    X : array, sparse matrix or data frame of shape (n_records, n_features)
        Features, passed to the estimators as they are.
    y : array of shape (n_records,)
        True labels.
    cv : splitter, int or iterable of splits, optional
        What scikit-learn takes; `BlockRegularizedCV` with five repeats if None. A splitter without a seed gets
        `random_state`.
    groups : array of shape (n_records,), optional
        Groups of dependent records, such as the images of a patient, which the splits must keep whole, and which are
        the units of inference. `BlockRegularizedCV` and scikit-learn's splitters of groups, such as `GroupKFold`, do.
    n_jobs : int, optional
        Number of processes, as in joblib. The result does not depend on it.
    random_state : int, RandomState or None
        Seed of the splits and of the estimators that have none. None draws one; it is recorded either way.
    start : Dataset, optional
        An earlier result for the same data, classifiers and seed: only the repeats that it lacks are fitted. Looking
        after each extension is looking more than once: the page on more repeats has how often that errs.
    probabilities : bool, default False
        Keep predicted probabilities as well, as metrics such as "neg_brier_score" and "roc_auc" need them; all
        estimators must have `predict_proba`. A class that was not trained on has probability 0.
    progress : bool, default False
        Show a progress bar, if standard error is a terminal.

    Returns
    -------
    Dataset
        As from `predictions_from_arrays`; its attribute `provenance` records seed, splitter and estimators.

    Raises
    ------
    TypeError
        If `estimators` is not a mapping from names to objects with `fit` and `predict`, or one of them is a regressor,
        clusterer or outlier detector, or has no `predict_proba` where probabilities are asked for.
    ValueError
        If the target is not one of classes, lengths or indices of `X` and `y` differ, an entry of `X` is masked, `cv`
        tears a group apart or is a splitter of groups and there are none, or `start` has other classifiers, data or
        splits, or no probabilities where they are asked for.
    Exception
        What an estimator raises, with a note that names classifier, repeat and fold; a RuntimeError if it calls
        `sys.exit`.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, random_state=0)
    >>> dict(p["y_pred"].sizes)
    {'classifier': 2, 'repeat': 5, 'record': 150}
    """
    labels = check_arguments(estimators, X, y)
    groups = checked_groups(groups, labels.size)
    check_jobs(n_jobs)
    check_flag("progress", progress)
    check_flag("probabilities", probabilities)
    classes = None
    if probabilities:
        check_gives_probabilities(estimators)
        classes = np.unique(labels)
    if start is not None and probabilities != ("y_prob" in check_outcomes(start, "start")):
        has = "no probabilities" if probabilities else "probabilities"
        raise ValueError(f"`start` must have what `probabilities` asks for, {probabilities}, but has {has}.")
    seed = seed_of(random_state, start)
    cv, splits, layout = splits_by(cv, X, y, groups, seed)
    reprs = {name: printed_in_line(estimator) for name, estimator in estimators.items()}
    n_done = 0
    if start is not None:
        _check_start(start, reprs, seed, labels, groups)
        n_done = _n_done(start, layout, splits)
    fits = [
        fit
        for fit in plan_fits(estimators, splits, layout.position)
        if any(layout.position[number][0] >= n_done for number in fit.splits)
    ]
    predicted = predict_splits(estimators, X, y, fits, seed=seed, n_jobs=n_jobs, progress=progress, classes=classes)
    tests = [test for _, test in splits]
    if start is not None:
        predicted |= _earlier(start, reprs, layout, tests)
    answers = {name: [predicted[name, number] for number in range(len(tests))] for name in estimators}
    made = {"made_by": "cross_val_predictions", "cv": printed_in_line(cv), "random_state": seed, "estimators": reprs}
    return predictions_of_splits(y, answers, layout, tests, classes=classes, groups=groups, made=made)


def splits_by(cv: Cv, X: object, y: ArrayLike, groups: Array | None, seed: int) -> tuple[Splitter, Splits, Layout]:
    """Return a splitter with a seed, its splits of records, whose groups must be whole, and their repeats and folds."""
    from sklearn.model_selection import check_cv

    from bayescmp.model_selection._splitters import BlockRegularizedCV

    if "Group" in type(cv).__name__ and groups is None:
        raise ValueError(
            f"`groups` must be given with a splitter of groups, {type(cv).__name__}, but got none: `groups=`, the "
            "group of every record."
        )
    with reading("cv", cv):
        splitter = seeded_splitter(BlockRegularizedCV() if cv is None else check_cv(cv, y, classifier=True), seed)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The groups parameter is ignored")  # torn groups are refused
            splits: Splits = [(row_numbers(train), row_numbers(test)) for train, test in splitter.split(X, y, groups)]
        layout = layout_of_splits(splits, len(np.asarray(y)))
    if groups is not None:
        check_whole_groups(groups, layout.fold, layout.train)
    return splitter, splits, layout


def check_estimators(estimators: object, name: str = "estimators") -> None:
    """Refuse what cannot be fitted, in a mapping that messages call `name`."""
    with about(name):
        checked_names(estimators, "estimators")
        for one, estimator in cast("Mapping[str, object]", estimators).items():
            if isinstance(estimator, type) or not (hasattr(estimator, "fit") and hasattr(estimator, "predict")):
                raise TypeError(
                    f"`estimators[{one!r}]` must be an object with fit and predict, but got {shown(estimator)}."
                )
            check_classifier(f"estimators[{one!r}]", estimator)


def check_arguments(estimators: object, X: object, y: ArrayLike, name: str = "estimators") -> Array:
    """Return the labels, if estimators, which messages call `name`, can be fitted to them."""
    check_estimators(estimators, name)
    labels = labels_of(X, y)
    if (labels == labels[0]).all():
        raise ValueError(f"`y` must have at least two classes, but got only {labels[0].item()!r}.")
    return labels


def seed_of(random_state: int | np.random.RandomState | None, start: xr.Dataset | None = None) -> int:
    """Return the one integer that everything random is derived from."""
    from sklearn.utils import check_random_state

    if random_state is None and start is not None:
        recorded = provenance(start).get("random_state")
        if recorded is None:
            raise ValueError("`start` must come from `cross_val_predictions`, which records its seed, but has none.")
        return int(recorded)
    if random_state is None:
        return int(np.random.SeedSequence().generate_state(1)[0])
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(2**32, dtype=np.uint32))
    with reading("random_state", random_state):
        check_random_state(random_state)
        return int(random_state)


def _check_start(start: xr.Dataset, estimators: dict[str, str], seed: int, y: Array, groups: Array | None) -> None:
    """Refuse a `start` of other classifiers, records or seed."""
    recorded = provenance(start)
    if recorded.get("estimators", {}) != estimators:
        raise ValueError(f"`start` must hold the classifiers {estimators}, but holds {recorded.get('estimators', {})}.")
    if recorded.get("random_state") != seed:
        raise ValueError(
            f"`start` must have the seed of `random_state` ({seed}), but has {recorded.get('random_state')}. "
            "Leave `random_state` out to go on with the seed of `start`."
        )
    if start.sizes["record"] != len(y) or (start["label"].values[start["y_true"].values] != y).any():
        raise ValueError("`start` must come from the same records, but its true labels differ from `y`.")
    if not np.array_equal(start["group"].values if "group" in start else [], [] if groups is None else groups):
        raise ValueError("`start` must have the same `groups`, but has others.")


def _n_done(start: xr.Dataset, layout: Layout, splits: Splits) -> int:
    """Return how many repeats `start` has, if their folds and training sets are those of the first repeats."""
    n_done, trained = start.sizes["repeat"], training_sets(start).values
    same = n_done <= len(layout.fold) and np.array_equal(start["fold"].values, layout.fold[:n_done])
    if not same or any(
        not np.array_equal(np.flatnonzero(trained[place]), np.sort(train))
        for place, (train, _) in zip(layout.position, splits, strict=True)
        if place[0] < n_done
    ):
        raise ValueError(
            f"`start` must hold the first repeats of `cv`, but holds {counted(n_done, 'other repeat')}. Give the "
            "splitter of `start` with more repeats, and the same seed."
        )
    return n_done


def _earlier(
    start: xr.Dataset, names: Iterable[str], layout: Layout, tests: Sequence[Integers]
) -> dict[tuple[str, int], Predicted]:
    """Return the predictions that `start` has, by classifier and number of the split."""
    of = start.transpose("classifier", "repeat", "record", "label", ..., missing_dims="ignore")

    def predicted(name: str, repeat: int, test: Integers) -> Predicted:
        own = of.sel(classifier=name)
        return Predicted(
            labels=of["label"].values[own["y_pred"].values[repeat, test]],
            probabilities=own["y_prob"].values[repeat, test] if "y_prob" in of else None,
        )

    return {
        (name, number): predicted(name, repeat, test)
        for number, ((repeat, _), test) in enumerate(zip(layout.position, tests, strict=True))
        if repeat < of.sizes["repeat"]
        for name in names
    }


def printed_in_line(made: object) -> str:
    """Return how an estimator or a splitter prints, in one line."""
    return " ".join(repr(made).split())
