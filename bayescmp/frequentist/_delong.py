"""DeLong's test of two areas under the ROC curve, of records that are independent or come in groups."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, as_numbers, check_same_index, index_of
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._label_losses import answers_of_pair, groups_of_pair
from bayescmp.frequentist._sign_flip import SIGN_FLIP
from bayescmp.metrics import ROC_AUC, auc_components, positive_label
from bayescmp.model_selection import checked_groups
from bayescmp.results import SignificanceResult


def delong(
    positive: ArrayLike, first: ArrayLike, second: ArrayLike, *, group: ArrayLike | None = None
) -> SignificanceResult:
    r"""Test equality of two areas under the ROC curve on one hold-out.

    Parameters
    ----------
    positive : array of bool, shape (n_records,)
        Which records are of the class that is looked for; two or more of each kind.
    first, second : array of shape (n_records,)
        Scores of the two classifiers, such as probabilities of the class; larger means more probable.
    group : array of shape (n_records,), optional
        The group of every record, such as the patient, two or more with records of each kind; None where records are
        independent.

    Returns
    -------
    SignificanceResult
        `estimate` is AUC(first) - AUC(second); `statistic` is it over its standard error.

    Notes
    -----
    Null hypothesis: the two fitted classifiers have equal areas. With :math:`V_{10}` the share of negative records that
    score lower than a positive one, and :math:`V_{01}` the share of positive ones that score higher than a negative
    one, ties by half, the variance of the difference is

    .. math:: \frac{\mathrm{Var}(V_{10}^A - V_{10}^B)}{n_1} + \frac{\mathrm{Var}(V_{01}^A - V_{01}^B)}{n_0}

    (status S [1]_), from ranks in n log n steps (status S [2]_). With groups, of which :math:`I_1` hold positive
    records, :math:`I_0` negative ones and I either, and :math:`P_g` and :math:`N_g` the sums over the positive and the
    negative records of group g of how far the difference of the V is from its mean, it is

    .. math:: \frac{I_1}{I_1 - 1} \frac{\sum_g P_g^2}{n_1^2} + \frac{I_0}{I_0 - 1} \frac{\sum_g N_g^2}{n_0^2}
       + \frac{2 I}{I - 1} \frac{\sum_g P_g N_g}{n_1 n_0}

    (status S [3]_), the same where each record is a group. With few groups of a kind the test rejects too often. The
    classifiers are fixed: training sets do not vary.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the Areas under Two or More Correlated
       Receiver Operating Characteristic Curves: A Nonparametric Approach", Biometrics 44(3), 1988.
       :doi:`10.2307/2531595`
    .. [2] X. Sun and W. Xu, "Fast Implementation of DeLong's Algorithm for Comparing the Areas Under Correlated
       Receiver Operating Characteristic Curves", IEEE Signal Processing Letters 21(11), 2014.
       :doi:`10.1109/LSP.2014.2337313`
    .. [3] N. A. Obuchowski, "Nonparametric Analysis of Clustered ROC Curve Data", Biometrics 53(2), 1997.
       :doi:`10.2307/2533958`

    Examples
    --------
    >>> from bayescmp.frequentist import delong
    >>> positive = [True, True, True, False, False, False]
    >>> result = delong(positive, [0.9, 0.8, 0.4, 0.5, 0.2, 0.1], [0.9, 0.3, 0.4, 0.5, 0.2, 0.6])
    >>> round(result.estimate, 4), round(result.pvalue, 4)
    (0.3333, 0.2207)
    """
    is_positive, scores = _checked(positive, first, second)
    components = [auc_components(score, is_positive) for score in scores]
    of_kinds, kinds = [a - b for a, b in zip(*components, strict=True)], (is_positive, ~is_positive)
    codes = np.arange(is_positive.size)
    if group is not None:
        codes = np.unique(checked_groups(group, codes.size, {"positive": positive}, "group"), return_inverse=True)[1]
    if not _in_groups(codes, is_positive):
        raise ValueError("`group` must hold two groups or more with records of each kind, but there are fewer.")

    p, n = (
        np.bincount(codes[kind], (d - d.mean()) / d.size, codes.max() + 1)
        for kind, d in zip(kinds, of_kinds, strict=True)
    )
    products = (is_positive, p @ p), (~is_positive, n @ n), (slice(None), 2 * p @ n)
    counts = [np.unique(codes[rows]).size for rows, _ in products]
    variance = sum(count / (count - 1) * product for count, (_, product) in zip(counts, products, strict=True))
    return by_standard_error("delong", of_kinds[0].mean(), np.sqrt(max(variance, 0.0)))


def _in_groups(codes: Integers, positive: Booleans) -> bool:
    """Tell whether two groups or more hold records of each kind."""
    return min(np.unique(codes[kind]).size for kind in (positive, ~positive)) > 1


def _checked(positive: ArrayLike, first: ArrayLike, second: ArrayLike) -> tuple[Booleans, list[Floats]]:
    kinds = as_array(positive, "positive")
    if kinds.dtype.kind in "iu" and np.isin(kinds, (0, 1)).all():
        kinds = kinds == 1
    if kinds.dtype != bool or kinds.ndim != 1:
        raise TypeError(
            f"`positive` must be a row of True and False, or 1 and 0, but got values of type {kinds.dtype}."
        )
    true, false = int(kinds.sum()), int((~kinds).sum())
    if min(true, false) < 2:
        raise ValueError(
            f"`positive` must hold 2 records or more of each kind, but hold {true} that are True and {false} that are "
            "False."
        )
    check_same_index({"positive": index_of(positive), "first": index_of(first), "second": index_of(second)})
    scores = {"first": as_numbers(first, "first"), "second": as_numbers(second, "second")}
    for name, score in scores.items():
        if score.shape != kinds.shape or not np.isfinite(score).all():
            raise ValueError(f"`{name}` must hold a finite number for each of the {kinds.size} records.")
    return kinds, [*scores.values()]


def _of_predictions(evidence: PairEvidence) -> tuple[Booleans, Floats, Floats]:
    """Return which records are of the class, and the scores of both."""
    (answers, places), metric = answers_of_pair(evidence), evidence.metric
    rows, labels = answers.validated, answers.named["labels"].tolist()
    label = positive_label(metric.name, labels, metric.positive)
    first, second = (answers.given[place][rows][:, labels.index(label)] for place in places)
    return answers.truth[rows] == label, first, second


DELONG = replace(
    SIGN_FLIP, name="delong", spoken="DeLong's test", family="Z",
    null="equal areas under the ROC curve of the two fitted classifiers", reference="delong1988", metrics=ROC_AUC.name,
    faults="one hold-out: training variance is not included; normal only with many records of both kinds",
    assess=lambda e, _: delong(*_of_predictions(e)),
)  # fmt: skip
CLUSTER_DELONG = replace(
    DELONG, name="cluster_delong", spoken="DeLong's test for groups", reference="obuchowski1997",
    faults="one hold-out; rejects too often where few groups hold records of a kind",
    assess=lambda e, _: delong(*_of_predictions(e), group=groups_of_pair(e)), unit="group",
    reads=lambda e: e.predictions is not None and _in_groups(groups_of_pair(e), _of_predictions(e)[0]),
)  # fmt: skip
