"""Tango's score test of the difference of paired proportions, its interval, and the test of equivalence."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._arguments import known_arguments
from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_rope
from bayescmp.frequentist._mcnemar import HOLDOUT_MCNEMAR_EXACT
from bayescmp.results import EQUIVALENCE, SignificanceResult
from bayescmp.tables import CELLS, cell, check_table

_HALVINGS = 60


@known_arguments
def tango(table: xr.DataArray) -> SignificanceResult:
    r"""Score test whether two classifiers have equal error rates, with the interval of their difference.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts of one hold-out; leading dims are tables of their own.

    Returns
    -------
    SignificanceResult
        With a standard normal statistic, negative if the first errs less, and Tango's interval.

    Notes
    -----
    Null hypothesis: the two fitted classifiers have equal error rates. Records vary, training sets do not. For a
    difference :math:`\Delta` of the error rates, with b records that only the first gets wrong and c that only the
    second does, out of n,

    .. math:: z(\Delta) = \frac{b - c - n\Delta}{\sqrt{n\,(2 \tilde q + \Delta(1 - \Delta))}}

    where :math:`\tilde q` is the most likely probability that only the second errs if the difference is
    :math:`\Delta`: the root of
    :math:`2n q^2 + ((2n - b + c)\Delta - b - c)\, q - c \Delta (1 - \Delta) = 0` that is a probability (status S
    [1]_; derived again and checked against the likelihood). The test is that of :math:`\Delta = 0`, where
    :math:`z^2` is McNemar's statistic without correction. The interval has the differences that would not be rejected;
    it lies within -1 and 1, and is no point where no record tells the classifiers apart.

    References
    ----------
    .. [1] T. Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
       design", Statistics in Medicine 17, 1998, pages 891-908.

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=80, only_first_wrong=6, only_second_wrong=16, both_right=59)
    >>> result = bc.frequentist.tango(table)
    >>> interval = result.confidence_interval(0.95)
    >>> round(result.statistic, 3), round(interval.low, 4), round(interval.high, 4)
    (-2.132, -0.124, -0.0054)
    """
    first, second, total = _shares(table)
    statistic = xr.apply_ufunc(_z, first, second, total, 0.0)
    pvalue, estimate = 2 * xr.apply_ufunc(special.ndtr, -abs(statistic)), first - second

    def bounds(confidence_level: float) -> tuple[xr.DataArray, xr.DataArray]:
        critical = float(special.ndtri((1 + confidence_level) / 2))
        low = xr.apply_ufunc(_low, first, second, total, critical)
        return low, -xr.apply_ufunc(_low, second, first, total, critical)

    return SignificanceResult(name="tango", statistic=statistic, pvalue=pvalue, estimate=estimate, bounds=bounds)


@known_arguments
def tost(table: xr.DataArray, *, rope: float | Sequence[float]) -> SignificanceResult:
    r"""Two one-sided score tests whether the error rates of two classifiers are practically equivalent.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts of one hold-out; leading dims are tables of their own.
    rope : float or (float, float)
        Half-width or bounds of the region of practical equivalence, a proportion; wider than 0.

    Returns
    -------
    SignificanceResult
        `statistic` is the smaller of the two distances from the bounds, in standard errors, larger the clearer the
        equivalence; `pvalue` the larger of the two one-sided p-values. The estimate is that of `tango`, whose interval
        of level 1 - 2 alpha says the same as the test at alpha; it has none of its own.

    Notes
    -----
    Null hypothesis: the error rates of the two fitted classifiers differ by the rope or more. Records vary, training
    sets do not. With z of `tango` and the rope from l to h, the p-value is the larger of :math:`1 - \Phi(z(l))` and
    :math:`\Phi(z(h))` [1]_ [2]_ (status D). It is at most alpha just where the interval of confidence level
    :math:`1 - 2\alpha` lies inside the rope. Either test has level alpha; no correction is needed, because both have
    to reject. A large p-value is no evidence of a difference.

    References
    ----------
    .. [1] D. J. Schuirmann, "A comparison of the Two One-Sided Tests Procedure and the Power Approach for assessing
       the equivalence of average bioavailability", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
       :doi:`10.1007/BF01068419`
    .. [2] J.-P. Liu, H.-M. Hsueh, E. Hsieh and J. J. Chen, "Tests for equivalence or non-inferiority for paired
       binary data", Statistics in Medicine 21, 2002. :doi:`10.1002/sim.1012`

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=43, only_first_wrong=0, only_second_wrong=1, both_right=0)
    >>> result = bc.frequentist.tost(table, rope=0.1)
    >>> round(result.statistic, 3), round(result.pvalue, 3)
    (1.709, 0.044)
    """
    low, high = check_rope(rope)
    if low == high:
        raise ValueError(f"`rope` must be a region of equivalence wider than 0, but got {shown(rope)}.")
    shares = _shares(table)
    above, below = (xr.apply_ufunc(_z, *shares, bound) for bound in (low, high))
    statistic = np.minimum(above, -below)
    pvalue, estimate = xr.apply_ufunc(special.ndtr, -statistic), shares[0] - shares[1]
    return SignificanceResult(
        name="tost", statistic=statistic, pvalue=pvalue, alternative=EQUIVALENCE, estimate=estimate
    )


def _shares(table: xr.DataArray) -> tuple[xr.DataArray, xr.DataArray, xr.DataArray]:
    """Return the shares of the records that only the first and only the second gets wrong, and their number."""
    table = check_table(table).astype(float)
    total = table.sum(CELLS)
    divisor = total.where(total > 0, 1.0)
    return cell(table, "wrong", "right") / divisor, cell(table, "right", "wrong") / divisor, total


def _z(first: Any, second: Any, total: Any, difference: Any) -> Floats:
    """Return the score statistic of a difference; 0 where everything is as it says, without variance too."""
    distance = np.abs(difference)
    up, down = np.where(difference < 0, second, first), np.where(difference < 0, first, second)
    # q, the most likely probability that only `down` errs: 2 q^2 + linear q = constant, in a form that does not cancel.
    linear = (2 - up + down) * distance - up - down
    constant = down * distance * (1 - distance)
    root = np.sqrt(linear**2 + 8 * constant)
    gap = (first - second - difference) * np.sqrt(total)
    with np.errstate(divide="ignore", invalid="ignore"):
        q = np.where(linear > 0, 2 * constant / (root + linear), (root - linear) / 4)
        return np.asarray(np.where(gap == 0, 0.0, gap / np.sqrt(2 * q + distance * (1 - distance))))


def _low(first: Any, second: Any, total: Any, critical: float) -> Floats:
    """Halve the range below the estimate until z is `critical`; z decreases, and at its ends need not be defined."""
    high = np.asarray(first - second)
    low = np.full_like(high, -1.0)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        inside = _z(first, second, total, middle) <= critical
        low, high = np.where(inside, low, middle), np.where(inside, middle, high)
    return high


HOLDOUT_SCORE = replace(
    HOLDOUT_MCNEMAR_EXACT, name="holdout_score", spoken="Tango's score test", family="score", reference="tango1998",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.spoken}; size 0.065 at 50 records",
    assess=lambda e, _: tango(e.table),
)  # fmt: skip
HOLDOUT_TOST = replace(
    HOLDOUT_SCORE, name="holdout_tost", spoken="two one-sided tests of equivalence",
    null="error rates of the two fitted classifiers that differ by the rope or more", reference="liu2002", status="D",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.spoken}; size 0.069 at 20 records and a rope of 0.2",
    assess=lambda e, settings: tost(e.table, rope=settings.rope), needs_rope=True,
)  # fmt: skip
