"""Two estimators of the user's on data sets drawn from records of the user's."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import joblib
import numpy as np
from sklearn.base import BaseEstimator, clone

from bayescmp._support._typing import Array
from bayescmp._support._validation import RandomNumbers, check_flag, check_integer, check_text, generator
from bayescmp.model_selection import check_arguments
from bayescmp.runner import fingerprint_of
from bayescmp.studies._scenario import FittedScenario, Sample, rows_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Population(FittedScenario):
    """Two estimators on data sets that are drawn from records taken as the whole population.

    Parameters
    ----------
    X : array of shape (n_population, n_features)
        Features.
    y : array of shape (n_population,)
        Labels.
    classifiers : mapping of str to estimator
        The two, under their names, the first one first.
    n_records : int, default 300
        Records of one data set.
    replace : bool, default True
        Draw with replacement, from the population as a distribution. Without, the true error of a training set is
        that on the records outside it, and drawing them all only splits the same records anew.

    Notes
    -----
    A parameter of a classifier is tuned or varied by the name ``<classifier>__<parameter>``.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> from bayescmp.studies import Population
    >>> X, y = load_iris(return_X_y=True)
    >>> classifiers = {"tree": DecisionTreeClassifier(), "neighbours": KNeighborsClassifier()}
    >>> scenario = Population(X=X, y=y, classifiers=classifiers, n_records=60)
    >>> scenario.with_parameter("neighbours__n_neighbors", 9).estimators()["neighbours"]
    KNeighborsClassifier(n_neighbors=9)
    """

    X: Any
    y: Any
    classifiers: Mapping[str, BaseEstimator]
    n_records: int = 300
    replace: bool = True

    def __post_init__(self) -> None:
        check_arguments(self.classifiers, self.X, self.y, "classifiers")
        check_flag("replace", self.replace)
        check_integer("n_records", self.n_records, least=4)
        if len(self.classifiers) != 2:
            raise ValueError(f"`classifiers` must be two, but got {list(self.classifiers)}.")
        if not self.replace and self.n_records > len(self.y):
            raise ValueError(f"`n_records` must be at most {len(self.y)} without replacement, but got {self.n_records}")

    def parameters(self) -> dict[str, object]:
        """Return the parameters; records and estimators by hashes of their contents."""
        # A list, for the first is compared with the second.
        described = [{"name": name, "is": fingerprint_of(one, name)} for name, one in self.classifiers.items()]
        own = {"n_records": self.n_records, "replace": self.replace}
        return {"data": joblib.hash((self.X, self.y)), "classifiers": described} | own

    def with_parameter(self, name: str, value: object) -> Self:
        """Return the scenario with another value of a parameter of its own or of a classifier."""
        check_text("name", name)
        classifier, _, parameter = name.partition("__")
        if classifier not in self.classifiers or not parameter:
            return super().with_parameter(name, value)
        changed = clone(self.classifiers[classifier]).set_params(**{parameter: value})
        return replace(self, classifiers={**self.classifiers, classifier: changed})

    def population(self) -> Sample:
        """All records."""
        return self.X, self.y

    def train_and_judge(self, n_train: int, rng: RandomNumbers = None) -> tuple[Sample, Sample]:
        """Draw a training set; the true error is that on the population, or on the records left without replacement."""
        if self.replace:
            return super().train_and_judge(n_train, rng)
        rows = self._rows(n_train, len(self.y), rng)
        rest = np.setdiff1d(np.arange(len(self.y)), rows)
        return rows_of(self.X, self.y, rows), rows_of(self.X, self.y, rest)

    def _rows(self, n: int, population: int, rng: RandomNumbers) -> Array:
        check_integer("n", n, least=1)
        return generator(rng).choice(population, size=n, replace=self.replace)

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the two estimators."""
        return dict(self.classifiers)
