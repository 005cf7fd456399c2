"""Values of a metric over all validations, and the influence of every validation on its loss."""

from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._typing import Floats
from bayescmp.evidence._facts_of_metric import check_several
from bayescmp.metrics import Metric, answers_of, cells_of_predictions, check_class, margins_of
from bayescmp.predictions import lacks_answers

_ROUNDING = 1e-9


def pooled_values(predictions: xr.Dataset, metric: Metric) -> dict[str, float]:
    """Return the value of each classifier over all validations that it answers, in the units of the metric."""
    names = [str(name) for name in predictions["classifier"].to_numpy()]
    if metric.positive is not None:
        check_class(metric, predictions["label"].to_numpy().tolist())
    if metric.formula is not None and not lacks_answers(predictions):
        cells, counts = cells_of_predictions(predictions)
        return {name: float(metric.formula(margins_of(cells, counts, place))) for place, name in enumerate(names)}
    answers = answers_of(predictions, metric)
    found = {name: answers.value(metric, place) for place, name in enumerate(names)}
    if not np.isfinite(list(found.values())).all():
        raise ValueError(
            f"`data` must have records of the class and others in one validation set for the metric {metric.name!r}, "
            "which is of pairs of both, but have none. Leave-one-out has no pairs."
        )
    check_several(predictions, metric)
    if metric.greater_is_better and metric.formula is None and not metric.additive:
        best = metric.value(answers.truth[answers.validated], answers.best[answers.validated], **answers.named)
        least = min(found.values())
        if best < least - _ROUNDING:  # as a loss is
            raise ValueError(
                f"`metric` must be greatest where all is right, but {metric.name} is {best:.6g} there and {least:.6g} "
                "for the data. For a loss, give a function that returns 1 - loss."
            )
    return found


@shared
def influences(predictions: xr.Dataset, metric: Metric) -> xr.DataArray:
    """Return what every validation adds to the loss, to first order, dims (classifier, repeat, record).

    Predictions must have every answer, and the metric its `influence`. Where a record is not validated it is 0.

    Notes
    -----
    The derivative of the loss by the share of a validation, at the shares of all validations, less its mean. The metric
    of pooled predictions is their mean to first order (derived); a mean of losses is exactly.
    """
    answers = answers_of(predictions, metric)
    found = np.zeros(answers.answered.shape)
    for place, values in enumerate(found):
        values[answers.answered[place]] = answers.influence(metric, place)
    return xr.DataArray(found, dims=("classifier", "repeat", "record"))


def typical_squares(values: xr.DataArray, predictions: xr.Dataset, metric: Metric, first: Any, second: Any) -> Floats:
    """Return the mean square of differences of influence where two classifiers, by position, answer differently.

    A position after the last stands for a classifier that is never wrong. Of equal answers it is 1.
    """
    answers = answers_of(predictions, metric)
    validated = answers.validated
    influence = np.concatenate([values.to_numpy()[:, validated], np.zeros((1, int(validated.sum())))])
    given = np.concatenate([answers.given[:, validated], answers.best[None, validated]])
    given = given.reshape(*given.shape[:2], -1)

    def square(a: int, b: int) -> float:
        differ = (given[a] != given[b]).any(-1)
        return float(np.mean((influence[a] - influence[b])[differ] ** 2)) if differ.any() else 1.0

    return np.vectorize(square, otypes=[float])(first, second)
