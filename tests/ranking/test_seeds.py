"""Every draw of a ranking follows its seed, also under the other prior that stands beside."""

import numpy as np
import pytest

import bayescmp as bc


def differ(one, other, column):
    return (one[column] != other.loc[one.index, column]).any()


def test_the_cautious_column_is_the_ranking_under_the_cautious_prior(data_of):
    data, level = data_of("5 x 2", k=2), bc.levels.CrossedEffects(tau="cautious")
    found, other = (bc.rank(data, draws=500, rng=seed).classifiers for seed in (3, 4))
    cautious = bc.rank(data, draws=500, rng=3, level=level).classifiers
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
