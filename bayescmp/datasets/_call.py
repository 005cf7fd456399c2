"""What a result came from: a verb, the data and the arguments. A file holds these, and loading calls the verb again."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._population import DirichletPrior, StudentPrior
from bayescmp._result import infinite_of_plain, plain_json
from bayescmp._results import in_one_line
from bayescmp.datasets._gather import Data, is_plain
from bayescmp.metrics import Metric
from bayescmp.metrics._kept import metric_of_plain, plain_metric
from bayescmp.posteriors._training_variance import as_grid
from bayescmp.ranking._dict import plain_tau, tau_of
from bayescmp.ranking._loaded import unequal

_ARRAY = "values"
"""The variable of a group that holds tables, scores or plain numbers."""
_PRIORS = {prior.__name__: prior for prior in (DirichletPrior, StudentPrior)}
_TOLERANCE = 1e-6


@dataclass(frozen=True, kw_only=True, eq=False)
class Call:
    """A call of `compare_datasets` or `rank_datasets`.

    Attributes
    ----------
    verb : str
        The name of the function.
    data : mapping of str to Dataset or DataArray, or Dataset
        What it was called with: data sets by name, or one hold-out with `by`.
    metric : Metric
        The metric of the result.
    arguments : mapping
        All others.
    """

    verb: str
    data: Mapping[str, Data] | xr.Dataset
    metric: Metric
    arguments: Mapping[str, Any]
    __repr__ = in_one_line

    def to_datatree(self, result: str) -> xr.DataTree:
        """Return what a file holds: a group for each data set, and as attributes the call and the result's JSON."""
        several = {"": self.data} if isinstance(self.data, xr.Dataset) else self.data
        groups = {f"/{number}": _group(one) for number, one in enumerate(several.values())}
        own = any(map(_brings_metric, several.values()))
        call = {
            "verb": self.verb,
            "names": None if isinstance(self.data, xr.Dataset) else list(several),
            "metric": None if own else plain_json(plain_metric(self.metric)),
            "arguments": {name: _plain(name, value) for name, value in self.arguments.items()},
        }
        tree = xr.DataTree.from_dict(groups)
        tree.attrs = {"call": json.dumps(call, allow_nan=False), "result": result}
        return tree


def called_again(tree: xr.DataTree, verbs: Mapping[str, Callable[..., Any]], name: str) -> Any:
    """Make the call of a file, and return its result if it is that of the file.

    Parameters
    ----------
    tree : DataTree
        As from `Call.to_datatree`.
    verbs : mapping of str to callable
        The functions by name.
    name : str
        Of the file, for messages.

    Raises
    ------
    ValueError
        If it holds no such call, or a number is another than what follows.
    """
    try:
        kept, call = json.loads(tree.attrs["result"]), json.loads(tree.attrs["call"])
        names, arguments = call["names"], {key: _made(key, value) for key, value in call["arguments"].items()}
        groups = [_data(tree[str(number)].to_dataset()) for number in range(1 if names is None else len(names))]
        metric = None if call["metric"] is None else metric_of_plain(call["metric"])
        data = groups[0] if names is None else dict(zip(names, groups, strict=True))
        found = verbs[call["verb"]](data, metric=metric, **arguments)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise ValueError(f"{name!r} must hold data sets and what was asked of them, but: {error}") from error
    again = json.loads(found.to_json())
    for place, one, expected in unequal(_compared(kept), _compared(again), "result", _TOLERANCE):
        raise ValueError(
            f"{name!r} must hold what follows from its data, but {place} is {one!r} where they give {expected!r}. "
            "Compare the data sets again."
        )
    return found


def _compared(plain: Any) -> Any:
    """Return JSON without what does not follow from the data."""
    return {key: value for key, value in plain.items() if key != "provenance"} if isinstance(plain, dict) else plain


def _brings_metric(data: Data) -> bool:
    """Tell whether data say of which metric they are."""
    return is_plain(data) or (isinstance(data, xr.DataArray) and "classifier" in data.dims) or "loss" in data


def _group(data: Data) -> xr.Dataset:
    return data if isinstance(data, xr.Dataset) else xr.Dataset({_ARRAY: data}).assign_attrs(data.attrs)


def _data(group: xr.Dataset) -> Data:
    return group[_ARRAY].assign_attrs(group.attrs).rename(None) if _ARRAY in group else group


def _plain(key: str, value: Any) -> Any:
    """Return what JSON holds of an argument."""
    if key == "tau":
        return plain_json(plain_tau(as_grid(value)))
    if isinstance(value, (DirichletPrior, StudentPrior)):
        return {"is": type(value).__name__, **plain_json(asdict(value))}
    if isinstance(value, (tuple, list)):
        return [plain_json(float(one)) for one in value]
    return value.item() if isinstance(value, np.generic) else plain_json(value)


def _made(key: str, plain: Any) -> Any:
    """Return the argument that JSON holds."""
    if key == "tau":
        return tau_of(plain)
    if not isinstance(plain, dict):
        return tuple(plain) if isinstance(plain, list) else plain
    found = {key: _numbers(value) for key, value in plain.items() if key != "is"}
    prior: Any = _PRIORS[plain["is"]]
    return prior(**found)


def _numbers(plain: Any) -> Any:
    return tuple(map(infinite_of_plain, plain)) if isinstance(plain, list) else infinite_of_plain(plain)
