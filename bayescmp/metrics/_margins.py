"""Metrics that are formulas of the right, true and predicted counts of every class."""

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from bayescmp._support._text import cut, shown
from bayescmp._support._typing import Array, Booleans
from bayescmp._support._validation import check_positive, reading
from bayescmp.metrics._label_counts import (
    Formula,
    Margins,
    influence_of_formula,
    label_counts,
    margins_of,
    margins_with_none,
    summed,
)
from bayescmp.metrics._metric import Metric, noun_of_class

_LONGEST = 200
_ELSEWHERE = " (where that is no argument, `metric=metrics.metric_of(METRIC, LABEL)`)"
_OBVIOUS = ({0, 1}, {-1, 1})
"""Pairs of labels of which scikit-learn, too, takes 1 as the positive one; True equals 1."""


# --- how a formula becomes a metric -----------------------------------------------------------------------------------


def metric_of_margins(name: str, noun: str, formula: Formula, *, symbol: str = "", worst: float = 0.0) -> Metric:
    """Return a metric that is 1 at its best and `worst` at its worst; axes call its value `symbol`, or the noun."""
    return Metric(
        name=name, noun=noun, symbol=symbol, greater_is_better=True, bounds=(0.0, 1.0 - worst), needs="labels",
        additive=False, formula=formula, value=partial(_value, formula),
        influence=partial(influence_of_formula, formula),
    )  # fmt: skip


def metric_of_class(name: str, noun: str, of_class: Formula, positive: Any = None) -> Metric:
    """Return a metric of one of two classes, from a number per class; the class may be left out where it is obvious."""
    formula = partial(_of_one_class, name, of_class, positive)
    metric = metric_of_margins(name, noun_of_class(noun, positive), formula, symbol=noun)
    of_chosen = partial(metric_of_class, name, noun, of_class)
    return replace(metric, positive=positive, of_class=of_chosen, counted=_COUNTED.get(of_class))


def _value(formula: Formula, y_true: Any, y_pred: Any, sample_weight: Any = None) -> float:
    return float(formula(margins_of(*label_counts(y_true, y_pred, sample_weight))))


def _of_one_class(name: str, of_class: Formula, positive: Any, margins: Margins) -> Array:
    labels = margins.labels.tolist()
    label = positive_label(name, labels) if positive is None else positive
    if label not in labels:  # neither true nor predicted anywhere
        margins, labels = margins_with_none(margins), [*labels, label]
    return np.asarray(of_class(margins)[..., labels.index(label)])


def positive_label(name: str, labels: list[Any], given: Any = None) -> Any:
    """Return the positive one of the labels that occur, the given or the obvious one, for the metric of this name."""
    if given is not None:
        with reading("pos_label", given):
            if given in labels:
                return given
        raise ValueError(f"`pos_label` must be one of the labels {cut(str(labels), _LONGEST)}, but got {shown(given)}.")
    if len(labels) > 2:
        raise ValueError(
            f"`metric` {name!r} is for two classes, but there are {len(labels)}. Name one with `pos_label`"
            f"{_ELSEWHERE}, or take a mean over classes, such as 'f1_macro' or 'roc_auc_ovr'."
        )
    if any(set(labels) <= pair for pair in _OBVIOUS):
        return 1
    raise ValueError(
        f"`pos_label` must be given for the metric {name!r}{_ELSEWHERE}: which of the labels {labels} do you look for?"
    )


def check_class(metric: Metric, labels: list[Any]) -> None:
    """Refuse a metric of one class where it is not clear which, or none of the labels is it."""
    if metric.of_class is not None:
        positive_label(metric.name, labels, metric.positive)


# --- formulas: one number per class -----------------------------------------------------------------------------------


def divided(above: Array, below: Array) -> Array:
    """Divide, with 0 where the divisor is 0, as scikit-learn does."""
    is_0 = np.real(below) == 0
    return np.asarray(np.where(is_0, 0.0, above / np.where(is_0, 1.0, below)))


def precision(m: Margins) -> Array:
    return divided(m.right, m.predicted)


def recall(m: Margins) -> Array:
    return divided(m.right, m.true)


def specificity(m: Margins) -> Array:
    """Return the recall of all other classes taken as one."""
    return divided(of_others(m.true) - m.predicted + m.right, of_others(m.true))


def negative_predictive_value(m: Margins) -> Array:
    """Return the precision of all other classes taken as one."""
    return divided(of_others(m.predicted) - m.true + m.right, of_others(m.predicted))


def of_others(weights: Array) -> Array:
    """Add up all classes but each, exactly 0 where none of them occurs."""
    return np.asarray(weights @ (1 - np.eye(weights.shape[-1])))


_COUNTED: dict[Formula, Any] = {recall: np.equal, specificity: np.not_equal}
"""Of rates of true labels: which are counted, by the class."""


def jaccard(m: Margins) -> Array:
    return divided(m.right, m.true + m.predicted - m.right)


def f_beta(square: float, m: Margins) -> Array:
    """F measure by which recall counts beta times as much as precision, of beta squared."""
    return divided((1 + square) * m.right, square * m.true + m.predicted)


# --- formulas: one number of all classes ------------------------------------------------------------------------------


def occurs(m: Margins) -> Booleans:
    """Tell which classes are true or predicted somewhere."""
    return np.asarray(np.real(m.true + m.predicted) != 0)


def macro(of_class: Formula, m: Margins) -> Array:
    """Return the mean over the classes that occur."""
    return np.asarray((of_class(m) * occurs(m)).sum(-1) / occurs(m).sum(-1))


def weighted(of_class: Formula, m: Margins) -> Array:
    """Return the mean over classes, weighted by how often they are true."""
    return divided((of_class(m) * m.true).sum(-1), m.true.sum(-1))


def micro(of_class: Formula, m: Margins) -> Array:
    """Return the number of all classes taken as one."""
    return of_class(summed(m))


def accuracy(m: Margins) -> Array:
    return np.asarray(m.right.sum(-1) / m.true.sum(-1))


def balanced_accuracy(m: Margins) -> Array:
    is_true = np.real(m.true) != 0
    return np.asarray(recall(m).sum(-1) / is_true.sum(-1))


def matthews(m: Margins) -> Array:
    total, chance = m.true.sum(-1), (m.true * m.predicted).sum(-1)
    spread = (total**2 - (m.true**2).sum(-1)) * (total**2 - (m.predicted**2).sum(-1))
    is_flat = np.real(spread) <= 1e-14 * np.real(total) ** 4  # before the root, which has no derivative there
    return np.asarray(
        np.where(is_flat, 0.0, (m.right.sum(-1) * total - chance) / np.sqrt(np.where(is_flat, 1.0, spread)))
    )


def kappa(m: Margins) -> Array:
    total = m.true.sum(-1)
    chance = (m.true * m.predicted).sum(-1) / total**2
    return divided(m.right.sum(-1) / total - chance, 1 - chance)


# --- the metrics ------------------------------------------------------------------------------------------------------


def _family(name: str, noun: str, of_class: Formula) -> tuple[Metric, ...]:
    """Return the metric of one class, and its macro, micro and weighted means over classes."""
    means = [
        metric_of_margins(f"{name}_{mean.__name__}", f"{mean.__name__} {noun}", partial(mean, of_class))
        for mean in (macro, micro, weighted)
    ]
    return metric_of_class(name, noun, of_class), *means


def FBeta(beta: float) -> Metric:  # noqa: N802 - reads as what it makes
    r"""Return the F measure of the positive class by which recall counts beta times as much as precision.

    Parameters
    ----------
    beta : float
        From 1e-6 to 1e6; 1 is "f1".

    Notes
    -----
    :math:`F_\beta = (1 + \beta^2) P R / (\beta^2 P + R)`, of precision P and recall R; 0 where nothing is right.

    Examples
    --------
    >>> from bayescmp.metrics import FBeta
    >>> round(FBeta(2).value([1, 1, 1, 0], [1, 0, 0, 0]), 4)
    0.3846
    """
    number = check_positive("beta", beta, least=1e-6, most=1e6)
    return metric_of_class(f"FBeta({number!r})".replace(".0)", ")"), f"F{number:g}", partial(f_beta, number**2))


ACCURACY = replace(metric_of_margins("accuracy", "accuracy", accuracy), additive=True, counts_errors=True)
WINS = replace(ACCURACY, noun="share of wins", better="wins more often")
"""The same of preferences: the share of the records on which the other one is not preferred."""
F1 = _family("f1", "F1", partial(f_beta, 1))
OF_MARGINS = (
    ACCURACY,
    # The mean of the recalls of the true classes.
    replace(metric_of_margins("balanced_accuracy", "balanced accuracy", balanced_accuracy), measured=True),
    *F1,
    *_family("precision", "precision", precision),
    *_family("recall", "recall", recall),
    # What recall and precision are called of tests for a disease, of those who have it and those who do not.
    metric_of_class("sensitivity", "sensitivity", recall),
    metric_of_class("specificity", "specificity", specificity),
    metric_of_class("ppv", "PPV", precision),
    metric_of_class("npv", "NPV", negative_predictive_value),
    *_family("jaccard", "Jaccard index", jaccard),
    # 0 at chance, and where one class only is true or predicted.
    metric_of_margins("matthews_corrcoef", "Matthews correlation", matthews, symbol="MCC", worst=-1.0),
    # 0 at chance, and where one class only occurs, for which scikit-learn has NaN.
    metric_of_margins("cohen_kappa", "Cohen's kappa", kappa, symbol="kappa", worst=-1.0),
)
