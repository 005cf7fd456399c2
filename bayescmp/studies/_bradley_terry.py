"""The model of Bradley and Terry on the wins of all pairs, taken as independent, which they are not."""

import numpy as np
from scipy import special

from bayescmp._typing import Array, Floats

_SD = 2.0  # of the normal prior of a log strength; weak, and keeps it finite where a classifier wins nothing
_STEPS = 50


def first_better(wins: Array) -> Floats:
    """Return for all pairs in order the posterior probability that the first is the stronger one.

    Parameters
    ----------
    wins : array of shape (k, k)
        On how many records the row is right and the column wrong; records on which both are the same count nowhere.

    Returns
    -------
    array of shape (k (k - 1)/2,)
        By the normal distribution around the mode of the posterior, with N(0, 2^2) as the prior of every log strength.

    Notes
    -----
    The wins of a classifier over all others come from the same outcomes of its own. If all are equal, log strengths
    differ with a deviation sqrt(k/2) times as large as the model says (derived).
    """
    k = len(wins)
    games, strength = wins + wins.T, np.zeros(k)
    precision = np.eye(k)
    for _ in range(_STEPS):
        chance = special.expit(strength[:, None] - strength)
        information = games * chance * (1 - chance)
        precision = np.diag(information.sum(1)) - information + np.eye(k) / _SD**2
        step = np.linalg.solve(precision, (wins - games * chance).sum(1) - strength / _SD**2)
        strength += step
        if np.abs(step).max() < 1e-10:
            break
    covariance, (first, second) = np.linalg.inv(precision), np.triu_indices(k, 1)
    own = np.diag(covariance)
    variance = own[first] + own[second] - 2 * covariance[first, second]
    return np.asarray(special.ndtr((strength[first] - strength[second]) / np.sqrt(variance)))
