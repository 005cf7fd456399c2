"""The metric of data: the one that is asked for, or the one that losses and scores bring with them."""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._text import shown
from bayescmp._validation import check_text
from bayescmp.metrics._metric import Metric, turned
from bayescmp.metrics._of_losses import metric_of_losses
from bayescmp.metrics._registry import DEFAULT_METRIC, metric_of
from bayescmp.predictions._dataset import RIGHT, provenance, tells_only_what_is_right


def metric_of_data(data: object, metric: object, pos_label: object = None) -> Metric:
    """Return the metric by which data are compared.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions, tables or scores.
    metric : str, callable or Metric
        As in `metric_of`; the default one where data hold losses or scores.
    pos_label : label, optional
        As in `metric_of`.

    Returns
    -------
    Metric

    Raises
    ------
    TypeError, ValueError
        As `metric_of`; also if another metric is asked for than the one that data bring.
    """
    asked = metric_of(metric, pos_label)
    if not asked.counts_errors and isinstance(data, xr.Dataset) and tells_only_what_is_right(data):
        raise ValueError(
            f"`metric` must be the error or the accuracy where every true label is {RIGHT!r}, as of predictions that "
            f"tell only what is right, but got {asked.name!r}, which asks of which class the records are."
        )
    words = _words_of(data)
    if words is None:
        return asked
    greater = words.get("greater_is_better", False)
    if not isinstance(greater, (bool, int, np.integer)) or greater not in {0, 1}:
        raise TypeError(f"`greater_is_better` of the data must be True or False, but got {greater!r}.")
    own = metric_of_losses(
        check_text("noun", words.get("noun", "loss")),
        greater_is_better=bool(greater),
        bounds=(0.0, 1.0) if takes_bounds(data) else _bounds_of_loss(words, greater_is_better=bool(greater)),
    )
    if asked is not DEFAULT_METRIC and asked.name != own.name:
        raise ValueError(f"`metric` must be left out for data that hold the {own.noun} alone, but got {asked.name!r}.")
    return own


def holds_scores(data: object) -> bool:
    """Tell whether data are scores or losses of validation sets."""
    return isinstance(data, xr.DataArray) and "classifier" in data.dims


def _words_of(data: object) -> Mapping[str, Any] | None:
    """Return how data speak of their losses, None where they hold none."""
    if isinstance(data, (xr.Dataset, xr.DataArray)) and (holds_scores(data) or "loss" in data):
        found = provenance(data).get("loss", {})
        return found if isinstance(found, Mapping) else {}
    return None


def takes_bounds(data: object) -> bool:
    """Tell whether data are scores that all lie between 0 and 1, of which no bounds were told."""
    if not isinstance(data, xr.DataArray) or not holds_scores(data) or (_words_of(data) or {}).get("bounds"):
        return False
    values = data.to_numpy()
    return values.dtype.kind == "f" and not ((values < 0) | (values > 1)).any()


def without_bounds(scores: xr.DataArray) -> xr.DataArray:
    """Return scores that say of themselves that they have no bounds."""
    words = provenance(scores)
    words["loss"] = {**(_words_of(scores) or {}), "bounds": [None, None]}
    return scores.assign_attrs(provenance=json.dumps(words, allow_nan=False))


def _bounds_of_loss(words: Mapping[str, Any], *, greater_is_better: bool) -> tuple[float | None, float | None]:
    given = words.get("bounds") or [None, None]
    is_number = [bound is None or (isinstance(bound, (int, float)) and not isinstance(bound, bool)) for bound in given]
    if not isinstance(given, list) or len(given) != 2 or not all(is_number):
        raise ValueError(f"`bounds` of the losses must be two numbers or null, but got {shown(given)}.")
    low, high = (None if bound is None else float(bound) for bound in given)
    if low is not None and high is not None and not low < high:
        raise ValueError(f"`bounds` of the losses must be two numbers in order, but got {shown(given)}.")
    return turned((low, high)) if greater_is_better else (low, high)
