r"""Size against power of methods that take the ten fits of 5 x 2, on every pair of nine classifiers and data set.

    python docs/results/frontier.py OUT FOLDER [trials] [jobs] > docs/results/frontier.csv

OUT is a folder for the runs, which go on where they ended; FOLDER holds CSV files with the class in the last column.
Each trial (200 if left out) draws 304 records with replacement and cross-validates all classifiers, 5 x 2
block-regularized. For `fold-correlation` the model of the study `figure-1` is fitted to the nine other data sets.

One row a data set, pair whose differences vary, and method: size (share of the trials that reject the cell's own mean
difference), power (share that reject a difference from it at which a z-test that knew the true variance would reject
with probability .80, averaged over both directions), width (of the intervals); and of the pair: difference (the cell's
mean), record_share, and moment estimates of what training sets add in units of the sampling variance.

The truth of a cell is its own mean: a data set drawn with replacement holds records twice, so that its validation
sets are not new to the classifiers. An interval is shifted with the hypothesis, and so are the statistics of the
tests, exactly for F and t; for BCV McNemar with the observed disagreement.

What training sets add comes from moments over the trials: with phi the variance of a fold's difference relative to
that of independent records, s the share of the record effects, rho1 and rho2 the correlations of folds,
between_repeats is 2 rho2 phi - s, within_repeats rho1 phi, and single_fold what is left, phi - 1 less between_repeats.
The whole excess of the variance of the mean over s + (1 - s)/m is between_repeats + (within_repeats + single_fold)/m.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from pairs import (
    BY_BOTH,
    DISAGREEMENT,
    MEASURED,
    OF_F,
    TrialsOfPair,
    cells_of,
    judged,
    methods_of,
    outside,
    reach_of_oracle,
    results_of_pairs,
)  # fmt: skip

from bayescmp.hierarchical import fold_correlation, new_experiment
from bayescmp.hierarchical._fold_data import Contrasts
from bayescmp.hierarchical._run_correlations import weights_given
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.posteriors import effective_posterior
from bayescmp.studies import Study, builtin_study, fold_tables, run_study
from bayescmp.tables import CELLS

TRIALS, DRAWS = 200, 1500
JUDGED = (*BY_BOTH, *OF_F)


def study_of(folder, trials, only=None):
    """Return the study, whose methods find an array of all pairs of classifiers."""
    cells = cells_of(folder, only)
    wanted = [(name, name, BLOCKED_5_X_2) for name in (*JUDGED, DISAGREEMENT, *MEASURED)]
    return Study(name="frontier", cells=cells, methods=methods_of(cells, wanted), trials=trials, seed=304)


def run(out, folder, trials, jobs):
    """Run the study and `figure-1`; return the folder of the study, and what other data sets tell of each."""
    for study in (builtin_study("figure-1", data=folder), study_of(folder, trials)):
        run_study(study, Path(out) / study.name, n_jobs=jobs, progress=True)
    return Path(out) / "frontier", known_of_others(fold_tables(Path(out) / "figure-1"))


def known_of_others(tables):
    """Return for each data set what the model of all others tells of another experiment."""
    names = tables["dataset"].to_numpy()
    found = {}
    for name in dict.fromkeys(names):
        tree = fold_correlation(tables[names != name], statistic="difference", draws=DRAWS, rng=1)
        found[name] = new_experiment(tree)
        sys.stderr.write(f"{name}: {tree.attrs['diagnostics']}\n")
    return found


def what_training_adds(trials):
    """Return moment estimates of what training sets add."""
    truth = trials.mean
    variance, within, between = (
        float(np.mean(trials.of(name, "estimate"))) - truth**2 for name in ("square", "within", "between")
    )
    share, single = (float(np.mean(trials.of("record share", name))) for name in ("estimate", "statistic"))
    phi = variance * trials.n_validation / single
    between_repeats = 2 * between / variance * phi - share
    within_repeats = within / variance * phi
    single_fold = phi - 1 - between_repeats
    return {
        "difference": truth,
        "excess": between_repeats + (within_repeats + single_fold) / trials.plan.n_repeats,
        "between_repeats": between_repeats,
        "within_repeats": within_repeats,
        "single_fold": single_fold,
        "record_share": share,
    }


def interval_of_folds(trials, known):
    """Return the credible interval of the method "fold-correlation" in every trial, from moments of its ten folds."""
    mean, n_validation, n_repeats = trials.means, trials.n_validation, trials.plan.n_repeats
    disagreement, square, within = (trials.of(name, "estimate") for name in (DISAGREEMENT, "square", "within"))
    between = n_repeats * (square + within) - 2 * n_repeats * mean**2
    folds = Contrasts(
        sums=np.stack([np.zeros_like(mean), between, n_repeats * (square - within)], axis=-1),
        degrees=np.array([0, n_repeats - 1, n_repeats]),
        unit=np.maximum(disagreement - mean**2, 0) / n_validation,
        resolution=np.full(mean.size, 1 / (12 * n_validation**2)),
        has_phi=True,
        n_repeats=n_repeats,
        n_replicates=1,
    )
    only = np.maximum(disagreement + mean, 0) / 2, np.maximum(disagreement - mean, 0) / 2  # not -1e-17
    # How the rest is right or wrong together does not matter for the difference.
    cells = np.stack([np.zeros_like(mean), *only, 1 - disagreement], axis=-1).reshape(-1, 2, 2) * n_validation
    table = xr.DataArray(cells, dims=("experiment", *CELLS), coords={cell: ["wrong", "right"] for cell in CELLS})
    tables = table.assign_attrs(effective=1).expand_dims({"repeat": n_repeats, "fold": 2})
    interval = effective_posterior(tables, weights_given(folds, known)).difference.interval(1 - trials.alpha)
    return interval.low.to_numpy(), interval.high.to_numpy()


def rows_of(out, known):
    """Yield the rows of every data set and pair; `known` tells for each data set what others say of its folds."""
    for names, results in results_of_pairs(out):
        trials = TrialsOfPair(results)
        if trials.sd > 0:
            yield from (names | row for row in rows_of_pair(trials, known[names["data"]]))


def rows_of_pair(trials, known):
    """Yield a row a method."""
    reach, moments = reach_of_oracle(trials.sd, trials.alpha), what_training_adds(trials)
    of_methods = {method: (partial(trials.rejects, method), trials.width(method)) for method in JUDGED}
    low, high = interval_of_folds(trials, known)
    of_methods["fold-correlation"] = partial(outside, low, high), float(np.mean(high - low))
    for method, (rejected, width) in of_methods.items():
        found = {"trials": trials.means.size, **judged(rejected, trials.mean, reach), "width": width}
        yield {"method": method, **found, **moments}


if __name__ == "__main__":
    out, folder, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [TRIALS, 1][len(numbers) :]
    pd.DataFrame(rows_of(*run(out, folder, trials, jobs))).round(5).to_csv(sys.stdout, index=False)
