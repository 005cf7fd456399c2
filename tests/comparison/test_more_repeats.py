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


def test_more_repeats_miss_less_often_and_see_more():
    sizes, powers = ([getattr(one, name) for one in measured_repeats()] for name in ("size", "power"))
    assert sizes == sorted(sizes, reverse=True)
    assert powers == sorted(powers)


@pytest.mark.parametrize("repeats", [5, 31])
def test_no_prior_with_a_share_is_better_in_everything(repeats):
    table = pd.read_csv(RESULTS / "training-kernels.csv").query("repeats == @repeats")
    today = table.query("share == 'none' and tau == 't2, 0.3'").iloc[0]
    with_share = table.query("share != 'none'")
    better = (with_share["size"] < today["size"]) & (with_share["worst"] < today["worst"])
    assert not (better & (with_share["power"] >= today["power"])).any()


def test_the_plan_says_it_for_more_repeats_alone(of_five):
    result = bc.compare(of_five)
    said = " ".join(str(bc.plan(result)).split())
    assert "miss the difference in 4.0 % (m = 5)" in said
    assert "on average, and in 22 %, 19 %, 18 % and 16 % with the worst pair" in said
    assert "miss the difference" not in str(bc.plan(result, n_repeats=[5]))
