"""Size, coverage and power of comparisons over data sets, in simulated worlds.

    python docs/results/datasets.py [worlds] [processes] > docs/results/datasets.csv

Every world has `q` data sets of 60 to 3,000 records, whose true differences are t distributed with 4 degrees of
freedom about `average` with the scale `spread`. Each is seen by a 5 x 2 cross-validation that is worth as many
independent records as the variance of its training sets leaves: that variance is drawn from the prior that the level
"crossed-effects" integrates over, which was fitted to measured ones. The columns are shares of the worlds: decisions on
the average for either classifier, at 95 % with no rope; coverage of a further data set and of the average by 95 %
intervals; root mean squared errors of shrunken and of observed differences, and of those that somebody would find who
knew the population; decisions by the Bayesian signed rank test at .95. Among the last rows are controls: a flat prior
of the spread, the likelihood of a posterior divided by its beta prior, data sets that are known with unequal precision,
and a population of which 15 % differ by .15 and the others not at all, whose mean is .0225.
"""

import sys
from dataclasses import replace
from functools import partial

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats
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
    "known_error",
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


def posteriors_of(rng, truth, disagreement, records):
    """Draw a cross-validation of every data set, and return their posteriors by crossed effects."""
    weights = tau_grid("default")
    values, probs = weights["tau"].to_numpy(), weights.to_numpy() / weights.to_numpy().sum()
    cells = []
    for difference, share, n in zip(truth, disagreement, records, strict=True):
        size = max(1, round(n / (FIXED + PER_TAU * float(rng.choice(values, p=probs)))))
        counts = rng.multinomial(size, [(share + difference) / 2, (share - difference) / 2, 1 - share]) * n / size
        cells.append([[0.0, counts[0]], [counts[1], counts[2]]])
    per_record = xr.DataArray(records, dims="dataset")
    return mixed_over_tau(
        xr.DataArray(cells, dims=("dataset", "first", "second")),
        weights * xr.ones_like(per_record),
        inverse_size=xr.Dataset({"fixed": FIXED / per_record, "per_tau": PER_TAU / per_record}),
        components=xr.Dataset({"records": 0.3, "rest": 0.7}),
        n_records=per_record,
        prior="beta",
        strength=1.0,
    )


def divided_by_prior(posterior, difference):
    """Divide a posterior by the density that the beta prior gives a difference; both are infinite at 0."""
    near = np.where(np.abs(difference) < 1e-6, 1e-6, difference)
    return posterior.difference.pdf(near) / -np.log(np.minimum(np.abs(near), 1 - 1e-9))


def one_of(posteriors, place):
    """Return the posterior of one data set."""
    paired = replace(posteriors.paired, table=posteriors.paired.table.isel(dataset=place))
    sizes, weights = (one.isel(dataset=place) for one in (posteriors.effective_size, posteriors.part_weights))
    return replace(posteriors, paired=paired, effective_size=sizes, part_weights=weights)


def world(seed, q, spread, average, kind):
    """Simulate one world, and return a row of `MEASURES`."""
    rng = np.random.default_rng(seed)
    skewed = kind == "skewed"
    truth, disagreement, records = truth_of(rng, q, spread, average, skewed=skewed)
    if kind == "unequal precision":
        records = np.where(rng.random(q) < 0.8, 60.0, 3000.0)
    posteriors = posteriors_of(rng, truth, disagreement, records)
    divided = kind == "divided by the beta prior"

    def likelihood(posterior):
        return partial(divided_by_prior if divided else likelihood_of_parts, posterior)

    about = zip(np.asarray(posteriors.difference.mean), np.asarray(posteriors.difference.sd), strict=True)
    found = [
        likelihood_cells(likelihood(one_of(posteriors, place)), float(mean), float(sd), MIDDLES)
        for place, (mean, sd) in enumerate(about)
    ]
    cells = xr.DataArray(found, dims=("dataset", "difference"), coords={"difference": MIDDLES, "dataset": range(q)})
    prior = PopulationPrior(spread=np.inf) if kind == "flat spread" else PopulationPrior()
    tables = posteriors.paired.table.isel(part=0)
    observed = ((tables[:, 0, 1] - tables[:, 1, 0]) / tables.sum(("first", "second"))).to_numpy()
    population = population_posterior(cells, prior, max(observed.std(), 0.02))
    further = truth_of(rng, 1, spread, average, skewed=skewed)[0][0]
    ahead, mean = population.next_dataset.interval(0.95), population.average.interval(0.95)
    below = float(population.average.cdf(0.0))
    shrunken = population.differences.mean.to_numpy()
    known = np.array(found) * stats.t.pdf((MIDDLES - average) / spread, 4)
    best = known @ MIDDLES / known.sum(axis=1)
    ranks = largest_region(bayesian_signed_rank(observed, draws=2000, rng=0))
    return [
        max(below, 1 - below) > 0.975,
        below > 0.975,
        ahead.low <= further <= ahead.high,
        mean.low <= average <= mean.high,
        np.mean((shrunken - truth) ** 2),
        np.mean((observed - truth) ** 2),
        np.nan if skewed else np.mean((best - truth) ** 2),
        max(ranks[0], ranks[2]) > 0.95,
    ]


def chunk(seeds, q, spread, average, kind):
    """Simulate some worlds on one thread."""
    with threadpool_limits(1):
        return [world([q, int(1000 * spread), int(1000 * average), seed], q, spread, average, kind) for seed in seeds]


def row_of(kind, q, spread, average, seeds, processes):
    """Simulate the worlds of one cell, and return its row."""
    count = len(seeds)
    parts = np.array_split(np.asarray(seeds), max(1, count // 25))
    jobs = (joblib.delayed(chunk)(part, q, spread, average, kind) for part in parts)
    rows = np.concatenate(joblib.Parallel(processes)(jobs)).astype(float)
    mean, error = rows.mean(axis=0), rows.std(axis=0) / np.sqrt(count)
    row = {"kind": kind, "q": q, "spread": spread, "average": average, "worlds": count}
    for place, name in enumerate(MEASURES):
        if name.endswith("_error"):
            row[name] = round(float(np.sqrt(mean[place])), 5)
        else:
            row[name], row[f"{name}_se"] = round(float(mean[place]), 4), round(float(error[place]), 4)
    return row | {
        f"{name}_ratio": round(row[f"{name}_error"] / row["observed_error"], 3) for name in ("shrunken", "known")
    }


def main(worlds=2000, processes=2):
    """Print the table, every cell as soon as it is done; controls and differences have an eighth of the worlds."""
    equal, unequal = ([("default", *cell) for cell in CELLS if (cell[2] == 0) is one] for one in (True, False))
    wanted = equal + [(kind, *cell) for kind, cell in CONTROLS.items()] + unequal
    for place, cell in enumerate(wanted):
        row = row_of(*cell, range(worlds if cell in equal else worlds // 8), processes)
        pd.DataFrame([row]).to_csv(sys.stdout, index=False, header=place == 0)
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
