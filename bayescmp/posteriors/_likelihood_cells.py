"""A likelihood of a difference as shares of the cells of a grid, whatever its width."""

from collections.abc import Callable

import numpy as np
from scipy import interpolate

from bayescmp._typing import Floats

_POINTS = 181
_NEAR, _FAR = 0.05, 2.0  # first distance from the centre in standard deviations, and the last in widths of the grid
_WIDE = 4  # cells; a narrower likelihood is shared out between the cells
_SPREADS, _PER_SD = 10, 16
_FLOOR = 600.0  # below the largest logarithm


def likelihood_cells(likelihood: Callable[[Floats], Floats], centre: float, sd: float, middles: Floats) -> Floats:
    """Return the shares that a likelihood has in the cells of a regular grid.

    Parameters
    ----------
    likelihood : callable
        From differences to the likelihood there, up to a factor.
    centre, sd : float
        Where it is high, and how wide; an `sd` of 0 is a point, and an infinite one says nothing.
    middles : array of shape (n_cells,)
        Middles of the cells.

    Returns
    -------
    array of shape (n_cells,)
        Shares, which sum to 1.

    Raises
    ------
    ValueError
        If the likelihood is 0 or infinite everywhere.
    """
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
    found = interpolate.PchipInterpolator(points, np.maximum(log - largest, -_FLOOR))
    return lambda x: np.asarray(found(x))


def _shared_out(points: Floats, weights: Floats, middles: Floats) -> Floats:
    """Share weights out between the two nearest cells, so that their mean stays."""
    place = np.clip((points - middles[0]) / (middles[1] - middles[0]), 0, middles.size - 1)
    left = np.minimum(place.astype(int), middles.size - 2)
    found = np.bincount(left, weights * (left + 1 - place), middles.size)
    return found + np.bincount(left + 1, weights * (place - left), middles.size)
