"""The Beta posterior against scipy.stats, and the intervals that every posterior shares."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bayescmp.posteriors import BetaPosterior

SHAPES = [(0.5, 10.0), (3.0, 1e7)]
shapes = st.floats(0.5, 1e4)


def beta(a, b):
    return BetaPosterior(name="r", a=a, b=b)


@pytest.mark.parametrize(("a", "b"), SHAPES)
def test_moments_functions_and_draws_are_those_of_scipy(a, b):
    assert (beta(a, b).mean, beta(a, b).sd) == pytest.approx((stats.beta.mean(a, b), stats.beta.std(a, b)), rel=1e-9)
    x = stats.beta.ppf([0.001, 0.2, 0.5, 0.9, 0.999], a, b)
    for method, points in (("cdf", x), ("sf", x), ("pdf", x), ("ppf", [0.001, 0.2, 0.5, 0.9, 0.999])):
        expected = getattr(stats.beta, method)(points, a, b)
        np.testing.assert_allclose(getattr(beta(a, b), method)(points), expected, rtol=2e-7, err_msg=method)
    draws = beta(a, b).draw(20_000, rng=0)
    assert stats.kstest(draws, beta(a, b).cdf).pvalue > 0.01


@pytest.mark.parametrize(("x", "cdf", "pdf"), [(-0.5, 0, 0), (1, 1, np.inf), (1.5, 1, 0)])
def test_outside_and_at_the_ends_of_the_range(x, cdf, pdf):
    assert (beta(0.5, 0.5).cdf(x), beta(0.5, 0.5).pdf(x)) == (cdf, pdf)


@pytest.mark.parametrize("ci_kind", ["eti", "hdi"])
@given(a=shapes, b=shapes, ci_prob=st.floats(0.05, 0.99))
def test_interval_holds_the_stated_probability(ci_kind, a, b, ci_prob):
    interval = beta(a, b).interval(ci_prob, ci_kind)
    assert (interval.ci_prob, interval.ci_kind) == (ci_prob, ci_kind)
    assert beta(a, b).prob_between(interval.low, interval.high) == pytest.approx(
        ci_prob, abs=3e-8
    )  # 1 - x has no more digits


@given(st.floats(1.5, 1e3), st.floats(1.5, 1e3))
def test_hdi_has_the_same_density_at_both_ends(a, b):
    interval = beta(a, b).interval(0.8, "hdi")
    low, high = beta(a, b).pdf(interval.low), beta(a, b).pdf(interval.high)
    assert low == pytest.approx(high, rel=1e-4)


@pytest.mark.parametrize(("a", "b", "end"), [(9.0, 1.0, 1), (0.5, 20.0, 0)])
def test_hdi_of_a_density_that_falls_from_an_end_starts_there(a, b, end):
    interval = beta(a, b).interval(0.9, "hdi")
    assert (interval.low, interval.high)[end] == pytest.approx(end, abs=1e-8)


def test_batch_is_one_by_one():
    a, b = xr.DataArray([1.0, 3.5], dims="pair", coords={"pair": ["x", "y"]}), xr.DataArray([2.0, 9.0], dims="pair")
    batch = beta(a, b)
    for method, argument in (("cdf", 0.3), ("pdf", 0.3), ("ppf", 0.9)):
        values = getattr(batch, method)(argument)
        assert list(values["pair"].values) == ["x", "y"]
        np.testing.assert_array_equal(
            values, [getattr(beta(1.0, 2.0), method)(argument), getattr(beta(3.5, 9.0), method)(argument)]
        )
    np.testing.assert_allclose(batch.interval(0.9, "hdi").low, [0, beta(3.5, 9.0).interval(0.9, "hdi").low], atol=1e-8)


def test_draws_are_reproducible_and_a_missing_point_has_a_missing_answer():
    posterior = beta(xr.DataArray([1.0, 3.0], dims="pair"), 2.0)
    draws = posterior.draw(7, rng=3)
    assert (draws.dims, draws.shape, draws.name) == (("pair", "draw"), (2, 7), "r")
    assert draws.identical(posterior.draw(7, rng=np.random.default_rng(3)))
    for method in ("cdf", "pdf", "ppf"):
        assert np.isnan(getattr(beta(2.0, 3.0), method)([0.5, np.nan])).tolist() == [False, True]


@pytest.mark.parametrize(("arguments", "message"), [
    ((95,), r"`ci_prob` must be a proportion between 0 and 1, but got 95"),
    ((0.9, "HDI"), r"`ci_kind` must be one of 'eti', 'hdi', but got 'HDI'"),
])  # fmt: skip
def test_interval_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        beta(1.0, 1.0).interval(*arguments)


def test_draw_refuses_fewer_than_one():
    with pytest.raises(ValueError, match="`draws` must be at least 1, but got"):
        beta(1.0, 1.0).draw(0)
