"""How often intervals of metrics of probabilities hold with few records of a class: `python few_records.py`.

Twenty minutes on a core. Writes few-records.csv beside this file. A pair of classifiers stands fixed, with its answers
on a large population of each class, so that true values are known; hold-outs are drawn from it. Scores are normal given
the class, without ties, or come of nearest neighbours and trees, which have few values. For areas under the ROC curve a
hold-out has a fixed number of records of the rarer class; for metrics that depend on the share of the class it has that
number on average, and three or more. There "plain" is the method `mean-loss` without the variance that it adds for what
few records leave unseen.
"""

import sys
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from scipy import special, stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from bayescmp.methods._mean_loss_method import covariance_by_class
from bayescmp.metrics import METRICS, LogLoss
from bayescmp.posteriors._drawn_records import drawn_weights

SEED, DRAWS, POPULATION, TRAINED_ON = 23, 2000, 40_000, 600
SHARES, RECORDS = (0.5, 0.1), (5, 10, 20, 30, 100)
RARE = 0.02  # of means alone
WEIGHTED_DRAWS = 400  # of average precision, where each takes longer
LABELS = np.array([0, 1])
AREA, PRECISION = METRICS["roc_auc"], METRICS["average_precision"]
MEANS = (METRICS["neg_brier_score"], LogLoss(0.02), METRICS["neg_log_loss"])
SETS = {AREA.name: 1000, PRECISION.name: 400} | {metric.name: 600 for metric in MEANS}
LEVELS = {"coverage": 0.95, "covered_50": 0.5, "covered_80": 0.8}
TAILS = np.array([[(1 - level) / 2, (1 + level) / 2] for level in LEVELS.values()])


def neighbours(number, columns):
    return KNeighborsClassifier(number), columns


def normal_scores(first, second, sharpness=2.0):
    """Populations of two classifiers with given areas, scores of correlation 1/2; the second is overconfident."""

    def draw(rng, share):
        found = []
        for kind in (0, 1):
            common = rng.standard_normal(POPULATION)
            own = []
            for area, sharp in ((first, 1.0), (second, sharpness)):
                shift = np.sqrt(2) * stats.norm.ppf(area)
                score = shift * kind + np.sqrt(0.5) * (common + rng.standard_normal(POPULATION))
                own.append(special.expit(sharp * (special.logit(share) + shift * score - shift**2 / 2)))
            found.append(np.stack(own))
        return found

    return draw


def fitted(first, second, distance):
    """Populations of two classifiers that were fitted to records with four normal features."""

    def draw(rng, share):
        def features(kinds):
            return rng.standard_normal((kinds.size, 4)) + distance * kinds[:, None] * np.array([1, 0.6, 1, 0.6])

        kinds = (rng.random(TRAINED_ON) < share).astype(int)
        X = features(kinds)
        models = [(model.fit(X[:, columns], kinds), columns) for model, columns in (first(), second())]
        populations = (features(np.full(POPULATION, kind)) for kind in (0, 1))
        return [np.stack([one.predict_proba(of[:, columns])[:, 1] for one, columns in models]) for of in populations]

    return draw


A, B = [0, 1], [2, 3]
PAIRS = {
    "normal .8, .8": normal_scores(0.8, 0.8),
    "normal .75, .85": normal_scores(0.75, 0.85),
    "normal .9, .97": normal_scores(0.9, 0.97),
    "5-NN, 5-NN": fitted(lambda: neighbours(5, A), lambda: neighbours(5, B), 1.0),
    "5-NN, 15-NN": fitted(lambda: neighbours(5, A), lambda: neighbours(15, A), 1.0),
    "5-NN, LDA": fitted(lambda: neighbours(5, A), lambda: (LinearDiscriminantAnalysis(), A), 1.0),
    "tree, 5-NN": fitted(lambda: (DecisionTreeClassifier(max_depth=3), A), lambda: neighbours(5, A), 1.0),
    "5-NN, 5-NN, apart": fitted(lambda: neighbours(5, A), lambda: neighbours(5, B), 2.5),
    "5-NN, LDA, apart": fitted(lambda: neighbours(5, A), lambda: (LinearDiscriminantAnalysis(), A), 2.5),
}


def columns_of(scores):
    return np.stack([1 - scores, scores], axis=-1)


def true_difference(metric, populations, share):
    """Return loss(first) - loss(second) in the population."""
    kinds = np.repeat([0, 1], POPULATION)
    weights = np.repeat([1 - share, share], POPULATION)
    values = [metric.value(kinds, columns_of(np.concatenate(one)), weights) for one in zip(*populations, strict=True)]
    first, second = map(metric.loss_of_value, values)
    return first - second


def about(estimate, variance, freedom):
    return estimate + stats.t.ppf(TAILS, freedom) * np.sqrt(variance)


def of_areas(populations, share, records, sets, rng):
    """Yield intervals of the difference of areas by method, of every hold-out."""
    others = round(records * (1 - share) / share)
    weights = drawn_weights([others, records], DRAWS, rng)
    of_others, of_class = (one / one.sum(1, keepdims=True) for one in np.split(weights, [others], axis=1))
    for _ in range(sets):
        rows = [rng.integers(POPULATION, size=size) for size in (others, records)]
        low, high = (one[:, row] for one, row in zip(populations, rows, strict=True))
        won = [(b[:, None] > a).astype(float) + 0.5 * (b[:, None] == a) for a, b in zip(low, high, strict=True)]
        difference = won[1] - won[0]
        drawn = np.einsum("di,di->d", of_class @ difference, of_others)
        parts = difference.mean(1), difference.mean(0)
        variances = [part.var(ddof=1) / part.size for part in parts]
        variance, estimate = sum(variances), difference.mean()
        pooled = sum(v**2 / (part.size - 1) for v, part in zip(variances, parts, strict=True))
        freedom = variance**2 / pooled if variance > 0 else np.inf
        yield {
            "plain": about(estimate, variance, max(min(records, others) - 1, 3)),
            "bayesian-bootstrap": np.quantile(drawn, TAILS),
            "delong": about(estimate, variance, np.inf),
            "t by Welch": about(estimate, variance, freedom),
        }


def of_records(metric, populations, share, records, sets, rng):
    """Yield the same of a metric that depends on the share of the class."""
    n = round(records / share)
    for _ in range(sets):
        kinds = np.sort((rng.random(n) < share).astype(int))
        if not 3 <= kinds.sum() <= n - 3:
            continue
        rows = rng.integers(POPULATION, size=n)
        probabilities = [
            columns_of(np.where(kinds, one[rows], other[rows])) for other, one in zip(*populations, strict=True)
        ]
        values = [metric.value(kinds, one) for one in probabilities]
        added = np.stack([metric.influence(kinds, one) for one in probabilities])
        first, second = map(metric.loss_of_value, values)
        apart = added[0] - added[1]
        if not metric.orders:
            yield {"mean-loss": about(first - second, apart.var(ddof=1) / n, n - 1)}
            continue
        by_class = float(covariance_by_class(apart[None], kinds)[0, 0])
        weights = drawn_weights(np.bincount(kinds), WEIGHTED_DRAWS, rng)
        drawn = [metric.loss_of_value(metric.value(kinds, one, weights)) for one in probabilities]
        yield {
            "plain": about(first - second, by_class, max(min(kinds.sum(), n - kinds.sum()) - 1, 3)),
            "bayesian-bootstrap": np.quantile(drawn[0] - drawn[1], TAILS),
        }


def cell(number, metric, pair, share, records, sets):
    """One row per method."""
    rng = np.random.default_rng([SEED, number])
    populations = PAIRS[pair](rng, share)
    truth = true_difference(metric, populations, share)
    found = of_areas if metric is AREA else lambda *given: of_records(metric, *given)
    intervals = pd.DataFrame(list(found(populations, share, records, sets, rng)))
    rows = []
    for method, ends in intervals.items():
        low, high = np.moveaxis(ends.tolist(), -1, 0)
        covered = np.mean((low - 1e-12 <= truth) & (truth <= high + 1e-12), axis=0)
        width = np.mean(high - low, axis=0)[0]
        rows.append([metric.name, share, records, pair, method, len(ends), *covered, width, truth])
    return rows


def main():
    jobs = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    cells = [
        (metric, pair, share, records)
        for metric in (AREA, PRECISION, *MEANS)
        for pair in PAIRS
        for share in SHARES
        for records in RECORDS
        if metric is AREA or records <= 30
    ]
    cells += [(metric, pair, RARE, records) for metric in MEANS for pair in PAIRS for records in RECORDS[:-1]]
    found = joblib.Parallel(n_jobs=jobs, verbose=5)(
        joblib.delayed(cell)(number, *one, SETS[one[0].name]) for number, one in enumerate(cells)
    )
    names = ["metric", "share", "records", "pair", "method", "sets", *LEVELS, "width", "difference"]
    table = pd.DataFrame([row for rows in found for row in rows], columns=names)
    table.round(5).to_csv(Path(__file__).with_name("few-records.csv"), index=False)


if __name__ == "__main__":
    main()
