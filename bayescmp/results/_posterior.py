"""The posterior of one quantity, and of the five quantities of a paired table."""

from abc import ABC, abstractmethod

import numpy as np
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_choice, check_number, check_probability
from bayescmp.results._interval import CI_KINDS, Interval, Values, plain

POINT, QUADRATURE = "point", 48
"""The dim of the points of a rule, and how many one quantity has."""

_ENDS = "ends of an interval"  # no dim of a batch has that name
_GOLDEN = (np.sqrt(5) - 1) / 2


class Posterior(ABC):
    """The posterior distribution of one quantity, exact up to the quadrature of its subclass.

    Every method takes and returns floats for one experiment, NumPy arrays where it is asked at several
    points of one experiment, and labelled arrays for a batch of experiments.
    """

    name: str

    @property
    @abstractmethod
    def mean(self) -> Values:
        """Posterior mean."""

    @property
    @abstractmethod
    def sd(self) -> Values:
        """Posterior standard deviation."""

    @abstractmethod
    def cdf(self, x: Values) -> Values:
        """Posterior probability that the quantity is at most `x`."""

    @abstractmethod
    def sf(self, x: Values) -> Values:
        """Posterior probability that the quantity is above `x`, accurate where it is small."""

    @abstractmethod
    def pdf(self, x: Values) -> Values:
        """Posterior density at `x`."""

    @abstractmethod
    def ppf(self, q: Values) -> Values:
        """Return the value that the quantity does not exceed with probability `q`."""

    @abstractmethod
    def draw(self, draws: int, rng: int | np.random.Generator | None = None) -> xr.DataArray:
        """Draw independent values; the result has the batch dims and, last, `draw`."""

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

        Raises
        ------
        TypeError, ValueError
            If `low` and `high` are not two numbers in order.

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

        Returns
        -------
        Interval

        Raises
        ------
        TypeError, ValueError
            If `ci_prob` is not a number between 0 and 1, or `ci_kind` is another word.
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


class PairedQuantities(ABC):
    """The posteriors of the five quantities of a paired table; each has the dims of a batch, if it is one."""

    @property
    @abstractmethod
    def disagreement(self) -> Posterior:
        """Posterior of p_d, the probability that exactly one of the two is wrong."""

    @property
    @abstractmethod
    def first_error_on_disagreement(self) -> Posterior:
        """Posterior of r, the probability that the first is wrong given that exactly one is."""

    @property
    @abstractmethod
    def first_error_given_second_right(self) -> Posterior:
        """Posterior of r_c, the probability that the first is wrong given that the second is right."""

    @property
    @abstractmethod
    def first_error_given_second_wrong(self) -> Posterior:
        """Posterior of r_i, the probability that the first is wrong given that the second is wrong."""

    @property
    @abstractmethod
    def difference(self) -> Posterior:
        """Posterior of delta = err(first) - err(second); negative means that the first errs less."""

    @property
    @abstractmethod
    def prob_first_better(self) -> Values:
        """Posterior probability that the first errs less."""

    @property
    def prob_second_better(self) -> Values:
        """Posterior probability that the second errs less, accurate where it is small."""
        return self.first_error_on_disagreement.sf(0.5)
