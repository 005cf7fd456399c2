"""Names, numbers and predictions as users have them; draws that follow their seed, also under the other prior."""

import json

import numpy as np
import pytest

import bayescmp as bc


def test_names_become_texts(data_of, tmp_path):
    names = np.array(["a", 1, 2.5, "b"], dtype=object)
    ranking = bc.rank(data_of("hold-out").assign_coords(classifier=names), draws=200)
    assert set(ranking.classifiers.index) == {str(name) for name in names}
    ranking.save(tmp_path / "r.nc")
    assert bc.load(tmp_path / "r.nc").to_json() == ranking.to_json()


def test_numbers_of_numpy_are_numbers(data_of, tmp_path):
    ranking = bc.rank(
        data_of("hold-out"), draws=np.int32(200), rng=np.int64(3), rope=np.float32(0.125), threshold=np.float32(0.75),
        method=bc.methods.Auto(strength=np.int64(2)),
    )  # fmt: skip
    plain = bc.rank(
        data_of("hold-out"), draws=200, rng=3, rope=0.125, threshold=0.75, method=bc.methods.Auto(strength=2)
    )
    assert json.loads(ranking.to_json()) == json.loads(plain.to_json())
    ranking.save(tmp_path / "r.nc")


def test_a_result_does_not_follow_what_becomes_of_its_data(data_of):
    data = data_of("hold-out").copy(deep=True)
    ranking = bc.rank(data, draws=200)
    before = ranking.comparison("c0", "c1").to_json()
    data["y_pred"][:] = 0
    assert ranking.comparison("c0", "c1").to_json() == before


def test_ties_are_ordered_by_name_whatever_the_order_of_the_data():
    y, source = np.ones(40, int), np.random.default_rng(5)
    errors = {
        name: source.choice(40, size, replace=False) for name, size in zip("abcde", [4, 12, 12, 14, 20], strict=True)
    }
    data = bc.labels(y, {name: np.where(np.isin(np.arange(40), at), 0, 1) for name, at in errors.items()})
    assert bc.rank(data, draws=100).tiers == bc.rank(data.isel(classifier=[4, 3, 2, 1, 0]), draws=100).tiers


def differ(one, other, column):
    return (one[column] != other.loc[one.index, column]).any()


def test_the_cautious_column_is_the_ranking_under_the_cautious_prior(data_of):
    data, method = data_of("5 x 2", k=2), bc.methods.CrossedEffects(tau="cautious")
    found, other = (bc.rank(data, draws=500, rng=seed).classifiers for seed in (3, 4))
    cautious = bc.rank(data, draws=500, rng=3, method=method).classifiers
    assert found["prob_best_cautious"].to_dict() == cautious["prob_best"].to_dict()
    assert (found["prob_best_cautious"] != found["prob_best"]).all()
    assert differ(found, other, "prob_best_cautious")


def test_a_seed_gives_the_same_draws_and_another_one_others(data_of):
    one, again, other = (bc.rank(data_of("hold-out", k=3), draws=500, rng=seed).classifiers for seed in (1, 1, 2))
    assert one.equals(again)
    for column in ("prob_best", "prob_best_pooled", "expected_rank", "expected_regret"):
        assert differ(one, other, column)


def test_the_error_of_a_probability_is_that_of_a_share_of_draws(ranked):
    ranking = ranked("hold-out")
    shares = ranking.rank_probabilities.to_numpy().ravel()
    assert ranking.trust.prob_error == pytest.approx(max(np.sqrt(p * (1 - p) / ranking.draws) for p in shares))
