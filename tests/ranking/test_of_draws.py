"""What joint draws tell: by hand, and where independent draws would tell something else."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from bayescmp.ranking._draws import of_draws, optimism, simultaneous_prob

BY_HAND = np.array([[0.1, 0.2, 0.3], [0.2, 0.1, 0.3], [0.1, 0.3, 0.2], [0.1, 0.2, 0.4]])


def test_ranks_regret_and_closeness_by_hand():
    found = of_draws(BY_HAND, 0.1)
    np.testing.assert_allclose(found.ranks, [[0.75, 0.25, 0], [0.25, 0.5, 0.25], [0, 0.25, 0.75]])
    np.testing.assert_allclose(found.regret, [0.025, 0.1, 0.2])
    np.testing.assert_allclose(found.within_rope, [1, 0.75, 0.25])
    assert found.regret_error == pytest.approx((BY_HAND - BY_HAND.min(1)[:, None]).std(0).max() / 2)


@given(
    losses=arrays(int, st.tuples(st.integers(1, 4), st.integers(1, 5)), elements=st.integers(0, 3)),
    size=st.sampled_from([1e-6, 1.0, 1e6]),
    rounding=st.sampled_from([0.0, 1e-13, 1e-9]),
)
def test_ties_but_for_rounding_share_their_ranks_and_no_others(losses, size, rounding):
    """By all orders of the classifiers, of which those that sort the losses are as likely as each other."""
    draws, k = losses.shape
    noise = rounding * np.arange(k) * (losses.max() + 1)
    judged = losses + noise if rounding > 1e-12 else losses
    wanted = np.zeros((k, k))
    for one in judged:
        orders = [order for order in permutations(range(k)) if (np.diff(one[list(order)]) >= 0).all()]
        for order in orders:
            wanted[order, range(k)] += 1 / (len(orders) * draws)
    found = of_draws(size * (losses + noise + 1), 0.0)
    np.testing.assert_allclose(found.ranks, wanted, atol=1e-12)
    best = (judged == judged.min(axis=1, keepdims=True)).mean(axis=0)
    np.testing.assert_allclose(found.within_rope, best)


@pytest.mark.parametrize("k", [2, 5, 12])
def test_simultaneous_intervals_of_exchangeable_losses_are_those_of_the_studentized_range(k):
    drawn = np.random.default_rng(k).standard_normal((20_000, k))
    reach = stats.studentized_range.ppf(0.95, k, np.inf) / np.sqrt(2)
    assert simultaneous_prob(drawn, 0.95) == pytest.approx(2 * stats.norm.cdf(reach) - 1, abs=0.002)


def test_simultaneous_intervals_hold_all_differences_and_those_of_each_pair_do_not():
    rng = np.random.default_rng(0)
    sd = np.array([1.0, 2.0, 0.5, 1.0])
    drawn, new = rng.standard_normal((2, 20_000, 4)) * sd
    first, second = np.triu_indices(4, 1)
    for prob, low, high in ((simultaneous_prob(drawn, 0.9), 0.89, 0.91), (0.9, 0.0, 0.75)):
        ends = np.quantile(drawn[:, first] - drawn[:, second], [(1 - prob) / 2, (1 + prob) / 2], axis=0)
        inside = ((new[:, first] - new[:, second] >= ends[0]) & (new[:, first] - new[:, second] <= ends[1])).all(1)
        assert low < inside.mean() < high


def test_the_least_of_equal_estimates_is_too_low_by_the_mean_of_the_least_of_normals():
    drawn = np.random.default_rng(1).standard_normal((40_000, 5))
    assert optimism(drawn) == pytest.approx(1.16296, abs=0.02)  # tables of normal order statistics
    assert optimism(drawn + 100 * np.arange(5)) == pytest.approx(0, abs=0.02)


def test_losses_that_never_differ_leave_the_other_intervals_as_they_are():
    drawn = np.random.default_rng(0).standard_normal((20_000, 2))
    twice = drawn[:, [0, 0, 1]]
    assert simultaneous_prob(twice[:, :2], 0.95) == 0.95
    assert simultaneous_prob(twice, 0.95) == pytest.approx(simultaneous_prob(drawn, 0.95))


@pytest.mark.parametrize("apart", [1e-3, 1e-6, 1e-9])
def test_pairs_that_are_close_count_as_others_do(apart):
    """Three losses about one that varies have the simultaneous probability of the three by themselves."""
    own = np.random.default_rng(0).normal(size=(4000, 3))
    shared = np.random.default_rng(1).normal(size=(4000, 1))
    assert simultaneous_prob(shared + apart * own, 0.95) == pytest.approx(simultaneous_prob(own, 0.95), abs=2e-3)


def test_copies_share_ranks_take_nothing_from_others_and_may_differ():
    losses = np.random.default_rng(0).normal(size=(20_000, 3))  # the third answered as the second
    alone, found = of_draws(losses[:, :2], 0.1), of_draws(losses, 0.1, np.array([0, 1, 1]))
    assert (found.regret[0], found.within_rope[0]) == (alone.regret[0], alone.within_rope[0])
    best = found.ranks[:, 0]
    np.testing.assert_allclose(best, [alone.ranks[0, 0], alone.ranks[1, 0] / 2, alone.ranks[1, 0] / 2])
    excess = losses[:, 1:] - losses.min(axis=1, keepdims=True)
    assert found.regret[1] == found.regret[2] == pytest.approx(excess.mean())
    assert found.within_rope[1] == found.within_rope[2] == pytest.approx((excess <= 0.1).mean())
    assert (found.within_rope >= best).all()
    np.testing.assert_allclose(of_draws(losses, 0.0, np.zeros(3, int)).within_rope, 1 / 3)
