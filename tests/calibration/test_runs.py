"""How often intervals of runs hold in a world whose records, algorithms and runs differ on the logit."""

import numpy as np
import pytest
import xarray as xr
from scipy import special, stats

from bayescmp.evidence._runs import RunSums
from bayescmp.posteriors import MeanDifference
from bayescmp.posteriors._runs import with_runs

WORLDS, RUNS, RECORDS, SD = 150, 3, 200, 0.5


def drawn(seed=0, apart=0.0):
    """Return the losses of two algorithms, (n_worlds, 2, n_runs, n_records), and the true difference."""
    rng = np.random.default_rng(seed)
    middle = -1.5 + np.array([apart, -apart]) / 2
    logit = (
        middle[:, None, None]
        + 2 * rng.normal(size=(WORLDS, 1, 1, RECORDS))
        + rng.normal(size=(WORLDS, 2, 1, RECORDS))
        + SD * rng.normal(size=(WORLDS, 2, RUNS, 1))
    )
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    first, second = special.expit(middle[:, None] + np.sqrt(5 + SD**2) * nodes) @ weights / weights.sum()
    return (rng.random(logit.shape) < special.expit(logit)).astype(float), first - second


def intervals(losses):
    """Return the ends of intervals of runs, and those over records alone, one of each world."""
    of_all = losses.reshape(2 * WORLDS, RUNS, RECORDS)
    fold = ("repeat", "record"), np.zeros((1, RECORDS), int)
    data = xr.Dataset({"run_loss": (("classifier", "run", "record"), of_all), "fold": fold})
    first = 2 * np.arange(WORLDS)
    apart = losses[:, 0].mean(1) - losses[:, 1].mean(1)
    mean, scale = (xr.DataArray(one, dims="pair") for one in (apart.mean(-1), stats.sem(apart, axis=-1)))
    scales = scale.expand_dims("part", -1)
    sampling = MeanDifference(mean=mean, scales=scales, weights=xr.ones_like(scales), df=RECORDS - 1.0)
    runs = RunSums.of(data).difference(first, first + 1)
    for found in (with_runs(sampling, runs), sampling):
        ends = found.difference.interval()
        yield np.asarray(ends.low), np.asarray(ends.high)


@pytest.mark.slow
@pytest.mark.parametrize("apart", [0.0, 0.4])
def test_intervals_hold_and_those_over_records_alone_do_not(apart):
    losses, truth = drawn(apart=apart)
    found, alone = ((low <= truth) & (truth <= high) for low, high in intervals(losses))
    assert found.mean() >= 0.92
    assert alone.mean() < found.mean() - 0.05


@pytest.mark.slow
def test_of_equal_algorithms_few_are_found_to_differ():
    losses, _ = drawn(seed=1)
    found, alone = ((low > 0) | (high < 0) for low, high in intervals(losses))
    assert found.mean() <= 0.08
    assert alone.mean() > found.mean() + 0.05
