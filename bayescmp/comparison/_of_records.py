"""Hold-outs that are foreseen: from one that there is, or before there are data."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import scipy
from scipy import special

from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.results import Settings

_LEAST = 1e-6  # of the variance of one record, that is left of it where all is of answers, and they have no end
_CELLS = 4  # of a table, with a prior record in each
_REACH = 5  # standard deviations of the number of disagreements: beyond them lie 6e-7
_STEPS = 10  # numbers of disagreements for each of them, at most


@dataclass(frozen=True, kw_only=True)
class OfRecords:
    """Variance of the difference on a hold-out: that of one record over the number of records.

    Of several answers to a record, `of_answers` are shares of it that may be theirs, with `weights`; NaN where nothing
    tells.
    """

    n_records: int
    per_record: float
    n_repeats: float = 1
    of_answers: Floats = field(default_factory=lambda: np.zeros(1))
    weights: Floats = field(default_factory=lambda: np.ones(1))

    def sd(self, n_records: float, n_repeats: float) -> Floats:
        """Return the standard deviation of the posterior of the difference, with so many answers to a record."""
        ratio = 1.0 if n_repeats == self.n_repeats else self.n_repeats / n_repeats
        share = np.maximum(1 + np.nan_to_num(self.of_answers) * (ratio - 1), _LEAST)
        return np.asarray(self.per_record * np.sqrt(share / n_records))


@dataclass(frozen=True, kw_only=True)
class OfRuns(OfRecords):
    """Variance of the difference of algorithms with several runs each: `n_repeats`, of that to which these add most.

    `sampling` is that over records, of which `rest` is what runs and records add together, and `added` what runs may
    add, with `weights`.
    """

    sampling: float
    rest: float
    added: Floats

    def sd(self, n_records: float, n_repeats: float) -> Floats:
        """Return the standard deviations of the difference, with so many runs of each, for what runs may add."""
        times, runs = self.n_records / n_records, self.n_repeats / n_repeats
        of_records = np.maximum(self.sampling - self.rest + self.rest * runs, _LEAST * self.sampling)
        return np.sqrt(of_records * times + self.added * runs)


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
            least = _least(lambda b: below(high, b) <= 1 - threshold, np.zeros_like(m), m + 1)
            decided = scipy.stats.binom.sf(least - 1, m, share)
        else:
            middle = np.clip(np.rint((m + (low + high) / 2 * (n_records + _CELLS)) / 2), 0, m).astype(int)
            first, last = _least(within, np.zeros_like(m), middle + 1), _least(lambda b: ~within(b), middle, m + 1)
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


def _least(decides: Callable[[Integers], Booleans], least: Integers, most: Integers) -> Integers:
    """Return the least number that decides, where all larger ones do; `most` where none below it does."""
    while (least < most).any():
        half = (least + most) // 2
        decided = decides(half)
        least, most = np.where(decided, least, np.minimum(half + 1, most)), np.where(decided, half, most)
    return least
