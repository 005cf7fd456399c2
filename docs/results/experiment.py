"""Six classifiers on many data sets: `python docs/results/experiment.py FOLDER OUT > docs/results/experiment.csv`.

Ten minutes on one core. FOLDER holds tables with the column `class`; OUT the experiment, which goes on where it ended.
Errors, in 5 x 2 block-regularized cross-validations.
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


if __name__ == "__main__":
    folder, out = sys.argv[1:]
    tree = bc.cross_val_datasets(CLASSIFIERS, names_of(folder), target="class", out=out, rng=0, progress=True)
    found = bc.rank_datasets(tree)
    rows = values(found, bc.model_selection.units_of(out))
    pd.DataFrame(rows).round(4).to_csv(sys.stdout, index=False)
