"""The exact posterior of a paired table."""

import itertools
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import (
    MOST_RECORDS,
    RandomNumbers,
    check_choice,
    check_integer,
    check_positive,
    generator,
)
from bayescmp.posteriors._difference import DifferencePosterior
from bayescmp.posteriors._one_quantity import CHAINS, BetaPosterior, in_chains
from bayescmp.results import PairedQuantities, Values, in_one_line, plain
from bayescmp.tables import CELLS, OUTCOMES, below_half, cell, check_table

PRIORS = ("dirichlet", "beta")  # forms of the prior of a table
_SIDES = {
    "disagreement": ((1, 2), (0, 3)),
    "first_error_on_disagreement": ((1,), (2,)),
    "first_error_given_second_right": ((1,), (3,)),
    "first_error_given_second_wrong": ((0,), (2,)),
}
"""Cells of a table, n00, n01, n10 and n11, that a probability counts for and against it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class PairedPosterior(PairedQuantities):
    r"""Exact posteriors of the quantities of a paired table, or of each table of a batch.

    Attributes
    ----------
    table : DataArray
        The counts, whole or effective.
    prior : {"beta", "dirichlet"}
        The prior's form.
    strength : float
        Pseudo-records per side of each Beta, or per cell of the Dirichlet.
    """

    table: xr.DataArray
    prior: str
    strength: float
    __repr__ = in_one_line

    @override
    def _quantity(self, name: str) -> Any:
        if name not in _SIDES:  # that is the difference
            return DifferencePosterior(
                disagreement=self.disagreement, first_error=self.first_error_on_disagreement, name=name
            )
        # Beta(for + l, against + l), l for each cell (docs/trust/formulas.md, "The paired table")
        prior = self.strength * (1 if self.prior == "beta" else len(_SIDES[name][0]))
        a, b = (plain(sum(self._cells[place] for place in places) + prior) for places in _SIDES[name])
        return BetaPosterior(name=name, a=a, b=b)

    @property
    def prob_first_better(self) -> Values:
        """Posterior probability that the first errs less, P(r < 1/2); at strength 1 the one-sided mid-p value."""
        return plain(xr.apply_ufunc(below_half, *self.first_error_on_disagreement.parameters))

    @property
    def log_bayes_factor(self) -> Values:
        r"""Natural logarithm of the Bayes factor for unequal against equal error rates.

        .. math:: \log\frac{B(n_{01} + l, n_{10} + l)}{B(l, l)} + (n_{01} + n_{10}) \log 2

        compares r ~ Beta(l, l) with r = 1/2 (status D).
        """
        # 2^(n01 + n10) B(n01 + l, n10 + l) / B(l, l) (docs/trust/formulas.md, "The paired table")
        (_, n01, n10, _), prior = self._cells, self.strength
        return plain(special.betaln(n01 + prior, n10 + prior) - special.betaln(prior, prior) + (n01 + n10) * np.log(2))

    @property
    def bayes_factor(self) -> Values:
        """Bayes factor for unequal against equal error rates; above 1 favours unequal. Infinite above 1e308."""
        with np.errstate(over="ignore"):
            return plain(np.exp(self.log_bayes_factor))

    def in_parts(self, edges: Floats) -> "PairedPosterior":
        """Return as many equal parts as there are between shares, as `PartsPosterior.in_parts` does."""
        copies = xr.ones_like(xr.DataArray(edges[1:], dims="part"))
        return replace(self, table=(self.table * copies).transpose(..., "part", *CELLS).assign_attrs(self.table.attrs))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws, rng
            Independent draws in each of four chains, and their seed or source.

        Returns
        -------
        DataTree
            With the group `posterior`, dims (chain, draw, ...). Under the prior "dirichlet" all quantities come
            from one draw of the four cells. Under "beta" the difference belongs to the drawn `disagreement` and
            `first_error_on_disagreement`, and the two conditional error rates are drawn by themselves: their
            four priors are not the margins of one joint distribution.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=3, only_first_wrong=1, only_second_wrong=2, both_right=4)
        >>> tree = bc.posteriors.paired_posterior(table).to_datatree(draws=50, rng=0)
        >>> dict(tree["posterior"].sizes)
        {'chain': 4, 'draw': 50}
        """
        check_integer("draws", draws, least=1)
        count, source = CHAINS * draws, generator(rng)
        if self.prior == "beta":
            drawn = {name: getattr(self, name).draw(count, source) for name in _SIDES}
        else:
            drawn = self._by_cells(count, source)
        drawn["difference"] = drawn["disagreement"] * (2 * drawn["first_error_on_disagreement"] - 1)
        variables = {name: in_chains(values) for name, values in drawn.items()}
        return xr.DataTree.from_dict({"posterior": xr.Dataset(variables)})

    def _by_cells(self, draws: int, source: np.random.Generator) -> dict[str, Any]:
        """Draw the four probabilities from one draw of the cells."""

        def log_gamma(cell: Values) -> xr.DataArray:  # in logarithms, for with a weak prior a cell may underflow
            like = xr.DataArray(cell + self.strength)
            shape, size = like.to_numpy()[..., None], (*like.shape, draws)
            values = np.log(source.standard_gamma(shape + 1, size)) - source.standard_exponential(size) / shape
            return xr.DataArray(values, dims=(*like.dims, "draw"), coords=like.coords)

        wrong_wrong, wrong_right, right_wrong, right_right = map(log_gamma, self._cells)
        differ, agree = np.logaddexp(wrong_right, right_wrong), np.logaddexp(wrong_wrong, right_right)
        return {
            "disagreement": special.expit(differ - agree),
            "first_error_on_disagreement": special.expit(wrong_right - right_wrong),
            "first_error_given_second_right": special.expit(wrong_right - right_right),
            "first_error_given_second_wrong": special.expit(wrong_wrong - right_wrong),
        }

    @cached_property
    def _cells(self) -> list[Values]:
        table = self.table.astype(float)
        return [plain(cell(table, *outcomes)) for outcomes in itertools.product(OUTCOMES, OUTCOMES)]


def paired_posterior(table: xr.DataArray, *, prior: str = "dirichlet", strength: float = 1.0) -> PairedPosterior:
    r"""Exact posterior of the quantities of a paired table: two classifiers on the same records.

    The estimand of `difference` is err(first) - err(second) on new records; negative means that the first is
    better.

    Parameters
    ----------
    table : DataArray, dims (..., first, second)
        Counts from `paired_table`, or an effective table. Leading dims are a batch of tables, each by itself.
    prior : {"dirichlet", "beta"}, default "dirichlet"
        "dirichlet": Dirichlet(l, l, l, l) on the four cells: r, r_c and r_i have the priors Beta(l, l), and p_d has
        Beta(2l, 2l). "beta": independent Beta(l, l) priors on all four, as in [1]_, which are those of no joint prior.
    strength : float, default 1.0
        The l above, in pseudo-records; 1 is uniform, 0.5 is Jeffreys'.

    Returns
    -------
    PairedPosterior

    Notes
    -----
    With :math:`n_{01}` records on which only the first is wrong and :math:`n_{10}` on which only the second is,

    .. math::

        \begin{aligned}
        p_d &\sim B(n_{01} + n_{10} + 2l, n_{00} + n_{11} + 2l), & r &\sim B(n_{01} + l, n_{10} + l), \\
        r_c &\sim B(n_{01} + l, n_{11} + l), & r_i &\sim B(n_{00} + l, n_{10} + l)
        \end{aligned}

    and :math:`\delta = p_d (2r - 1)`, p_d and r independent under either prior; "beta" has l in place of 2l (status D;
    Lemma 2 of [1]_). The records are taken as independent: for one hold-out they are. For cross-validated tables use
    `effective_table` first.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=3, only_first_wrong=1, only_second_wrong=2, both_right=4)
    >>> posterior = bc.posteriors.paired_posterior(table)
    >>> posterior.prob_first_better
    0.6875
    >>> round(posterior.difference.mean, 4)
    -0.0714
    """
    return PairedPosterior(table=check_table(table), **checked_prior(prior, strength))


def checked_prior(prior: str, strength: float) -> dict[str, Any]:
    """Return the form and the strength of a prior as arguments of a posterior."""
    given = check_choice("prior", prior, PRIORS)
    return {"prior": given, "strength": check_positive("strength", strength, most=MOST_RECORDS)}
