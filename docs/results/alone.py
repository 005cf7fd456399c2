"""How often the interval of one classifier by itself holds, on data of every kind: `python alone.py`.

Fifty minutes on a core. Writes alone.csv beside this file. Hold-outs, groups, answers and judged answers are drawn
from a population of scores whose values are known; in a 5 x 2 cross-validation classifiers are fitted to records of two
normal classes, and the truth is the mean value of fits to half as many records, on a large test set. Beside the
5 x 2 cross-validation stand, of the same fits, the t interval of the ten values ("t of folds") and that corrected for
overlapping training sets ("corrected t"); of the same kind of data nested cross-validation (Bates et al. 2024) and the
conservative z interval (Nadeau and Bengio 2003) of algorithms trained on all records, or nine tenths. `python alone.py
beside` computes these two alone, in thirteen minutes, and keeps the other rows.
"""

import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import special, stats
from sklearn import config_context
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

SEED, TRIALS, FITTED, NESTED = 41, 500, 150, 100
METRICS = ("error", "f1_macro", "roc_auc", "neg_brier_score")
BESIDE = ("error", "f1_macro", "neg_brier_score")
RECORDS = (50, 200)
SPREADS = {"good": 2.0, "fair": 1.0}
MANY = 400_000
CLASSIFIERS = {
    "naive Bayes": GaussianNB(), "linear": LinearDiscriminantAnalysis(), "5 neighbours": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(max_depth=4, random_state=0),
}  # fmt: skip
COLUMNS = ["data", "classifier", "n", "metric", "method", "coverage", "trials", "width"]


def scored(rng, n, shift, group=0.0, per_group=1):
    """Return labels and probabilities; `group` is the share of the variance of a score that its group has."""
    y = np.repeat(rng.integers(0, 2, n // per_group), per_group)
    noise = np.sqrt(1 - group) * rng.standard_normal(y.size)
    noise += np.sqrt(group) * np.repeat(rng.standard_normal(y.size // per_group), per_group)
    return y, special.expit(1.5 * (shift * (y - 0.5) + noise))


def values_of(y, p):
    """Return the value of each metric on many records."""
    predictions = bc.probabilities(y, {"a": p})
    return {metric: bc.evaluate(predictions, metric=metric).observed["a"] for metric in METRICS}


def one_hold_out(kind, n, shift, truth, seed):
    """Return metrics, whether their intervals hold, and their widths, of one sample."""
    rng = np.random.default_rng([SEED, seed, n])
    if kind in {"records", "groups"}:
        per = 4 if kind == "groups" else 1
        y, p = scored(rng, n, shift, 0.6 * (per > 1), per)
        given = {"group": np.arange(y.size) // per} if per > 1 else {}
        predictions = bc.probabilities(y, {"a": p}, **given)
    elif kind == "answers":
        rate = rng.beta(4, 1 if shift > 1.5 else 2, n)
        right = rng.random((4, n)) < rate
        how = bc.answers(np.repeat(np.arange(4), n))
        predictions = bc.verdicts({"a": right.ravel()}, record=np.tile(np.arange(n), 4), how=how)
    else:
        right = rng.random(n) < (0.9 if shift > 1.5 else 0.75)
        judge = np.where(rng.random(n) < 0.85, right, ~right)
        people = np.where(np.arange(n) < n // 4, right, np.nan)
        predictions = bc.verdicts({"a": people}, judge={"a": judge})
    found = {metric: bc.evaluate(predictions, metric=metric, rng=0).classifiers.loc["a"] for metric in truth}
    return [(one, row["low"] <= truth[one] <= row["high"], row["high"] - row["low"]) for one, row in found.items()]


def truth_of(kind, shift):
    rng = np.random.default_rng(SEED)
    if kind == "answers":
        return {"accuracy": 4 / (5 if shift > 1.5 else 6)}
    if kind == "judged":
        return {"accuracy": 0.9 if shift > 1.5 else 0.75}
    return values_of(*scored(rng, MANY, shift, 0.6 * (kind == "groups"), 4 if kind == "groups" else 1))


def hold_outs():
    run = joblib.Parallel(n_jobs=1)
    for kind in ("records", "groups", "answers", "judged"):
        for name, shift in SPREADS.items():
            truth = truth_of(kind, shift)
            for n in RECORDS if kind != "judged" else (200, 800):
                found = run(joblib.delayed(one_hold_out)(kind, n, shift, truth, seed) for seed in range(TRIALS))
                rows = pd.DataFrame([one for several in found for one in several], columns=["metric", "holds", "width"])
                for metric, own in rows.groupby("metric", sort=False):
                    yield kind, name, n, metric, "evaluate", own["holds"].mean(), TRIALS, own["width"].mean()


def normal_classes(rng, n):
    y = rng.integers(0, 2, n)
    return rng.standard_normal((n, 4)) + 0.9 * y[:, None] * np.array([1, 0.7, 0.4, 0.1]), y


def fitted_values(estimator, n, seed):
    """Return values of a fit to n records, on a large test set."""
    rng = np.random.default_rng([SEED, 1, seed, n])
    X, y = normal_classes(rng, n)
    more, true = normal_classes(rng, 20_000)
    return values_of(true, estimator.fit(X, y).predict_proba(more)[:, 1])


def one_crossed(estimator, n, truth, seed):
    rng = np.random.default_rng([SEED, 2, seed, n])
    X, y = normal_classes(rng, n)
    predictions = bc.cross_val_predictions({"a": estimator}, X, y, rng=seed, probabilities=True)
    rows = []
    for metric in METRICS:
        found = bc.evaluate(predictions, metric=metric).classifiers.loc["a"]
        rows.append((metric, "evaluate", found["low"] <= truth[metric] <= found["high"], found["high"] - found["low"]))
        values = bc.metrics.fold_values(predictions, metric=metric).to_numpy().ravel()
        for method, correlated in (("t of folds", 0.0), ("corrected t", 1.0)):
            half = stats.t.ppf(0.975, values.size - 1) * values.std(ddof=1) * np.sqrt(1 / values.size + correlated)
            rows.append((metric, method, abs(values.mean() - truth[metric]) <= half, 2 * half))
    return rows


def crossed():
    run = joblib.Parallel(n_jobs=1)
    for name, estimator in CLASSIFIERS.items():
        for n in (100, 300):
            fits = run(joblib.delayed(fitted_values)(estimator, n // 2, seed) for seed in range(400))
            truth = pd.DataFrame(fits).mean()
            found = run(joblib.delayed(one_crossed)(estimator, n, truth, seed) for seed in range(FITTED))
            columns = ["metric", "method", "holds", "width"]
            rows = pd.DataFrame([one for several in found for one in several], columns=columns)
            for (metric, method), own in rows.groupby(["metric", "method"], sort=False):
                yield "5 x 2", name, n, metric, method, own["holds"].mean(), FITTED, own["width"].mean()


def shares_of(estimator, X, y, train, test):
    return estimator.fit(X[train], y[train]).predict_proba(X[test])[:, 1]


def value_of(metric, y, p):
    """Return the value of a metric, and for each record what it adds to the mean, or its influence on macro F1."""
    wrong = (p > 0.5) != y
    if metric != "f1_macro":
        parts = wrong.astype(float) if metric == "error" else -((p - y) ** 2)
        return parts.mean(), parts
    value, parts = 0.0, np.zeros(y.size)
    for label in (0, 1):
        above = 2.0 * (~wrong & (y == label))
        below = above + wrong
        f1 = above.sum() / max(below.sum(), 1)
        value, parts = value + f1 / 2, parts + (above - f1 * below) / max(below.mean(), 1 / y.size) / 2
    return value, parts


def nested(estimator, X, y, seed, n_folds=5, n_repeats=20):
    """Return centre and half the width of the interval of nested cross-validation, by metric.

    Algorithm 1 of Bates et al. (2024), whose metrics are means over records: of macro F1 the variance of a fold is that
    of the influences of its records, and both estimates are of all folds together.
    """
    rng = np.random.default_rng([SEED, 4, seed])
    found = {metric: [] for metric in BESIDE}
    whole = []
    for _ in range(n_repeats):
        folds = np.array_split(rng.permutation(len(y)), n_folds)
        outer = []
        for k in range(n_folds):
            inside = [folds[j] for j in range(n_folds) if j != k]
            train = np.concatenate(inside)
            inner = np.concatenate([
                shares_of(estimator, X, y, np.concatenate(inside[:j] + inside[j + 1 :]), inside[j])
                for j in range(n_folds - 1)
            ])  # fmt: skip
            outer.append(shares_of(estimator, X, y, train, folds[k]))
            for metric, rows in found.items():
                value, parts = value_of(metric, y[folds[k]], outer[-1])
                of_inner = value_of(metric, y[train], inner)[0]
                rows.append(((of_inner - value) ** 2 - parts.var(ddof=1) / parts.size, of_inner))
        whole.append((y[np.concatenate(folds)], np.concatenate(outer)))
    true, shares = np.concatenate(whole, axis=1)
    for metric, rows in found.items():
        apart, of_inner = np.mean(rows, axis=0)
        of_outer, parts = value_of(metric, true.astype(int), shares)
        error = parts.std() / np.sqrt(len(y))
        spread = np.sqrt(max(apart, 0.0) * (n_folds - 1) / n_folds)
        bias = (1 + (n_folds - 2) / n_folds) * (of_inner - of_outer)
        yield metric, of_inner - bias, stats.norm.ppf(0.975) * np.clip(spread, error, np.sqrt(n_folds) * error)


def conservative(estimator, X, y, seed):
    """Return centre and half the width of the conservative z interval (Nadeau and Bengio 2003), by metric."""
    splits = bc.model_selection.HalfSplitHoldOuts(random_state=seed).split(X)
    fitted = [(y[test], shares_of(estimator, X, y, train, test)) for train, test in splits]
    for metric in BESIDE:
        values = np.array([value_of(metric, *one)[0] for one in fitted]).reshape(-1, 15).mean(1)
        halves = xr.DataArray(values[1:].reshape(-1, 2), dims=("split", "half"))
        found = bc.frequentist.conservative_z(xr.DataArray(values[0]), halves).confidence_interval(0.95)
        yield metric, float(found.low + found.high) / 2, float(found.high - found.low) / 2


def values_on_new(estimator, n, seed):
    """Return the value of each metric of a fit to n records, on new ones."""
    rng = np.random.default_rng([SEED, 5, seed, n])
    (X, y), (more, true) = normal_classes(rng, n), normal_classes(rng, 4000)
    shares = estimator.fit(X, y).predict_proba(more)[:, 1]
    return [value_of(metric, true, shares)[0] for metric in BESIDE]


def beside_of(estimator, name, n):
    for method, intervals, trained in (
            ("nested cross-validation", nested, n), ("conservative z", conservative, 9 * n // 10),
        ):  # fmt: skip
        fits = [values_on_new(estimator, trained, seed) for seed in range(200)]
        truth = dict(zip(BESIDE, np.mean(fits, axis=0), strict=True))
        rows = []
        for seed in range(NESTED):
            X, y = normal_classes(np.random.default_rng([SEED, 3, seed, n]), n)
            found = intervals(estimator, X, y, seed)
            rows += [(metric, abs(centre - truth[metric]) <= half, 2 * half) for metric, centre, half in found]
        for metric, own in pd.DataFrame(rows, columns=["metric", "holds", "width"]).groupby("metric", sort=False):
            yield "cross-validation", name, n, metric, method, own["holds"].mean(), NESTED, own["width"].mean()


def beside():
    """Nested cross-validation and the conservative z test, whose fits are as many as all others together."""
    with config_context(assume_finite=True, skip_parameter_validation=True):
        for name, estimator in CLASSIFIERS.items():
            for n in (100, 300):
                yield from beside_of(estimator, name, n)


def main():
    path, only = Path(__file__).parent / "alone.csv", sys.argv[1:]
    parts = [beside] if only == ["beside"] else [hold_outs, crossed, beside]
    kept = pd.read_csv(path).query("data != 'cross-validation'") if only else pd.DataFrame(columns=COLUMNS)
    rows = pd.DataFrame([row for part in parts for row in part()], columns=COLUMNS)
    rows = rows.round({"coverage": 4, "width": 5})
    (pd.concat([kept, rows]) if only else rows).to_csv(path, index=False)


if __name__ == "__main__":
    main()
