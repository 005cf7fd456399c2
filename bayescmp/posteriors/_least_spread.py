"""What spread is taken where differences show none: the same difference on every record, or every validation set."""

from collections.abc import Sequence

import numpy as np

from bayescmp._typing import Array, Floats

_HIDDEN = 1e-6  # of the variance that is taken, below which a pair has none of its own


def variance_without_spread(mean: Array, records: Array | float, widest: float | None) -> Floats:
    r"""Variance of the difference on one record that is taken where all of them are the same.

    Parameters
    ----------
    mean : array
        The difference that all records have.
    records : array or float
        How many there are.
    widest : float or None
        Largest difference of two losses; None where losses have no bounds.

    Returns
    -------
    array
        0 where the difference is 0, which favours nobody; infinite where it is not and there are no bounds, for then
        nothing is known of how far other records differ.

    Notes
    -----
    With n records, D the size of the difference in units of the widest one R, and so nD of them as if one classifier
    alone were wrong by R,

    .. math:: v = R^2 (p_d - D'^2), \quad p_d = \frac{nD + 2}{n + 4}, \quad D' = \frac{nD}{n + 4},

    the variance of an outcome of the table of right and wrong at its posterior mean under the prior Dirichlet(1, 1, 1,
    1) (derived). It is a choice of a model, not an estimate, and it is used only where there is no spread: any spread
    that is seen, however small, is taken as it is.
    """
    if widest is None:
        return np.where(mean == 0, 0.0, np.inf)
    one_sided = records * np.minimum(np.abs(mean) / widest, 1.0)
    squared = ((one_sided + 2) * (records + 4) - one_sided**2) / (records + 4) ** 2
    return np.where(mean == 0, 0.0, widest**2 * squared)


def squared_scales(scales: Floats, names: Sequence[str]) -> Floats:
    """Return the squared scales of the differences of all pairs as a symmetric matrix.

    Parameters
    ----------
    scales : array of shape (n_pairs,)
        Of the pairs in order.
    names : sequence of str
        Of the classifiers.

    Returns
    -------
    array of shape (k, k)

    Raises
    ------
    ValueError
        If one is infinite, as where nothing is known of it.
    """
    rows, columns = np.triu_indices(len(names), 1)
    unknown = np.flatnonzero(np.isinf(scales))
    if unknown.size:
        first, second = names[rows[unknown[0]]], names[columns[unknown[0]]]
        raise ValueError(
            f"`data` must tell how far the losses of any two classifiers vary, but those of {first!r} and {second!r} "
            "differ by the same everywhere, and have no bounds. Give their `bounds`, or leave one of the two out."
        )
    found = np.zeros((len(names), len(names)))
    found[rows, columns] = scales**2
    return found + found.T


def with_least_spread(covariance: Floats, of_pairs: Floats) -> Floats:
    """Return a covariance of losses under which no pair is closer than its own posterior says.

    Parameters
    ----------
    covariance : array of shape (k, k)
        Of the losses, as seen.
    of_pairs : array of shape (k, k)
        Squared scale of the difference of each pair.

    Returns
    -------
    array of shape (k, k)
        Where the losses of a pair differ by the same everywhere, the variance of each of the two is larger by half of
        what their difference lacks, of several pairs by the most.
    """
    own = np.diagonal(covariance)
    apart = own[:, None] + own - 2 * covariance
    lacking = np.where(apart <= _HIDDEN * of_pairs, of_pairs, 0.0)
    return covariance + np.diag(lacking.max(axis=1) / 2)
