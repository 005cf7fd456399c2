"""The likelihood of the difference of two error rates, free of the prior of its table."""

from dataclasses import replace

import numpy as np

from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.posteriors._paired import PairedPosterior
from bayescmp.posteriors._parts import PartsPosterior

_STEPS, _SPREADS = 401, 10  # leave an error of 1e-4 of the integral, from ten records on


def likelihood_of_table(posterior: PairedPosterior, difference: Floats) -> Floats:
    r"""Likelihood of the difference, from the table of a posterior.

    Parameters
    ----------
    posterior : PairedPosterior
        Of one table; its prior does not count.
    difference : array
        Values of err(first) - err(second), between -1 and 1.

    Returns
    -------
    array
        Of the same shape, up to a factor.

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
    coherent = replace(posterior, prior="dirichlet", strength=1.0)
    room = 1 - np.abs(difference)
    density = np.asarray(coherent.difference.pdf(difference))
    return np.where(room > 0, density / np.where(room > 0, room, 1.0) ** 2, 0.0)


def likelihood_of_parts(posterior: PartsPosterior, difference: Floats) -> Floats:
    """Likelihood of the difference, mixed over the effective number of records.

    Parameters
    ----------
    posterior : PartsPosterior
        Of one experiment.
    difference : array
        Values of err(first) - err(second), between -1 and 1.

    Returns
    -------
    array
        Of the same shape, up to a factor: the likelihoods of the parts, each over its integral, by their weights.

    Raises
    ------
    TypeError, ValueError
        If `posterior` is something else, or `difference` holds anything but numbers.
    """
    difference = _checked(posterior, PartsPosterior, difference)
    total = np.zeros(np.shape(difference))
    for part, weight in enumerate(posterior.part_weights.to_numpy()):
        paired = replace(posterior.paired, table=posterior.paired.table.isel(part=part, drop=True))
        total = total + weight * likelihood_of_table(paired, difference) / _integral(paired)
    return total


def _integral(posterior: PairedPosterior) -> float:
    """Integrate the likelihood of a table over where it is not negligible."""
    middle, reach = posterior.difference.mean, _SPREADS * posterior.difference.sd
    cells = np.linspace(max(-1.0, middle - reach), min(1.0, middle + reach), _STEPS)
    return float(np.trapezoid(likelihood_of_table(posterior, cells), cells))


def _checked(posterior: object, kind: type, difference: object) -> Floats:
    if not isinstance(posterior, kind):
        raise TypeError(f"`posterior` must be a {kind.__name__}, but got {posterior!r}.")
    with about("difference"):
        values = np.asarray(difference, dtype=float)
        if np.isnan(values).any():
            raise ValueError("`difference` must hold numbers, but got NaN.")
    return values
