"""How scores on folds correlate: `python docs/results/reported_folds.py FOLDER` (some minutes).

Writes reported-folds.csv beside it. FOLDER has data sets as NAME.csv.gz, the class in the last column. Seven
classifiers of scikit-learn are cross-validated three times in ten folds on at most 1,500 records of each; a row has the
mean and
the standard deviation over pairs of Fisher's z of the correlation of two classifiers' accuracies over the ten folds, a
mean of three.
"""

import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

NAMES = (
    "australian", "balance", "car", "cmc", "credit", "donors", "flare", "krvskp", "mammographic", "pima", "satellite47",
    "tic_tac_toe", "titanic", "wave", "wine_quality", "twonorm", "optdigits",
)  # fmt: skip
MOST, LEAST, REPEATS, FARTHEST = 1500, 10, 3, 0.99
CLASSIFIERS = (
    make_pipeline(StandardScaler(), LogisticRegression(max_iter=300)), GaussianNB(),
    DecisionTreeClassifier(random_state=0), RandomForestClassifier(50, random_state=0),
    make_pipeline(StandardScaler(), KNeighborsClassifier()), make_pipeline(StandardScaler(), SVC()),
    LinearDiscriminantAnalysis(),
)  # fmt: skip


def read(path):
    """Return features as numbers, and classes of ten records or more."""
    frame = pd.read_csv(path, dtype={"class": str})
    frame = frame.sample(min(MOST, len(frame)), random_state=0)
    frame = frame[frame.groupby("class")["class"].transform("size") >= LEAST]
    y = frame.pop("class")
    for name in frame.columns:
        if not pd.api.types.is_numeric_dtype(frame[name]):
            frame[name] = frame[name].astype("category").cat.codes
    return frame.to_numpy(dtype=float), y.to_numpy()


def main(folder):
    """Measure all data sets."""
    rows = []
    for name in NAMES:
        X, y = read(Path(folder, f"{name}.csv.gz"))
        plans = [StratifiedKFold(10, shuffle=True, random_state=seed) for seed in range(REPEATS)]
        scores = [[cross_val_score(one, X, y, cv=cv) for cv in plans] for one in CLASSIFIERS]
        z = [
            np.mean(
                [np.arctanh(np.clip(np.corrcoef(a, b)[0, 1], -FARTHEST, FARTHEST)) for a, b in zip(*two, strict=True)]
            )
            for two in combinations(scores, 2)
        ]
        rows.append({"dataset": name, "pairs": len(z), "mean": np.mean(z), "sd": np.std(z, ddof=1)})
    table = pd.DataFrame(rows)
    spread = np.sqrt((table["sd"] ** 2).mean() + table["mean"].var())
    rows.append({"dataset": "all", "pairs": table["pairs"].sum(), "mean": table["mean"].mean(), "sd": spread})
    pd.DataFrame(rows).round(3).to_csv(Path(__file__).with_name("reported-folds.csv"), index=False)


if __name__ == "__main__":
    main(sys.argv[1])
