"""From what a door was given to the Dataset of predictions: one way for all kinds of answers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import xarray as xr

from bayescmp._support._given import check_same_index, index_of
from bayescmp._support._text import shown
from bayescmp._support._typing import Booleans
from bayescmp._support._validation import check_choice
from bayescmp.doors._hold_out import REPEATED
from bayescmp.doors._kind import Arguments, Kind
from bayescmp.doors._source import table_of
from bayescmp.doors._ways import Answers, Folds, HoldOut, How, Runs
from bayescmp.predictions import check_predictions, noting
from bayescmp.predictions._tasks import ids_of_tasks


@dataclass(frozen=True, kw_only=True, eq=False)
class Records(Arguments):
    """What is told of the records."""

    record: Any = None
    group: Any = None
    task: Any = None

    of_rows = ("record", "group", "task")


def predictions_of(
    kind: Kind,
    data: Any = None,
    classifier: Any = None,
    *,
    record: Any = None,
    group: Any = None,
    task: Any = None,
    how: How | None = None,
    on_missing: str = "error",
) -> xr.Dataset:
    """Gather answers of a kind, with the other arguments of `labels`: what all doors do."""
    check_choice("on_missing", on_missing, kind.missing)
    if how is not None and not isinstance(how, How):
        raise TypeError(
            "`how` must be None for a hold-out, or one of folds(...), splits(...), answers(...), runs(...), "
            f"in_time(...) and hold_out(), but got {shown(how)}."
        )
    records, told = Records(record=record, group=group, task=task), how or HoldOut()
    if data is None:
        if classifier is not None:
            raise ValueError("`classifier` must name a column of `data`, but there is no `data`.")
        return _gathered(kind.without_table(), told.without_table(), records.without_table(), on_missing)
    table, noted = table_of(data, classifier, [kind, told, records], on_missing)
    with noted():
        kind, told, records = kind.read(table), told.read(table), records.read(table)
        if type(how) is not HoldOut:
            table.check_one_hold_out()
        return _gathered(kind, told, records, on_missing, table.unasked)


def _gathered(
    kind: Kind, how: How, records: Records, on_missing: str, unasked: Mapping[str, Booleans] = MappingProxyType({})
) -> xr.Dataset:
    """Gather arrays."""
    _check_indices([kind, how, records])
    n_rows = kind.n_rows()
    if n_rows == 0:
        name = next(iter(kind.rows_given()), kind.answers)
        raise ValueError(f"`{name}` must hold at least one record, but got none.")
    may_lack = isinstance(how, (Answers, Runs))
    if isinstance(how, Runs) and on_missing == "wrong":
        raise ValueError(
            "`on_missing` must be 'error' or 'drop' for runs, which may be of one classifier alone, but got 'wrong'. "
            "Put a wrong answer where one is missing."
        )
    coded = "drop" if may_lack and on_missing == "error" else on_missing
    kind = kind.prepared(on_missing=coded)
    ids = ids_of_tasks(records.record, records.task, *(getattr(how, name, None) for name in REPEATED))
    rows = replace(how.rows(n_rows, ids), unasked=unasked)
    of_records = {
        name: ("record", rows.keys(values, name)) for name, values in records.rows_given().items() if name != "record"
    }
    found = kind.put_in(rows, on_missing=coded, of_records=of_records)
    found = how.told(noting(found, {"made_by": kind.name}), rows, on_missing=on_missing)
    if isinstance(how, Folds) and how.train is not None:
        return check_predictions(found, "train")
    return check_predictions(found, "group") if "group" in of_records else found


def _check_indices(parts: list[Arguments]) -> None:
    """Refuse pandas and xarray objects whose records, or repeats, are in another order."""
    given = [one for part in parts for one in part.indices()]
    check_same_index({name: index_of(values, -1 - after) for name, after, values in given})
    check_same_index({name: index_of(values, -2) for name, after, values in given if not after and "[" in name})
