"""Results that every room shares: an interval, the posterior of one quantity, a significance test."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._validation import check_choice, check_probability

CI_KINDS = {"eti": "equal-tailed", "hdi": "shortest"}

Values = Any
"""A float for one experiment, a labelled `xarray.DataArray` for a batch of them."""

_GOLDEN = (np.sqrt(5) - 1) / 2


def plain(values: Values) -> Values:
    """Return a 0-dimensional array as a Python number and anything else as it is."""
    return values.item() if np.ndim(values) == 0 and hasattr(values, "item") else values


def pvalue_text(pvalue: float) -> str:
    """Write a p-value with three decimals, or as below .001."""
    return "< 0.001" if pvalue < 0.001 else f"{pvalue:.3f}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Interval:
    """A credible interval.

    Attributes
    ----------
    low, high : float or DataArray
        The bounds, in the units of the quantity (proportions for errors and their difference).
    ci_prob : float
        The posterior probability between the bounds.
    ci_kind : {"eti", "hdi"}
        Equal-tailed, or the shortest interval with that probability.
    """

    low: Values
    high: Values
    ci_prob: float
    ci_kind: str


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

    def prob_between(self, low: Values, high: Values) -> Values:
        """Posterior probability that the quantity lies above `low` and at or below `high`."""
        return self.cdf(high) - self.cdf(low)

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
        return Interval(low=self.ppf(tail), high=self.ppf(tail + ci_prob), ci_prob=ci_prob, ci_kind=ci_kind)

    def _shortest(self, ci_prob: float) -> Values:
        """Lower tail of the shortest interval, by golden-section search (the density has one mode)."""
        low = self.mean * 0.0
        high = low + (1 - ci_prob)
        left, right = high - _GOLDEN * (high - low), low + _GOLDEN * (high - low)
        at_left, at_right = self._width(left, ci_prob), self._width(right, ci_prob)
        for _ in range(40):  # .618^40 = 4e-9 of the tail
            go_left = at_left <= at_right
            low, high = xr.where(go_left, low, left), xr.where(go_left, right, high)
            new = xr.where(go_left, high - _GOLDEN * (high - low), low + _GOLDEN * (high - low))
            width = self._width(new, ci_prob)
            left, right = xr.where(go_left, new, right), xr.where(go_left, left, new)
            at_left, at_right = xr.where(go_left, width, at_right), xr.where(go_left, at_left, width)
        return plain((low + high) / 2)

    def _width(self, tail: Values, ci_prob: float) -> Values:
        return self.ppf(tail + ci_prob) - self.ppf(tail)


@dataclass(frozen=True, kw_only=True, eq=False)
class SignificanceResult:
    """The result of a significance test, in scipy's names.

    Attributes
    ----------
    name : str
        Name of the test.
    statistic : float or DataArray
        The test statistic.
    pvalue : float or DataArray
        Probability under the null hypothesis of a statistic at least as extreme.
    df : float, (int, int) or None
        Degrees of freedom of the reference distribution, two for F, None for exact and normal ones.
    alternative : str
        "two-sided".
    """

    name: str
    statistic: Values
    pvalue: Values
    df: float | tuple[int, int] | None
    alternative: str = "two-sided"
