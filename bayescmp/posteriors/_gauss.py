"""Discrete distributions of many points, compressed to few: Gauss quadrature."""

import numpy as np

from bayescmp._typing import Array

_EXHAUSTED = 1e-12  # a direction shorter than this is rounding: there are no more points


def gauss_rule(weights: Array, values: Array, size: int) -> tuple[Array, Array]:
    r"""Return few points and weights under which polynomials have the mean that they have under many.

    Parameters
    ----------
    weights, values : array of shape (..., n)
        Distributions, one in each row; the weights of a row need not sum to 1.
    size : int
        Number of points of the result.

    Returns
    -------
    weights, values : array of shape (..., size)
        In the order of the values, which lie within those given; weights are not negative and have the sum of those
        given. Where there are fewer points than `size`, some weights are 0.

    Notes
    -----
    The means of polynomials up to degree ``2 * size - 1`` are kept (status S: [1]_). The recurrence comes from Lanczos'
    method with repeated orthogonalisation.

    References
    ----------
    .. [1] G. H. Golub and J. H. Welsch, "Calculation of Gauss Quadrature Rules", Mathematics of Computation 23(106),
       1969. :doi:`10.1090/S0025-5718-69-99647-1`
    """
    total = weights.sum(-1, keepdims=True)
    share = weights / np.where(total > 0, total, 1.0)
    mean = (share * values).sum(-1, keepdims=True)
    reach = np.abs(values - mean).max(-1, keepdims=True)
    reach = np.where(reach > 0, reach, 1.0)
    recurrence = _recurrence(np.sqrt(share), (values - mean) / reach, size)
    nodes, vectors = np.linalg.eigh(recurrence)
    return total * vectors[..., 0, :] ** 2, mean + reach * nodes


def _recurrence(start: Array, values: Array, size: int) -> Array:
    """Return the symmetric tridiagonal matrix of the orthogonal polynomials, (..., size, size)."""
    basis = start[..., None, :]
    matrix = np.zeros((*start.shape[:-1], size, size))
    for step in range(size):
        new = values * basis[..., step, :]
        matrix[..., step, step] = (new * basis[..., step, :]).sum(-1)
        for _ in range(2):  # once leaves rounding errors that grow
            along = (basis @ new[..., None])[..., 0]
            new = new - (along[..., None, :] @ basis)[..., 0, :]
        length = np.sqrt((new**2).sum(-1, keepdims=True))
        length = np.where(length > _EXHAUSTED, length, 0.0)
        if step + 1 < size:
            matrix[..., step, step + 1] = matrix[..., step + 1, step] = length[..., 0]
        basis = np.concatenate([basis, (new / np.where(length > 0, length, np.inf))[..., None, :]], axis=-2)
    return matrix
