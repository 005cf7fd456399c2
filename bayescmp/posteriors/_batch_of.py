"""Posteriors in batches: one of a batch, and several that are alike as one batch."""

from collections.abc import Hashable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import xarray as xr


def picked[T](posterior: T, **where: int) -> T:
    """Return one posterior of a batch.

    Parameters
    ----------
    posterior : posterior
        A dataclass of labelled arrays, and of other such dataclasses.
    **where : int
        The place along each dim of the batch.
    """
    return _mapped(posterior, lambda array: array.isel(where, drop=True, missing_dims="ignore"))


def batches_of(posteriors: Sequence[Any], dim: str) -> list[tuple[list[int], Any]]:
    """Put posteriors that are alike, of one class and with arrays of one shape, into batches.

    Parameters
    ----------
    posteriors : list of posterior
        Each of one experiment.
    dim : str
        The dim of a batch.

    Returns
    -------
    list of (list of int, posterior)
        The places of the posteriors of each batch, and the batch.
    """
    places: dict[Hashable, list[int]] = {}
    for place, one in enumerate(posteriors):
        places.setdefault(_shape(one), []).append(place)
    return [(found, _stacked([posteriors[place] for place in found], dim)) for found in places.values()]


def _mapped(value: Any, function: Any) -> Any:
    if isinstance(value, (xr.DataArray, xr.Dataset)):
        return function(value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: _mapped(getattr(value, one.name), function) for one in fields(value)})
    return value


def _shape(value: Any) -> Hashable:
    """Return what posteriors of a batch have in common."""
    if isinstance(value, xr.DataArray):
        return value.dims, value.shape
    if isinstance(value, xr.Dataset):
        return tuple((name, _shape(one)) for name, one in value.data_vars.items())
    if is_dataclass(value):
        return type(value), tuple(_shape(getattr(value, one.name)) for one in fields(value))
    return None if isinstance(value, float) else id(value) if isinstance(value, np.ndarray) else str(value)


def _stacked(found: Sequence[Any], dim: str) -> Any:
    first = found[0]
    if isinstance(first, xr.DataArray):
        dims = (dim, *first.dims)
        kept = {name: one for name, one in first.coords.items() if name in first.dims}
        return xr.DataArray(np.stack([one.to_numpy() for one in found]), dims=dims, coords=kept, attrs=first.attrs)
    if isinstance(first, xr.Dataset):
        return xr.Dataset({name: _stacked([one[name] for one in found], dim) for name in first.data_vars})
    if is_dataclass(first) and not isinstance(first, type):
        names = [one.name for one in fields(first)]
        return replace(first, **{name: _stacked([getattr(one, name) for one in found], dim) for name in names})
    if isinstance(first, float) and len(set(found)) > 1:
        return xr.DataArray(list(found), dims=dim)
    return first
