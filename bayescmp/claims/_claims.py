"""The verdicts on every two of several systems of a paper."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, override

import pandas as pd
import xarray as xr

from bayescmp._support._validation import RandomNumbers
from bayescmp.claims._claim import Claim
from bayescmp.results import Call, Result, Settings, Trust


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Claims(Result):
    """Which claims of "better than" hold, of every two of several systems by the numbers that are reported of them.

    They are not adjusted for their number.

    Attributes
    ----------
    claims : dict of (str, str) to Claim
        The verdict on each pair, in the order in which the systems were given.
    settings, trust, provenance, call
        As in `Result`.
    """

    claims: Mapping[tuple[str, str], Claim]
    settings: Settings
    trust: Trust
    provenance: Mapping[str, Any]
    call: Call

    def __getitem__(self, names: tuple[str, str]) -> Claim:
        """Return the verdict on two systems, in the order in which they were given."""
        if names not in self.claims:
            raise KeyError(f"`names` must be one of {[*self.claims]}, in this order, but got {names!r}.")
        return self.claims[names]

    @property
    def observed(self) -> dict[str, float]:
        """The reported values."""
        return {name: value for claim in self.claims.values() for name, value in claim.observed.items()}

    def summary(self) -> pd.DataFrame:
        """One row for each pair, as `Claim.summary` has it."""
        return pd.concat([one.summary() for one in self.claims.values()], ignore_index=True)

    @override
    def to_dict(self) -> dict[str, Any]:
        return self._plain(claims=[one.to_dict() for one in self.claims.values()])

    @override
    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of each difference in the form that ArviZ takes, in a group for each pair."""
        trees = {
            f"{place} {first} - {second}".replace("/", "_"): one.to_datatree(draws, rng)["posterior"].to_dataset()
            for place, ((first, second), one) in enumerate(self.claims.items())
        }
        return xr.DataTree.from_dict(trees)
