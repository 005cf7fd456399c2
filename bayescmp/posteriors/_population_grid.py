"""The likelihood of average, spread and tails of a difference over data sets, by convolution on a grid."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._population_priors import StudentPrior
from bayescmp._results import in_one_line
from bayescmp._typing import Floats

_NARROW = 6  # steps of the grid, below which a kernel is taken by its cells
_LEAST = 1e-16  # of the largest: what is left of smaller numbers after a Fourier transform is rounding
_NOTHING = 1e-36  # of the largest: what does not count even over a likelihood that is as small as `_LEAST`
_BLOCK = 16  # data sets at a time, whose arrays stay in the cache of the processor
_COARSE = 0.35  # steps of the logarithm of the spread before refinement
_HEAVY, _ROUNDS = 0.15, 8  # weight of a node above which the nodes beside it are split, and how often
_BELOW, _ABOVE = 40, 0.5  # least spread, as a fraction of the prior's scale; most, as a share of the range


@dataclass(frozen=True, kw_only=True, eq=False)
class PopulationGrid:
    """The likelihood of the population that data sets come from, on a grid of averages, spreads and degrees of freedom.

    For given degrees of freedom and spread the likelihood of the average is the convolution of every data set's
    likelihood with the t density, truncated to the range of the grid: one fast Fourier transform for all averages.
    """

    likelihood: xr.DataArray  # of data sets, dims (dataset, difference), as shares of cells with these middles
    df: tuple[float, ...]
    spread: Floats  # ascending
    log_likelihood: Floats  # (n_dfs, n_spreads, n_cells), for an average in the middle of each cell
    scale: float  # by how much data sets differ, or are known
    __repr__ = in_one_line

    @cached_property
    def middles(self) -> Floats:
        """Middles of the cells."""
        return np.asarray(self.likelihood["difference"].to_numpy())

    @cached_property
    def step(self) -> float:
        """Width of a cell."""
        return float(self.middles[1] - self.middles[0])

    @cached_property
    def edges(self) -> Floats:
        """Edges of the cells."""
        return np.concatenate([self.middles - self.step / 2, [self.middles[-1] + self.step / 2]])

    @cached_property
    def spread_edges(self) -> Floats:
        """Edges of the cells of the spread."""
        return np.concatenate([[0.0], np.sqrt(self.spread[1:] * self.spread[:-1]), [most_spread(self.middles)]])

    def probs(self, prior: StudentPrior) -> Floats:
        """Posterior probabilities of the nodes, of the shape of `log_likelihood`."""
        spread = np.diff(prior.spread_cdf(self.spread_edges, most=self.spread_edges[-1]))
        weights = np.multiply.outer(np.asarray(prior.df_probs), spread)
        with np.errstate(divide="ignore"):
            log = np.log(weights)[..., None] + prior.average_logpdf(self.middles) + self.log_likelihood
        found = np.exp(log - log.max())
        return found / found.sum()


def most_spread(middles: Floats) -> float:
    """Return the largest spread on a grid, beyond which its distribution is as good as even."""
    return float(_ABOVE * (middles[-1] - middles[0]))


def population_grid(likelihood: xr.DataArray, prior: StudentPrior, scale: float) -> PopulationGrid:
    """Return the likelihood of the population, at spreads that are dense where it is high."""
    middles = np.asarray(likelihood["difference"].to_numpy())
    most = most_spread(middles)
    usual = prior.spread if np.isfinite(prior.spread) else most
    least = min(usual / _BELOW, max(scale, float(middles[1] - middles[0])) / 10)
    spread = np.geomspace(least, most, 1 + int(np.ceil(np.log(most / least) / _COARSE)))
    convolution = Convolution.of(likelihood)
    known = {float(one): log_likelihood(convolution, prior.df, float(one)) for one in spread}
    for _ in range(_ROUNDS):
        grid = _grid_of(likelihood, prior, known, scale)
        weights = grid.probs(prior).sum(axis=(0, 2))
        heavy = np.flatnonzero(weights > _HEAVY)
        gaps = {gap for node in heavy for gap in (node - 1, node) if 0 <= gap < grid.spread.size - 1}
        if not gaps:
            return grid
        for gap in sorted(gaps):
            between = float(np.sqrt(grid.spread[gap] * grid.spread[gap + 1]))
            known[between] = log_likelihood(convolution, prior.df, between)
    return _grid_of(likelihood, prior, known, scale)


def _grid_of(likelihood: xr.DataArray, prior: StudentPrior, known: dict[float, Floats], scale: float) -> PopulationGrid:
    spread = np.array(sorted(known))
    found = np.stack([known[one] for one in spread], axis=1)
    return PopulationGrid(likelihood=likelihood, df=prior.df, spread=spread, log_likelihood=found, scale=scale)


def log_likelihood(convolution: "Convolution", df: tuple[float, ...], spread: float) -> Floats:
    """Return the logarithm of the likelihood of every average, one row for each of `df`."""
    kernels = [kernel_of(convolution, one, spread) for one in df]
    transformed = [convolution.window.of_kernel(kernel) for kernel in kernels]
    found = np.zeros((len(df), convolution.n_cells))
    for rows in convolution.blocks:
        for place, (kernel, one) in enumerate(zip(kernels, transformed, strict=True)):
            found[place] += np.log(convolution.marginal(rows, kernel, one)).sum(axis=0)
    return found


@dataclass(frozen=True, kw_only=True, eq=False)
class Kernel:
    """The distribution of a difference about the average, on a grid."""

    shares: Floats  # (2 n_cells - 1,), of cells at every distance from the average, from the farthest below
    inside: Floats  # (n_cells,), share within the range of the grid, for an average in the middle of each cell


@dataclass(frozen=True, kw_only=True, eq=False)
class Window:
    """The cells from `begin` to before `end` of a grid, which hold masses; the fewer, the shorter the transforms."""

    n_cells: int  # of the grid
    begin: int
    end: int

    @classmethod
    def of(cls, masses: Floats) -> "Window":
        """Take the window of masses, (..., n_cells)."""
        largest = masses.max(axis=-1, keepdims=True)
        held = np.flatnonzero((masses > _NOTHING * largest).reshape(-1, masses.shape[-1]).any(axis=0))
        return cls(n_cells=masses.shape[-1], begin=int(held[0]), end=int(held[-1]) + 1)

    @property
    def length(self) -> int:
        """Length of the transforms, with room for every distance from a cell of the window."""
        return int(scipy.fft.next_fast_len(self.n_cells + self.end - self.begin - 1, real=True))

    def of_masses(self, masses: Floats) -> np.ndarray:
        """Return the Fourier transform of the masses in the window."""
        return np.asarray(scipy.fft.rfft(masses[..., self.begin : self.end], self.length))

    def of_kernel(self, kernel: Kernel) -> np.ndarray:
        """Return the Fourier transform of a kernel, as seen from the window."""
        n, padded = self.n_cells, np.zeros(self.length)
        padded[:n] = kernel.shares[n - 1 - self.begin : 2 * n - 1 - self.begin]
        padded[self.length - (self.end - self.begin) + 1 :] = kernel.shares[n - self.end : n - 1 - self.begin]
        return np.asarray(scipy.fft.rfft(padded))

    def back(self, transformed: np.ndarray) -> Floats:
        """Return what a product of the two is the transform of, in every cell of the grid."""
        return np.asarray(scipy.fft.irfft(transformed, self.length, overwrite_x=True)[..., : self.n_cells])


@dataclass(frozen=True, kw_only=True, eq=False)
class Convolution:
    """Convolutions on one grid: the likelihoods of data sets, and their Fourier transforms."""

    masses: Floats
    step: float

    @classmethod
    def of(cls, likelihood: xr.DataArray) -> "Convolution":
        """Take likelihoods of data sets."""
        masses = likelihood.transpose("dataset", "difference").to_numpy()
        middles = likelihood["difference"].to_numpy()
        return cls(masses=masses, step=float(middles[1] - middles[0]))

    @property
    def n_cells(self) -> int:
        """Number of cells."""
        return self.masses.shape[1]

    @property
    def blocks(self) -> list[slice]:
        """A few data sets at a time, which is faster than all at once."""
        return [slice(begin, begin + _BLOCK) for begin in range(0, len(self.masses), _BLOCK)]

    @cached_property
    def window(self) -> Window:
        """The cells that hold likelihood."""
        return Window.of(self.masses)

    @cached_property
    def transformed(self) -> np.ndarray:
        """Fourier transforms of the likelihoods."""
        return self.window.of_masses(self.masses)

    def marginal(self, rows: slice, kernel: Kernel, transformed: np.ndarray) -> Floats:
        """Return the likelihood of every average by some data sets, (n_datasets, n_cells)."""
        found = self.window.back(self.transformed[rows] * transformed)
        np.maximum(found, _LEAST * found.max(axis=1, keepdims=True), out=found)
        return found / kernel.inside


def kernel_of(convolution: Convolution, df: float, spread: float) -> Kernel:
    """Return the t distribution about the average."""
    n, step = convolution.n_cells, convolution.step
    if spread >= _NARROW * step:  # one side, for both are alike
        half = _density(np.asarray(np.arange(n) * step / spread, dtype=float), df) * step / spread
    else:
        edges = (np.arange(n + 1) - 0.5) * step / spread
        half = -np.diff(special.stdtr(df, -edges) if np.isfinite(df) else special.ndtr(-edges))
    shares = np.concatenate([half[:0:-1], half])
    sums = np.concatenate([[0.0], np.cumsum(shares)])
    return Kernel(shares=shares, inside=(sums[n:] - sums[:n])[::-1])


def _density(z: Floats, df: float) -> Floats:
    if not np.isfinite(df):
        return np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - np.log(df * np.pi) / 2
    return np.exp(constant - (df + 1) / 2 * np.log1p(z * z / df))
