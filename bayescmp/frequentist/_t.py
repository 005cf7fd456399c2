"""The paired t test of the differences of validation losses, corrected for overlap or not."""

from dataclasses import replace

import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._validation import MOST_RECORDS, check_not_negative
from bayescmp.design import CROSS_VALIDATION
from bayescmp.frequentist._differences import DIMS, by_standard_error, check_differences, sum_of_squares
from bayescmp.frequentist._registered import ALGORITHMS, ANY_METRIC, RegisteredTest
from bayescmp.model_selection import HOLD_OUTS_15, HOLD_OUTS_30, SMALL_HOLD_OUTS_15, TEN_FOLD, TEN_TIMES_TEN_FOLD
from bayescmp.results import SignificanceResult


def paired_t(differences: xr.DataArray | ArrayLike, *, test_to_train: float) -> SignificanceResult:
    r"""Paired t test over the validation sets of any resampling, corrected for overlap or not.

    Parameters
    ----------
    differences : DataArray, dims (..., repeat, fold), or array of shape (repeats, folds) or (folds,)
        value(first) - value(second) on each validation set, a proportion; NaN where a repeat has fewer folds.
    test_to_train : float
        Size of a validation set relative to a training set, for the correction of Nadeau and Bengio; 0.0 for none, of
        independent differences.

    Notes
    -----
    Null hypothesis: the algorithms, at the training size of the resampling, have equal expected loss. Records and
    training sets vary.

    .. math:: t = \frac{\bar d}{\sqrt{(1/J + n_2/n_1)\,S^2}}

    on t with J - 1 degrees of freedom, S^2 the variance (divisor J - 1) of the J differences. Without the correction
    the differences are taken as independent, which those of a resampling are not: on repeated hold-outs the size is
    several times the nominal one [1]_. With it, the Nadeau-Bengio corrected t test, the variance is of the right order
    but not exact [2]_; for r repeats of K folds, r = 1 or more, n_2/n_1 = 1/(K - 1), and there are rK - 1 degrees of
    freedom [3]_ (status S; fractions and repeats of the named tests F). Do not use it without
    the correction on hold-outs or folds that share training records, and not at all on a handful of validation sets.

    References
    ----------
    .. [1] T. G. Dietterich, "Approximate Statistical Tests for Comparing Supervised Classification Learning
       Algorithms", Neural Computation 10(7), 1998. :doi:`10.1162/089976698300017197`
    .. [2] C. Nadeau and Y. Bengio, "Inference for the Generalization Error", Machine Learning 52, 2003.
       :doi:`10.1023/A:1024068626366`
    .. [3] R. R. Bouckaert and E. Frank, "Evaluating the Replicability of Significance Tests for Comparing Learning
       Algorithms", PAKDD 2004. :doi:`10.1007/978-3-540-24775-3_3`

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.frequentist import paired_t
    >>> d = xr.DataArray([[0.1, 0.2, 0.0, 0.1]], dims=("repeat", "fold"))
    >>> [round(paired_t(d, test_to_train=ratio).statistic, 4) for ratio in (0.0, 1 / 3)]
    [2.4495, 1.6036]
    """
    d = check_differences(differences, least=2)
    check_not_negative("test_to_train", test_to_train, most=MOST_RECORDS)
    count = d.count(DIMS)
    variance = sum_of_squares(d, DIMS) / (count - 1)
    return by_standard_error("paired_t", d.mean(DIMS), ((1 / count + test_to_train) * variance) ** 0.5, count - 1)


REPEATED_HOLDOUT_T = RegisteredTest(
    name="repeated_holdout_t", spoken="t-test of repeated hold-outs", family="t", plan=HOLD_OUTS_15.name,
    null=ALGORITHMS, reference="dietterich1998", metrics=ANY_METRIC, status="F",
    faults="size 0.464 on Epsilon: overlapping hold-outs are taken as independent",
    assess=lambda e, _: paired_t(e.differences, test_to_train=0.0), unit="validation set",
)  # fmt: skip
RESAMPLED_T = replace(
    REPEATED_HOLDOUT_T, name="resampled_t", spoken="resampled t-test", plan=HOLD_OUTS_30.name, status="S",
    faults=f"as {REPEATED_HOLDOUT_T.spoken}, and worse with more splits",
)  # fmt: skip
KFOLD_T = replace(
    REPEATED_HOLDOUT_T, name="kfold_t", spoken="paired t-test of folds", plan=TEN_FOLD.name,
    faults="training sets share eight ninths: too large a size where they matter",
)  # fmt: skip
CORRECTED_REPEATED_KFOLD_T = replace(
    REPEATED_HOLDOUT_T, name="corrected_repeated_kfold_t", spoken="corrected t-test of folds",
    plan=TEN_TIMES_TEN_FOLD.name, reference="bouckaert2004",
    faults="the correction of Nadeau and Bengio is a rule of thumb; low power with few folds",
    assess=lambda e, _: paired_t(e.differences, test_to_train=e.design.test_to_train), of_pairs=True,
    accepts=lambda design: design.kind == CROSS_VALIDATION and design.n_folds > 1,
)  # fmt: skip
CORRECTED_REPEATED_HOLDOUT_T = replace(
    CORRECTED_REPEATED_KFOLD_T, name="corrected_repeated_holdout_t", spoken="corrected resampled t-test",
    plan=SMALL_HOLD_OUTS_15.name, reference="nadeau2003", status="S, fraction F",
    faults="the correction of Nadeau and Bengio is a rule of thumb for the correlation of hold-outs",
    accepts=lambda design: design.kind == CROSS_VALIDATION and design.n_folds == 1,
)  # fmt: skip
