"""The metrics by name: a metric is a file with a `Metric` and one line here."""

import re

from bayescmp._support._registry import Registry
from bayescmp._support._text import shown
from bayescmp.metrics._functions import metric_of_function
from bayescmp.metrics._margins import ACCURACY, OF_MARGINS
from bayescmp.metrics._means import ERROR
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._of_probabilities import NEG_BRIER_SCORE, NEG_LOG_LOSS
from bayescmp.metrics._order import AVERAGE_PRECISION, ROC_AUC, ROC_AUC_OVO, ROC_AUC_OVR
from bayescmp.metrics._pass import PassAll, PassAt

_OF_SCIKIT_LEARN = {
    "roc_auc_score": ROC_AUC.name,
    "average_precision_score": AVERAGE_PRECISION.name,
    "brier_score_loss": NEG_BRIER_SCORE.name,
    "log_loss": NEG_LOG_LOSS.name,
}
"""Functions of scikit-learn that take probabilities, which give a number for labels, too."""
METRICS: Registry[Metric] = Registry(
    "metric", [ERROR, *OF_MARGINS, NEG_BRIER_SCORE, NEG_LOG_LOSS, ROC_AUC, ROC_AUC_OVR, ROC_AUC_OVO, AVERAGE_PRECISION]
)
"""Metrics by name."""
_OF_ANSWERS = re.compile(r"pass([@^])([1-9]\d{0,5})")
DEFAULT_METRIC = ERROR
"""What is compared where no metric is named."""
METRIC_OF_VERDICTS = ACCURACY
"""The same of data that tell only what is right and what is wrong."""


def metric_of(metric: object, pos_label: object = None) -> Metric:
    """Return the metric that a name, a function or a metric stands for.

    Parameters
    ----------
    metric : str, callable or Metric
        A name from `METRICS`; "pass@5" or "pass^5" with any number, as from `PassAt` and `PassAll`; or a function
        ``metric(y_true, y_pred)`` of labels that is higher where predictions are better.
    pos_label : label, optional
        The class that a metric of one class, such as "f1", is of. Where it is left out, the labels must be 0 and 1, -1
        and 1, or False and True.

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
        raise ValueError(f"`pos_label` is for metrics of one class, such as 'f1', but the metric is {found.name!r}.")
    return found.of_class(pos_label)


def is_of_answers(name: object) -> bool:
    """Tell whether a name is that of a metric of several answers, such as "pass@5"."""
    return isinstance(name, str) and _OF_ANSWERS.fullmatch(name) is not None


def _found(metric: object) -> Metric:
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        several = _OF_ANSWERS.fullmatch(metric)
        if several is not None:
            return {"@": PassAt, "^": PassAll}[several[1]](int(several[2]))
        return METRICS[METRICS.check("metric", metric)]
    named = getattr(metric, "func", metric)  # of a partial
    module = str(getattr(named, "__module__", ""))
    if callable(metric) and module != "sklearn.metrics._scorer":  # which has what takes an estimator
        name = getattr(named, "__name__", "")
        if name in _OF_SCIKIT_LEARN and module.startswith("sklearn."):
            raise ValueError(
                f"`metric` must be a function of labels, but {name} is one of probabilities: give its name, "
                f"{_OF_SCIKIT_LEARN[name]!r}."
            )
        return metric_of_function(metric)
    raise TypeError(f"`metric` must be a name or a function metric(y_true, y_pred), but got {shown(metric)}.")
