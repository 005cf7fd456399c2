"""The joint posterior of mean losses of several classifiers on the records of one hold-out."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._results import in_one_line
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.posteriors._joint import Moments
from bayescmp.posteriors._student import StudentPosterior


@dataclass(frozen=True, kw_only=True, eq=False)
class JointStudent:
    """Multivariate t distribution of mean losses.

    Attributes
    ----------
    mean : DataArray, dim classifier
        Observed means.
    scale : DataArray, dims (classifier, other)
        Covariance of the losses over the number of records: every difference has the t distribution of its pair.
    df : float
        Degrees of freedom, above 2.
    """

    mean: xr.DataArray
    scale: xr.DataArray
    df: float
    distortion = 0.0
    __repr__ = in_one_line

    @property
    def losses(self) -> StudentPosterior:
        """Posterior of the loss of each classifier by itself."""
        own = xr.DataArray(np.sqrt(np.diagonal(self.scale)), dims="classifier", coords=self.mean.coords)
        return StudentPosterior(location=self.mean, scale=own, df=self.df, name="loss")

    @property
    def moments(self) -> Moments:
        """Means and covariances of the losses."""
        return Moments(
            weights=xr.DataArray([1.0], dims="part"),
            mean=self.mean.expand_dims("part"),
            covariance=(self.scale * self.df / (self.df - 2)).expand_dims("part"),
        )

    def draw(self, draws: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of all classifiers together, as in `JointPosterior`."""
        check_integer("draws", draws, least=1)
        source = generator(rng)
        values, vectors = np.linalg.eigh(self.scale.to_numpy())
        normal = source.standard_normal((draws, self.mean.size)) * np.sqrt(np.clip(values, 0, None))
        spread = normal @ vectors.T / np.sqrt(source.chisquare(self.df, (draws, 1)) / self.df)
        return xr.DataArray(self.mean.to_numpy() + spread, dims=("draw", "classifier"), coords=self.mean.coords)
