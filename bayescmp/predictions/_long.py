"""Long data frames, a row per classifier and record: which row is whose."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from bayescmp._typing import Array, Integers
from bayescmp.predictions._labels import MISSING_REMEDY, plain_labels

_NAME, _ROW = "of classifier", "row"


def rows_of_long(
    classifier: Array, keys: dict[str, Array], on_missing: str
) -> tuple[dict[str, Integers], dict[str, Array]]:
    """Bring a long frame into wide form: return the row of each classifier for every (repeat, record), or -1."""
    if "record" not in keys:
        raise ValueError(
            "`record` must name the column that identifies records, for the rows of classifiers are matched by it."
        )
    names = plain_labels(classifier, "classifier", lambda i: f"row {i}").astype(str).astype(object)
    if not names.size:
        raise ValueError(f"`{'y_true' if 'y_true' in keys else 'record'}` must hold at least one record, but got none.")
    codes, classifiers = pd.factorize(names)
    order = np.argsort(codes, kind="stable")
    index = [name for name in ("repeat", "record") if name in keys]
    table = pd.DataFrame({**keys, _NAME: names, _ROW: range(names.size)}, dtype=object).iloc[order].set_index(index)
    places = {name: table[_ROW][table[_NAME] == name] for name in classifiers}
    for name, found in places.items():
        _check_once(found.index, name)
    rows = table[~table.index.duplicated()]  # those of the first classifier, then what only others have
    if on_missing == "error":
        _check_same_rows(places, rows.index)
    _check_agree(table, rows.loc[table.index])
    wide = {name: found.reindex(rows.index, fill_value=-1).to_numpy(dtype=int) for name, found in places.items()}
    return wide, {key: column.to_numpy() for key, column in rows.reset_index()[list(keys)].items()}


def at_rows(values: Array, rows: Integers, nothing: object) -> Array:
    """Return the entries of rows, `nothing` for those numbered -1."""
    return np.concatenate([values, np.full((1, *values.shape[1:]), nothing)])[rows]


def _check_once(index: pd.Index, name: str) -> None:
    if index.has_duplicates:
        key = index[index.duplicated()][0]
        remedy = "" if isinstance(key, tuple) else " Give `repeat`, the column of repeats, if there are several."
        raise ValueError(
            f"Each record must occur once per classifier and repeat, but {_named(key)} of {name!r} occurs twice."
            f"{remedy}"
        )


def _check_same_rows(places: Mapping[str, pd.Series], rows: pd.Index) -> None:
    for name, found in places.items():
        missing = rows.difference(found.index, sort=False)
        if len(missing):
            raise ValueError(
                f"All classifiers must have the same records, but {name!r} lacks {_named(missing[0])}. {MISSING_REMEDY}"
            )


def _check_agree(table: pd.DataFrame, first: pd.DataFrame) -> None:
    """Refuse a classifier whose rows have other keys than the `first` ones of the same record and repeat."""
    for column in table.columns.difference([_NAME, _ROW]):
        one, other = (np.where(pd.isna(part), None, part) for part in (first[column], table[column]))
        odd = np.asarray(other != one)
        if odd.any():
            place = int(odd.argmax())
            raise ValueError(
                f"`{column}` must agree between classifiers, but {_named(table.index[place])} has {one[place]!s} for "
                f"{first[_NAME].iloc[place]!r} and {other[place]!s} for {table[_NAME].iloc[place]!r}."
            )


def _named(key: object) -> str:
    """Name a row of a long frame by its key, which holds the repeat first if there is one."""
    repeat, record = key if isinstance(key, tuple) else (None, key)
    return f"record {record}" + ("" if repeat is None else f", repeat {repeat}")
