"""Records in the order of time: blocks of those that follow each other are the units."""

import contextlib

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import counted, shown
from bayescmp._support._typing import Array
from bayescmp.predictions._dataset import are_answers, noting

IN_TIME = "in_time"
"""The key in the provenance of predictions whose records stand in the order of time, with the size of a block."""
_LENGTH = 1.5
_ZONE = r":.*(?:Z|[+-]\d\d:?\d\d)$"
_FEWEST, _LEAST = 5, 4


def in_order_of_time(data: xr.Dataset, time: Array) -> xr.Dataset:
    r"""Return predictions of a hold-out in the order of time, with blocks of records as their groups.

    Records of one time share a block. Of n records :math:`\sqrt n / 1.5` blocks, and 5 at least: as many records in
    each as let a t distribution of blocks hold under autoregressions up to .8, at the least cost where records are
    independent (measured; page on groups). Dependence over more than a block is not allowed for.
    """
    other = next((name for name in ("group", "task") if name in data.variables), None)
    if other is not None:
        raise ValueError(
            f"`time` must be given without `{other}`, for blocks of records that follow each other are the groups."
        )
    if (data.sizes["repeat"] > 1 and not are_answers(data)) or int(data["fold"].max()) > 0:
        raise ValueError(
            "`time` must be of a hold-out, but there are folds or training sets, whose records `group` makes blocks of."
        )
    values = _times(time)
    n, order = values.size, np.argsort(values, kind="stable")
    count = int(np.clip(round(np.sqrt(n) / _LENGTH), min(n, _FEWEST), n))
    place = np.searchsorted(values[order], values[order])  # of the first record of the same time
    blocks = pd.factorize(place * count // n)[0]
    if blocks.max() + 1 < _LEAST:
        found = counted(np.unique(values).size, "value")
        raise ValueError(f"`time` must tell {_LEAST} blocks of records apart, but has {found}. Give finer times.")
    ordered = data.isel(record=order).assign(group=("record", blocks))
    return noting(ordered, {IN_TIME: round(n / (int(blocks.max()) + 1))})


def _times(time: Array) -> Array:
    """Return times as numbers that stand in their order."""
    values = pd.Series(np.asarray(time))
    if values.isna().any():
        raise ValueError("`time` must be told of every record, but some have none. Leave them out.")
    with contextlib.suppress(ValueError, TypeError):
        values = pd.to_numeric(values) if values.dtype.kind not in "iufM" else values
    if values.dtype.kind in "iuf" and not np.isfinite(values).all():
        raise ValueError("`time` must be finite numbers, but some are infinite.")
    if values.dtype.kind in "iufM":
        return values.astype("int64" if values.dtype.kind == "M" else values.dtype).to_numpy()
    has_zone = values.astype(str).str.contains(_ZONE)
    if has_zone.any() and not has_zone.all():
        raise ValueError("`time` must have a time zone everywhere or nowhere, but only some have one.")
    try:
        return pd.to_datetime(values.astype(str), format="ISO8601", utc=True).astype("int64").to_numpy()
    except ValueError:
        raise TypeError(
            "`time` must hold numbers, dates, or texts of dates such as '2026-03-31' or '2026-03-31 14:00', but got "
            f"{shown(values.iloc[0])}."
        ) from None
