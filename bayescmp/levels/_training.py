"""How a posterior depends on the variance that training sets add, and what more records and repeats would do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bayescmp._typing import Floats

_LEAST = 1e-30  # of a variance, which is 0 where all of it is rest, repeats have no end and tau is 0


@dataclass(frozen=True, kw_only=True)
class Training:
    """What a level that models training sets can say of them.

    Attributes
    ----------
    given : callable
        From a posterior and tau to the posterior that holds if tau is known.
    prob_above : callable
        From a posterior and tau to the posterior probability that training sets add more.
    parts : callable
        From a posterior and a number of repeats to `VarianceParts`.
    """

    given: Callable[[Any, float], Any]
    prob_above: Callable[[Any, float], float]
    parts: Callable[[Any, int], "VarianceParts"]


@dataclass(frozen=True, kw_only=True, eq=False)
class VarianceParts:
    """Parts of the variance of the mean difference, and the posterior of tau: array of shape (n_tau,) each."""

    records: float
    rest: float
    training_sets: Floats
    weights: Floats
    n_records: int
    n_repeats: float

    def sd(self, n_records: float, n_repeats: float) -> Floats:
        """Return the standard deviation of the mean difference for every tau."""
        rest = self.rest * self.n_repeats / n_repeats
        variance = (self.records + rest + self.training_sets) * self.n_records / n_records
        return np.sqrt(np.maximum(variance, _LEAST))
