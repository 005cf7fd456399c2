"""Cross-validate several classifiers on the same splits."""

import contextlib
import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._arguments import known_arguments
from bayescmp._support._exits import no_exit
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Integers, Splitter
from bayescmp._support._validation import RandomNumbers, about, check_flag, check_integer, check_jobs, reading
from bayescmp._support._validation import seed_of as seed_from
from bayescmp.model_selection._fit import plan_fits, predict_splits, seeded_splitter
from bayescmp.model_selection._predicted import (
    Predicted,
    check_as_long,
    check_gives_probabilities,
    check_kind,
    checked_groups,
    labels_of,
    predictions_of_splits,
)
from bayescmp.model_selection._regressions import check_loss, losses_of, numbers_to_predict
from bayescmp.predictions import (
    Layout,
    check_outcomes,
    check_whole_groups,
    checked_names,
    layout_of_splits,
    provenance,
    row_numbers,
    training_sets,
)

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

_ADDRESS = re.compile(r" at 0x[0-9a-f]+")

type Cv = int | Splitter | Iterable[tuple[ArrayLike, ArrayLike]] | None


@known_arguments
@no_exit("in cross_val_predictions")
def cross_val_predictions(
    estimators: "Mapping[str, BaseEstimator]",
    X: object,
    y: ArrayLike,
    *,
    cv: Cv = None,
    groups: ArrayLike | None = None,
    n_jobs: int | None = None,
    rng: RandomNumbers = None,
    start: xr.Dataset | None = None,
    probabilities: bool = False,
    loss: str | None = None,
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
        one from `rng`. ``TrainingRuns(10)`` trains ten times on one training set, with seeds of their own.
    groups : array of shape (n_records,), optional
        Groups of dependent records, such as the images of a patient, which the splits must keep whole, and which are
        the units of inference. `BlockRegularizedCV` and scikit-learn's splitters of groups, such as `GroupKFold`, do.
    n_jobs : int, optional
        Number of processes, as in joblib. The result does not depend on it.
    rng : int, Generator or None
        Seed of the splits and of the estimators that have none, or its source. None draws one; it is recorded. The
        seeds of estimators depend on their names, too, so that others beside them change nothing.
    start : Dataset, optional
        An earlier result for the same data, classifiers and seed: only the repeats that it lacks are fitted. It does
        not hold features, so that `X` must be what it was. Looking after each extension is looking more than once: the
        page on more repeats has how often that errs.
    probabilities : bool, default False
        Keep predicted probabilities as well, as metrics such as "neg_brier_score" and "roc_auc" need them; all
        estimators must have `predict_proba`. A class that was not trained on has probability 0.
    loss : {"squared_error", "absolute_error"}, optional
        For regressors, whose `y` are numbers: what is kept of each record, in place of predictions.
    progress : bool, default False
        Show what is done and how long the rest will take, on standard error.

    Returns
    -------
    Dataset
        As from `labels`; its attribute `provenance` records seed, splitter and estimators.

    Raises
    ------
    TypeError, ValueError
        If an estimator is of another kind than `y`, `loss` and `probabilities` ask for, lengths or indices of `X` and
        `y` differ, an entry of `X` is masked, `cv` tears a group apart or is a splitter of groups and there are none,
        or `start` has other classifiers, labels, groups or splits, no probabilities, or is of losses.
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
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, rng=0)
    >>> dict(p["y_pred"].sizes)
    {'classifier': 2, 'repeat': 5, 'record': 150}
    """
    truth = check_arguments(estimators, X, y, loss=loss)
    groups = None if groups is None else checked_groups(groups, truth.size, {"X": X, "y": y})
    check_options(estimators, n_jobs=n_jobs, progress=progress, probabilities=probabilities, loss=loss)
    if start is not None and loss is not None:
        raise ValueError("`start` must be left out with `loss`, for losses do not tell whether `y` is the same.")
    if start is not None and probabilities != ("y_prob" in check_outcomes(start, "start", answers=True)):
        has = "no probabilities" if probabilities else "probabilities"
        raise ValueError(f"`start` must have what `probabilities` asks for, {probabilities}, but has {has}.")
    seed = seed_of(rng, start)
    splits = splits_by(cv, X, y, groups, seed, loss=loss)
    if start is not None:
        _check_start(start, printed(estimators), truth, splits)
    return fitted_predictions(
        estimators, X, y, splits, start=start,
        n_jobs=n_jobs, progress=progress, probabilities=probabilities, loss=loss,
    )[0]  # fmt: skip


@dataclass(frozen=True, kw_only=True, eq=False)
class Splits:
    """What a splitter, so `printed`, gives: training and validation sets, and where each is in repeats and folds."""

    printed: str
    seed: int
    groups: Array | None
    pairs: list[tuple[Integers, Integers]]
    layout: Layout
    are_runs: bool


def fitted_predictions(
    estimators: "Mapping[str, BaseEstimator]", X: object, y: ArrayLike, splits: Splits, *, n_jobs: int | None,
    progress: bool, probabilities: bool, loss: str | None, start: xr.Dataset | None = None,
) -> tuple[xr.Dataset, list[float]]:  # fmt: skip
    """Fit what `start` lacks; return the predictions, or losses, and the seconds of each fit. Nothing is checked."""
    classes = np.unique(labels_of(X, y)) if probabilities else None
    layout, n_done = splits.layout, 0 if start is None else start.sizes["repeat"]
    fits = [
        fit
        for fit in plan_fits(estimators, splits.pairs, layout.position, are_runs=splits.are_runs)
        if any(layout.position[number][0] >= n_done for number in fit.tests)
    ]
    predicted = predict_splits(
        estimators, X, y, fits, seed=splits.seed, n_jobs=n_jobs, progress=progress, classes=classes
    )
    seconds = [predicted[fit.classifier, next(iter(fit.tests))].seconds for fit in fits]
    tests = [test for _, test in splits.pairs]
    if loss is not None:
        predicted = {
            key: Predicted(labels=losses_of(loss, np.asarray(y)[tests[key[1]]], found.labels, key[0]))
            for key, found in predicted.items()
        }
    if start is not None:
        predicted |= _earlier(start, estimators, layout, tests)
    answers = {name: [predicted[name, number] for number in range(len(tests))] for name in estimators}
    made = {"made_by": "cross_val_predictions", "cv": splits.printed, "random_state": splits.seed}
    made |= {"estimators": printed(estimators)}
    data = predictions_of_splits(y, answers, layout, tests, classes=classes, groups=splits.groups, loss=loss, made=made)
    return data.assign_coords(run=("repeat", data["repeat"].to_numpy())) if splits.are_runs else data, seconds


def splits_by(cv: Cv, X: object, y: ArrayLike, groups: Array | None, seed: int, *, loss: str | None = None) -> Splits:
    """Return the splits of a splitter, which gets a seed; groups must be whole in them."""
    from sklearn.model_selection import check_cv

    from bayescmp.model_selection._splitters import BlockRegularizedCV
    from bayescmp.model_selection._training_runs import TrainingRuns

    with reading("cv", cv):
        given = BlockRegularizedCV() if cv is None else check_cv(cv, y, classifier=loss is None)
        splitter = seeded_splitter(given, seed)
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message="The groups parameter is ignored")  # torn groups are refused
            pairs = [(row_numbers(train), row_numbers(test)) for train, test in splitter.split(X, y, groups)]
        layout = layout_of_splits(pairs, len(np.asarray(y)))
    if groups is not None:
        check_whole_groups(groups, layout.fold, layout.train)
    are_runs = isinstance(splitter, TrainingRuns)
    printed = printed_in_line(splitter)
    return Splits(printed=printed, seed=seed, groups=groups, pairs=pairs, layout=layout, are_runs=are_runs)


def check_estimators(estimators: object, name: str = "estimators", *, loss: str | None = None) -> None:
    """Refuse what cannot be fitted, or is no classifier, with a loss no regressor, in what messages call `name`."""
    if loss is not None:
        check_loss(loss)
    kind = "classifier" if loss is None else "regressor"
    with about(name):
        checked_names(estimators, "estimators")
        for one, estimator in cast("Mapping[str, object]", estimators).items():
            has = {own for own in ("fit", "predict") for has_it in (estimator, type(estimator)) if hasattr(has_it, own)}
            if isinstance(estimator, type) or len(has) < 2:  # some have `predict` once they are fitted only
                raise TypeError(
                    f"`estimators[{one!r}]` must be an object with fit and predict, but got {shown(estimator)}."
                )
            check_kind(f"estimators[{one!r}]", estimator, kind)


def check_arguments(
    estimators: object, X: object, y: ArrayLike, name: str = "estimators", *, loss: str | None = None
) -> Array:
    """Return the labels, or of a loss the numbers, if estimators, which messages call `name`, can be fitted to them."""
    check_estimators(estimators, name, loss=loss)
    if loss is not None:
        numbers = numbers_to_predict(y)
        check_as_long(X, y, numbers.size)
        return numbers
    labels = labels_of(X, y)
    if (labels == labels[0]).all():
        raise ValueError(f"`y` must have at least two classes, but got only {labels[0].item()!r}.")
    return labels


def check_options(
    estimators: "Mapping[str, BaseEstimator]", *, n_jobs: object, progress: object, probabilities: object, loss: object
) -> None:
    """Refuse options that are none, and probabilities of what predicts none."""
    check_jobs(n_jobs)
    check_flag("progress", progress)
    if check_flag("probabilities", probabilities):
        if loss is not None:
            raise ValueError("`probabilities` must be left out with `loss`, which is of regressors.")
        check_gives_probabilities(estimators)


def seed_of(rng: RandomNumbers, start: xr.Dataset | None = None) -> int:
    """Return the one integer that everything random is derived from, such as scikit-learn takes."""
    if rng is None and start is not None:
        recorded = provenance(start).get("random_state")
        if recorded is None:
            raise ValueError("`start` must come from `cross_val_predictions`, which records its seed, but has none.")
        return int(recorded)
    return check_integer("rng", seed_from(rng), least=0, most=2**32 - 1)


def _check_start(start: xr.Dataset, estimators: dict[str, str], y: Array, splits: Splits) -> None:
    """Refuse a `start` of other classifiers, records, groups, seed or first repeats."""
    recorded, n_done, layout = provenance(start), start.sizes["repeat"], splits.layout
    trained = training_sets(start).values
    given: ArrayLike = start["group"].values if "group" in start else []
    is_same = {
        "classifiers": recorded.get("estimators", {}) == estimators,
        "seed (leave `rng` out to go on with its own)": recorded.get("random_state") == splits.seed,
        "true labels": np.array_equal(start["label"].values[start["y_true"].values], y),
        "groups": np.array_equal(given, [] if splits.groups is None else splits.groups),
        "first runs": "run" not in start.coords or np.array_equal(start["run"].values, np.arange(n_done)),
        "first repeats of `cv`": n_done <= len(layout.fold)
        and np.array_equal(start["fold"].values, layout.fold[:n_done])
        and all(
            np.array_equal(np.flatnonzero(trained[place]), np.sort(train))
            for place, (train, _) in zip(layout.position, splits.pairs, strict=True)
            if place[0] < n_done
        ),
    }
    for what, same in is_same.items():
        if not same:
            raise ValueError(f"`start` must have the same {what}, but has others.")


def _earlier(
    start: xr.Dataset, names: Iterable[str], layout: Layout, tests: Sequence[Integers]
) -> dict[tuple[str, int], Predicted]:
    """Return the predictions, or losses, that `start` has, by classifier and number of the split."""
    of, earlier = start.transpose("classifier", "repeat", "record", "label", ..., missing_dims="ignore"), {}
    for name in names:
        own = of.sel(classifier=name)
        labels = own["loss"].values if "loss" in of else of["label"].values[own["y_pred"].values]
        shares = own["y_prob"].values if "y_prob" in of else None
        for number, ((repeat, _), test) in enumerate(zip(layout.position, tests, strict=True)):
            if repeat < len(labels):
                probabilities = None if shares is None else shares[repeat, test]
                earlier[name, number] = Predicted(labels=labels[repeat, test], probabilities=probabilities)
    return earlier


def printed(estimators: Mapping[str, object]) -> dict[str, str]:
    """Return how each estimator prints, with a fingerprint where that is cut or has addresses."""
    return {name: _printed(estimator, name) for name, estimator in estimators.items()}


def _printed(estimator: object, name: str) -> str:
    text = printed_in_line(estimator)
    if "..." not in text and not _ADDRESS.search(text):
        return text
    from bayescmp.runner import fingerprint_of

    with contextlib.suppress(TypeError):  # of what cannot be told from another one, the address stays
        return f"{_ADDRESS.sub('', text)}, SHA-256 {fingerprint_of(estimator, name)[:16]}"
    return text


def printed_in_line(made: object) -> str:
    """Return how an estimator or a splitter prints, in one line."""
    return " ".join(repr(made).split())
