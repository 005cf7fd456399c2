"""Data of every design, compared at every level that fits; the sampler is replaced by draws that are there at once."""

import json
import runpy
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from sklearn.dummy import DummyClassifier
from sklearn.neighbors import KNeighborsClassifier

import bayescmp as bc
from bayescmp.hierarchical import diagnostics_verdict
from bayescmp.model_selection import PLANS

FIRST, SECOND = "knn", "chance"
METRIC_OF = {"cells": "f1_macro", "mean-loss": "neg_brier_score", "bayesian-bootstrap": "roc_auc"}
"""The metric of levels that are not of the error."""


def predictions_of(splitter):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 90)
    X = rng.normal(1.2 * y)[:, None]
    estimators = {FIRST: KNeighborsClassifier(3), SECOND: DummyClassifier(strategy="stratified")}
    return bc.cross_val_predictions(estimators, X, y, cv=splitter, random_state=0, probabilities=True)


def scores_of(n_folds):
    rng = np.random.default_rng(4)
    scores = {name: rng.normal(mean, 0.05, n_folds) for name, mean in ((FIRST, 0.8), (SECOND, 0.75))}
    return bc.scores_from_arrays(scores, n_train=81, n_test=9, noun="accuracy")


def tables_of(shape):
    counts = np.random.default_rng(1).multinomial(45, (0.1, 0.12, 0.2, 0.58), size=shape)
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    cells = {name: counts[..., place] for place, name in enumerate(names)}
    return bc.paired_table(**cells, dims=("repeat", "fold")[2 - len(shape) :])


MAKE = {
    "hold-out": lambda: predictions_of(PLANS["hold-out 2/3"].splitter(0)),
    "one table": lambda: bc.paired_table(both_wrong=5, only_first_wrong=6, only_second_wrong=14, both_right=35),
    "effective table": lambda: bc.effective_table(tables_of((5, 2))),
    "5 x 2 tables": lambda: tables_of((5, 2)),
    "5 x 2 BCV": lambda: predictions_of(bc.BlockRegularizedCV(5)),
    "5-fold": lambda: predictions_of(PLANS["5-fold"].splitter(0)),
    "10-fold scores": lambda: scores_of(10),
    "hold-outs": lambda: predictions_of(PLANS["15 hold-outs 2/3"].splitter(0)),
}


def sampled(_, first, second, **__):
    """Return what the sampler returns; swapped classifiers have the same draws, mirrored."""
    sign, dims = 1 if first == FIRST else -1, ("chain", "draw")
    rng = np.random.default_rng(0)
    difference = sign * rng.normal(-0.1, 0.05, (4, 2000))
    posterior = xr.Dataset(
        {
            "difference": (dims, difference),
            "error": ((*dims, "classifier"), np.stack([0.3 + difference / 2, 0.3 - difference / 2], axis=-1)),
            "disagreement": (dims, rng.uniform(0.4, 0.5, (4, 2000))),
            "tau": (dims, rng.gamma(2, 0.2, (4, 2000))),
        },
        coords={"classifier": [first, second]},
    )
    never = (dims, np.zeros((4, 2000), bool))
    stats = xr.Dataset({"diverging": never, "reached_max_treedepth": never, "energy": (dims, difference)})
    tree = xr.DataTree.from_dict({"posterior": posterior, "sample_stats": stats})
    settings = {"prior": {"tau": "made up"}, "nuts_sampler": "none", "chains": 4, "draws": 2000, "tune": 0}
    settings |= {"target_accept": 0.9, "seed": 0}
    tree.attrs = {"diagnostics": diagnostics_verdict(tree).to_json(), "provenance": json.dumps(settings)}
    return tree


@pytest.fixture(scope="session")
def compared():
    """Compare data by their name at a level; `swapped` takes the classifiers the other way round."""
    data_of = cache(lambda name: MAKE[name]())

    @cache
    def compare(name, level="auto", *, swapped=False, **options):
        data = data_of(name)
        first, second = (SECOND, FIRST) if swapped else (FIRST, SECOND)
        if swapped and isinstance(data, xr.DataArray) and "classifier" not in data.dims:
            data = data.rename(first="second", second="first").transpose(..., "first", "second")
        # For this call alone: other tests of the session need the sampler.
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bayescmp.levels._crossed_effects_mcmc.crossed_effects_mcmc", sampled)
            options = {"metric": METRIC_OF.get(level, "error"), "rng": 0, **options}
            return bc.compare(data, first=first, second=second, inference=level, **options)

    return compare


@pytest.fixture(scope="session")
def metric_of_level():
    """Return a function from the name of a level to that of a metric that it fits."""
    return lambda level: METRIC_OF.get(level, "error")


@pytest.fixture(scope="session")
def over_datasets():
    """Compare two classifiers over six data sets, with a rope."""
    counts = {"a": (2, 12), "b": (4, 9), "c": (3, 14), "d": (5, 11), "e": (1, 10), "f": (30, 2)}
    tables = {
        name: bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
        for name, (first, second) in counts.items()
    }
    return bc.compare_datasets(tables, first="tree", second="svm")


@pytest.fixture(scope="session")
def ranked_over_datasets():
    """Return a ranking of three classifiers over six data sets, one of which lacks one."""
    drawn = runpy.run_path(str(Path(__file__).parents[1] / "drawn_rankings.py"))["drawn_ranking"]
    return drawn(missing=True)


@pytest.fixture(scope="session")
def ranked():
    """Rank three classifiers, with a rope."""
    rng = np.random.default_rng(2)
    y = rng.integers(0, 2, 90)
    y_pred = {name: np.where(rng.random(90) < error, 1 - y, y) for name, error in (("a", 0.1), ("b", 0.2), ("c", 0.4))}
    return bc.rank(bc.predictions_from_arrays(y, y_pred), rope=0.01, draws=500)
