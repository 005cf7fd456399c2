"""The order in which tasks come: whether records stand in blocks of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import numpy as np

from bayescmp._support._typing import Array

_LIMIT = 8.0
"""Standard deviations beyond what random order gives, and a pair of records more, from which tasks stand in blocks."""
_FEW = 5  # as long as fewer records are of any task but the most frequent one, all are as good as of one task


@dataclass(frozen=True, eq=False)
class TaskOrder:
    r"""How tasks came, look by look, and whether that is in blocks.

    A look sees sums, so that the order within it does not count. What counts are pairs of records of one task that came
    at the same look or at two that follow each other, less what random order gives. With :math:`n` records at a look
    and :math:`r` the counts of its tasks less :math:`n` times the shares of all so far, :math:`r` has, given all later
    looks, the mean 0 and the covariance of drawing without replacement. Tasks in turn give fewer such pairs than random
    order (status D).
    """

    counts: Array = field(default_factory=lambda: np.zeros(0))  # records of each task so far, (..., n_tasks)
    left: Array = field(default_factory=lambda: np.zeros(0))  # r of the last look
    size: Any = 0.0  # as many records as have the covariance of r when drawn with replacement
    excess: Any = 0.0  # pairs of records beyond those of random order, each counted in both directions
    variance: Any = 0.0  # of these pairs in random order
    places: dict[str, int] = field(default_factory=dict)  # of tasks by their names, where they have any

    def with_tasks(self, tasks: Sequence[str]) -> Self:
        """Return the order with one more look, at which records of these tasks came; without any it is the same."""
        if not tasks:
            return self
        found = Counter(tasks)
        fresh = [task for task in found if task not in self.places]
        places = self.places | {task: len(self.places) + place for place, task in enumerate(fresh)}
        new = np.zeros(len(places))
        new[[places[task] for task in found]] = list(found.values())
        counts, left = (np.pad(values, (0, len(fresh))) for values in (self.counts, self.left))
        return replace(self, counts=counts, left=left, places=places).with_look(new)

    def with_look(self, new: Array) -> Self:
        """Return the order with one more look, at which so many records of each task came, at least one in all."""
        counts = self.counts + new
        n, total = new.sum(-1), counts.sum(-1)
        shares, rest = counts / total[..., None], np.maximum(total - 1, 1)
        same = (shares**2).sum(-1)
        spread = same - 2 * (shares**3).sum(-1) + same**2  # variance of the product of two records, centred
        left, free = new - n[..., None] * shares, (total - n) / rest
        size = n * free
        pairs = (left**2).sum(-1) - n * (1 + same) + 2 * (new * shares).sum(-1) + n * (n - 1) / rest * (1 - same)
        pairs += 2 * (left * self.left).sum(-1)
        variance = (2 * n * (n - 1) * free**2 + 4 * size * self.size) * spread
        return replace(
            self, counts=counts, left=left, size=size, excess=self.excess + pairs, variance=self.variance + variance
        )

    @property
    def in_blocks(self) -> Any:
        """Whether tasks stand in blocks so far, or all records are as good as of one; never where none has a task."""
        if not self.counts.size:
            return False
        few = self.counts.sum(-1) - self.counts.max(-1) < _FEW
        return few | (self.excess > _LIMIT * np.sqrt(self.variance) + 1)
