"""What metrics read of predictions: truth and answers of every validation, as labels, probabilities or losses."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._typing import Array, Booleans, Floats, Integers
from bayescmp.metrics._metric import LOSSES, Metric
from bayescmp.predictions import OF_ANSWERS

PROBABILITIES_REMEDY = (
    "Make them with `cross_val_predictions(..., probabilities=True)` or `predictions_from_cross_validate(..., "
    "probabilities=True)`, or give them to `probabilities`."
)
"""What to do where probabilities are needed, but there are none."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Answers:
    """Truth and answers on all validations: labels, probabilities or losses.

    Arrays are of shape (n_repeats, n_records, ...), with an axis of classifiers before it what they answered: where a
    record is `validated`, and where it is `answered` besides; `truth`, 0 of losses, which have none; the answers
    `given`, and the `best` ones, of a classifier that is never wrong; numbers of validation `sets`. `named` are further
    arguments of the functions of a metric.
    """

    validated: Booleans
    truth: Array
    given: Array
    best: Array
    answered: Booleans
    sets: Integers
    named: dict[str, Any] = field(default_factory=dict)

    def value(self, metric: Metric, classifier: int, rows: Any = None) -> float:
        """Return the value of a classifier's answers, by default of all, else of those at an index."""
        kept = self.answered[classifier] if rows is None else rows
        truth, given = self._of(classifier) if rows is None else (self.truth[kept], self.given[classifier][kept])
        return float(metric.value(truth, given, **self._named(metric, kept)))

    def influence(self, metric: Metric, classifier: int) -> Floats:
        """Return what every validation adds to the loss, to first order, one number for each that is answered."""
        if metric.influence is None:
            raise ValueError(f"`metric` must tell the influence of records, but {metric.name!r} does not.")
        named = self._named(metric, self.answered[classifier])
        return np.asarray(metric.influence(*self._of(classifier), **named))

    def added(self, metric: Metric, classifier: int) -> Floats:
        """Return what every validation adds to the loss, which is their mean; of metrics of order its own credit."""
        if metric.credit is None:
            return self.influence(metric, classifier) + metric.loss_of_value(self.value(metric, classifier))
        named = self._named(metric, self.answered[classifier])
        return metric.loss_of_value(metric.credit(*self._of(classifier), **named))

    @shared
    def _of(self, classifier: int) -> tuple[Array, Array]:
        """Return truth and a classifier's answers, of all validations that it answers."""
        kept = self.answered[classifier]
        return self.truth[kept], self.given[classifier][kept]

    def _named(self, metric: Metric, kept: Any) -> dict[str, Any]:
        """Return further arguments; metrics of order compare the scores of one validation set only."""
        return self.named | {"sets": self.sets[kept]} if metric.orders else self.named


def answers_of(predictions: xr.Dataset, metric: Metric) -> Answers:
    """Return what a metric reads of predictions."""
    _check_has(predictions, metric)
    return _answers(predictions, metric.needs)


@shared
def _answers(predictions: xr.Dataset, needs: str) -> Answers:
    fold = predictions["fold"].transpose("repeat", "record").to_numpy().astype(np.int64)
    validated = fold >= 0
    truth, given, best, named = _read(predictions, needs)
    answered = np.broadcast_to(validated, given.shape[:3])
    if "missing" in predictions:
        answered = answered & ~predictions["missing"].transpose(*OF_ANSWERS).to_numpy()
    return Answers(
        validated=validated,
        truth=np.broadcast_to(truth, validated.shape),
        given=given,
        best=np.broadcast_to(best, given.shape[1:]),
        answered=answered,
        sets=fold + (int(fold.max()) + 1) * np.arange(len(fold))[:, None],
        named=named,
    )


def _check_has(predictions: xr.Dataset, metric: Metric) -> None:
    """Refuse predictions that lack what a metric needs."""
    held = LOSSES if "loss" in predictions else "labels"
    if (held == LOSSES) != (metric.needs == LOSSES):
        raise ValueError(f"`metric` {metric.name!r} needs {metric.needs}, but the predictions hold {held}.")
    check_order(predictions, metric)
    if metric.needs == "probabilities" and "y_prob" not in predictions and "y_score" not in predictions:
        raise ValueError(
            f"`metric` {metric.name!r} needs predicted probabilities, but the predictions hold labels alone. "
            f"{PROBABILITIES_REMEDY}"
        )


def check_order(predictions: xr.Dataset, metric: Metric) -> None:
    """Refuse decision values, which are larger where a record looks more like a label, by metrics of anything else."""
    if "y_score" in predictions and not metric.orders:
        raise ValueError(
            "`metric` must be one of order, such as 'roc_auc', 'roc_auc_ovr' or 'average_precision', for decision "
            f"values (`y_score`), but got {metric.name!r}, which needs {metric.needs}."
        )


def _read(predictions: xr.Dataset, needs: str) -> tuple[Array, Array, Array, dict[str, Any]]:
    """Return truth, answers, those of a classifier that is never wrong, and further arguments."""

    def in_order(name: str, *last: str) -> Array:
        return predictions[name].transpose(*OF_ANSWERS, *last).to_numpy()

    if needs == LOSSES:
        return np.zeros(1), in_order("loss"), np.zeros(1), {}
    labels, codes = predictions["label"].to_numpy(), predictions["y_true"].to_numpy()
    if needs == "probabilities":
        answers = "y_score" if "y_score" in predictions else "y_prob"
        return labels[codes], in_order(answers, "label"), np.eye(labels.size)[codes], {"labels": labels}
    return labels[codes], labels[in_order("y_pred")], labels[codes], {}
