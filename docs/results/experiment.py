"""Six classifiers on many data sets: values of each, or what pairs say, on single data sets and over all.

    python docs/results/experiment.py values FOLDER OUT > docs/results/experiment.csv  # ten minutes on one core
    python docs/results/experiment.py pairs FOLDER OUT > docs/results/experiment-pairs.csv

FOLDER holds tables with the column `class`; OUT the experiment, which the second command finds done. Errors, in 5 x 2
block-regularized cross-validations.
"""

import sys
from pathlib import Path

import pandas as pd
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc

CLASSIFIERS = {
    "tree": DecisionTreeClassifier(),
    "forest": RandomForestClassifier(),
    "extra-trees": ExtraTreesClassifier(),
    "logistic": LogisticRegression(max_iter=2000),
    "knn": KNeighborsClassifier(),
    "naive-bayes": GaussianNB(),
}
PROBABILITIES = ("prob_first_better", "prob_equivalent", "prob_second_better")


def names_of(folder):
    """Return the tables of a folder that have classes."""
    tables = [path for path in sorted(Path(folder).glob("*.csv*")) if "class" in pd.read_csv(path, nrows=0)]
    return {path.name.partition(".")[0]: path for path in tables}


def values(ranking, units):
    """Return a row for each data set and classifier."""
    seconds = units.set_index(["dataset", "classifier"])["seconds"]
    records = {one.name: one.n_records for one in ranking.entries}
    like = ranking.like_the_best.transpose("dataset", "classifier").to_pandas()
    for name, row in ranking.observed.transpose("dataset", "classifier").to_pandas().iterrows():
        for classifier, value in row.items():
            yield {
                "dataset": name,
                "records": int(records[name]),
                "classifier": classifier,
                "error": value,
                "like_the_best": bool(like.loc[name, classifier]),
                "mean_rank": ranking.against_control.loc[classifier, "mean_rank"],
                "prob_best_average": ranking.classifiers.loc[classifier, "average_prob_best"],
                "prob_best_next": ranking.classifiers.loc[classifier, "next_dataset_prob_best"],
                "seconds": seconds[name, classifier],
            }


def pairs(ranking):
    """Return a row for each pair: on how many data sets alone either is decided to be better, and over all."""
    for row in ranking.pairs.itertuples():
        own = ranking.populations[row.first, row.second].own.regions >= ranking.settings.threshold
        answers = {f"{q}_{p}": getattr(row, f"{q}_{p}") for q in ("next_dataset", "average") for p in PROBABILITIES}
        yield {
            "first": row.first,
            "second": row.second,
            "alone_first": int(own[:, 0].sum()),
            "alone_second": int(own[:, 2].sum()),
            "alone_undecided": int((~own[:, [0, 2]].any(1)).sum()),
            "average_decision": row.average_decision,
            "next_decision": row.next_dataset_decision,
            **answers,
        }


if __name__ == "__main__":
    what, folder, out = sys.argv[1:]
    tree = bc.cross_val_datasets(CLASSIFIERS, names_of(folder), target="class", out=out, rng=0, progress=True)
    found = bc.rank_datasets(tree)
    rows = values(found, bc.model_selection.units_of(out)) if what == "values" else pairs(found)
    pd.DataFrame(rows).round(4).to_csv(sys.stdout, index=False)
