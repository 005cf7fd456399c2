"""The losses of several classifiers over data sets, sampled."""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import xarray as xr

from bayescmp._population import PopulationPrior, check_proper
from bayescmp._validation import RandomNumbers, generator
from bayescmp.hierarchical._degrees import degrees_of
from bayescmp.hierarchical._ranking_data import check_losses, contrast_data
from bayescmp.hierarchical._ranking_model import data_of_shape, ranking_model
from bayescmp.hierarchical._ranking_result import ranking_tree
from bayescmp.hierarchical._sampler import Sampler

if TYPE_CHECKING:
    import nutpie


@lru_cache(maxsize=4)
def _compiled(n_datasets: int, n_classifiers: int, n_degrees: int) -> "nutpie.CompiledPyMCModel":
    """Compile the model for all data of this shape."""
    import nutpie

    return nutpie.compile_pymc_model(ranking_model(data_of_shape(n_datasets, n_classifiers, n_degrees)))


def datasets_ranking_mcmc(
    mean: xr.DataArray,
    covariance: xr.DataArray,
    *,
    prior: PopulationPrior | None = None,
    draws: int = 2000,
    tune: int = 1000,
    chains: int = 4,
    cores: int | None = None,
    target_accept: float = 0.9,
    rng: RandomNumbers = None,
    progress: bool = False,
    nuts_sampler: str = "nutpie",
) -> xr.DataTree:
    r"""Losses of several classifiers on average over data sets, and on the next one, by MCMC.

    The estimands are differences between classifiers on data sets like these. Only differences within a data set are
    used; how hard the data sets are is not modelled.

    Parameters
    ----------
    mean : DataArray, dims (dataset, classifier)
        Losses; NaN where a classifier is missing. The names of both are coordinates.
    covariance : DataArray, dims (dataset, classifier, other)
        Posterior covariance of the losses of each data set; what it has for missing classifiers is not read. `other`
        has the names of the classifiers.
    prior : PopulationPrior, optional
        Prior of a difference of two classifiers; the default one. Its scales are divided by the root of 2 for the
        average and the spread of one classifier, and have to be finite.
    draws, tune, chains, cores, target_accept, rng, progress, nuts_sampler
        As in `crossed_effects_mcmc`.

    Returns
    -------
    DataTree
        `posterior`, dims (chain, draw, ...), losses being less their mean over the classifiers: `average` (classifier);
        `next_dataset` (classifier), those of a new data set; `loss` (dataset, classifier), those of the observed
        ones, of missing classifiers as well; `spread` (classifier) and `correlation` (classifier, other) of the
        population; `df`. Further `sample_stats`, and the attributes `diagnostics` (see `diagnostics_verdict`; of
        averages, next data set, losses and spreads of differences) and `provenance`, both JSON.

    Raises
    ------
    TypeError
        If an argument is of the wrong kind.
    ValueError
        If dims or names are missing or do not match, a data set has fewer than two classifiers, a covariance is none,
        the prior is flat, or an argument has a wrong value.

    Notes
    -----
    The losses of a data set are multivariate t distributed over data sets,

    .. math::

        \theta_i \mid w_i \sim N(\mu, \Sigma / w_i), \quad w_i \sim \operatorname{Gamma}(\nu/2, \nu/2), \quad
        \Sigma = \operatorname{diag}(s) R \operatorname{diag}(s),

    with :math:`\mu` multivariate t of scale :math:`a / \sqrt 2`, :math:`s_c` half-t of scale :math:`b / \sqrt 2`, both
    with 3 degrees of freedom, a and b the scales of the prior, :math:`R \sim` LKJ(2), and :math:`\nu` summed out. The
    likelihood of a data set is
    normal in the contrasts of its classifiers. A contrast is never taken as known better than to b / 1000, so that
    classifiers that agree on every record need no noise. Data do not tell how the mean over all classifiers varies:
    `spread` and `correlation` lean on their priors in that direction, averages and losses do not depend on it.

    Vectors are sampled in coordinates that the likelihood makes nearly standard normal, contrasts only. Integrating
    them out, and the weights, takes longer by the factor 10 (3 classifiers, 54 data sets) to 20 (10 classifiers, 50
    data sets) for the same effective sample size. The model is compiled at the first call and kept for later data of
    the same shape.

    Examples
    --------
    >>> from bayescmp.hierarchical import datasets_ranking_mcmc
    >>> def diagnostics(mean, covariance):
    ...     return datasets_ranking_mcmc(mean, covariance, rng=0).attrs["diagnostics"]
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
    losses, spread = check_losses(mean, covariance)
    source = generator(rng)
    observed = contrast_data(losses, spread, prior)
    degrees = degrees_of(prior, losses.sizes["classifier"] - 1)
    values = observed.values() | {"degrees": degrees, "average_scale": np.asarray(prior.average / prior.spread)}
    seed = int(source.integers(2**31 - 1))
    raw = sampler.sample(
        seed,
        values,
        compiled=lambda: _compiled(losses.sizes["dataset"], losses.sizes["classifier"], len(prior.df)),
        model=lambda: ranking_model(values),
    )
    tree = ranking_tree(losses, observed, raw, prior, sampler.provenance("datasets_ranking_mcmc", seed), source)
    order = mean["classifier"].values
    attrs = tree.attrs
    tree["posterior"] = xr.DataTree(tree["posterior"].to_dataset().sel(classifier=order, other=order))
    tree.attrs = attrs
    return tree
