"""The digits scenario: a small neural network against the same one with regularisation."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import MinMaxScaler

from bayescmp._validation import check_integer, check_not_negative
from bayescmp.studies._file_scenario import FileScenario
from bayescmp.studies._npz import arrays_of
from bayescmp.studies._scenario import Sample


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

    Raises
    ------
    TypeError, ValueError
        If a parameter is out of range, or the file holds something else.

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
        images, y = arrays_of(path, ("x_train", "y_train"))
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
