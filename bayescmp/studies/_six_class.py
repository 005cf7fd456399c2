"""A problem of six classes in the plane: a tree against a weighted nearest neighbour."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.tree import DecisionTreeClassifier

from bayescmp._typing import Array
from bayescmp._validation import check_integer, check_positive
from bayescmp.studies._neighbour import WeightedNeighbour
from bayescmp.studies._scenario import FittedScenario, Sample, read_only

_SIDE, _STEP = 15, 0.1


@dataclass(frozen=True, kw_only=True)
class SixClass(FittedScenario):
    r"""A tree against the nearest neighbour in a distorted distance, on six classes in the plane.

    Two features are uniform on the grid of step 0.1 in [0, 15] x [0, 15]. A parabola, a sine, a line and two circles
    cut the square into six classes; there is no noise. The distance of the nearest neighbour is
    :math:`\sqrt{w (x_1 - x_1')^2 + (x_2 - x_2')^2 / w}`.

    Parameters
    ----------
    n_records : int, default 300
        Records of one data set.
    distortion : float, default 1.0
        The w above: 1 is the Euclidean distance; the further from 1, the more the nearest neighbour errs.

    Raises
    ------
    TypeError, ValueError
        If a parameter is out of range.

    Notes
    -----
    A problem of this package, in the manner of, but not equal to, the six-class problem EXP6 of [1]_, whose
    boundaries we could not find. Its numbers are not comparable with those that are printed for EXP6.

    References
    ----------
    .. [1] E. B. Kong and T. G. Dietterich, "Error-Correcting Output Coding Corrects Bias and Variance", ICML 1995.
       :doi:`10.1016/B978-1-55860-377-6.50046-3`

    Examples
    --------
    >>> import numpy as np
    >>> from bayescmp.studies import SixClass
    >>> X, y = SixClass().population()
    >>> X.shape, np.unique(y).tolist()
    ((22801, 2), [0, 1, 2, 3, 4, 5])
    """

    n_records: int = 300
    distortion: float = 1.0

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        check_positive("distortion", self.distortion)

    def population(self) -> Sample:
        """All points of the grid."""
        return _grid()

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the tree and the nearest neighbour."""
        weights = (self.distortion, 1 / self.distortion)
        return {"tree": DecisionTreeClassifier(), "nearest neighbour": WeightedNeighbour(weights=weights)}


@lru_cache(maxsize=1)
def _grid() -> Sample:
    axis = np.round(np.arange(0, _SIDE + _STEP / 2, _STEP), 1)
    X = np.stack(np.meshgrid(axis, axis, indexing="ij"), axis=-1).reshape(-1, 2)
    return read_only(X), read_only(_classes(X[:, 0], X[:, 1]))


def _classes(a: Array, b: Array) -> Array:
    above_sine = b > 7.5 + 2.5 * np.sin(a / 2)
    right_of_line = a + 0.5 * b > 12
    y = 2 * above_sine + right_of_line
    y = np.where(b < 0.12 * (a - 6) ** 2 - 0.5, 4, y)
    circles = ((a - 4) ** 2 + (b - 11) ** 2 < 6) | ((a - 11) ** 2 + (b - 6) ** 2 < 5)
    return np.where(circles, 5, y)
