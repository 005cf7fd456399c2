"""Write what is kept of a version: `PYTHONPATH=CHECKOUT python tests/recorded/files/make.py FOLDER`.

The checkout is of the commit of that version, installed so that its metadata have the version.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd

import bayescmp as bc


def main(folder):
    """Save small results of every verb."""
    rng = np.random.default_rng(1)
    n = 40
    y = rng.integers(0, 2, n)
    wrong = {name: rng.random(n) < rate for name, rate in {"tree": 0.3, "svm": 0.2, "knn": 0.35}.items()}
    one = bc.labels(y, {name: np.where(own, 1 - y, y) for name, own in wrong.items()})
    frame = pd.DataFrame({"a": [0.9, 0.8, 0.7], "b": [0.8, 0.8, 0.6], "c": [0.9, 0.7, 0.7]}, index=["x", "y", "z"])
    two = {"first": "tree", "second": "svm"}
    results = {
        "compare": bc.compare(one, rope=0.01, **two),
        "compare-f1": bc.compare(one, metric="f1", pos_label=1, rng=0, **two),
        "rank": bc.rank(one, draws=400, rng=0),
        "compare-datasets": bc.compare_datasets(frame, first="a", second="b"),
        "rank-datasets": bc.rank_datasets(frame, draws=400),
    }
    for name, result in results.items():
        result.save(folder / f"{name}.nc")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
