"""DeLong's test of two areas under the ROC curve on the same records."""

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._given import as_array, as_numbers, check_same_index, index_of
from bayescmp._results import SignificanceResult, plain
from bayescmp._settings import Settings
from bayescmp._typing import Booleans, Floats
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import ratio, symmetric
from bayescmp.frequentist._registered import RegisteredTest
from bayescmp.metrics._answers import answers_of
from bayescmp.metrics._of_margins import positive_label
from bayescmp.metrics._roc_auc import ROC_AUC, auc_components
from bayescmp.model_selection import HOLD_OUT

_LEAST = 2  # records of each kind


def delong(positive: ArrayLike, first: ArrayLike, second: ArrayLike) -> SignificanceResult:
    r"""Test equality of two areas under the ROC curve on one hold-out.

    Parameters
    ----------
    positive : array of bool, shape (n_records,)
        Which records are of the class that is looked for.
    first, second : array of shape (n_records,)
        Scores of the two classifiers, such as probabilities of the class; larger means more probable.

    Returns
    -------
    SignificanceResult
        `estimate` is loss(first) - loss(second) with the loss 1 - AUC; `statistic` is it over its standard error. The
        p-value is 1 where both have the same scores.

    Raises
    ------
    TypeError, ValueError
        If lengths differ, values are none, or there are not two records of each kind.

    Notes
    -----
    Null hypothesis: the two fitted classifiers have equal areas. With :math:`V_{10}` the share of negative records that
    score lower than a positive one, and :math:`V_{01}` the share of positive ones that score higher than a negative
    one, ties by half, the variance of the difference is

    .. math:: \frac{\mathrm{Var}(V_{10}^A - V_{10}^B)}{n_1} + \frac{\mathrm{Var}(V_{01}^A - V_{01}^B)}{n_0}

    (status S [1]_), from ranks in n log n steps (status S [2]_). The classifiers are fixed: training sets do not vary.

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the Areas under Two or More Correlated
       Receiver Operating Characteristic Curves: A Nonparametric Approach", Biometrics 44(3), 1988.
       :doi:`10.2307/2531595`
    .. [2] X. Sun and W. Xu, "Fast Implementation of DeLong's Algorithm for Comparing the Areas Under Correlated
       Receiver Operating Characteristic Curves", IEEE Signal Processing Letters 21(11), 2014.
       :doi:`10.1109/LSP.2014.2337313`

    Examples
    --------
    >>> from bayescmp.frequentist import delong
    >>> positive = [True, True, True, False, False, False]
    >>> result = delong(positive, [0.9, 0.8, 0.4, 0.5, 0.2, 0.1], [0.9, 0.3, 0.4, 0.5, 0.2, 0.6])
    >>> round(result.estimate, 4), round(result.pvalue, 4)
    (-0.3333, 0.2207)
    """
    is_positive, scores = _checked(positive, first, second)
    components = [auc_components(one, is_positive) for one in scores]
    # Areas of the second less the first, as losses are 1 - area.
    of_positive, of_negative = (b - a for a, b in zip(*components, strict=True))
    estimate = xr.DataArray(float(of_positive.mean()))
    error = np.sqrt(of_positive.var(ddof=1) / of_positive.size + of_negative.var(ddof=1) / of_negative.size)
    statistic = ratio(estimate, error)
    return SignificanceResult(
        name="delong",
        statistic=plain(statistic),
        pvalue=float(2 * special.ndtr(-np.abs(statistic))),
        df=None,
        estimate=plain(estimate),
        bounds=symmetric(plain(estimate), error, special.ndtri),
    )


def _checked(positive: ArrayLike, first: ArrayLike, second: ArrayLike) -> tuple[Booleans, tuple[Floats, Floats]]:
    kinds = as_array(positive, "positive")
    if kinds.dtype != bool or kinds.ndim != 1:
        raise TypeError(f"`positive` must be a row of True and False, but got values of type {kinds.dtype}.")
    for which in (kinds, ~kinds):
        if which.sum() < _LEAST:
            raise ValueError(
                f"`positive` must hold {_LEAST} records or more of each kind, but hold {int(kinds.sum())} that are "
                f"True and {int((~kinds).sum())} that are False."
            )
    arguments = {"positive": positive, "first": first, "second": second}
    check_same_index({name: index_of(values) for name, values in arguments.items()})
    found = []
    for name, values in (("first", first), ("second", second)):
        array = as_numbers(values, name)
        if array.shape != kinds.shape or not np.isfinite(array).all():
            raise ValueError(f"`{name}` must hold a finite number for each of the {kinds.size} records.")
        found.append(array)
    return kinds, (found[0], found[1])


def _assess(evidence: PairEvidence, _: Settings) -> SignificanceResult:
    if evidence.predictions is None:
        raise ValueError("This test needs predicted probabilities, but there are none.")
    answers, metric = answers_of(evidence.predictions, evidence.metric), evidence.metric
    rows, labels = answers.validated, evidence.predictions["label"].to_numpy().tolist()
    label = positive_label(metric.name, labels, metric.positive)
    names = evidence.predictions["classifier"].to_numpy().astype(str).tolist()
    first, second = (
        answers.given[names.index(name)][rows][:, labels.index(label)] for name in (evidence.first, evidence.second)
    )
    return delong(answers.truth[rows] == label, first, second)


DELONG = RegisteredTest(
    name="delong",
    family="Z",
    plan=HOLD_OUT.name,
    null="equal areas under the ROC curve of the two fitted classifiers",
    reference="delong1988",
    metrics=ROC_AUC.name,
    status="S",
    faults="one hold-out: training variance is not included; normal only with many records of both kinds",
    assess=_assess,
    needs_probabilities=True,
    reads=lambda evidence: evidence.predictions is not None,
)
