"""Gauss quadrature of discrete distributions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special

from bayescmp.posteriors._mixture import gauss_rule


@given(seed=st.integers(0, 10_000), n=st.integers(12, 200), size=st.integers(1, 8))
def test_means_of_polynomials_are_kept(seed, n, size):
    rng = np.random.default_rng(seed)
    weights, values = rng.dirichlet(np.full(n, 0.5)), rng.normal(3, 2, n)
    found, nodes = gauss_rule(weights, values, size)
    reach = np.abs(values).max()
    for degree in range(2 * size):
        exact = weights @ (values / reach) ** degree
        assert found @ (nodes / reach) ** degree == pytest.approx(exact, abs=1e-10)
    assert (found >= 0).all()
    assert values.min() - 1e-9 <= nodes.min() <= nodes.max() <= values.max() + 1e-9


def test_of_a_fine_grid_it_is_the_rule_of_legendre():
    edges = np.linspace(-1, 1, 20_001)
    weights, nodes = gauss_rule(np.diff(edges), (edges[1:] + edges[:-1]) / 2, 5)
    expected, of = special.roots_legendre(5)[::-1]
    np.testing.assert_allclose(nodes, of, atol=1e-8)
    np.testing.assert_allclose(weights, expected, atol=1e-8)


@pytest.mark.parametrize("values", [[2.0, 2.0, 2.0], [1.0, 5.0]])
def test_fewer_points_than_asked_for_are_kept_as_they_are(values):
    weights = np.arange(1.0, 1 + len(values))
    found, nodes = gauss_rule(weights, np.array(values), 4)
    assert found.sum() == pytest.approx(weights.sum())
    assert found @ nodes == pytest.approx(weights @ values)
    assert set(np.round(nodes[found > 1e-12], 9)) == set(values)


def test_rows_are_by_themselves_and_those_without_weight_stay_without():
    found, nodes = gauss_rule(np.zeros((2, 3)), np.ones((2, 3)), 2)
    assert (found == 0).all()
    assert np.isfinite(nodes).all()
    rng = np.random.default_rng(0)
    weights, values = rng.random((3, 4, 30)), rng.normal(size=(3, 4, 30))
    found, nodes = gauss_rule(weights, values, 5)
    one = gauss_rule(weights[1, 2], values[1, 2], 5)
    np.testing.assert_allclose(found[1, 2], one[0], atol=1e-12)
    np.testing.assert_allclose(nodes[1, 2], one[1], atol=1e-12)
