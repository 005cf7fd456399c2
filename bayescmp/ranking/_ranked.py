"""What rankings have in common, of one data set and of several: who is unbeaten, tiers, and which pairs are shown."""

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd

from bayescmp._support._typing import Booleans, Integers
from bayescmp.ranking._tiers import beaten_by, tiers_of
from bayescmp.results import OUTCOMES, Result

MOST_PAIRS = 1000  # beyond which pairs are left out of JSON and reports unless they are asked for


class Ranked(Result):
    """A result that says which of several classifiers is best."""

    classifiers: Any
    pairs: Any
    _names: Any

    @property
    @abstractmethod
    def _decisions(self) -> pd.Series:
        """The decision of every pair, in order."""

    @abstractmethod
    @override
    def to_dict(self, *, every_pair: bool = False) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Parameters
        ----------
        every_pair : bool, default False
            Of more than a thousand pairs return all, and every rank; else the pairs of the best
            classifier and those of neighbours, and the first fifty ranks.

        Returns
        -------
        dict
            Missing numbers are None.
        """

    @cached_property
    def _beats(self) -> Booleans:
        """Whether a classifier (row) is better than another (column) by decision."""
        first, _, second = ((self._decisions == outcome).to_numpy() for outcome in OUTCOMES)
        return beaten_by(first, second, len(self._names))

    @property
    def best(self) -> str:
        """Name of the classifier with the best estimate, over data sets on average; `classifiers` says how sure."""
        return str(self.classifiers.index[0])

    @cached_property
    def unbeaten(self) -> tuple[str, ...]:
        """Classifiers that no other one beats at the threshold, over data sets on average, the best first."""
        beaten = dict(zip(self._names, self._beats.any(0), strict=True))
        return tuple(name for name in self.classifiers.index if not beaten[name])

    @cached_property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, the best first, in no pair of which one beats the other at the threshold."""
        names = list(self._names)
        order = pd.Index(names).get_indexer(self.classifiers.index)
        return tuple(tuple(names[place] for place in tier) for tier in tiers_of(order, self._beats))

    def _with_tiers(self) -> pd.DataFrame:
        """Return `classifiers` with who is unbeaten and the number of the first tier of each."""
        tier = {name: number for number, tier in reversed(list(enumerate(self.tiers, 1))) for name in tier}
        frame = self.classifiers.reset_index()
        return frame.assign(unbeaten=frame["classifier"].isin(self.unbeaten), tier=frame["classifier"].map(tier))

    def _plain_pairs(self, *, every_pair: bool) -> dict[str, Any]:
        """Return the pairs that JSON holds, and how many others there are."""
        pairs = self.pairs if every_pair else shown_pairs(self.pairs, list(self.classifiers.index))
        return {"pairs": pairs, "pairs_left_out": len(self.pairs) - len(pairs)}


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
