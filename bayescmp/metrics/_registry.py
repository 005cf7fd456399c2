"""The metrics by name: a metric is a file with a `Metric` and one line here."""

import re

from bayescmp._support._registry import Registry
from bayescmp._support._text import shown
from bayescmp.metrics._functions import metric_of_function
from bayescmp.metrics._margins import ACCURACY, BALANCED_ACCURACY, COHEN_KAPPA, F1, JACCARD, MATTHEWS, PRECISION, RECALL
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
_EVERYDAY = {
    "mcc": MATTHEWS.name,
    "auc": ROC_AUC.name,
    "auroc": ROC_AUC.name,
    "pr auc": AVERAGE_PRECISION.name,
    "auprc": AVERAGE_PRECISION.name,
    "nll": NEG_LOG_LOSS.name,
    "cross entropy": NEG_LOG_LOSS.name,
    "f1 score": F1[0].name,
    "sensitivity": RECALL[0].name,
    "exact match": ACCURACY.name,
    **dict.fromkeys(
        ("ece", "calibration"),
        f"`metrics.calibration` tells of one classifier; two are compared by {NEG_BRIER_SCORE.name!r}, which holds it.",
    ),
}
"""What metrics are called elsewhere, with blanks between words, where the names here are not like it."""
METRICS: Registry[Metric] = Registry(
    "metric",
    [
        ERROR,
        ACCURACY,
        BALANCED_ACCURACY,
        *F1,
        *PRECISION,
        *RECALL,
        *JACCARD,
        MATTHEWS,
        COHEN_KAPPA,
        NEG_BRIER_SCORE,
        NEG_LOG_LOSS,
        ROC_AUC,
        ROC_AUC_OVR,
        ROC_AUC_OVO,
        AVERAGE_PRECISION,
    ],
    everyday=_EVERYDAY | {name.replace("_", " "): own for name, own in _OF_SCIKIT_LEARN.items()},
)
"""Metrics by name."""
_OF_ANSWERS = re.compile(r"pass([@^])([1-9]\d{0,5})")
_LIKE_PASS = re.compile(r"pass[ _-]?(?:at|@)?[ _-]?([1-9]\d{0,5})", re.IGNORECASE)
_OF_REGRESSIONS = re.compile(
    r"squared|absolute|deviance|explained|percentage|pinball|max_error|(?<![a-z])(r2|r?msl?e|mae|s?mape|medae)(?![a-z])",
    re.IGNORECASE,
)
_OF_VOTES = re.compile(r"(?:maj|cons)\w*@\d+", re.IGNORECASE)
DEFAULT_METRIC = ERROR
"""What is compared where no metric is named."""


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


def is_of_answers(name: object) -> bool:
    """Tell whether a name is that of a metric of several answers, such as "pass@5"."""
    return isinstance(name, str) and _OF_ANSWERS.fullmatch(name) is not None


def _refuse_like_pass(name: str) -> None:
    """Refuse a name that means a metric of several answers, with how it is written."""
    like, votes = _LIKE_PASS.fullmatch(name), _OF_VOTES.fullmatch(name)
    if like is None and votes is None and not name.startswith("pass"):
        return
    hint = "" if like is None else f" Did you mean 'pass@{like[1]}'?"
    if votes is not None:
        hint = " A vote is no mean over answers: give its outcome as the prediction, and compare by 'accuracy'."
    raise ValueError(
        f"`metric` of several answers must be 'pass@5' or 'pass^5', with any number, but got {shown(name)}.{hint}"
    )


def _found(metric: object) -> Metric:
    if isinstance(metric, Metric):
        return metric
    if isinstance(metric, str):
        several = _OF_ANSWERS.fullmatch(metric)
        if several is not None:
            return {"@": PassAt, "^": PassAll}[several[1]](int(several[2]))
        _refuse_like_pass(metric)
        if _OF_REGRESSIONS.search(metric):
            raise ValueError(
                f"`metric` must be one of classifiers, but got {shown(metric)}. Of regressions give what each record "
                "loses, such as its absolute error, by `loss` (--loss A --loss B), which is a metric of its own; of "
                "tables of data sets with one number each take any name."
            )
        return METRICS[METRICS.check("metric", metric)]
    if callable(metric):
        named = getattr(metric, "func", metric)  # of a partial
        name = getattr(named, "__name__", "")
        if name in _OF_SCIKIT_LEARN and str(getattr(named, "__module__", "")).startswith("sklearn."):
            raise ValueError(
                f"`metric` must be a function of labels, but {name} is one of probabilities: give its name, "
                f"{_OF_SCIKIT_LEARN[name]!r}."
            )
        if hasattr(metric, "_score_func"):
            raise TypeError(
                f"`metric` must be a name or a function of labels, but got the scorer {shown(metric)}, which takes an "
                "estimator: give the function that it is made of, such as `partial(f1_score, average='macro')`."
            )
        return metric_of_function(metric)
    raise TypeError(f"`metric` must be a name or a function metric(y_true, y_pred), but got {shown(metric)}.")
