"""A metric as JSON holds it: its name, or what to call it where it is a function that is nowhere registered."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from bayescmp.metrics._f_beta import FBeta
from bayescmp.metrics._log_loss import LogLoss
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_losses import LOSSES
from bayescmp.metrics._registry import METRICS, metric_of

_WORDS = {"noun": str, "loss_symbol": str, "greater_is_better": bool, "better": str}
_KIND = {"needs": "labels", "additive": False}
"""What else tells which level fits, and what earlier files, which do not say, held."""


_FAMILIES: dict[str, Callable[[float], Metric]] = {"FBeta": FBeta, "LogLoss": LogLoss}
_MADE = re.compile(r"(\w+)\(([0-9.e+-]+)\)")
"""Metrics that are made by a function of one number, whose name is a call."""


def plain_metric(metric: Metric) -> dict[str, Any]:
    """Return a metric in the plain types of JSON.

    Parameters
    ----------
    metric : Metric
        Any.

    Returns
    -------
    dict
        `metric`, `pos_label`, and `metric_words`, None for metrics that are registered.
    """
    positive = metric.positive.item() if hasattr(metric.positive, "item") else metric.positive
    words = {name: getattr(metric, name) for name in (*_WORDS, *_KIND)} | {"bounds": list(metric.bounds)}
    return {
        "metric": metric.name,
        "pos_label": positive,
        "metric_words": None if _is_registered(metric) else words,
    }


def _is_whole(value: object) -> bool:
    return isinstance(value, float) and value.is_integer()


def _is_registered(metric: Metric) -> bool:
    own = METRICS.get(metric.name) or _made(metric.name)
    if own is not None and own.of_class is not None and metric.positive is not None:
        own = own.of_class(metric.positive)
    if own is None:
        return False
    return all(getattr(own, name) == getattr(metric, name) for name in (*_WORDS, *_KIND, "bounds"))


def _made(name: str) -> Metric | None:
    """Return the metric of a family that a name calls, None if it is none."""
    call = _MADE.fullmatch(name)
    family = None if call is None else _FAMILIES.get(call[1])
    return None if call is None or family is None else family(float(call[2]))


def metric_of_plain(plain: Mapping[str, Any]) -> Metric:
    """Return the metric that JSON holds; of a function there are its words only, and no value.

    Parameters
    ----------
    plain : mapping
        As from `plain_metric`; earlier files hold `metric` alone.

    Returns
    -------
    Metric

    Raises
    ------
    TypeError, ValueError
        If it is none.
    """
    words, positive = plain.get("metric_words"), plain.get("pos_label")
    if not (positive is None or isinstance(positive, (str, int)) or _is_whole(positive)):
        raise TypeError(f"`pos_label` must be a text, a whole number, a boolean or null, but got {positive!r}")
    made = _made(str(plain["metric"]))
    if made is not None and words is None:
        return metric_of(made, positive)
    if words is None:
        return metric_of(plain["metric"], positive)
    for name, kind in _WORDS.items():
        if not isinstance(words[name], kind):
            raise TypeError(f"`metric_words` must hold {name} of type {kind.__name__}, but got {words[name]!r}")
    read = {name: words.get(name, earlier) for name, earlier in _KIND.items()}
    if read["needs"] not in {"labels", "probabilities", LOSSES} or not isinstance(read["additive"], bool):
        raise ValueError(f"`metric_words` must say what the metric needs, but got {read!r}")
    low, high = (None if bound is None else float(bound) for bound in words["bounds"])
    if not np.isfinite([bound for bound in (low, high) if bound is not None]).all():
        raise ValueError(f"`metric_words` must hold finite bounds, but got {words['bounds']!r}")

    def value(*_: object, **__: object) -> float:
        raise ValueError(f"The file does not hold the function {plain['metric']!r}, only what it was called.")

    return Metric(
        name=plain["metric"],
        bounds=(low, high),
        **read,
        value=value,
        positive=positive,
        **{name: words[name] for name in _WORDS},
    )
