"""Apply array functions to one experiment or to a labelled batch of them."""

from collections.abc import Callable
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._results import Values, plain
from bayescmp._validation import check_integer


def elementwise(function: Callable[..., Any], *arguments: Values) -> Values:
    """Broadcast the arguments by label and apply a function of one-dimensional float arrays to them."""

    def flat(*arrays: Any) -> Any:
        arrays = np.broadcast_arrays(*arrays)
        with np.errstate(divide="ignore"):  # a density may be infinite at a boundary
            result = function(*(np.asarray(array, dtype=float).ravel() for array in arrays))
        return result.reshape(arrays[0].shape)

    return plain(xr.apply_ufunc(flat, *arguments))


def drawn(sampler: Callable[..., Any], draws: int, *parameters: Values, name: str) -> xr.DataArray:
    """Draw from `sampler(*parameters, size=...)`; the result has the parameters' dims and, last, `draw`."""
    check_integer("draws", draws, least=1)
    arrays = xr.broadcast(*(xr.DataArray(parameter) for parameter in parameters))
    values = sampler(*(array.values[..., None] for array in arrays), size=(*arrays[0].shape, draws))
    coords = {key: value for key, value in arrays[0].coords.items() if key in arrays[0].dims}
    return xr.DataArray(values, dims=(*arrays[0].dims, "draw"), coords=coords | {"draw": np.arange(draws)}, name=name)
