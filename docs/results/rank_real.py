"""Calibration of `rank` on real cross-validations: `python docs/results/rank_real.py FOLDER` (a quarter of an hour).

FOLDER holds CSV files with a column `class`. Writes rank-real.csv beside this file. A task is a data set
with a random choice of its features; a run is 5 x 2 block-regularized cross-validation of six quick classifiers on 300
of its records; the truth is the mean error of 100 training sets of 150 records on the records left. Standard errors
are clustered by task.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special
from sklearn.base import clone
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.evidence import Evidence
from bayescmp.methods import METHODS, Auto
from bayescmp.ranking._draws import of_draws, simultaneous_prob
from bayescmp.results._settings import Settings
from bayescmp.tables import cell

CLASSIFIERS = {
    "LDA": LinearDiscriminantAnalysis(),
    "naive Bayes": GaussianNB(),
    "stump": DecisionTreeClassifier(max_depth=1, random_state=0),
    "tree of depth 3": DecisionTreeClassifier(max_depth=3, random_state=0),
    "tree": DecisionTreeClassifier(random_state=0),
    "5-NN": KNeighborsClassifier(5),
}
PAIRS = np.triu_indices(len(CLASSIFIERS), 1)
PROBABILITIES = (0.5, 0.8, 0.95)
N, DRAWS, TRAINING_SETS = 300, 4000, 100
LEAST = 1300  # records of a data set: fewer would make 300 of them too large a part of the population
LARGE = 3000
TASKS, RUNS, SEED = 12, 8, 17


def tasks(folder, per_data=TASKS):
    """Yield a name, the size of the population, features and classes of random choices of the features."""
    for number, path in enumerate(sorted(Path(folder).glob("*.csv*"))):
        frame = pd.read_csv(path, dtype={"class": str})
        features, y = frame.drop(columns="class"), frame["class"].to_numpy()
        if len(y) < LEAST:
            continue
        rng, chosen = np.random.default_rng([SEED, number]), set()
        for _ in range(per_data):
            size = rng.integers(min(2, features.shape[1]), min(10, features.shape[1]), endpoint=True)
            chosen.add(tuple(sorted(rng.choice(features.shape[1], size, replace=False).tolist())))
        for columns in sorted(chosen):
            X = pd.get_dummies(features.iloc[:, list(columns)], dtype=float).to_numpy(float)
            yield path.name.partition(".")[0], StandardScaler().fit_transform(X), np.unique(y, return_inverse=True)[1]


def errors_of(X, y, train, test):
    """Which predictions are wrong, (classifier, record), of the classifiers fitted to some of the records."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        fitted = [clone(classifier).fit(X[train], y[train]) for classifier in CLASSIFIERS.values()]
        return np.array([classifier.predict(X[test]) != y[test] for classifier in fitted])


def truth_of(X, y, rng, most=2000):
    """Mean errors after training on half of a run's records."""
    total = np.zeros(len(CLASSIFIERS))
    for _ in range(TRAINING_SETS):
        order = rng.permutation(len(y))
        total += errors_of(X, y, order[: N // 2], order[N // 2 :][:most]).mean(1)
    return total / TRAINING_SETS


def run_of(X, y, rng):
    """Predictions (0 right, 1 wrong) of one cross-validation, and the same as if every repeat were new records."""
    rows = rng.choice(len(y), N, replace=False)
    splits = list(bc.BlockRegularizedCV(random_state=int(rng.integers(2**31))).split(np.zeros((N, 1))))
    wrong = np.zeros((len(CLASSIFIERS), 5, N), int)
    for number, (train, test) in enumerate(splits):
        wrong[:, number // 2, test] = errors_of(X, y, rows[train], rows[test])
    named = dict(zip(CLASSIFIERS, wrong, strict=True))
    pooled = {name: one.ravel() for name, one in named.items()}
    return (
        bc.labels(np.zeros(N, int), named, how=bc.splits(splits)),
        bc.labels(np.zeros(5 * N, int), pooled),
    )


def ranked(predictions, tau="default", rng=0):
    """What `rank` finds, without the intervals of pairs, which take most of its time."""
    evidence = Evidence(predictions=predictions)
    fitting = (one for one in METHODS.values() if one.has_joint and one.fits(evidence.design, evidence.metric))
    method = next(fitting).with_options(Auto(tau=tau).options())
    settings = Settings.checked(rng=rng)
    posterior = method.fit(evidence.pairs(), settings)
    joint = method.joint(evidence, posterior, settings)
    losses = joint.draw(DRAWS, rng).to_numpy()
    return (
        posterior,
        joint,
        of_draws(losses, 0.0, evidence.alike),
        {prob: simultaneous_prob(losses, prob) for prob in PROBABILITIES},
    )


def judged(posterior, joint, found, together, true):
    """What was found, beside the truth: one row for each classifier, one for each pair, and numbers of the run."""
    best = np.isclose(true, true.min(), rtol=0, atol=1e-12)
    chosen = int(np.asarray(joint.losses.mean).argmin())
    prob_best = found.ranks[:, 0]
    classifiers = pd.DataFrame({"prob_best": prob_best, "is_best": best / best.sum()})
    classifiers["leads"] = prob_best == prob_best.max()

    below = posterior.difference.cdf(xr.DataArray(true[PAIRS[0]] - true[PAIRS[1]], dims="pair")).to_numpy()
    given, prob = _joint(joint.moments)
    tables = posterior.table
    pairs = pd.DataFrame(
        {
            "rank": below,
            "apart": given / posterior.difference.sd.to_numpy() - 1,
            "prob_apart": np.abs(prob - np.asarray(posterior.prob_first_better)),
            "disagreements": (cell(tables, "wrong", "right") + cell(tables, "right", "wrong")).to_numpy(),
        }
    )
    least = 2 * np.abs(below - 0.5)  # probability of the smallest interval that holds the truth
    run = {
        **{f"covers_pairs_{prob}": (least <= prob).mean() for prob in PROBABILITIES},
        **{f"covers_all_{prob}": (least <= at_once).all() for prob, at_once in together.items()},
        "covers_all_at_95": (least <= 0.95).all(),
        "regret": true[chosen] - true.min(),
        "expected_regret": found.regret[chosen],
        "distortion": joint.distortion,
    }
    return classifiers, pairs, run


def _joint(moments):
    """Standard deviations of differences, and the probability that they are below 0, by the joint posterior."""
    mean, covariance = moments.mean.to_numpy(), moments.covariance.to_numpy()
    weights = moments.weights.to_numpy()
    own = np.diagonal(covariance, axis1=1, axis2=2)
    variance = own[:, PAIRS[0]] + own[:, PAIRS[1]] - 2 * covariance[:, *PAIRS]
    middle = mean[:, PAIRS[0]] - mean[:, PAIRS[1]]
    total = weights @ (variance + middle**2) - (weights @ middle) ** 2
    return np.sqrt(total), weights @ special.ndtr(-middle / np.sqrt(variance))


WAYS = {"default": "default", "cautious": "cautious", "repeats as records": "default"}


def measured(folder, per_data=TASKS, runs=RUNS):
    """Everything of all runs: frames of classifiers, of pairs, and of runs."""
    found = {"classifiers": [], "pairs": [], "runs": []}
    for task, (data, X, y) in enumerate(tasks(folder, per_data)):
        rng = np.random.default_rng([SEED, 1000 + task])
        true = truth_of(X, y, rng)
        for run in range(runs):
            one, pooled = run_of(X, y, rng)
            for way, tau in WAYS.items():
                what = ranked(pooled if way == "repeats as records" else one, tau, run)
                classifiers, pairs, of_run = judged(*what, true)
                about = {"way": way, "data": data, "large": len(y) >= LARGE, "task": task, "run": run}
                found["classifiers"].append(classifiers.assign(**about))
                found["pairs"].append(pairs.assign(**about))
                found["runs"].append(pd.DataFrame([of_run | about]))
    return {name: pd.concat(frames, ignore_index=True) for name, frames in found.items()}


def clustered(values, task):
    """A mean and its standard error, clustered by task; where all shares are alike, as if one task more differed."""
    values, task = np.asarray(values, float), np.asarray(task)
    mean = values.mean()
    sums = pd.Series(values - mean).groupby(task).sum().to_numpy()
    n = len(sums)
    error = np.sqrt((sums**2).sum() * n / max(n - 1, 1)) / len(values)
    return mean, float(error or np.sqrt((n + 1) / n) / (n + 2))


BINS = [(0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0)]
LEADS = [(0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.0)]
DISAGREEMENTS = [(0, 5), (5, 10), (10, 20), (20, np.inf)]


def summary(found):
    """One row per way, choice of data sets, and quantity: what is claimed, and what happened."""
    rows = []
    for way in WAYS:
        for where in ("all", "large"):
            frames = (frame[(frame["way"] == way) & (frame["large"] | (where == "all"))] for frame in found.values())
            rows += [{"way": way, "data": where} | row for row in quantities(*frames)]
    return pd.DataFrame(rows)


def quantities(classifiers, pairs, runs):
    """Yield a row per quantity; sizes and probabilities of differences are shares of pairs."""
    leads, sure = classifiers[classifiers["leads"]], classifiers[classifiers["prob_best"] > 0.95]
    for name, rows, bins in (("P(best) in", classifiers, BINS), ("of the leader,", leads, LEADS)):
        for low, high in bins:
            inside = rows[(rows["prob_best"] >= low) & ((rows["prob_best"] < high) | (high == 1))]
            yield row(f"{name} {low:.1f} to {high:.1f}", inside, inside["is_best"], inside["prob_best"].mean())
    yield row("P(best) > .95, wrong", sure, 1 - sure["is_best"], 1 - sure["prob_best"].mean())
    for prob, by in ((0.95, ""), (0.8, ", 80 %"), (0.5, ", 50 %")):
        yield row(f"coverage of pairs{by}", runs, runs[f"covers_pairs_{prob}"], prob)
        yield row(f"coverage of all pairs at once{by}", runs, runs[f"covers_all_{prob}"], prob)
    yield row("all pairs at once by intervals of .95", runs, runs["covers_all_at_95"])
    yield row("regret", runs, runs["regret"], runs["expected_regret"].mean())
    yield row("regret less expected regret", runs, runs["regret"] - runs["expected_regret"], 0.0)
    yield row("pairs distorted by at most .02", pairs, pairs["apart"].abs() <= 0.02)
    yield row("runs distorted above .25", runs, runs["distortion"] > 0.25)
    yield row("largest distortion", runs) | {"value": runs["distortion"].max()}
    for low, high in DISAGREEMENTS:
        inside = pairs[(pairs["disagreements"] >= low) & (pairs["disagreements"] < high)]
        name = f"P of pairs: 95 % quantile of joint less own, {low} to {high} effective disagreements"
        yield row(name, inside) | {"value": inside["prob_apart"].quantile(0.95)}


def row(quantity, frame, values=None, claimed=np.nan):
    """A mean with its standard error, or what to fill in."""
    mean, error = (np.nan, np.nan) if values is None or frame.empty else clustered(values, frame["task"])
    about = {"count": len(frame), "tasks": frame["task"].nunique()}
    return {"quantity": quantity, "claimed": claimed, "value": mean, "se": error} | about


def main():
    found = measured(sys.argv[1], *map(int, sys.argv[2:4]))
    if len(sys.argv) > 4:
        pd.to_pickle(found, sys.argv[4])
    table = summary(found).round(5)
    table.to_csv(Path(__file__).with_name("rank-real.csv"), index=False)


if __name__ == "__main__":
    main()
