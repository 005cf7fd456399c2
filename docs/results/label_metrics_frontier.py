"""Size and power of label metrics in cross-validations: `python docs/results/label_metrics_frontier.py FOLDER OUT`.

FOLDER holds CSV files with the class in the last column, OUT takes what is computed, so that a second call goes on
(forty minutes on two cores). Writes label-metrics-frontier.csv beside this file. As `frontier.py`:
nine classifiers on 304 records drawn with replacement, one 5 x 2 block-regularized cross-validation each; the truth of
a pair on a data set is the mean of its estimates. The error is beside the metrics, on the same fits.
"""

import warnings
from itertools import combinations

import numpy as np
from pairs import DATA, rows_of_data, write_table
from sklearn.base import clone

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.methods import Auto, _label_counts_method
from bayescmp.methods._registry import methods_for
from bayescmp.metrics import METRICS
from bayescmp.results._settings import Settings
from bayescmp.studies._on_files import CLASSIFIERS, Classifiers

METRIC_NAMES = ("error", "f1_macro", "balanced_accuracy", "matthews_corrcoef")
PAIRS = list(combinations(CLASSIFIERS, 2))
N, SEED, TRIALS, CHUNK = 304, 18, 100, 20
DRAWS = 1000  # twenty thousand would change sizes by less than their standard errors
ASKED = Auto(prior="beta")
SETTINGS = Settings.checked(rng=0)


def cross_validated(X, y, seed):
    """Return the predictions of all classifiers in one cross-validation."""
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), N)
    X, y = X[rows], y[rows]
    splits = list(bc.BlockRegularizedCV(random_state=int(rng.integers(2**31))).split(np.zeros((N, 1))))
    predicted = {name: np.empty((5, N), y.dtype) for name in CLASSIFIERS}
    for number, (train, test) in enumerate(splits):
        for name, classifier in CLASSIFIERS.items():
            one = clone(classifier)
            if "random_state" in one.get_params():
                one.set_params(random_state=int(rng.integers(2**31)))
            predicted[name][number // 2, test] = one.fit(X[train], y[train]).predict(X[test])
    return bc.labels(y, predicted, how=bc.splits(splits))


def trial(X, y, seed):
    """Estimates and intervals of all pairs by all metrics, (metric, pair, 3), of one cross-validation."""
    predictions = cross_validated(X, y, seed)
    return np.array([judged(predictions, METRICS[name], ASKED) for name in METRIC_NAMES])


def judged(predictions, metric, asked, probabilities=(0.95,)):
    """Return the observed difference of each pair and both ends of each interval, (pair, 1 + 2 n)."""
    evidence = Evidence(predictions=predictions, metric=metric)
    values = evidence.observed
    observed = [metric.loss_of_value(values[a]) - metric.loss_of_value(values[b]) for a, b in PAIRS]
    method = methods_for(evidence.design, metric)[0].with_options(asked.options())
    posterior = method.fit(evidence.pairs(), SETTINGS)
    intervals = [posterior.difference.interval(one) for one in probabilities]
    ends = [end.to_numpy() for one in intervals for end in (one.low, one.high)]
    return np.stack([observed, *ends], axis=-1)


def chunk(path, out, number):
    """Compute some trials on a data set, unless they are there."""
    target = out / f"{path.name.partition('.')[0]}-{number}.npy"
    if target.exists():
        return
    _label_counts_method.DRAWS = DRAWS  # in this process
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        X, y = Classifiers.read(str(path))
        first = number * CHUNK
        data = DATA.index(path.name.partition(".")[0])
        found = [trial(X, y, [SEED, data, first + place]) for place in range(CHUNK)]
    np.save(target, np.array(found))


def rows_of(name, found):
    """One row per metric and pair of one data set, from (trial, metric, pair, 3)."""
    return rows_of_data(name, found, METRIC_NAMES, PAIRS)


if __name__ == "__main__":
    write_table("label-metrics-frontier", chunk, rows_of, TRIALS, CHUNK)
