"""How often intervals of metrics of probabilities hold on hold-outs: `python docs/results/probabilities.py`.

Twenty minutes on two cores. Writes probabilities.csv beside this file. Scores of two classifiers are normal given the
class, with correlation 1/2, and their probabilities are right but for a factor on the log-odds, so that the true
values are known: those of ranks in closed form or by integration, the means of losses by integration.
"""

import sys
from itertools import product
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import special, stats

from bayescmp.frequentist import delong
from bayescmp.metrics import METRICS, Answers, LogLoss
from bayescmp.posteriors._drawn_records import WeightedRecords
from bayescmp.posteriors._pair_posteriors import MeanDifference

SETS, DRAWS, SEED, CORRELATION = 2000, 1000, 19, 0.5
SIZES = [(0.5, 40), (0.5, 100), (0.1, 200), (0.1, 500), (0.05, 400), (0.05, 1000)]
FEW = [(0.05, 100)]  # five records of the class
AREAS = [(0.8, 0.8), (0.75, 0.85), (0.9, 0.97)]
SHARPNESS = (1.0, 2.0)  # the second classifier is overconfident
MEANS = {
    "neg_brier_score": METRICS["neg_brier_score"],
    "LogLoss(0.02)": LogLoss(0.02),
    "neg_log_loss": METRICS["neg_log_loss"],
}
RANKS = {name: METRICS[name] for name in ("roc_auc", "average_precision")}
LABELS = np.array([0, 1])
LEVELS = {"coverage": 0.95, "covered_50": 0.5, "covered_80": 0.8}
TAILS = np.array([[(1 - level) / 2, (1 + level) / 2] for level in LEVELS.values()])
_GRID = np.linspace(-10, 14, 24_001)


def shift_of(area):
    """Distance of the means of the two classes that gives an area under the ROC curve."""
    return np.sqrt(2) * stats.norm.ppf(area)


def probability_of(score, prevalence, shift, sharpness):
    """Probability of class 1 that a classifier gives at a score."""
    odds = special.logit(prevalence) + shift * score - shift**2 / 2
    return special.expit(sharpness * odds)


def true_losses(prevalence, area, sharpness):
    """Expected losses by all metrics."""
    shift = shift_of(area)
    p = probability_of(_GRID, prevalence, shift, sharpness)
    densities = {0: (1 - prevalence) * stats.norm.pdf(_GRID), 1: prevalence * stats.norm.pdf(_GRID, shift)}
    found = {}
    for name, metric in MEANS.items():
        both = np.stack([1 - p, p], axis=-1)
        values = {k: _of_records(metric, np.full(p.size, k), both) for k in (0, 1)}
        found[name] = sum(np.trapezoid(densities[k] * values[k], _GRID) for k in (0, 1))
    above = {0: stats.norm.sf(_GRID), 1: stats.norm.sf(_GRID, shift)}
    precision = prevalence * above[1] / (prevalence * above[1] + (1 - prevalence) * above[0])
    found["average_precision"] = 1 - np.trapezoid(precision * stats.norm.pdf(_GRID, shift), _GRID)
    found["roc_auc"] = 1 - area
    return found


def _of_records(metric, y_true, y_prob):
    """Losses of single records: the mean, and what each adds to it."""
    return metric.value(y_true, y_prob, labels=LABELS) + metric.influence(y_true, y_prob, labels=LABELS)


def intervals_of(y_true, y_prob, seed):
    """Intervals of the difference by method and metric, {(method, metric): (n_levels, 2)}."""
    found = {}
    for name, metric in MEANS.items():
        losses = [_of_records(metric, y_true, one) for one in y_prob]
        d = losses[0] - losses[1]
        scale = xr.DataArray([d.std(ddof=1) / np.sqrt(d.size)], dims="part")
        t = MeanDifference(mean=xr.DataArray(d.mean()), scales=scale, weights=xr.ones_like(scale), df=d.size - 1.0)
        intervals = [t.difference.interval(level) for level in LEVELS.values()]
        found["mean-loss", name] = np.array([(one.low, one.high) for one in intervals], dtype=float)
    n = y_true.size
    answers = Answers(
        validated=np.ones((1, n), bool),
        truth=y_true[None],
        given=y_prob[:, None],
        best=np.eye(2)[y_true][None],
        answered=np.ones((2, 1, n), bool),
        sets=np.zeros((1, n), int),
        named={"labels": LABELS},
    )
    records = WeightedRecords(answers=answers, classifiers=("a", "b"))
    for name, metric in (RANKS | {"neg_brier_score": MEANS["neg_brier_score"]}).items():
        losses = metric.loss_of_value(records.draw(metric, DRAWS, seed)).to_numpy()
        found["bayesian-bootstrap", name] = np.quantile(losses[:, 0] - losses[:, 1], TAILS)
    test = delong(y_true == 1, *(one[:, 1] for one in y_prob))
    intervals = [test.confidence_interval(level) for level in LEVELS.values()]
    # Of areas, of which more is better; the others are of losses.
    found["delong", "roc_auc"] = np.array([(-one.high, -one.low) for one in intervals], dtype=float)
    return found


def cell(number, prevalence, n, areas, sets):
    """One row per method and metric."""
    truths = [true_losses(prevalence, area, sharp) for area, sharp in zip(areas, SHARPNESS, strict=True)]
    covers, widths = {}, {}
    for trial in range(sets):
        rng = np.random.default_rng([SEED, number, trial])
        y = (rng.random(n) < prevalence).astype(int)
        if not 2 <= y.sum() <= n - 2:
            continue
        common = rng.standard_normal(n)
        y_prob = np.empty((2, n, 2))
        for k, (area, sharp) in enumerate(zip(areas, SHARPNESS, strict=True)):
            noise = np.sqrt(CORRELATION) * common + np.sqrt(1 - CORRELATION) * rng.standard_normal(n)
            y_prob[k, :, 1] = probability_of(shift_of(area) * y + noise, prevalence, shift_of(area), sharp)
        y_prob[..., 0] = 1 - y_prob[..., 1]
        for what, ends in intervals_of(y, y_prob, trial).items():
            truth = truths[0][what[1]] - truths[1][what[1]]
            covers.setdefault(what, []).append((ends[:, 0] <= truth) & (truth <= ends[:, 1]))
            widths.setdefault(what, []).append(ends[0, 1] - ends[0, 0])
    return [
        {
            "prevalence": prevalence,
            "n": n,
            "first": areas[0],
            "second": areas[1],
            "method": method,
            "metric": metric,
            "sets": len(values),
            **dict(zip(LEVELS, np.mean(values, axis=0), strict=True)),
            "width": np.mean(widths[method, metric]),
            "difference": truths[0][metric] - truths[1][metric],
        }
        for (method, metric), values in covers.items()
    ]


def main():
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else SETS
    jobs = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    cells = [(*size, areas) for size, areas in product(SIZES + FEW, AREAS)]
    found = joblib.Parallel(n_jobs=jobs, verbose=5)(
        joblib.delayed(cell)(number, *one, sets) for number, one in enumerate(cells)
    )
    rows = [row for rows in found for row in rows]
    pd.DataFrame(rows).round(5).to_csv(Path(__file__).with_name("probabilities.csv"), index=False)


if __name__ == "__main__":
    main()
