"""Verdicts on reported error counts beside the truth: `python docs/results/reported.py POOLS.npz` (some minutes).

Writes reported.csv and reported-overlaps.csv beside it. POOLS.npz holds for each of some pools, named by a data set and
a number, right or wrong (true: wrong) of classifiers (`classifiers`) on many records: (n_records, n_classifiers). Of
each pair whose errors differ by less than half of their mean, samples are drawn from the pool; the margins of their
tables are reported, and read by the normal prior of the log odds ratio that the *other* data sets give, by the flat
prior of tables, and with the whole table.
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.posteriors import paired_posterior
from bayescmp.posteriors._untold import tables_of_margins

SIZES, PAIRS, SAMPLES, SEED = (100, 300, 1000), 40, 8, 0
NEAR, THRESHOLD = 0.5, 0.975
SIDES = {"first": ["wrong", "right"], "second": ["wrong", "right"]}


def pairs_of(pools):
    """Return a row for each pair on each pool, with the log odds ratio of its errors."""
    rows = []
    for name in pools.files:
        if name == "classifiers":
            continue
        wrong = pools[name].astype(bool)
        for i, j in combinations(range(wrong.shape[1]), 2):
            a, b = wrong[:, i], wrong[:, j]
            both, one, other = (a & b).sum() + 0.5, (a & ~b).sum() + 0.5, (~a & b).sum() + 0.5
            ratio = np.log(both * ((~a & ~b).sum() + 0.5) / (one * other))
            far = abs(a.mean() - b.mean()) / (a.mean() + b.mean()) * 2
            rows.append((name.rsplit("_", 1)[0], name, i, j, ratio, far))
    return pd.DataFrame(rows, columns=["dataset", "pool", "first", "second", "log_odds_ratio", "far"])


def prior_of(pairs):
    """Return mean and standard deviation, data sets alike."""
    ratios = pairs.groupby("dataset")["log_odds_ratio"]
    return float(ratios.mean().mean()), float(np.sqrt(ratios.var().mean() + ratios.mean().var()))


def read(a, b, prior):
    """Return the posterior of each table, and weights by prior, of two samples of right and wrong."""
    tables, measured, flat = tables_of_margins(np.array([a.sum()]), np.array([b.sum()]), a.size, prior)
    labelled = xr.DataArray(tables.reshape(-1, 2, 2), dims=("untold", "first", "second"), coords=SIDES)
    return paired_posterior(labelled).difference, {
        "measured": measured, "flat": flat, "whole table": (tables[:, 0] == (a & b).sum()) * 1.0,
    }  # fmt: skip


def main(path):
    """Measure all sizes."""
    pools, rng = np.load(path, allow_pickle=True), np.random.default_rng(SEED)
    pairs = pairs_of(pools)
    overlaps = [{"dataset": name, **dict(zip(("mean", "sd"), (g.mean(), g.std()), strict=True)), "pairs": len(g)}
                for name, g in pairs.groupby("dataset")["log_odds_ratio"]]  # fmt: skip
    mean, sd = prior_of(pairs)
    overlaps.append({"dataset": "all", "mean": mean, "sd": sd, "pairs": len(pairs)})
    pd.DataFrame(overlaps).round(3).to_csv(Path(__file__).with_name("reported-overlaps.csv"), index=False)
    rows = []
    for dataset, near in pairs[pairs["far"] < NEAR].groupby("dataset"):
        prior = prior_of(pairs[pairs["dataset"] != dataset])
        for pair in near.sample(min(PAIRS, len(near)), random_state=SEED).itertuples():
            first, second = pools[pair.pool][:, [pair.first, pair.second]].astype(bool).T
            truth = first.mean() - second.mean()
            for n in SIZES:
                for _ in range(SAMPLES):
                    drawn = rng.integers(0, first.size, n)
                    parts, weights = read(first[drawn], second[drawn], prior)
                    below, at = np.asarray(parts.cdf(0.0)), np.asarray(parts.cdf(truth))
                    least, most = below.min(), below.max()
                    means, sds = np.asarray(parts.mean), np.asarray(parts.sd)
                    for name, weight in weights.items():
                        sd = np.sqrt(weight @ (sds**2 + means**2) - (weight @ means) ** 2)
                        p, q = float(weight @ below), float(weight @ at)
                        decided = max(p, 1 - p) >= THRESHOLD
                        rows.append((dataset, n, name, 0.025 < q < 0.975, float(sd), decided,
                                     decided and (p > 0.5) != (truth < 0),
                                     least >= THRESHOLD or most <= 1 - THRESHOLD))  # fmt: skip
    found = pd.DataFrame(rows, columns=["dataset", "n", "prior", "held", "sd", "decided", "wrong", "holds"])
    by = found.groupby(["dataset", "n", "prior"])
    out = by[["held", "sd", "decided", "wrong", "holds"]].mean().assign(samples=by.size())
    out.round(4).reset_index().to_csv(Path(__file__).with_name("reported.csv"), index=False)


if __name__ == "__main__":
    main(sys.argv[1])
