"""Records in the order of time: blocks of those that follow each other are the units."""

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._text import shown
from bayescmp._typing import Array, Integers
from bayescmp.predictions._dataset import are_answers, noting

IN_TIME = "in_time"
"""The key in the provenance of predictions whose records stand in the order of time, with the size of a block."""
_LENGTH = 1.5
_FEWEST = 5


def in_time(data: xr.Dataset, time: Array) -> xr.Dataset:
    r"""Return predictions of a hold-out in the order of time, with blocks of records as their groups.

    Parameters
    ----------
    data : Dataset
        Predictions without groups.
    time : array of shape (n_records,)
        When each record was: numbers, dates, or texts of dates such as 2026-03-31. Records of one time share a block.

    Returns
    -------
    Dataset

    Raises
    ------
    TypeError, ValueError
        If times are neither, or missing; if the data are no hold-out.

    Notes
    -----
    Of n records, or of those of a task, :math:`\sqrt n / 1.5` blocks, and 5 at least: as many records in each as let a
    t distribution of blocks hold under autoregressions up to .8, at the least cost where records are independent
    (measured; page on groups). Dependence over more than a block is not allowed for.
    """
    if "group" in data:
        raise ValueError(
            "`time` must be given without `group`, for blocks of records that follow each other are the groups. Leave "
            "one of them out."
        )
    if (data.sizes["repeat"] > 1 and not are_answers(data)) or int(data["fold"].max()) > 0:
        raise ValueError(
            "`time` must be of a hold-out, but there are folds or training sets. Training sets that end before their "
            "validation sets begin (`TimeSeriesSplit`) are `splits`, whose records `group` makes blocks of."
        )
    values = _times(time)
    tasks = data["task"].to_numpy() if "task" in data.coords else np.zeros(values.size, dtype=int)
    codes = pd.factorize(tasks)[0]
    order = np.lexsort((values, codes))
    frame = pd.DataFrame({"task": codes[order], "time": values[order]})
    place = frame.groupby("task").cumcount()
    first = place.groupby([frame["task"], frame["time"]]).transform("min")
    blocks = pd.factorize(pd.Series(list(zip(frame["task"], _block(first, frame["task"]), strict=True))))[0]
    length = round(values.size / (int(blocks.max()) + 1))
    ordered = data.isel(record=order).assign(group=("record", blocks))
    return noting(ordered, {IN_TIME: length})


def _block(place: "pd.Series[int]", task: "pd.Series[int]") -> Integers:
    """Return which block of its task a record is in."""
    n = task.groupby(task).transform("size").to_numpy()
    count = np.clip(np.round(np.sqrt(n) / _LENGTH), np.minimum(n, _FEWEST), n).astype(int)
    return np.asarray(place.to_numpy() * count // n)


def _times(time: Array) -> Array:
    """Return times as numbers that stand in their order."""
    values = pd.Series(np.asarray(time))
    if values.isna().any():
        raise ValueError("`time` must be told of every record, but some have none. Leave them out.")
    if values.dtype.kind in "iufM":
        return values.astype("int64" if values.dtype.kind == "M" else values.dtype).to_numpy()
    try:
        return pd.to_datetime(values.astype(str), format="ISO8601", utc=True).astype("int64").to_numpy()
    except ValueError:
        raise TypeError(
            "`time` must hold numbers, dates, or texts of dates such as '2026-03-31' or '2026-03-31 14:00', but got "
            f"{shown(values.iloc[0])}."
        ) from None
