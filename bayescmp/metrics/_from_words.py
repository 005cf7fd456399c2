"""The metric that data or files speak of: of losses and scores, which bring their own, and as JSON holds one."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._validation import check_text
from bayescmp.metrics._answers_of import check_order
from bayescmp.metrics._margins import WINS, FBeta
from bayescmp.metrics._means import metric_of_losses
from bayescmp.metrics._metric import Metric, turned
from bayescmp.metrics._of_probabilities import LogLoss
from bayescmp.metrics._registry import DEFAULT_METRIC, METRIC_OF_VERDICTS, METRICS, is_of_answers, metric_of
from bayescmp.predictions import RIGHT, are_preferences, checked_bounds, provenance, tells_only_what_is_right

_WORDS = ("noun", "symbol", "greater_is_better", "better", "needs", "additive")
_FAMILIES: dict[str, Callable[[float], Metric]] = {"FBeta": FBeta, "LogLoss": LogLoss}
_MADE = re.compile(r"(\w+)\(([0-9.e+-]+)\)")
"""Metrics that are made by a function of one number, whose name is a call."""


# --- of data ----------------------------------------------------------------------------------------------------------


def metric_of_data(data: object, metric: object, pos_label: object = None) -> Metric:
    """Return the metric by which data are compared; None is their own, the error of labels, accuracy of verdicts."""
    are_verdicts = isinstance(data, xr.Dataset) and tells_only_what_is_right(data)
    usual = METRIC_OF_VERDICTS if are_verdicts else DEFAULT_METRIC
    asked = metric_of(usual if metric is None else metric, pos_label)
    if are_verdicts and not asked.counts_errors and asked.of_counts is None:
        raise ValueError(
            "`metric` must be the error, the accuracy or one of several answers, such as pass@2, for predictions that "
            f"tell only what is {RIGHT} and what is not, but got {asked.name!r}, which needs true and predicted labels."
        )
    if isinstance(data, xr.Dataset):
        check_order(data, asked)
    own = _own_metric(data)
    if own is None:
        return asked
    if metric is not None and asked.name != own.name:
        raise ValueError(f"`metric` must be left out for data that hold the {own.noun} alone, but got {asked.name!r}.")
    return own


def _own_metric(data: object) -> Metric | None:
    """Return the metric that data say to be of, None where they say none."""
    words = _words_of(data)
    if words is None:
        return WINS if are_preferences(data) else None
    greater = words.get("greater_is_better", False)
    if not isinstance(greater, (bool, int, np.integer)) or greater not in {0, 1}:
        raise TypeError(f"`greater_is_better` of the data must be True or False, but got {greater!r}.")
    bounds = (0.0, 1.0) if takes_bounds(data) else checked_bounds(words.get("bounds"))  # of what was given
    noun = check_text("noun", words.get("noun", "loss"))
    return metric_of_losses(noun, greater_is_better=bool(greater), bounds=turned(bounds) if greater else bounds)


def brings_metric(data: object) -> bool:
    """Tell whether data say of which metric they are, as losses, scores and preferences do."""
    return _words_of(data) is not None or are_preferences(data)


def holds_scores(data: object) -> bool:
    """Tell whether data are scores or losses of validation sets."""
    return isinstance(data, xr.DataArray) and "classifier" in data.dims


def _words_of(data: object) -> Mapping[str, Any] | None:
    """Return how data speak of their losses, None where they hold none."""
    holds_losses = isinstance(data, xr.Dataset) and "loss" in data
    if isinstance(data, (xr.Dataset, xr.DataArray)) and (holds_losses or holds_scores(data)):
        found = provenance(data).get("loss")
        if not isinstance(found, Mapping):
            raise ValueError("`data` must say whether less is better, but have lost it: keep their attributes.")
        return found
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


# --- of files ---------------------------------------------------------------------------------------------------------


def plain_metric(metric: Metric) -> dict[str, Any]:
    """Return a metric in the plain types of JSON: `metric`, `pos_label` and, unless it is registered, its words."""
    positive = metric.positive.item() if hasattr(metric.positive, "item") else metric.positive
    words = {name: getattr(metric, name) for name in _WORDS}
    registered = _called(metric.name)
    if registered is not None and registered.of_class is not None and positive is not None:
        registered = registered.of_class(metric.positive)
    is_registered = registered is not None and all(
        getattr(registered, name) == getattr(metric, name) for name in ("bounds", *_WORDS)
    )
    return {
        "metric": metric.name,
        "pos_label": positive,
        "metric_words": None if is_registered else words | {"bounds": list(metric.value_bounds)},
    }


def _called(name: str) -> Metric | None:
    """Return the metric that is registered by a name, or made by the family that it calls; None if there is none."""
    if is_of_answers(name):
        return metric_of(name)
    call = _MADE.fullmatch(name)
    if call is None or call[1] not in _FAMILIES:
        return METRICS.get(name)
    return _FAMILIES[call[1]](float(call[2]))


def metric_of_plain(plain: Mapping[str, Any], given: Any = None) -> Metric:
    """Return the metric that JSON names; of one that needs words, a function, files hold no more, and it is `given`."""
    if plain["metric_words"] is not None:
        found = None if given is None else metric_of(given)
        if found is not None and found.name == plain["metric"]:
            return found
        raise ValueError(
            f"its metric {plain['metric']!r} was a function, which files do not hold: give it again, "
            "`load(path, metric=...)`"
        )
    positive = plain["pos_label"]
    is_whole = isinstance(positive, float) and positive.is_integer()
    if not (positive is None or isinstance(positive, (str, int)) or is_whole):
        raise TypeError(f"`pos_label` must be a text, a whole number, a boolean or null, but got {positive!r}")
    return metric_of(_called(str(plain["metric"])) or plain["metric"], positive)
