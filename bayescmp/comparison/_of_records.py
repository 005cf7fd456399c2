"""Hold-outs that are foreseen from one that there is."""

from dataclasses import dataclass, field

import numpy as np

from bayescmp._support._typing import Floats

_LEAST = 1e-6  # of the variance of one record, that is left of it where all is of answers, and they have no end


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
