"""Scenarios on the records of a file: common classifiers, digits, and letters."""

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
from numpy.lib.npyio import NpzFile
from sklearn.base import BaseEstimator
from sklearn.compose import make_column_transformer
from sklearn.datasets import load_digits
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.tree import DecisionTreeClassifier

from bayescmp._support._files import contents_of, read_limited
from bayescmp._support._table_files import read_table
from bayescmp._support._text import shown
from bayescmp._support._validation import about, check_integer, check_not_negative, check_path, check_positive
from bayescmp.model_selection._data_file import numbers_of_csv
from bayescmp.studies._scenario import FittedScenario, Sample, read_only
from bayescmp.studies._simulated import WeightedNeighbour


class FileScenario(FittedScenario):
    """A scenario on the records of a file, known by its contents; without a `path`, on those that it is known for."""

    path: str | None

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        if self.path is not None:
            check_path("path", self.path)

    def parameters(self) -> dict[str, object]:
        """Return the parameters, with the contents of the file instead of its path."""
        own = {name: value for name, value in super().parameters().items() if name != "path"}
        return own | {"data": joblib.hash(self.population())}

    def population(self) -> Sample:
        """All records."""
        state = Path(self.path).stat() if self.path is not None and Path(self.path).is_file() else None
        with about("path"):
            return _sample(type(self), self.path, state and (state.st_mtime_ns, state.st_size))

    @staticmethod
    @abstractmethod
    def read(path: str | None) -> Sample:
        """Read the features and labels of all records."""


@lru_cache(maxsize=4)
def _sample(kind: type[FileScenario], path: str | None, _: object) -> Sample:
    X, y = kind.read(path)  # again if the time or size of the file has changed
    return read_only(np.ascontiguousarray(X)), read_only(y)


def _table_of(path: str) -> tuple[pd.DataFrame, pd.Series]:
    """Read a table whose last column holds labels: the features, and the labels."""
    frame = read_table(path)
    if frame.shape[1] < 2:
        raise ValueError(f"`path` must have columns of features and a last one of labels, but has {[*frame]}.")
    return numbers_of_csv(frame.iloc[:, :-1], path), frame.iloc[:, -1]


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
        features, y = _table_of(str(path))
        text = features.select_dtypes(exclude="number").columns
        numeric = features.columns.difference(text, sort=False)
        columns = make_column_transformer((StandardScaler(), numeric), (OneHotEncoder(sparse_output=False), text))
        return columns.fit_transform(features.astype(dict.fromkeys(text, str))), y.to_numpy(dtype=str)

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the classifiers."""
        return {name: CLASSIFIERS[name] for name in names_of(self.only)}


def names_of(only: str) -> list[str]:
    """Return the names of classifiers in a text, separated by commas."""
    if not isinstance(only, str):
        raise TypeError(f"`only` must be a text with names, separated by commas, but got {shown(only)}.")
    names = [name.strip() for name in only.split(",")]
    if not CLASSIFIERS.keys() >= {*names} or len({*names}) < max(len(names), 2):
        raise ValueError(f"`only` must name two or more of {list(CLASSIFIERS)}, each once, but got {shown(only)}.")
    return names


@dataclass(frozen=True, kw_only=True)
class Digits(FileScenario):
    """A small neural network against the same one with a penalty on its weights, on images of digits.

    Parameters
    ----------
    n_records : int, default 200
        Records of one data set, drawn with replacement.
    penalty : float, default 0.0
        L2 penalty of the second network; at 0 the two algorithms are the same and the null hypothesis is true.
    hidden : int, default 16
        Units of the hidden layer.
    path : str, optional
        An .npz file with the arrays `x_train` (n, height, width) and `y_train` (n,), as MNIST is shared. None takes
        scikit-learn's 1,797 digits of 8 x 8.

    Notes
    -----
    The role of MNIST with and without dropout in published comparisons; networks, sizes and the knob are ours.

    Examples
    --------
    >>> from bayescmp.studies import Digits
    >>> X, y = Digits().population()
    >>> X.shape
    (1797, 64)
    """

    n_records: int = 200
    penalty: float = 0.0
    hidden: int = 16
    path: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_integer("hidden", self.hidden, least=1)
        check_not_negative("penalty", self.penalty)

    @staticmethod
    def read(path: str | None) -> Sample:
        """Read the images, a row each."""
        if path is None:
            X, y = load_digits(return_X_y=True)
            return X, y
        with (
            contents_of(path, "an .npz file with the arrays x_train and y_train"),
            NpzFile(BytesIO(read_limited(path))) as file,
        ):
            images, y = file["x_train"], file["y_train"]
        if images.ndim < 2 or y.shape != images.shape[:1]:
            raise ValueError(
                "x_train must have an image per entry of y_train, and y_train one dim, but in "
                f"{Path(path).name!r} they have the shapes {images.shape} and {y.shape}."
            )
        return images.reshape(len(images), -1).astype(np.float32), y

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the network without and with the penalty."""
        return {"plain": self._network(0.0), "penalised": self._network(self.penalty)}

    def _network(self, penalty: float) -> Pipeline:
        network = MLPClassifier((self.hidden,), solver="lbfgs", alpha=penalty, max_iter=2000, max_fun=50_000)
        return make_pipeline(MinMaxScaler(), network)


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
        features, labels = _table_of(path)
        are_numbers = all(pd.api.types.is_numeric_dtype(features[name]) for name in features)
        if features.shape[1] != _N_FEATURES or not are_numbers or features.isna().any(axis=None) or labels.isna().any():
            raise ValueError(
                f"`path` must have {_N_FEATURES} columns of numbers and a last one of labels, all complete, but has "
                f"the columns {shown([*features, labels.name])}."
            )
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
