"""The joint posterior of the losses of several classifiers as draws of a metric, on one hold-out."""

from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._sampled import SampledPosterior
from bayescmp._validation import RandomNumbers
from bayescmp.metrics import Metric
from bayescmp.posteriors._drawn import in_chains
from bayescmp.posteriors._joint import Moments


class Drawing(Protocol):
    """Records of a hold-out of which the values of a metric can be drawn."""

    def draw(self, metric: Metric, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the values of a metric for all classifiers together, dims (draw, classifier)."""


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnJoint:
    """Joint posterior of losses by draws of the records.

    Attributes
    ----------
    records : Drawing
        `LabelCells` or `WeightedRecords`.
    metric : Metric
        What is compared.
    n_draws : int
        Number of draws that margins and moments come from.
    """

    records: Drawing
    metric: Metric
    n_draws: int
    distortion = 0.0
    __repr__ = in_one_line

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together, as in `JointPosterior`."""
        return self.metric.loss_of_value(self.records.draw(self.metric, draws, rng))

    @cached_property
    def losses(self) -> SampledPosterior:
        """Posterior of the loss of each classifier by itself."""
        return SampledPosterior(draws=in_chains(self._draws), name="loss")

    @property
    def moments(self) -> Moments:
        """Means and covariances of the losses."""
        names = self._draws["classifier"].to_numpy()
        covariance = np.atleast_2d(np.cov(self._draws.transpose("classifier", "draw").to_numpy()))[None]
        return Moments(
            weights=xr.DataArray([1.0], dims="part"),
            mean=self._draws.mean("draw").expand_dims("part"),
            covariance=xr.DataArray(
                covariance, dims=("part", "classifier", "other"), coords={"classifier": names, "other": names}
            ),
        )

    @cached_property
    def _draws(self) -> xr.DataArray:
        return self.draw(self.n_draws, 0)
