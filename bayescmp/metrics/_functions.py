"""Metrics that are functions of the user's: of labels, and of weights where a posterior asks for them."""

import warnings
from collections.abc import Callable
from functools import partial
from inspect import Parameter, signature
from typing import Any

import numpy as np

from bayescmp._support._exits import no_exit
from bayescmp._support._text import one_line
from bayescmp._support._typing import Array
from bayescmp._support._validation import about
from bayescmp.metrics._label_counts import influence_by_differences
from bayescmp.metrics._metric import Metric

_MOST = 1e100  # beyond, squares of differences are infinite


def metric_of_function(function: Callable[..., float]) -> Metric:
    """Return the metric of a function of labels that is higher where predictions are better, in units of its own.

    Posteriors call it with weights: ``metric(y_true, y_pred, sample_weight=...)``.
    """
    named = getattr(function, "func", function)  # of a partial
    name = one_line(getattr(named, "__name__", type(named).__name__))
    value = partial(_value_of_function, function, name)
    return Metric(
        name=name, noun=name.replace("_", " ").strip(), greater_is_better=True, bounds=(None, None), needs="labels",
        additive=False, value=value,
        influence=partial(influence_by_differences, value) if _takes_weights(function) else None,
    )  # fmt: skip


def _value_of_function(
    function: Callable[..., float], name: str, y_true: Any, y_pred: Any, sample_weight: Any = None
) -> float:
    """Return the number that a function of the user's gives, or say in one sentence that it gives none."""
    if sample_weight is not None and not _takes_weights(function):
        raise ValueError(
            f"`metric` must take `sample_weight`, the weights of records, for a posterior is that of weights; {name} "
            "does not. Give it this argument, or use `run_tests`."
        )
    weights = {} if sample_weight is None else {"sample_weight": _kept(sample_weight)}
    try:
        with about("metric"), no_exit("by a metric", f"The metric {name}"), warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # a division by 0 gives nan, which is refused by name
            value = function(_kept(y_true), _kept(y_pred), **weights)
            if np.asarray(value).dtype.kind in "cSU" or np.ndim(value) != 0 or not hasattr(value, "__float__"):
                raise TypeError(f"`metric` must return one number, but {name} returned {type(value).__name__}.")
            found = float(value)
    except ArithmeticError as error:
        raise ValueError(
            f"`metric` must return a finite number for any records, but {name} raised {type(error).__name__}: {error}."
        ) from error
    if not abs(found) <= _MOST:
        raise ValueError(f"`metric` must return finite numbers, but {name} returned {found:g}.")
    return found


def _kept(values: Any) -> Array:
    """Return an array that a function cannot change."""
    found = np.asarray(values).view()
    found.flags.writeable = False
    return found


def _takes_weights(function: Callable[..., float]) -> bool:
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):  # some that are written in C do not tell
        return True
    return any(one.name == "sample_weight" or one.kind is Parameter.VAR_KEYWORD for one in parameters)
