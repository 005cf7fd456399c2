"""Points at which a posterior is asked: those of a bare array get a dim of their own, and lose it again."""

import numpy as np
import xarray as xr

from bayescmp._results import Values, plain

_POINT = "point"


def labelled(x: Values) -> Values:
    """Give the points of a bare array a dim of their own, apart from those of a batch."""
    return xr.DataArray(x, dims=_POINT) if np.ndim(x) == 1 and not isinstance(x, xr.DataArray) else x


def unlabelled(result: xr.DataArray, asked: Values) -> Values:
    """Return a bare array where one was asked for."""
    bare = np.ndim(asked) == 1 and not isinstance(asked, xr.DataArray)
    return result.to_numpy() if bare and result.dims == (_POINT,) else plain(result)
