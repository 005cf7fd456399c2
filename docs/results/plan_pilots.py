"""What plans from pilots promise and what happens: `python docs/results/plan_pilots.py FOLDER` (some minutes).

FOLDER holds CSV files with a column `class`, of which six are used. Writes plan-pilots.csv beside this file. A pool is
the outcomes of eleven classifiers of scikit-learn, fitted to 400 records of a data set, on its other records. A pilot
and what is planned from it are samples of the pool with replacement, so that classifiers are as near to each other as
real ones are. The pairs are two of the four with the least true errors, two at random, and two whose true errors are
.05 or more apart. Promised is the probability that a hold-out decides, by a flat prior, by the prior by which both are
alike, and the smaller of the two, which `plan` says. Standard errors are clustered by data set.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import special
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp.comparison._foreseen import cells_of, foreseen
from bayescmp.comparison._of_records import OfRecords
from bayescmp.posteriors import paired_posterior
from bayescmp.posteriors._mixture import POOLED_SCALE
from bayescmp.results._settings import Settings

CLASSIFIERS = (
    LinearDiscriminantAnalysis(),
    LogisticRegression(max_iter=300),
    GaussianNB(),
    NearestCentroid(),
    KNeighborsClassifier(1),
    KNeighborsClassifier(9),
    DecisionTreeClassifier(random_state=0),
    RandomForestClassifier(100, random_state=0),
    ExtraTreesClassifier(100, random_state=0),
    GradientBoostingClassifier(n_estimators=30, random_state=0),
    SVC(),
)
DATA = ("letter", "magic", "nursery", "optdigits", "satellite47", "twonorm")
TRAINING, MOST, SPLITS = 400, 6000, 3
PAIRS = ("two of the four best", "two at random", "two that are .05 apart")
PILOTS, PLANS = (100, 300, 1000), (300, 1200, 4000)
SAMPLES, SEED, APART = 30, 29, 0.05


def pools(folder, splits=SPLITS):
    """Yield the name of a data set, and who is wrong on its other records, (records, classifiers)."""
    for number, path in enumerate(sorted(Path(folder).glob("*.csv*"))):
        if path.name.partition(".")[0] not in DATA:
            continue
        frame = pd.read_csv(path, dtype={"class": str})
        y = np.unique(frame.pop("class"), return_inverse=True)[1]
        X = StandardScaler().fit_transform(pd.get_dummies(frame, dtype=float).to_numpy(float))
        for split in range(splits):
            order = np.random.default_rng([SEED, number, split]).permutation(len(y))
            train, test = order[:TRAINING], order[TRAINING:][:MOST]
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                yield (
                    path.name.partition(".")[0],
                    np.stack([one.fit(X[train], y[train]).predict(X[test]) != y[test] for one in CLASSIFIERS], axis=1),
                )


def pair_of(true, choice, rng):
    """Return the places of two classifiers, None where none are so far apart."""
    if choice == PAIRS[0]:
        return rng.choice(np.argsort(true, kind="stable")[:4], 2, replace=False)
    if choice == PAIRS[1]:
        return rng.choice(true.size, 2, replace=False)
    far = np.argwhere(np.abs(true[:, None] - true) >= APART)
    return far[rng.integers(len(far))] if len(far) else None


def table_of(wrong):
    """Count the outcomes of two classifiers."""
    first, second = wrong.T
    both, one, other = (first & second).sum(), (first & ~second).sum(), (~first & second).sum()
    return int(both), int(one), int(other), int(len(wrong) - both - one - other)


def promised(cells, settings):
    """Return the assurance of every plan after a pilot, by both priors and the smaller, (plans, 3)."""
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    posterior = paired_posterior(bc.paired_table(**dict(zip(names, cells, strict=True)))).difference
    middle, likely = cells_of(posterior, 1.0, POOLED_SCALE)
    parts = OfRecords(n_records=sum(cells), per_record=float(posterior.sd) * np.sqrt(sum(cells)))
    ways = likely[:, :1], likely[:, 1:], likely
    return [[foreseen(settings, parts, n, 1, (middle, way), None)["assurance"] for way in ways] for n in PLANS]


def decided(cells, threshold):
    """Tell whether a table is decided, by its exact posterior."""
    _, one, other, _ = cells
    below = special.betainc(other + 1, one + 1, 0.5)  # P(the first errs more often)
    return max(below, 1 - below) >= threshold


def measured(folder, splits=SPLITS, samples=SAMPLES):
    """Return a row for each pilot and plan."""
    settings, rows = Settings.checked(), []
    for number, (data, wrong) in enumerate(pools(folder, splits)):
        rng, true = np.random.default_rng([SEED, 1000 + number]), wrong.mean(axis=0)
        for choice in PAIRS:
            for pilot in PILOTS:
                for _ in range(samples):
                    pair = pair_of(true, choice, rng)
                    if pair is None:
                        continue
                    small = table_of(wrong[rng.integers(len(wrong), size=pilot)][:, pair])
                    for n, said in zip(PLANS, promised(small, settings), strict=True):
                        cells = table_of(wrong[rng.integers(len(wrong), size=n)][:, pair])
                        rows.append(
                            {"data": data, "pairs": choice, "pilot": pilot, "planned": n}
                            | dict(zip(("flat", "pooled", "smaller"), said, strict=True))
                            | {"happened": float(decided(cells, settings.threshold)),
                               "undecided": not decided(small, settings.threshold)}
                        )  # fmt: skip
    return pd.DataFrame(rows)


def clustered(values, cluster):
    """A mean and its standard error, clustered."""
    sums = (values - values.mean()).groupby(cluster).sum()
    return values.mean(), np.sqrt((sums**2).sum() * len(sums) / (len(sums) - 1)) / len(values)


def summary(found):
    """One row per kind of pair, size of the pilot and of the plan; and over all sizes, of undecided pilots as well."""
    groups = [*found.groupby(["pairs", "pilot", "planned"], sort=False)]
    for name, rows in (("any", found), ("undecided", found[found["undecided"]])):
        groups += [((pairs, name, "any"), here) for pairs, here in rows.groupby("pairs", sort=False)]
    rows = []
    for (pairs, pilot, planned), here in groups:
        happened, error = clustered(here["happened"], here["data"])
        apart = clustered(here["happened"] - here["smaller"], here["data"])[1]
        means = here[["flat", "pooled", "smaller"]].mean().to_dict()
        rows.append({"pairs": pairs, "pilot": pilot, "planned": planned, "plans": len(here)} | means
                    | {"happened": happened, "se": error, "apart_se": apart})  # fmt: skip
    return pd.DataFrame(rows)


def main():
    """Measure every kind of pair."""
    table = summary(measured(sys.argv[1], *map(int, sys.argv[2:4]))).round(4)
    table.to_csv(Path(__file__).with_name("plan-pilots.csv"), index=False)


if __name__ == "__main__":
    main()
