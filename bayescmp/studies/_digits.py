"""The digits scenario: a small neural network against the same one with regularisation."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import joblib
import numpy as np
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler

from bayescmp._validation import about, check_integer, check_number, check_path
from bayescmp.studies._npz import arrays_of
from bayescmp.studies._scenario import FittedScenario, Sample, shared, version_of


@dataclass(frozen=True, kw_only=True)
class Digits(FittedScenario):
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
        check_integer("n_records", self.n_records, least=20)
        if self.path is not None:
            check_path("path", self.path)
        check_integer("hidden", self.hidden, least=1)
        if check_number("penalty", self.penalty) < 0:
            raise ValueError(f"`penalty` must be 0 or more, but got {self.penalty}.")

    def parameters(self) -> dict[str, Any]:
        """Return the parameters, with the contents of the file instead of its path."""
        own = {"n_records": self.n_records, "penalty": self.penalty, "hidden": self.hidden}
        return own if self.path is None else own | {"data": joblib.hash(self.population())}

    def population(self) -> Sample:
        """All images, a row each."""
        with about("path"):
            return _images(*version_of(self.path))

    def estimators(self) -> dict[str, Any]:
        """Return the network without and with the penalty."""
        return {"plain": self._network(0.0), "penalised": self._network(self.penalty)}

    def _network(self, penalty: float) -> Any:
        network = MLPClassifier((self.hidden,), solver="lbfgs", alpha=penalty, max_iter=2000, max_fun=50_000)
        return make_pipeline(MinMaxScaler(), network)


@lru_cache(maxsize=2)
def _images(path: str | None, _: object) -> Sample:
    if path is None:
        X, y = load_digits(return_X_y=True)
        return shared(X), shared(y)
    images, y = arrays_of(path, ("x_train", "y_train"))
    if images.ndim < 2 or y.shape != images.shape[:1]:
        raise ValueError(
            "x_train must have an image per entry of y_train, and y_train one dim, but in "
            f"{Path(path).name!r} they have the shapes {images.shape} and {y.shape}."
        )
    return shared(images.reshape(len(images), -1).astype(np.float32, order="C")), shared(y)
