"""The likelihood of a difference of losses, free of the prior of its posterior."""

import numpy as np
import xarray as xr
from scipy import stats

from bayescmp._given import as_numbers
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.posteriors._drawn import DrawnPosterior
from bayescmp.posteriors._mean_difference import MeanDifference
from bayescmp.posteriors._paired import PairedPosterior
from bayescmp.posteriors._parts import PartsPosterior
from bayescmp.posteriors._table_likelihood import log_likelihood_of_counts
from bayescmp.tables import CELLS

_STEPS, _SPREADS = 121, 10


def likelihood_of_table(posterior: PairedPosterior, difference: Floats) -> Floats:
    r"""Likelihood of the difference, from the table of a posterior.

    Parameters
    ----------
    posterior : PairedPosterior
        Of one table; its prior does not count.
    difference : array
        Values of err(first) - err(second).

    Returns
    -------
    array
        Of the same shape, up to a factor; 0 where it is not between -1 and 1.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.

    Notes
    -----
    The posterior under the flat Dirichlet prior of the four cells, over the prior that it gives the difference,

    .. math:: L(\delta) \propto \frac{p(\delta \mid \text{table})}{\tfrac{3}{2} (1 - |\delta|)^2}

    (status D). The other prior cannot be divided out: its density of the difference is infinite at 0.

    Examples
    --------
    >>> import numpy as np
    >>> import bayescmp as bc
    >>> from bayescmp.posteriors import likelihood_of_table
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> at = likelihood_of_table(bc.paired_posterior(table), np.array([-0.14, 0.0]))
    >>> bool(at[0] > at[1])
    True
    """
    difference = _checked(posterior, PairedPosterior, difference)
    log = _log_likelihood(posterior.table, difference.ravel()).reshape(difference.shape)
    largest = log.max(initial=-np.inf)
    return np.exp(log - largest) if np.isfinite(largest) else np.zeros_like(log)


def likelihood_of_parts(posterior: PartsPosterior, difference: Floats) -> Floats:
    """Likelihood of the difference, mixed over the effective number of records.

    Parameters
    ----------
    posterior : PartsPosterior
        Of one experiment.
    difference : array
        Values of err(first) - err(second).

    Returns
    -------
    array
        Of the same shape, up to a factor: the likelihoods of the parts, each over its integral, by their weights; 0
        where it is not between -1 and 1.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.
    """
    difference = _checked(posterior, PartsPosterior, difference)
    tables = posterior.paired.table.transpose("part", ...)
    means, sds = (
        np.asarray(values)[:, None] for values in (posterior.paired.difference.mean, posterior.paired.difference.sd)
    )
    cells = np.clip(means + sds * np.linspace(-_SPREADS, _SPREADS, _STEPS), -1.0, 1.0)
    around, asked = _log_likelihood(tables, cells), _log_likelihood(tables, difference.ravel())
    largest = around.max(axis=1, keepdims=True)
    integrals = np.trapezoid(np.exp(around - largest), cells, axis=1)
    found = np.exp(asked - largest) / integrals[:, None]
    return (posterior.part_weights.to_numpy() @ found).reshape(difference.shape)


def likelihood_of_mean(posterior: MeanDifference, difference: Floats) -> Floats:
    """Likelihood of the difference of two mean losses, whose posterior has a flat prior.

    Parameters
    ----------
    posterior : MeanDifference
        Of one experiment.
    difference : array
        Values of loss(first) - loss(second).

    Returns
    -------
    array
        Of the same shape, up to a factor: the posterior density; where nothing varies, 1 at the point and 0 elsewhere,
        and where nothing is known, 1 everywhere.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.
    """
    difference = _checked(posterior, MeanDifference, difference)
    if posterior.difference.sd == 0:
        return np.where(difference == float(posterior.mean), 1.0, 0.0)
    if np.isinf(posterior.scales).all():
        return np.ones_like(difference)
    with np.errstate(over="ignore"):  # so far away, it is 0
        return np.asarray(posterior.difference.pdf(difference.ravel())).reshape(difference.shape)


def likelihood_of_draws(posterior: DrawnPosterior, difference: Floats) -> Floats:
    """Likelihood of the difference of two losses whose posterior is drawn, as a normal density.

    Parameters
    ----------
    posterior : DrawnPosterior
        Of one experiment.
    difference : array
        Values of loss(first) - loss(second).

    Returns
    -------
    array
        Of the same shape, up to a factor: the normal density about the observed difference, not about that of the
        posterior, which the prior moves, with the standard deviation of the draws; where they do not vary, 1 at the
        point and 0 elsewhere.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.
    """
    difference = _checked(posterior, DrawnPosterior, difference)
    centre, sd = float(posterior.observed), float(posterior.difference.sd)
    if sd == 0:
        return np.where(difference == centre, 1.0, 0.0)
    with np.errstate(over="ignore"):  # as above
        return np.asarray(stats.norm.pdf(difference, centre, sd))


def _log_likelihood(table: xr.DataArray, difference: Floats) -> Floats:
    """Logarithm of the likelihood of differences, up to a constant for each table of a batch."""
    cells = table.transpose(..., *CELLS).to_numpy().astype(float)
    only_first, only_second = cells[..., 0, 1], cells[..., 1, 0]
    agreed = cells[..., 0, 0] + cells[..., 1, 1]
    one, other, both = (counts[..., None] for counts in (only_first, only_second, agreed))
    return log_likelihood_of_counts(one, other, both, difference)


def _checked(posterior: object, kind: type, difference: object) -> Floats:
    if not isinstance(posterior, kind):
        raise TypeError(f"`posterior` must be a {kind.__name__}, but got {shown(posterior)}.")
    with about("difference"):
        values = as_numbers(difference, "difference")
        if np.isnan(values).any():
            raise ValueError("`difference` must hold numbers, but got NaN.")
    return values
