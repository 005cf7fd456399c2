"""Beta variates interpolated in their normal score, against scipy's quantiles and mpmath."""

import mpmath
import numpy as np
import pytest
from scipy import special

from bayescmp.posteriors._quadrature import REACH, InterpolatedBeta, beta_of_score, score_of_beta


@pytest.mark.parametrize("shape", [(0.5, 0.5), (1.0, 300.0), (25.3, 1.0), (40.0, 260.0), (3.0, 1e6), (2e5, 5.0)])
def test_interpolated_variates_have_their_probability(shape):
    a, b = (np.array([value]) for value in shape)
    t = np.linspace(-REACH, REACH, 4001)[None]
    u = InterpolatedBeta(a, b)(t, np.array([0]))
    # Where floats near 1 cannot tell variates apart, neither can their probabilities.
    below, above = special.betainc(a, b, u), special.betaincc(a, b, u)
    tail = special.ndtr(-np.abs(t))
    found = np.where(t < 0, below, above)
    lost = (1 - u) < 1e-6
    np.testing.assert_allclose(found[~lost], tail[~lost], rtol=1e-8)
    np.testing.assert_allclose(found, tail, atol=2e-8)


def test_a_variate_is_that_of_mpmath():
    with mpmath.workdps(40):
        u = mpmath.mpf(
            float(InterpolatedBeta(np.array([2.5]), np.array([97.0]))(np.array([[1.2345]]), np.array([0]))[0, 0])
        )
        tail = mpmath.betainc(2.5, 97, 0, u, regularized=True)
        assert float(tail) == pytest.approx(special.ndtr(1.2345), rel=1e-11)


def test_rows_are_by_themselves_and_extreme_ones_are_exact():
    rng = np.random.default_rng(0)
    a, b = np.array([1e-3, 5.0, 80.0]), np.array([2.0, 3.0, 4000.0])
    t = rng.uniform(-3, 3, (4, 7))
    rows = np.array([2, 0, 1, 0])
    found = InterpolatedBeta(a, b)(t, rows)
    np.testing.assert_allclose(found, beta_of_score(t, a[rows, None], b[rows, None]), rtol=1e-9)


def test_scores_and_variates_are_inverse():
    t = np.linspace(-5, 5, 11)
    np.testing.assert_allclose(score_of_beta(beta_of_score(t, 3.0, 40.0), 3.0, 40.0), t, atol=1e-7)
