"""Several classifiers on one data set, to compare all their pairs on the same fits."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bayescmp._text import shown
from bayescmp._validation import check_path
from bayescmp.studies._file_scenario import FileScenario, table_of
from bayescmp.studies._scenario import Sample

CLASSIFIERS: dict[str, BaseEstimator] = {
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


@dataclass(frozen=True, kw_only=True)
class Classifiers(FileScenario):
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
        super().__post_init__()
        check_path("path", self.path)
        names_of(self.only)

    @staticmethod
    def read(path: str | None) -> Sample:
        """Read the table, and scale and encode its columns."""
        features, y = table_of(str(path))
        numeric = features.select_dtypes("number")
        text = features.drop(columns=numeric.columns).astype(str)
        X = np.hstack([StandardScaler().fit_transform(numeric)] if numeric.shape[1] else [np.empty((len(y), 0))])
        if text.shape[1]:
            X = np.hstack([X, pd.get_dummies(text).to_numpy(dtype=float)])
        return X, y.to_numpy(dtype=str)

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the classifiers."""
        return {name: CLASSIFIERS[name] for name in names_of(self.only)}


def names_of(only: str) -> list[str]:
    """Return the names of classifiers in a text, separated by commas."""
    if not isinstance(only, str):
        raise TypeError(f"`only` must be a text with names, separated by commas, but got {shown(only)}.")
    names = [name.strip() for name in only.split(",")]
    unknown = [name for name in names if name not in CLASSIFIERS]
    if unknown or len(set(names)) < max(len(names), 2):
        raise ValueError(f"`only` must name two or more of {list(CLASSIFIERS)}, each once, but got {shown(only)}.")
    return names
