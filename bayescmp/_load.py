"""Make the result of a file again: its data are read, and the verb is called with what was asked of them."""

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import xarray as xr

from bayescmp._call import call_of
from bayescmp._files import MAX_BYTES, contents_of
from bayescmp._netcdf import read_datatree
from bayescmp._result import Result
from bayescmp._validation import about, check_path
from bayescmp.comparison import compare
from bayescmp.datasets import compare_datasets, rank_datasets
from bayescmp.levels import Level
from bayescmp.metrics import Metric, metric_of
from bayescmp.ranking import rank
from bayescmp.sequential._sequential_comparison import comparison_of_looks

_VERBS: dict[str, Callable[..., Result]] = {
    verb.__name__: verb for verb in (compare, rank, compare_datasets, rank_datasets, comparison_of_looks)
}
_LONG = 10.0
"""Seconds beyond which it is said that a result is computed again."""
_ROUNDING, _OTHERWISE = 1e-6, 10
"""By how much numbers may differ, and how many draws may fall otherwise where a machine rounds otherwise."""


_SENTENCES = {
    "answers",
    "assumes",
    "diagnostics",
    "estimand",
    "facts",
    "not_answered",
    "notes",
    "provenance",
    "resampling",
    "schema",
}
"""What other versions of this package may say in other words."""


def load(
    path: str | Path, *, metric: Callable[..., float] | Metric | None = None, max_bytes: int = MAX_BYTES
) -> Result | xr.DataTree:
    """Load a result that was saved by its `save`, or the predictions of an experiment.

    Parameters
    ----------
    path : str or Path
        The file, or the folder of `cross_val_datasets`.
    metric : callable or Metric, optional
        The metric of the result, where that is a function, which files do not hold.
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
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file is not a saved result, holds more than `max_bytes`, or holds other numbers than its data give.

    Notes
    -----
    A file holds the data and what was asked of them. Loading asks again, so that nothing but these is believed, and
    takes as long as it took to make the result; draws of a Markov chain are read, and judged anew. The JSON that the
    file holds beside is for other programs; a file whose numbers or decisions are others is refused.

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
    given = None if metric is None else metric_of(metric)
    with about("path"):
        path = check_path("path", path)
        if path.is_dir():
            from bayescmp.model_selection._experiment import experiment_in, tree_of

            experiment = experiment_in(path)
            return tree_of(experiment, experiment.units())
        tree = read_datatree(path, max_bytes=max_bytes)
        with contents_of(path, "a saved result"):
            if "call" not in tree.attrs:
                held = (
                    ", but holds predictions, as `read_predictions` reads"
                    if {"y_pred", "y_score", "loss"} & set(tree)
                    else ""
                )
                raise ValueError(f"{path.name!r} must be what `save` of a result wrote{held}.")
            kept, call = json.loads(tree.attrs["result"]), call_of(tree, given)
            level = call.arguments.get("level")
            if isinstance(level, Level) and level.samples:
                if level.options()["sample"] is None:
                    raise ValueError(f"{path.name!r} must hold the draws of {level.name!r}, which are not drawn again.")
            elif call.seconds > _LONG:
                print(f"{path.name}: computing again what took {min(call.seconds, 1e9):.0f} s", file=sys.stderr)  # noqa: T201
            try:
                found = _VERBS[call.verb](call.data, **call.arguments)
            except (TypeError, ValueError) as error:
                raise ValueError(f"{path.name!r} must hold data and what was asked of them, but: {error}") from error
            _check_same(kept, json.loads(found.to_json()), path.name)
            return found


def _check_same(kept: Any, again: Any, name: str) -> None:
    """Refuse a file that says other numbers or decisions than its data give."""
    tolerance = _ROUNDING
    if not isinstance(kept, dict) or kept.get("result") != again["result"]:
        raise ValueError(f"{name!r} must hold what follows from its data, a {again['result']}, but holds none.")
    if again.get("draws"):
        tolerance += _OTHERWISE * len(again["classifiers"]) / again["draws"]
    for place, one, expected in _unequal(kept, again, "result", tolerance):
        raise ValueError(
            f"{name!r} must hold what follows from its data, but {place} is {one!r} where they give {expected!r}. "
            "Analyse the data again."
        )


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
