"""The density of the differences of all data sets and of what is known of them, and its gradient.

Written as loops, because loops compile fastest. The module imports Numba, and is imported where it is needed.
"""

import math

import numpy as np
from numba import njit

from bayescmp._typing import Floats


@njit
def log_density(
    position: Floats,
    center: Floats,
    spread: Floats,
    grid: Floats,
    log_likelihood: Floats,
    degrees: Floats,
    tail: Floats,
) -> tuple[Floats, Floats, Floats, Floats]:
    """Log density, and its derivatives with respect to the first three arguments.

    The differences, positions between the ends of the grid, are t distributed around their centers with one spread,
    truncated to the grid. `grid` has the first point and the step; `log_likelihood` a row per data set, between whose
    points it is linear; `degrees` is described in `degrees_of`, `tail` in `log_tails`.
    """
    high = grid[0] + grid[1] * (log_likelihood.shape[1] - 1)
    n_degrees, n = len(degrees), len(position)
    terms = degrees[:, 1] + n * (degrees[:, 2] - math.log(spread[()]))
    by_position, by_center, by_spread = np.zeros((n_degrees, n)), np.zeros((n_degrees, n)), np.zeros(n_degrees)
    for m in range(n_degrees):
        df = degrees[m, 0]
        by_spread[m] = -n / spread[()]
        for i in range(n):
            x = (position[i] - center[i]) / spread[()]
            slope = -(df + 1) * x / (df + x * x)
            a, b = (grid[0] - center[i]) / spread[()], (high - center[i]) / spread[()]
            mass, by_a, by_b = _log_mass(a, b, tail[m])
            terms[m] -= (df + 1) / 2 * math.log1p(x * x / df) + mass
            by_position[m, i] = slope / spread[()]
            by_center[m, i] = (by_a + by_b - slope) / spread[()]
            by_spread[m] += (by_a * a + by_b * b - slope * x) / spread[()]
    top = np.max(terms)
    weights = np.exp(terms - top)
    total = np.sum(weights)
    data, slope_of_position = _interpolated(position, grid, log_likelihood)
    slope_of_center, slope_of_spread = np.zeros(n), 0.0
    for m in range(n_degrees):
        weight = weights[m] / total
        slope_of_spread += weight * by_spread[m]
        for i in range(n):
            slope_of_position[i] += weight * by_position[m, i]
            slope_of_center[i] += weight * by_center[m, i]
    value = top + math.log(total) + data
    return np.asarray(value), slope_of_position, slope_of_center, np.asarray(slope_of_spread)


@njit
def _interpolated(position: Floats, grid: Floats, log_likelihood: Floats) -> tuple[float, Floats]:
    """Log-likelihood of the positions, and its slopes."""
    value, slope = 0.0, np.empty_like(position)
    for i in range(len(position)):
        place = (position[i] - grid[0]) / grid[1]
        left = max(0, min(int(place), log_likelihood.shape[1] - 2))
        rise = log_likelihood[i, left + 1] - log_likelihood[i, left]
        value += log_likelihood[i, left] + (place - left) * rise
        slope[i] = rise / grid[1]
    return value, slope


@njit
def _log_mass(a: float, b: float, tail: Floats) -> tuple[float, float, float]:
    """Log probability between a and b > a, and its derivatives."""
    if a <= 0 <= b:
        below, by_below = _log_tail(-a, tail)
        above, by_above = _log_tail(b, tail)
        mass = math.log1p(-math.exp(below) - math.exp(above))
        return mass, by_below * math.exp(below - mass), by_above * -math.exp(above - mass)
    sign = 1.0 if a > 0 else -1.0
    near, by_near = _log_tail(min(abs(a), abs(b)), tail)
    far, by_far = _log_tail(max(abs(a), abs(b)), tail)
    mass = near + math.log(-math.expm1(far - near))
    by_near, by_far = sign * by_near * math.exp(near - mass), -sign * by_far * math.exp(far - mass)
    return (mass, by_near, by_far) if sign > 0 else (mass, by_far, by_near)


@njit
def _log_tail(x: float, tail: Floats) -> tuple[float, float]:
    """Log probability above x >= 0, and its slope: cubic between the points of the table."""
    step, last = tail[0, 0], tail.shape[0] - 2
    place = math.asinh(x) / step
    left = min(int(place), last - 1)
    t = place - left
    low, high = tail[left + 1], tail[left + 2]
    d0, d1 = low[1] * step, high[1] * step
    rise = high[0] - low[0]
    c2, c3 = 3 * rise - 2 * d0 - d1, d0 + d1 - 2 * rise
    value = low[0] + t * (d0 + t * (c2 + t * c3))
    return value, (d0 + t * (2 * c2 + 3 * t * c3)) / step / math.sqrt(1 + x * x)
