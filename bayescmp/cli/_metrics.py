"""The metric that a command names, and the class that it is of."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.metrics import Metric
    from bayescmp.model_selection._data import Data

MetricName = Annotated[
    str | None, typer.Option(help="What is compared: {metrics} (default: the first).", metavar="NAME")
]
PosLabel = Annotated[
    str | None,
    typer.Option(
        help="The class that a metric of one class, such as f1, is of; needed where the labels are not 0 and 1.",
        metavar="LABEL",
    ),
]


def check_metric(metric: str | None, pos_label: str | None) -> "Metric":
    """Return the metric; refuse a name that is not known, and a class for a metric that is of none."""
    from bayescmp.metrics import METRICS, metric_of  # noqa: PLC0415 - `--help` answers without loading the package
    from bayescmp.metrics._registry import DEFAULT_METRIC  # noqa: PLC0415

    return metric_of(DEFAULT_METRIC if metric is None else METRICS.check("--metric", metric), pos_label)


def metric_of_data(metric: "Metric", pos_label: str | None, chosen: "Data") -> dict[str, Any]:
    """Return a metric and its class as arguments of Python; before fits, refuse those that the labels do not have."""
    import numpy as np  # noqa: PLC0415 - as above

    from bayescmp.metrics._of_margins import check_class  # noqa: PLC0415
    from bayescmp.predictions._labels import column, plain_labels  # noqa: PLC0415

    if metric.of_class is None:
        return _arguments(metric, pos_label, [])
    labels = np.unique(plain_labels(column(chosen.y, "target"), "target", "record {}".format))
    found = _arguments(metric, pos_label, labels.tolist())
    check_class(metric.of_class(found.get("pos_label")), labels.tolist())
    return found


def metric_of_predictions(metric: "Metric", pos_label: str | None, predictions: "xr.Dataset") -> dict[str, Any]:
    """Return a metric and its class as arguments of Python."""
    labels = predictions["label"].to_numpy().tolist() if "label" in predictions else []
    return _arguments(metric, pos_label, labels)


def _arguments(metric: "Metric", pos_label: str | None, labels: Sequence[Any]) -> dict[str, Any]:
    from bayescmp.metrics._registry import DEFAULT_METRIC  # noqa: PLC0415 - as above

    if pos_label is None:
        return {} if metric is DEFAULT_METRIC else {"metric": metric.name}
    return {"metric": metric.name, "pos_label": _label_written(pos_label, labels)}


def _label_written(text: str, labels: Sequence[Any]) -> Any:
    """Return the label that a text stands for in a file with these labels."""
    from bayescmp.predictions._tables import value_of_entry  # noqa: PLC0415 - as above

    if any(isinstance(label, str) for label in labels):
        return text
    value = value_of_entry(text)
    return next((label for label in labels if label == value), value)
