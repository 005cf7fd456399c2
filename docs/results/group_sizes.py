"""How often 95 % intervals hold where the sizes of groups tell of their differences: `python group_sizes.py`.

Half a minute on a core. Writes group-sizes.csv beside this file. Groups have log-normal sizes, on average 8 records,
and normal effects, of which `tells` is the correlation with the logarithm of the size; `icc` is the share that effects
have in the variance of the difference of a record. The truth is the mean over records of half a million groups.
`covered` is how often the interval of a hold-out holds it, `noted` how often the note on sizes of groups stands beside
it, `covered_unnoted` how often intervals hold that have none.
"""

from itertools import product
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats

from bayescmp.evidence._groups import told_by_sizes

SEED, RUNS, MANY = 8, 2000, 500_000
COUNTS, TELLS, ICCS = (8, 10, 30, 100), (0.0, 0.3, 0.6, 0.9), (0.2, 0.5, 0.8)


def drawn(shape, tells, icc, rng):
    """Draw sizes of groups, and the mean differences of their records."""
    log_size = rng.normal(size=shape)
    sizes = np.maximum(1, np.round(8 * np.exp(log_size - 0.5)))
    effect = tells * log_size + np.sqrt(1 - tells**2) * rng.normal(size=shape)
    return sizes, np.sqrt(icc) * effect + np.sqrt((1 - icc) / sizes) * rng.normal(size=shape)


def intervals(sizes, means):
    """Return the observed differences of many hold-outs, and half the widths of intervals, as `compare` has them."""
    count, n = sizes.shape[1], sizes.sum(axis=1)
    found = (sizes * means).sum(axis=1) / n
    squares, cubes = ((sizes**power).sum(axis=1) for power in (2, 3))
    widened = (count - 1) / count / (1 - 2 * cubes / (n * squares) + squares / n**2)
    sums = ((sizes * (means - found[:, None])) ** 2).sum(axis=1) / n**2
    return found, stats.t.ppf(0.975, count - 1) * np.sqrt(widened * count / (count - 1) * sums)


def cell(count, tells, icc):
    rng = np.random.default_rng([SEED, count, int(10 * tells), int(10 * icc)])
    sizes, means = drawn(MANY, tells, icc, rng)
    true = (sizes * means).sum() / sizes.sum()
    sizes, means = drawn((RUNS, count), tells, icc, rng)
    found, half = intervals(sizes, means)
    held = abs(found - true) <= half
    noted = np.array([told_by_sizes(*one)[1] < 0.01 for one in zip(sizes, means, strict=True)])
    return {
        "groups": count, "tells": tells, "icc": icc, "covered": held.mean(), "noted": noted.mean(),
        "covered_unnoted": held[~noted].mean(), "runs": RUNS,
    }  # fmt: skip


def main():
    rows = [cell(*one) for one in product(COUNTS, TELLS, ICCS)]
    pd.DataFrame(rows).round(4).to_csv(Path(__file__).with_name("group-sizes.csv"), index=False)


if __name__ == "__main__":
    main()
