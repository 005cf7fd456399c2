"""Coverage of intervals of label metrics on hold-outs: `python docs/results/label_metrics.py [trials] [jobs]`.

Writes label-metrics.csv beside it (half an hour on two cores). Hold-outs are drawn from a known joint distribution of
the true and both predicted labels, of which the true difference of every metric is computed. Seeds belong to a cell and
a method, so that the number of jobs changes nothing, and all methods see the same hold-outs.
"""

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
from joblib import Parallel, delayed

from bayescmp.metrics import METRICS, Cells, margins_of
from bayescmp.posteriors._label_cells import LabelCells

SEED, TRIALS, DRAWS = 20230403, 2000, 1000
LEVELS = {"coverage": 0.95, "covered_50": 0.5, "covered_80": 0.8}
DRAWS_OF_MANY = 250  # in the negative control with a thousand cells, which misses by more than draws can
TWO = ("f1", "balanced_accuracy", "matthews_corrcoef", "cohen_kappa")
MORE = ("f1_macro", *TWO[1:])
LEAST_POSITIVES = 5
SIZES = {2: (50, 100, 200, 500, 1000), 4: (100, 200, 500, 1000), 10: (200, 500, 1000)}
PREVALENCES = {2: (0.5, 0.2, 0.05, 0.02), 4: (0.25, 0.05), 10: (0.1, 0.02)}  # of the last class
HARD = 0.25  # share of the records on which both classifiers err more often
WRONG = {"easy": 0.05, "hard": 0.45}
WORSE = {"different": 0.1, "equal": 0.0, "far apart": 0.4, "false alarms": 0.1}
"""By population, how much more often the second classifier errs."""


def cells():
    """Yield classes, prevalence of the last class, number of records, and population."""
    for classes, sizes in SIZES.items():
        for prevalence in PREVALENCES[classes]:
            for population in WORSE:
                if population != "false alarms" or prevalence < 1 / classes:
                    yield from (
                        (classes, prevalence, n, population) for n in sizes if n * prevalence >= LEAST_POSITIVES
                    )


def joint_of(classes, prevalence, population):
    """Probabilities of the true and both predicted labels, (classes, classes, classes).

    A rare class is predicted about as often as it occurs, because frequent classes err less; not so with false alarms,
    where all classes err alike. Equal classifiers have the same confusions, so that all metrics are equal.
    """
    rng = np.random.default_rng([SEED, classes, round(1000 * prevalence), list(WORSE).index(population)])
    shares = np.full(classes, (1 - prevalence) / (classes - 1))
    shares[-1] = prevalence
    joint = np.zeros((classes,) * 3)
    for label, share in enumerate(shares):
        scale = 1.0 if population == "false alarms" else shares.min() / share
        for kind, part in {"easy": 1 - HARD, "hard": HARD}.items():
            rate = WRONG[kind] + rng.uniform(-0.03, 0.03)
            split = rng.dirichlet(np.ones(classes - 1), size=2)
            if population == "equal":
                split[1] = split[0]
            wrong = scale * np.array([rate, rate + WORSE[population]])
            predicted = [np.insert(w * to, label, 1 - w) for w, to in zip(wrong, split, strict=True)]
            joint[label] += share * part * np.outer(*predicted)
    return joint


def places(classes):
    """Codes of the true and both predicted labels of every cell, (3, classes^3)."""
    return np.array(np.unravel_index(np.arange(classes**3), (classes,) * 3))


def values(codes, weights, classes, metrics):
    """Metrics of both classifiers by drawn weights of cells, (metric, draw, classifier)."""
    cells = Cells(codes=np.transpose(codes), labels=np.arange(classes))
    both = [margins_of(cells, weights, place) for place in (0, 1)]
    return np.array([np.stack([METRICS[name].formula(margins) for margins in both], -1) for name in metrics])


def by_label_cells(counts, classes, metrics, rng):
    """Draws of the package's posterior, of all metrics by the same draws of the cells."""
    seen = counts > 0
    true, *predicted = places(classes)[:, seen]
    posterior = LabelCells(
        true=true, predicted=np.array(predicted).T, counts=counts[seen].astype(float), labels=np.arange(classes),
        classifiers=("first", "second"), strength=1.0,
    )  # fmt: skip
    found = []

    def formula(margins):
        found.append(np.array([METRICS[name].formula(margins) for name in metrics]))
        return found[-1][0]

    posterior.draw(replace(METRICS[metrics[0]], formula=formula), DRAWS, rng)
    return np.concatenate(found, axis=1)


def by_dirichlet(counts, classes, metrics, rng):
    """Draws under one prior pseudo-record in every cell, the negative control."""
    draws = DRAWS if counts.size < 1000 else DRAWS_OF_MANY
    return values(places(classes), rng.standard_gamma(counts + 1.0, (draws, counts.size)), classes, metrics)


def by_bootstrap(counts, classes, metrics, rng):
    """Draws of the Bayesian bootstrap, which has no prior."""
    seen = counts > 0
    weights = rng.standard_gamma(counts[seen].astype(float), (DRAWS, seen.sum()))
    return values(places(classes)[:, seen], weights, classes, metrics)


METHODS = {"label-counts": by_label_cells, "one in each cell": by_dirichlet, "Bayesian bootstrap": by_bootstrap}


def measured(classes, prevalence, n, population, method, trials=TRIALS):
    """A row per metric: how often and how narrowly intervals hold the true difference of the losses."""
    metrics = TWO if classes == 2 else MORE
    joint = joint_of(classes, prevalence, population).ravel()
    truth = np.diff(values(places(classes), joint, classes, metrics))[:, 0]
    seed = [SEED, classes, round(1000 * prevalence), n, list(WORSE).index(population)]
    drawn = np.random.default_rng(seed).multinomial(n, joint, trials)
    rng = np.random.default_rng([*seed, 1 + list(METHODS).index(method)])
    found = [np.diff(METHODS[method](counts, classes, metrics, rng))[..., 0] for counts in drawn]
    tails = [[(1 - level) / 2 for level in LEVELS.values()], [(1 + level) / 2 for level in LEVELS.values()]]
    low, high = np.quantile(found, tails, axis=-1)  # (level, trial, metric)
    holds = ((low - 1e-12 <= truth) & (truth <= high + 1e-12)).mean(1)
    about = {"classes": classes, "prevalence": prevalence, "n": n, "population": population, "method": method}
    found = dict(zip(LEVELS, holds, strict=True)) | {"width": (high - low)[0].mean(0), "truth": truth}
    return [
        about | {"metric": name, "trials": trials} | {key: values[number] for key, values in found.items()}
        for number, name in enumerate(metrics)
    ]


def main(trials=TRIALS, jobs=2):
    todo = [(*cell, method) for cell in cells() for method in METHODS]
    rows = Parallel(n_jobs=jobs, batch_size=1)(delayed(measured)(*one, trials) for one in todo)
    table = pd.DataFrame([row for of_cell in rows for row in of_cell])
    table.round(5).to_csv(Path(__file__).with_name("label-metrics.csv"), index=False)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
