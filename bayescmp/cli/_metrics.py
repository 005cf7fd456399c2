"""The metric that a command names, and the class that it is of."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.metrics import Metric
    from bayescmp.model_selection._data_file import Data

PROBABILITIES = "probabilities"
"""What metrics need that fits keep, and files hold, only if they are asked to."""
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


def check_metric(metric: str | None, pos_label: str | None, loss: Sequence[str] | None = None) -> "Metric":
    """Return the metric; refuse a name that is not known, a class for a metric of none, and both beside losses."""
    from bayescmp.metrics import (  # noqa: PLC0415 - `--help` answers without loading the package
        DEFAULT_METRIC,
        METRICS,
        metric_of,
        metric_of_losses,
    )

    if loss:
        if metric is not None or pos_label is not None:
            raise ValueError("--loss must be given without --metric and --pos-label, for losses are compared as such.")
        return metric_of_losses("loss", greater_is_better=False, bounds=(None, None))
    return metric_of(DEFAULT_METRIC if metric is None else METRICS.check("--metric", metric), pos_label)


def check_probabilities_named(metric: "Metric", predictions: Path | None, y_prob: str | None) -> None:
    """Refuse a metric of probabilities without columns of them, and columns that a metric does not need."""
    from bayescmp.metrics import METRICS  # noqa: PLC0415 - as above
    from bayescmp.predictions import suffix_of  # noqa: PLC0415

    if predictions is None or suffix_of(predictions) == ".nc":
        return
    needed = metric.needs == PROBABILITIES
    if needed and y_prob is None:
        raise ValueError(
            f"--metric {metric.name!r} needs predicted probabilities: name their columns by --y-prob, such as "
            "'{classifier}_{label}', or 'p_{label}' with --classifier."
        )
    if y_prob is not None and not needed:
        names = [name for name, known in METRICS.items() if known.needs == PROBABILITIES]
        raise ValueError(f"--y-prob must be given with a metric of probabilities: --metric {', '.join(names)}.")


def metric_of_data(metric: "Metric", pos_label: str | None, chosen: "Data") -> dict[str, Any]:
    """Return a metric and its class as arguments of Python; before fits, refuse those that the data cannot have."""
    import numpy as np  # noqa: PLC0415 - as above

    from bayescmp.metrics import check_class  # noqa: PLC0415
    from bayescmp.predictions import (  # noqa: PLC0415
        check_gives_probabilities,
        column,
        plain_labels,
    )

    if metric.needs == PROBABILITIES:
        check_gives_probabilities(chosen.estimators)
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
    from bayescmp.metrics import DEFAULT_METRIC, LOSSES  # noqa: PLC0415 - as above

    if pos_label is None:
        return {} if metric is DEFAULT_METRIC or metric.needs == LOSSES else {"metric": metric.name}
    return {"metric": metric.name, "pos_label": _label_written(pos_label, labels)}


def _label_written(text: str, labels: Sequence[Any]) -> Any:
    """Return the label that a text stands for in a file with these labels."""
    from bayescmp.predictions import value_of_entry  # noqa: PLC0415 - as above

    if any(isinstance(label, str) for label in labels):
        return text
    value = value_of_entry(text)
    return next((label for label in labels if label == value), value)
