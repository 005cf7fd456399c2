"""Which pairs of a ranking are written where there are many."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from bayescmp._support._typing import Integers

MOST_PAIRS = 1000  # beyond which pairs are left out of JSON and reports unless they are asked for


def shown_pairs(pairs: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
    """Return all pairs; of more than `MOST_PAIRS` those of the first of the names, and of neighbours.

    What is written for people or programs would else grow with the square of the classifiers.
    """
    if len(pairs) <= MOST_PAIRS:
        return pairs
    first, second = places_of(pairs, names)
    return pairs[(np.minimum(first, second) == 0) | (np.abs(first - second) == 1)]


def places_of(pairs: pd.DataFrame, names: Sequence[str]) -> Integers:
    """Return the places of the first and of the second of each pair among the names."""
    place = {name: number for number, name in enumerate(names)}
    return np.stack([pairs[side].map(place).to_numpy() for side in ("first", "second")])
