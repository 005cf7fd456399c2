"""What `compare` and `rank` are given in place of data: labels and answers, or estimators with features."""

from collections.abc import Mapping
from typing import Any

from bayescmp._support._given import as_array
from bayescmp.doors import decision_values, labels, probabilities
from bayescmp.metrics import metric_of
from bayescmp.model_selection import cross_val_predictions


def data_of(data: Any, answers: Any, y: Any, metric: Any) -> Any:
    """Return data as they are, or what a door or a cross-validation makes of what is given in their place."""
    if answers is None:
        return data
    needs_shares = metric is not None and metric_of(metric).needs == "probabilities"
    if y is not None:
        return cross_val_predictions(data, answers, y, probabilities=needs_shares)
    if not needs_shares:
        return labels(data, answers)
    values = answers.values() if isinstance(answers, Mapping) else ()
    numbers = [as_array(one, "answers") for one in values]
    are_shares = all(one.dtype.kind in "iuf" and (one >= 0).all() and (one <= 1).all() for one in numbers)
    return (probabilities if are_shares else decision_values)(data, answers)
