"""Methods in the plain types of JSON, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.methods._method import Method
from bayescmp.methods._registry import AUTO, METHODS, Auto
from bayescmp.results import infinite_of_plain, plain_json


def plain_argument(method: Method | Auto) -> dict[str, Any]:
    """Return a method as the call of a file holds it; raise TypeError if it could not be found again by its name."""
    if not isinstance(method, Auto) and type(METHODS.get(method.name)) is not type(method):
        raise TypeError(f"`method` must be registered in `methods.METHODS` to be saved, but {method.name!r} is not.")
    return {"is": Auto.__name__ if isinstance(method, Auto) else method.name, **plain_options(method)}


def method_of_plain(plain: Mapping[str, Any]) -> Method | Auto:
    """Return the method that the call of a file holds."""
    given = {name: _option(value) for name, value in plain.items() if name != "is"}
    known = {Auto.__name__: Auto} | {method.name: type(method) for method in METHODS.values()}
    return known[plain["is"]](**given)


def plain_method(method: Method | Auto) -> dict[str, Any]:
    """Return a method as the JSON of a result holds it."""
    return {"method": AUTO if isinstance(method, Auto) else method.name, "options": plain_options(method)}


def plain_options(method: Method | Auto) -> dict[str, Any]:
    """Return the options of a method in the plain types of JSON, without trees."""
    trees = {one.name for one in fields(method) if not one.repr}  # whether or not they were given
    return {name: plain_json(plain_tau(one)) for name, one in method.options().items() if name not in trees}


def plain_tau(tau: Any) -> Any:
    """Return the prior of tau as JSON holds it."""
    if not isinstance(tau, xr.DataArray):
        return tau
    return {"tau": tau["tau"].to_numpy().tolist(), "weights": tau.to_numpy().tolist(), "words": tau.attrs["words"]}


def _option(plain: Any) -> Any:
    """Return an option from what JSON holds of it."""
    if isinstance(plain, list):
        return tuple(map(infinite_of_plain, plain))
    if not isinstance(plain, Mapping):
        return infinite_of_plain(plain)
    weights, values = (np.asarray(plain[name], dtype=float) for name in ("weights", "tau"))
    return xr.DataArray(weights, dims="tau", coords={"tau": values}, attrs={"words": str(plain["words"])})
