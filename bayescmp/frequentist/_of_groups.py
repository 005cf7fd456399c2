"""Tests of one hold-out whose records come in groups of dependent ones: by standard error, and by turned signs."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import check_row_of_differences
from bayescmp._support._rounding import difference
from bayescmp._support._typing import Floats, Integers
from bayescmp._support._validation import RandomNumbers
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._label_losses import groups_of_pair
from bayescmp.frequentist._registered import ANY_METRIC, MEANS
from bayescmp.frequentist._sign_flip import SIGN_FLIP, differences_of, sign_flip
from bayescmp.model_selection import checked_groups
from bayescmp.results import SignificanceResult


def cluster_t(differences: ArrayLike, group: ArrayLike) -> SignificanceResult:
    r"""Cluster-robust t-test of the mean difference of records that come in groups, on one hold-out.

    Parameters
    ----------
    differences : array of shape (n_records,)
        value(first) - value(second) of every record; of right and wrong answers -1, 0 and 1.
    group : array of shape (n_records,)
        The group of every record, two or more.

    Notes
    -----
    With G groups of n records,

    .. math:: t = \bar d / \sqrt{\frac{G}{G - 1} \frac{1}{n^2} \sum_g \Bigl(\sum_{i \in g} (d_i - \bar d)\Bigr)^2}

    is compared with a t distribution with G - 1 degrees of freedom (status S [1]_; equal to an intercept of statsmodels
    with ``cov_type="cluster"``). Of right and wrong answers it is a test of McNemar's null hypothesis for
    clustered pairs. Beside comparisons by metrics that are no mean, such as recall or F1, it takes as differences what
    each record adds to that of the values, to first order (status D). Groups of very unequal size make it reject too
    often.

    References
    ----------
    .. [1] K.-Y. Liang and S. L. Zeger, "Longitudinal Data Analysis Using Generalized Linear Models", Biometrika 73(1),
       1986. :doi:`10.1093/biomet/73.1.13`

    Examples
    --------
    >>> from bayescmp.frequentist import cluster_t
    >>> result = cluster_t([0, 1, 1, 0, 0, -1, 1, 1], ["a", "a", "b", "b", "c", "c", "d", "d"])
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (1.192, 0.319, 3.0)
    """
    d, codes = _checked(differences, group)
    sums = difference(np.bincount(codes, d), np.bincount(codes) * d.mean(), np.abs(d).sum())
    error = np.sqrt(sums.size / (sums.size - 1) * (sums**2).sum()) / d.size
    return by_standard_error("cluster_t", d.mean(), error, float(sums.size - 1))


def cluster_sign_flip(
    differences: ArrayLike, group: ArrayLike, *, n_resamples: int = 9_999, rng: RandomNumbers = 0
) -> SignificanceResult:
    """Paired permutation test of records that come in groups: the classifiers are swapped on whole groups.

    Parameters
    ----------
    differences, group, n_resamples, rng
        As in `cluster_t` and `sign_flip`.

    Returns
    -------
    SignificanceResult
        `statistic` is the mean difference of the records; two-sided. No interval.

    Notes
    -----
    `sign_flip` of the sums of groups. Null hypothesis: on every group the two classifiers could be swapped without
    changing the distribution of the group's outcomes, whatever its size and however its records depend on each other.

    Examples
    --------
    >>> from bayescmp.frequentist import cluster_sign_flip
    >>> round(cluster_sign_flip([0, 1, 1, 0, 0, -1, 1, 1], ["a", "a", "b", "b", "c", "c", "d", "d"]).pvalue, 3)
    0.5
    """
    d, codes = _checked(differences, group)
    of_sums = sign_flip(np.bincount(codes, d), n_resamples=n_resamples, rng=rng)
    mean = float(d.mean()) if of_sums.statistic else 0.0
    return replace(of_sums, name="cluster_sign_flip", statistic=mean, estimate=mean)


def _checked(differences: ArrayLike, group: ArrayLike) -> tuple[Floats, Integers]:
    """Return the differences, and the group of each, counted from 0."""
    d = check_row_of_differences(differences, "record")
    codes = np.unique(checked_groups(group, d.size, {"differences": differences}, "group"), return_inverse=True)[1]
    if not codes.any():
        raise ValueError("`group` must hold two groups or more, but all records are in one.")
    return d, codes


def _of(evidence: PairEvidence) -> tuple[Floats, Integers]:
    """Return the differences of the values of every record, and its group."""
    return differences_of(evidence), groups_of_pair(evidence)


CLUSTER_T = replace(
    SIGN_FLIP, name="cluster_t", spoken="cluster-robust t-test", family="t",
    null="equal expected loss of the two fitted classifiers", reference="liang1986", metrics=ANY_METRIC,
    faults="one hold-out; rejects too often where groups differ much in size, or are few",
    assess=lambda e, _: cluster_t(*_of(e)), unit="group",
    reads=lambda e: e.predictions is not None and e.metric.influence is not None,
)  # fmt: skip
CLUSTER_SIGN_FLIP = replace(
    SIGN_FLIP, name="cluster_sign_flip", spoken="paired permutation test of whole groups",
    null="two fitted classifiers that are exchangeable on every group", metrics=MEANS,
    faults="one hold-out; rejects too easily where few groups with skewed differences have a mean of 0",
    assess=lambda e, _: cluster_sign_flip(*_of(e)), unit="group",
)  # fmt: skip
