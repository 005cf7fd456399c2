"""A difference of losses over data sets, sampled."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._population import PopulationPrior, check_proper
from bayescmp._validation import RandomNumbers, generator
from bayescmp.hierarchical._datasets_data import check_covariate, check_likelihood, values_of
from bayescmp.hierarchical._datasets_model import data_of_shape, datasets_model, log_tails
from bayescmp.hierarchical._datasets_result import datasets_tree
from bayescmp.hierarchical._degrees import degrees_of
from bayescmp.hierarchical._sampler import Sampler

if TYPE_CHECKING:
    import nutpie


@lru_cache(maxsize=4)
def _compiled(n_datasets: int, n_points: int, n_degrees: int, *, has_covariate: bool) -> "nutpie.CompiledPyMCModel":
    """Compile the model for all data of this shape."""
    import nutpie

    blank = data_of_shape(n_datasets, n_points, n_degrees, has_covariate=has_covariate)
    return nutpie.compile_pymc_model(datasets_model(blank))


def datasets_mcmc(
    likelihood: xr.DataArray,
    *,
    covariate: ArrayLike | None = None,
    prior: PopulationPrior | None = None,
    draws: int = 1000,
    tune: int = 1000,
    chains: int = 4,
    cores: int | None = None,
    target_accept: float = 0.95,
    rng: RandomNumbers = None,
    progress: bool = False,
    nuts_sampler: str = "nutpie",
) -> xr.DataTree:
    r"""Difference of two classifiers on average over data sets, and on the next one, by MCMC.

    The estimands are differences of losses, loss(first) - loss(second), on data sets like these.

    Parameters
    ----------
    likelihood : DataArray, dims (dataset, difference)
        Likelihood of the difference on each data set, up to a factor of its own, at the differences in the coordinate
        of that name, a regular grid. Between its points the logarithm is linear, beyond its ends there is nothing. The
        grid has to resolve the likelihoods: steps that are not well below their standard deviations sample badly.
    covariate : array of shape (data sets,), optional
        A number for each data set, such as the logarithm of its size, on which the average may depend.
    prior : PopulationPrior, optional
        The default one if none is given. Its scales have to be finite.
    draws, tune, chains, cores, target_accept, rng, progress, nuts_sampler
        As in `crossed_effects_mcmc`.

    Returns
    -------
    DataTree
        `posterior`, dims (chain, draw, ...): `average` and `spread` over data sets, `df`, `difference` (dataset),
        `next_dataset`, the difference on a new data set, and with a covariate `slope`, the change of the average with
        one standard deviation of it; `average` and `next_dataset` are then at the mean of the covariate. Further
        `sample_stats`, and the attributes `diagnostics` (see `diagnostics_verdict`) and `provenance`, both JSON.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If the grid is not regular, a likelihood is negative or above 0 at one point only, the covariate does not
        vary, the prior is flat, or an argument has a wrong value.

    Notes
    -----
    With x the covariate at mean 0 and standard deviation 1,

    .. math::

        \delta_i \sim t_\nu(\delta_0 + \beta x_i, \sigma_0) \text{ truncated to the grid}, \quad
        \delta_0, \beta \sim t_3(a), \quad \sigma_0 \sim \text{half-}t_3(b),

    a and b the scales of the prior, and :math:`\nu` summed out. The model is compiled at the first call and kept for
    later data of the same shape.

    Examples
    --------
    >>> from bayescmp.hierarchical import datasets_mcmc
    >>> def diagnostics(likelihood):
    ...     return datasets_mcmc(likelihood, rng=0).attrs["diagnostics"]
    """
    sampler = Sampler(
        draws=draws,
        tune=tune,
        chains=chains,
        cores=cores,
        target_accept=target_accept,
        nuts_sampler=nuts_sampler,
        progress=progress,
    )
    prior = check_proper(PopulationPrior() if prior is None else prior)
    observed = check_likelihood(likelihood)
    position = check_covariate(covariate, observed.sizes["dataset"])
    source = generator(rng)
    values = values_of(observed) | {
        "degrees": degrees_of(prior, 1),
        "tail": log_tails(prior),
        "scales": np.array([prior.average, prior.spread]),
        **({} if position is None else {"covariate": position}),
    }
    seed = int(source.integers(2**31 - 1))
    raw = sampler.sample(
        seed,
        values,
        compiled=lambda: _compiled(*observed.shape, len(prior.df), has_covariate=position is not None),
        model=lambda: datasets_model(values),
    )
    return datasets_tree(observed, position, raw, prior, sampler.provenance("datasets_mcmc", seed), source)
