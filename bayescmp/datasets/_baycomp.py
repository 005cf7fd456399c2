"""The population of the package baycomp, for those who have to reproduce its numbers."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp.datasets._own import Own
from bayescmp.posteriors import StudentPopulation
from bayescmp.posteriors._student_population import student_population
from bayescmp.results import Answer, Settings, in_one_line, regions

_CELLS, _MOST_CELLS, _MOST_NUMBERS = 4001, 16_385, 2**22
_SPREADS, _BEYOND = 12, 15
"""How many standard deviations a grid reaches beyond what was observed, and how many times what data sets differ by."""
_COARSE = 0.5  # step of the grid, as a share of what data sets differ by, above which numbers are rough
_WIDE = 4  # cells; a narrower posterior is shared out between the cells


@dataclass(frozen=True, kw_only=True, eq=False)
class BaycompPopulation:
    """What data sets tell of others by a t population with flat priors of its centre and its spread."""

    student: StudentPopulation
    scale: float  # by how much data sets differ, or are known where that is more
    settings: Settings
    __repr__ = in_one_line

    @cached_property
    def next_dataset(self) -> Answer:
        """On another data set."""
        return Answer(posterior=self.student.next_dataset, settings=self.settings)

    @cached_property
    def average(self) -> Answer:
        """The centre of the population."""
        return Answer(posterior=self.student.average, settings=self.settings)

    def without(self) -> tuple[Floats, Floats]:
        """Return probabilities of the three outcomes without each data set: on average, and on the next one."""
        both = self.student.average_without, self.student.next_without
        average, following = (regions(one, self.settings) for one in both)
        return average, following

    @property
    def words(self) -> str:
        """How fine the grid is, and for what it is too coarse."""
        step = self.student.step
        on = f"deterministic, on a grid of {self.student.middles.size} differences, {step:.2g} apart"
        if step > _COARSE * self.scale:
            return f"{on}: too coarse for data sets that differ so little"
        return f"{on}: numbers move by less than 0.002 on a finer one"


def baycomp_population(own: Own, differences: Floats, widest: float | None, settings: Settings) -> BaycompPopulation:
    """Return the population of data sets by their own posteriors, which are taken as likelihoods."""
    known = own.sd[np.isfinite(own.sd)]
    scale = max(float(differences.std()), float(np.median(known)) if known.size else 0.0)
    middles = _middles(own, differences, scale, widest)
    student = student_population(_cells(own, middles), middles, scale)
    return BaycompPopulation(student=student, scale=scale, settings=settings)


def _middles(own: Own, differences: Floats, scale: float, widest: float | None) -> Floats:
    """Return a grid of differences, symmetric about 0, that tells apart what the data sets do."""
    scale = scale or widest or float(np.abs(differences).max()) or 1.0
    sds = np.where(np.isfinite(own.sd), own.sd, 0.0)
    reach = float((np.abs(differences) + _SPREADS * sds).max()) + _BEYOND * scale
    half = reach if widest is None else min(reach, widest)
    most = min(_MOST_CELLS, max(_CELLS, _MOST_NUMBERS // len(differences)))
    cells = int(np.clip(2 * half / scale * max(8.0, 2 * np.sqrt(len(differences))), _CELLS, most))
    return np.linspace(-half, half, cells // 2 * 2 + 1)


def _cells(own: Own, middles: Floats) -> Floats:
    """Return the shares of every data set's posterior in the cells of a grid."""
    step = float(middles[1] - middles[0])
    edges = np.concatenate([middles - step / 2, middles[-1:] + step / 2])
    found = np.full((len(own.mean), middles.size), 1 / middles.size)  # where nothing is known
    for places, batch in own.batches:
        difference = batch().difference
        below = xr.DataArray(difference.cdf(xr.DataArray(edges, dims="edge"))).transpose(..., "edge").to_numpy()
        for place, one in zip(places, below, strict=True):
            if own.sd[place] < _WIDE * step:
                found[place] = _shared_out(own.points[place], middles)
            elif own.known[place]:
                found[place] = np.diff(one)
    return found / found.sum(axis=1, keepdims=True)


def _shared_out(points: Floats, middles: Floats) -> Floats:
    """Share points out between the two nearest cells, so that their mean stays."""
    place = np.clip((points - middles[0]) / (middles[1] - middles[0]), 0, middles.size - 1)
    left = np.minimum(place.astype(int), middles.size - 2)
    found = np.bincount(left, left + 1 - place, middles.size)
    return np.asarray(found + np.bincount(left + 1, place - left, middles.size))
