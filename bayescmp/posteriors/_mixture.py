"""A mixture of posteriors of one quantity over a grid of something unknown."""

from dataclasses import dataclass
from typing import Any, override

import numpy as np
import xarray as xr
from scipy.optimize import elementwise as roots

from bayescmp._results import POINT, Posterior, Values, in_one_line, plain
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._difference import DifferencePosterior, in_line
from bayescmp.posteriors._points import labelled, unlabelled
from bayescmp.posteriors._quadrature import difference_mixture_ppf

_TOLERANCE = {"xatol": 1e-10, "xrtol": 1e-10}


@dataclass(frozen=True, kw_only=True, eq=False)
class MixturePosterior(Posterior):
    """A mixture of posteriors of the same quantity.

    Attributes
    ----------
    parts : Posterior
        A batch over the dim `over`, and maybe over experiments.
    weights : DataArray, dims (..., over)
        Their probabilities, which sum to 1.
    over : str
        The dim of what is mixed over.
    name : str
        The quantity.
    """

    parts: Posterior
    weights: xr.DataArray
    over: str
    name: str
    __repr__ = in_one_line

    @property
    @override
    def mean(self) -> Values:
        return self._mixed(self.parts.mean)

    @property
    @override
    def sd(self) -> Values:
        second_moment = self._mixed(self.parts.sd**2 + self.parts.mean**2)
        return plain(np.sqrt(second_moment - self.mean**2))

    @override
    def cdf(self, x: Values) -> Values:
        return self._mixed(self.parts.cdf(labelled(x)))

    @override
    def sf(self, x: Values) -> Values:
        return self._mixed(self.parts.sf(labelled(x)))

    @override
    def pdf(self, x: Values) -> Values:
        return self._mixed(self.parts.pdf(labelled(x)))

    @override
    def ppf(self, q: Values) -> Values:
        # By Cantelli's inequality a quantile lies within so many standard deviations of the mean.
        wanted, mean, sd = xr.broadcast(*map(xr.DataArray, (labelled(q), self.mean, self.sd)))
        low = mean - 1.01 * sd * np.sqrt((1 - wanted) / wanted)
        high = mean + 1.01 * sd * np.sqrt(wanted / (1 - wanted))

        def gap(x: Any, place: Any) -> Any:  # the search asks at fewer and fewer places
            points = low.copy(data=low.to_numpy().copy())
            points.to_numpy().flat[place.astype(int)] = x
            return (self.cdf(points) - wanted).transpose(*low.dims).to_numpy().flat[place.astype(int)]

        place = np.arange(low.size).reshape(low.shape)
        found = roots.find_root(gap, (low.to_numpy(), high.to_numpy()), args=(place,), tolerances=_TOLERANCE)  # type: ignore[call-overload]
        edge = np.where(gap(low.to_numpy().ravel(), place.ravel()).reshape(low.shape) >= 0, low, high)
        return unlabelled(low.copy(data=np.where(found.success, found.x, edge)), q)  # edge: no change of sign

    @override
    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        check_integer("draws", draws, least=1)
        source = generator(rng)
        values = self.parts.draw(draws, source)
        shape = {dim: size for dim, size in values.sizes.items() if dim != self.over}
        uniform = xr.DataArray(source.random(tuple(shape.values())), dims=tuple(shape))
        chosen = chosen_part(self.weights, uniform, self.over)
        return values.isel({self.over: chosen}).drop_vars(self.over, errors="ignore").rename(self.name)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        of_parts, own = self.parts.quadrature()
        both = xr.broadcast(of_parts, own * self.weights)
        points, weights = (in_line(one.rename({POINT: "inner"}), self.over, "inner") for one in both)
        return points, weights

    def _mixed(self, values: Values) -> Values:
        return plain((self.weights * values).sum(self.over))


class DifferenceMixture(MixturePosterior):
    """A mixture of posteriors of the difference of two error rates."""

    parts: DifferencePosterior

    @override
    def ppf(self, q: Values) -> Values:
        parts = self.parts
        parameters = (parts.disagreement.a, parts.disagreement.b, parts.first_error.a, parts.first_error.b)
        wanted, *arrays = xr.broadcast(*map(xr.DataArray, (labelled(q), *parameters, self.weights)))
        shape = wanted.isel({self.over: 0}, drop=True)
        points, a, b, c, d, weights = (
            array.transpose(*shape.dims, self.over).to_numpy().reshape(-1, array.sizes[self.over])
            for array in (wanted, *arrays)
        )
        found = difference_mixture_ppf(points[:, 0], a, b, c, d, weights)
        return unlabelled(shape.copy(data=found.reshape(shape.shape)), q)


def chosen_part(weights: xr.DataArray, uniform: xr.DataArray, dim: str) -> xr.DataArray:
    """Return the positions along `dim` that uniform random numbers choose with the probabilities `weights`."""
    return (weights.cumsum(dim) < uniform).sum(dim).clip(max=weights.sizes[dim] - 1)
