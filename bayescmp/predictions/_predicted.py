"""What a fitted classifier predicts: labels, and probabilities where they are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator

from bayescmp._typing import Array, Floats


@dataclass(frozen=True, kw_only=True, eq=False)
class Predicted:
    """What one classifier predicts for one test set.

    Attributes
    ----------
    labels : array of shape (n,)
        Labels.
    probabilities : array of shape (n, n_labels) or None
        Probabilities of all labels, if they were asked for.
    """

    labels: Array
    probabilities: Floats | None = None


def predicted_by(fitted: BaseEstimator, X: object, classes: Array | None = None) -> Predicted:
    """Predict labels, and the probabilities of `classes` if there are any; 0 for those not trained on."""
    labels = np.asarray(fitted.predict(X))
    if classes is None:
        return Predicted(labels=labels)
    own = np.asarray(fitted.predict_proba(X))
    known = np.asarray(getattr(fitted, "classes_", [])).tolist()
    odd = [label for label in known if label not in classes.tolist()]
    if not known or odd or len(set(known)) < len(known):
        raise ValueError(
            f"`classes_` of the fitted estimator must name the column of each label that occurs, {classes.tolist()}, "
            f"each once, but are {known}."
        )
    if own.shape != (len(labels), len(known)):
        raise ValueError(
            f"`predict_proba` must return a row for each record and a column for each of `classes_`, "
            f"({len(labels)}, {len(known)}), but got the shape {own.shape}."
        )
    places = {label: place for place, label in enumerate(classes.tolist())}
    found = np.zeros((len(labels), classes.size), dtype=own.dtype)
    found[:, [places[label] for label in known]] = own
    return Predicted(labels=labels, probabilities=found)


def check_gives_probabilities(estimators: Mapping[Any, object], name: str = "estimators") -> None:
    """Refuse classifiers that do not predict probabilities."""
    for one, estimator in estimators.items():
        if not hasattr(estimator, "predict_proba"):
            instead = (
                "It has a decision_function, whose values are no probabilities: wrap it in scikit-learn's "
                "CalibratedClassifierCV."
                if hasattr(estimator, "decision_function")
                else "Wrap it in scikit-learn's CalibratedClassifierCV, or compare labels alone."
            )
            raise TypeError(f"`{name}[{one!r}]` must have `predict_proba` for probabilities, but has none. {instead}")
