"""Coverage of 50, 80 and 95 % intervals of the error on pairs of real classifiers.

    python docs/results/intervals_frontier.py FOLDER [trials] [jobs] > docs/results/intervals-frontier.csv

FOLDER holds CSV files with the class in the last column; ten minutes on two cores. Cross-validations are as in
`label_metrics_frontier.py`, with other seeds, and answered by default; the truth of a pair on a data set is the mean of
its estimates. One row a data set and pair.
"""

import sys
import warnings
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from label_metrics_frontier import DATA, PAIRS, cross_validated, judged

from bayescmp.levels import Auto
from bayescmp.metrics import METRICS
from bayescmp.studies._on_files import Classifiers

SEED, TRIALS = 19, 30
LEVELS = (0.5, 0.8, 0.95)


def trial(path, number):
    """Return what is judged of each pair in one trial, (pair, 7)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        data = DATA.index(path.name.partition(".")[0])
        predictions = cross_validated(*Classifiers.read(str(path)), [SEED, data, number])
        return judged(predictions, METRICS["error"], Auto(), LEVELS)


def rows_of(data, found):
    """Yield a row a pair whose estimates vary, from (trial, pair, 7)."""
    for (first, second), trials in zip(PAIRS, np.moveaxis(found, 1, 0), strict=True):
        observed, *ends = trials.T
        if observed.std() > 0:
            truth = observed.mean()
            held = [(low <= truth) & (truth <= high) for low, high in zip(ends[::2], ends[1::2], strict=True)]
            shares = {f"covered_{100 * level:.0f}": one.mean() for level, one in zip(LEVELS, held, strict=True)}
            yield {"data": data, "first": first, "second": second, "trials": len(found)} | shares


def main():
    folder, given = Path(sys.argv[1]), [int(one) for one in sys.argv[2:]]
    trials, jobs = given + [TRIALS, 2][len(given) :]
    rows = []
    with joblib.Parallel(n_jobs=jobs) as parallel:
        for name in DATA:
            path = next(folder.glob(f"{name}.csv*"))
            found = parallel(joblib.delayed(trial)(path, number) for number in range(trials))
            rows += rows_of(name, np.array(found))
    pd.DataFrame(rows).round(4).to_csv(sys.stdout, index=False)


if __name__ == "__main__":
    main()
