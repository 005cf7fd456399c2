"""Data of every design, compared by every method that fits."""

from functools import cache

import numpy as np
import pytest
import xarray as xr
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier

import bayescmp as bc
import tests.data
from bayescmp.methods import METHODS, Auto
from bayescmp.model_selection import PLANS
from tests.data import disagreeing, drawn_ranking, drawn_tables, hold_out, scores, table

FIRST, SECOND = "knn", "chance"
SHARES = (0.1, 0.12, 0.2, 0.58)
SHARES_OF_RUNS = [0.8, 0.84, 0.78, 0.81, 0.79]
METRIC_OF = {"label-counts": "f1_macro", "mean-loss": "neg_brier_score", "bayesian-bootstrap": "roc_auc"}
"""The metric of methods that are not of the error."""


def predictions_of(splitter):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 90)
    X = rng.normal(1.2 * y)[:, None]
    estimators = {FIRST: KNeighborsClassifier(3), SECOND: DummyClassifier(strategy="stratified")}
    return bc.cross_val_predictions(estimators, X, y, cv=splitter, rng=0, probabilities=True)


def judged_predictions():
    """Return what a judge says of 200 answers of each, and people of 60."""
    rng = np.random.default_rng(5)
    right = {name: rng.random(200) > error for name, error in ((FIRST, 0.15), (SECOND, 0.3))}
    judged = {name: np.where(rng.random(200) < 0.9, one, ~one) for name, one in right.items()}
    people = {name: np.where(np.arange(200) < 60, one, np.nan) for name, one in right.items()}
    return bc.verdicts(people, judge=judged)


MAKE = {
    "hold-out": lambda: predictions_of(PLANS["hold-out 2/3"].splitter(0)),
    "judged": judged_predictions,
    "one table": lambda: table(5, 6, 14, 35),
    "effective table": lambda: bc.effective_table(drawn_tables(SHARES, 45, seed=1)),
    "5 x 2 tables": lambda: drawn_tables(SHARES, 45, seed=1),
    "5 x 2 BCV": lambda: predictions_of(bc.BlockRegularizedCV(5)),
    "5-fold": lambda: predictions_of(PLANS["5-fold"].splitter(0)),
    "10-fold scores": lambda: scores({FIRST: 0.8, SECOND: 0.75}, seed=4, n_train=81, n_test=9),
    "runs": lambda: predictions_of(bc.TrainingRuns(4, random_state=0)),
    "scores of runs": lambda: bc.scores(
        {FIRST: SHARES_OF_RUNS, SECOND: [0.5, 0.6, 0.55, 0.52]}, how=bc.one_test_set(90)
    ),
    "hold-outs": lambda: predictions_of(PLANS["15 hold-outs 2/3"].splitter(0)),
}


@pytest.fixture(scope="session")
def compared():
    """Compare data of a name by a method; `swapped` takes the classifiers the other way round.

    Options of methods, which are the fields of `Auto`, are for the method as far as it has them.
    """
    data_of = cache(lambda name: MAKE[name]())

    @cache
    def compare(name, method="auto", *, swapped=False, **options):
        data = data_of(name)
        first, second = (SECOND, FIRST) if swapped else (FIRST, SECOND)
        if swapped and isinstance(data, xr.DataArray) and "classifier" not in data.dims:
            data = tests.data.swapped(data)
        options = {"metric": METRIC_OF.get(method), "rng": 0, **options}
        own = {key: options.pop(key) for key in Auto().__dict__.keys() & options.keys()}
        asked = Auto(**own) if method == "auto" else METHODS[method].with_options(own)
        return bc.compare(data, first=first, second=second, method=asked, **options)

    return compare


@pytest.fixture(scope="session")
def over_datasets():
    """Compare two classifiers over six data sets, with a rope."""
    counts = {"a": (2, 12), "b": (4, 9), "c": (3, 14), "d": (5, 11), "e": (1, 10), "f": (30, 2)}
    tables = {name: disagreeing(*pair) for name, pair in counts.items()}
    return bc.compare_datasets(tables, first="tree", second="svm")


@pytest.fixture(scope="session")
def ranked_over_datasets():
    """Return a ranking of three classifiers over six data sets, one of which lacks one."""
    return drawn_ranking(missing=True)


@pytest.fixture(scope="session")
def watched():
    """Return a comparison that went on for three looks."""
    found = bc.SequentialComparison(first="tree", second="svm", rope=0.01)
    for counts in ((4, 2, 9, 85), (11, 5, 24, 160), (0, 3, 2, 40)):
        found = found.update(table(*counts))
    return found


@pytest.fixture(scope="session")
def ranked():
    """Rank three classifiers, with a rope."""
    return bc.rank(hold_out({"a": 0.1, "b": 0.2, "c": 0.4}, 90, seed=2), rope=0.01, draws=500)


@pytest.fixture(scope="session")
def evaluated():
    """Return the values of three classifiers by themselves."""
    return bc.evaluate(hold_out({"a": 0.1, "b": 0.2, "c": 0.4}, 90, seed=2))


@pytest.fixture(scope="session")
def by_area():
    """Return the areas under the ROC curves of two classifiers by themselves."""
    y = [0, 1] * 20
    return bc.evaluate(y, {"a": [0.1, 0.7, 0.6, 0.4] * 10, "b": [0.2, 0.9, 0.3, 0.8] * 10}, metric="roc_auc")


@pytest.fixture(scope="session")
def by_metrics():
    """Compare two classifiers by two metrics."""
    return bc.compare(hold_out({"a": 0.1, "b": 0.2}, 90, seed=2), metric=["accuracy", "f1_macro"])


@pytest.fixture(scope="session")
def claim():
    """Return the verdict on two error rates."""
    return bc.reported(error={"a": 0.1, "b": 0.2}, n=90)


@pytest.fixture(scope="session")
def gated():
    """Return the verdict of a gate on two tasks, and one that is not there."""
    data = hold_out({"new": 0.3, "baseline": 0.1}, 120, seed=2)
    rules = {"default": {"drop": 0.02}, "tasks": {"c": {"required": True}}}
    return bc.gate(data.assign_coords(task=("record", ["a", "b"] * 60)), rules)


@pytest.fixture(scope="session")
def claims():
    """Return the verdicts on every two of three error rates."""
    return bc.reported(error={"a": 0.1, "b": 0.2, "c": 0.4}, n=90)
