"""The posterior of one quantity, and of the five quantities of a paired table."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import (
    RandomNumbers,
    check_choice,
    check_integer,
    check_number,
    check_probability,
    generator,
)
from bayescmp.results._interval import CI_KINDS, Interval, Values, plain

POINT, QUADRATURE = "point", 48  # the dim of the points of a rule, and how many one quantity has

_ENDS = "ends of an interval"  # no dim of a batch has that name
_GOLDEN = (np.sqrt(5) - 1) / 2


@dataclass(frozen=True, kw_only=True)
class Law:
    """The formulas of a distribution, of plain arrays that broadcast: points first, then parameters."""

    moments: Callable[..., Any]  # mean and standard deviation
    cdf: Callable[..., Any]
    sf: Callable[..., Any]
    pdf: Callable[..., Any]
    ppf: Callable[..., Any]
    draw: Callable[..., Any]  # of a source and a shape, and parameters with a last axis more
    support: tuple[float, float] = (-np.inf, np.inf)


def by_row(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a formula of points and whole rows of parameters for several rows, too."""

    def of_rows(x: Any, *rows: Any) -> Any:
        if all(np.ndim(row) == 1 for row in rows):
            return function(x, *rows)
        signature = ",".join(["()", *(f"(n{place})" for place in range(len(rows)))])
        return np.vectorize(function, signature=f"{signature}->()")(x, *rows)

    return of_rows


class Posterior:
    """The posterior distribution of one quantity, exact up to the quadrature of its subclass.

    Every method takes and returns floats for one experiment, NumPy arrays where it is asked at several
    points of one experiment, and labelled arrays for a batch of experiments, whose dims come first.
    """

    name: str
    law: Any  # Law, of a class or of one posterior
    n_draws: int | None = None  # of one that is drawn
    rows: Any = ()  # for parameters that are a row for one quantity, the dims of the rows

    @cached_property
    def mean(self) -> Values:
        """Posterior mean."""
        return plain(self._moments[0])

    @cached_property
    def sd(self) -> Values:
        """Posterior standard deviation."""
        return plain(self._moments[1])

    @cached_property
    def _moments(self) -> Any:
        return self._applied(self.law.moments, output_core_dims=[[], []])

    def cdf(self, x: Values) -> Values:
        """Posterior probability that the quantity is at most `x`."""
        return self._at(x, self.law.cdf)

    def sf(self, x: Values) -> Values:
        """Posterior probability that the quantity is above `x`, accurate where it is small."""
        return self._at(x, self.law.sf)

    def pdf(self, x: Values) -> Values:
        """Posterior density at `x`."""
        return self._at(x, self.law.pdf)

    def ppf(self, q: Values) -> Values:
        """Return the value that the quantity does not exceed with probability `q`."""
        return self._at(q, self.law.ppf)

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw independent values; the result has the batch dims and, last, `draw`."""
        check_integer("draws", draws, least=1)
        like, source = xr.DataArray(self.mean), generator(rng)

        def sampled(*parameters: Any) -> Any:
            last = (np.asarray(one)[..., None] for one in parameters)
            return self.law.draw(source, (*like.shape, draws), *last)

        values = np.asarray(self._applied(sampled, output_core_dims=[["draw"]]))
        return xr.DataArray(values, dims=(*like.dims, "draw"), coords=like.coords, name=self.name)

    @property
    def parameters(self) -> tuple[Values, ...]:
        """Parameters of the law: the fields but the name."""
        return tuple(getattr(self, name) for name in cast("Any", self).__dataclass_fields__ if name != "name")

    def _at(self, x: Values, function: Callable[..., Any]) -> Values:
        """Apply a formula at points, which have a dim of their own where they are a bare array."""
        is_bare = np.ndim(x) == 1 and not isinstance(x, xr.DataArray)
        found = self._applied(function, xr.DataArray(x, dims=POINT) if is_bare else x)
        return found.to_numpy() if is_bare and found.dims == (POINT,) else plain(found)

    def _applied(self, function: Callable[..., Any], *x: Values, **core: Any) -> Any:
        """Apply a formula of plain arrays to points and parameters, broadcast by label, dims of a batch first."""
        parameters = self.parameters
        dims: list[Any] = ([[dim] for dim in self.rows] or [[]] * len(parameters)) + [[] for _ in x]

        def turned(*given: Any) -> Any:
            return function(*given[len(parameters) :], *given[: len(parameters)])

        with np.errstate(divide="ignore"):  # a density may be infinite at a boundary
            return xr.apply_ufunc(turned, *parameters, *x, input_core_dims=dims, **core)

    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Return points and weights that stand for the posterior, without draws.

        Returns
        -------
        points, weights : DataArray
            With the batch dims and `point`, of which the weights may have the last alone; they sum to 1.
        """
        return gauss_points(self, QUADRATURE, POINT)

    def prob_between(self, low: Values, high: Values) -> Values:
        """Posterior probability that the quantity lies above `low` and at or below `high`, which must be in order."""
        if np.any(np.less(high, low)):
            raise ValueError(f"`high` must be at least `low`, but got {shown(high)} and {shown(low)}.")
        return self.cdf(high) - self.cdf(low)

    def probabilities(self, low: float, high: float) -> tuple[Values, Values, Values]:
        """Posterior probabilities of the quantity below, inside and above a region, which sum to 1.

        Parameters
        ----------
        low, high : float
            The region; where they are equal, nothing is inside, and what lies on it counts half to either side.

        Returns
        -------
        below, inside, above : float or DataArray

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> [round(p, 3) for p in bc.posteriors.paired_posterior(table).difference.probabilities(-0.01, 0.01)]
        [0.997, 0.002, 0.001]
        """
        if check_number("high", high) < check_number("low", low):
            raise ValueError(f"`high` must be at least `low`, but got {shown(high)} and {shown(low)}.")
        below, above = self._outside(low, high)
        inside = 0.0 * above if low == high else plain(xr.DataArray(1 - below - above).clip(min=0))
        return below, inside, above

    def _outside(self, low: float, high: float) -> tuple[Values, Values]:
        return self.cdf(low), self.sf(high)

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Credible interval of probability `ci_prob`.

        Parameters
        ----------
        ci_prob : float, default 0.95
            Posterior probability between the bounds, a proportion.
        ci_kind : {"eti", "hdi"}, default "eti"
            Equal-tailed, or the shortest interval of that probability.
        """
        check_probability("ci_prob", ci_prob)
        check_choice("ci_kind", ci_kind, CI_KINDS)
        tail = (1 - ci_prob) / 2 if ci_kind == "eti" else self._shortest(ci_prob)
        low, high = self._ends(tail, ci_prob)
        return Interval(low=low, high=high, ci_prob=ci_prob, ci_kind=ci_kind)

    def _shortest(self, ci_prob: float) -> Values:
        """Lower tail of the shortest interval, by golden-section search (the density has one mode)."""
        like, between = xr.DataArray(self.mean), xr.DataArray([0.0, ci_prob], dims=_ENDS)

        def width(tail: Floats) -> Floats:  # of bare arrays: the labels of each step took longer than its quantiles
            low, high = self.ppf(like.copy(data=tail) + between).transpose(_ENDS, *like.dims).to_numpy()
            return np.asarray(high - low)

        low, high = np.zeros(like.shape), np.full(like.shape, 1 - ci_prob)
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        at_left, at_right = width(left), width(right)
        for _ in range(40):  # .618^40 = 4e-9 of the tail
            go_left = at_left <= at_right
            low, high = np.where(go_left, low, left), np.where(go_left, right, high)
            new = np.where(go_left, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
            at_new = width(new)
            left, right = np.where(go_left, new, right), np.where(go_left, left, new)
            at_left, at_right = np.where(go_left, at_new, at_right), np.where(go_left, at_left, at_new)
        return plain(like.copy(data=(low + high) / 2))

    def _ends(self, tail: Values, ci_prob: float) -> tuple[Values, Values]:
        """Return the two quantiles, found together."""
        ends = self.ppf(tail + xr.DataArray([0.0, ci_prob], dims=_ENDS))
        return plain(ends.isel({_ENDS: 0})), plain(ends.isel({_ENDS: 1}))


def gauss_points(posterior: Posterior, count: int, dim: str) -> tuple[xr.DataArray, xr.DataArray]:
    """Return the quantiles of a posterior at the points of Gauss's rule for probabilities, and their weights."""
    points, weights = np.polynomial.legendre.leggauss(count)
    found = posterior.ppf(xr.DataArray((points + 1) / 2, dims=dim))
    return xr.DataArray(found), xr.DataArray(weights / 2, dims=dim)


def in_line(values: xr.DataArray, one: str, other: str) -> xr.DataArray:
    """Return points along two dims along one."""
    return values.stack({POINT: (one, other)}, create_index=False)


class PairedQuantities(ABC):
    """The posteriors of the five quantities of a paired table; each has the dims of a batch, if it is one."""

    @cached_property
    def disagreement(self) -> Any:
        """Posterior of p_d, the probability that exactly one of the two is wrong."""
        return self._quantity("disagreement")

    @cached_property
    def first_error_on_disagreement(self) -> Any:
        """Posterior of r, the probability that the first is wrong given that exactly one is."""
        return self._quantity("first_error_on_disagreement")

    @cached_property
    def first_error_given_second_right(self) -> Any:
        """Posterior of r_c, the probability that the first is wrong given that the second is right."""
        return self._quantity("first_error_given_second_right")

    @cached_property
    def first_error_given_second_wrong(self) -> Any:
        """Posterior of r_i, the probability that the first is wrong given that the second is wrong."""
        return self._quantity("first_error_given_second_wrong")

    @cached_property
    def difference(self) -> Any:
        """Posterior of delta = err(first) - err(second); negative means that the first errs less."""
        return self._quantity("difference")

    @abstractmethod
    def _quantity(self, name: str) -> Any:
        """Posterior of one of the five."""

    @property
    @abstractmethod
    def prob_first_better(self) -> Values:
        """Posterior probability that the first errs less."""

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second errs less, accurate where it is small."""
        return self.first_error_on_disagreement.sf(0.5)
