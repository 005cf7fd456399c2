"""The posterior of the difference of two error rates."""

from dataclasses import dataclass, replace
from typing import override

import xarray as xr

from bayescmp.posteriors._difference_law import difference_cdf, difference_moments, difference_pdf
from bayescmp.posteriors._mixture import law_by_search
from bayescmp.posteriors._one_quantity import BetaPosterior
from bayescmp.results import Posterior, Values, gauss_points, in_line, in_one_line

_FACTOR = 12  # points of each of the two factors


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
    law = law_by_search(
        moments=difference_moments,
        cdf=difference_cdf,
        sf=lambda x, a, b, c, d: difference_cdf(-x, a, b, d, c),  # that of the swapped pair
        pdf=difference_pdf,
        draw=lambda source, shape, a, b, c, d: source.beta(a, b, shape) * (2 * source.beta(c, d, shape) - 1),
        support=(-1.0, 1.0),
    )

    @property
    def mirrored(self) -> "DifferencePosterior":
        """Posterior of the negative, the difference of the swapped pair."""
        return replace(self, first_error=self.first_error.mirrored)

    @property
    @override
    def parameters(self) -> tuple[Values, ...]:
        return *self.disagreement.parameters, *self.first_error.parameters

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        disagreement, of_one = gauss_points(self.disagreement, _FACTOR, "one")
        first_error, of_other = gauss_points(self.first_error, _FACTOR, "other")
        points = disagreement * (2 * first_error - 1)
        return in_line(points, "one", "other"), in_line(of_one * of_other, "one", "other")
