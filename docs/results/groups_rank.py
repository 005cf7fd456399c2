"""How rankings hold where records come in groups: simultaneous intervals, and what P(best) claims.

    python docs/results/groups_rank.py [runs] [processes] > docs/results/groups_rank.csv  # an hour on one core

Hold-outs as in `groups.py`, groups of log-normal sizes, of five classifiers: all of error .2 ("equal"), or .16 to .24
("apart"). One row a cell and a method: `together`, how often all intervals of `to_best` hold at once, which they are
meant to with .95 (and `together_50`, `together_80`); `pairs`, how often those of pairs do; `decided`, the share of
pairs that are decided, where all are equal by mistake; `claimed`, the mean of the largest P(best), and `best`, how
often that classifier is the best, a share of those that tie for it. Methods as in `groups.py`.
"""

from itertools import product

import numpy as np
from in_cells import write_rows
from scipy import stats
from threadpoolctl import threadpool_limits

import bayescmp as bc

WORLDS = {"equal": np.full(5, 0.2), "apart": np.linspace(0.16, 0.24, 5)}
MEASURES = ("together_50", "together_80", "together", "pairs", "decided", "claimed", "best")
COUNTS, ICCS = (10, 30, 100), (0.0, 0.5)


def predictions_of(n_groups, icc, errors, rng):
    """Draw one hold-out."""
    drawn = np.exp(rng.normal(0, 1, n_groups))
    groups = np.repeat(np.arange(n_groups), np.maximum(1, np.round(drawn / drawn.mean() * 8)).astype(int))
    n, k = groups.size, errors.size
    common, own = rng.normal(size=n_groups)[groups], rng.normal(size=(k, n_groups))[:, groups]
    normal = np.sqrt(icc / 2) * (common + own) + np.sqrt((1 - icc) / 2) * (rng.normal(size=n) + rng.normal(size=(k, n)))
    right = normal >= stats.norm.ppf(errors)[:, None]
    return bc.labels(np.ones(n, int), dict(zip("abcde", right.astype(int), strict=True)), group=groups)


def holds_together(ranking, errors):
    """Tell whether all differences to the first are in their intervals."""
    best = ranking.classifiers.index[0]
    to_best = np.array([errors[other] - errors[best] for other in ranking.to_best.index])
    return ((ranking.to_best["low"] <= to_best) & (to_best <= ranking.to_best["high"])).all()


def measures(data, errors, rng):
    """Return what rankings of one hold-out hold, claim and decide."""
    at_50, at_80, ranking = (bc.rank(data, rng=rng, draws=2000, ci_prob=prob) for prob in (0.5, 0.8, 0.95))
    claimed, pairs = ranking.classifiers["prob_best"], ranking.pairs
    apart = np.array([errors[one] - errors[other] for one, other in zip(pairs["first"], pairs["second"], strict=True)])
    held = (pairs["low"] <= apart) & (apart <= pairs["high"])
    leaders = claimed.index[claimed == claimed.max()]
    is_best = np.mean([errors[leader] == min(errors.values()) for leader in leaders])
    together = (holds_together(one, errors) for one in (at_50, at_80, ranking))
    return *together, held.mean(), (pairs["decision"] != "undecided").mean(), claimed.max(), is_best


def rows_of(world, n_groups, icc, *, runs):
    """Measure one cell, with the negative control in every fifth run."""
    rng = np.random.default_rng([n_groups, int(10 * icc), len(world)])
    errors = dict(zip("abcde", WORLDS[world], strict=True))
    found = {"groups": [], "records": []}
    with threadpool_limits(1):
        for run in range(runs):
            data = predictions_of(n_groups, icc, WORLDS[world], rng)
            for name in found if run % 5 == 0 else ["groups"]:
                of_name = data if name == "groups" else data.drop_vars("group")
                found[name].append(measures(of_name, errors, run))
    for name, measured in found.items():
        means = np.mean(np.array(measured, dtype=float), axis=0)
        of_name = dict(zip(MEASURES, means, strict=True))
        yield {"world": world, "groups": n_groups, "icc": icc, "method": name, **of_name, "runs": len(measured)}


if __name__ == "__main__":
    write_rows(rows_of, product(WORLDS, COUNTS, ICCS), runs=400)
