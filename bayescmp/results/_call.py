"""What a result came from: a verb, the data and the arguments. A file holds these, and `load` calls the verb again."""

import json
import math
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._above import VERBS, above
from bayescmp._support._files import MAX_BYTES, contents_of
from bayescmp._support._netcdf import read_datatree
from bayescmp._support._text import counted, listed, shown
from bayescmp._support._validation import about, check_flag, check_path
from bayescmp._support._versions import versions
from bayescmp.results._interval import in_one_line
from bayescmp.results._plain_json import infinite_of_plain, plain_json
from bayescmp.results._result import Result

type Data = xr.Dataset | xr.DataArray
"""Predictions or losses of records, tables, scores, or plain numbers."""

BAYCOMP = "baycomp"  # the population of data sets of that package
_ARRAY = "values"  # the variable of a group that holds tables, scores or plain numbers
_OF_ROOMS = ("metric", "method")  # arguments that files hold as the rooms above write them
_FORMER = {"level": "method", "levels": "methods"}  # what versions up to 0.1.0rc2 call otherwise in files

_LONG = 10.0  # seconds beyond which it is said that a result is computed again
_SHOWN = 4  # how many places of a file are shown that are others now
_ROUNDING, _OTHERWISE = 1e-6, 10
"""By how much numbers may differ, and how many draws may fall otherwise where a machine rounds otherwise."""

_SENTENCES = {
    "answers", "assumes", "diagnostics", "estimand", "facts", "not_answered", "notes", "provenance", "resampling",
    "schema",
}  # fmt: skip
"""What other versions of this package may say in other words."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Call:
    """A call of a verb, by its name."""

    verb: str
    data: Mapping[str, Data] | Data
    arguments: Mapping[str, Any]  # all others, with the metric of the result as `metric`
    seconds: float  # that it took
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
            given.pop("metric", None)
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


def load(
    path: str | Path, *, metric: Any = None, strict: bool = False, max_bytes: int = MAX_BYTES
) -> Result | xr.DataTree:
    """Load a result that was saved by its `save`, or the predictions of an experiment.

    Parameters
    ----------
    path : str or Path
        The file, or the folder of `cross_val_datasets`.
    metric : callable or Metric, or list of these, optional
        The metric of the result, where that is a function, which files do not hold.
    strict : bool, default False
        Whether to refuse a file whose numbers other versions computed otherwise, too.
    max_bytes : int, default 2**28
        The most that the file may hold, unpacked.

    Returns
    -------
    Result or DataTree
        Whatever result the file holds, such as a `Comparison`; of a folder the predictions of all that is done, in the
        repeats that all classifiers of a data set have; data sets and classifiers are in the order of their names:
        `first=` and `second=` tell which is which.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no such file, or it is not a saved result, holds more than `max_bytes`, asks for what this version
        does not have, or holds other numbers than its data give: under the versions that it says it was made by, or
        with `strict` under any.

    Warns
    -----
    UserWarning
        If the file was made by other versions, of this package or of those below, and they computed otherwise.

    Notes
    -----
    A file holds the data and what was asked of them. Loading asks again, so that nothing but these is believed, and
    takes as long as it took to make the result. The JSON that the file holds beside is for other programs. Where its
    numbers or decisions are others, what follows from the data under the versions of today is returned, and
    `provenance["loaded"]` says what the file said; a file of the same versions was edited, and is refused.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> import bayescmp as bc
    >>> path = pathlib.Path(tempfile.mkdtemp(), "result.nc")
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> result = bc.compare(table)
    >>> result.save(path)
    >>> bc.load(path).to_json() == result.to_json()
    True
    """
    if isinstance(metric, (list, tuple)) and not metric:
        raise ValueError("`metric` must name a metric or more, but the list is empty. Leave it out.")
    several = metric if isinstance(metric, (list, tuple)) else [] if metric is None else [metric]
    given = {one.name: one for one in map(above("metric_of"), several)}
    check_flag("strict", strict)
    with about("path"):
        path = check_path("path", path)
        if path.is_dir():
            return above("experiment")(path)
        tree = read_datatree(path, max_bytes=max_bytes)
        with contents_of(path, "a saved result"):
            if "call" not in tree.attrs:
                raise ValueError(
                    f"{path.name!r} must be what `save` of a result wrote. Predictions are read by `read_predictions`, "
                    "and draws by `arviz.from_netcdf`."
                )
            kept = json.loads(tree.attrs["result"])
            made = _other_versions(kept)
            try:
                found = _called_again(tree, given, path.name, is_older=bool(made))
            except (TypeError, ValueError, LookupError) as error:
                if not made:
                    raise
                why = f"{error} is not known" if isinstance(error, KeyError) else str(error).rstrip(".")
                raise ValueError(
                    f"{path.name!r} was made by {made}, and this version cannot compute it again: {why}. Where that is "
                    "the reason, load it with the versions that made it, or analyse the data again."
                ) from error
            _check_same(kept, found, path.name, made, strict=strict)
            return found


def _other_versions(kept: Any) -> str:
    """Return by which versions a file was made that are others today; "" where none is."""
    made = kept["provenance"]["versions"]
    others = [f"{name} {made[name]} (now {now})" for name, now in versions().items() if made.get(name, now) != now]
    return listed(others) if others else ""


def _called_again(tree: xr.DataTree, metric: Any, name: str, *, is_older: bool) -> Result:
    """Call the verb that a file names, with the data and arguments that it holds, and a metric that it cannot hold."""
    call = json.loads(tree.attrs["call"])
    if is_older and call["arguments"].get("population") != BAYCOMP:  # of several only the usual one is left
        call["arguments"].pop("population", None)
    call["arguments"].pop("pos_label", None)  # of data sets up to 0.1.0rc2; the metric has it, too
    names = call["names"]
    sets = [_data(tree[f"data/{number}"].to_dataset()) for number in range(1 if names is None else len(names))]
    arguments = {one: _made(one, value, metric) for one, value in _in_names_of_today(call["arguments"]).items()}
    trees = {one: xr.DataTree.from_dict(tree.children[one].to_dict(relative=True)) for one in call["trees"]}
    if trees:
        arguments["method"] = replace(arguments["method"], **trees)
    verb, seconds = above(call["verb"], VERBS), float(call["seconds"])
    if seconds > _LONG:
        print(f"{name}: computing again what took {min(seconds, 1e9):.0f} s", file=sys.stderr)  # noqa: T201
    return verb(sets[0] if names is None else dict(zip(names, sets, strict=True)), **arguments)


def _in_names_of_today(entries: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a file under the names that they have now."""
    return {_FORMER.get(name, name): value for name, value in entries.items()}


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
        return above(f"{name}_of_plain")(plain, *([metric.get(plain["metric"])] if name == "metric" else []))
    return tuple(map(infinite_of_plain, plain)) if isinstance(plain, list) else infinite_of_plain(plain)


def _check_same(kept: Any, found: Result, name: str, made: str, *, strict: bool) -> None:
    """Refuse a file that says other numbers or decisions than its data give; warn of one that was `made` otherwise."""
    again = json.loads(found.to_json())
    if kept.get("result") != again["result"]:
        raise ValueError(f"{name!r} must hold what follows from its data, a {again['result']}, but holds none.")
    tolerance = _ROUNDING
    if again.get("draws"):
        tolerance += _OTHERWISE * len(again["classifiers"]) / again["draws"]
    said = list(_unequal(_in_names_of_today(kept), again, "result", tolerance))
    for place, one, expected in said if strict or not made else ():
        raise ValueError(
            f"{name!r} must hold what follows from its data, but {place} is {one!r} where they give {expected!r}."
            f"{f' It was made by {made}.' if made else ''} Analyse the data again."
        )
    told = kept["provenance"].get("loaded")  # of a file that was loaded and saved again
    if said:
        warnings.warn(_changed(said, name, made), stacklevel=3)
        differs = [{"place": place, "was": one, "is": now} for place, one, now in said]
        told = {"versions": kept["provenance"]["versions"], "differs": differs}
    if told is not None:
        object.__setattr__(found, "provenance", {**found.provenance, "loaded": told})


def _changed(said: Sequence[tuple[str, Any, Any]], name: str, made: str) -> str:
    """Say what a file of other versions said and what follows now, words before numbers."""
    first = sorted(said, key=lambda one: isinstance(one[1], float))[:_SHOWN]
    parts = [f"{place} was {_short(one)} and is {_short(now)}" for place, one, now in first]
    return (
        f"{name!r} was made by {made}, and is computed otherwise now, in {counted(len(said), 'place')}: "
        f"{'; '.join(parts)}. `load(path, strict=True)` refuses such a file."
    )


def _short(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, float) else shown(value)


def _unequal(kept: Any, again: Any, place: str, tolerance: float) -> Iterator[tuple[str, Any, Any]]:
    """Yield where numbers, names or decisions of JSON differ."""
    if isinstance(again, Mapping) and isinstance(kept, Mapping) and (again.keys() & kept.keys() or not again):
        for key in sorted(again.keys() & kept.keys() - _SENTENCES):
            yield from _unequal(kept[key], again[key], f"{place}[{key!r}]", tolerance)
    elif isinstance(again, list) and isinstance(kept, list) and len(kept) == len(again):
        for number, (one, other) in enumerate(zip(kept, again, strict=True)):
            yield from _unequal(one, other, f"{place}[{number}]", tolerance)
    elif isinstance(again, float) and isinstance(kept, (int, float)) and not isinstance(kept, bool):
        if not math.isclose(kept, again, rel_tol=tolerance, abs_tol=tolerance):
            yield place, kept, again
    elif type(kept) is not type(again) or kept != again:
        yield place, kept, again
