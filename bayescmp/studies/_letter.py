"""The letter scenario: a tree against a nearest neighbour in a distorted distance, on UCI's letters."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator
from sklearn.tree import DecisionTreeClassifier

from bayescmp._validation import check_positive
from bayescmp.studies._file_scenario import FileScenario, table_of
from bayescmp.studies._neighbour import WeightedNeighbour
from bayescmp.studies._scenario import Sample

_STRETCHED, _SHRUNK = (1, 3, 9, 16), (5, 11, 13)  # features, counted from 1
_N_FEATURES = 16


@dataclass(frozen=True, kw_only=True)
class Letter(FileScenario):
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
        super().__post_init__()
        check_positive("distortion", self.distortion)

    @staticmethod
    def read(path: str | None) -> Sample:
        """Read the file, or fetch the data."""
        if path is None:
            return _fetched()
        features, labels = table_of(path)
        _check_frame(pd.concat([features, labels], axis=1))
        return features.to_numpy(dtype=float), labels.to_numpy(dtype=str)

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the tree and the nearest neighbour."""
        other = dict.fromkeys(_STRETCHED, self.distortion) | dict.fromkeys(_SHRUNK, 1 / self.distortion)
        weights = tuple(other.get(feature, 1.0) for feature in range(1, _N_FEATURES + 1))
        return {"tree": DecisionTreeClassifier(), "nearest neighbour": WeightedNeighbour(weights=weights)}


def _fetched() -> Sample:
    from sklearn.datasets import fetch_openml  # noqa: PLC0415 - needs a network

    try:
        found = fetch_openml("letter", version=1, as_frame=False, parser="liac-arff")
    except Exception as error:
        error.add_note("The letter scenario fetches its data from OpenML; without a network, give `path` a file.")
        raise
    return np.asarray(found.data, dtype=float), np.asarray(found.target, dtype=str)


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
