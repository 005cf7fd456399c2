"""Z tests: of proportions, record-level differences, a conservative variance, and areas under the ROC curve."""

from dataclasses import replace

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, as_numbers, check_labelled, check_same_index, index_of
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp._support._validation import check_choice
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._label_losses import answers_of_pair, groups_of_pair
from bayescmp.frequentist._mcnemar import HOLDOUT_MCNEMAR_EXACT
from bayescmp.frequentist._registered import ALGORITHMS, ANY_METRIC
from bayescmp.frequentist._sign_flip import SIGN_FLIP
from bayescmp.metrics import ROC_AUC, auc_components, positive_label
from bayescmp.model_selection import FIVE_FOLD, HALF_SPLITS, SMALL_HOLD_OUTS_15, checked_groups
from bayescmp.results import SignificanceResult
from bayescmp.tables import CELLS, cell, check_table


def proportions(table: xr.DataArray) -> SignificanceResult:
    r"""Test of two proportions, as if the classifiers had been evaluated on different records.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts of one hold-out.

    Notes
    -----
    Null hypothesis: the two fitted classifiers have equal error rates. Records vary, training sets do not. With n
    records, error shares :math:`p_A, p_B` and :math:`p = (p_A + p_B)/2`,

    .. math:: z = \frac{p_A - p_B}{\sqrt{2 p (1 - p)/n}}

    (status S [1]_). It has no interval: its variance is that of equal shares, which holds at a difference of 0 only.
    The pairing is thrown away: where the classifiers err on the same records the test has almost no power. Use
    `mcnemar` instead, or `tango` for an interval.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate Statistical Tests for Comparing Supervised Classification Learning
       Algorithms", Neural Computation 10(7), 1998. :doi:`10.1162/089976698300017197`

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> round(bc.frequentist.proportions(table).statistic, 4)
    -2.9436
    """
    table = check_table(table).astype(float)
    total = table.sum(CELLS).where(lambda n: n > 0, 1.0)
    first = table.sel(first="wrong", drop=True).sum("second") / total
    second = table.sel(second="wrong", drop=True).sum("first") / total
    mean = (first + second) / 2
    result = by_standard_error("proportions", first - second, (2 * mean * (1 - mean) / total) ** 0.5)
    return replace(result, bounds=None)


def kfold_ci_z(tables: xr.DataArray, *, variance: str = "all-pairs") -> SignificanceResult:
    r"""Z test of Bayle and others from one K-fold cross-validation.

    Parameters
    ----------
    tables : DataArray, dims (..., fold, first, second)
        One table per fold of one repeat; the record-level differences are -1, 0 and 1 as the cells say.
    variance : {"all-pairs", "within-fold"}, default "all-pairs"
        Mean square about the overall mean, or mean over folds of the variance within each, of two records or more.

    Notes
    -----
    Null hypothesis: the error difference, averaged over the K fitted pairs of classifiers, is 0. Records vary; the
    training sets only as far as the algorithms are stable, which the theorem assumes. With d the record-level
    differences of the losses,

    .. math:: z = \bar d \sqrt{n} / s, \quad s^2 = \frac{1}{n} \sum (d - \bar d)^2

    or s^2 the mean over folds of the variances with divisor :math:`n_k - 1` (status S [1]_; K = 5 is F). For algorithms
    that are not stable the variance is too small and the size above the nominal one.

    References
    ----------
    .. [1] P. Bayle, A. Bayle, L. Janson and L. Mackey, "Cross-validation Confidence Intervals for Test Error",
       NeurIPS 33, 2020. :doi:`10.48550/arXiv.2007.12671`

    Examples
    --------
    >>> import bayescmp as bc
    >>> tables = bc.paired_table(both_wrong=[1, 1], only_first_wrong=[2, 2], only_second_wrong=[9, 9],
    ...                          both_right=[38, 38], dims=("fold",))
    >>> round(bc.frequentist.kfold_ci_z(tables).statistic, 4)
    -3.1274
    """
    check_choice("variance", variance, ("all-pairs", "within-fold"))
    tables = check_labelled("tables", check_table(tables, "tables").astype(float), "f", ("fold",))
    size = tables.sum(CELLS)
    if variance == "within-fold" and (size < 2).any():
        raise ValueError("Each fold must hold at least two records for the variance 'within-fold'.")
    only_first, only_second = cell(tables, "wrong", "right"), cell(tables, "right", "wrong")
    differences, squares = only_first - only_second, only_first + only_second
    total = size.sum("fold").where(lambda n: n > 0, 1.0)
    mean = differences.sum("fold") / total
    if variance == "all-pairs":
        square = squares.sum("fold") / total - mean**2
    else:
        square = ((squares / size - (differences / size) ** 2) * size / (size - 1)).mean("fold")
    return by_standard_error("kfold_ci_z", mean, (square.clip(min=0) / total) ** 0.5)


def conservative_z(mean: xr.DataArray, halves: xr.DataArray) -> SignificanceResult:
    r"""Conservative Z test of Nadeau and Bengio.

    Parameters
    ----------
    mean : DataArray, dims (...)
        Mean over J hold-outs of value(first) - value(second), trained on n1 of the n records.
    halves : DataArray, dims (..., split, half)
        The same mean within each of two disjoint halves of the records, for several random splits, with validation
        sets of the same size as for `mean` and smaller training sets.

    Notes
    -----
    Null hypothesis: the algorithms, trained on n1 records, have equal expected loss. Records and training sets vary.

    .. math:: z = \frac{\mu}{\sqrt{\frac{1}{2M} \sum_m (\mu_m - \mu_m^c)^2}}

    (status S [1]_). The variance is that of estimates with half the records, hence too large on average where training
    is regular: the test is mostly conservative (where nothing can be learned it was not: study `costly`), has low
    power, and needs hundreds of fits.

    References
    ----------
    .. [1] C. Nadeau and Y. Bengio, "Inference for the Generalization Error", Machine Learning 52, 2003.
       :doi:`10.1023/A:1024068626366`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import conservative_z
    >>> halves = xr.DataArray([[0.01, 0.03], [0.02, 0.02]], dims=("split", "half"))
    >>> round(conservative_z(xr.DataArray(0.02), halves).statistic, 4)
    2.0
    """
    check_labelled("mean", mean, "iuf", ())
    check_labelled("halves", halves, "iuf", ("split", "half"))
    if not np.isfinite(mean).all():
        raise ValueError(f"`mean` must be a finite number, but got {float(mean)}.")
    if halves.sizes["half"] != 2 or not np.isfinite(halves).all():
        raise ValueError("`halves` must be finite numbers of two halves.")
    gap = halves.isel(half=0, drop=True) - halves.isel(half=1, drop=True)
    return by_standard_error("conservative_z", mean, ((gap**2).mean("split") / 2) ** 0.5)


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


def _of_half_splits(evidence: PairEvidence) -> SignificanceResult:
    """Average the hold-outs on all records, and those within either half of every half-split."""
    d = evidence.differences.isel(fold=0, drop=True)
    size = SMALL_HOLD_OUTS_15.n_repeats
    means = [d.isel(repeat=slice(k, k + size)).mean("repeat") for k in range(0, d.sizes["repeat"], size)]
    halves = [xr.concat(pair, "half") for pair in zip(means[1::2], means[2::2], strict=True)]
    return conservative_z(means[0], xr.concat(halves, "split"))


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


PROPORTIONS = replace(
    HOLDOUT_MCNEMAR_EXACT, name="proportions", spoken="test of two proportions", family="Z", reference="dietterich1998",
    faults="ignores the pairing: low power where both err on the same records, rejects too easily where on others",
    assess=lambda e, _: proportions(e.table),
)  # fmt: skip
KFOLD_CI_Z = replace(
    PROPORTIONS, name="kfold_ci_z", spoken="z-test of k-fold cross-validation", plan=FIVE_FOLD.name,
    null="zero mean difference of the K fitted pairs, for stable algorithms that of the algorithms",
    reference="bayle2020", status="S, K F", faults="too large a size for algorithms that are not stable",
    assess=lambda e, _: kfold_ci_z(e.counts.isel(repeat=0, drop=True)),
)  # fmt: skip
CONSERVATIVE_Z = replace(
    PROPORTIONS, name="conservative_z", spoken="conservative z-test", plan=HALF_SPLITS.name,
    null=ALGORITHMS, reference="nadeau2003", metrics=ANY_METRIC,
    faults="300 additional fits, low power; conservative on average, and not everywhere",
    assess=lambda e, _: _of_half_splits(e),
)  # fmt: skip
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
