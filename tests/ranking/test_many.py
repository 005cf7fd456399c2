"""What is written of many classifiers does not grow with the square of their number, unless it is asked for."""

import json

import numpy as np
import pytest

import bayescmp as bc

K = 60


@pytest.fixture(scope="module")
def ranking():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 80)
    labels = {f"c{k}": np.where(rng.random(80) < 0.05 + 0.005 * k, 1 - y, y) for k in range(K)}
    return bc.rank(bc.labels(y, labels), draws=400)


def test_json_holds_the_pairs_of_the_best_and_of_neighbours(ranking):
    said, every = json.loads(ranking.to_json()), json.loads(ranking.to_json(every_pair=True))
    order = [row["classifier"] for row in said["classifiers"]]
    assert {row["first"] for row in said["pairs"]} | {row["second"] for row in said["pairs"]} == set(order)
    for row in said["pairs"]:
        places = sorted(order.index(row[name]) for name in ("first", "second"))
        assert places[0] == 0 or places[1] - places[0] == 1
    assert (len(said["pairs"]), said["pairs_left_out"]) == (2 * K - 3, K * (K - 1) // 2 - (2 * K - 3))
    assert (len(every["pairs"]), every["pairs_left_out"]) == (K * (K - 1) // 2, 0)
    assert {len(row) for row in said["rank_probabilities"].values()} == {50}
    assert {len(row) for row in every["rank_probabilities"].values()} == {K}
    assert all(row in every["pairs"] for row in said["pairs"])


def test_a_report_says_which_pairs_it_leaves_out(ranking):
    text = bc.reports.render(ranking, "text")
    assert "Pairs of the best one, and of neighbours (`pairs` has all)" in " ".join(text.split())


def test_of_few_everything_is_there(ranking):
    few = bc.rank(ranking.evidence.predictions.isel(classifier=slice(0, 5)), draws=400)
    assert few.to_json() == few.to_json(every_pair=True)
