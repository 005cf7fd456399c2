"""Hold-outs that are foreseen before there are data."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy
import xarray as xr
from scipy import special

from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.comparison._of_records import OfRecords
from bayescmp.posteriors._pair_posteriors import MeanDifference
from bayescmp.posteriors._runs import with_runs
from bayescmp.results import Settings

_CELLS = 4  # of a table, with a prior record in each
_REACH = 5  # standard deviations of the number of disagreements: beyond them lie 6e-7
_STEPS = 10  # numbers of disagreements for each of them, at most
_NODES = 6  # of the observed variance of the runs of each


@dataclass(frozen=True, kw_only=True)
class Stated(OfRecords):
    """A hold-out of two classifiers of which a difference and a disagreement are stated."""

    difference: float
    disagreement: float
    per_record: float = np.nan

    def sd(self, n_records: float, n_repeats: float) -> Floats:  # noqa: ARG002 - as `VarianceParts`
        """Return the standard deviation of the posterior at the expected table, under the usual prior."""
        size = n_records + _CELLS
        differ, apart = (n_records * self.disagreement + _CELLS / 2) / size, n_records * self.difference / size
        return np.array([np.sqrt((differ - apart**2) / (size + 1))])

    def power(self, n_records: int, settings: Settings) -> float:
        """Return the probability of the right decision, by the tables that there may be.

        Of n records m are disagreements, and on b of these the first errs: both are binomial. The posterior of the
        share of disagreements is Beta(m + 2, n - m + 2), and that of whose errors they are Beta(b + 1, m - b + 1).
        """
        (low, high), threshold, stated = settings.rope, settings.threshold, self.difference
        if stated < low:  # as the two the other way round
            low, high, stated = -high, -low, -stated
        share = (1 + stated / self.disagreement) / 2 if self.disagreement else 0.5
        m, probability = self._disagreements(n_records)
        n_points = (32 if m[-1] < 1000 else 12) if low or high else 1  # of the rate, which matters beside a rope
        points, weights = np.polynomial.legendre.leggauss(n_points)
        rate = special.betaincinv(m[:, None] + 2, n_records - m[:, None] + 2, (1 + points) / 2)

        def below(bound: float, b: Integers) -> Floats:
            first_errs = np.clip((1 + bound / rate) / 2, 0, 1)
            return special.betainc(b[:, None] + 1, m[:, None] - b[:, None] + 1, first_errs) @ weights / 2

        def within(b: Integers) -> Booleans:
            return below(high, b) - below(low, b) >= threshold

        if stated > high:
            least = least_that(lambda b: below(high, b) <= 1 - threshold, np.zeros_like(m), m + 1)
            decided = scipy.stats.binom.sf(least - 1, m, share)
        else:
            middle = np.clip(np.rint((m + (low + high) / 2 * (n_records + _CELLS)) / 2), 0, m).astype(int)
            first = least_that(within, np.zeros_like(m), middle + 1)
            last = least_that(lambda b: ~within(b), middle, m + 1)
            up_to = scipy.stats.binom(m, share).cdf
            decided = np.maximum(up_to(last - 1) - up_to(first - 1), 0)
        return float(probability @ decided)

    def _disagreements(self, n_records: int) -> tuple[Integers, Floats]:
        """Return numbers of disagreements that may well be, of very many some, and their probabilities."""
        middle, spread = n_records * self.disagreement, np.sqrt(n_records * self.disagreement * (1 - self.disagreement))
        ends = np.clip([middle - _REACH * spread - 1, middle + _REACH * spread + 1], 0, n_records).astype(int)
        m = np.arange(ends[0], ends[1] + 1, max(1, int(spread / _STEPS)))
        found = scipy.stats.binom.pmf(m, n_records, self.disagreement)
        return m, found / found.sum()


def least_that(decides: Callable[[Integers], Booleans], least: Integers, most: Integers) -> Integers:
    """Return the least number that decides, where all larger ones do; `most` where none below it does."""
    while (least < most).any():
        half = (least + most) // 2
        decided = decides(half)
        least, most = np.where(decided, least, np.minimum(half + 1, most)), np.where(decided, half, most)
    return least


@dataclass(frozen=True, kw_only=True)
class StatedRuns:
    """Hold-outs of two algorithms with several runs each, of which is stated by how much these differ."""

    hold_out: Stated  # of one run of each
    sd: float  # of the error over runs, on all records there may be
    disagreement: float  # share of the records on which exactly one of two runs of an algorithm errs

    def rest(self, n_records: float) -> float:
        """Return what records and runs of an algorithm add together to the variance of a run's error."""
        return self.disagreement / 2 / n_records

    def of_records(self, n_records: float, n_runs: int) -> float:
        """Return the variance of the mean difference over records, were the runs the only ones."""
        shared = 2 * (1 - 1 / n_runs) * self.rest(n_records)
        one = float(self.hold_out.sd(n_records, 1)[0]) ** 2
        return max(one - shared, one / n_runs)

    def of_mean(self, n_records: float, n_runs: int) -> float:
        """Return the variance of the mean difference."""
        return self.of_records(n_records, n_runs) + 2 * self.sd**2 / n_runs

    def posteriors(self, n_records: float, n_runs: int) -> tuple[Floats, Floats, Floats]:
        """Return what runs may be seen to vary by: probabilities (case,), and of each the posterior's weights and sds.

        The observed variance of R runs is that of all times a chi-squared variable with R - 1 degrees of freedom over
        their number, independent for both algorithms, whose order changes nothing; (case, part).
        """
        nodes, chances = np.polynomial.legendre.leggauss(_NODES)
        spread = self.sd**2 + self.rest(n_records)
        points = scipy.stats.chi2.ppf((1 + nodes) / 2, n_runs - 1) * spread / (n_runs - 1)
        row, column = np.triu_indices(_NODES)
        chance = chances[row] * chances[column] * np.where(row == column, 1, 2)
        seen = xr.DataArray(np.stack([points[row], points[column]], axis=-1), dims=("case", "side"))
        runs = xr.Dataset({"between": seen, "rest": 0 * seen + self.rest(n_records), "count": 0 * seen + n_runs})
        nothing = xr.DataArray(np.zeros((len(row), 1)), dims=("case", "part"))
        scales = nothing + self.of_records(n_records, n_runs) ** 0.5
        found = with_runs(MeanDifference(mean=nothing[:, 0], scales=scales, weights=nothing + 1, df=np.inf), runs)
        return chance / chance.sum(), found.weights.to_numpy(), found.scales.to_numpy()
