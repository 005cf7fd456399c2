"""The population of data sets on a grid and by MCMC: two implementations of one model, on the same data."""

import json
from dataclasses import replace

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.hierarchical import datasets_mcmc

ROPE = 0.01
MOST = 4.5  # Monte Carlo standard errors
GRID = 0.002  # of a probability, or of the posterior standard deviation: what the trust of the grid says
COUNTS = {"a": (2, 12), "b": (4, 9), "c": (3, 4), "d": (15, 11), "e": (1, 30)}


def tables():
    return {
        name: bc.paired_table(both_wrong=8, only_first_wrong=one, only_second_wrong=other, both_right=192 - one - other)
        for name, (one, other) in COUNTS.items()
    }


def scores():
    rng = np.random.default_rng(0)
    found = {}
    for name, gap in zip("abcde", (0.03, 0.0, 0.05, -0.01, 0.02), strict=True):
        base = rng.normal(0.8, 0.03, 10)
        own = {"tree": base + rng.normal(gap, 0.02, 10), "svm": base}
        found[name] = bc.scores_from_arrays(own, n_train=90, n_test=10, noun="accuracy")
    return found


def standard_errors_apart(posterior, draws):
    """By how many standard errors, in the law of the grid, the means of the draws are off, beyond what a grid is."""
    import arviz as az

    apart = {}
    for name in ("average", "next_dataset", "spread"):
        own, found = getattr(posterior, name), draws[name].to_numpy()
        shares, middles = own.probs.to_numpy(), (own.edges[1:] + own.edges[:-1]) / 2
        mean, variance = float(own.mean), float(own.sd) ** 2
        fourth = float(shares @ (middles - mean) ** 4)
        # what is averaged, its expectation, its standard deviation, and what the grid may be off
        parts = {
            "mean": (found, mean, np.sqrt(variance), GRID * np.sqrt(variance)),
            "variance": ((found - mean) ** 2, variance, np.sqrt(fourth - variance**2), GRID * variance),
        }
        for bound in (0.01, 0.05) if name == "spread" else (-ROPE, ROPE):
            prob = float(own.cdf(bound))
            parts[f"below {bound}"] = (found < bound) * 1.0, prob, np.sqrt(prob * (1 - prob)), GRID
        for what, (sample, expected, sd, slack) in parts.items():
            size = float(az.ess(sample, method="mean"))
            apart[name, what] = float(max(0, abs(sample.mean() - expected) - slack) * np.sqrt(size) / sd)
    return apart


@pytest.mark.parametrize("data", [tables, scores])
def test_the_grid_and_the_sampler_agree(data):
    """The controls, priors that are wrong by a factor, must not."""
    posterior = bc.compare_datasets(data(), prior="default").posterior
    tree = datasets_mcmc(posterior.grid.likelihood, prior=posterior.prior, draws=1500, tune=500, cores=1, rng=3)
    assert json.loads(tree.attrs["diagnostics"])["passed"]
    draws = tree["posterior"].to_dataset()
    apart = standard_errors_apart(posterior, draws)
    assert max(apart.values()) < MOST, apart
    for wrong in ({"spread": 0.03}, {"average": 0.03}, {"df_probs": (1.0, 0.0, 0.0, 0.0, 0.0)}):
        other = replace(posterior, prior=replace(posterior.prior, **wrong))
        control = standard_errors_apart(other, draws)
        assert max(control.values()) > MOST, wrong
