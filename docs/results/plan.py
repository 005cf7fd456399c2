"""What plans promised and what happened on scikit-learn's digits: `python docs/results/plan.py` (two minutes).

Writes plan.csv beside it. Two algorithms are compared on 150 records; a plan foresees 600; then 600 other records are
compared. The larger experiment trains on four times as many records, where the algorithms differ by another amount.
"""

from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

import bayescmp as bc

EXPERIMENTS, SMALL, LARGE = 60, 150, 600
CLASSIFIERS = {
    "LDA": LinearDiscriminantAnalysis(),
    "1-NN": KNeighborsClassifier(1),
    "nearest centroid": NearestCentroid(),
}
PAIRS = [("LDA", "nearest centroid"), ("1-NN", "nearest centroid")]


def compared(pair, X, y, seed):
    """Compare two classifiers by 5 x 2 block-regularized cross-validation."""
    estimators = {name: CLASSIFIERS[name] for name in pair}
    return bc.compare(bc.cross_val_predictions(estimators, X, y, rng=seed))


def main():
    """Measure every pair."""
    X, y = load_digits(return_X_y=True)
    rows = []
    for pair in PAIRS:
        rng = np.random.default_rng(0)
        for seed in range(EXPERIMENTS):
            order = rng.permutation(len(y))
            some, others = order[:SMALL], order[SMALL : SMALL + LARGE]
            small = compared(pair, X[some], y[some], seed)
            foreseen = bc.plan(small, n_records=[LARGE], n_repeats=[5]).table.iloc[0]
            large = compared(pair, X[others], y[others], seed)
            rows.append(
                {
                    "first": pair[0],
                    "second": pair[1],
                    "difference_small": small.difference.mean,
                    "difference_large": large.difference.mean,
                    "assurance_first_better": foreseen["assurance_first_better"],
                    "decided_first_better": float(large.decision == "first better"),
                    "assurance_second_better": foreseen["assurance_second_better"],
                    "decided_second_better": float(large.decision == "second better"),
                }
            )
    table = pd.DataFrame(rows).groupby(["first", "second"], sort=False)
    result = table.mean().round(4).reset_index()
    result.insert(2, "experiments", EXPERIMENTS)
    result.to_csv(Path(__file__).with_suffix(".csv"), index=False)


if __name__ == "__main__":
    main()
