"""The crossed-effects model of cross-validated outcomes on the probability scale, sampled."""

import json
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, override

import numpy as np
import xarray as xr

from bayescmp._results import PairedQuantities, plain
from bayescmp._sampled import SampledPosterior
from bayescmp._text import visible
from bayescmp._validation import RandomNumbers, generator
from bayescmp.hierarchical._crossed_model import (
    LOGIT_SCALE,
    MAX_CORRELATION,
    RATIO_DF,
    RATIO_SCALE,
    RECORD_SCALE,
    crossed_effects_model,
    data_of,
    data_of_shape,
    quantities,
)
from bayescmp.hierarchical._patterns import Patterns, patterns_of
from bayescmp.hierarchical._sampler import Sampler
from bayescmp.hierarchical._verdict import diagnostics_verdict
from bayescmp.predictions import check_outcomes, pair_of_names, provenance
from bayescmp.tables import CELLS, scaled_table

if TYPE_CHECKING:
    import nutpie

_PRIOR = {
    "logit_error": f"normal(0, {LOGIT_SCALE})",
    "record_sd": f"half-normal({RECORD_SCALE})",
    "training_ratio": f"half-t({RATIO_DF} df, {RATIO_SCALE})",
    "correlations": f"{MAX_CORRELATION} (2 beta(2, 2) - 1)",
}


def result_tree(
    patterns: Patterns, first: str, second: str, raw: xr.DataTree, made_by: dict[str, object]
) -> xr.DataTree:
    """Put the reported quantities of raw draws, the data, the verdict and the provenance together.

    The patterns and the draws are of the classifiers in the order of their names.
    """
    posterior = quantities(raw["posterior"].to_dataset(), patterns)
    observed, constant = _data_groups(patterns)
    names = sorted((first, second))
    tables = [table.assign_coords(classifier=names) for table in (posterior, observed)]
    if names[0] != first:
        tables = [table.isel(classifier=[1, 0]) for table in tables]
        tables[0]["difference"] = -tables[0]["difference"]
    stats = raw["sample_stats"].to_dataset()  # of which every file format takes the numbers per draw
    kept = [name for name, v in stats.data_vars.items() if v.dims == ("chain", "draw") and v.dtype.kind in "biuf"]
    groups = {"posterior": tables[0], "sample_stats": stats[kept].drop_attrs()}
    tree = xr.DataTree.from_dict(groups | {"observed_data": tables[1], "constant_data": constant})
    tree.attrs = {
        "first_name": visible(first),
        "second_name": visible(second),
        "diagnostics": diagnostics_verdict(tree).to_json(),
        "provenance": json.dumps(made_by | {"prior": _PRIOR}, allow_nan=False),
    }
    return tree


def is_sample_of(tree: object, predictions: xr.Dataset, first: str, second: str) -> bool:
    """Tell whether a tree holds draws for these predictions, by the errors and the patterns that it was made of."""
    if not isinstance(tree, xr.DataTree) or not {"posterior", "sample_stats", "observed_data"} <= set(tree.children):
        return False
    if not set(tree["posterior"].data_vars) >= _JUDGED:  # one that is left out would not be judged
        return False
    observed = _data_groups(patterns_of(predictions, *sorted((first, second))))[0]
    errors = observed["errors"].to_numpy()[:: 1 if first < second else -1]
    held = tree["observed_data"].to_dataset()
    return np.array_equal(held["errors"], errors) and np.array_equal(held["pattern_count"], observed["pattern_count"])


def _data_groups(patterns: Patterns) -> tuple[xr.Dataset, xr.Dataset]:
    sets = list(patterns.training_set)
    observed = {
        "errors": (("classifier", "training_set"), patterns.errors.astype(np.int64)),
        "pattern_count": ("pattern", patterns.pattern_count.astype(np.int64)),
    }
    constant = {
        "n_validation": ("training_set", patterns.n_validation),
        "n_train": ((), patterns.n_train),
        "overlap_correlation": (("training_set", "other_training_set"), patterns.factor @ patterns.factor.T),
    }
    labels = {"training_set": sets}
    return xr.Dataset(observed, labels), xr.Dataset(constant, labels | {"other_training_set": sets})


_JUDGED = {
    "difference", "error", "disagreement", "tau", "intercept", "record_sd", "record_correlation", "training_sd",
    "training_correlation", "training_ratio", "training_effect",
}  # fmt: skip
_DRAWN = ("difference", "error", "disagreement", "tau")


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedEffectsSample(PairedQuantities):
    """Draws of the crossed-effects model, with what they say about a pair of classifiers.

    Attributes
    ----------
    tree : DataTree
        What `crossed_effects_mcmc` returned; `draws` are the variables of its posterior that every comparison has.
    cells : DataArray, dims (first, second)
        Observed counts over all validation sets.
    verdict : dict
        What `Verdict.to_json` says of the draws.
    sampler : dict
        Priors, seed and settings of the sampler.
    """

    tree: xr.DataTree
    cells: xr.DataArray
    verdict: dict[str, Any]
    sampler: dict[str, Any]

    @classmethod
    def of(cls, tree: xr.DataTree, tables: xr.DataArray) -> "CrossedEffectsSample":
        """Take the draws from what `crossed_effects_mcmc` returns, and the counts from tables of the same outcomes."""
        cells = tables.sum([dim for dim in tables.dims if dim not in CELLS])
        # What the draws tell is taken from them, whatever their attributes say.
        verdict, sampler = json.loads(diagnostics_verdict(tree).to_json()), json.loads(tree.attrs["provenance"])
        sizes = tree["posterior"].sizes
        seen = {"prior": _PRIOR, "chains": sizes["chain"], "draws": sizes["draw"]}
        return cls(tree=tree, cells=cells, verdict=verdict, sampler=sampler | seen)

    @cached_property
    def draws(self) -> xr.Dataset:
        """Draws of what every comparison has, dims (chain, draw), and of each classifier's error, the first first."""
        return self.tree["posterior"].to_dataset()[list(_DRAWN)].reset_coords(drop=True)

    @property
    @override
    def difference(self) -> SampledPosterior:
        return SampledPosterior(draws=self.draws["difference"], name="difference")

    @property
    @override
    def disagreement(self) -> SampledPosterior:
        return SampledPosterior(draws=self.draws["disagreement"], name="disagreement")

    @property
    @override
    def first_error_on_disagreement(self) -> SampledPosterior:
        share = self._only_first_wrong / self.draws["disagreement"]
        return SampledPosterior(draws=share, name="first_error_on_disagreement")

    @property
    @override
    def first_error_given_second_right(self) -> SampledPosterior:
        right = 1 - self._error(1)
        return SampledPosterior(draws=self._only_first_wrong / right, name="first_error_given_second_right")

    @property
    @override
    def first_error_given_second_wrong(self) -> SampledPosterior:
        both = self._error(0) - self._only_first_wrong
        return SampledPosterior(draws=both / self._error(1), name="first_error_given_second_wrong")

    @property
    @override
    def prob_first_better(self) -> float:
        return float(self.difference.cdf(0.0))

    @property
    def tau(self) -> float:
        """Posterior median of tau, the variance that training sets add relative to that of a sample of records."""
        return float(self.draws["tau"].median())

    @property
    def n_effective(self) -> float:
        """Number of independent records whose mean difference varies as much as the posterior does."""
        difference = self.draws["difference"]
        per_record = self.draws["disagreement"].mean() - difference.mean() ** 2
        return float(plain(per_record / difference.var()))

    @property
    def table(self) -> xr.DataArray:
        """The observed proportions in a table of `n_effective` records."""
        return scaled_table(self.cells, self.n_effective)

    def to_datatree(self, draws: int | None = None, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002
        """Return the draws of the sampler in the form that ArviZ takes; there are as many as were asked of it."""
        return xr.DataTree.from_dict({"posterior": self.draws})

    @property
    def _only_first_wrong(self) -> xr.DataArray:
        return (self.draws["disagreement"] + self.draws["difference"]) / 2

    def _error(self, position: int) -> xr.DataArray:
        return self.draws["error"].isel(classifier=position, drop=True)


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
