"""The metric of data: the one that is asked for, or the one that losses and scores bring with them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._validation import check_text
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_losses import metric_of_losses
from bayescmp.metrics._registry import DEFAULT_METRIC, metric_of
from bayescmp.predictions._dataset import provenance


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
    words = _words_of(data)
    if words is None:
        return asked
    greater = words.get("greater_is_better", False)
    if not isinstance(greater, (bool, int, np.integer)) or greater not in {0, 1}:
        raise TypeError(f"`greater_is_better` of the data must be True or False, but got {greater!r}.")
    own = metric_of_losses(
        check_text("noun", words.get("noun", "loss")),
        greater_is_better=bool(greater),
        bounds=_bounds_of_loss(words, greater_is_better=bool(greater)),
    )
    if asked is not DEFAULT_METRIC and asked.name != own.name:
        raise ValueError(f"`metric` must be left out for data that hold the {own.noun} alone, but got {asked.name!r}.")
    return own


def holds_scores(data: object) -> bool:
    """Tell whether data are scores or losses of validation sets."""
    return isinstance(data, xr.DataArray) and "classifier" in data.dims


def _words_of(data: object) -> Mapping[str, Any] | None:
    """Return how data speak of their losses, None where they hold none."""
    if holds_scores(data):
        return data.attrs  # type: ignore[attr-defined]
    if isinstance(data, xr.Dataset) and "loss" in data:
        found = provenance(data).get("loss", {})
        return found if isinstance(found, Mapping) else {}
    return None


def _bounds_of_loss(words: Mapping[str, Any], *, greater_is_better: bool) -> tuple[float | None, float | None]:
    given = words.get("bounds") or [None, None]
    is_number = [bound is None or (isinstance(bound, (int, float)) and not isinstance(bound, bool)) for bound in given]
    if not isinstance(given, list) or len(given) != 2 or not all(is_number):
        raise ValueError(f"`bounds` of the losses must be two numbers or null, but got {given!r}.")
    low, high = (None if bound is None else float(bound) for bound in given)
    if low is not None and high is not None and not low < high:
        raise ValueError(f"`bounds` of the losses must be two numbers in order, but got {given!r}.")
    if greater_is_better:
        low, high = (None if bound is None else 1 - bound for bound in (high, low))
    return low, high
