"""What `compare` and `rank` are given: data, labels and answers, or estimators with features."""

from collections.abc import Mapping
from typing import Any

from bayescmp._support._given import as_array
from bayescmp._support._validation import RandomNumbers, seed_of
from bayescmp.doors import decision_values, labels, probabilities
from bayescmp.metrics import metric_of
from bayescmp.model_selection import cross_val_predictions


def data_of(given: tuple[Any, ...], metric: Any, rng: RandomNumbers) -> Any:
    """Return data as they are, or what a door or a cross-validation makes of what is given in their place."""
    if len(given) == 1:
        return given[0]
    if len(given) not in {2, 3} or (len(given) == 3 and not isinstance(given[0], Mapping)):
        raise TypeError(
            'What is compared must be data, or y and {"a": ..., "b": ...}, or {"a": estimator, ...}, X and y, but got '
            f"{len(given)} arguments: {', '.join(type(one).__name__ for one in given)}."
        )
    metrics = metric if isinstance(metric, (list, tuple)) else [] if metric is None else [metric]
    needs_shares = any(metric_of(one).needs == "probabilities" for one in metrics)
    if len(given) == 3:
        estimators, X, y = given
        seed = None if rng is None else seed_of(rng)
        return cross_val_predictions(estimators, X, y, random_state=seed, probabilities=needs_shares)
    y_true, answers = given
    if not needs_shares:
        return labels(y_true, answers)
    values = [as_array(one, "answers") for one in (answers.values() if isinstance(answers, Mapping) else ())]
    are_shares = all(one.dtype.kind in "iuf" and not ((one < 0) | (one > 1)).any() for one in values)
    return (probabilities if are_shares else decision_values)(y_true, answers)
