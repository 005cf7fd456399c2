"""The metrics by name: a metric is a file with a `Metric` and one line here."""

from bayescmp._registry import Registry
from bayescmp.metrics._error import ERROR
from bayescmp.metrics._metric import Metric, metric_of_function

METRICS: Registry[Metric] = Registry("metric", [ERROR])
"""Metrics by name."""
DEFAULT_METRIC = ERROR
"""What is compared where no metric is named."""


def metric_of(metric: object) -> Metric:
    """Return the metric that a name, a function or a metric stands for.

    Parameters
    ----------
    metric : str, callable or Metric
        A name from `METRICS`, or a function ``metric(y_true, y_pred)`` of labels that is 1 at its best.

    Returns
    -------
    Metric

    Raises
    ------
    TypeError
        If it is neither.
    ValueError
        If no metric has the name.

    Examples
    --------
    >>> from bayescmp.metrics import metric_of
    >>> metric_of("error").noun
    'error'
    """
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        return METRICS[METRICS.check("metric", metric)]
    if callable(metric):
        return metric_of_function(metric)
    raise TypeError(f"`metric` must be a name or a function metric(y_true, y_pred), but got {metric!r}.")
