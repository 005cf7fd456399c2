"""The posterior of a difference over data sets by the model of the package baycomp: the next one and the average."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp.posteriors._one_quantity import CellsPosterior
from bayescmp.posteriors._regions import REGIONS, largest_region
from bayescmp.results import in_one_line

DF = (1.05, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 6.0, 10.0, 20.0, 40.0, 80.0)
DF_PROBS = (0.0012, 0.0034, 0.0040, 0.0045, 0.0070, 0.0104, 0.0161, 0.0344, 0.0721, 0.1557, 0.2545, 0.2380, 0.1987)
"""Degrees of freedom and their prior probabilities: df - 1 ~ Gamma(a, b), a ~ U(1, 2), b ~ U(.01, .1), between the
geometric middles."""
_NARROW = 6  # steps of the grid, below which a kernel is taken by its cells
_LEAST = 1e-16  # of the largest: what is left of smaller numbers after a Fourier transform is rounding
_COARSE = 0.35  # steps of the logarithm of the spread before refinement
_HEAVY, _ROUNDS = 0.15, 8  # weight of a node above which the nodes beside it are split, and how often
_BELOW, _ABOVE = 10, 0.5  # least spread, as a fraction of what data sets differ by; most, as a share of the range
_NEGLIGIBLE = 1e-9  # probability of a node, where no data set's absence makes it likely


@dataclass(frozen=True, kw_only=True, eq=False)
class StudentPopulation:
    r"""Posterior of a difference over data sets that are t distributed, with the priors of the package baycomp.

    Attributes
    ----------
    masses : array of shape (n_datasets, n_cells)
        Likelihood of each data set, as shares of cells.
    middles : array of shape (n_cells,)
        Of the cells, equally far apart.
    spread : array of shape (n_spreads,)
        Scales of the population, ascending.
    log_likelihood : array of shape (n_dfs, n_spreads, n_cells)
        For each of `DF` and `spread`, and an average in the middle of each cell.

    Notes
    -----
    The model of [1]_, with the posterior of every data set by itself as its likelihood in place of one of scores:

    .. math:: \delta_i \sim t_\nu(\delta_0, \sigma_0), \qquad P(\text{data}_i \mid \delta_i) = L_i(\delta_i),

    the t distribution truncated to the range of the grid, with flat priors of :math:`\delta_0` and :math:`\sigma_0`.
    :math:`\delta_0` is the average, the centre of the population. What a data set adds is the convolution of
    :math:`L_i` with the t density (derived; checked with the hierarchical model of the package baycomp).

    References
    ----------
    .. [1] G. Corani, A. Benavoli, J. Demsar, F. Mangili and M. Zaffalon, "Statistical Comparison of Classifiers through
       Bayesian Hierarchical Modelling", Machine Learning 106, 2017. :doi:`10.1007/s10994-017-5641-9`
    """

    masses: Floats
    middles: Floats
    spread: Floats
    log_likelihood: Floats
    __repr__ = in_one_line

    @property
    def step(self) -> float:
        """Width of a cell."""
        return float(self.middles[1] - self.middles[0])

    @cached_property
    def probs(self) -> Floats:
        """Posterior probabilities of the nodes, of the shape of `log_likelihood`."""
        # P(df, spread, average | data), flat in the average and the spread
        # see docs/trust/formulas.md, "Several data sets"
        most = _ABOVE * (self.middles[-1] - self.middles[0])  # beyond it, a distribution is as good as even
        edges = np.concatenate([[0.0], np.sqrt(self.spread[1:] * self.spread[:-1]), [most]])
        log = np.log(np.multiply.outer(DF_PROBS, np.diff(edges)))[..., None] + self.log_likelihood
        relative = np.exp(log - log.max())
        return relative / relative.sum()

    @property
    def average(self) -> CellsPosterior:
        """Posterior of the average difference over data sets, the centre of their distribution."""
        return self._of_cells(self.probs.sum(axis=(0, 1)), "average")

    @cached_property
    def next_dataset(self) -> CellsPosterior:
        """Posterior predictive of the difference on another data set of the population."""
        masses = sum(kernel.over(probs / kernel.inside) for kernel, probs in self._nodes(_NEGLIGIBLE))
        return self._of_cells(np.maximum(masses, 0.0), "next_dataset")

    @property
    def next_without(self) -> CellsPosterior:
        """Posterior predictive of the difference on each data set, given the others, along the dim `dataset`."""
        return self._of_cells(self._by_dataset[0], "next_dataset")

    @property
    def average_without(self) -> CellsPosterior:
        """Posterior of the average, given the data sets but one, along the dim `dataset`."""
        return self._of_cells(self._by_dataset[1], "average")

    def region_probs(self, rope: tuple[float, float]) -> xr.DataArray:
        """Return what the next data set does in every population that is possible.

        Parameters
        ----------
        rope : (float, float)
            Bounds of the region of practical equivalence.

        Returns
        -------
        DataArray, dims (node, region)
            Probabilities of a difference below, within and above the rope; the coordinate `prob` along `node` is the
            posterior probability of the population.
        """
        nodes = list(self._nodes())
        return xr.DataArray(
            np.concatenate([kernel.regions(self.middles, rope) for kernel, _ in nodes]),
            dims=("node", "region"),
            coords={"region": list(REGIONS), "prob": ("node", np.concatenate([probs for _, probs in nodes]))},
        )

    def largest_region(self, rope: tuple[float, float]) -> tuple[float, float, float]:
        """Posterior probability of each region to be the most probable one of the next data set; ties are shared."""
        return largest_region(self.region_probs(rope))

    def _nodes(self, least: float = 0.0) -> Iterator[tuple["Kernel", Floats]]:
        """Yield the kernel of every spread and tail that is more probable, and the probabilities of averages there."""
        for row, df in enumerate(DF):
            for column, spread in enumerate(self.spread):
                probs = self.probs[row, column]
                if probs.sum() > least:
                    yield kernel_of(df, float(spread), self.middles.size, self.step), probs

    @cached_property
    def _by_dataset(self) -> tuple[Floats, Floats]:
        """Densities of the difference on each data set and of the average, given the other data sets."""
        predicted, average = np.zeros((2, *self.masses.shape))
        for kernel, probs in self._nodes(_NEGLIGIBLE / len(self.masses)):
            others = probs / kernel.marginal(self.masses)
            average += others
            predicted += kernel.over(others / kernel.inside)
        return np.maximum(predicted, 0.0), average

    def _of_cells(self, masses: Floats, name: str) -> CellsPosterior:
        probs = masses / masses.sum(axis=-1, keepdims=True)
        edges = np.concatenate([self.middles - self.step / 2, self.middles[-1:] + self.step / 2])
        dims = ("dataset", "cell")[-probs.ndim :]
        return CellsPosterior(probs=xr.DataArray(probs, dims=dims), edges=edges, name=name)


def student_population(masses: Floats, middles: Floats, scale: float) -> StudentPopulation:
    """Return the population at spreads that are dense where they are likely; `scale` is what data sets differ by."""
    step = float(middles[1] - middles[0])
    most = float(_ABOVE * (middles[-1] - middles[0]))
    least = min(most / 40, max(scale, step) / _BELOW)

    def of(spread: float) -> Floats:
        kernels = (kernel_of(df, spread, middles.size, step) for df in DF)
        return np.stack([np.log(kernel.marginal(masses)).sum(axis=0) for kernel in kernels])

    coarse = np.geomspace(least, most, 1 + int(np.ceil(np.log(most / least) / _COARSE)))
    known = {spread: of(spread) for spread in coarse.tolist()}
    for _ in range(_ROUNDS):
        spreads = np.array(sorted(known))
        likelihood = np.stack([known[spread] for spread in spreads], axis=1)
        population = StudentPopulation(masses=masses, middles=middles, spread=spreads, log_likelihood=likelihood)
        heavy = np.flatnonzero(population.probs.sum(axis=(0, 2)) > _HEAVY)
        gaps = sorted({gap for node in heavy for gap in (node - 1, node) if 0 <= gap < spreads.size - 1})
        known |= {middle: of(middle) for middle in np.sqrt(spreads[gaps] * spreads[1:][gaps]).tolist()}
        if not gaps:
            break
    return population


@dataclass(frozen=True, eq=False)
class Kernel:
    """The distribution of a difference about the average, on a grid."""

    shares: Floats  # (2 n_cells - 1,), of cells at every distance from the average, from the farthest below
    inside: Floats  # (n_cells,), share within the range of the grid, for an average in the middle of each cell

    def over(self, masses: Floats) -> Floats:
        """Return the convolution with masses of the cells, (..., n_cells)."""
        shares = self.shares[(None,) * (masses.ndim - 1)]
        return np.asarray(scipy.signal.fftconvolve(masses, shares, "valid", axes=-1))

    def marginal(self, masses: Floats) -> Floats:
        """Return the likelihood of every average by data sets, (n_datasets, n_cells)."""
        product = self.over(masses)
        return np.asarray(np.maximum(product, _LEAST * product.max(axis=1, keepdims=True)) / self.inside)

    def regions(self, middles: Floats, rope: tuple[float, float]) -> Floats:
        """Return probabilities of the three regions for every average, (n_cells, 3)."""
        n, step = middles.size, middles[1] - middles[0]
        sums, begin = np.concatenate([[0.0], np.cumsum(self.shares)]), n - 1 - np.arange(n)  # of the range, seen
        places = [begin + np.clip((bound - middles[0]) / step + 0.5, 0, n) for bound in rope]  # from each average
        low, high = (np.interp(place, np.arange(sums.size), sums) for place in places)
        start, end = sums[begin], sums[begin + n]
        return np.stack([low - start, high - low, end - high], axis=1) / self.inside[:, None]


def kernel_of(df: float, spread: float, n: int, step: float) -> Kernel:
    """Return the t distribution about the average on a grid of so many cells."""
    if spread >= _NARROW * step:  # one side, for both are alike
        half = scipy.stats.t.pdf(np.arange(n) * step / spread, df) * step / spread
    else:
        half = -np.diff(special.stdtr(df, -(np.arange(n + 1) - 0.5) * step / spread))
    shares = np.concatenate([half[:0:-1], half])
    sums = np.concatenate([[0.0], np.cumsum(shares)])
    return Kernel(shares, (sums[n:] - sums[:n])[::-1])
