"""t distributions, their mixtures and joint draws: against scipy, points, batches."""

import pickle

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bayescmp.posteriors import CellsPosterior, JointStudent, MeanDifference, MixturePosterior, StudentPosterior

AT = np.array([-0.4, 0.0, 0.1, 0.3])


def one(location=0.1, scale=0.2, df=7.0):
    return StudentPosterior(location=xr.DataArray(location), scale=xr.DataArray(scale), df=df, name="difference")


@pytest.mark.parametrize("df", [3.0, np.inf])
def test_is_that_of_scipy(df):
    found, reference = one(df=df), stats.t(df, loc=0.1, scale=0.2)
    for name in ("cdf", "sf", "pdf"):
        np.testing.assert_allclose(getattr(found, name)(AT), getattr(reference, name)(AT), rtol=1e-12)
    np.testing.assert_allclose(found.ppf(np.array([0.01, 0.5, 0.9])), reference.ppf([0.01, 0.5, 0.9]), rtol=1e-12)
    assert (found.mean, found.sd) == pytest.approx((0.1, reference.std()))
    drawn = found.draw(40_000, rng=0).to_numpy()
    assert stats.kstest(drawn, reference.cdf).pvalue > 0.001


def test_two_degrees_of_freedom_have_no_standard_deviation():
    assert one(df=2.0).sd == np.inf
    assert np.isfinite(one(df=2.0).interval(0.95).low)


def test_each_of_a_batch_may_have_its_own_degrees_of_freedom():
    df = xr.DataArray([3.0, 7.0], dims="pair")
    location, scale = xr.DataArray([0.1, 0.3], dims="pair"), xr.DataArray([1.0, 2.0], dims="pair")
    batch = StudentPosterior(location=location, scale=scale, df=df, name="x")
    for place in range(2):
        own = stats.t(float(df[place]), float(location[place]), float(scale[place]))
        for function in ("cdf", "sf", "pdf", "ppf"):
            assert float(getattr(batch, function)(0.2)[place]) == pytest.approx(getattr(own, function)(0.2))
        assert float(batch.sd[place]) == pytest.approx(own.std())
        assert float(np.median(batch.draw(20_000, 0)[place])) == pytest.approx(own.median(), abs=0.05)
        spread = np.subtract(*np.quantile(batch.draw(20_000, 0)[place], [0.95, 0.05]))
        assert spread == pytest.approx(own.ppf(0.95) - own.ppf(0.05), rel=0.03)


def test_a_scale_of_0_is_a_point():
    point = one(scale=0.0)
    assert (point.cdf(0.0), point.cdf(0.1), point.cdf(0.2)) == (0.0, 0.5, 1.0)
    assert point.sd == 0
    interval = point.interval(0.95)
    assert (interval.low, interval.high) == (0.1, 0.1)
    assert (point.draw(5, rng=0) == 0.1).all()


def mixed(scales, weights, mean=0.05):
    return MeanDifference(
        mean=xr.DataArray(mean), scales=xr.DataArray(scales, dims="part"), weights=xr.DataArray(weights, dims="part"),
        df=np.inf,
    )  # fmt: skip


def test_a_mixture_has_the_weighted_distribution():
    found = mixed([0.02, 0.1, 0.3], [0.5, 0.3, 0.2])
    expected = sum(w * stats.norm.cdf(AT, 0.05, s) for w, s in zip([0.5, 0.3, 0.2], [0.02, 0.1, 0.3], strict=True))
    np.testing.assert_allclose(found.difference.cdf(AT), expected)
    low = found.difference.ppf(0.025)
    assert found.difference.cdf(low) == pytest.approx(0.025, abs=1e-9)
    assert found.prob_first_better + found.prob_second_better == pytest.approx(1)
    drawn = found.to_datatree(draws=5000, rng=0)["posterior"]["difference"]
    assert drawn.sizes == {"chain": 4, "draw": 5000}
    assert float(drawn.std()) == pytest.approx(found.difference.sd, rel=0.03)


@given(st.floats(-1, 1), st.lists(st.floats(1e-6, 1), min_size=2, max_size=4))
def test_the_interval_of_a_mixture_is_symmetric_about_its_centre(mean, scales):
    found = mixed(scales, np.full(len(scales), 1 / len(scales)), mean)
    interval = found.difference.interval(0.95)
    assert interval.low + interval.high == pytest.approx(2 * mean, abs=1e-6)
    assert found.difference.sd >= min(scales) - 1e-9


def test_what_was_asked_can_be_pickled():
    scales = xr.DataArray([[0.1, 0.2], [0.3, 0.1]], dims=("pair", "part"))
    weights = xr.full_like(scales, 0.5)
    found = MeanDifference(mean=xr.DataArray([0.0, 0.1], dims="pair"), scales=scales, weights=weights, df=5.0)
    low = found.difference.ppf(0.1)
    xr.testing.assert_identical(pickle.loads(pickle.dumps(found)).difference.ppf(0.1), low)  # noqa: S301


def test_a_mixture_of_rows_is_refused():
    cells = CellsPosterior(probs=xr.DataArray([[0.5, 0.5]], dims=("part", "cell")), edges=np.arange(3.0), name="x")
    mixture = MixturePosterior(parts=cells, weights=xr.DataArray([1.0], dims="part"), over="part", name="x")
    with pytest.raises(TypeError, match="numbers as parameters, but got a CellsPosterior"):
        mixture.cdf(0.5)


def test_a_pair_of_which_nothing_is_known_has_an_endless_interval_beside_others():
    scales = xr.DataArray([[0.1, 0.2], [np.inf, np.inf]], dims=("pair", "part"))
    both = MeanDifference(mean=xr.DataArray([0.0, 0.1], dims="pair"), scales=scales, weights=xr.full_like(scales, 0.5),
                          df=5.0).difference.interval()  # fmt: skip
    assert (float(both.low[1]), float(both.high[1])) == (-np.inf, np.inf)
    assert float(both.high[0]) == pytest.approx(-float(both.low[0]))


def test_a_mixture_of_points_is_a_point():
    found = mixed([0.0, 0.0], [0.4, 0.6])
    interval = found.difference.interval(0.95)
    assert (interval.low, interval.high) == (0.05, 0.05)
    assert found.prob_second_better == 1


def test_differences_of_joint_draws_have_the_distribution_of_the_pair():
    rng = np.random.default_rng(0)
    values = rng.multivariate_normal([0, 0, 0], [[1, 0.5, 0], [0.5, 2, 0.3], [0, 0.3, 1]], size=12)
    names = {"classifier": list("abc")}
    mean = xr.DataArray(values.mean(0), dims="classifier", coords=names)
    joint = JointStudent.of(mean, np.cov(values.T) / 12, 11.0)
    drawn = joint.draw(40_000, rng=1).to_numpy()
    for a, b in ((0, 1), (0, 2), (1, 2)):
        d = values[:, a] - values[:, b]
        reference = stats.t(11, loc=d.mean(), scale=d.std(ddof=1) / np.sqrt(12))
        assert stats.kstest(drawn[:, a] - drawn[:, b], reference.cdf).pvalue > 0.001
    np.testing.assert_allclose(joint.moments.covariance[0], np.cov(drawn.T), rtol=0.1, atol=0.01)
    assert joint.losses.mean.values.tolist() == values.mean(0).tolist()


@pytest.mark.parametrize("df", [3.0, np.inf])
def test_the_far_tails_are_those_of_scipy(df):
    found, reference = one(0.0, 1.0, df), stats.t(df)
    assert found.sf(30.0) == pytest.approx(reference.sf(30.0), rel=1e-10, abs=0)
    assert found.cdf(-30.0) == pytest.approx(reference.sf(30.0), rel=1e-10, abs=0)
