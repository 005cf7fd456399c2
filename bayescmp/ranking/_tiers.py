"""Who is beaten, and which classifiers stand together."""

from collections.abc import Sequence

import numpy as np

from bayescmp._support._typing import Booleans, Floats, Integers


def beaten_by(first_better: Booleans, second_better: Booleans, k: int) -> Booleans:
    """Return whether a classifier (row) is better than another (column) by decision, from the pairs in order."""
    found = np.zeros((k, k), bool)
    first, second = np.triu_indices(k, 1)
    found[first, second], found[second, first] = first_better, second_better
    return found


def order_of(losses: Floats, names: Sequence[str]) -> Integers:
    """Return the positions in order of loss; those whose losses are equal but for rounding in order of name."""
    return np.lexsort((np.asarray(names, dtype=str), np.round(losses, 12)))


def tiers_of(order: Integers, beats: Booleans) -> list[list[int]]:
    """Return the longest runs of neighbours, as positions in order of loss, no two of which are decided.

    A classifier may stand in several tiers, and every one stands in at least one.
    """
    decided = (beats | beats.T)[np.ix_(order, order)]
    ends, found = 0, []
    for begin in range(len(order)):
        end = begin + 1
        while end < len(order) and not decided[begin:end, end].any():
            end += 1
        if end > ends:
            found.append(order[begin:end].tolist())
            ends = end
    return found
