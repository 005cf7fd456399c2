"""Coverage of 50, 80 and 95 % intervals of `fold-correlation` where correlations are known from other data sets.

    python docs/results/intervals_known.py OUT FOLDER [trials] [jobs] > docs/results/intervals-known.csv

OUT is a folder for the runs, which go on where they ended; FOLDER holds CSV files with the class in the last column.
For each data set the model of the study `figure-1` is fitted to the nine others, and judged on the `trials` of the
study `frontier` (100 if left out), in which the truth of a pair is the mean of its estimates. One row a data set and
pair whose estimates vary.
"""

import sys
from pathlib import Path

import pandas as pd

from bayescmp.hierarchical import fold_correlation, new_experiment
from bayescmp.studies import builtin_study, fold_tables, run_study
from bayescmp.studies._frontier import _pairs
from bayescmp.studies._trials_of_pair import TrialsOfPair, interval_of_folds

REPLICATES, DRAWS = 200, 1500
PROBABILITIES = (50, 80, 95)


def known_of_others(tables):
    """Return for each data set what the model of all others tells of another experiment."""
    names = tables["dataset"].to_numpy()
    found = {}
    for name in dict.fromkeys(names):
        tree = fold_correlation(tables[names != name], statistic="difference", draws=DRAWS, rng=1)
        found[name] = new_experiment(tree)
        sys.stderr.write(f"{name}: {tree.attrs['diagnostics']}\n")
    return found


def rows_of(frontier, known):
    """Yield a row a data set and pair."""
    for names, results in _pairs(frontier):
        trials = TrialsOfPair(results)
        if trials.sd > 0:
            row = names | {"trials": trials.means.size}
            for percent in PROBABILITIES:
                asked = TrialsOfPair(results.assign_attrs(alpha=1 - percent / 100))
                low, high = interval_of_folds(asked, known[names["data"]])
                row[f"covered_{percent}"] = ((low <= trials.mean) & (trials.mean <= high)).mean()
            yield row


if __name__ == "__main__":
    out, folder, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [100, 1][len(numbers) :]
    for name, count in (("figure-1", REPLICATES), ("frontier", trials)):
        run_study(builtin_study(name, data=folder, trials=count), Path(out) / name, n_jobs=jobs, progress=True)
    known = known_of_others(fold_tables(Path(out) / "figure-1"))
    pd.DataFrame(rows_of(Path(out) / "frontier", known)).round(4).to_csv(sys.stdout, index=False)
