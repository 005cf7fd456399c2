"""The grid of one experiment: against another integration of the same posterior, at the edge, and in time."""

from dataclasses import replace

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from bayescmp.hierarchical import moment_correlations, run_correlations
from bayescmp.hierarchical._run_correlations import points_of_grid
from tests.data import contrasts_of, mean_of, sd_of

TRUTH = {"rho1": 0.1, "rho2": 0.2, "phi": 1.5}


def importance_means(data, draws=400_000):
    """Posterior means from draws of the prior, weighted by the normal density of all ten estimates."""
    rng = np.random.default_rng(5)
    scale = lambda centre: centre * np.exp(0.5 * rng.standard_normal(draws))  # noqa: E731
    rho1 = np.tanh(0.1 + 0.2 * rng.standard_normal(draws) + scale(0.2) * rng.standard_normal(draws))
    share = -0.5 + rng.standard_normal(draws) + scale(0.8) * rng.standard_normal(draws)
    rho2 = (1 + rho1) / 2 / (1 + np.exp(-share))
    phi = 1 + scale(0.6) * abs(rng.standard_t(2, draws))
    values = data.values.reshape(5, 2)
    size, mean = data.attrs["n_validation"], values.mean()
    sigma2, rounding = phi * mean * (1 - mean) / size, 1 / (12 * size**2)
    # Orthonormal contrasts, one by one.
    between = np.linalg.svd(np.eye(5) - 0.2)[0][:, :4].T
    between = between @ values.mean(1) * np.sqrt(2)
    within = (values[:, 0] - values[:, 1]) / np.sqrt(2)
    log_weight = sum(
        stats.norm.logpdf(value, 0, np.sqrt(sigma2 * eigenvalue + rounding))
        for contrasts, eigenvalue in ((between, 1 + rho1 - 2 * rho2), (within, 1 - rho1))
        for value in contrasts
    )
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    error = {
        name: np.sqrt((weight**2 * (value - weight @ value) ** 2).sum())
        for name, value in (("rho1", rho1), ("rho2", rho2))
    }
    return {"rho1": weight @ rho1, "rho2": weight @ rho2}, error


def test_one_run_agrees_with_weighted_draws_of_the_prior(fold_estimates):
    data = fold_estimates(np.random.default_rng(2), **TRUTH, replicates=1)
    grid = run_correlations(data, statistic="disagreement")
    means, errors = importance_means(data)
    for name, mean in means.items():
        assert mean_of(grid, name) == pytest.approx(mean, abs=4 * errors[name]), name


@pytest.mark.parametrize("replicates", [1, 200])
def test_a_finer_grid_says_the_same(fold_estimates, replicates):
    data = fold_estimates(np.random.default_rng(3), **TRUTH, replicates=replicates)
    coarse, fine = (
        run_correlations(data, statistic="disagreement"),
        points_of_grid(contrasts_of(data, statistic="disagreement"), "disagreement", 96),
    )
    for name in ("rho1", "rho2", "phi"):
        assert mean_of(coarse, name) == pytest.approx(mean_of(fine, name), abs=0.01 * sd_of(fine, name)), name


@pytest.mark.parametrize(("rho1", "rho2"), [(0.3, 0.3), (-0.1, 0.3)])
def test_many_replicates_leave_the_moment_estimates(fold_estimates, rho1, rho2):
    data = fold_estimates(np.random.default_rng(4), rho1=rho1, rho2=rho2, phi=1.3, replicates=200)
    grid, moments = (
        run_correlations(data, statistic="disagreement"),
        moment_correlations(data.isel(experiment=0), statistic="disagreement"),
    )
    assert mean_of(grid, "rho1") == pytest.approx(float(moments.rho1), abs=0.03)
    assert mean_of(grid, "rho2") == pytest.approx(float(moments.rho2), abs=0.03)


def test_the_edge_is_reached(epsilon_tables):
    grid = run_correlations(epsilon_tables(200, 3), statistic="disagreement")
    assert mean_of(grid, "rho1") == pytest.approx(0, abs=0.03)
    assert mean_of(grid, "rho2") == pytest.approx(0.5, abs=0.03)
    assert mean_of(grid, "rho2") == pytest.approx((1 + mean_of(grid, "rho1")) / 2, abs=0.001)


def test_the_edge_the_prior_where_all_agree_and_swapped_classifiers(epsilon_tables):
    observed = contrasts_of(epsilon_tables(200, 3), statistic="disagreement")
    grid = points_of_grid(replace(observed, resolution=1e-9 * observed.resolution), "disagreement")
    assert mean_of(grid, "rho1") < -0.3
    tables = xr.zeros_like(epsilon_tables(1, 0)) + xr.DataArray([[9, 0], [0, 141]], dims=("first", "second"))
    grid = run_correlations(tables, statistic="disagreement")
    assert mean_of(grid, "rho1") == pytest.approx(0.092, abs=0.003)
    assert mean_of(grid, "rho2") == pytest.approx(0.223, abs=0.003)
    tables = epsilon_tables(1, 0)
    swapped = tables.rename(first="second", second="first")
    one, other = (run_correlations(each, statistic="difference") for each in (tables, swapped))
    for name in ("rho1", "rho2", "phi"):
        assert mean_of(one, name) == pytest.approx(mean_of(other, name), rel=1e-9)


def test_bare_differences_have_a_variance_in_place_of_phi(fold_estimates):
    data = fold_estimates(np.random.default_rng(4), **TRUTH, replicates=200)
    known, bare = (
        run_correlations(data, statistic="disagreement"),
        run_correlations(data - 0.3, statistic="difference", n_validation=150),
    )
    assert "phi" not in bare
    assert mean_of(bare, "sigma2") == pytest.approx(mean_of(known, "phi") * 0.21 / 150, rel=0.02)
    assert mean_of(bare, "rho1") == pytest.approx(mean_of(known, "rho1"), abs=0.01)


def test_several_experiments_are_refused(fold_estimates):
    data = fold_estimates(np.random.default_rng(4), **TRUTH, replicates=1, experiments=2)
    with pytest.raises(ValueError, match="`data` must be one experiment, but got 2"):
        run_correlations(data, statistic="disagreement")
