"""How often intervals hold where the runs of one algorithm alone vary, and much: `python runs_apart.py`.

Normal runs of equal algorithms on one test set: the sampling variance of a difference is 1, the runs of the first do
not vary, those of the second by v. Beside the posterior stands Satterthwaite's interval. Some two minutes on a core.
Writes runs-apart.csv beside this file.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

from bayescmp.posteriors import MeanDifference
from bayescmp.posteriors._runs import with_runs

SEED, TRIALS = 61, 10_000
NUMBERS, VARIANCES = (2, 3, 5, 10), (0.0, 1.0, 9.0, 50.0)
MANY = 1e6
"""Degrees of freedom of a sampling variance that is known."""


def findings(n_runs, variance):
    """Return coverage of 95 % intervals, and their median widths, by method."""
    rng = np.random.default_rng([SEED, n_runs, int(variance)])
    between = np.stack([np.zeros(TRIALS), variance * rng.chisquare(n_runs - 1, TRIALS) / (n_runs - 1)], axis=-1)
    mean = rng.normal(0, np.sqrt(1 + variance / n_runs), TRIALS)
    one = xr.DataArray(np.ones((TRIALS, 1)), dims=("trial", "part"))
    sides = {"between": between, "rest": np.zeros_like(between), "count": np.full(between.shape, n_runs)}
    posterior = with_runs(
        MeanDifference(mean=xr.DataArray(mean, dims="trial"), scales=one, weights=one, df=MANY),
        xr.Dataset({name: (("trial", "side"), values) for name, values in sides.items()}),
    )
    low, high = (posterior.difference.ppf(q).to_numpy() for q in (0.025, 0.975))
    squared = 1 + between.sum(axis=1) / n_runs
    df = squared**2 * (n_runs - 1) / np.maximum((between.sum(axis=1) / n_runs) ** 2, 1e-12)
    half = stats.t.ppf(0.975, np.minimum(df, MANY)) * np.sqrt(squared)
    yield "posterior", ((low < 0) & (high > 0)).mean(), np.median(high - low)
    yield "Satterthwaite", (np.abs(mean) < half).mean(), np.median(2 * half)


if __name__ == "__main__":
    rows = [
        (n_runs, variance, *found)
        for n_runs, variance in product(NUMBERS, VARIANCES)
        for found in findings(n_runs, variance)
    ]
    table = pd.DataFrame(rows, columns=["runs", "variance", "method", "coverage", "width"])
    table.to_csv(Path(__file__).with_name("runs-apart.csv"), index=False, float_format="%.4g")
