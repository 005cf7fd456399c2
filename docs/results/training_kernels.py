"""What a model gains in which training sets have effects of their own, beside the crossed effects as they are.

    python docs/results/training_kernels.py FOLDER [TRIALS] > docs/results/training-kernels.csv

FOLDER and the fits are those of `frontier_repeats.py`. The crossed effects take the whole variance that training
sets add as shared by the overlap of training sets. Here a share of it, on 0, 1/4, 1/2, 3/4 and 1 with prior
probabilities, belongs to each training set alone: what the means of the repeats vary by tells it apart. Both models
mix normal distributions over tau and the share, so that they differ in nothing else. A row is a prior of the share, a
prior of tau (half of a t distribution) and a number of repeats: means and the worst over all pairs and data sets of
the size at .05 and of the power as in the study.
"""

import sys
import warnings
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import special, stats

from bayescmp.evidence._sums import sums_of
from bayescmp.model_selection import BLOCKED_5_X_2, BLOCKED_31_X_2
from bayescmp.posteriors._crossed_effects import CrossedSums, log_likelihood, variance_of_mean, variances_of
from bayescmp.studies._on_files import Classifiers, names_of
from bayescmp.studies._study import trial_streams

SEED, CHUNK = 304, 20
SHARES = np.linspace(0, 1, 5)
PRIORS_OF_SHARE = {"none": (1, 0, 0, 0, 0), "falling": (0.4, 0.3, 0.2, 0.1, 0), "even": (0.2, 0.2, 0.2, 0.2, 0.2)}
PRIORS_OF_TAU = {
    f"t{df}, {scale}": stats.t(df, scale=scale) for df, scale in product((1, 2), (0.1, 0.2, 0.3, 0.5, 1.0))
}
EDGES = np.concatenate([[0], np.geomspace(3e-3, 60, 81)])
TAU = np.concatenate([EDGES[1:2] / 2, np.sqrt(EDGES[1:-1] * EDGES[2:])])
REACH = stats.norm.ppf(0.975) + stats.norm.ppf(0.80)


def fitted(path, number, first):
    """Losses (trial, classifier, repeat, record) and folds (trial, repeat, record) of 31 repeats."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        streams = trial_streams(SEED, number, range(first, first + CHUNK))
        batch = Classifiers(path=str(path)).batch([BLOCKED_5_X_2.name, BLOCKED_31_X_2.name], streams)
    outcomes = batch.outcomes[BLOCKED_31_X_2.name]
    return outcomes.wrong.to_numpy(), outcomes.fold.to_numpy()


def kernels(overlap):
    """Covariances of training effects by the share that belongs to each training set alone."""
    alone = overlap * np.eye(overlap.shape[-1])
    return [(1 - share) * overlap + share * alone for share in SHARES]


def fitted_models(sums):
    """Mean differences, and log-likelihoods and variances of the mean (trial, share, tau)."""
    variances = variances_of(sums)
    likelihood, variance = [], []
    for kernel in kernels(sums.overlap):
        own = replace(sums, overlap=kernel)
        fixed, added = variance_of_mean(own, variances)
        likelihood.append(log_likelihood(own, variances, TAU))
        variance.append(fixed[..., None] + TAU * added[..., None])
    return sums.difference.sum(-1) / sums.validations, np.stack(likelihood, -2), np.stack(variance, -2)


def weighted(likelihood, of_share, of_tau):
    """Posterior probabilities of share and tau."""
    below = 2 * of_tau.cdf(EDGES) - 1
    prior = np.diff(np.append(below[:-1], 1.0))
    with np.errstate(divide="ignore"):
        log = likelihood + np.log(of_share)[:, None] + np.log(prior)
    weights = np.exp(log - log.max((-2, -1), keepdims=True))
    return weights / weights.sum((-2, -1), keepdims=True)


def rejects(mean, weights, variance, value):
    """Share of the trials that reject that the difference is `value`."""
    score = (value - mean)[:, None, None] / np.sqrt(np.maximum(variance, 1e-12))
    below = (weights * special.ndtr(score)).sum((-2, -1))
    return ((below < 0.025) | (below > 0.975)).mean()


def judged(wrong, fold, names):
    """Judge every prior on every pair of one data set, with 5 and with 31 repeats."""
    sums = {m: _sums(wrong[:, :, :m], fold[:, :m]) for m in (BLOCKED_5_X_2.n_repeats, BLOCKED_31_X_2.n_repeats)}
    for a, b in combinations(range(len(names)), 2):
        difference = wrong[:, a].astype(float) - wrong[:, b]
        reach = REACH * difference[:, : BLOCKED_5_X_2.n_repeats].mean((1, 2)).std(ddof=1)
        if reach == 0:
            continue
        for repeats, of_all in sums.items():
            mean, likelihood, variance = fitted_models(CrossedSums.of(of_all.difference(a, b)))
            for (share, of_share), (tau, of_tau) in product(PRIORS_OF_SHARE.items(), PRIORS_OF_TAU.items()):
                weights = weighted(likelihood, np.array(of_share), of_tau)
                size, *power = (
                    rejects(mean, weights, variance, difference.mean() + shift) for shift in (0.0, -reach, reach)
                )
                yield {"repeats": repeats, "share": share, "tau": tau, "size": size, "power": np.mean(power)}


def _sums(wrong, fold):
    return sums_of(
        xr.DataArray(wrong, dims=("experiment", "classifier", "repeat", "record")),
        xr.DataArray(fold, dims=("experiment", "repeat", "record")),
    )


def summary(rows, trials):
    """Means and the worst over all cells."""
    cells = pd.DataFrame(rows).groupby(["repeats", "share", "tau"], sort=False)
    found = cells.agg(cells=("size", "count"), size=("size", "mean"), worst=("size", "max"), power=("power", "mean"))
    return found.round(4).reset_index().assign(trials=trials)


def main(folder, trials=200):
    """Fit, judge, and write the table."""
    rows = []
    for number, path in enumerate(sorted(Path(folder).glob("*.csv*"))):
        parts = joblib.Parallel(n_jobs=2)(joblib.delayed(fitted)(path, number, k) for k in range(0, trials, CHUNK))
        wrong, fold = (np.concatenate(arrays) for arrays in zip(*parts, strict=True))
        rows += judged(wrong, fold, names_of(Classifiers(path=str(path)).only))
    summary(rows, trials).to_csv(sys.stdout, index=False)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
