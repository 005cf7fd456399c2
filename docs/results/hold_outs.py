"""Intervals and tests of the errors of two fitted classifiers on one hold-out.

    python docs/results/hold_outs.py [trials] [processes] > docs/results/hold-outs.csv  # ten minutes on one core

A classifier errs where a normal variate lies below its limit; those of the two classifiers have a correlation. `trials`
hold-outs of a cell, 2,000 if left out, are tables of counts. One row a cell and a method: how often 50, 80 and 95 %
intervals hold the true difference, how often the method decides (`decided`: P(better) of at least .975, or p of at most
.05), and the mean probability that the leader errs less beside how often it does (`claimed`, `happened`; not where both
err alike). The test of equivalence has the true difference as its rope, or .05 where both err alike: it decides wrongly
where they differ. Alone it has cells of a wide rope, too, where it does so most often.
"""

from itertools import product

import numpy as np
from in_cells import write_rows
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import mcnemar, proportions, tango, tost

SEED = 20230404
SIZES = (20, 50, 100, 200, 500, 1000, 5000)
ERRORS = ((0.02, 0.02), (0.1, 0.1), (0.3, 0.3), (0.1, 0.11), (0.02, 0.05), (0.1, 0.15), (0.3, 0.35))
WIDE = ((0.02, 0.22), (0.1, 0.3))
CORRELATIONS = (0.0, 0.5, 0.9)
LEVELS = (0.5, 0.8, 0.95)
TESTS = {
    "holdout_mcnemar_exact": mcnemar,
    "holdout_mcnemar_midp": lambda table: mcnemar(table, method="midp"),
    "holdout_mcnemar": lambda table: mcnemar(table, method="chi2"),
    "holdout_score": tango,
    "proportions": proportions,
}


def tables_of(n, first, second, correlation, trials, rng):
    """Draw the tables of hold-outs."""
    limits = stats.norm.ppf([first, second])
    both = stats.multivariate_normal(cov=[[1, correlation], [correlation, 1]]).cdf(limits)
    cells = rng.multinomial(n, [both, first - both, second - both, 1 - first - second + both], size=trials).T
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    return bc.paired_table(**dict(zip(names, cells, strict=True)), dims=("trial",))


def shares(interval_of, truth):
    """Return how often intervals of every probability hold the truth, up to rounding."""
    found = {f"covered_{level * 100:.0f}": interval_of(level) for level in LEVELS}
    return {
        name: ((one.low <= truth + 1e-12) & (truth - 1e-12 <= one.high)).mean().item() for name, one in found.items()
    }


def rows_of(n, errors, correlation, trials):
    """Yield a row a method."""
    truth = errors[0] - errors[1]
    rng = np.random.default_rng([SEED, n, *(round(1000 * one) for one in (*errors, correlation))])
    table = tables_of(n, *errors, correlation, trials, rng)
    cell = {"n": n, "first": errors[0], "second": errors[1], "correlation": correlation, "trials": trials}
    equivalent = tost(table, rope=abs(truth) or 0.05).pvalue <= 0.05
    yield cell | {"method": "holdout_tost", "decided": equivalent.mean().item()}
    if errors in WIDE:
        return
    posterior = bc.posteriors.paired_posterior(table).difference
    better = posterior.cdf(0.0).to_numpy()
    leads = np.maximum(better, 1 - better)
    held = shares(posterior.interval, truth)
    right = 0.5 + 0.5 * np.sign((better - 0.5).round(9))  # half of a tie
    claims = {"claimed": leads.mean(), "happened": right.mean()} if truth else dict.fromkeys(("claimed", "happened"))
    yield cell | {"method": "paired", "decided": (leads >= 0.975).mean()} | held | claims
    for name, test in TESTS.items():
        found = test(table)
        held = {} if found.bounds is None else shares(found.confidence_interval, truth)
        yield cell | {"method": name, "decided": (found.pvalue <= 0.05).mean().item()} | held


if __name__ == "__main__":
    write_rows(rows_of, list(product(SIZES, (*ERRORS, *WIDE), CORRELATIONS)), trials=2000)
