"""What runs add to the posterior of a mean difference, against integration over the variances of both sides."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from scipy import special

from bayescmp.posteriors import MeanDifference
from bayescmp.posteriors._runs import DF as OF_PRIOR
from bayescmp.posteriors._runs import SCALE, with_runs
from tests.data import module_at

MEAN, SAMPLING, DF = 0.02, 4e-4, 99.0
BETWEEN, REST = (9e-4, 2e-4), (1.5e-4, 2.5e-4)
POINTS = 300
AT = (0.01, 0.25, 0.975)
NUMBERS = [(1, 1), (1, 5), (2, 2), (2, 3), (3, 3), (5, 2), (5, 5)]


def runs_of(count, between=BETWEEN, rest=REST):
    return xr.Dataset(
        {"count": ("side", list(count)), "between": ("side", list(between)), "rest": ("side", list(rest))}
    )


def posterior(count, *, of_one=False, mean=MEAN, **runs):
    one = xr.DataArray([1.0], dims="part")
    sampling = MeanDifference(mean=xr.DataArray(mean), scales=one * np.sqrt(SAMPLING), weights=one, df=DF)
    return with_runs(sampling, runs_of(count, **runs), of_one=of_one)


def integrated(count, of_one):
    """Return the cdf of the difference, by Gauss-Legendre rules over quantiles of the prior of each side."""
    nodes, weights = np.polynomial.legendre.leggauss(POINTS)
    v = (SCALE * special.stdtrit(OF_PRIOR, (3 + nodes) / 4)) ** 2
    q = SAMPLING + sum((1 - 1 / r) * e for r, e in zip(count, REST, strict=True))
    added, shares = [], []
    for r, s2, e in zip(count, BETWEEN, REST, strict=True):
        mean_square = v * q + e
        log = -(r - 1) / 2 * (np.log(mean_square) + s2 / mean_square)
        share = weights * np.exp(log - log.max())
        shares.append(share / share.sum() if r > 1 else np.array([1.0]))
        added.append(v * q * (1 / r + of_one) if r > 1 else np.array([0.0]))
    scale = np.sqrt(SAMPLING + added[0][:, None] + added[1])
    return lambda x: float(shares[0] @ special.stdtr(DF, (x - MEAN) / scale) @ shares[1])


@pytest.mark.parametrize("of_one", [False, True])
@pytest.mark.parametrize("count", NUMBERS)
def test_it_is_that_of_an_integration_over_both_variances(count, of_one):
    cdf, found = integrated(count, of_one), posterior(count, of_one=of_one)
    assert float(found.prob_first_better) == pytest.approx(cdf(0), abs=1e-5)
    for at in AT:
        assert cdf(float(found.difference.ppf(at))) == pytest.approx(at, abs=2e-5)


def test_one_run_of_each_adds_nothing_and_runs_that_never_vary_little():
    found = posterior((1, 1))
    assert np.sqrt((found.scales**2 * found.weights).sum("part")).item() == pytest.approx(np.sqrt(SAMPLING))
    few, many = (posterior((r, r), between=(0.0, 0.0), rest=(0.0, 0.0)).difference.interval() for r in (2, 10))
    own = posterior((1, 1)).difference.interval()
    assert own.high <= many.high <= few.high == pytest.approx(own.high, rel=1e-3)


@pytest.mark.parametrize("count", [(2, 5), (1, 3)])
def test_the_other_way_round_it_is_mirrored(count):
    one = posterior(count)
    other = posterior(count[::-1], mean=-MEAN, between=BETWEEN[::-1], rest=REST[::-1])
    ends, mirrored = one.difference.interval(), other.difference.interval()
    assert (mirrored.low, mirrored.high) == pytest.approx((-ends.high, -ends.low), abs=1e-9)
    assert float(other.prob_first_better) == pytest.approx(1 - float(one.prob_first_better), abs=1e-9)


def test_runs_of_one_side_that_vary_far_more_than_records_are_covered_as_measured(monkeypatch):
    script = module_at(Path(__file__).parents[2] / "docs" / "results" / "runs_apart.py")
    monkeypatch.setattr(script, "TRIALS", 1000)
    measured = pd.read_csv(Path(script.__file__).with_name("runs-apart.csv")).set_index(["runs", "variance", "method"])
    for method, coverage, width in script.findings(3, 50.0):
        expected = measured.loc[(3, 50, method), "coverage"]
        assert width == pytest.approx(measured.loc[(3, 50, method), "width"], rel=0.08)  # Cauchy: 18 % narrower
        assert coverage == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / 1000))
    assert measured.loc[(2, 50, "posterior"), "coverage"] < 0.9
