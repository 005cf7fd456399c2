"""Whether records that follow each other differ alike, and how much too narrow an interval is that does not know it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._rounding import difference
from bayescmp._support._shared import shared
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.evidence._fact import IN_ORDER, Fact, chance_text

if TYPE_CHECKING:
    from bayescmp.evidence._evidence import Evidence

_FEWEST = 20  # units, of fewer of which an order tells nothing
_LAGS = 10
_LEVEL = 0.01
_WIDER = 1.05  # times the width, less of which nobody need be told


def facts_in_order(evidence: "Evidence", first: Integers, second: Integers) -> Iterator[Fact]:
    r"""Say of which pair of classifiers neighbouring units of a hold-out differ alike, if that is beyond chance.

    Units are records, or groups of them, in the order in which they were given; `size` of the fact, one at most, is
    the factor by which an interval is too narrow.

    Notes
    -----
    With x the differences of losses of n units, less their mean over a task, or over a class where the classes stand
    one after the other, and :math:`c_k = \sum_i x_i x_{i+k}`,

    .. math:: z_1 = c_1 / \sqrt{\sum_i x_i^2 x_{i+1}^2}, \quad
              z_K = \sum_{k \le K} c_k / \sqrt{\sum_{k \le K} \sum_i x_i^2 x_{i+k}^2}

    are nearly standard normal for independent units, however they are distributed (derived; they fall short of it where
    few differ). K is 10, or a fifth of the units. Either is beyond chance at a level of .005, of several pairs by
    Bonferroni. The factor is the square root of the long-run variance over the variance, with Bartlett's weights [1]_
    and the bandwidth that is best for an autoregression [2]_.

    References
    ----------
    .. [1] W. K. Newey and K. D. West, "A Simple, Positive Semi-Definite, Heteroskedasticity and Autocorrelation
       Consistent Covariance Matrix", Econometrica 55(3), 1987. :doi:`10.2307/1913610`
    .. [2] D. W. K. Andrews, "Heteroskedasticity and Autocorrelation Consistent Covariance Matrix Estimation",
       Econometrica 59(3), 1991. :doi:`10.2307/2938229`
    """
    if not evidence.design.is_one_test_set or evidence.design.n_judged or evidence.metric.influence is None:
        return
    values = _units(evidence)
    n = values.shape[1]
    if n < _FEWEST:
        return
    n_lags = min(_LAGS, n // 5)
    of_pairs = (_apart(values, *pair) for pair in zip(first, second, strict=True))
    x = max(of_pairs, key=lambda apart: _beyond_chance(apart, n_lags))
    p = 2 * len(first) * special.ndtr(-_beyond_chance(x, n_lags))
    if p < _LEVEL and (factor := np.sqrt(long_run_ratio(x, n_lags))) >= _WIDER:
        what, remedy = "groups", "larger groups are due"
        if not evidence.design.n_groups:
            what, blocks = "records", "`how=in_time(...)` (`--time`) makes blocks of them the units"
            remedy = f"{blocks}, `group=` (`--group`) sessions or documents"
        of = "of a pair " * (len(first) > 1)
        yield Fact(
            kind=IN_ORDER,
            text=f"differences {of}are alike in {what} that follow each other ({chance_text(p)}): where these are in "
            "the order of time, session or document, the interval is some "
            f"{factor:.2g} times too narrow; {remedy}",
            size=float(factor),
        )


def _units(evidence: "Evidence") -> Floats:
    """Return what units add to the losses of all classifiers, (classifier, unit), with a mean of 0 in every stratum."""
    inside, strata = _strata(evidence.predictions)
    if evidence.groups is None:
        found = evidence.wrong.astype(float) if evidence.metric.counts_errors else evidence.influence
        values = found.isel(repeat=0).transpose("classifier", "record").to_numpy()[:, inside]
    else:
        codes, first_rows = np.unique(evidence.groups.codes[inside], return_index=True)
        values, strata = evidence.groups.added[:, 0, codes], strata[first_rows]
    if not strata.any():
        return np.asarray(values - values.mean(1, keepdims=True))
    sizes = np.maximum(np.bincount(strata), 1)
    return np.stack([row - (np.bincount(strata, row) / sizes)[strata] for row in values])


@shared
def _strata(predictions: xr.Dataset) -> tuple[Booleans, Integers]:
    """Return which records are validated, and the task or the class of each that is; 0 where neither matters."""
    inside = (predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    strata = np.zeros(np.count_nonzero(inside), dtype=int)
    if "task" in predictions.coords:
        strata = np.unique(predictions["task"].to_numpy()[inside], return_inverse=True)[1]
    elif "y_true" in predictions:
        classes = predictions["y_true"].to_numpy()[inside]
        n_changes = np.count_nonzero(np.diff(classes))
        if n_changes < predictions.sizes["label"] and n_changes == np.unique(classes).size - 1:  # sorted by class
            strata = classes
    return inside, strata


def _apart(values: Floats, first: int, second: int) -> Floats:
    """Return the differences of two rows, 0 where they are rounding alone."""
    one, other = values[first], values[second]
    return np.asarray(difference(one, other, max(np.abs(one).max(), np.abs(other).max())))


def _beyond_chance(x: Floats, n_lags: int) -> float:
    """Return the larger of the two statistics."""
    lags, own = range(1, n_lags + 1), x**2
    sums, squares = (np.array([one[lag:] @ one[:-lag] for lag in lags]) for one in (x, own))
    if not squares[0]:
        return 0.0
    return float(max(sums[0] / np.sqrt(squares[0]), sums.sum() / np.sqrt(squares.sum())))


def long_run_ratio(x: Floats, least: int) -> float:
    """Return the long-run variance of a series with mean 0 over its variance, over so many lags at least."""
    n = x.size
    spectrum = np.abs(np.fft.rfft(x, 2 * n)) ** 2
    found = np.fft.irfft(spectrum)[:n]
    if found[0] <= 0:
        return 1.0
    rho = found / found[0]
    one = min(max(float(rho[1]), 0.0), 0.97)
    best = 1.1447 * (4 * one**2 / (1 - one**2) ** 2 * n) ** (1 / 3)
    lags = np.arange(1, min(max(int(best), least), n // 4) + 1)
    return float(1 + 2 * ((1 - lags / (lags.size + 1)) * rho[lags]).sum())
