"""How often the interval of one classifier by itself holds, on data of every kind: `python alone.py`.

Forty minutes on a core. Writes alone.csv beside this file. Hold-outs, groups, answers and judged answers are drawn
from a population of scores whose values are known; in a 5 x 2 cross-validation classifiers are fitted to records of two
normal classes, and the truth is the mean value of fits to half as many records, on a large test set. Beside the
5 x 2 cross-validation stand, of the same fits, the t interval of the ten values ("t of folds") and that corrected for
overlapping training sets ("corrected t"); of the same kind of data, by the error, nested cross-validation (Bates et
al. 2024) and the conservative z interval (Nadeau and Bengio 2003) of algorithms trained on all records, or nine tenths.
"""

from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import special, stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

SEED, TRIALS, FITTED, NESTED = 41, 500, 150, 100
METRICS = ("error", "f1_macro", "roc_auc", "neg_brier_score")
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
    predictions = bc.cross_val_predictions({"a": estimator}, X, y, random_state=seed, probabilities=True)
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


def errors_of(estimator, X, y, train, test):
    return (estimator.fit(X[train], y[train]).predict(X[test]) != y[test]).astype(float)


def nested(estimator, X, y, seed, n_folds=5, n_repeats=20):
    """Return centre and half the width of the interval of nested cross-validation (Bates et al. 2024, algorithm 1)."""
    apart, noise, inner_errors, outer_errors = [], [], [], []
    rng = np.random.default_rng([SEED, 4, seed])
    for _ in range(n_repeats):
        folds = np.array_split(rng.permutation(len(y)), n_folds)
        for k in range(n_folds):
            inside = [folds[j] for j in range(n_folds) if j != k]
            inner = np.concatenate([
                errors_of(estimator, X, y, np.concatenate(inside[:j] + inside[j + 1 :]), inside[j])
                for j in range(n_folds - 1)
            ])  # fmt: skip
            outer = errors_of(estimator, X, y, np.concatenate(inside), folds[k])
            apart.append((inner.mean() - outer.mean()) ** 2)
            noise.append(outer.var(ddof=1) / outer.size)
            inner_errors.append(inner.mean())
            outer_errors.append(outer.mean())
    of_inner, of_outer = np.mean(inner_errors), np.mean(outer_errors)
    error = np.sqrt(of_outer * (1 - of_outer) / len(y))
    spread = np.sqrt(max(np.mean(apart) - np.mean(noise), 0.0) * (n_folds - 1) / n_folds)
    bias = (1 + (n_folds - 2) / n_folds) * (of_inner - of_outer)
    return of_inner - bias, stats.norm.ppf(0.975) * np.clip(spread, error, np.sqrt(n_folds) * error)


def conservative(estimator, X, y, seed):
    """Return centre and half the width of the conservative z interval (Nadeau and Bengio 2003)."""
    splits = bc.model_selection.HalfSplitHoldOuts(random_state=seed).split(X)
    errors = np.array([errors_of(estimator, X, y, *split).mean() for split in splits]).reshape(-1, 15).mean(1)
    halves = xr.DataArray(errors[1:].reshape(-1, 2), dims=("split", "half"))
    found = bc.frequentist.conservative_z(xr.DataArray(errors[0]), halves).confidence_interval(0.95)
    return (found.low + found.high) / 2, (found.high - found.low) / 2


def error_of(estimator, n, seed):
    """Return the error of a fit to n records, on new ones."""
    rng = np.random.default_rng([SEED, 5, seed, n])
    (X, y), (more, true) = normal_classes(rng, n), normal_classes(rng, 4000)
    return np.mean(estimator.fit(X, y).predict(more) != true)


def beside():
    """Nested cross-validation and the conservative z test, by the error alone."""
    n = 100
    for name, estimator in CLASSIFIERS.items():
        for method, interval, trained in (
                ("nested cross-validation", nested, n), ("conservative z", conservative, 9 * n // 10),
            ):  # fmt: skip
            truth = np.mean([error_of(estimator, trained, seed) for seed in range(200)])
            rows = []
            for seed in range(NESTED):
                X, y = normal_classes(np.random.default_rng([SEED, 3, seed, n]), n)
                centre, half = interval(estimator, X, y, seed)
                rows.append((abs(centre - truth) <= half, 2 * half))
            holds, width = np.mean(rows, axis=0)
            yield "cross-validation", name, n, "error", method, holds, NESTED, width


def main():
    rows = pd.DataFrame([*hold_outs(), *crossed(), *beside()], columns=COLUMNS)
    rows.round({"coverage": 4, "width": 5}).to_csv(Path(__file__).parent / "alone.csv", index=False)


if __name__ == "__main__":
    main()
