"""Several classifiers on one data set, to compare all their pairs on the same fits."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bayescmp._validation import about, check_integer, check_path
from bayescmp.model_selection._data import numbers_of_csv
from bayescmp.predictions._tables import read_table
from bayescmp.studies._scenario import FittedScenario, Sample, shared, version_of

CLASSIFIERS: dict[str, Any] = {
    "tree": DecisionTreeClassifier(),
    "1-NN": KNeighborsClassifier(1),
    "9-NN": KNeighborsClassifier(9),
    "naive Bayes": GaussianNB(),
    "LDA": LinearDiscriminantAnalysis(),
    "nearest centroid": NearestCentroid(),
    "majority": DummyClassifier(),
    "logistic": LogisticRegression(max_iter=200, tol=1e-3),
    "forest": RandomForestClassifier(10),
}
PAIRS = tuple(combinations(CLASSIFIERS, 2))


@dataclass(frozen=True, kw_only=True)
class Classifiers(FittedScenario):
    """Nine common classifiers on data sets drawn with replacement from a file.

    Parameters
    ----------
    path : str
        A CSV or Parquet file whose last column holds the classes. Columns of numbers are scaled and columns of text
        one-hot encoded, once for the whole file.
    n_records : int, default 304
        Records of one data set.
    only : str, optional
        Names of the classifiers to fit, separated by commas; all by default.

    Raises
    ------
    TypeError, ValueError
        If `n_records` is out of range, a name is not that of a classifier, or the file is not a table.

    Notes
    -----
    There is no truth outside: a data set drawn with replacement holds some records twice, so that its validation
    sets are not new to the classifiers. Methods are judged by the mean difference of the cell itself.
    """

    path: str
    n_records: int = 304
    only: str = ", ".join(CLASSIFIERS)
    trials_per_chunk = 20
    has_truth = False

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        names_of(self.only)
        check_path("path", self.path)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters, with the contents of the file instead of its path."""
        return {"n_records": self.n_records, "only": self.only, "data": joblib.hash(self.population())}

    def population(self) -> Sample:
        """All records."""
        with about("path"):
            return _encoded(*version_of(self.path))

    def estimators(self) -> dict[str, Any]:
        """Return the classifiers."""
        return {name: CLASSIFIERS[name] for name in names_of(self.only)}


def names_of(only: str) -> list[str]:
    """Return the names of classifiers in a text, separated by commas."""
    if not isinstance(only, str):
        raise TypeError(f"`only` must be a text with names, separated by commas, but got {only!r}.")
    names = [name.strip() for name in only.split(",")]
    unknown = [name for name in names if name not in CLASSIFIERS]
    if unknown or len(set(names)) < max(len(names), 2):
        raise ValueError(f"`only` must name two or more of {list(CLASSIFIERS)}, each once, but got {only!r}.")
    return names


@lru_cache(maxsize=2)
def _encoded(path: str, _: object) -> Sample:
    frame = read_table(Path(path))
    features, y = numbers_of_csv(frame.iloc[:, :-1], path), frame.iloc[:, -1].to_numpy(dtype=str)
    numeric = features.select_dtypes("number")
    text = features.drop(columns=numeric.columns).astype(str)
    X = np.hstack([StandardScaler().fit_transform(numeric)] if numeric.shape[1] else [np.empty((len(frame), 0))])
    if text.shape[1]:
        X = np.hstack([X, pd.get_dummies(text).to_numpy(dtype=float)])
    return shared(np.ascontiguousarray(X)), shared(y)
