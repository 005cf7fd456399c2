"""What is said of the leader: the smallest probability of all priors, and in the report what it is worth."""

import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.content._leader import EDGES, MEASURED, leader_words, meant_words, other_words, stated
from tests.data import hold_out

RESULTS = Path(__file__).parents[2] / "docs" / "results"
BESIDE = {"hold-out": "prob_best_pooled", "5 x 2": "prob_best_cautious"}
GIVEN = {
    "hold-out": "under a prior by which all are alike; ",
    "5 x 2": "under a prior by which training sets may add more variance; ",
}


def claimed(sentence):
    return float(re.search(r"is best with probability (?:[<>] )?(\d\.\d+)", sentence)[1])


@pytest.mark.parametrize(("data", "rope"), [("hold-out", 0.0), ("5 x 2", 0.02)])
def test_the_smaller_probability_is_said_and_in_details_the_other_one(ranked, data, rope):
    ranking = ranked(data, draws=4000, rope=rope)
    row = ranking.classifiers.iloc[0]
    both = row[["prob_best", BESIDE[data]]]
    said = leader_words(ranking.content)
    assert said in " ".join(ranking.content.headline().split())
    assert stated(ranking.content) == both.idxmin()
    assert claimed(said) == pytest.approx(both.min(), abs=0.0051)
    other = other_words(ranking.content)
    assert f"; it is {ranking.content.prob(row['prob_best'])} for the leader under the prior of the pairs" in other
    assert other in " ".join(ranking.details().split())
    assert other not in " ".join(str(ranking).split())
    assert both.max() - both.min() > 0.011  # the control: the larger one is another
    assert said.startswith(f"{ranking.best} is ")
    assert other.startswith(GIVEN[data])
    assert "regret" not in str(ranking)
    assert ("is within 0.02 of the best with probability" in said) == bool(rope)
    others = {*BESIDE.values()} - {BESIDE[data]}
    assert ranking.classifiers[list(others)].isna().all(axis=None)


@pytest.mark.parametrize(("name", "file", "where", "start"), [
    ("pooled", "rank-hold-out", {"classifiers": "any"}, "smaller claim, "),
    ("cautious", "rank-real", {"way": "cautious", "data": "all"}, "of the leader, "),
])  # fmt: skip
def test_how_often_claims_came_true_is_what_was_measured(name, file, where, start):
    table = pd.read_csv(RESULTS / f"{file}.csv")
    rows = table[(table[list(where)] == pd.Series(where)).all(axis=1) & table["quantity"].str.startswith(start)]
    ends = rows["quantity"].str.rpartition(" ")[2].astype(float).tolist()
    assert ends == [*EDGES, 1.0]
    assert rows["value"].round(2).tolist() == list(MEASURED[name][1])


@pytest.mark.parametrize("data", BESIDE)
def test_the_share_is_that_of_claims_of_this_size(ranked, data):
    ranking, name = ranked(data, draws=4000), BESIDE[data].rpartition("_")[2]
    claim = ranking.content.prob(ranking.classifiers.iloc[0][["prob_best", BESIDE[data]]].min())
    share = MEASURED[name][1][np.searchsorted(EDGES, float(claim))]
    like = f"claims of being the best such as {claim}, the smallest by any prior, came true"
    said = f"On {MEASURED[name][0]} {like} in {share:.2f}."
    assert meant_words(ranking.content) == said
    assert said in " ".join(ranking.details().split())
    assert "came true" not in str(ranking)


@pytest.mark.full
@pytest.mark.parametrize("data", BESIDE)
def test_of_other_metrics_and_of_copies_it_was_not_measured(ranked, data, data_of):
    other = ranked(data, metric="balanced_accuracy")
    assert meant_words(other.content) == ""
    assert "came true" not in other.details()
    two = data_of(data).isel(classifier=[0, 0, 3]).assign_coords(classifier=["a", "b", "c"])
    content = bc.rank(two, draws=500).content
    said = leader_words(content)
    assert said.startswith("each of a and b is best with probability")
    assert claimed(said) < 0.51
    assert meant_words(content) == ""


@pytest.mark.parametrize("data", BESIDE)
def test_of_two_it_is_the_probability_of_the_comparison(ranked, data):
    ranking = ranked(data, k=2, draws=4000)
    best = ranking.classifiers["prob_best"]
    assert leader_words(ranking.content) == f"{best.idxmax()} is best with probability {best.max():.2f}"
    assert meant_words(ranking.content) == ""
    assert ranking.classifiers["prob_best_pooled"].isna().all()


def test_the_pooled_one_is_that_of_the_pair_where_one_of_three_is_far_behind():
    """As three, of which one never competes; the spread is then learned from three, hence the width of the band."""
    ranking = bc.rank(hold_out({"a": 0.1, "b": 0.12, "c": 0.9}, 300))
    best, pair = ranking.classifiers["prob_best_pooled"], ranking.pairs.iloc[0]
    assert best["c"] < 1e-3
    assert best["a"] == pytest.approx(pair["pooled_prob_first_better"], abs=0.015)
    assert best.sum() == pytest.approx(1)


def test_classifiers_whose_claims_look_the_same_are_named_together_in_any_order():
    y = np.array([0, 1] * 30)
    wrong = {name: np.arange(60) // 10 == place for place, name in enumerate(("a", "b", "c"))}
    found = {name: np.where(odd, 1 - y, y) for name, odd in wrong.items()}
    for names in (list(found), list(found)[::-1]):
        ranking = bc.rank(bc.labels(y, {name: found[name] for name in names}))
        assert leader_words(ranking.content).startswith("each of a, b and c is best with probability 0.33")
    better = bc.rank(bc.labels(y, {"a": y, "b": found["b"], "c": found["c"]}))
    assert leader_words(better.content).startswith("a is best")
    many = {f"c{place}": np.where(np.arange(60) // 6 == place, 1 - y, y) for place in range(8)}
    said = leader_words(bc.rank(bc.labels(y, many)).content)
    assert said.startswith("each of 8 classifiers is best with probability 0.1")
