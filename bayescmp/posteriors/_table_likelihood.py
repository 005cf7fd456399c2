"""The likelihood of the difference of two error rates given the counts of a table, by quadrature."""

import numpy as np
from scipy import special

from bayescmp._typing import Floats

_Z = np.linspace(-4.3, 4.3, 57)
_WIDEST = 3.0


def log_likelihood_of_counts(only_first: Floats, only_second: Floats, agreed: Floats, difference: Floats) -> Floats:
    r"""Return the logarithm of the likelihood of differences, up to a constant for each table.

    Parameters
    ----------
    only_first, only_second, agreed : array
        Records that only the first, only the second, and both or none got wrong; they may be fractions.
    difference : array
        Values of err(first) - err(second), broadcast against the counts; what is not between -1 and 1 is impossible.

    Returns
    -------
    array

    Notes
    -----
    With :math:`\delta \ge 0` (else the classifiers are swapped) and :math:`u = \delta + (1 - \delta) v`, the integral
    over the disagreement u of `likelihood_of_table` is

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
