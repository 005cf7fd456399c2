"""What a result came from: a verb, the data and the arguments. A file holds these, and loading calls the verb again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._result import infinite_of_plain, plain_json
from bayescmp._results import in_one_line
from bayescmp.levels import LEVELS, Auto, Level
from bayescmp.levels._registry import AUTO
from bayescmp.metrics import Metric, brings_metric, metric_of_plain, plain_metric

type Data = xr.Dataset | xr.DataArray
"""Predictions or losses of records, tables, scores, or plain numbers."""

BAYCOMP = "baycomp"
"""The population of data sets of that package."""
_ARRAY = "values"
"""The variable of a group that holds tables, scores or plain numbers."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Call:
    """A call of a verb.

    Attributes
    ----------
    verb : str
        The name of the function.
    data : Dataset, DataArray or mapping of str to these
        What it was called with.
    arguments : mapping
        All others, with the metric of the result as `metric`.
    seconds : float
        How long it took.
    """

    verb: str
    data: Mapping[str, Data] | Data
    arguments: Mapping[str, Any]
    seconds: float
    __repr__ = in_one_line

    def to_datatree(self) -> xr.DataTree:
        """Return what a file holds: a group for each data set and tree among the arguments, and the rest as JSON."""
        several = None if isinstance(self.data, (xr.Dataset, xr.DataArray)) else self.data
        sets: list[Any] = [self.data] if several is None else list(several.values())
        level = self.arguments.get("level")
        options = {} if level is None else level.options()
        trees = {name: one for name, one in options.items() if isinstance(one, xr.DataTree)}
        groups = {f"/data/{number}": _group(one) for number, one in enumerate(sets)}
        groups |= {f"/{name}{node.path}": node.to_dataset() for name, one in trees.items() for node in one.subtree}
        given = dict(self.arguments)
        if any(map(brings_metric, sets)):
            del given["metric"]
        call = {
            "verb": self.verb,
            "names": None if several is None else list(several),
            "arguments": {name: _plain(name, one) for name, one in given.items()},
            "trees": list(trees),
            "seconds": self.seconds,
        }
        tree = xr.DataTree.from_dict(groups)
        tree.attrs = {"call": json.dumps(call, allow_nan=False)}
        return tree


def own_copy(data: Any, first: str | None = None, second: str | None = None) -> Any:
    """Return a copy of data, of several classifiers the two that are named; what is no data as it is."""
    if not isinstance(data, (xr.Dataset, xr.DataArray)):
        return data
    are_judged = isinstance(data, xr.Dataset) and "judged" in data  # which all tell of labels
    if "classifier" in data.dims and "classifier" in data.coords and not are_judged:
        names = {name for name in (first, second) if isinstance(name, str)}
        places = [place for place, name in enumerate(data["classifier"].to_numpy()) if str(name) in names]
        data = data.isel(classifier=places) if len(places) == 2 else data
    if isinstance(data, xr.DataArray):
        return data.copy(deep=True).load()
    # Indexes cannot be changed in place, and xarray would copy each twice: with many records most of the memory.
    values = {name: one.copy(deep=True) for name, one in data.variables.items() if name not in data.indexes}
    return data.assign(values).load()


def call_of(tree: xr.DataTree, metric: Metric | None = None, *, is_older: bool = False) -> Call:
    """Return the call that a file holds.

    Parameters
    ----------
    tree : DataTree
        As from `Call.to_datatree`.
    metric : Metric, optional
        The function that a file cannot hold.
    is_older : bool
        Whether other versions made it, of whose populations of data sets only one is left: others are the usual one.
    """
    call = json.loads(tree.attrs["call"])
    if is_older and call["arguments"].get("population") != BAYCOMP:
        call["arguments"].pop("population", None)
    names = call["names"]
    sets = [_data(tree[f"data/{number}"].to_dataset()) for number in range(1 if names is None else len(names))]
    arguments = {name: _made(name, value, metric) for name, value in call["arguments"].items()}
    trees = {name: xr.DataTree.from_dict(_nodes(tree[name])) for name in call["trees"]}
    if trees:
        arguments["level"] = replace(arguments["level"], **trees)
    return Call(
        verb=call["verb"],
        data=sets[0] if names is None else dict(zip(names, sets, strict=True)),
        arguments=arguments,
        seconds=float(call["seconds"]),
    )


def _nodes(tree: Any) -> dict[str, xr.Dataset]:
    return {node.path.removeprefix(tree.path) or "/": node.to_dataset() for node in tree.subtree}


def _metric(words: Mapping[str, Any], given: Metric | None) -> Metric:
    if words["metric_words"] is None:
        return metric_of_plain(words)
    if given is None or given.name != words["metric"]:
        got = "" if given is None else f", but got {given.name!r}"
        raise ValueError(
            f"its metric {words['metric']!r} was a function, which files do not hold: give it again, "
            f"`load(path, metric=...)`{got}"
        )
    return given


def _group(data: Data) -> xr.Dataset:
    return data if isinstance(data, xr.Dataset) else xr.Dataset({_ARRAY: data}).assign_attrs(data.attrs)


def _data(group: xr.Dataset) -> Data:
    return group[_ARRAY].assign_attrs(group.attrs).rename(None) if _ARRAY in group else group


def _plain(name: str, value: Any) -> Any:
    """Return what JSON holds of an argument."""
    if name == "metric":
        return plain_json(plain_metric(value))
    if isinstance(value, (Level, Auto)):
        return {"is": _name_of(value), **plain_options(value)}
    if isinstance(value, (tuple, list)):
        return [plain_json(float(one)) for one in value]
    return value.item() if isinstance(value, np.generic) else plain_json(value)


def plain_level(level: Level | Auto) -> dict[str, Any]:
    """Return a level as the JSON of a result holds it."""
    return {"level": AUTO if isinstance(level, Auto) else level.name, "options": plain_options(level)}


def plain_options(level: Level | Auto) -> dict[str, Any]:
    """Return the options of a level in the plain types of JSON, without trees."""
    trees = {one.name for one in fields(level) if not one.repr}  # whether or not they were given
    found = {name: one for name, one in level.options().items() if name not in trees}
    return {name: plain_json(plain_tau(one)) for name, one in found.items()}


def _made(name: str, plain: Any, metric: Metric | None) -> Any:
    """Return the argument that JSON holds."""
    if name == "metric":
        return _metric(plain, metric)
    if not isinstance(plain, dict):
        return _numbers(plain)
    given = {key: tau_of(_numbers(value)) for key, value in plain.items() if key != "is"}
    known = {Auto.__name__: Auto} | {level.name: type(level) for level in LEVELS.values()}
    return known[plain["is"]](**given)


def _name_of(level: Level | Auto) -> str:
    """Return the name by which a level is found again."""
    if isinstance(level, Auto):
        return Auto.__name__
    if type(LEVELS.get(level.name)) is not type(level):
        raise TypeError(f"`level` must be registered in `levels.LEVELS` to be saved, but {level.name!r} is not.")
    return level.name


def _numbers(plain: Any) -> Any:
    return tuple(map(infinite_of_plain, plain)) if isinstance(plain, list) else infinite_of_plain(plain)


def plain_tau(tau: Any) -> Any:
    """Return the prior of tau as JSON holds it."""
    if not isinstance(tau, xr.DataArray):
        return tau
    return {"tau": tau["tau"].to_numpy().tolist(), "weights": tau.to_numpy().tolist(), "words": tau.attrs["words"]}


def tau_of(plain: Any) -> Any:
    """Return the prior of tau from what JSON holds of it."""
    if not isinstance(plain, Mapping):
        return plain
    weights, values = (np.asarray(plain[name], dtype=float) for name in ("weights", "tau"))
    return xr.DataArray(weights, dims="tau", coords={"tau": values}, attrs={"words": str(plain["words"])})
