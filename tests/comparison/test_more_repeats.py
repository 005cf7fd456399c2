"""What was measured of more repeats, and what a plan says of them."""

from pathlib import Path

import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid

import bayescmp as bc
from bayescmp.levels import measured_repeats
from tests.data import iris

CLASSIFIERS = {"centroid": NearestCentroid(), "bayes": GaussianNB()}
RESULTS = Path(__file__).parents[2] / "docs" / "results"


@pytest.fixture(scope="module")
def of_five():
    return iris(CLASSIFIERS, bc.BlockRegularizedCV(5))


def test_what_was_measured_is_what_the_study_found():
    rows = (
        pd.read_csv(RESULTS / "frontier-repeats.csv")
        .query("method == 'crossed-effects'")
        .groupby("repeats")
        .agg(size=("size", "mean"), worst=("size", "max"), power=("power", "mean"))
    )
    for one in measured_repeats():
        assert (one.size, one.worst, one.power) == pytest.approx(tuple(rows.loc[one.n_repeats]), abs=5e-5)
    assert len(rows) == len(measured_repeats())


def test_the_plan_says_it_for_more_repeats_alone(of_five):
    result = bc.compare(of_five)
    said = " ".join(str(bc.plan(result)).split())
    assert "miss the difference in 4.0 % (m = 5)" in said
    assert "on average, and in 22 %, 19 %, 18 % and 16 % with the worst pair" in said
    assert "miss the difference" not in str(bc.plan(result, n_repeats=[5]))
