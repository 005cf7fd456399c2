"""The posterior of one experiment whose distribution function is asked one number at a time."""

from abc import abstractmethod
from collections.abc import Callable
from typing import override

import numpy as np
import xarray as xr

from bayescmp._results import Posterior, Values
from bayescmp.posteriors._points import labelled, unlabelled


class ByNumber(Posterior):
    """What follows from the probability of at most a number, and from the quantile of a probability."""

    @abstractmethod
    def _below(self, x: float) -> float:
        """Return the probability of at most `x`."""

    @abstractmethod
    def _quantile(self, q: float) -> float:
        """Return the quantile of a probability."""

    @property
    @abstractmethod
    def _step(self) -> float:
        """A distance over which the density does not change."""

    @override
    def cdf(self, x: Values) -> Values:
        return _of_each(self._below, x)

    @override
    def sf(self, x: Values) -> Values:
        return _of_each(lambda one: 1 - self._below(one), x)

    @override
    def pdf(self, x: Values) -> Values:
        step = self._step
        return _of_each(lambda one: (self._below(one + step) - self._below(one - step)) / (2 * step), x)

    @override
    def ppf(self, q: Values) -> Values:
        def quantile(share: float) -> float:
            if 0 < share < 1:
                return self._quantile(share)
            return float(np.copysign(np.inf, share - 0.5)) if share in (0, 1) else np.nan

        return _of_each(quantile, q)


def _of_each(function: Callable[[float], float], x: Values) -> Values:
    found = xr.apply_ufunc(np.vectorize(function, otypes=[float]), xr.DataArray(labelled(x)))
    return unlabelled(xr.DataArray(found), x)
