"""The density of the latent vectors of all data sets and of what is known of them, and its gradient.

Written as loops, because loops compile fastest, and because a call for each small matrix takes five times as long. The
module imports Numba, and is imported where it is needed.
"""

import math

import numpy as np
from numba import njit

from bayescmp._typing import Floats


@njit
def log_density(
    position: Floats, average: Floats, factor: Floats, mean: Floats, step: Floats, pull: Floats, degrees: Floats
) -> tuple[Floats, Floats, Floats, Floats]:
    """Log density, and its derivatives with respect to the first three arguments.

    The vector of data set i is mean[i] + step[i] position[i], step[i] being lower triangular, and its likelihood is
    exp(-x' pull[i] x / 2) at x = position[i]. Vectors are t distributed around the average, their scale matrix is
    factor factor'. `degrees` is described in `degrees_of`.
    """
    data, by_position = _pulled(position, pull)
    inverse, log_det = _inverse_scale(factor)
    away_scaled, size = _away(position, average, mean, step, inverse)
    value, slope = _sum_over_degrees(size, log_det, degrees, len(average))
    by_average, by_factor = np.zeros(factor.shape[0]), np.zeros(factor.shape)
    by_scale = inverse * (-0.5 * len(position))
    for i in range(len(position)):
        for j in range(len(average)):
            by_away = 2 * slope[i] * away_scaled[i, j]
            by_average[j] -= by_away
            for k in range(j + 1):
                by_position[i, k] += step[i, j, k] * by_away
            for k in range(len(average)):
                by_scale[j, k] -= 0.5 * by_away * away_scaled[i, k]
    for j in range(len(average)):
        for k in range(len(average)):
            for m in range(factor.shape[1]):
                by_factor[j, m] += 2 * by_scale[j, k] * factor[k, m]
    return np.asarray(value + data), by_position, by_average, by_factor


@njit
def _inverse_scale(factor: Floats) -> tuple[Floats, float]:
    """Inverse of factor factor' by its Cholesky factor, and half the logarithm of its determinant."""
    size, log_det = len(factor), 0.0
    root, inverse_root, inverse = np.zeros((size, size)), np.zeros((size, size)), np.zeros((size, size))
    for j in range(size):
        for k in range(j + 1):
            rest = 0.0
            for m in range(factor.shape[1]):
                rest += factor[j, m] * factor[k, m]
            for m in range(k):
                rest -= root[j, m] * root[k, m]
            root[j, k] = math.sqrt(rest) if j == k else rest / root[k, k]
        log_det += math.log(root[j, j])
        inverse_root[j, j] = 1 / root[j, j]
        for k in range(j):
            for m in range(k, j):
                inverse_root[j, k] -= root[j, m] * inverse_root[m, k] / root[j, j]
    for j in range(size):
        for k in range(size):
            for m in range(max(j, k), size):
                inverse[j, k] += inverse_root[m, j] * inverse_root[m, k]
    return inverse, log_det


@njit
def _pulled(position: Floats, pull: Floats) -> tuple[float, Floats]:
    """Log-likelihood of the positions, and its gradient."""
    value, slope = 0.0, np.empty(position.shape)
    for i in range(position.shape[0]):
        for j in range(position.shape[1]):
            total = 0.0
            for k in range(position.shape[1]):
                total -= pull[i, j, k] * position[i, k]
            slope[i, j] = total
            value += 0.5 * total * position[i, j]
    return value, slope


@njit
def _away(position: Floats, average: Floats, mean: Floats, step: Floats, inverse: Floats) -> tuple[Floats, Floats]:
    """Differences of the vectors to the average, times the inverse scale matrix, and their squared lengths in it."""
    scaled, size, away = np.zeros(position.shape), np.zeros(len(position)), np.empty(len(average))
    for i in range(len(position)):
        for j in range(len(average)):
            away[j] = mean[i, j] - average[j]
            for k in range(j + 1):
                away[j] += step[i, j, k] * position[i, k]
        for j in range(len(average)):
            for k in range(len(average)):
                scaled[i, j] += inverse[j, k] * away[k]
            size[i] += scaled[i, j] * away[j]
    return scaled, size


@njit
def _sum_over_degrees(size: Floats, log_det: float, degrees: Floats, dimension: int) -> tuple[float, Floats]:
    """Log density of vectors with these squared lengths, and its derivatives with respect to the lengths."""
    terms, slope, total = np.empty(len(degrees)), np.zeros(len(size)), 0.0
    for m in range(len(degrees)):
        terms[m] = degrees[m, 1] + len(size) * (degrees[m, 2] - log_det)
        for i in range(len(size)):
            terms[m] -= (degrees[m, 0] + dimension) / 2 * math.log1p(size[i] / degrees[m, 0])
    top = terms.max()
    for m in range(len(degrees)):
        total += math.exp(terms[m] - top)
    for m in range(len(degrees)):
        weight = math.exp(terms[m] - top) / total
        for i in range(len(size)):
            slope[i] -= weight * (degrees[m, 0] + dimension) / 2 / (degrees[m, 0] + size[i])
    return top + math.log(total), slope
