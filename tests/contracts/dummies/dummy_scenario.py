"""A scenario: losses of two classifiers that toss coins."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp.studies._scenario import LossScenario, Truth


@dataclass(frozen=True, kw_only=True)
class Dummy(LossScenario):
    """Both err in half of the cases."""

    n_records: int = 60

    def draw(self, n, rng=None):
        """Toss coins."""
        losses = np.random.default_rng(rng).random((n, 2, self.n_records)) < 0.5
        return xr.DataArray(losses, dims=("experiment", "classifier", "record"))

    def truth(self, n_train, *, draws, seed):
        """Return a half for both."""
        return Truth(first=0.5, second=0.5)
