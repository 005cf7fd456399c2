"""Size, coverage and power of comparisons over data sets, in simulated worlds.

    python docs/results/datasets.py [worlds] [processes] > docs/results/datasets.csv

Every world has `q` data sets of 60 to 3,000 records, whose true differences are t distributed with 4 degrees of
freedom about `average` with the scale `spread`. Each is seen by a 5 x 2 cross-validation that is worth as many
independent records as the variance of its training sets leaves: that variance is drawn from the prior that the level
"crossed-effects" integrates over, which was fitted to measured ones. The columns are shares of the worlds: decisions on
the average for either classifier, at 95 % with no rope; coverage of a further data set and of the average by 95 %
intervals; root mean squared errors of shrunken and of observed differences; decisions by the Bayesian signed rank test
at .95. Among the last rows are controls: a flat prior of the spread, the likelihood of a posterior divided by its beta
prior, data sets that are known with unequal precision, and a population of which 15 % differ by .15 and the others not
at all, whose mean is .0225.
"""

import sys

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from threadpoolctl import threadpool_limits

from bayescmp._population import PopulationPrior
from bayescmp.datasets._population import population_posterior
from bayescmp.posteriors import bayesian_signed_rank, largest_region, likelihood_of_parts
from bayescmp.posteriors._crossed_effects import mixed_over_tau
from bayescmp.posteriors._likelihood_cells import likelihood_cells
from bayescmp.posteriors._training_variance import tau_grid

MIDDLES = np.linspace(-1, 1, 2001)
FIXED, PER_TAU = 0.52, 1.0  # of a 5 x 2 cross-validation: inverse size times records
MEASURES = [
    "decided",
    "first_better",
    "next_covered",
    "average_covered",
    "shrunken_error",
    "observed_error",
    "signed_rank_decided",
]
CELLS = [(q, spread, average) for average in (0.0, 0.01) for spread in (0.02, 0.06) for q in (5, 10, 30)]
CONTROLS = {
    "flat spread": (2, 0.02, 0.0),
    "default, two data sets": (2, 0.02, 0.0),
    "divided by the beta prior": (10, 0.02, 0.0),
    "unequal precision": (30, 0.02, 0.0),
    "skewed": (30, 0.02, 0.0225),
}
SHARE, LARGE = 0.15, 0.15  # of the skewed population: how many data sets have a difference, and which


def sizes_of(rng, q):
    """Draw numbers of records."""
    return np.exp(rng.uniform(np.log(60), np.log(3000), q))


def truth_of(rng, q, spread, average, *, skewed=False):
    """Draw true differences, and with them probabilities of disagreement and numbers of records."""
    if skewed:
        found = np.where(rng.random(q) < SHARE, LARGE, 0.0)
        return found, np.minimum(found + rng.uniform(0.04, 0.3, q), 0.98), sizes_of(rng, q)
    found = average + spread * rng.standard_t(4, 4 * q)
    found = found[np.abs(found) < 0.8][:q]
    disagreement = np.minimum(np.abs(found) + rng.uniform(0.04, 0.3, q), 0.98)
    return found, disagreement, sizes_of(rng, q)


def posterior_of(rng, difference, disagreement, records):
    """Draw a cross-validation of one data set, and return its posterior by crossed effects."""
    weights = tau_grid("default")
    tau = float(rng.choice(weights["tau"].to_numpy(), p=weights.to_numpy() / weights.to_numpy().sum()))
    size = max(1, round(records / (FIXED + PER_TAU * tau)))
    probs = [(disagreement + difference) / 2, (disagreement - difference) / 2, 1 - disagreement]
    only_first, only_second, agreed = rng.multinomial(size, probs) * records / size
    cells = xr.DataArray([[0.0, only_first], [only_second, agreed]], dims=("first", "second"))
    return mixed_over_tau(
        cells,
        weights,
        inverse_size=xr.Dataset({"fixed": FIXED / records, "per_tau": PER_TAU / records}),
        components=xr.Dataset({"records": 0.3, "rest": 0.7}),
        n_records=xr.DataArray(records),
        prior="beta",
        strength=1.0,
    )


def world(seed, q, spread, average, kind):
    """Simulate one world, and return a row of `MEASURES`."""
    rng = np.random.default_rng(seed)
    skewed = kind == "skewed"
    truth, disagreement, records = truth_of(rng, q, spread, average, skewed=skewed)
    if kind == "unequal precision":
        records = np.where(rng.random(q) < 0.8, 60.0, 3000.0)
    posteriors = [posterior_of(rng, *one) for one in zip(truth, disagreement, records, strict=True)]
    divided = kind == "divided by the beta prior"

    def likelihood(posterior):
        if divided:  # by the density that the beta prior gives a difference, infinite at 0
            return lambda at: posterior.difference.pdf(at) / -np.log(np.maximum(np.abs(at), 1e-6))
        return lambda at: likelihood_of_parts(posterior, at)

    found = [likelihood_cells(likelihood(one), one.difference.mean, one.difference.sd, MIDDLES) for one in posteriors]
    cells = xr.DataArray(found, dims=("dataset", "difference"), coords={"difference": MIDDLES, "dataset": range(q)})
    prior = PopulationPrior(spread=np.inf) if kind == "flat spread" else PopulationPrior()
    observed = np.array([float(table[0, 1] - table[1, 0]) / float(table.sum()) for table in map(cells_of, posteriors)])
    population = population_posterior(cells, prior, max(observed.std(), 0.02))
    further = truth_of(rng, 1, spread, average, skewed=skewed)[0][0]
    ahead, mean = population.next_dataset.interval(0.95), population.average.interval(0.95)
    below = float(population.average.cdf(0.0))
    shrunken = population.differences.mean.to_numpy()
    ranks = largest_region(bayesian_signed_rank(observed, draws=2000, rng=0))
    return [
        max(below, 1 - below) > 0.975,
        below > 0.975,
        ahead.low <= further <= ahead.high,
        mean.low <= average <= mean.high,
        np.mean((shrunken - truth) ** 2),
        np.mean((observed - truth) ** 2),
        max(ranks[0], ranks[2]) > 0.95,
    ]


def cells_of(posterior):
    """Return the table of a posterior as numbers."""
    return posterior.paired.table.isel(part=0).to_numpy()


def chunk(seeds, q, spread, average, kind):
    """Simulate some worlds on one thread."""
    with threadpool_limits(1):
        return [world([q, int(1000 * spread), int(1000 * average), seed], q, spread, average, kind) for seed in seeds]


def main(worlds=2000, processes=2):
    """Print the table, every cell as soon as it is done."""
    equal, unequal = ([("default", *cell) for cell in CELLS if (cell[2] == 0) is one] for one in (True, False))
    wanted = equal + [(kind, *cell) for kind, cell in CONTROLS.items()] + unequal
    header = True
    for kind, q, spread, average in wanted:
        count = worlds if average == 0 and kind == "default" else worlds // 4
        parts = np.array_split(np.arange(count), max(1, count // 25))
        jobs = (joblib.delayed(chunk)(part, q, spread, average, kind) for part in parts)
        rows = np.concatenate(joblib.Parallel(processes)(jobs)).astype(float)
        mean, error = rows.mean(axis=0), rows.std(axis=0) / np.sqrt(count)
        row = {"kind": kind, "q": q, "spread": spread, "average": average, "worlds": count}
        for place, name in enumerate(MEASURES):
            if name.endswith("_error"):
                row[name] = round(float(np.sqrt(mean[place])), 5)
            else:
                row[name], row[f"{name}_se"] = round(float(mean[place]), 4), round(float(error[place]), 4)
        row["ratio_of_errors"] = round(row["shrunken_error"] / row["observed_error"], 3)
        pd.DataFrame([row]).to_csv(sys.stdout, index=False, header=header)
        sys.stdout.flush()
        header = False


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
