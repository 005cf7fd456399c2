"""Posteriors of a pair mixed over how many independent records the experiment is worth."""

from dataclasses import dataclass
from functools import cached_property
from typing import override

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_choice, generator
from bayescmp.posteriors._mixture import MixturePosterior, chosen_part, mean_sizes, parts_over
from bayescmp.posteriors._paired_posterior import PairedPosterior, checked_prior
from bayescmp.results._interval import Values, in_one_line, plain
from bayescmp.results._posterior import PairedQuantities
from bayescmp.tables import CELLS, check_table, scaled_table


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
        size = {dim: drawn.sizes[dim] for dim in ("chain", "draw")}
        uniform = xr.DataArray(source.random(tuple(size.values())), dims=tuple(size))
        part = chosen_part(self.part_weights, uniform, "part")
        return xr.DataTree.from_dict({"posterior": drawn.isel(part=part).drop_vars("part", errors="ignore")})

    def in_parts(self, edges: Floats) -> PairedPosterior:
        """Return the posteriors given that the variance lies between these shares of its posterior, dim `part`."""
        size = mean_sizes(self.effective_size, self.part_weights, edges, "part")
        return parts_of(self.table, size, prior=self.prior, strength=self.strength)


def variance_per_record(cells: xr.DataArray) -> xr.DataArray:
    """Variance of the difference of the losses on one record, with the observed proportions."""

    def variance(counts: Floats) -> Floats:
        total = counts.sum((-2, -1))
        first, second = counts[..., 0, 1] / total, counts[..., 1, 0] / total
        return first + second - (first - second) ** 2

    return xr.apply_ufunc(variance, cells, input_core_dims=[CELLS])


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

    Raises
    ------
    TypeError
        If `tables` or `correlations` are of the wrong kind.
    ValueError
        If `tables` are not those of an m x 2 cross-validation, variables are missing or outside the valid region, or
        the correlations are of several experiments.

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
    tables = _checked_tables(tables)
    points = _points(correlations)
    n_repeats = tables.sizes["repeat"]
    per_fold = tables.sum(CELLS).mean(("repeat", "fold"))
    # n_e = 2m n_2 / (phi (1 + rho_1 + 2 (m - 1) rho_2)) (docs/formulas.md, "Effective tables")
    factor = points["phi"] * (1 + points["rho1"] + 2 * (n_repeats - 1) * points["rho2"]) / (2 * n_repeats)
    _check_region(points, factor)
    weights, size = parts_over(points["weight"], per_fold / factor, "point")
    cells = tables.mean(("repeat", "fold"))
    return EffectivePosterior(
        paired=parts_of(cells, size, **given),
        effective_size=size,
        part_weights=weights,
        correlations=points,
    )


def _checked_tables(tables: xr.DataArray) -> xr.DataArray:
    tables = check_table(tables, "tables")
    if not {"repeat", "fold"} <= set(tables.dims) or tables.sizes["fold"] != 2:
        raise ValueError(
            f"`tables` must have the dims repeat and fold, of size 2, but got {dict(tables.sizes)}. Make them with "
            "`paired_tables` from a two-fold cross-validation."
        )
    return tables


def _points(correlations: xr.DataTree | xr.Dataset) -> xr.Dataset:
    """Return rho1, rho2, phi and weight over the dim point."""
    if isinstance(correlations, xr.DataTree):
        group = correlations["posterior"] if "posterior" in correlations.children else correlations
        correlations = group.to_dataset()
    if not isinstance(correlations, xr.Dataset):
        raise TypeError(f"`correlations` must be a DataTree or a Dataset, but got {type(correlations).__name__}.")
    missing = [name for name in _NEEDED if name not in correlations]
    if missing:
        raise ValueError(
            f"`correlations` must have the variables rho1, rho2 and phi, but lacks {missing}. Of what "
            "`new_experiment` returns, `run_correlations(tables, known)` gives those of a run."
        )
    if "point" in correlations.dims and "weight" in correlations:
        return correlations[[*_NEEDED, "weight"]]
    found = correlations[list(_NEEDED)]
    if found.sizes.get("experiment", 1) > 1:
        raise ValueError(
            f"`correlations` must be of one experiment, but got {found.sizes['experiment']}. `run_correlations` makes "
            "those of a new experiment from what is known of several."
        )
    found = found.squeeze("experiment", drop=True) if "experiment" in found.dims else found
    found = found.stack(point=list(found.dims)).reset_index("point", drop=True).reset_coords(drop=True)
    return found.assign(weight=("point", np.full(found.sizes["point"], 1 / found.sizes["point"])))


def _check_region(points: xr.Dataset, factor: xr.DataArray) -> None:
    inside = (
        (factor > 0) & (points["rho1"] < 1) & (points["phi"] > 0) & (2 * points["rho2"] <= 1 + points["rho1"] + 1e-12)
    )
    if not bool(inside.all()):
        at = points.isel(point=int(np.argmin(inside.to_numpy())))
        values = ", ".join(f"{name} {float(at[name]):.3g}" for name in _NEEDED)
        raise ValueError(f"`correlations` must lie in the valid region, but got {values}.")
