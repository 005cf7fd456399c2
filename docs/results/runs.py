"""How often intervals hold of algorithms that are trained several times: `python runs.py FOLDER`.

FOLDER has CSV files, with the class in the last column. Five algorithms with randomness of their own are trained 100
times each on 300 records of six data sets; runs, and records among those that are left, are drawn with replacement, so
that the truth is known. Worlds are simulated: records and algorithms differ on the logit, and runs by a normal effect.
Some twenty minutes on a core. Writes runs.csv beside this file.

Beside the posterior stand the interval over records alone (the mean over runs as one system), Welch's t of the runs'
values, the split-plot interval with Satterthwaite's degrees of freedom, and, of decisions, almost stochastic dominance
of the runs' values (Dror et al. 2019), epsilon below .2 by its bootstrap bound.
"""

import sys
import zlib
from itertools import combinations, product
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import special, stats
from sklearn.ensemble import BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.evidence._runs import RunSums
from bayescmp.methods._mean_loss_method import covariance_by_class, unseen_variance
from bayescmp.posteriors import MeanDifference
from bayescmp.posteriors._runs import with_runs

SEED, RUNS, TRAINED, TRIALS, SIMULATED = 53, 100, 300, 6, 200
DATA = ("magic", "nursery", "twonorm", "wine_quality", "wave", "optdigits")
ALGORITHMS = {
    "network": lambda seed: make_pipeline(
        StandardScaler(with_mean=False), MLPClassifier((20,), max_iter=150, random_state=seed)
    ),
    "forest": lambda seed: RandomForestClassifier(10, random_state=seed),
    "extra trees": lambda seed: ExtraTreesClassifier(10, random_state=seed),
    "bagged trees": lambda seed: BaggingClassifier(n_estimators=5, random_state=seed),
    "random tree": lambda seed: DecisionTreeClassifier(splitter="random", max_features="sqrt", random_state=seed),
}
METRICS = ("error", "f1_macro", "roc_auc_ovr", "neg_log_loss")
NUMBERS = ((2, 2), (3, 3), (5, 5), (10, 10), (20, 20), (2, 10), (1, 5))
COLUMNS = ["data", "metric", "n", "runs", "method", "coverage", "width", "decided", "wrong", "trials"]
LEAST = 1e-3  # of a probability, so that the log loss is finite


def pool_of(path):
    """Return the labels of all records that no algorithm was trained on, and what each run says of them."""
    table = pd.read_csv(path, dtype={"class": str})
    X, y = table.iloc[:, :-1], np.unique(table.iloc[:, -1], return_inverse=True)[1]
    X = (
        OneHotEncoder().fit_transform(X).toarray()
        if any(one.dtype.kind not in "iuf" for _, one in X.items())
        else X.to_numpy(float)
    )
    y = np.where(np.bincount(y)[y] >= 60, y, np.argmax(np.bincount(y)))  # rare classes with the most frequent one
    y = np.unique(y, return_inverse=True)[1]
    order = np.random.default_rng(SEED).permutation(y.size)
    train, test = order[:TRAINED], order[TRAINED : TRAINED + 4000]

    def said(name, run):
        given = ALGORITHMS[name](run).fit(X[train], y[train])
        found = np.full((test.size, y.max() + 1), 0.0)
        found[:, given.classes_] = given.predict_proba(X[test])
        found = np.clip(found, LEAST, None)
        return (found / found.sum(1, keepdims=True)).astype(np.float32)

    tasks = [(name, run) for name in ALGORITHMS for run in range(RUNS)]
    given = joblib.Parallel(n_jobs=2)(joblib.delayed(said)(*one) for one in tasks)
    return y[test], np.stack(given).reshape(len(ALGORITHMS), RUNS, test.size, -1)


def losses_of(metric, truth, given, labels):
    """Return what a run loses on every record, by a metric that is no mean to first order."""
    named = {"labels": labels} if metric.needs == "probabilities" else {}
    said = given if metric.needs == "probabilities" else labels[given.argmax(-1)]
    if metric.orders:
        named["sets"] = np.zeros(truth.size, int)
    loss = metric.loss_of_value(metric.value(truth, said, **named))
    return metric.influence(truth, said, **named) + loss


def intervals(losses, classes=None):
    """Yield methods, with the centre and half the width of their intervals, the posterior as `compare` has it.

    By metrics of order, records have `classes`.
    """
    many, n = max(map(len, losses)), losses[0].shape[1]
    padded = np.stack([np.pad(one, ((0, many - len(one)), (0, 0)), constant_values=np.nan) for one in losses])
    data = xr.Dataset(
        {"run_loss": (("classifier", "run", "record"), padded), "fold": (("repeat", "record"), np.zeros((1, n), int))}
    )
    runs = RunSums.of(data).difference(0, 1)
    apart = losses[0].mean(0) - losses[1].mean(0)
    mean, sampling = float(apart.mean()), float(apart.var(ddof=1) / n)
    variance, df = sampling, n - 1.0
    if classes is not None:
        variance = covariance_by_class(apart[None] - mean, classes).item() + unseen_variance(classes)
        df = max(np.unique(classes, return_counts=True)[1].min(), 4) - 1.0
    scales = xr.DataArray([np.sqrt(variance)], dims="part")
    of_these = MeanDifference(mean=xr.DataArray(mean), scales=scales, weights=xr.ones_like(scales), df=df)
    ends = with_runs(of_these, runs).difference.interval()
    yield "posterior", (ends.low + ends.high) / 2, (ends.high - ends.low) / 2
    yield "records", mean, stats.t.ppf(0.975, n - 1) * np.sqrt(sampling)
    between, rest, count = (runs[name].to_numpy() for name in ("between", "rest", "count"))
    own, df, rest = (between / count)[count > 1], (count - 1)[count > 1], (rest / count)[count > 1]
    if count.min() > 1:
        welch = own.sum() ** 2 / (own**2 / df).sum() if own.sum() else 1.0
        yield "t of runs", mean, stats.t.ppf(0.975, welch) * np.sqrt(own.sum())
    variance = max(sampling + own.sum() - rest.sum(), sampling)
    df = variance**2 / (sampling**2 / (n - 1) + (own**2 / df).sum())
    yield "Satterthwaite", mean, stats.t.ppf(0.975, df) * np.sqrt(variance)


def dominates(rng, a, b, draws=100):
    """Return whether values a are almost stochastically larger than b: the bound of epsilon is below .2."""
    grid = (np.arange(100) + 0.5) / 100

    def epsilon(a, b):
        apart = (np.quantile(b, grid, axis=-1) - np.quantile(a, grid, axis=-1)) ** 2
        wrong = np.where(np.quantile(b, grid, axis=-1) > np.quantile(a, grid, axis=-1), apart, 0.0)
        total = apart.sum(0)
        return wrong.sum(0) / np.where(total > 0, total, 1.0)

    again = [one[rng.integers(0, one.size, (draws, one.size))] for one in (a, b)]
    scale = np.sqrt(a.size * b.size / (a.size + b.size))
    spread = np.std(scale * (epsilon(*again) - epsilon(a, b)))
    return epsilon(a, b) - spread * stats.norm.ppf(0.05) / scale < 0.2


def tried(losses, truth, rows, key, rng=None, of_these=None, classes=None):
    """Note of each method whether it holds, how wide it is, whether it decides, and decides wrongly.

    The t interval of the runs is also that of the difference on these records, `of_these`.
    """
    for method, centre, half in intervals(losses, classes):
        if method == "t of runs" and of_these is not None:
            rows.append((*key, "t of runs, these records", abs(centre - of_these) <= half, 2 * half, np.nan, np.nan))
        decided, wrong = abs(centre) > half, abs(centre) > half and centre * truth <= 0
        rows.append((*key, method, abs(centre - truth) <= half, 2 * half, decided, wrong))
    if rng is not None and min(map(len, losses)) > 1:
        values = [-one.mean(1) for one in losses]
        less, more = dominates(rng, *values), dominates(rng, *values[::-1])
        rows.append((*key, "dominance", np.nan, np.nan, less or more, (less and truth >= 0) or (more and truth <= 0)))


def on_pool(name, path):
    """Return rows of all pairs of algorithms on a data set."""
    y, given = pool_of(path)
    labels, rows = np.arange(given.shape[-1]), []
    rng = np.random.default_rng([SEED, zlib.crc32(name.encode())])
    for metric in map(bc.metrics.metric_of, METRICS):
        truth = [np.mean([losses_of(metric, y, run, labels).mean() for run in of]) for of in given]
        for first, second in combinations(range(len(ALGORITHMS)), 2):
            for n, numbers in product((100, 1000), NUMBERS):
                for _ in range(TRIALS if min(numbers) > 1 else 0):  # of one run the truth is another
                    records = rng.choice(y.size, n)
                    if np.unique(y[records]).size < labels.size:
                        continue
                    losses = [
                        np.stack([losses_of(metric, y[records], given[one, run][records], labels) for run in own])
                        for one, own in zip((first, second), [rng.integers(0, RUNS, k) for k in numbers], strict=True)
                    ]
                    key = (name, metric.name, n, "x".join(map(str, numbers)))
                    classes = y[records] if metric.orders else None
                    if metric.orders and np.bincount(classes).min() < 3:
                        continue  # which `compare` refuses
                    of_error = rng if metric.name == "error" else None
                    tried(losses, truth[first] - truth[second], rows, key, of_error, classes=classes)
    return rows


def simulated(n, numbers, sd, apart, trials):
    """Return rows of a simulated world; of an algorithm with one run the truth is that of this run."""
    rng = np.random.default_rng([SEED, n, *numbers, int(10 * sd), int(10 * apart)])
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    rows = []
    for _ in range(trials):
        record = 2 * rng.standard_normal(n)
        losses, truths, here = [], [], []
        for side, count in zip((1, -1), numbers, strict=True):
            run = sd * rng.standard_normal((count, 1))
            logit = -1.5 + side * apart / 2 + record + rng.standard_normal(n)
            losses.append((rng.random((count, n)) < special.expit(logit + run)).astype(float))
            here.append(weights @ special.expit(logit[:, None] + sd * nodes).mean(0))
            spread, middle = (np.sqrt(5), run.item()) if count == 1 else (np.sqrt(5 + sd**2), 0.0)
            truths.append(float(weights @ special.expit(-1.5 + side * apart / 2 + middle + spread * nodes)))
        key = (f"simulated, sd {sd:g}, apart {apart:g}", "error", n, "x".join(map(str, numbers)))
        tried(losses, truths[0] - truths[1], rows, key, rng if n < 10_000 else None, here[0] - here[1])
    return rows


def summary(rows):
    """Return a row for each cell and method."""
    table = pd.DataFrame(
        rows, columns=["data", "metric", "n", "runs", "method", "coverage", "width", "decided", "wrong"]
    )
    of_cells = table.groupby(["data", "metric", "n", "runs", "method"], sort=False)
    found = of_cells.mean().assign(trials=of_cells.size()).reset_index()
    return found[COLUMNS]


def main(folder):
    rows = []
    for name in DATA:
        rows += on_pool(name, Path(folder) / f"{name}.csv.gz")
    for n, trials in ((100, SIMULATED), (1000, SIMULATED), (10_000, SIMULATED // 4)):
        for numbers in NUMBERS:
            for sd in (0.0, 0.1, 0.3):
                for apart in (0.0, 0.2):
                    rows += simulated(n, numbers, sd, apart, trials)
    summary(rows).to_csv(Path(__file__).with_name("runs.csv"), index=False, float_format="%.4g")


if __name__ == "__main__":
    main(sys.argv[1])
