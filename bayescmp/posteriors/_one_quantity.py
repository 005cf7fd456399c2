"""Posteriors of one quantity: a Beta and a t distribution, cells of a grid, and draws."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._typing import Array, Floats
from bayescmp.results import POINT, QUADRATURE, Interval, Law, Posterior, Values, by_row, in_one_line, plain


def beta_density(x: Floats, a: Floats, b: Floats) -> Floats:
    """Density of Beta(a, b) at x between 0 and 1."""
    return np.exp(special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b))


def _beta_tail(x: Array, a: Array, b: Array, tail: Any) -> Array:
    """Return the probability of a tail, exactly 1/2 in the middle of a symmetric distribution."""
    return np.where(np.equal(a, b) & np.equal(x, 0.5), 0.5, tail(a, b, np.clip(x, 0, 1)))


@dataclass(frozen=True, kw_only=True, eq=False)
class BetaPosterior(Posterior):
    """Beta(a, b) posterior of a probability.

    Attributes
    ----------
    name : str
        The quantity.
    a, b : float or DataArray
        Parameters of the Beta distribution.
    """

    name: str
    a: Values
    b: Values
    __repr__ = in_one_line
    law = Law(
        moments=lambda a, b: (a / (a + b), np.sqrt(a / (a + b) * (b / (a + b)) / (a + b + 1))),
        cdf=lambda x, a, b: _beta_tail(x, a, b, special.betainc),
        sf=lambda x, a, b: _beta_tail(x, a, b, special.betaincc),
        pdf=lambda x, a, b: scipy.stats.beta.pdf(x, a, b),  # noqa: PLW0108 - which is loaded only then
        ppf=lambda q, a, b: special.betaincinv(a, b, q),
        draw=lambda source, shape, a, b: source.beta(a, b, shape),
        support=(0.0, 1.0),
    )

    @property
    def mirrored(self) -> "BetaPosterior":
        """Posterior of the probability of the contrary."""
        return replace(self, a=self.b, b=self.a)


def _student_moments(location: Array, scale: Array, df: Array) -> tuple[Array, Array]:
    with np.errstate(invalid="ignore"):
        ratio = np.where(np.greater(df, 2), np.sqrt(1 / (1 - np.divide(2, df))), np.inf)
    return location + 0.0 * np.isnan(scale + df), np.where(scale > 0, ratio, 0.0) * scale + 0 * location


def _standard(x: Array, location: Array, scale: Array) -> Array:
    """Return the standardised quantity; at a point it is far below, above, or in the middle."""
    with np.errstate(invalid="ignore"):
        return np.where(np.equal(x, location) & (scale == 0), 0.0, (x - location) / scale)


def _student_ppf(q: Array, location: Array, scale: Array, df: Array) -> Array:
    z = np.where(scale > 0, scipy.stats.t.ppf(q, df), 0.0)
    with np.errstate(invalid="ignore"):  # the middle of an infinite one
        return location + np.where(z == 0, 0.0, z * scale)


def _student_draw(source: Any, shape: tuple[int, ...], location: Array, scale: Array, df: Array) -> Array:
    return location + scale * (source.standard_normal(shape) if np.isinf(df).all() else source.standard_t(df, shape))


@dataclass(frozen=True, kw_only=True, eq=False)
class StudentPosterior(Posterior):
    """A t distribution of a quantity, of which a point has the density of its standardised distance.

    Attributes
    ----------
    location, scale : DataArray, dims of a batch
        Its centre, and its width; a scale of 0 is a point, and under an infinite one nothing is known.
    df : float or DataArray
        Degrees of freedom, of all or of each of a batch; infinite for normal distributions. For 2 or fewer the standard
        deviation is infinite.
    name : str
        The quantity.
    """

    location: xr.DataArray
    scale: xr.DataArray
    df: Values
    name: str
    __repr__ = in_one_line
    law = Law(
        moments=_student_moments,
        cdf=lambda x, location, scale, df: special.stdtr(df, _standard(x, location, scale)),
        sf=lambda x, location, scale, df: special.stdtr(df, -_standard(x, location, scale)),
        pdf=lambda x, location, scale, df: (
            scipy.stats.t.pdf(_standard(x, location, scale), df) / np.where(scale > 0, scale, 1.0)
        ),
        ppf=_student_ppf,
        draw=_student_draw,
    )

    @property
    def mirrored(self) -> "StudentPosterior":
        """Posterior of the negative."""
        return replace(self, location=0.0 - self.location)


def _cumulated(probs: Floats) -> Floats:
    """Return probabilities below each edge of cells."""
    return np.minimum(np.concatenate([[0.0], np.cumsum(probs)]), 1.0)


def _cells_moments(probs: Floats, edges: Floats) -> tuple[Floats, Floats]:
    middles = (edges[1:] + edges[:-1]) / 2
    mean = probs @ middles
    squares = (middles - mean[..., None]) ** 2 + np.diff(edges) ** 2 / 12
    return mean, np.sqrt((probs * squares).sum(-1))


def _cells_ppf(q: Array, probs: Floats, edges: Floats) -> Array:
    return np.interp(q, _cumulated(probs), edges)


def _cells_draw(source: Any, shape: tuple[int, ...], probs: Floats, edges: Floats) -> Array:
    quantiles = np.vectorize(_cells_ppf, signature="(m),(n),(e)->(m)")
    return np.asarray(quantiles(source.random(shape), probs[..., 0], edges[..., 0]))


@dataclass(frozen=True, kw_only=True, eq=False)
class CellsPosterior(Posterior):
    """A posterior on a grid.

    Attributes
    ----------
    probs : DataArray, dims (..., cell)
        Probability of each cell, which sum to 1.
    edges : array of shape (n_cells + 1,)
        Where the cells begin and end, ascending.
    name : str
        The quantity.
    """

    probs: xr.DataArray
    edges: Floats
    name: str
    __repr__ = in_one_line
    rows = "cell", "edge"
    law = Law(
        moments=_cells_moments,
        cdf=by_row(lambda x, probs, edges: np.interp(x, edges, _cumulated(probs))),
        # summed from the end, so that small ones are accurate
        sf=by_row(lambda x, probs, edges: np.interp(x, edges, _cumulated(probs[::-1])[::-1])),
        pdf=by_row(lambda x, probs, edges: scipy.stats.rv_histogram((probs, edges), density=False).pdf(x)),
        ppf=by_row(_cells_ppf),
        draw=_cells_draw,
    )

    @property
    @override
    def parameters(self) -> tuple[Values, ...]:
        return self.probs, xr.DataArray(self.edges, dims="edge")


def _draws_pdf(x: Array, draws: Floats) -> Array:
    if draws[0] == draws[-1]:  # a point, which has no density
        return np.equal(x, draws[0]).astype(float)
    return np.asarray(scipy.stats.gaussian_kde(draws)(np.ravel(x)).reshape(np.shape(x)))


_DRAWS = ("chain", "draw")


@dataclass(frozen=True, kw_only=True, eq=False)
class SampledPosterior(Posterior):
    """The posterior of one quantity as independent draws.

    Attributes
    ----------
    draws : DataArray, dims (chain, draw, ...)
        The draws, of one experiment or a batch. What is computed from them has a Monte Carlo error.
    name : str
        The quantity.
    """

    draws: xr.DataArray
    name: str
    __repr__ = in_one_line
    rows = ("ordered",)

    @property
    def n_draws(self) -> int:  # type: ignore[override]
        """How many draws there are."""
        return int(self.draws.sizes["chain"] * self.draws.sizes["draw"])

    law = Law(
        moments=lambda draws: (draws.mean(-1), draws.std(-1)),
        cdf=by_row(lambda x, draws: np.searchsorted(draws, x, side="right") / draws.size),
        sf=by_row(lambda x, draws: 1 - np.searchsorted(draws, x, side="right") / draws.size),
        pdf=by_row(_draws_pdf),
        ppf=by_row(lambda q, draws: np.quantile(draws, q)),
        draw=lambda source, shape, draws: draws[..., source.integers(draws.shape[-2], size=shape[-1]), 0],
    )

    @property
    def mirrored(self) -> "SampledPosterior":
        """Posterior of the negative."""
        return replace(self, draws=0.0 - self.draws)

    @cached_property
    @override
    def parameters(self) -> tuple[Values, ...]:
        flat = self.draws.stack(ordered=_DRAWS, create_index=False).transpose(..., "ordered")
        return (flat.drop_vars(_DRAWS, errors="ignore").copy(data=np.sort(flat.to_numpy(), axis=-1)),)

    @override
    def _outside(self, low: float, high: float) -> tuple[Values, Values]:
        below, above = super()._outside(low, high)
        if low != high:
            return below, above
        half = plain((self.draws == low).mean(_DRAWS)) / 2
        return below - half, above + half

    def interval(self, ci_prob: float = 0.95, ci_kind: str = "eti") -> Interval:
        """Credible interval of probability `ci_prob`, as in `Posterior.interval`; ArviZ finds the shortest one."""
        if ci_kind != "hdi":
            return super().interval(ci_prob, ci_kind)
        import arviz as az

        bounds = az.hdi(self.draws, prob=ci_prob)
        low, high = (plain(bounds.sel(ci_bound=end, drop=True)) for end in ("lower", "upper"))
        return Interval(low=low, high=high, ci_prob=ci_prob, ci_kind=ci_kind)

    @override
    def quadrature(self) -> tuple[xr.DataArray, xr.DataArray]:
        """Return quantiles of equal weights; the points of Gauss's rule would be no better, for draws have noise."""
        shares = xr.DataArray((np.arange(QUADRATURE) + 0.5) / QUADRATURE, dims=POINT)
        return xr.DataArray(self.ppf(shares)), xr.full_like(shares, 1 / QUADRATURE)


CHAINS = 4


def in_chains(draws: xr.DataArray) -> xr.DataArray:
    """Give independent draws the dims (chain, draw) of ArviZ, first."""
    per_chain = draws.sizes["draw"] // CHAINS
    whole = draws.isel(draw=slice(0, CHAINS * per_chain)).transpose("draw", ...)
    coords = {"chain": np.arange(CHAINS), "draw": np.arange(per_chain)}
    coords |= {str(dim): whole[dim].to_numpy() for dim in whole.dims[1:] if dim in whole.coords}
    values = whole.to_numpy().reshape(CHAINS, per_chain, *whole.shape[1:])
    return xr.DataArray(values, dims=(*_DRAWS, *whole.dims[1:]), coords=coords)
