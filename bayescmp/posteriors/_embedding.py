"""Points whose distances are the standard deviations of the differences of all pairs."""

import numpy as np

from bayescmp._typing import Array

_EUCLIDEAN = 1e-6  # the most negative eigenvalue that counts as rounding, as a share of the largest
_STEPS, _STILL = 300, 1e-9


def covariance_of_pairs(variance: Array) -> Array:
    r"""Return the covariance whose differences have the given variances, or one near to them.

    Parameters
    ----------
    variance : array of shape (k, k)
        Variances of the differences of all pairs, symmetric, 0 on the diagonal, above 0 elsewhere.

    Returns
    -------
    array of shape (k, k)
        A covariance V of centred quantities, positive semidefinite.

    Notes
    -----
    With :math:`J = I - 11'/k` it is :math:`-\tfrac12 J S J` where that has no negative eigenvalue: then
    :math:`V_{aa} + V_{bb} - 2 V_{ab} = S_{ab}` exactly (Schoenberg 1935). Elsewhere no covariance has these variances,
    and V is that of the points with the least sum of :math:`(|x_a - x_b| / s_{ab} - 1)^2`, found by majorisation [1]_
    from the points without the negative eigenvalues.

    References
    ----------
    .. [1] J. de Leeuw, "Convergence of the Majorization Method for Multidimensional Scaling", Journal of
       Classification 5, 1988. :doi:`10.1007/BF01897162`
    """
    values, vectors = np.linalg.eigh(_centred(-0.5 * variance))
    clipped = np.clip(values, 0, None)
    if values[0] >= -_EUCLIDEAN * values[-1]:
        return np.asarray((vectors * clipped) @ vectors.T)
    points = _majorised(vectors * np.sqrt(clipped), np.sqrt(variance))
    return np.asarray(points @ points.T)


def means_of_pairs(mean: Array, variance: Array) -> Array:
    """Return centred means whose differences are nearest to those of all pairs, in units of their deviations.

    Parameters
    ----------
    mean : array of shape (k, k)
        Means of the differences, row - column, antisymmetric.
    variance : array of shape (k, k)
        Their variances.

    Returns
    -------
    array of shape (k,)
    """
    weights = _weights(variance)
    return np.asarray(np.linalg.pinv(_laplacian(weights), hermitian=True) @ (weights * mean).sum(1))


def _majorised(points: Array, wanted: Array) -> Array:
    weights = _weights(wanted**2)
    inverse = np.linalg.pinv(_laplacian(weights), hermitian=True)
    for _ in range(_STEPS):
        apart = np.linalg.norm(points[:, None] - points, axis=-1)
        ratio = np.divide(weights * wanted, apart, out=np.zeros_like(apart), where=apart > 0)
        new = inverse @ (_laplacian(ratio) @ points)
        still = np.abs(new - points).max() <= _STILL * np.abs(points).max()
        points = new
        if still:
            break
    return np.asarray(points - points.mean(0))


def _weights(variance: Array) -> Array:
    return np.divide(1.0, variance, out=np.zeros_like(variance), where=variance > 0)


def _laplacian(weights: Array) -> Array:
    return np.diag(weights.sum(1)) - weights


def _centred(matrix: Array) -> Array:
    rows = matrix - matrix.mean(0)
    return rows - rows.mean(1, keepdims=True)
