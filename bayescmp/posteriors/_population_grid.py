"""Average, spread and tails of a difference over data sets with the priors of baycomp, by convolution on a grid."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._results import in_one_line
from bayescmp._typing import Floats

DF = (1.05, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 40.0, 80.0)
DF_PROBS = (0.0012, 0.0034, 0.0040, 0.0045, 0.0070, 0.0104, 0.0161, 0.0344, 0.0721, 0.1557, 0.2545, 0.2380, 0.1987)
"""Degrees of freedom and their prior probabilities: df - 1 ~ Gamma(a, b), a ~ U(1, 2), b ~ U(.01, .1), between the
geometric middles."""
_NARROW = 6  # steps of the grid, below which a kernel is taken by its cells
_LEAST = 1e-16  # of the largest: what is left of smaller numbers after a Fourier transform is rounding
_NOTHING = 1e-36  # of the largest: what does not count even over a likelihood that is as small as `_LEAST`
_BLOCK = 16  # data sets at a time, whose arrays stay in the cache of the processor
_COARSE = 0.35  # steps of the logarithm of the spread before refinement
_HEAVY, _ROUNDS = 0.15, 8  # weight of a node above which the nodes beside it are split, and how often
_BELOW, _ABOVE = 10, 0.5  # least spread, as a fraction of what data sets differ by; most, as a share of the range


@dataclass(frozen=True, eq=False)
class PopulationGrid:
    """The population that data sets come from, on a grid of averages, spreads and degrees of freedom.

    For given degrees of freedom and spread the likelihood of the average is the convolution of every data set's
    likelihood with the t density, truncated to the range of the grid: one fast Fourier transform for all averages.
    """

    likelihood: xr.DataArray  # of data sets, dims (dataset, difference), as shares of cells with these middles
    spread: Floats  # ascending
    log_likelihood: Floats  # (n_dfs, n_spreads, n_cells), for an average in the middle of each cell
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
        most = _ABOVE * (self.middles[-1] - self.middles[0])  # beyond it, a distribution is as good as even
        return np.concatenate([[0.0], np.sqrt(self.spread[1:] * self.spread[:-1]), [most]])

    @cached_property
    def probs(self) -> Floats:
        """Posterior probabilities of the nodes, of the shape of `log_likelihood`; flat in average and spread."""
        weights = np.multiply.outer(np.asarray(DF_PROBS), np.diff(self.spread_edges))
        log = np.log(weights)[..., None] + self.log_likelihood
        found = np.exp(log - log.max())
        return found / found.sum()


def population_grid(likelihood: xr.DataArray, scale: float) -> PopulationGrid:
    """Return the grid at spreads that are dense where they are likely; `scale` is what data sets differ by."""
    middles = np.asarray(likelihood["difference"].to_numpy())
    most = float(_ABOVE * (middles[-1] - middles[0]))
    least = min(most / 40, max(scale, float(middles[1] - middles[0])) / _BELOW)
    spread = np.geomspace(least, most, 1 + int(np.ceil(np.log(most / least) / _COARSE)))
    convolution = Convolution.of(likelihood)
    known = {float(one): log_likelihood(convolution, float(one)) for one in spread}
    for _ in range(_ROUNDS):
        grid = _grid_of(likelihood, known)
        weights = grid.probs.sum(axis=(0, 2))
        heavy = np.flatnonzero(weights > _HEAVY)
        gaps = {gap for node in heavy for gap in (node - 1, node) if 0 <= gap < grid.spread.size - 1}
        if not gaps:
            return grid
        for gap in sorted(gaps):
            between = float(np.sqrt(grid.spread[gap] * grid.spread[gap + 1]))
            known[between] = log_likelihood(convolution, between)
    return _grid_of(likelihood, known)


def _grid_of(likelihood: xr.DataArray, known: dict[float, Floats]) -> PopulationGrid:
    spread = np.array(sorted(known))
    return PopulationGrid(likelihood, spread, np.stack([known[one] for one in spread], axis=1))


def log_likelihood(convolution: "Convolution", spread: float) -> Floats:
    """Return the logarithm of the likelihood of every average, one row for each of `DF`."""
    kernels = [kernel_of(convolution, one, spread) for one in DF]
    transformed = [convolution.window.of_kernel(kernel) for kernel in kernels]
    found = np.zeros((len(DF), convolution.n_cells))
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
        half = -np.diff(special.stdtr(df, -edges))
    shares = np.concatenate([half[:0:-1], half])
    sums = np.concatenate([[0.0], np.cumsum(shares)])
    return Kernel(shares=shares, inside=(sums[n:] - sums[:n])[::-1])


def _density(z: Floats, df: float) -> Floats:
    constant = special.gammaln((df + 1) / 2) - special.gammaln(df / 2) - np.log(df * np.pi) / 2
    return np.exp(constant - (df + 1) / 2 * np.log1p(z * z / df))
