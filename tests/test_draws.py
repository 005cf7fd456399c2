"""Everything that draws gives the same with one seed, and something else with another one."""

from functools import cache

import numpy as np
import pandas as pd
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp import frequentist, posteriors
from tests.data import answered, cross_validated, disagreeing, hold_out

RATES = {"a": 0.1, "b": 0.2}
LOSSES = {name: np.random.default_rng(number).gamma(2, size=40) for number, name in enumerate("ab")}
ACCURACIES = pd.DataFrame({"a": [0.9, 0.8, 0.7, 0.9], "b": [0.8, 0.8, 0.6, 0.7], "c": [0.7, 0.6, 0.7, 0.6]})
DIFFERENCES = xr.DataArray([-0.05, 0.01, -0.02, 0.03, -0.04], dims="dataset")
LABELS = answered(RATES, 60)

DATA = {
    "hold-out": cache(lambda: hold_out(RATES, 60)),
    "5 x 2": cache(lambda: cross_validated(RATES, 40)),
    "losses": cache(lambda: bc.losses(LOSSES, noun="cost")),
}


@cache
def compared(name, **options):
    return bc.compare(DATA[name](), **options)


@cache
def ranked(name, **options):
    return bc.rank(DATA[name](), draws=100, **options)


@cache
def over_datasets(population):
    tables = {str(number): disagreeing(number, 9) for number in range(3)}
    return bc.compare_datasets(tables, rope=0.01, population=population)


@cache
def ranked_over_datasets():
    return bc.rank_datasets(ACCURACIES, metric="accuracy", draws=400)


def of_tree(result):
    return lambda rng: result().to_datatree(20, rng=rng)["posterior"].to_dataset()


def of_joint(*arguments, **options):
    return lambda rng: ranked(*arguments, **options).posterior.draw(20, rng)


def of_quantity(posterior):
    return lambda rng: posterior().draw(20, rng)


def of_labels(test, **options):
    def interval(rng):
        found = test(LABELS[0], *LABELS[1].values(), metric="f1", rng=rng, **options)
        bounds = found.confidence_interval(0.95)
        return found.pvalue if bounds is None else bounds.low

    return interval


DRAWN = {
    "compare by draws of labels": lambda rng: bc.compare(DATA["hold-out"](), metric="f1", rng=rng).difference.mean,
    "compare by weights of records": lambda rng: (
        bc.compare(DATA["losses"](), method="bayesian-bootstrap", rng=rng).difference.mean
    ),
    "rank_datasets": lambda rng: (
        bc.rank_datasets(ACCURACIES, metric="accuracy", draws=400, rng=rng)
        .classifiers.sort_index()
        .filter(like="prob_best")
        .to_xarray()
    ),
    "bootstrap": of_labels(frequentist.bootstrap),
    "permutation": of_labels(frequentist.permutation, n_resamples=10),
    "bayesian_sign": lambda rng: posteriors.bayesian_sign(DIFFERENCES, rope=0.01, draws=20, rng=rng),
    "bayesian_signed_rank": lambda rng: posteriors.bayesian_signed_rank(DIFFERENCES, rope=0.01, draws=20, rng=rng),
    "tree of a table": of_tree(lambda: compared("hold-out")),
    "tree of a mixture of tables": of_tree(lambda: compared("5 x 2")),
    "tree of mean losses": of_tree(lambda: compared("losses")),
    "tree of a ranking": of_tree(lambda: ranked("hold-out")),
    "tree over data sets": of_tree(lambda: over_datasets("normal")),
    "tree of a ranking over data sets": of_tree(ranked_over_datasets),
    "joint of errors": of_joint("hold-out"),
    "joint of labels": of_joint("hold-out", metric="f1"),
    "joint of a cross-validation": of_joint("5 x 2"),
    "joint of losses": of_joint("losses"),
    "joint of weighted records": of_joint("losses", method="bayesian-bootstrap"),
    "difference of a table": of_quantity(lambda: compared("hold-out").difference),
    "difference of a mixture of tables": of_quantity(lambda: compared("5 x 2").difference),
    "difference of mean losses": of_quantity(lambda: compared("losses").difference),
    "difference of draws": of_quantity(lambda: compared("hold-out", metric="f1").difference),
    "error of one": of_quantity(lambda: posteriors.BetaPosterior(name="x", a=3.0, b=9.0)),
    "average over data sets": of_quantity(lambda: over_datasets("normal").average.posterior),
    "next data set": of_quantity(lambda: over_datasets("normal").next_dataset.posterior),
    "cells of a grid": of_quantity(
        lambda: posteriors.CellsPosterior(
            probs=xr.DataArray([0.2, 0.5, 0.3], dims="cell"), edges=np.array([0.0, 1.0, 2.0, 3.0]), name="x"
        )
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("draw", DRAWN.values(), ids=DRAWN)
def test_the_seed_decides(draw):
    one, again, other = draw(1), draw(1), draw(2)
    if not isinstance(one, xr.Dataset):
        one, again, other = (xr.Dataset({"drawn": found}) for found in (one, again, other))
    assert one.identical(again)
    for name, values in one.items():
        assert values.dtype.kind != "f" or not values.equals(other[name]), name
