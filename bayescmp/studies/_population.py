"""Two estimators of the user's on data sets drawn from records of the user's."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import joblib
from sklearn.base import clone

from bayescmp._validation import check_integer
from bayescmp.model_selection import check_arguments, data_from_file, estimator_from_text, names_of
from bayescmp.studies._scenario import Array, FittedScenario


@dataclass(frozen=True, kw_only=True, eq=False)
class Population(FittedScenario):
    """Two estimators on data sets that are drawn with replacement from records taken as the whole population.

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

    Raises
    ------
    TypeError, ValueError
        If these are no data, or not two classifiers.

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
    classifiers: Mapping[str, Any]
    n_records: int = 300

    def __post_init__(self) -> None:
        check_arguments(self.classifiers, self.X, self.y)
        check_integer("n_records", self.n_records, least=4)
        if len(self.classifiers) != 2:
            raise ValueError(f"`classifiers` must be two, but got {list(self.classifiers)}.")

    def parameters(self) -> dict[str, Any]:
        """Return the parameters; records by a hash of their contents, estimators by what they print."""
        described = {name: " ".join(repr(estimator).split()) for name, estimator in self.classifiers.items()}
        return {"data": joblib.hash((self.X, self.y)), "classifiers": described, "n_records": self.n_records}

    def with_parameter(self, name: str, value: Any) -> Self:
        """Return the scenario with another value of a parameter of its own or of a classifier."""
        classifier, _, parameter = name.partition("__")
        if classifier not in self.classifiers:
            return super().with_parameter(name, value)
        changed = clone(self.classifiers[classifier]).set_params(**{parameter: value})
        return replace(self, classifiers={**self.classifiers, classifier: changed})

    def population(self) -> tuple[Array, Array]:
        """All records."""
        return self.X, self.y

    def estimators(self) -> dict[str, Any]:
        """Return the two estimators."""
        return dict(self.classifiers)


def population_from_file(*, path: str, target: str, first: str, second: str, n_records: int = 300) -> Population:
    """Take the records of a CSV or Parquet file as the population.

    Parameters
    ----------
    path : str
        The file.
    target : str
        The column of the labels.
    first, second : str
        Estimators as an import path with literal arguments, such as "sklearn.svm.SVC(C=10)". Numeric columns are
        scaled and text columns one-hot encoded before them.
    n_records : int, default 300
        Records of one data set.

    Returns
    -------
    Population

    Raises
    ------
    ValueError
        If the file, the target or an estimator is not what it must be.
    """
    estimators = [estimator_from_text(text, name) for name, text in (("first", first), ("second", second))]
    data = data_from_file(Path(path), target, dict(zip(names_of(first, second), estimators, strict=True)))
    return Population(X=data.X, y=data.y, classifiers=data.estimators, n_records=n_records)
