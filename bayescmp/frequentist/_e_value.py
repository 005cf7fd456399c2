"""Evidence that stays valid whenever one looks: e-values of a paired table, and their confidence sequence."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._support._arguments import known_arguments
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Booleans, Floats
from bayescmp._support._validation import check_number, check_positive
from bayescmp.frequentist._mcnemar import HOLDOUT_MCNEMAR_EXACT
from bayescmp.results import SignificanceResult
from bayescmp.tables import check_table, is_effective, of_each

PRIOR = (10.0, 10.0)  # of the mixture: chosen for power where classifiers disagree on some ten to a few hundred records
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(24)
_PANELS = ((0.0, 1 / 16), (1 / 16, 1 / 4), (1 / 4, 1.0))
"""Parts of the way from the mode to where the integrand is negligible: few nodes each, for tails may be long."""
_DROP = 46.0  # nats below the mode, where 1e-20 of it is left
_STEPS, _HALVINGS = 60, 4
_EDGE = 1 - 1e-12
_GOLDEN, _SECTIONS = (5**0.5 - 1) / 2, 24
_AT_ONCE = 20_000
_LEAST_PRIOR, _MOST_PRIOR = 0.5, 1e6  # between which quadrature is right to 1e-8


@known_arguments
def e_value(table: xr.DataArray, *, difference: float = 0.0, prior: Sequence[float] = PRIOR) -> SignificanceResult:
    r"""Evidence against a difference of two error rates, valid however often one looked before.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts of one hold-out as far as it is there; leading dims are tables of their own.
    difference : float, default 0
        The difference err(first) - err(second) that is tested, between -1 and 1.
    prior : (float, float), default (10, 10)
        Parameters of the Beta distribution that is mixed over, from .5 to 1e6.

    Returns
    -------
    SignificanceResult
        `statistic` is the e-value, infinite beyond 1e308; `pvalue` the smaller of 1 and its inverse. The interval is
        the confidence sequence: all of them together, one at each number of records, hold the difference with the
        confidence level.

    Notes
    -----
    Null hypothesis: for these two fitted classifiers the error rates differ by :math:`\delta_0`. Records come one
    after the other, independently; the training sets do not vary. With a records that only the first gets wrong, b
    that only the second does and c others, :math:`x = 1/(1 + \delta_0)` and :math:`y = 1/(1 - \delta_0)`,

    .. math:: E(\delta_0) = \int (2zx)^a (2(1-z)y)^b (zx + (1-z)y)^c \,\mathrm{Beta}(z; \alpha, \beta) \, dz

    For every z the factor of a record has mean 1 under the hypothesis, whatever the share of ties, so that E is a
    martingale that begins at 1 and reaches :math:`1/\alpha` with probability at most :math:`\alpha`, whenever one
    stops (Ville) [1]_ [2]_ (status D). At :math:`\delta_0 = 0` it is :math:`2^{a+b} B(a + \alpha, b + \beta) /
    B(\alpha, \beta)`, with Beta(1, 1) the Bayes factor of unequal against equal error rates. log E is convex in
    :math:`\delta_0`, so that the differences with :math:`E < 1/\alpha` are an interval, which holds the observed one.

    It is a price for looking: at one look that was planned, `mcnemar` rejects more, and the interval is some 1.5 to 2
    times as wide as one that is looked at once, with few disagreements up to 3 times. Where three quarters or more of
    the disagreements are of one side, betting [3]_ is quicker: the page on peeking.

    References
    ----------
    .. [1] H. Robbins, "Statistical methods related to the law of the iterated logarithm", The Annals of Mathematical
       Statistics 41(5), 1970. :doi:`10.1214/aoms/1177696786`
    .. [2] A. Ramdas, P. Grünwald, V. Vovk and G. Shafer, "Game-theoretic statistics and safe anytime-valid
       inference", Statistical Science 38(4), 2023. :doi:`10.1214/23-STS894`
    .. [3] I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by betting", Journal of the
       Royal Statistical Society: Series B 86(1), 2024. :doi:`10.1093/jrsssb/qkad009`

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=20, only_first_wrong=12, only_second_wrong=48, both_right=420)
    >>> found = bc.frequentist.e_value(table)
    >>> interval = found.confidence_interval(0.95)
    >>> round(found.statistic), round(interval.low, 4), round(interval.high, 4)
    (2465, -0.1187, -0.0243)
    """
    table = check_table(table)
    if is_effective(table):
        raise ValueError(
            "`table` must hold records one by one, but is an effective table of a cross-validation, whose repeats are "
            "no records: looking after each is not what an e-value is valid for."
        )
    one, other, rest = counts_of(table.to_numpy().reshape(*table.shape[:-2], 4))
    if not -1 < check_number("difference", difference) < 1:
        raise ValueError(f"`difference` must be between -1 and 1, but got {shown(difference)}.")
    if not isinstance(prior, (tuple, list)) or len(prior) != 2:
        raise TypeError(f"`prior` must be two numbers, the parameters of a Beta distribution, but got {shown(prior)}.")
    alpha, beta = (check_positive("prior", part, least=_LEAST_PRIOR, most=_MOST_PRIOR) for part in prior)
    statistic, pvalue = e_and_pvalues(log_e_values(one, other, rest, difference, (alpha, beta)))

    def bounds(level: float) -> tuple[xr.DataArray | float, xr.DataArray | float]:
        low, high = confidence_sequence(one, other, rest, 1 - level, (alpha, beta))
        return of_each(table, low, "low"), of_each(table, high, "high")

    return SignificanceResult(
        name="e_value",
        statistic=of_each(table, statistic, "statistic"),
        pvalue=of_each(table, pvalue, "pvalue"),
        estimate=of_each(table, (one - other) / np.maximum(one + other + rest, 1), "difference"),
        bounds=bounds,
    )


def counts_of(cells: ArrayLike) -> tuple[Floats, Floats, Floats]:
    """Return the numbers of records that only the first gets wrong, that only the second does, and of all others."""
    # The four cells of a table, row by row, are along the last axis.
    both, first, second, none = np.moveaxis(np.asarray(cells, dtype=float), -1, 0)
    return first, second, both + none


def e_and_pvalues(log_e: Floats | float) -> tuple[Floats, Floats]:
    """Return e-values, infinite beyond 1e308, and the smaller of 1 and their inverse."""
    with np.errstate(over="ignore"):
        return np.exp(log_e), np.exp(-np.maximum(log_e, 0))


def log_e_values(
    one: Array | float, other: Array | float, rest: Array | float, difference: Array | float,
    prior: tuple[float, float] = PRIOR,
) -> Floats:  # fmt: skip
    """Return log E at a difference of error rates, for counts as from `counts_of`, in any shapes that broadcast."""
    given = np.broadcast_arrays(one, other, rest, difference)
    flat = np.array([values.ravel() for values in given], dtype=float)
    parts = np.array_split(flat, 1 + flat.shape[1] // _AT_ONCE, axis=1)
    return np.concatenate([_log_e_values(a, b, c, at, *prior) for a, b, c, at in parts]).reshape(given[0].shape)


def _log_e_values(a: Floats, b: Floats, c: Floats, difference: Floats, alpha: float, beta: float) -> Floats:
    closed = (a + b) * np.log(2) + special.betaln(a + alpha, b + beta) - special.betaln(alpha, beta)
    is_open = difference != 0
    if not is_open.any():
        return closed
    a, b, c, difference = (part[is_open] for part in (a, b, c, difference))
    x, y = 1 / (1 + difference), 1 / (1 - difference)
    fixed = a * np.log(2 * x) + b * np.log(2 * y) - special.betaln(alpha, beta)

    one, other, rest, x, y = (part[:, None] for part in (a + alpha, b + beta, c, x, y))

    def height(t: Floats) -> Floats:
        """Return the log of the integrand over t, the logit of z, but for what is fixed; it is concave in z."""
        least = np.exp(-np.abs(t))  # z and 1 - z are 1 and this, over their sum
        mixed = np.where(t > 0, x + y * least, x * least + y)
        side = np.where(t > 0, other, -one)
        return np.asarray(rest * np.log(mixed) - side * t - (one + other + rest) * np.log1p(least))

    mode = special.logit(_mode(one, other, rest, x, y))
    top = height(mode)
    integral = np.zeros_like(fixed)
    for side in (-1, 1):
        way = _way_down(height, mode, top - _DROP, side)
        for begin, end in _PANELS:
            t = mode + side * way * (begin + (end - begin) * (_NODES + 1) / 2)
            integral += (np.exp(height(t) - top) @ _WEIGHTS) * ((end - begin) / 2 * way[:, 0])
    closed[is_open] = fixed + top[:, 0] + np.log(integral)
    return closed


def _mode(one: Floats, other: Floats, rest: Floats, x: Floats, y: Floats) -> Floats:
    """Return where the integrand is largest: the root in (0, 1) of a quadratic equation.

    one / z - other / (1 - z) + rest (x - y) / (y + z (x - y)) = 0, times all three denominators.
    """
    slope = x - y
    square = -(one + other + rest) * slope
    linear = (one + rest) * slope - (one + other) * y
    root = np.sqrt(np.maximum(linear**2 - 4 * square * one * y, 0))
    near = -(linear + np.copysign(root, linear)) / 2  # the form that does not cancel
    first_root = np.divide(near, square, out=np.full_like(near, -1.0), where=square != 0)
    second_root = np.divide(one * y, near, out=np.full_like(near, 0.5), where=near != 0)
    return np.clip(np.where((first_root > 0) & (first_root < 1), first_root, second_root), 1e-300, 1 - 1e-16)


def _way_down(height: Callable[[Floats], Floats], mode: Floats, floor: Floats, side: int) -> Floats:
    """Return how far from the mode, on one side, the integrand falls to a floor, or a little farther."""
    near, far = np.zeros_like(mode), np.full_like(mode, 1e-3)
    for _ in range(_STEPS):
        high = height(mode + side * far) > floor
        if not high.any():
            break
        near, far = np.where(high, far, near), np.where(high, 2 * far, far)
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        high = height(mode + side * middle) > floor
        near, far = np.where(high, middle, near), np.where(high, far, middle)
    return far


def log_e_of_region(one: Array, other: Array, rest: Array, region: tuple[float, float]) -> Floats:
    """Return the least log E of all differences in a region, evidence against every one of them.

    It is at the end that is nearest to the observed difference where it is above 0 there, for log E is convex and at
    most 0 at what is observed; else it is found by golden sections.
    """
    a, b, c = map(np.array, np.broadcast_arrays(one, other, rest))
    observed = (a - b) / np.maximum(a + b + c, 1)
    least = log_e_values(a, b, c, np.clip(observed, *region))
    left = least <= 0
    if region[0] == region[1] or not left.any():
        return least
    a, b, c = a[left], b[left], c[left]
    low, high = np.full(a.shape, region[0]), np.full(a.shape, region[1])
    for _ in range(_SECTIONS):
        inner = [low + share * (high - low) for share in (1 - _GOLDEN, _GOLDEN)]
        is_left = log_e_values(a, b, c, inner[0]) < log_e_values(a, b, c, inner[1])
        low, high = np.where(is_left, low, inner[0]), np.where(is_left, inner[1], high)
    least[left] = np.minimum(least[left], log_e_values(a, b, c, (low + high) / 2))
    return least


def excluded(one: Array, other: Array, rest: Array, difference: float, alpha: float) -> Booleans:
    """Tell whether the confidence sequence leaves out a difference."""
    return np.asarray(log_e_values(one, other, rest, difference) >= -np.log(alpha))


def confidence_sequence(
    one: Array, other: Array, rest: Array, alpha: float, prior: tuple[float, float] = PRIOR
) -> tuple[Floats, Floats]:
    """Return the least and the largest difference with an e-value below 1 / alpha."""
    from scipy.optimize import elementwise

    sides = np.reshape([-1.0, 1.0], (2, *[1] * np.broadcast(one, other, rest).ndim))
    *counts, ends = map(np.array, np.broadcast_arrays(one, other, rest, sides))
    limit = -np.log(alpha)
    observed = np.clip((counts[0] - counts[1]) / np.maximum(sum(counts), 1), -_EDGE, _EDGE)

    def excess(difference: Floats, a: Floats, b: Floats, c: Floats) -> Floats:
        return log_e_values(a, b, c, difference, prior) - limit

    inside = excess(_EDGE * ends, *counts) > 0  # else no difference is excluded on that side
    if inside.any():
        bracket = observed[inside], _EDGE * ends[inside]
        ends[inside] = elementwise.find_root(excess, bracket, args=tuple(part[inside] for part in counts)).x
    return ends[0], ends[1]


E_VALUE = replace(
    HOLDOUT_MCNEMAR_EXACT, name="holdout_e_value", spoken="e-value, valid whenever one looks", family="e-value",
    reference="ramdas2023", status="D",
    faults=f"as {HOLDOUT_MCNEMAR_EXACT.spoken}; less power than a test at one look that was planned",
    assess=lambda e, _: e_value(e.table),
)  # fmt: skip
