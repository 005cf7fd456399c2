"""Coverage of 50, 80 and 95 % intervals, by the error and other metrics, on pairs of real classifiers.

    python docs/results/intervals_frontier.py FOLDER [trials] [jobs] > docs/results/intervals-frontier.csv

FOLDER holds CSV files with the class in the last column; an hour and a quarter on two cores. Cross-validations are
as in `probabilities_frontier.py`, with other seeds; the truth of a pair on a data set is the mean of its estimates. One
row a metric, method, data set and pair: answered by default, and the error by other methods.
"""

import contextlib
import sys
import warnings
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from label_metrics_frontier import DATA, METRIC_NAMES, PAIRS, SETTINGS, judged
from probabilities_frontier import OF_RECORDS, fitted, predictions_of

from bayescmp.evidence import Evidence, evidence_of
from bayescmp.methods import METHODS, Auto, _label_counts_method
from bayescmp.metrics import METRICS, fold_values
from bayescmp.studies._on_files import Classifiers

SEED, TRIALS, DRAWS = 20, 100, 1000
PROBABILITIES = (0.5, 0.8, 0.95)
METRICS_JUDGED = [METRICS[name] for name in METRIC_NAMES] + OF_RECORDS[1:]
OTHERS = {
    "crossed-effects, cautious": METHODS["crossed-effects"].with_options({"tau": "cautious"}),
    "effective-table": METHODS["effective-table"],
}
"""Methods of the error beside the default, of all pairs at once."""
OF_SCORES, OF_ONE = "correlated-t", "fold-correlation"
"""Methods of the error that fit one pair, of scores and of predictions: nothing is known from elsewhere."""
OF_ERROR = [*OTHERS, OF_SCORES, f"{OF_ONE}, one run"]
JUDGED = [*((metric.name, "default") for metric in METRICS_JUDGED), *(("error", name) for name in OF_ERROR)]


def trial(path, number):
    """Return what is judged of each pair in one trial, (one of `JUDGED`, pair, 7)."""
    _label_counts_method.DRAWS = DRAWS  # in this process
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        X, y = Classifiers.read(str(path))
        seed = [SEED, DATA.index(path.name.partition(".")[0]), number]
        predictions = predictions_of(*fitted(X, y, np.unique(y), seed))
        found = np.full((len(METRICS_JUDGED), len(PAIRS), 1 + 2 * len(PROBABILITIES)), np.nan)
        for place, metric in enumerate(METRICS_JUDGED):
            with contextlib.suppress(ValueError):  # areas are refused where a class has too few records
                found[place] = judged(predictions, metric, Auto(), PROBABILITIES)
        evidence, scores = Evidence(predictions=predictions), fold_values(predictions)
        pairs = evidence.pairs()
        others = [judged_by(method, pairs) for method in OTHERS.values()]
        of_scores = [judged_by(METHODS[OF_SCORES], evidence_of(scores, *pair)) for pair in PAIRS]
        of_one = [judged_by(METHODS[OF_ONE], evidence.pair(*pair)) for pair in PAIRS]
        return np.concatenate([found, others, [of_scores], [of_one]])


def judged_by(method, evidence):
    """Return the observed difference and both ends of each interval of a method, (..., 7)."""
    difference = method.fit(evidence, SETTINGS).difference
    intervals = [difference.interval(one) for one in PROBABILITIES]
    ends = [end for one in intervals for end in (one.low, one.high)]
    return np.stack([np.asarray(one) for one in (evidence.differences.mean(("repeat", "fold")), *ends)], axis=-1)


def rows_of(data, found):
    """Yield a row a metric, method and pair whose estimates vary, from (trial, one of `JUDGED`, pair, 7)."""
    for (metric, method), of_one in zip(JUDGED, np.moveaxis(found, 1, 0), strict=True):
        for (first, second), trials in zip(PAIRS, np.moveaxis(of_one, 1, 0), strict=True):
            observed, *ends = trials.T
            if observed.std() > 0:  # and not NaN
                truth = observed.mean()
                held = [(low <= truth) & (truth <= high) for low, high in zip(ends[::2], ends[1::2], strict=True)]
                shares = {f"covered_{100 * p:.0f}": one.mean() for p, one in zip(PROBABILITIES, held, strict=True)}
                about = {"data": data, "first": first, "second": second, "metric": metric, "method": method}
                yield about | {"trials": len(found)} | shares


def main():
    folder, given = Path(sys.argv[1]), [int(one) for one in sys.argv[2:]]
    trials, jobs = given + [TRIALS, 2][len(given) :]
    with joblib.Parallel(n_jobs=jobs) as parallel:
        for name in DATA:
            path = next(folder.glob(f"{name}.csv*"))
            found = np.array(parallel(joblib.delayed(trial)(path, number) for number in range(trials)))
            rows = pd.DataFrame(rows_of(name, found)).round(4)
            rows.to_csv(sys.stdout, index=False, header=name == DATA[0])
            sys.stdout.flush()


if __name__ == "__main__":
    main()
