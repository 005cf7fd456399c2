"""The metrics by name: a metric is a file with a `Metric` and one line here."""

from bayescmp._registry import Registry
from bayescmp.metrics._accuracy import ACCURACY, BALANCED_ACCURACY
from bayescmp.metrics._averages import F1, JACCARD, PRECISION, RECALL
from bayescmp.metrics._error import ERROR
from bayescmp.metrics._kappa import COHEN_KAPPA
from bayescmp.metrics._matthews import MATTHEWS
from bayescmp.metrics._metric import Metric, metric_of_function

METRICS: Registry[Metric] = Registry(
    "metric",
    [ERROR, ACCURACY, BALANCED_ACCURACY, *F1, *PRECISION, *RECALL, *JACCARD, MATTHEWS, COHEN_KAPPA],
)
"""Metrics by name."""
DEFAULT_METRIC = ERROR
"""What is compared where no metric is named."""


def metric_of(metric: object, pos_label: object = None) -> Metric:
    """Return the metric that a name, a function or a metric stands for.

    Parameters
    ----------
    metric : str, callable or Metric
        A name from `METRICS`, or a function ``metric(y_true, y_pred)`` of labels that is 1 at its best.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of. Where it is left out, the labels must be 0 and 1, -1
        and 1, or False and True.

    Returns
    -------
    Metric

    Raises
    ------
    TypeError
        If it is neither.
    ValueError
        If no metric has the name, or `pos_label` is given for a metric of all classes.

    Examples
    --------
    >>> from bayescmp.metrics import metric_of
    >>> metric_of("error").noun
    'error'
    """
    found = _found(metric)
    if pos_label is None:
        return found
    if found.of_class is None:
        own = "" if found.formula is not None or found.counts_errors else " A function names its class itself."
        raise ValueError(
            f"`pos_label` is for metrics of one class, such as 'f1', but the metric is {found.name!r}.{own}"
        )
    return found.of_class(pos_label)


def _found(metric: object) -> Metric:
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        return METRICS[METRICS.check("metric", metric)]
    if callable(metric):
        return metric_of_function(metric)
    raise TypeError(f"`metric` must be a name or a function metric(y_true, y_pred), but got {metric!r}.")
