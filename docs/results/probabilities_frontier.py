"""Size and power of metrics of probabilities in cross-validations: `python probabilities_frontier.py FOLDER OUT`.

FOLDER holds CSV files with the class in the last column, OUT takes fits and what is computed of them, so that a second
call goes on (forty minutes on two cores). Writes probabilities-frontier.csv beside this file. As `frontier.py`:
nine classifiers on 304 records drawn with replacement, one 5 x 2 block-regularized cross-validation each; the truth of
a pair on a data set is the mean of its estimates. On the same fits: the error by the crossed effects, by the correlated
t of its scores and by the corrected resampled t test; the log loss, clipped or not; and the Brier score with all
validations taken as independent records, which should fail.
"""

import warnings
from itertools import combinations

import numpy as np
from pairs import DATA, rows_of_data, write_table
from scipy import stats
from sklearn.base import clone

import bayescmp as bc
from bayescmp.evidence import Evidence, evidence_of
from bayescmp.frequentist import paired_t
from bayescmp.methods import METHODS
from bayescmp.methods._registry import methods_for
from bayescmp.metrics import METRICS, LogLoss, fold_values
from bayescmp.results._settings import Settings
from bayescmp.studies._on_files import CLASSIFIERS, Classifiers

OF_RECORDS = [
    METRICS["error"],
    METRICS["neg_brier_score"],
    LogLoss(0.02),
    METRICS["roc_auc_ovr"],
    METRICS["neg_log_loss"],
]
OF_SCORES = ("error, correlated t", "error, corrected resampled t")
CONTROL = "neg_brier_score, validations as records"
JUDGED = (*(metric.name for metric in OF_RECORDS), *OF_SCORES, CONTROL)
PAIRS = list(combinations(range(len(CLASSIFIERS)), 2))
NAMES = list(CLASSIFIERS)
N, SEED, TRIALS, CHUNK = 304, 19, 200, 20
SETTINGS = Settings.checked()


def fitted(X, y, classes, seed):
    """Fits of one cross-validation: codes of true labels, folds, codes of predicted labels, and probabilities."""
    rng = np.random.default_rng(seed)
    rows = rng.choice(len(y), N)
    X, y = X[rows], y[rows]
    splits = list(bc.BlockRegularizedCV(random_state=int(rng.integers(2**31))).split(np.zeros((N, 1))))
    predicted = np.empty((len(NAMES), 5, N), np.int16)
    prob = np.zeros((len(NAMES), 5, N, classes.size), np.float32)
    fold = np.empty((5, N), np.int8)
    for number, (train, test) in enumerate(splits):
        fold[number // 2, test] = number % 2
        for c, classifier in enumerate(CLASSIFIERS.values()):
            one = clone(classifier)
            if "random_state" in one.get_params():
                one.set_params(random_state=int(rng.integers(2**31)))
            one.fit(X[train], y[train])
            predicted[c, number // 2, test] = np.searchsorted(classes, one.predict(X[test]))
            columns = np.searchsorted(classes, one.classes_)
            prob[c, number // 2, test[:, None], columns] = one.predict_proba(X[test])
    return np.searchsorted(classes, y).astype(np.int16), fold, predicted, prob


def predictions_of(y_true, fold, predicted, prob):
    """Return the predictions that `fitted` has found in one cross-validation."""
    splits = [(np.flatnonzero(one != k), np.flatnonzero(one == k)) for one in fold for k in (0, 1)]
    prob = prob.astype(float)
    return bc.probabilities(
        y_true.astype(int),
        dict(zip(NAMES, prob / prob.sum(-1, keepdims=True), strict=True)),
        y_pred=dict(zip(NAMES, predicted.astype(int), strict=True)),
        labels=np.arange(prob.shape[-1]),
        how=bc.splits(splits),
    )


def judged(y_true, fold, predicted, prob):
    """Estimates and intervals of all pairs by all methods, (method, pair, 3), of one cross-validation."""
    predictions = predictions_of(y_true, fold, predicted, prob)
    by_records = (_by_records(predictions, metric) for metric in OF_RECORDS)
    return np.array([*by_records, *_by_scores(predictions), _as_records(predictions)])


def _by_records(predictions, metric):
    evidence = Evidence(predictions=predictions, metric=metric)
    losses = [metric.loss_of_value(value) for value in evidence.observed.values()]
    method = methods_for(evidence.design, metric)[0]
    interval = method.fit(evidence.pairs(), SETTINGS).difference.interval(0.95)
    observed = [losses[a] - losses[b] for a, b in PAIRS]
    return np.stack([observed, interval.low.to_numpy(), interval.high.to_numpy()], axis=-1)


def _by_scores(predictions):
    scores = fold_values(predictions)
    of_method, of_test = [], []
    for a, b in PAIRS:
        found = evidence_of(scores, NAMES[a], NAMES[b])
        estimate = float(found.differences.mean())
        interval = METHODS["correlated-t"].fit(found, SETTINGS).difference.interval(0.95)
        of_method.append((estimate, interval.low, interval.high))
        test = paired_t(found.differences, test_to_train=found.design.test_to_train).confidence_interval(0.95)
        of_test.append((estimate, test.low, test.high))
    return of_method, of_test


def _as_records(predictions):
    """Intervals that take every validation as a record of its own."""
    evidence = Evidence(predictions=predictions, metric=METRICS["neg_brier_score"])
    influence = evidence.influence.to_numpy().reshape(len(NAMES), -1)
    losses = list(evidence.observed.values())
    found = []
    for a, b in PAIRS:
        half = stats.norm.ppf(0.975) * (influence[a] - influence[b]).std() / np.sqrt(influence.shape[1])
        found.append((losses[a] - losses[b], losses[a] - losses[b] - half, losses[a] - losses[b] + half))
    return found


def chunk(path, out, number):
    """Fit and judge some trials on a data set, unless they are there."""
    name = path.name.partition(".")[0]
    fits, target = out / f"{name}-{number}.npz", out / f"{name}-{number}.npy"
    if target.exists():
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if not fits.exists():
            X, y = Classifiers.read(str(path))
            classes = np.unique(y)
            seeds = [[SEED, DATA.index(name), number * CHUNK + place] for place in range(CHUNK)]
            found = [np.stack(one) for one in zip(*(fitted(X, y, classes, seed) for seed in seeds), strict=True)]
            np.savez(fits, **dict(zip(("y_true", "fold", "predicted", "prob"), found, strict=True)))
        kept = np.load(fits)
        arrays = [kept[one] for one in ("y_true", "fold", "predicted", "prob")]
        np.save(target, np.array([judged(*trial) for trial in zip(*arrays, strict=True)]))


def rows_of(name, found):
    """One row per method and pair of one data set, from (trial, method, pair, 3)."""
    return rows_of_data(name, found, JUDGED, [(NAMES[a], NAMES[b]) for a, b in PAIRS])


if __name__ == "__main__":
    write_table("probabilities-frontier", chunk, rows_of, TRIALS, CHUNK)
