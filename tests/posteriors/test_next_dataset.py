"""The next data set: a mixture of what is known of those at hand, and of a base, against SciPy's t distribution."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bayescmp.posteriors import NextDatasetPosterior

SCALE, BASE = 0.06, stats.t(3, scale=0.06)
sets = st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(0.001, 0.1)), max_size=8, unique_by=lambda one: one[0])


def following(sets, count=4000):
    """Return the posterior of normal ones, and these."""
    own = [stats.norm(mean, sd) for mean, sd in sets]
    shares = (np.arange(count) + 0.5) / count
    points = np.array([one.ppf(shares) for one in own]).reshape(len(own), count)
    return NextDatasetPosterior(points=points, scale=SCALE), own


@given(sets, st.floats(-0.4, 0.4))
def test_is_the_mixture(sets, at):
    found, own = following(sets)
    count = len(sets) + 2
    assert found.cdf(at) == pytest.approx((sum(one.cdf(at) for one in own) + 2 * BASE.cdf(at)) / count, abs=5e-4)
    assert found.cdf(at) + found.sf(at) == pytest.approx(1)
    assert found.mean == pytest.approx(sum(one.mean() for one in own) / count, abs=1e-6)
    squares = sum(one.var() + one.mean() ** 2 for one in own) + 2 * BASE.var()
    assert found.sd == pytest.approx(np.sqrt(squares / count - found.mean**2), rel=2e-3)


@settings(max_examples=25)
@given(sets, st.floats(1e-6, 1 - 1e-6))
def test_quantiles_are_where_the_probability_is_and_mirror(sets, share):
    found, _ = following(sets, 64)
    mirrored = NextDatasetPosterior(points=-found.points, scale=SCALE)
    assert found.cdf(found.ppf(share)) == pytest.approx(share, abs=1e-6)
    assert mirrored.ppf(1 - share) == pytest.approx(-found.ppf(share), abs=1e-9)


def test_density_and_draws_are_those_of_the_mixture():
    found, own = following([(-0.1, 0.02), (0.05, 0.03), (0.06, 0.01)])
    at = np.array([-0.2, -0.1, 0.0, 0.05])
    np.testing.assert_allclose(found.pdf(at), (sum(one.pdf(at) for one in own) + 2 * BASE.pdf(at)) / 5, rtol=0.02)
    assert stats.kstest(found.draw(4000, 0).to_numpy(), found.cdf).pvalue > 1e-3
    assert stats.kstest(found.draw(4000, 0).to_numpy(), BASE.cdf).pvalue < 1e-3  # of the base alone


def test_what_is_known_exactly_lies_half_on_either_side_and_of_nothing_is_the_base():
    found = NextDatasetPosterior(points=np.array([[-0.02] * 64, [0.02] * 64]), scale=SCALE)
    of_base = 2 * BASE.cdf(-0.02)
    at = np.array([-0.02 - 1e-9, -0.02, -0.02 + 1e-9])
    np.testing.assert_allclose(found.cdf(at), (of_base + np.array([0, 0.5, 1])) / 4, atol=3e-3)  # of half a point
    assert found.ppf(np.array([0.0, 0.5, 1.0])) == pytest.approx([-np.inf, 0, np.inf], abs=1e-9)
    assert found.ppf((of_base + 0.5) / 4) == pytest.approx(-0.02)
    found = NextDatasetPosterior(points=np.empty((0, 64)), scale=SCALE)
    shares = np.array([0.01, 0.3, 0.9])
    assert found.ppf(shares) == pytest.approx(BASE.ppf(shares))
    assert (found.mean, found.sd) == (0.0, pytest.approx(BASE.std()))
    assert stats.kstest(found.draw(4000, 0).to_numpy(), BASE.cdf).pvalue > 1e-3
