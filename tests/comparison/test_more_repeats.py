"""What a comparison says of more repeats than it has."""

from pathlib import Path

import pandas as pd
import pytest
from sklearn.model_selection import KFold
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
        .groupby("repeats")[["size", "power"]]
        .mean()
    )
    for one in measured_repeats():
        assert (one.size, one.power) == pytest.approx(tuple(rows.loc[one.n_repeats]), abs=5e-5)
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


def test_five_repeats_are_told_what_31_do(of_five):
    shortest, longest = measured_repeats()[0], measured_repeats()[-1]
    screen = " ".join(str(bc.compare(of_five)).split())
    assert (
        f"as measured, 95% intervals of 5 repeats miss the difference in {shortest.size:.1%} of samples, "
        f"those of 31 in {longest.size:.1%}"
    ) in screen


def test_other_numbers_of_repeats_are_told_of_the_measured_one_below():
    assert "intervals of 9 repeats" in bc.compare(iris(CLASSIFIERS, bc.BlockRegularizedCV(12))).content.more_repeats()
    assert (
        bc.compare(iris(CLASSIFIERS, bc.BlockRegularizedCV(31)))
        .content.more_repeats()
        .endswith(f"intervals of 31 repeats miss the difference in {measured_repeats()[-1].size:.1%} of samples")
    )


@pytest.mark.parametrize(
    "options",
    [
        {"metric": "f1_macro"},
        {"level": "effective-table"},
        *({"level": bc.levels.Auto(**one)} for one in ({"tau": "cautious"}, {"tau": 0.3}, {"strength": 2.0})),
    ],
    ids=str,
)
def test_nothing_is_said_of_what_was_not_measured(of_five, options):
    assert bc.compare(of_five, **options).content.more_repeats() == ""


@pytest.mark.parametrize("cv", [bc.BlockRegularizedCV(4), KFold(5, shuffle=True, random_state=0)], ids=str)
def test_nothing_is_said_of_designs_that_were_not_measured(cv):
    assert bc.compare(iris(CLASSIFIERS, cv)).content.more_repeats() == ""


def test_the_plan_says_it_for_more_repeats_alone(of_five):
    result = bc.compare(of_five)
    assert "miss the difference in" in " ".join(str(bc.plan(result)).split())
    assert "miss the difference" not in str(bc.plan(result, n_repeats=[5]))
