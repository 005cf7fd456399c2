"""Losses pooled towards each other, against draws from the prior that are weighted by the likelihood."""

import numpy as np
import pytest
import xarray as xr

from bayescmp.posteriors import Moments
from bayescmp.posteriors._mixture import POOLED_SCALE
from bayescmp.ranking._pooled import pooled

ROPE = (-0.005, 0.005)
DRAWS = 400_000


def moments(means, covariances, weights):
    return Moments(
        weights=xr.DataArray(weights, dims="part"),
        mean=xr.DataArray(means, dims=("part", "classifier")),
        covariance=xr.DataArray(covariances, dims=("part", "classifier", "other")),
    )


def three():
    """Two parts, of different centre and spread, with correlated losses of unequal precision."""
    root = np.array([[3, 0, 0], [2, 2, 0], [2, 1, 4]]) * 0.004
    covariance = root @ root.T
    means = np.array([[0.10, 0.12, 0.15], [0.11, 0.12, 0.14]])
    return moments(means, np.stack([covariance, 4 * covariance]), np.array([0.6, 0.4]))


def by_brute_force(seen, rope, scale=POOLED_SCALE):
    """Draw sigma and z from the prior; given both, mu has a normal posterior. Weights are the likelihoods."""
    rng = np.random.default_rng(0)
    sigma, z = scale * np.abs(rng.standard_cauchy((DRAWS, 1))), rng.standard_normal((DRAWS, 3))
    shape, weights, estimates = sigma * z, [], []
    for weight, mean, covariance in zip(*(getattr(seen, name).to_numpy() for name in ("weights", "mean", "covariance")),
                                        strict=True):  # fmt: skip
        precision = np.linalg.inv(covariance)
        rest = mean - shape
        size = precision.sum()
        mu = rest @ precision.sum(0) / size
        square = np.einsum("na,ab,nb->n", rest, precision, rest) - mu**2 * size
        likelihood = np.exp(-square / 2) / np.sqrt(np.linalg.det(covariance) * size)
        weights.append(weight * likelihood / likelihood.sum())  # parts keep their weights
        estimates.append(mu[:, None] + shape)
    of_shape = np.sum(weights, axis=0) / np.sum(weights)
    best = of_shape @ (shape == shape.min(axis=1, keepdims=True))
    all_weights = np.concatenate(weights) / np.sum(weights)
    apart = shape[:, [0, 0, 1]] - shape[:, [1, 2, 2]]
    probabilities = [of_shape @ (apart < rope[0]), of_shape @ (apart > rope[1])]
    size = 1 / (of_shape**2).sum()
    return all_weights @ np.concatenate(estimates), probabilities, best, size


@pytest.mark.parametrize("rope", [(0.0, 0.0), ROPE])
def test_the_grid_agrees_with_weighted_draws_from_the_prior(rope):
    found = pooled(three(), rope, draws=DRAWS)
    estimate, (below, above), best, size = by_brute_force(three(), rope)
    within = 5 / np.sqrt(size)  # standard errors; 0.5 is the largest deviation of a probability
    assert size > 10_000
    np.testing.assert_allclose(found.probabilities[:, 0], below, atol=0.5 * within)
    np.testing.assert_allclose(found.probabilities[:, 2], above, atol=0.5 * within)
    np.testing.assert_allclose(found.estimate, estimate, atol=0.02 * within)
    np.testing.assert_allclose(found.probabilities.sum(1), 1)
    np.testing.assert_allclose(found.prob_best, best, atol=0.5 * within)


def test_precise_losses_are_left_as_they_are():
    precise = moments([[0.10, 0.12, 0.15]], [np.eye(3) * 1e-12], [1.0])
    found = pooled(precise, (0.0, 0.0))
    np.testing.assert_allclose(found.estimate, [0.10, 0.12, 0.15], atol=1e-6)
    np.testing.assert_allclose(found.probabilities[:, 0], 1)


def test_shared_noise_does_not_matter():
    seen = three()
    shared = moments(seen.mean.to_numpy(), seen.covariance.to_numpy() + 0.02, seen.weights.to_numpy())
    np.testing.assert_allclose(pooled(shared, ROPE).probabilities, pooled(seen, ROPE).probabilities, atol=1e-9)


def test_losses_that_are_the_same_but_for_rounding_are_a_toss_up():
    covariance = np.full((3, 3), 1e-4)
    covariance[2, 2] = 3e-4
    found = pooled(moments([[0.1, 0.1, 0.2]], [covariance], [1.0]), (0.0, 0.0))
    np.testing.assert_allclose(found.probabilities[0], [0.5, 0.0, 0.5])
    assert found.probabilities[1, 0] > 0.99


def test_parts_keep_their_weights_however_likely_the_spread_is_in_each():
    """Else the true differences of the classifiers would be news about the variance of training sets."""
    mean, spread = [0.10, 0.12, 0.35], np.eye(3) * 1e-4
    alone = [pooled(moments([mean], [scale * spread], [1.0]), ROPE) for scale in (1, 400)]
    both = pooled(moments([mean, mean], [spread, 400 * spread], [0.9, 0.1]), ROPE)
    np.testing.assert_allclose(both.probabilities, 0.9 * alone[0].probabilities + 0.1 * alone[1].probabilities)
    np.testing.assert_allclose(both.estimate, 0.9 * alone[0].estimate + 0.1 * alone[1].estimate)


def test_the_best_of_two_has_the_probability_of_the_pair():
    seen = three()
    two = moments(*(getattr(seen, name).to_numpy()[:, :2] for name in ("mean",)), seen.covariance.to_numpy()[:, :2, :2],
                  seen.weights.to_numpy())  # fmt: skip
    found = pooled(two, (0.0, 0.0), draws=DRAWS)
    assert found.prob_best == pytest.approx(found.probabilities[0, [0, 2]], abs=4 * 0.5 / np.sqrt(DRAWS))


def test_copies_count_once_and_share():
    """A copy more is no news about the spread, and takes no chances from the others."""
    seen, copied = three(), [0, 1, 2, 0]
    more = moments(
        seen.mean.to_numpy()[:, copied], seen.covariance.to_numpy()[:, copied][:, :, copied], seen.weights.to_numpy()
    )
    one = pooled(seen, ROPE, draws=5000, rng=3)
    many = pooled(more, ROPE, alike=np.array([0, 1, 2, 0]), draws=5000, rng=3)
    np.testing.assert_allclose(many.estimate, one.estimate[copied], rtol=1e-12)
    np.testing.assert_allclose(many.prob_best, one.prob_best[copied] / [2, 1, 1, 2])
    np.testing.assert_allclose(many.probabilities[[0, 1, 3]], one.probabilities, rtol=1e-12)
    assert many.probabilities[2].tolist() == [0.0, 1.0, 0.0]  # the pair of the copies, with a rope
    assert np.abs(pooled(more, ROPE).estimate[:3] - one.estimate).max() > 1e-4  # the control: four that differ
