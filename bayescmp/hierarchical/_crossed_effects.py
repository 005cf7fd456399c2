"""The crossed-effects model of cross-validated outcomes on the probability scale, sampled."""

from functools import lru_cache
from typing import TYPE_CHECKING

import xarray as xr

from bayescmp._validation import RandomNumbers, generator
from bayescmp.hierarchical._crossed_model import crossed_effects_model, data_of, data_of_shape
from bayescmp.hierarchical._crossed_result import result_tree
from bayescmp.hierarchical._patterns import patterns_of
from bayescmp.hierarchical._sampler import Sampler
from bayescmp.predictions._check import check_outcomes
from bayescmp.predictions._dataset import pair_of_names, provenance

if TYPE_CHECKING:
    import nutpie


@lru_cache(maxsize=4)
def _compiled(n_sets: int, n_directions: int) -> "nutpie.CompiledPyMCModel":
    """Compile the model for all data with so many training sets and directions of their overlaps: 7 to 20 s."""
    import nutpie

    return nutpie.compile_pymc_model(crossed_effects_model(data_of_shape(n_sets, n_directions)))


def crossed_effects_mcmc(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    draws: int = 1000,
    tune: int = 500,
    chains: int = 4,
    cores: int | None = None,
    target_accept: float = 0.97,
    rng: RandomNumbers = None,
    progress: bool = False,
    nuts_sampler: str = "nutpie",
) -> xr.DataTree:
    r"""Posterior of the difference in error on new records and new training sets, by MCMC.

    The estimand of `difference` is err(first) - err(second) of the two algorithms trained on sets of the size of the
    design's, on new records; negative means that the first is better.

    Parameters
    ----------
    predictions : Dataset
        Predictions of a cross-validation: repeated two-fold, block-regularized or not, K-fold, repeated K-fold.
    first, second : str, optional
        Names of the classifiers, needed where there are more than two.
    draws, tune : int, default 1000 and 500
        Draws of each chain, and draws of its adaptation before them.
    chains : int, default 4
        Number of chains.
    cores : int, optional
        Chains to run at once; as many as there are processors by default. The draws do not depend on it.
    target_accept : float, default 0.97
        Acceptance probability that the step size aims at. The posterior is steep where training sets may vary a lot:
        at .9, transitions diverged for 9 of 48 simulated data sets (5 of 12 of 60 records in three repeats of 5-fold
        cross-validation), at .97 for 2 of 96.
    rng : int, Generator or None
        Seed or source of the draws.
    progress : bool, default False
        Show a progress bar.
    nuts_sampler : {"nutpie", "pymc"}, default "nutpie"
        The implementation of the No-U-Turn sampler.

    Returns
    -------
    DataTree
        `posterior`, dims (chain, draw, ...), all errors being proportions:
        `difference`; `error` (classifier); `disagreement`, the probability that exactly one errs on a new record;
        `tau`, the variance of the difference over training sets times their size, relative to its variance
        over records; `intercept`, `record_sd`, `training_sd`, `training_ratio` (classifier);
        `record_correlation`, `training_correlation`; `training_effect` (classifier, training_set).
        Further `sample_stats`, `observed_data`, `constant_data`; the attributes `first_name`, `second_name`, and, as
        JSON, `diagnostics` (see `diagnostics_verdict`) and `provenance`.

    Raises
    ------
    TypeError
        If `predictions` is not a Dataset, or a number is of the wrong kind.
    ValueError
        If there are fewer than two different training sets (a hold-out), a training set is unknown or empty, the
        predictions have groups or weights, or an argument has a wrong value.

    Notes
    -----
    Given the record effect u and the effect v of the training set S, outcomes are independent:

    .. math::

        \operatorname{logit} P(A \text{ errs on } i \mid S) = a_A + u_i^A + v_S^A

    and likewise for B. :math:`(u^A, u^B)` are bivariate normal over records, :math:`(v^A, v^B)` over training sets with
    correlation :math:`|S \cap S'| / \sqrt{|S||S'|}` between sets, which is right to first order only. Records with the
    same validating models and the same numbers of errors of A and of B are one pattern; u is integrated out by
    quadrature, so that the cost depends on the number of patterns, not of records. The model is compiled at the first
    call and kept for later data with as many training sets. Repeated K-fold with K > 2 has up to :math:`K^m` groups of
    records, and the cost grows with n up to there.

    Priors, with :math:`\kappa = \sqrt{1 + 0.346\,\sigma_u^2}` and n the training size:

    - :math:`a / \kappa`, near the logit of the error, is normal(0, 1.5): errors of .05 to .95;
    - :math:`\sigma_u`, `record_sd`, is half-normal(3): median 2, and 5.9 at 95 %;
    - `training_ratio`, near n times the variance of the error over training sets relative to its variance over
      records, is half-t(2 df, .3): median .24, 1.3 at 95 %; :math:`\sigma_v = \kappa \sqrt{ratio / (n p (1-p))}`, p
      the logistic of :math:`a / \kappa`;
    - the correlations are 0.98 (2 Beta(2, 2) - 1).

    One K-fold run has one outcome per record and classifier and cannot tell u from chance: `record_sd` then follows its
    prior. The variance of v leans on its prior in any design.

    References
    ----------
    .. [1] Y. Bengio and Y. Grandvalet, "No Unbiased Estimator of the Variance of K-Fold Cross-Validation", Journal of
       Machine Learning Research 5, 2004.

    Examples
    --------
    >>> from bayescmp.hierarchical import crossed_effects_mcmc
    >>> def diagnostics(predictions):
    ...     return crossed_effects_mcmc(predictions, rng=0).attrs["diagnostics"]
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
    names = check_outcomes(predictions)["classifier"].values.tolist()
    first, second = pair_of_names(names, first, second)
    patterns = patterns_of(predictions, *sorted((first, second)))  # so that swapping the classifiers changes no draw
    seed = int(generator(rng).integers(2**31 - 1))
    values = data_of(patterns)
    raw = sampler.sample(
        seed, values, compiled=lambda: _compiled(*patterns.factor.shape), model=lambda: crossed_effects_model(values)
    )
    made_by = sampler.provenance("crossed_effects_mcmc", seed) | {"data": provenance(predictions)}
    return result_tree(patterns, first, second, raw, made_by)
