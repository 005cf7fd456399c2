"""Three data sets of scikit-learn's generators, as files for `frontier_repeats.py`.

    python docs/results/generated_data.py FOLDER

Every file has 10,000 records, the class in the last column: `make_classification` (three classes of two clusters, five
informative features of twelve), `make_gaussian_quantiles` (three classes in shells) and `make_moons` (noise .3).
"""

import sys
from pathlib import Path

import pandas as pd
from sklearn.datasets import make_classification, make_gaussian_quantiles, make_moons

N_RECORDS = 10_000


def generated():
    """Return features and labels by name."""
    return {
        "clusters": make_classification(
            N_RECORDS, n_features=12, n_informative=5, n_classes=3, n_clusters_per_class=2, random_state=0
        ),
        "shells": make_gaussian_quantiles(n_samples=N_RECORDS, n_features=4, n_classes=3, random_state=0),
        "moons": make_moons(N_RECORDS, noise=0.3, random_state=0),
    }


def main(folder):
    """Write the files."""
    for name, (X, y) in generated().items():
        table = pd.DataFrame(X.round(4)).add_prefix("x").assign(label=[f"c{label}" for label in y])
        table.to_csv(Path(folder) / f"{name}.csv", index=False)


if __name__ == "__main__":
    main(sys.argv[1])
