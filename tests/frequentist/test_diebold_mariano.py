"""The test of Diebold and Mariano against statsmodels and SciPy; where it stands; its size."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import diebold_mariano
from tests.data import gathered

D = np.random.default_rng(0).normal(0.2, 1, 60).cumsum() / 10


def of_statsmodels(d, lags, kernel):
    api = pytest.importorskip("statsmodels.api")
    options = {"maxlags": lags, "kernel": kernel, "use_correction": False}
    fitted = api.OLS(d, np.ones(d.size)).fit(cov_type="HAC", cov_kwds=options)
    return float(fitted.tvalues[0])


def corrected(statistic, n, h):
    return statistic * np.sqrt((n + 1 - 2 * h + h * (h - 1) / n) / n)


@pytest.mark.parametrize("horizon", [2, 4])
def test_it_is_that_of_statsmodels_with_harveys_correction(horizon):
    found = diebold_mariano(D, horizon=horizon)
    expected = corrected(of_statsmodels(D, horizon - 1, "uniform"), D.size, horizon)
    assert found.statistic == pytest.approx(expected, rel=1e-10)
    assert found.pvalue == pytest.approx(2 * stats.t.sf(abs(expected), D.size - 1), rel=1e-9)


def test_the_horizon_is_one_step_or_weighted_or_grows_with_the_cube_root():
    found, expected = diebold_mariano(D, horizon=1), stats.ttest_1samp(D, 0)
    assert (found.statistic, found.pvalue) == pytest.approx((expected.statistic, expected.pvalue))
    d = np.tile([1.0, -1.0], 10) + 0.1
    found = diebold_mariano(d, horizon=2)
    assert found.statistic == pytest.approx(corrected(of_statsmodels(d, 1, "bartlett"), d.size, 2), rel=1e-10)
    assert diebold_mariano(D).statistic == diebold_mariano(D, horizon=4).statistic
    cube = np.resize(D, 64)
    assert diebold_mariano(cube).statistic == diebold_mariano(cube, horizon=5).statistic


@pytest.mark.parametrize("horizon", [0, 31])
def test_refused_horizons(horizon):
    with pytest.raises((TypeError, ValueError), match="`horizon`"):
        diebold_mariano(D, horizon=horizon)


def test_no_difference_gives_p_1_and_it_stands_beside_comparisons_in_time_alone():
    assert diebold_mariano(np.zeros(20)).pvalue == 1
    loss = {"a": np.zeros(D.size), "b": D}
    tests = [
        set(bc.compare(gathered(loss=loss, **more)).methods["method"])
        for more in ({"time": np.arange(D.size)}, {"group": np.arange(D.size) // 5}, {})
    ]
    assert ["diebold_mariano" in names for names in tests] == [True, False, False]
