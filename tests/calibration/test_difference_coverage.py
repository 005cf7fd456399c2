"""Coverage and simulation-based calibration of the posterior of the difference.

Truths come from the prior and tables from the truths, so that exact posteriors are exactly calibrated.
"""

from functools import cache

import numpy as np
import pytest
import xarray as xr
from scipy import stats

import bayescmp as bc
from tests.data import table

WEAK = {"n_records": 20, "strength": 1.0}
SMOOTH = {"n_records": 100, "strength": 8.0}


def truths_from_dirichlet(tables, strength, rng):
    return rng.dirichlet([strength] * 4, size=tables)


def truths_from_betas(tables, strength, rng):
    p_d, r, share = (rng.beta(strength, strength, tables) for _ in range(3))
    return np.stack([(1 - p_d) * share, p_d * r, p_d * (1 - r), (1 - p_d) * (1 - share)], axis=-1)


TRUTHS = {"dirichlet": truths_from_dirichlet, "beta": truths_from_betas}


@cache
def experiments(tables, *, n_records, strength, prior="dirichlet", counted=1, mirrored=False):
    """The true differences, and the posterior of those many tables, each counted `counted` times."""
    rng = np.random.default_rng(7)
    cells = TRUTHS[prior](tables, strength, rng)
    counts = counted * rng.multinomial(n_records, cells)
    both_wrong, only_first, only_second, both_right = np.moveaxis(counts, -1, 0)
    if mirrored:
        only_first, only_second = only_second, only_first
    found = table(both_wrong, only_first, only_second, both_right, dims=("experiment",))
    return cells[:, 1] - cells[:, 2], bc.posteriors.paired_posterior(found, prior=prior, strength=strength).difference


def coverage(tables, ci_prob, ci_kind, **options):
    """How many standard errors the coverage is off, and a line with the coverage and the mean width."""
    truth, posterior = experiments(tables, **options)
    interval = posterior.interval(ci_prob, ci_kind)
    covered = float(((interval.low <= truth) & (truth <= interval.high)).mean())
    off = abs(covered - ci_prob) / np.sqrt(ci_prob * (1 - ci_prob) / tables)
    return (
        off,
        f"{ci_kind} {ci_prob}: coverage {covered:.4f}, mean width {float((interval.high - interval.low).mean()):.4f}",
    )


@pytest.mark.parametrize(("tables", "ci_kind", "ci_prob", "design"), [
    *((2000, "eti", ci_prob, SMOOTH) for ci_prob in (0.5, 0.8, 0.95)),
    *((400, "eti", ci_prob, WEAK) for ci_prob in (0.5, 0.8, 0.95)),
    (200, "hdi", 0.8, SMOOTH),
    *(pytest.param(4000, "eti", ci_prob, WEAK, marks=pytest.mark.slow) for ci_prob in (0.5, 0.8, 0.95)),
    *(pytest.param(1000, "hdi", ci_prob, SMOOTH, marks=pytest.mark.slow) for ci_prob in (0.5, 0.8, 0.95)),
    *(pytest.param(200, "hdi", ci_prob, WEAK, marks=pytest.mark.slow) for ci_prob in (0.8,)),
])  # fmt: skip
def test_intervals_cover_as_stated(tables, ci_kind, ci_prob, design):
    off, message = coverage(tables, ci_prob, ci_kind, **design)
    assert off < 3, message


@pytest.mark.parametrize(
    ("tables", "ci_kind", "design"),
    [(2000, "eti", SMOOTH), (400, "eti", WEAK), pytest.param(200, "hdi", SMOOTH, marks=pytest.mark.full)],
)
def test_intervals_of_tables_counted_twice_do_not(tables, ci_kind, design):
    off, message = coverage(tables, 0.8, ci_kind, counted=2, **design)
    assert off > 3, message


def uniformity(tables, **options):
    """P-value of the Kolmogorov-Smirnov test that the posterior probabilities below the truths are uniform."""
    truth, posterior = experiments(tables, **options)
    return stats.kstest(posterior.cdf(xr.DataArray(truth, dims="experiment")), "uniform").pvalue


@pytest.mark.parametrize("prior", ["dirichlet", "beta"])
@pytest.mark.parametrize(("tables", "n_records", "strength"), [(1000, 3, 0.5), (10_000, 100, 8.0)])
def test_probability_below_the_truth_is_uniform(prior, tables, n_records, strength):
    assert uniformity(tables, prior=prior, n_records=n_records, strength=strength) > 0.01


@pytest.mark.parametrize("prior", ["dirichlet", "beta"])
@pytest.mark.parametrize("mistake", [{"counted": 2}, {"mirrored": True}])
def test_probability_below_the_truth_is_not_uniform_after_a_mistake(prior, mistake):
    assert uniformity(1500, prior=prior, **WEAK, **mistake) < 0.001
