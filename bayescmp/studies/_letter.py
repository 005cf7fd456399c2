"""The letter scenario: a tree against a nearest neighbour in a distorted distance, on UCI's letters."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import joblib
import numpy as np
import pandas as pd
from sklearn.tree import DecisionTreeClassifier

from bayescmp._validation import about, check_integer, check_path, check_positive
from bayescmp.model_selection._data import numbers_of_csv
from bayescmp.predictions._tables import read_table
from bayescmp.studies._neighbour import WeightedNeighbour
from bayescmp.studies._scenario import FittedScenario, Sample, shared, version_of

_STRETCHED, _SHRUNK = (1, 3, 9, 16), (5, 11, 13)  # features, counted from 1
_N_FEATURES = 16


@dataclass(frozen=True, kw_only=True)
class Letter(FittedScenario):
    r"""A tree against the nearest neighbour in a distorted distance, on letter recognition.

    Data sets are drawn with replacement from the 20,000 records of UCI Letter Recognition. The squared distance of
    the nearest neighbour has the weight w for the features 1, 3, 9 and 16, 1/w for 5, 11 and 13, and 1 for the rest.

    Parameters
    ----------
    n_records : int, default 300
        Records of one data set.
    distortion : float, default 1.0
        The w above; the larger, the more the nearest neighbour errs.
    path : str, optional
        A CSV or Parquet file with 16 columns of features and a last one of labels, gzip-compressed or not. None
        fetches the data from OpenML with scikit-learn, which needs a network once.

    Raises
    ------
    TypeError, ValueError
        If a parameter is out of range, or the file holds something else.

    Notes
    -----
    The weights and the drawing are those of [1]_ (status S). The tree is scikit-learn's, grown until its leaves are
    pure; [2]_ uses R's package tree, which stops earlier.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the Generalization Error", Machine Learning 52(3), 2003.
       :doi:`10.1023/A:1024068626366`
    .. [2] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> from bayescmp.studies import Letter
    >>> weights = Letter(distortion=4.0).estimators()["nearest neighbour"].weights
    >>> weights[:5]
    (4.0, 1.0, 4.0, 1.0, 0.25)
    """

    n_records: int = 300
    distortion: float = 1.0
    path: str | None = None

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        if self.path is not None:
            check_path("path", self.path)
        check_positive("distortion", self.distortion)

    def parameters(self) -> dict[str, Any]:
        """Return the parameters, with the contents of the file instead of its path."""
        return {"n_records": self.n_records, "distortion": self.distortion, "data": joblib.hash(self.population())}

    def population(self) -> Sample:
        """All records."""
        with about("path"):
            return _records(*version_of(self.path))

    def estimators(self) -> dict[str, Any]:
        """Return the tree and the nearest neighbour."""
        weights = [1.0] * _N_FEATURES
        for feature in _STRETCHED:
            weights[feature - 1] = self.distortion
        for feature in _SHRUNK:
            weights[feature - 1] = 1 / self.distortion
        return {"tree": DecisionTreeClassifier(), "nearest neighbour": WeightedNeighbour(weights=tuple(weights))}


@lru_cache(maxsize=2)
def _records(path: str | None, _: object) -> Sample:
    if path is None:
        from sklearn.datasets import fetch_openml  # noqa: PLC0415 - needs a network

        try:
            found = fetch_openml("letter", version=1, as_frame=False, parser="liac-arff")
        except Exception as error:
            error.add_note("The letter scenario fetches its data from OpenML; without a network, give `path` a file.")
            raise
        X, y = np.asarray(found.data, dtype=float), np.asarray(found.target, dtype=str)
    else:
        frame = read_table(path)
        features, labels = numbers_of_csv(frame.iloc[:, :-1], path), frame.iloc[:, -1]
        _check_frame(pd.concat([features, labels], axis=1))
        X, y = features.to_numpy(dtype=float), labels.to_numpy(dtype=str)
    return shared(np.ascontiguousarray(X)), shared(y)


def _check_frame(frame: pd.DataFrame) -> None:
    rule = f"`path` must have {_N_FEATURES} columns of numbers and a last one of labels"
    if frame.shape[1] != _N_FEATURES + 1:
        raise ValueError(f"{rule}, but has {frame.shape[1]} columns.")
    text = [name for name in frame.columns[:-1] if frame[name].dtype.kind not in "iuf"]
    if text:
        raise ValueError(f"{rule}, but these hold no numbers: {text}.")
    incomplete = [name for name in frame if frame[name].isna().any()]
    if incomplete:
        raise ValueError(f"{rule}, but these have missing values: {incomplete}.")
