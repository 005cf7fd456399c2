"""The posterior of the difference of two error rates."""

from dataclasses import dataclass
from typing import override

import xarray as xr

from bayescmp._results import POINT, Posterior, Values, gauss_points, in_one_line
from bayescmp._validation import RandomNumbers, generator
from bayescmp.posteriors._batches import drawn, elementwise
from bayescmp.posteriors._beta import BetaPosterior
from bayescmp.posteriors._quadrature import difference_cdf, difference_moments, difference_pdf, difference_ppf

_FACTOR = 12
"""Points of each of the two factors."""


def in_line(values: xr.DataArray, one: str, other: str) -> xr.DataArray:
    """Return points along two dims along one."""
    return values.stack({POINT: (one, other)}, create_index=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class DifferencePosterior(Posterior):
    r"""Posterior of :math:`\delta = p_d (2r - 1)`, with independent Beta posteriors of its two factors.

    Attributes
    ----------
    disagreement : BetaPosterior
        Of :math:`p_d`, the probability that exactly one of the two classifiers is wrong.
    first_error : BetaPosterior
        Of r, the probability that it is the first.

    Notes
    -----
    Deterministic quadrature, no Monte Carlo: the absolute error of the cdf is below 1e-9 for counts up to 1e7 and
    prior strengths from 0.5 (checked against mpmath). The mean and the standard deviation are in closed form.
    """

    disagreement: BetaPosterior
    first_error: BetaPosterior
    name: str = "difference"
    __repr__ = in_one_line

    @property
    def _parameters(self) -> tuple[Values, Values, Values, Values]:
        return self.disagreement.a, self.disagreement.b, self.first_error.a, self.first_error.b

    @property
    @override
    def mean(self) -> Values:
        return elementwise(lambda *p: difference_moments(*p)[0], *self._parameters)

    @property
    @override
    def sd(self) -> Values:
        return elementwise(lambda *p: difference_moments(*p)[1], *self._parameters)

    @override
    def cdf(self, x: Values) -> Values:
        return elementwise(difference_cdf, x, *self._parameters)

    @override
    def sf(self, x: Values) -> Values:
        a, b, c, d = self._parameters
        return elementwise(difference_cdf, -x, a, b, d, c)  # that of the swapped pair

    @override
    def pdf(self, x: Values) -> Values:
        return elementwise(difference_pdf, x, *self._parameters)

    @override
    def ppf(self, q: Values) -> Values:
        return elementwise(difference_ppf, q, *self._parameters)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        disagreement, of_one = gauss_points(self.disagreement, _FACTOR, "one")
        first_error, of_other = gauss_points(self.first_error, _FACTOR, "other")
        points = disagreement * (2 * first_error - 1)
        return in_line(points, "one", "other"), in_line(of_one * of_other, "one", "other")

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        source = generator(rng)
        return drawn(
            lambda a, b, c, d, size: source.beta(a, b, size) * (2 * source.beta(c, d, size) - 1),
            draws, *self._parameters, name=self.name,
        )  # fmt: skip
