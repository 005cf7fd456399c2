"""Levels in the plain types of JSON, and back."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np
import xarray as xr

from bayescmp.levels._level import Level
from bayescmp.levels._registry import AUTO, LEVELS, Auto
from bayescmp.results._plain_json import infinite_of_plain, plain_json


def plain_argument(level: Level | Auto) -> dict[str, Any]:
    """Return a level as the call of a file holds it; raise TypeError if it could not be found again by its name."""
    if not isinstance(level, Auto) and type(LEVELS.get(level.name)) is not type(level):
        raise TypeError(f"`level` must be registered in `levels.LEVELS` to be saved, but {level.name!r} is not.")
    return {"is": Auto.__name__ if isinstance(level, Auto) else level.name, **plain_options(level)}


def level_of_plain(plain: Mapping[str, Any]) -> Level | Auto:
    """Return the level that the call of a file holds."""
    given = {name: _option(value) for name, value in plain.items() if name != "is"}
    known = {Auto.__name__: Auto} | {level.name: type(level) for level in LEVELS.values()}
    return known[plain["is"]](**given)


def plain_level(level: Level | Auto) -> dict[str, Any]:
    """Return a level as the JSON of a result holds it."""
    return {"level": AUTO if isinstance(level, Auto) else level.name, "options": plain_options(level)}


def plain_options(level: Level | Auto) -> dict[str, Any]:
    """Return the options of a level in the plain types of JSON, without trees."""
    trees = {one.name for one in fields(level) if not one.repr}  # whether or not they were given
    found = {name: one for name, one in level.options().items() if name not in trees}
    return {name: plain_json(plain_tau(one)) for name, one in found.items()}


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
