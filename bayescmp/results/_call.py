"""What a result came from: a verb, the data and the arguments. A file holds these, and loading calls the verb again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._above import above
from bayescmp.results._interval import in_one_line
from bayescmp.results._plain_json import infinite_of_plain, plain_json

type Data = xr.Dataset | xr.DataArray
"""Predictions or losses of records, tables, scores, or plain numbers."""

BAYCOMP = "baycomp"
"""The population of data sets of that package."""
_ARRAY = "values"
"""The variable of a group that holds tables, scores or plain numbers."""
_OF_ROOMS = ("metric", "method")
"""Arguments that files hold as the rooms above write them."""
_FORMER = {"level": "method", "levels": "methods"}
"""What versions up to 0.1.0rc2 call otherwise in files."""


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
        method = self.arguments.get("method")
        options = {} if method is None else method.options()
        trees = {name: one for name, one in options.items() if isinstance(one, xr.DataTree)}
        groups = {f"/data/{number}": _group(one) for number, one in enumerate(sets)}
        groups |= {f"/{name}{node.path}": node.to_dataset() for name, one in trees.items() for node in one.subtree}
        given = dict(self.arguments)
        if any(map(above("brings_metric"), sets)):
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


def call_of(tree: xr.DataTree, metric: Any = None, *, is_older: bool = False) -> Call:
    """Return the call that a file holds.

    Parameters
    ----------
    tree : DataTree
        As from `Call.to_datatree`.
    metric : callable or Metric, optional
        The function that a file cannot hold.
    is_older : bool
        Whether other versions made it, of whose populations of data sets only one is left: others are the usual one.
    """
    call = json.loads(tree.attrs["call"])
    if is_older and call["arguments"].get("population") != BAYCOMP:
        call["arguments"].pop("population", None)
    names = call["names"]
    sets = [_data(tree[f"data/{number}"].to_dataset()) for number in range(1 if names is None else len(names))]
    arguments = {name: _made(name, value, metric) for name, value in in_names_of_today(call["arguments"]).items()}
    trees = {name: xr.DataTree.from_dict(_nodes(tree[name])) for name in call["trees"]}
    if trees:
        arguments["method"] = replace(arguments["method"], **trees)
    return Call(
        verb=call["verb"],
        data=sets[0] if names is None else dict(zip(names, sets, strict=True)),
        arguments=arguments,
        seconds=float(call["seconds"]),
    )


def in_names_of_today(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a file under the names that they have now."""
    return {_FORMER.get(name, name): value for name, value in entries.items()}


def _nodes(tree: Any) -> dict[str, xr.Dataset]:
    return {node.path.removeprefix(tree.path) or "/": node.to_dataset() for node in tree.subtree}


def _group(data: Data) -> xr.Dataset:
    return data if isinstance(data, xr.Dataset) else xr.Dataset({_ARRAY: data}).assign_attrs(data.attrs)


def _data(group: xr.Dataset) -> Data:
    return group[_ARRAY].assign_attrs(group.attrs).rename(None) if _ARRAY in group else group


def _plain(name: str, value: Any) -> Any:
    """Return what JSON holds of an argument; those with a type of their own are turned by its room."""
    if name == "metric" and isinstance(value, tuple):
        return [_plain(name, one) for one in value]
    if name in _OF_ROOMS and value is not None:
        return plain_json(above(f"plain_{name}")(value))
    if isinstance(value, (tuple, list)):
        return [plain_json(float(one)) for one in value]
    return value.item() if isinstance(value, np.generic) else plain_json(value)


def _made(name: str, plain: Any, metric: Any) -> Any:
    """Return the argument that JSON holds."""
    if name == "metric" and isinstance(plain, list):
        return [_made(name, one, metric) for one in plain]
    if name in _OF_ROOMS and plain is not None:
        return above(f"{name}_of_plain")(plain, *([metric] if name == "metric" else []))
    return tuple(map(infinite_of_plain, plain)) if isinstance(plain, list) else infinite_of_plain(plain)
