"""Records by their task: the parts of one evaluation."""

from collections.abc import Hashable, Iterable
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike, NDArray

from bayescmp._support._given import as_array
from bayescmp._support._text import counted, shown

_FEW = 10  # values of a number that are slices as they are


def ids_of_tasks(record: ArrayLike | None, task: ArrayLike | None, *within: ArrayLike | None) -> ArrayLike | None:
    """Return ids of records that differ between tasks: where they begin anew in each, the task stands before them.

    They do where an id occurs twice within what else tells rows apart, such as repeats, but not in one task.
    """
    if record is None or task is None:
        return record
    ids, tasks = as_array(record, "record"), as_array(task, "task")
    others = {str(place): as_array(one, "repeat") for place, one in enumerate(within) if one is not None}
    columns = {"id": ids, **others, "task": tasks}
    are_odd = any(one.shape != (len(ids),) or pd.isna(one).any() for one in columns.values())
    if are_odd or any(pd.api.types.infer_dtype(one, skipna=False).startswith("mixed") for one in (ids, tasks)):
        return record  # refused by their names
    rows = pd.DataFrame(columns, dtype=object)
    if not rows.duplicated(["id", *others]).any() or rows.duplicated().any():
        return record
    return np.array([f"{part}/{one}" for part, one in zip(tasks.tolist(), ids.tolist(), strict=True)], dtype=object)


def ids_within_tasks(ids: Iterable[Hashable], tasks: Iterable[object]) -> list[Hashable]:
    """Return ids as they are within their tasks, without these where `ids_of_tasks` put them before all."""
    given, before = list(ids), [f"{task}/" for task in tasks]
    if not all(isinstance(one, str) and one.startswith(task) for one, task in zip(given, before, strict=True)):
        return given
    return [str(one).removeprefix(task) for one, task in zip(given, before, strict=True)]


def slices(values: ArrayLike) -> NDArray[Any]:
    """Return the names of slices: values as they are, numbers of more than ten values by quarters, "12 to 40".

    Records of one number are in one slice, so that quarters may differ in size.
    """
    given = as_array(values, "by")
    if given.dtype.kind not in "iuf" or len(np.unique(given)) <= _FEW:
        return given
    numbers, places, counts = np.unique(given, return_inverse=True, return_counts=True)
    quarters = 4 * (np.cumsum(counts) - counts / 2) // given.size  # by the middle of those of one number
    names = {}
    for quarter in np.unique(quarters):
        low, high = numbers[quarters == quarter][[0, -1]]
        names[quarter] = f"{low}" if low == high else f"{low} to {high}"
    return np.array([names[quarter] for quarter in quarters], dtype=object)[places]


def by_values(predictions: xr.Dataset, name: str) -> dict[str | int, xr.Dataset]:
    """Return the records of each value of a coordinate, in order of their first validated record."""
    values = predictions[name].to_numpy()
    validated = (predictions["fold"] >= 0).any("repeat").to_numpy()
    found = dict.fromkeys(values[validated].tolist())
    parts = {value: predictions.isel(record=np.flatnonzero(values == value)) for value in found}
    return {value: _within_one_group(part) for value, part in parts.items()}


def groups_in_several(predictions: xr.Dataset, by: str) -> str:
    """Say which group has records in several tasks, or other values of a coordinate, and what to do; "" where none."""
    if "group" not in predictions or by not in predictions.coords:
        return ""
    counts = predictions[["group", by]].to_dataframe().groupby("group", sort=False)[by].nunique()
    if counts.max() < 2:
        return ""
    where = f"group {shown(counts.index.tolist()[counts.argmax()])} occurs in {counted(int(counts.max()), by)}"
    return f"{where}: if groups are numbered anew in each {by}, name them apart, such as by {by} and group"


def _within_one_group(part: xr.Dataset) -> xr.Dataset:
    """Leave out the group where all records are of one, given which they are independent."""
    is_one = "group" in part and len(pd.unique(part["group"].to_numpy())) == 1
    return part.drop_vars("group") if is_one else part
