"""How many independent records an experiment is worth, and the posterior that crossed effects give it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import MOST_RECORDS, RandomNumbers, check_not_negative, check_number, generator
from bayescmp.evidence import crossed_sums
from bayescmp.posteriors._crossed_effects import (
    CrossedSums,
    Variances,
    components_of,
    tau_grid,
    variance_of_mean,
    variances_of,
    weights_of_tau,
)
from bayescmp.posteriors._effective import PartsPosterior, parts_of
from bayescmp.posteriors._mixture import parts_over
from bayescmp.posteriors._paired_posterior import PairedPosterior, checked_prior
from bayescmp.results._interval import Values, in_one_line, plain
from bayescmp.tables import scaled_table


@dataclass(frozen=True, kw_only=True, eq=False)
class EffectiveSize:
    r"""What an experiment is worth in independent records, and the posterior of tau, as in `CrossedEffectsPosterior`.

    Attributes
    ----------
    weights, inverse_size, components
        As in `CrossedEffectsPosterior`.
    df : float
        Degrees of freedom of the variance between groups of dependent records; infinite where records are independent.
    most : float or DataArray
        Number of independent records that it is worth at most, however alike groups are.

    Notes
    -----
    Of few groups the variance is known badly: V that was estimated stands for :math:`V \mathrm{df} / \chi^2_{df}`, by
    which a mean has a t distribution (status S), and so the number of records for as many times less or more.
    """

    weights: xr.DataArray
    inverse_size: xr.Dataset
    components: xr.Dataset
    df: float = np.inf
    most: Values = np.inf
    __repr__ = in_one_line

    @property
    def sizes(self) -> xr.DataArray:
        """Number of independent records at each value of tau, dims (..., tau), were variances known."""
        return 1 / inverse_given(self.inverse_size, self.weights["tau"])

    @property
    def has_tau(self) -> bool:
        """Whether there are several training sets, of which tau is."""
        return bool(self.inverse_size["per_tau"].any())

    @cached_property
    def spread(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Probabilities of numbers of independent records, and these numbers, dims (..., point)."""
        (shares, ratios), sizes = (xr.DataArray(one, dims="ratio") for one in _ratios(self.df)), self.sizes
        if np.isfinite(self.df):  # no further than rounding, by which draws would depend on the order of records
            sizes = sizes.copy(data=np.exp(np.round(np.log(sizes.to_numpy()), 9)))
        both = xr.broadcast(self.weights * shares, (sizes * ratios).clip(max=self.most))
        weights, sizes = (one.stack(point=("tau", "ratio"), create_index=False).drop_vars("tau") for one in both)
        return weights, sizes

    def parts(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Return few probabilities and numbers of independent records that stand for all, dims (..., part)."""
        return parts_over(*self.spread, "point")

    def drawn_sizes(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw numbers of independent records, with as many of each as its probability says, in any order."""
        shares = generator(rng).permutation((np.arange(draws) + 0.5) / draws)

        def chosen(sizes: Floats, weights: Floats) -> Floats:
            upper = np.cumsum(weights)
            return np.asarray(sizes[np.searchsorted(upper, shares * upper[-1])])

        core: Any = {"input_core_dims": [["point"], ["point"]], "output_core_dims": [["draw"]], "vectorize": True}
        return xr.apply_ufunc(chosen, *self.spread[::-1], **core)


def effective_size_of_sums(sums: xr.Dataset, *, tau: Any = "default", needed: Sequence[str] = ()) -> EffectiveSize:
    """Judge what experiments are worth from sums over training sets, of outcomes or of influences."""
    arrays = CrossedSums.of(sums, needed)
    grid = tau_grid(tau if sums.sizes["training_set"] > 1 else 0.0)  # one says nothing of others
    variances = variances_of(arrays)
    lead = [str(dim) for dim in sums["difference"].dims if dim != "training_set"]
    labels = dict(grid.coords) | {dim: sums.coords[dim] for dim in lead if dim in sums.coords}
    weights = xr.DataArray(weights_of_tau(arrays, variances, grid), dims=(*lead, "tau"), coords=labels)
    given = components_of(arrays, variances, grid["tau"].to_numpy())
    means = {name: (weights * xr.DataArray(values, dims=weights.dims)).sum("tau") for name, values in given.items()}
    return EffectiveSize(
        weights=weights,
        inverse_size=_inverse_size(arrays, variances, lead),
        components=xr.Dataset(means),
        df=float(np.min(sums.get("df", np.inf))),  # of pairs with other missing answers the fewest
        most=sums.get("most", np.inf),
    )


_RATIOS = 200


@cache
def _ratios(df: float) -> tuple[Floats, Floats]:
    """Return probabilities of ratios of a chi-squared variate to its degrees of freedom, and these, in equal steps."""
    if np.isinf(df):
        return np.ones(1), np.ones(1)
    ends = np.log(special.chdtri(df, np.array([1 - 1e-7, 1e-7])))
    edges = np.linspace(ends[0], ends[1], _RATIOS + 1)
    below = special.chdtr(df, np.exp(edges))
    shares = np.diff(below)
    return shares / shares.sum(), np.exp((edges[1:] + edges[:-1]) / 2) / df


def inverse_given(inverse_size: xr.Dataset, tau: Any) -> xr.DataArray:
    """Return one over the number of independent records that an experiment is worth if tau is known."""
    return inverse_size["fixed"] + tau * inverse_size["per_tau"]


def _inverse_size(sums: CrossedSums, variances: Variances, lead: list[str]) -> xr.Dataset:
    """Variance of the mean difference over that on one record.

    Where no outcome differs from the others both are 0, and their ratio is what it tends to as differing outcomes
    become few: then all of the variance counts as rest, and groups as if their records were alike.
    """
    # 1 / n_e = Var(mean | tau) / (p_d - mean^2) (docs/formulas.md, "Crossed effects")
    record, rest = variances.shares
    ratio = sums.widened * variances.single / np.where(sums.per_record > 0, sums.per_record, 1.0)
    scale = np.where((sums.per_record > 0) & (variances.single > 0), ratio, sums.records.sum(-1) / sums.alike)
    fixed, per_tau = (scale * part for part in variance_of_mean(sums, Variances(record=record, rest=rest)))
    return xr.Dataset({"fixed": (lead, fixed), "per_tau": (lead, per_tau)})


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedEffectsPosterior(PartsPosterior):
    r"""Posteriors of the quantities of a paired table, mixed over the variance that training sets add.

    Attributes
    ----------
    paired, effective_size, part_weights
        As in `PartsPosterior`.
    weights : DataArray, dims (..., tau)
        Posterior probabilities of the values of tau, in units of the sampling variance: at 1, training sets add as
        much variance to the mean difference as a sample of as many records.
    components : Dataset
        Posterior means: `records`, `training_sets` and `rest`, the shares of the variance of the difference on one
        validation set; `rho2`, its correlation between repeats; `phi`, its variance relative to independent records.
    inverse_size : Dataset
        One over the number of independent records that the experiment is worth: `fixed`, if training sets add no
        variance, and `per_tau`, what it grows by with every unit of tau.
    n_records : DataArray
        Number of records that were validated.
    """

    weights: xr.DataArray
    components: xr.Dataset
    inverse_size: xr.Dataset
    n_records: xr.DataArray
    __repr__ = in_one_line

    def given_tau(self, tau: float) -> PairedPosterior:
        """Return the posterior that holds if tau is known, in units of the variance of a sample of as many records."""
        check_not_negative("tau", tau, most=MOST_RECORDS)
        cells = self.paired.table.isel(part=0, drop=True)
        return replace(self.paired, table=scaled_table(cells, 1 / inverse_given(self.inverse_size, tau)))

    @property
    def tau(self) -> Values:
        """Posterior median of tau: half of its posterior probability lies at or below the value."""
        below = self.weights.cumsum("tau") >= 0.5
        return plain(self.weights["tau"].isel(tau=below.argmax("tau")).drop_vars("tau"))

    def prob_tau_above(self, tau: float) -> Values:
        """Posterior probability that training sets add more than `tau` times the variance of a sample.

        By linear interpolation between the points of the grid, each with half of its weight on either side.
        """
        check_number("tau", tau)
        values = self.weights["tau"].to_numpy()

        def above(weights: Floats) -> float:  # 1 where tau was taken as known
            middle = np.cumsum(weights) - weights / 2 if values.size > 1 else np.ones(1)
            return 1 - float(np.interp(tau, values, middle, left=0.0, right=1.0))

        return plain(xr.apply_ufunc(above, self.weights, input_core_dims=[["tau"]], vectorize=True))


def crossed_effects_posterior(
    predictions: xr.Dataset,
    first: str | None = None,
    second: str | None = None,
    *,
    tau: Any = "default",
    prior: str = "dirichlet",
    strength: float = 1.0,
) -> CrossedEffectsPosterior:
    r"""Posterior of the error difference of two algorithms, from record-level outcomes of a cross-validation.

    The estimand of `difference` is err(first) - err(second) of the algorithms, at the training size of the design, on
    new records; negative means that the first is better.

    Parameters
    ----------
    predictions : Dataset
        As from `cross_val_predictions`, with any splitter that has more than one training set: m x 2 designs, K-fold,
        repeated K-fold, repeated hold-outs with `train`.
    first, second : str, optional
        The two classifiers; may be left out where there are only two.
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add to the mean difference, relative to that of a sample of as many
        records. "default": the upper half of a t distribution with 2 degrees of freedom and scale 0.3; "cautious": the
        upper half of a Cauchy distribution with scale 0.6; a number is taken as known; or a distribution of scipy.
    prior, strength
        As in `paired_posterior`, for the table given tau.

    Returns
    -------
    CrossedEffectsPosterior

    Raises
    ------
    TypeError, ValueError
        If an argument is not what it must be, or there is only one training set.

    Notes
    -----
    The difference of the losses on record i in repeat r is

    .. math:: d_{ir} = \delta + u_i + v_S + e_{ir}

    with the training set S, and :math:`\mathrm{Cov}(v_S, v_{S'}) = \tau (\sigma_u^2 + \sigma_e^2)
    |S \cap S'| / (|S| |S'|)`: to first order an algorithm's fluctuation is a sum over its training records
    (status D; an upper bound of the correlations, hence cautious). The variances of records and rest are estimated
    from the data, tau is integrated out on a grid with the restricted likelihood of the sums over validation sets, and
    given tau the posterior is the exact one of `paired_posterior` for a table of

    .. math:: n_e(\tau) = (p_d - \delta^2) / \mathrm{Var}(\bar d \mid \tau)

    records with the observed proportions. So the posterior mean hardly depends on tau, and tau sets its spread. One run
    of a cross-validation says little about tau (its own variance has no unbiased estimator), so the prior matters:
    see the page on crossed effects for what was measured.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, random_state=0)
    >>> posterior = bc.posteriors.crossed_effects_posterior(p)
    >>> 0 < posterior.prob_first_better < 1
    True
    """
    return crossed_effects_of_sums(crossed_sums(predictions, first, second), tau=tau, prior=prior, strength=strength)


def crossed_effects_of_sums(
    sums: xr.Dataset, *, tau: Any = "default", prior: str = "dirichlet", strength: float = 1.0
) -> CrossedEffectsPosterior:
    """Posterior of the error difference from sums over training sets, for a batch of experiments.

    Parameters
    ----------
    sums : Dataset
        As from `crossed_sums` or `crossed_sums_of_losses`.
    tau, prior, strength
        As in `crossed_effects_posterior`.

    Returns
    -------
    CrossedEffectsPosterior

    Raises
    ------
    TypeError, ValueError
        If `sums` are something else, and as `crossed_effects_posterior`.
    """
    given = checked_prior(prior, strength)
    effective_size = effective_size_of_sums(sums, tau=tau, needed=("cells",))
    shares, size = effective_size.parts()
    return CrossedEffectsPosterior(
        paired=parts_of(sums["cells"], size, **given),
        **{name: getattr(effective_size, name) for name in ("weights", "components", "inverse_size")},
        effective_size=size,
        part_weights=shares,
        n_records=sums["n_records"] if "n_records" in sums else sums["records"].sum("times"),
    )
