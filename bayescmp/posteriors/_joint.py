"""What every joint posterior of the losses of several classifiers has: margins, moments and draws."""

from dataclasses import dataclass
from typing import Protocol

import xarray as xr

from bayescmp._results import Posterior
from bayescmp._validation import RandomNumbers


@dataclass(frozen=True, kw_only=True, eq=False)
class Moments:
    """Means and covariances of losses, in parts that are mixed.

    Attributes
    ----------
    weights : DataArray, dim part
        Probabilities of the parts, which sum to 1.
    mean : DataArray, dims (part, classifier)
        Means of the losses.
    covariance : DataArray, dims (part, classifier, other)
        Their covariances.
    """

    weights: xr.DataArray
    mean: xr.DataArray
    covariance: xr.DataArray


class JointPosterior(Protocol):
    """The joint posterior of the losses of several classifiers on the same records."""

    @property
    def losses(self) -> Posterior:
        """Posterior of the loss of each classifier by itself, a batch along the dim `classifier`."""

    @property
    def moments(self) -> Moments:
        """Means and covariances of the losses."""

    @property
    def distortion(self) -> float:
        """Largest relative change of the standard deviation of a difference from that of the pair by itself."""

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together.

        Parameters
        ----------
        draws : int
            How many independent draws.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataArray, dims (draw, classifier)
        """
