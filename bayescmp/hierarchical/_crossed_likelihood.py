"""The likelihood of the crossed-effects model, with the record effects integrated out, and its gradient.

Written as loops, because loops compile fastest. The module imports Numba, and is imported where it is needed.
"""

import numpy as np
from numba import njit

from bayescmp._typing import Floats
from bayescmp.hierarchical._patterns import NODES, STEP


@njit
def log_likelihood(
    intercept: Floats,
    record_sd: Floats,
    training_scale: Floats,
    correlation: Floats,
    direction: Floats,
    sets: Floats,
    row_of: Floats,
    patterns: Floats,
) -> tuple[Floats, Floats, Floats, Floats, Floats, Floats]:
    """Log-probability of all outcomes, and its derivatives with respect to the first five arguments.

    The first three have a value, `direction` a row of standard normal numbers per classifier; `correlation` is that of
    record and of training-set effects. The rest is described in `data_of`. Given the effects, the linear part of the
    logarithm of a product of logistic curves needs only sums; inside the integral over the record effects stands one
    row of values at the nodes per classifier, group of records and number of errors.
    """
    effect = _effect(training_scale, correlation[1], direction)
    predictor, linear = _predictor(intercept, effect, sets)
    softplus, slope = _softplus(predictor, record_sd)
    rows, shift = _rows(softplus, record_sd, row_of)
    weights, slope_of_weights = _weights(correlation[0])
    nonlinear, by_row, partner = _patterns(rows, shift, np.dot(rows, weights), patterns)
    by_predictor, by_sd = _by_softplus(by_row, rows, slope, row_of)
    by_intercept, by_effect = _by_predictor(by_predictor, sets)
    by_correlation = np.empty(2)
    by_correlation[0] = np.sum(np.dot(rows, slope_of_weights) * partner)
    by_scale, by_correlation[1], by_direction = _by_effect(by_effect, training_scale, correlation[1], direction)
    return np.asarray(linear + nonlinear), by_intercept, by_sd, by_scale, by_correlation, by_direction


@njit
def _effect(scale: Floats, correlation: float, direction: Floats) -> Floats:
    """Correlate the independent numbers of the two classifiers, and scale them."""
    effect = np.empty_like(direction)
    root = np.sqrt(1 - correlation**2)
    for d in range(direction.shape[1]):
        effect[0, d] = scale[0] * direction[0, d]
        effect[1, d] = scale[1] * (correlation * direction[0, d] + root * direction[1, d])
    return effect


@njit
def _predictor(intercept: Floats, effect: Floats, sets: Floats) -> tuple[Floats, float]:
    """Linear predictor without record effects, shape (2, n_sets), and its sum over the errors."""
    predictor, total = np.empty((2, len(sets))), 0.0
    for classifier in range(2):
        for k in range(len(sets)):
            predictor[classifier, k] = intercept[classifier]
            for d in range(effect.shape[1]):
                predictor[classifier, k] += effect[classifier, d] * sets[k, 2 + d]
            total += sets[k, classifier] * predictor[classifier, k]
    return predictor, total


@njit
def _softplus(predictor: Floats, record_sd: Floats) -> tuple[Floats, Floats]:
    """Return log(1 + exp(x)) and its derivative, x = predictor + record_sd node; shapes (2 n_sets, n_nodes)."""
    n_sets = predictor.shape[1]
    value = np.empty((2 * n_sets, NODES.size))
    slope = np.empty_like(value)
    for model in range(2 * n_sets):
        classifier, k = divmod(model, n_sets)
        for node in range(NODES.size):
            x = predictor[classifier, k] + record_sd[classifier] * NODES[node]
            tail = np.exp(-abs(x))
            value[model, node] = max(x, 0.0) + np.log1p(tail)
            slope[model, node] = (1.0 if x >= 0 else tail) / (1 + tail)
    return value, slope


@njit
def _rows(softplus: Floats, record_sd: Floats, row_of: Floats) -> tuple[Floats, Floats]:
    """Return the values of the rows, relative to the largest of each, and the logarithms of the largest."""
    rows, shift = np.empty((len(row_of), NODES.size)), np.empty(len(row_of))
    for row in range(len(rows)):
        slope = row_of[row, 0] * record_sd[0] + row_of[row, 1] * record_sd[1]
        for node in range(NODES.size):
            rows[row, node] = slope * NODES[node]
        for model in range(len(softplus)):
            if row_of[row, 2 + model]:
                for node in range(NODES.size):
                    rows[row, node] -= softplus[model, node]
        largest = rows[row, 0]
        for node in range(NODES.size):
            largest = max(largest, rows[row, node])
        for node in range(NODES.size):
            rows[row, node] = np.exp(rows[row, node] - largest)
        shift[row] = largest
    return rows, shift


@njit
def _weights(correlation: float) -> tuple[Floats, Floats]:
    """Weights of the pairs of nodes under a bivariate normal distribution, and their derivatives."""
    rest = 1 - correlation**2
    scale = STEP**2 / (2 * np.pi * np.sqrt(rest))
    weights = np.empty((NODES.size, NODES.size))
    slope = np.empty_like(weights)
    for i, x in enumerate(NODES):
        for j in range(i + 1):  # symmetric
            y = NODES[j]
            exponent = (correlation * x * y - (x * x + y * y) / 2) / rest
            weight = scale * np.exp(exponent)
            weights[i, j] = weights[j, i] = weight
            slope[i, j] = slope[j, i] = weight * (x * y + 2 * correlation * exponent + correlation) / rest
    return weights, slope


@njit(error_model="numpy")  # impossible parameters have the logarithm -inf
def _patterns(rows: Floats, shift: Floats, mixed: Floats, patterns: Floats) -> tuple[float, Floats, Floats]:
    """Sum the log-probabilities of the patterns, first' weights second, with `mixed` = rows weights.

    Further returned: the derivatives with respect to the rows, and for each row of the first classifier what it is
    multiplied with in the derivative with respect to the weights.
    """
    total, by_row, partner = 0.0, np.zeros_like(rows), np.zeros_like(rows)
    for cell in range(len(patterns)):
        first, second, count = int(patterns[cell, 0]), int(patterns[cell, 1]), patterns[cell, 2]
        likelihood = np.dot(mixed[first], rows[second])
        total += count * (np.log(likelihood) + shift[first] + shift[second])
        factor = count / likelihood
        for node in range(NODES.size):
            by_row[first, node] += factor * mixed[second, node]
            by_row[second, node] += factor * mixed[first, node]
            partner[first, node] += factor * rows[second, node]
    return total, by_row, partner


@njit
def _by_softplus(by_row: Floats, rows: Floats, slope: Floats, row_of: Floats) -> tuple[Floats, Floats]:
    """Turn derivatives with respect to the rows into those with respect to predictor and record_sd."""
    by_x, by_sd = np.zeros_like(slope), np.zeros(2)
    for row in range(len(rows)):
        by_slope = 0.0
        for node in range(NODES.size):
            by_row[row, node] *= rows[row, node]
            by_slope += by_row[row, node] * NODES[node]
        for model in range(len(slope)):
            if row_of[row, 2 + model]:
                for node in range(NODES.size):
                    by_x[model, node] -= by_row[row, node] * slope[model, node]
        for classifier in range(2):
            by_sd[classifier] += row_of[row, classifier] * by_slope
    n_sets = len(slope) // 2
    by_predictor = np.zeros((2, n_sets))
    for model in range(len(slope)):
        classifier, k = divmod(model, n_sets)
        for node in range(NODES.size):
            by_predictor[classifier, k] += by_x[model, node]
            by_sd[classifier] += by_x[model, node] * NODES[node]
    return by_predictor, by_sd


@njit
def _by_predictor(by_predictor: Floats, sets: Floats) -> tuple[Floats, Floats]:
    """Turn derivatives with respect to the predictor, inside the integral, into those of intercept and effect."""
    by_intercept, by_effect = np.zeros(2), np.zeros((2, sets.shape[1] - 2))
    for classifier in range(2):
        for k in range(len(sets)):
            slope = sets[k, classifier] + by_predictor[classifier, k]
            by_intercept[classifier] += slope
            for d in range(sets.shape[1] - 2):
                by_effect[classifier, d] += slope * sets[k, 2 + d]
    return by_intercept, by_effect


@njit
def _by_effect(by_effect: Floats, scale: Floats, correlation: float, direction: Floats) -> tuple[Floats, float, Floats]:
    """Turn derivatives with respect to the effects into those of scale, correlation and direction."""
    root = np.sqrt(1 - correlation**2)
    by_scale, by_correlation, by_direction = np.zeros(2), 0.0, np.empty_like(direction)
    for d in range(direction.shape[1]):
        first, second = by_effect[0, d], by_effect[1, d]
        by_scale[0] += first * direction[0, d]
        by_scale[1] += second * (correlation * direction[0, d] + root * direction[1, d])
        by_correlation += second * scale[1] * (direction[0, d] - correlation / root * direction[1, d])
        by_direction[0, d] = first * scale[0] + second * scale[1] * correlation
        by_direction[1, d] = second * scale[1] * root
    return by_scale, by_correlation, by_direction
