"""The population of the losses of several classifiers over data sets, for what needs all of them at once."""

from collections.abc import Sequence

import numpy as np

from bayescmp._population_priors import DirichletPrior
from bayescmp._typing import Floats
from bayescmp.datasets._entry import Entry
from bayescmp.posteriors import DirichletPopulation

_MOST_NUMBERS = 2 * 10**7
"""Draws of all data sets and classifiers together: .16 GB."""


def joint_population(
    entries: Sequence[Entry], names: Sequence[str], prior: DirichletPrior, draws: int, seed: int, *, of_data: bool
) -> DirichletPopulation | None:
    """Return the population of the losses less their mean, about the data sets that have all classifiers.

    Parameters
    ----------
    entries : list of Entry
        The data sets.
    names : list of str
        The classifiers, in order.
    prior : DirichletPrior
        Of the difference of two.
    draws, seed : int
        How many draws, and their seed.
    of_data : bool
        Whether every pair has the root mean square of its observed differences as the scale of its base.

    Returns
    -------
    DirichletPopulation or None
        None where no data set has all classifiers, or says something of all.
    """
    complete = [one for one in entries if len(one.classifiers) == len(names)]
    most = _MOST_NUMBERS // (max(len(complete), 1) * len(names))
    count = max(400, min(draws, most)) // 4 * 4
    source = np.random.default_rng([seed, 5])
    drawn, losses = [], []
    for one in complete:
        order = [one.classifiers.index(name) for name in names]
        found = one.draw(count, source)[:, order]
        if np.isfinite(found).all():
            drawn.append(found)
            losses.append(one.losses[order] - one.losses.mean())
    if not drawn:
        return None
    root = _root(np.stack(losses)) if of_data else None
    return DirichletPopulation(own=np.stack(drawn), prior=prior, seed=seed, root=root)


def _root(losses: Floats) -> Floats | None:
    """Return a root of the mean square of losses, under which the scale of a difference is its root mean square."""
    values, vectors = np.linalg.eigh(losses.T @ losses / len(losses))
    return np.asarray(vectors * np.sqrt(np.clip(values, 0.0, None))) if values.max() > 0 else None
