"""The joint posterior of the losses of several classifiers by a metric of labels, on one hold-out."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._sampled import SampledPosterior
from bayescmp._validation import RandomNumbers
from bayescmp.metrics import Metric
from bayescmp.posteriors._drawn import in_chains
from bayescmp.posteriors._joint import Moments
from bayescmp.posteriors._label_cells import LabelCells


@dataclass(frozen=True, kw_only=True, eq=False)
class DrawnJoint:
    """Joint posterior of losses by draws of the true and all predicted labels.

    Attributes
    ----------
    cells : LabelCells
        The counts.
    metric : Metric
        Of labels.
    n_draws : int
        Number of draws that margins and moments come from.
    """

    cells: LabelCells
    metric: Metric
    n_draws: int
    distortion = 0.0
    __repr__ = in_one_line

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together, as in `JointPosterior`."""
        return self.metric.loss_of_value(self.cells.draw(self.metric, draws, rng))

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
