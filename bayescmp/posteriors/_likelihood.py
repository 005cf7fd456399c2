"""The likelihood of a difference, free of the prior of its posterior, and as shares of cells of a grid."""

from collections.abc import Callable

import numpy as np
import scipy
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._given import as_numbers
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.posteriors._drawn_posterior import DrawnPosterior
from bayescmp.posteriors._effective import PartsPosterior
from bayescmp.posteriors._in_values import InValues
from bayescmp.posteriors._paired_posterior import PairedPosterior
from bayescmp.posteriors._student_posterior import MeanDifference
from bayescmp.tables import CELLS

_PART_STEPS, _PART_SPREADS = 121, 10


Posterior = PairedPosterior | PartsPosterior | MeanDifference | DrawnPosterior | InValues


def likelihood_of_difference(posterior: Posterior, difference: ArrayLike) -> Floats:
    r"""Likelihood of a difference, from the posterior of a pair.

    Parameters
    ----------
    posterior : PairedPosterior, PartsPosterior, MeanDifference or DrawnPosterior
        Of one pair, or what stands in a comparison by a metric of which more is better; its prior does not count.
    difference : array
        Values of what the posterior is of: value(first) - value(second) where it is of a comparison.

    Returns
    -------
    array
        Of the same shape, up to a factor. Of error rates it is 0 where the difference is not between -1 and 1. Where
        losses do not vary, it is 1 at the point and 0 elsewhere, and where nothing is known, 1 everywhere.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.

    Notes
    -----
    Of a table, it is the posterior under the flat Dirichlet prior of the four cells, over the prior that it gives the
    difference,

    .. math:: L(\delta) \propto \frac{p(\delta \mid \text{table})}{\tfrac{3}{2} (1 - |\delta|)^2}

    (status D). The other prior cannot be divided out: its density of the difference is infinite at 0. Of a posterior
    that is mixed over the effective number of records, it is that of the parts, each over its integral, by their
    weights. Of mean losses, whose prior is flat, it is the posterior density. Of draws, it is the normal density with
    their standard deviation about the observed difference, not about that of the posterior, which the prior moves.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.posteriors import likelihood_of_difference
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> at = likelihood_of_difference(bc.posteriors.paired_posterior(table), [-0.14, 0.0])
    >>> bool(at[0] > at[1])
    True
    """
    of_kind = next((function for kind, function in _OF_KIND.items() if isinstance(posterior, kind)), None)
    if of_kind is None:
        raise TypeError(f"`posterior` must be that of a pair by a level without a sampler, but got {shown(posterior)}.")
    with about("difference"):
        values = as_numbers(difference, "difference")
        if np.isnan(values).any():
            raise ValueError("`difference` must hold numbers, but got NaN.")
    with np.errstate(over="ignore"):  # so far away, it is 0
        return np.asarray(of_kind(posterior, values.ravel())).reshape(values.shape)


def _of_table(posterior: PairedPosterior, difference: Floats) -> Floats:
    log = _log_likelihood(posterior.table, difference)
    largest = log.max(initial=-np.inf)
    return np.exp(log - largest) if np.isfinite(largest) else np.zeros_like(log)


def _of_parts(posterior: PartsPosterior, difference: Floats) -> Floats:
    tables = posterior.paired.table.transpose("part", ...)
    of_parts = posterior.paired.difference
    means, sds = (np.asarray(values)[:, None] for values in (of_parts.mean, of_parts.sd))
    cells = np.clip(means + sds * np.linspace(-_PART_SPREADS, _PART_SPREADS, _PART_STEPS), -1.0, 1.0)
    around, asked = _log_likelihood(tables, cells), _log_likelihood(tables, difference)
    largest = around.max(axis=1, keepdims=True)
    integrals = np.trapezoid(np.exp(around - largest), cells, axis=1)
    return np.asarray(posterior.part_weights.to_numpy() @ (np.exp(asked - largest) / integrals[:, None]))


def _of_mean(posterior: MeanDifference, difference: Floats) -> Floats:
    if posterior.difference.sd == 0:
        return np.where(difference == float(posterior.mean), 1.0, 0.0)
    if np.isinf(posterior.scales).all():
        return np.ones_like(difference)
    return np.asarray(posterior.difference.pdf(difference))


def _of_draws(posterior: DrawnPosterior, difference: Floats) -> Floats:
    centre, sd = float(posterior.observed), float(posterior.difference.sd)
    return np.where(difference == centre, 1.0, 0.0) if sd == 0 else scipy.stats.norm.pdf(difference, centre, sd)


def _of_values(posterior: InValues, difference: Floats) -> Floats:
    return likelihood_of_difference(posterior.of_losses, -difference)


_OF_KIND: dict[type, Callable[..., Floats]] = {
    PairedPosterior: _of_table,
    PartsPosterior: _of_parts,
    MeanDifference: _of_mean,
    DrawnPosterior: _of_draws,
    InValues: _of_values,
}


def _log_likelihood(table: xr.DataArray, difference: Floats) -> Floats:
    """Logarithm of the likelihood of differences, up to a constant for each table of a batch."""
    cells = table.transpose(..., *CELLS).to_numpy().astype(float)
    agreed = cells[..., 0, 0] + cells[..., 1, 1]
    one, other, both = (counts[..., None] for counts in (cells[..., 0, 1], cells[..., 1, 0], agreed))
    return log_likelihood_of_counts(one, other, both, difference)


_Z = np.linspace(-4.3, 4.3, 57)
_WIDEST = 3.0


def log_likelihood_of_counts(only_first: Floats, only_second: Floats, agreed: Floats, difference: Floats) -> Floats:
    r"""Return the logarithm of the likelihood of differences, up to a constant for each table.

    Notes
    -----
    With :math:`\delta \ge 0` (else the classifiers are swapped) and :math:`u = \delta + (1 - \delta) v`, the integral
    over the disagreement u of a table is

    .. math:: (1 - \delta)^{b + c} \int_0^1 v^b (1 - v)^{c + 1} (2 \delta + (1 - \delta) v)^a \, dv

    for a, b and c records, by the trapezoidal rule in the logit of v about the mode, with steps that grow away from it.
    """
    size = np.minimum(np.abs(difference), 1.0)
    a = np.where(difference >= 0, only_first, only_second)[..., None]
    b = np.where(difference >= 0, only_second, only_first)[..., None]
    c = np.broadcast_to(agreed, np.broadcast_shapes(np.shape(agreed), a.shape[:-1]))[..., None]
    offset, slope = 2 * size[..., None], 1 - size[..., None]
    mode = _mode(a, b, c, offset, slope)
    width = _width(mode, a, b, c, offset, slope)
    logit = special.logit(mode) + width * np.sinh(_Z)
    log_v, log_rest = special.log_expit(logit), special.log_expit(-logit)
    with np.errstate(divide="ignore", invalid="ignore"):
        log = (b + 1) * log_v + (c + 2) * log_rest + special.xlogy(a, offset + slope * np.exp(log_v))
        largest = log.max(axis=-1)
        found = largest + np.log((np.exp(log - largest[..., None]) @ np.cosh(_Z)) * width[..., 0])
        return np.where(np.abs(difference) <= 1, found + special.xlogy((b + c)[..., 0], 1 - size), -np.inf)


def _mode(a: Floats, b: Floats, c: Floats, offset: Floats, slope: Floats) -> Floats:
    """Return where the integrand is highest, as a density of the logit: the positive root of a quadratic."""
    square = -(a + b + c + 3) * slope
    linear = (a + b + 1) * slope - (b + c + 3) * offset
    constant = (b + 1) * offset
    root = np.sqrt(np.maximum(linear**2 - 4 * square * constant, 0.0))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = np.where(linear > 0, (linear + root) / (-2 * square), 2 * constant / (root - linear))
    return np.clip(np.nan_to_num(found, nan=0.5), 1e-12, 1 - 1e-12)


def _width(v: Floats, a: Floats, b: Floats, c: Floats, offset: Floats, slope: Floats) -> Floats:
    """Return the standard deviation of the normal distribution that has the curvature of the integrand's logarithm."""
    share = slope * v / (offset + slope * v)
    curvature = (b + c + 3) * v * (1 - v) - a * share * (1 - v) * ((1 - share) * (1 - v) - v)
    return np.minimum(1 / np.sqrt(np.maximum(curvature, 1e-12)), _WIDEST)


_POINTS = 181
_NEAR, _FAR = 0.05, 2.0  # first distance from the centre in standard deviations, and the last in widths of the grid
_WIDE = 4  # cells; a narrower likelihood is shared out between the cells
_SPREADS, _PER_SD = 10, 16
_FLOOR = 600.0  # below the largest logarithm


def likelihood_cells(likelihood: Callable[[Floats], Floats], centre: float, sd: float, middles: Floats) -> Floats:
    """Return the shares that a likelihood has in the cells of a regular grid."""
    step = float(middles[1] - middles[0])
    if sd <= 0:
        return _shared_out(np.array([centre]), np.ones(1), middles)
    if np.isinf(sd):
        return np.full(middles.size, 1 / middles.size)
    log_at = _interpolated(likelihood, centre, sd, float(middles[0]), float(middles[-1]))
    if sd >= _WIDE * step:
        found = np.exp(log_at(middles))
        return found / found.sum()
    fine = centre + sd * np.linspace(-_SPREADS, _SPREADS, 2 * _SPREADS * _PER_SD + 1)
    fine = fine[(fine >= middles[0]) & (fine <= middles[-1])]
    found = _shared_out(fine, np.exp(log_at(fine)) * sd / _PER_SD, middles)
    beyond = np.abs(middles - centre) > _SPREADS * sd + step / 2
    found[beyond] += np.exp(log_at(middles[beyond])) * step
    return found / found.sum()


def _interpolated(
    likelihood: Callable[[Floats], Floats], centre: float, sd: float, low: float, high: float
) -> Callable[[Floats], Floats]:
    """Return the logarithm of the likelihood between points that are dense where it is high, its largest value 0."""
    reach = np.arcsinh(_FAR * (high - low) / (_NEAR * sd))
    points = centre + _NEAR * sd * np.sinh(np.linspace(-reach, reach, _POINTS))
    points = np.unique(np.concatenate([[low], points[(points > low) & (points < high)], [high]]))
    with np.errstate(divide="ignore"):
        log = np.log(likelihood(points))
    largest = log.max()
    if not np.isfinite(largest):
        raise ValueError("the likelihood must be a number above 0 somewhere")
    found = scipy.interpolate.PchipInterpolator(points, np.maximum(log - largest, -_FLOOR))
    return lambda x: np.asarray(found(x))


def _shared_out(points: Floats, weights: Floats, middles: Floats) -> Floats:
    """Share weights out between the two nearest cells, so that their mean stays."""
    place = np.clip((points - middles[0]) / (middles[1] - middles[0]), 0, middles.size - 1)
    left = np.minimum(place.astype(int), middles.size - 2)
    found = np.bincount(left, weights * (left + 1 - place), middles.size)
    return found + np.bincount(left + 1, weights * (place - left), middles.size)
