"""Z tests: of proportions, record-level differences, and a conservative variance."""

from dataclasses import replace

import numpy as np
import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._given import check_labelled
from bayescmp._support._validation import check_choice
from bayescmp.evidence import PairEvidence
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._mcnemar import HOLDOUT_MCNEMAR_EXACT
from bayescmp.frequentist._registered import ALGORITHMS, ANY_METRIC
from bayescmp.model_selection import FIVE_FOLD, HALF_SPLITS, SMALL_HOLD_OUTS_15
from bayescmp.results import SignificanceResult
from bayescmp.tables import CELLS, cell, check_table


@known_arguments
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
    if halves.sizes["half"] != 2 or not np.isfinite(halves).all() or not np.isfinite(mean).all():
        raise ValueError("`mean` and `halves` must be finite numbers, and `halves` of two halves.")
    gap = halves.isel(half=0, drop=True) - halves.isel(half=1, drop=True)
    return by_standard_error("conservative_z", mean, ((gap**2).mean("split") / 2) ** 0.5)


def _of_half_splits(evidence: PairEvidence) -> SignificanceResult:
    """Average the hold-outs on all records, and those within either half of every half-split."""
    d = evidence.differences.isel(fold=0, drop=True)
    size = SMALL_HOLD_OUTS_15.n_repeats
    means = [d.isel(repeat=slice(k, k + size)).mean("repeat") for k in range(0, d.sizes["repeat"], size)]
    halves = [xr.concat(pair, "half") for pair in zip(means[1::2], means[2::2], strict=True)]
    return conservative_z(means[0], xr.concat(halves, "split"))


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
