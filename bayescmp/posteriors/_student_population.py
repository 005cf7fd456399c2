"""The posterior of a difference over data sets by the model of the package baycomp: the next one and the average."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._one_quantity import CellsPosterior
from bayescmp.posteriors._population_grid import DF, Convolution, Kernel, PopulationGrid, Window, kernel_of
from bayescmp.posteriors._regions import REGIONS, largest_region

_NEGLIGIBLE = 1e-9  # probability of a node, where no data set's absence makes it likely


@dataclass(frozen=True, kw_only=True, eq=False)
class StudentPopulation:
    r"""Posterior of a difference over data sets that are t distributed, with the priors of the package baycomp.

    Attributes
    ----------
    grid : PopulationGrid
        Likelihoods of the data sets, and the posterior of average, spread and tails.

    Notes
    -----
    The model of [1]_, with the posterior of every data set by itself as its likelihood in place of one of scores:

    .. math:: \delta_i \sim t_\nu(\delta_0, \sigma_0), \qquad P(\text{data}_i \mid \delta_i) = L_i(\delta_i),

    the t distribution truncated to the range of the grid. :math:`\delta_0` is the average, the centre of the population
    and not its mean where that is skewed, :math:`\sigma_0` the spread. What a data set adds is the convolution of
    :math:`L_i` with the t density (derived; checked with the hierarchical model of the package baycomp).

    References
    ----------
    .. [1] G. Corani, A. Benavoli, J. Demsar, F. Mangili and M. Zaffalon, "Statistical Comparison of Classifiers through
       Bayesian Hierarchical Modelling", Machine Learning 106, 2017. :doi:`10.1007/s10994-017-5641-9`
    """

    grid: PopulationGrid
    __repr__ = in_one_line

    @property
    def probs(self) -> Floats:
        """Probabilities of the nodes, (n_dfs, n_spreads, n_cells)."""
        return self.grid.probs

    @property
    def average(self) -> CellsPosterior:
        """Posterior of the average difference over data sets, the centre of their distribution."""
        return self._of_cells(self.probs.sum(axis=(0, 1)), "average")

    @cached_property
    def next_dataset(self) -> CellsPosterior:
        """Posterior predictive of the difference on another data set of the population."""
        window = self._window
        total = sum(
            window.of_masses(probs / kernel.inside) * window.of_kernel(kernel) for kernel, probs in self._nodes()
        )
        found = np.maximum(window.back(np.asarray(total)), 0.0)
        return self._of_cells(found / found.sum(), "next_dataset")

    @property
    def next_without(self) -> CellsPosterior:
        """Posterior predictive of the difference on each data set, given the others."""
        return self._of_datasets(self._by_dataset[0], "next_dataset")

    @property
    def average_without(self) -> CellsPosterior:
        """Posterior of the average, given the data sets but one."""
        return self._of_datasets(self._by_dataset[1], "average")

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
        rows, weights = [], []
        for kernel, probs in self._nodes():
            rows.append(self._of_regions(kernel, rope))
            weights.append(probs)
        return xr.DataArray(
            np.concatenate(rows),
            dims=("node", "region"),
            coords={"region": list(REGIONS), "prob": ("node", np.concatenate(weights))},
        )

    def largest_region(self, rope: tuple[float, float]) -> tuple[float, float, float]:
        """Posterior probability of each region to be the most probable one of the next data set; ties are shared."""
        return largest_region(self.region_probs(rope))

    def draw_regions(self, rope: tuple[float, float], draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw populations, and return what the next data set does in each, dims (draw, region)."""
        check_integer("draws", draws, least=1)
        found = self.region_probs(rope)
        shares = found["prob"].to_numpy()
        chosen = generator(rng).choice(shares.size, size=draws, p=shares / shares.sum())
        return found.isel(node=chosen).rename(node="draw").drop_vars("prob")

    @cached_property
    def _convolution(self) -> Convolution:
        return Convolution.of(self.grid.likelihood)

    @cached_property
    def _window(self) -> Window:
        """The cells that hold the average."""
        return Window.of(self.probs.sum(axis=(0, 1)))

    def _nodes(self, least: float = 0.0) -> Iterator[tuple[Kernel, Floats]]:
        """Yield the kernel of every spread and tail that is more probable, and the probabilities of averages there."""
        for row, df in enumerate(DF):
            for column, spread in enumerate(self.grid.spread):
                probs = self.probs[row, column]
                if probs.sum() > least:
                    yield kernel_of(self._convolution, df, float(spread)), probs

    @cached_property
    def _by_dataset(self) -> tuple[Floats, Floats]:
        """Densities of the difference on each data set and of the average, given the other data sets."""
        convolution, window, masses = self._convolution, self._window, self._convolution.masses
        nodes = [
            (kernel, probs, convolution.window.of_kernel(kernel), window.of_kernel(kernel))
            for kernel, probs in self._nodes(_NEGLIGIBLE / len(masses) if len(masses) > 50 else 0.0)
        ]
        predicted, average = np.empty_like(masses), np.zeros_like(masses)
        for rows in convolution.blocks:
            total: np.ndarray = np.zeros(1)
            for kernel, probs, of_likelihood, of_average in nodes:
                others = probs / convolution.marginal(rows, kernel, of_likelihood)
                average[rows] += others
                total = total + window.of_masses(others / kernel.inside) * of_average
            predicted[rows] = np.maximum(window.back(total), 0.0)
        return predicted, average

    def _of_regions(self, kernel: Kernel, rope: tuple[float, float]) -> Floats:
        """Probabilities of the three regions for every average, (n_cells, 3)."""
        n = self._convolution.n_cells
        sums = np.concatenate([[0.0], np.cumsum(kernel.shares)])
        at = np.arange(sums.size)
        begin = n - 1 - np.arange(n)  # where the range of the grid begins, seen from each average
        edges = self.grid.edges
        places = [begin + np.clip((bound - edges[0]) / self.grid.step, 0, n) for bound in rope]
        low, high = (np.interp(place, at, sums) for place in places)
        start, end = sums[begin], sums[begin + n]
        return np.stack([low - start, high - low, end - high], axis=1) / kernel.inside[:, None]

    def _of_cells(self, probs: Floats, name: str) -> CellsPosterior:
        return CellsPosterior(probs=xr.DataArray(probs, dims="cell"), edges=self.grid.edges, name=name)

    def _of_datasets(self, masses: Floats, name: str) -> CellsPosterior:
        probs = masses / masses.sum(axis=1, keepdims=True)
        coords = {"dataset": self.grid.likelihood["dataset"].to_numpy()}
        return CellsPosterior(
            probs=xr.DataArray(probs, dims=("dataset", "cell"), coords=coords), edges=self.grid.edges, name=name
        )
