"""How often intervals of two areas hold with 3 to 20 records of a class: `python few_positives.py FOLDER`.

Five minutes on a core. FOLDER holds CSV files with the class in the last column. Writes few-positives.csv beside this
file. Six classifiers are fitted once on a part of each of ten data sets, in which a class is as rare as `SETS` says;
their areas on all other records are the truth. Hold-outs are drawn from these, with exactly so many records of
the class and as many others as its share says.

One row a pair, a number of records of the class and a method: `coverage` and `width` of 95 % intervals; `power`, how
often the better one is decided for at .975; `size`, how often either one is where the areas are equal, because the
scores of both, as ranks among all records, are swapped on records at random. Methods: "mean-loss", the package;
"plain", the same without the variance that few records leave unseen; "delong", the normal interval.
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from scipy import stats
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bayescmp.methods._mean_loss_method import unseen_variance

SEED, HOLD_OUTS, FEWER = 72, 4000, 500
COUNTS = (3, 5, 8, 12, 20, 200)
SETS = {  # labels that are the class, its share, and records to train on
    "letter": (["H"], 0.04, 1500),
    "magic": (["h"], 0.1, 1000),
    "optdigits": (["8"], 0.1, 600),
    "satellite47": (["4"], 0.1, 800),
    "nursery": (["very_recom"], 0.025, 2000),
    "wine_quality": (["3", "4"], 0.04, 1500),
    "wave": (["0"], 0.05, 1000),
    "twonorm": (["1"], 0.02, 1000),
    "krvskp": (["nowin"], 0.2, 600),
    "flare": (["yes"], 0.17, 500),
}


def classifiers():
    return {
        "logistic": make_pipeline(StandardScaler(), LogisticRegression(max_iter=500)),
        "LDA": LinearDiscriminantAnalysis(),
        "naive Bayes": GaussianNB(),
        "5-NN": make_pipeline(StandardScaler(), KNeighborsClassifier(5)),
        "tree": DecisionTreeClassifier(max_depth=4, random_state=0),
        "forest": RandomForestClassifier(50, min_samples_leaf=3, random_state=0),
    }


def scores_of(folder, name):
    """Return scores of all classifiers on the records of the class and on others that were not trained on."""
    labels, share, size = SETS[name]
    table = pd.read_csv(next(Path(folder).glob(f"{name}.csv*")), dtype={"class": str})
    positive = table["class"].isin(labels).to_numpy()
    X = pd.get_dummies(table.drop(columns="class")).to_numpy(float)
    rng = np.random.default_rng(SEED)
    X += 1e-9 * rng.normal(size=X.shape)  # constant columns
    own, others = (rng.permutation(np.flatnonzero(positive == kind)) for kind in (True, False))
    count = round(size * share)
    train = np.concatenate([own[:count], others[: size - count]])
    fitted = [model.fit(X[train], positive[train]) for model in classifiers().values()]
    rest = own[count:], others[size - count :]
    return [np.stack([model.predict_proba(X[rows])[:, 1].round(12) for model in fitted]) for rows in rest]


def components(own, others):
    """Return DeLong's components of many hold-outs, of records of the class (hold-outs, n) and of others."""
    found = []
    for one, other in ((own, others), (-others, -own)):
        ordered = np.sort(other, axis=1)
        pairs = zip(ordered, one, strict=True)
        found.append([(a.searchsorted(b) + a.searchsorted(b, "right")) / (2 * a.size) for a, b in pairs])
    return [np.array(one) for one in found]


def judged(first, second):
    """Return estimates and half the widths of intervals by method, of components of many hold-outs."""
    apart = [a - b for a, b in zip(first, second, strict=True)]
    counts = [one.shape[1] for one in apart]
    variance = sum(one.var(axis=1, ddof=1) / one.shape[1] for one in apart)
    quantile = stats.t.ppf(0.975, max(min(counts), 4) - 1)
    unseen = unseen_variance(np.repeat([0, 1], counts))
    halves = {
        "mean-loss": quantile * np.sqrt(variance + unseen),
        "plain": quantile * np.sqrt(variance),
        "delong": stats.norm.ppf(0.975) * np.sqrt(variance),
    }
    return apart[0].mean(axis=1), halves


def swapped(ranks, rows, places, rng):
    """Return scores of two classifiers on drawn records, by chance one's or the other's."""
    drawn = [np.stack([of[place][row] for place in places]) for of, row in zip(ranks, rows, strict=True)]
    turned = [np.where(rng.random(one.shape[1:]) < 0.5, one, one[::-1]) for one in drawn]
    return [components(*(one[place] for one in turned)) for place in (0, 1)]


def rows_of(name, populations):
    """Yield the rows of a data set."""
    names, sizes = list(classifiers()), [one.shape[1] for one in populations]
    areas = [float(components(*(of[None, place] for of in populations))[0].mean()) for place in range(len(names))]
    ranks = np.split(stats.rankdata(np.concatenate(populations, axis=1), axis=1), [sizes[0]], axis=1)
    for count in COUNTS:
        rng = np.random.default_rng([SEED, list(SETS).index(name), count])
        drawn = [count, round(count * (1 / SETS[name][1] - 1))]
        sets = HOLD_OUTS if count < 100 else FEWER
        rows = [rng.integers(size, size=(sets, n)) for size, n in zip(sizes, drawn, strict=True)]
        found = [
            components(*(of[p][row] for of, row in zip(populations, rows, strict=True))) for p in range(len(names))
        ]
        for first, second in combinations(range(len(names)), 2):
            true = areas[first] - areas[second]
            estimate, halves = judged(found[first], found[second])
            half_of_rows = [row[: sets // 2] for row in rows]
            equal, of_equal = judged(*swapped(ranks, half_of_rows, (first, second), rng))
            for method, half in halves.items():
                yield {
                    "data": name, "records": count, "first": names[first], "second": names[second],
                    "area_first": areas[first], "area_second": areas[second], "method": method, "sets": sets,
                    "coverage": np.mean(abs(estimate - true) <= half + 1e-12), "width": 2 * half.mean(),
                    "power": np.mean(np.sign(true) * estimate > half + 1e-12),
                    "size": np.mean(abs(equal) > of_equal[method] + 1e-12),
                }  # fmt: skip


def main():
    rows = [row for name in SETS for row in rows_of(name, scores_of(sys.argv[1], name))]
    pd.DataFrame(rows).round(4).to_csv(Path(__file__).with_name("few-positives.csv"), index=False)


if __name__ == "__main__":
    main()
