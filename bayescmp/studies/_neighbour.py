"""The nearest neighbour in a distance that weighs the features."""

from collections.abc import Sequence
from typing import Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import KNeighborsClassifier

from bayescmp._typing import Array


class WeightedNeighbour(ClassifierMixin, BaseEstimator):
    r"""The nearest neighbour in the distance :math:`\sqrt{\sum_j w_j (x_j - x_j')^2}`.

    Parameters
    ----------
    weights : sequence of float
        The :math:`w_j`, one per feature, above 0.
    """

    def __init__(self, weights: Sequence[float]) -> None:
        self.weights = weights

    def fit(self, X: Array, y: Array) -> Self:
        """Keep the records, scaled.

        Parameters
        ----------
        X : array of shape (n_records, n_features)
            Features.
        y : array of shape (n_records,)
            Labels.

        Returns
        -------
        WeightedNeighbour
        """
        self.scale_ = np.sqrt(self.weights)
        self.neighbour_ = KNeighborsClassifier(n_neighbors=1, algorithm="brute").fit(X * self.scale_, y)
        self.classes_ = self.neighbour_.classes_
        return self

    def predict(self, X: Array) -> Array:
        """Return the label of the nearest record that was kept.

        Parameters
        ----------
        X : array of shape (n_records, n_features)
            Features.

        Returns
        -------
        array of shape (n_records,)
        """
        return self.neighbour_.predict(X * self.scale_)
