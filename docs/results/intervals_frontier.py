"""Coverage of 50, 80 and 95 % intervals on pairs of real classifiers.

    python docs/results/intervals_frontier.py FOLDER [trials] [jobs] > docs/results/intervals-frontier.csv

FOLDER holds CSV files with the class in the last column; a quarter of an hour on two cores. Cross-validations are as in
`label_metrics_frontier.py`, with other seeds, and answered by default; the truth of a pair on a data set is the mean of
its estimates. One row a data set, pair and metric.
"""

import sys
import warnings
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from label_metrics_frontier import DATA, DRAWS, METRIC_NAMES, PAIRS, cross_validated

from bayescmp._settings import Settings
from bayescmp.evidence import Evidence
from bayescmp.levels import _label_counts_level
from bayescmp.levels._registry import levels_for
from bayescmp.metrics import METRICS
from bayescmp.studies._on_files import Classifiers

SEED, TRIALS = 19, 40
LEVELS = (0.5, 0.8, 0.95)
SETTINGS = Settings.checked(rng=0)


def judged(predictions, metric):
    """Return the observed difference of each pair, and both ends of each interval, (pair, 7)."""
    evidence = Evidence(predictions=predictions, metric=metric)
    values = evidence.observed
    observed = [metric.loss_of_value(values[a]) - metric.loss_of_value(values[b]) for a, b in PAIRS]
    difference = levels_for(evidence.design, metric)[0].fit(evidence.pairs(), SETTINGS).difference
    ends = [end for level in LEVELS for end in (difference.interval(level).low, difference.interval(level).high)]
    return np.stack([observed, *(end.to_numpy() for end in ends)], axis=-1)


def trial(path, number):
    """Return what is judged in one trial on a data set, (metric, pair, 7)."""
    _label_counts_level.DRAWS = DRAWS  # in this process
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        name = path.name.partition(".")[0]
        predictions = cross_validated(*Classifiers.read(str(path)), [SEED, DATA.index(name), number])
        return np.array([judged(predictions, METRICS[name]) for name in METRIC_NAMES])


def rows_of(data, found):
    """Yield a row a metric and pair whose estimates vary, from (trial, metric, pair, 7)."""
    for metric, of_metric in zip(METRIC_NAMES, np.moveaxis(found, 1, 0), strict=True):
        for (first, second), trials in zip(PAIRS, np.moveaxis(of_metric, 1, 0), strict=True):
            observed, *ends = trials.T
            if observed.std() > 0:
                truth = observed.mean()
                held = [(low <= truth) & (truth <= high) for low, high in zip(ends[::2], ends[1::2], strict=True)]
                shares = {f"covered_{100 * level:.0f}": one.mean() for level, one in zip(LEVELS, held, strict=True)}
                names = {"data": data, "first": first, "second": second, "metric": metric}
                yield names | {"trials": len(found)} | shares


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
