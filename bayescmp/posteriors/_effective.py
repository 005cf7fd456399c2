"""Posteriors of a pair mixed over how many independent records an m x 2 or any cross-validation is worth."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import (
    MOST_RECORDS,
    RandomNumbers,
    check_choice,
    check_not_negative,
    check_number,
    generator,
)
from bayescmp.evidence import crossed_sums
from bayescmp.posteriors._crossed_effects import effective_size_of_sums, inverse_given
from bayescmp.posteriors._mixture import MixturePosterior, mean_sizes, parts_over
from bayescmp.posteriors._paired_posterior import PairedPosterior, checked_prior
from bayescmp.results import PairedQuantities, Values, in_one_line, plain
from bayescmp.tables import CELLS, cell, check_table, scaled_table


@dataclass(frozen=True, kw_only=True, eq=False)
class PartsPosterior(PairedQuantities):
    """Posteriors of the quantities of a paired table, mixed over the effective number of records.

    Attributes
    ----------
    paired : PairedPosterior
        Exact posteriors of tables of as many records as the experiment is worth, along the dim `part`.
    effective_size : DataArray, dims (..., part)
        Number of independent records that the experiment is worth in each part.
    part_weights : DataArray, dims (..., part)
        Probabilities of the parts, which sum to 1.
    """

    paired: PairedPosterior
    effective_size: xr.DataArray
    part_weights: xr.DataArray
    __repr__ = in_one_line

    @cached_property
    def table(self) -> xr.DataArray:
        """The effective table, of `n_effective` records."""
        return scaled_table(self.paired.table.isel(part=0, drop=True), xr.DataArray(self.n_effective))

    @property
    def prior(self) -> str:
        """The form of the table's prior."""
        return self.paired.prior

    @property
    def strength(self) -> float:
        """The strength of the table's prior."""
        return self.paired.strength

    @cached_property
    def n_effective(self) -> Values:
        """Number of independent records whose mean varies as much as the posterior mean of the variance says."""
        return plain(1 / (self.part_weights / self.effective_size).sum("part"))

    @override
    def _quantity(self, name: str) -> MixturePosterior:
        return MixturePosterior(parts=getattr(self.paired, name), weights=self.part_weights, over="part", name=name)

    @property
    @override
    def prob_first_better(self) -> Values:
        return plain((self.part_weights * self.paired.prob_first_better).sum("part"))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes, as `PairedPosterior.to_datatree` does."""
        source = generator(rng)
        drawn = self.paired.to_datatree(draws, source)["posterior"].to_dataset()
        uniform = xr.DataArray(source.random((drawn.sizes["chain"], drawn.sizes["draw"])), dims=("chain", "draw"))
        part = (self.part_weights.cumsum("part") < uniform).sum("part").clip(max=self.part_weights.sizes["part"] - 1)
        return xr.DataTree.from_dict({"posterior": drawn.isel(part=part).drop_vars("part", errors="ignore")})

    def in_parts(self, edges: Floats) -> PairedPosterior:
        """Return the posteriors given that the variance lies between these shares of its posterior, dim `part`."""
        size = mean_sizes(self.effective_size, self.part_weights, edges, "part")
        return parts_of(self.table, size, prior=self.prior, strength=self.strength)


def variance_per_record(cells: xr.DataArray) -> xr.DataArray:
    """Variance p_d - delta^2 of the difference of the losses on one record, with the observed proportions."""
    share = cells / cells.sum(CELLS)
    first, second = cell(share, "wrong", "right"), cell(share, "right", "wrong")
    return first + second - (first - second) ** 2


def parts_of(cells: xr.DataArray, size: xr.DataArray, *, prior: str, strength: float) -> PairedPosterior:
    """Return the posteriors of tables of so many records, dim `part` last, with the observed proportions."""
    table = scaled_table(cells, size)
    return PairedPosterior(table=table.transpose(..., "part", *CELLS), prior=prior, strength=strength)


_NEEDED = ("rho1", "rho2", "phi")


@dataclass(frozen=True, kw_only=True, eq=False)
class EffectivePosterior(PartsPosterior):
    """Posteriors of the quantities of a paired table, mixed over correlations of folds.

    Attributes
    ----------
    paired, effective_size, part_weights
        As in `PartsPosterior`.
    correlations : Dataset, dim point
        What is known of the correlations: `rho1`, `rho2`, `phi` and their `weight`, which sums to 1.
    """

    correlations: xr.Dataset
    __repr__ = in_one_line

    def mean_of(self, name: str) -> Values:
        """Posterior mean of "rho1", "rho2" or "phi"."""
        check_choice("name", name, _NEEDED)
        return plain((self.correlations["weight"] * self.correlations[name]).sum("point"))

    @property
    def standard_error(self) -> Values:
        """Monte Carlo standard error of `prob_first_better` that comes from the number of points."""
        weight, prob = self.correlations["weight"], self.paired.prob_first_better
        spread = (self.part_weights * (prob - self.prob_first_better) ** 2).sum("part")
        return plain(np.sqrt(spread * (weight**2).sum("point")))


def effective_posterior(
    tables: xr.DataArray, correlations: xr.DataTree | xr.Dataset, *, prior: str = "dirichlet", strength: float = 1.0
) -> EffectivePosterior:
    r"""Posterior of the error difference from the tables of an m x 2 cross-validation and what is known of its folds.

    The estimand of `difference` is err(first) - err(second) of the algorithms trained on half the records, on new
    records; negative means that the first is better.

    Parameters
    ----------
    tables : DataArray, dims (..., repeat, fold, first, second)
        Tables of one experiment, or of a batch.
    correlations : DataTree or Dataset
        What is known of the correlations of the folds *of the difference* (with those of the disagreement, which the
        paper takes, the interval is too narrow): the posterior of one experiment from `fold_correlation`, or variables
        `rho1`, `rho2` and `phi` over the dims chain and draw, or `point` with their `weight`.
    prior, strength
        As in `paired_posterior`, for the table given the correlations.

    Returns
    -------
    EffectivePosterior

    Notes
    -----
    Given the correlations, the experiment is worth

    .. math:: n_e = \frac{2m\, n_2}{\phi (1 + \rho_1 + 2(m-1)\rho_2)}

    independent records, with :math:`n_2` in a validation set (status D), and the posterior is the exact one of the mean
    table of so many. The correlations are integrated out by ten points of Gauss quadrature in the logarithm of
    :math:`n_e`, as for crossed effects.

    Examples
    --------
    >>> import xarray as xr
    >>> import bayescmp as bc
    >>> tables = bc.paired_table(both_wrong=[[9, 8], [7, 9]], only_first_wrong=[[5, 7], [6, 6]],
    ...                          only_second_wrong=[[4, 2], [4, 3]], both_right=[[32, 33], [33, 32]],
    ...                          dims=("repeat", "fold"))
    >>> known = xr.Dataset({"rho1": ("draw", [0.0, 0.1]), "rho2": ("draw", [0.2, 0.4]), "phi": ("draw", [1.0, 1.2])})
    >>> posterior = bc.posteriors.effective_posterior(tables, known)
    >>> round(posterior.n_effective, 1)
    108.7
    """
    given = checked_prior(prior, strength)
    tables = check_table(tables, "tables")
    if not {"repeat", "fold"} <= set(tables.dims) or tables.sizes["fold"] != 2:
        raise ValueError(
            f"`tables` must have the dims repeat and fold, of size 2, but got {dict(tables.sizes)}. Make them with "
            "`paired_tables` from a two-fold cross-validation."
        )
    points, n_repeats = _points(correlations), tables.sizes["repeat"]
    per_fold = tables.sum(CELLS).mean(("repeat", "fold"))
    # n_e = 2m n_2 / (phi (1 + rho_1 + 2 (m - 1) rho_2)) (docs/trust/formulas.md, "Effective tables")
    factor = points["phi"] * (1 + points["rho1"] + 2 * (n_repeats - 1) * points["rho2"]) / (2 * n_repeats)
    _check_region(points, factor)
    weights, size = parts_over(points["weight"], per_fold / factor, "point")
    paired = parts_of(tables.mean(("repeat", "fold")), size, **given)
    return EffectivePosterior(paired=paired, effective_size=size, part_weights=weights, correlations=points)


def _points(correlations: xr.DataTree | xr.Dataset) -> xr.Dataset:
    """Return rho1, rho2, phi and weight over the dim point."""
    if isinstance(correlations, xr.DataTree):
        correlations = correlations.children.get("posterior", correlations).to_dataset()
    if not isinstance(correlations, xr.Dataset):
        raise TypeError(f"`correlations` must be a DataTree or a Dataset, but got {type(correlations).__name__}.")
    if missing := [one for one in _NEEDED if one not in correlations or correlations[one].dtype.kind not in "iuf"]:
        raise ValueError(
            f"`correlations` must have the variables rho1, rho2 and phi, all numbers, but lacks {missing}. Of what "
            "`new_experiment` returns, `run_correlations(tables, known)` gives those of a run."
        )
    if "point" in correlations.dims and "weight" in correlations:
        return correlations[[*_NEEDED, "weight"]]
    draws = correlations[list(_NEEDED)]
    if draws.sizes.get("experiment", 1) > 1:
        raise ValueError(
            f"`correlations` must be of one experiment, but got {draws.sizes['experiment']}. `run_correlations` makes "
            "those of a new experiment from what is known of several."
        )
    points = draws.stack(point=list(draws.dims), create_index=False).reset_coords(drop=True)
    return points.assign(weight=("point", np.full(points.sizes["point"], 1 / points.sizes["point"])))


def _check_region(points: xr.Dataset, factor: xr.DataArray) -> None:
    rho1, rho2, phi = (points[name] for name in _NEEDED)
    inside = (factor > 0) & (rho1 < 1) & (phi > 0) & (2 * rho2 <= 1 + rho1 + 1e-12)
    if not inside.all():
        at = points.isel(point=int(np.argmin(inside.to_numpy())))
        values = ", ".join(f"{name} {float(at[name]):.3g}" for name in _NEEDED)
        raise ValueError(f"`correlations` must lie in the valid region, but got {values}.")


@dataclass(frozen=True, kw_only=True, eq=False)
class CrossedEffectsPosterior(PartsPosterior):
    """Posteriors of the quantities of a paired table, mixed over the variance that training sets add.

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

    records with the observed proportions. One run of a cross-validation says little about tau (its own variance has no
    unbiased estimator), so the prior matters: see the page on crossed effects for what was measured.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> import bayescmp as bc
    >>> X, y = load_iris(return_X_y=True)
    >>> p = bc.cross_val_predictions({"bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, X, y, rng=0)
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
    """
    given = checked_prior(prior, strength)
    # n_e(tau) records with the observed proportions (docs/trust/formulas.md, "Crossed effects")
    effective_size = effective_size_of_sums(sums, tau=tau, needed=("cells",))
    shares, size = effective_size.parts()
    return CrossedEffectsPosterior(
        paired=parts_of(sums["cells"], size, **given),
        **{name: getattr(effective_size, name) for name in ("weights", "components", "inverse_size")},
        effective_size=size,
        part_weights=shares,
        n_records=sums["n_records"] if "n_records" in sums else sums["records"].sum("times"),
    )
