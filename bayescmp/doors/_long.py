"""Long tables, a row for each classifier and record, made wide: which row is whose, and what is not there."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from bayescmp._support._typing import Array, Booleans, Integers
from bayescmp.doors._hold_out import REPEATED
from bayescmp.predictions import check_names_differ, plain_labels
from bayescmp.predictions._class_labels import MISSING_REMEDY
from bayescmp.predictions._placed_rows import TWICE_REMEDY
from bayescmp.predictions._tasks import ids_of_tasks

_NAME, _ROW = "of classifier", "row"


def rows_of_long(
    classifier: Array, keys: dict[str, Array], on_missing: str
) -> tuple[dict[str, Integers], dict[str, Array]]:
    """Bring a long frame into wide form: return the row of each classifier for every (repeat, record), or -1."""
    if "record" not in keys:
        raise ValueError("`record` must name the column that identifies records, for rows are matched by it.")
    names = plain_labels(classifier, "classifier", "row {}".format).astype(str).astype(object)
    for key in (name for name in ("record", *REPEATED) if name in keys):
        keys[key] = plain_labels(keys[key], key, "row {}".format)
    within = [keys.get(name) for name in REPEATED]
    keys |= {"record": np.asarray(ids_of_tasks(keys["record"], keys.get("task"), names, *within))}
    if not names.size:
        raise ValueError(f"`{'y_true' if 'y_true' in keys else 'record'}` must hold at least one record, but got none.")
    codes, classifiers = pd.factorize(names)
    order = np.argsort(codes, kind="stable")
    index = [name for name in (*REPEATED, "record") if name in keys]
    table = pd.DataFrame({**keys, _NAME: names, _ROW: range(names.size)}, dtype=object).iloc[order].set_index(index)
    places = {name: table[_ROW][table[_NAME] == name] for name in classifiers}
    for name, found in places.items():
        _check_once(found.index, name)
    rows = table[~table.index.duplicated()]  # those of the first classifier, then what only others have
    _check_lacking_differ([found.index.get_level_values("record") for found in places.values()])
    if on_missing == "error" and not {"run", "answer"} & keys.keys():
        _check_whole(places, rows.index)
    if on_missing == "wrong" and len(places) > 1:
        _check_common(table, [name for name in index if name != "answer"])
    _check_agree(table, rows.loc[table.index])
    wide = {name: found.reindex(rows.index, fill_value=-1).to_numpy(dtype=int) for name, found in places.items()}
    return wide, {key: column.to_numpy() for key, column in rows.reset_index()[list(keys)].items()}


def _check_whole(places: Mapping[str, "pd.Series[int]"], records: pd.Index) -> None:
    """Refuse a classifier without a row of some record."""
    for name, found in places.items():
        missing = records.difference(found.index, sort=False)
        if len(missing):
            raise ValueError(
                f"All classifiers must have the same records, but {name!r} lacks {_named(missing[0])}. {MISSING_REMEDY}"
            )


def _check_common(table: pd.DataFrame, keys: list[str]) -> None:
    """Refuse classifiers of which no two have a record in common: all that each lacks would be wrong."""
    who = table.reset_index()[[*keys, _NAME]].drop_duplicates()
    if not who.duplicated(keys).any():
        raise ValueError(
            f"The classifiers must have records in common, but no record of {who[_NAME].iloc[0]!r} is one of another."
        )


def never_asked(places: Mapping[str, Integers], records: Array) -> dict[str, Booleans]:
    """Tell for which rows a classifier was not asked: answers of others to a record of which it has rows itself."""
    codes = pd.factorize(records)[0]
    return {name: (rows < 0) & np.isin(codes, codes[rows >= 0]) for name, rows in places.items()}


def at_rows(values: Array, rows: Integers, nothing: object) -> Array:
    """Return the entries of rows, `nothing` for those numbered -1."""
    return np.concatenate([values, np.full((1, *values.shape[1:]), nothing)])[rows]


def _check_lacking_differ(records: list[pd.Index]) -> None:
    """Refuse records of which some classifiers lack one and others another one that looks the same."""
    if not all(own.equals(records[0]) for own in records[1:]):
        shared = set(records[0]).intersection(*records[1:])
        lacking = [one for one in set().union(*records) - shared if isinstance(one, str)]
        check_names_differ(sorted(lacking), "`record`, of which some classifiers lack one and some the other,")


def _check_once(index: pd.Index, name: str) -> None:
    if index.has_duplicates:
        key = index[index.duplicated()][0]
        raise ValueError(
            f"Each record must occur once per classifier and repeat, but {_named(key)} of {name!r} occurs several "
            f"times.{'' if isinstance(key, tuple) else TWICE_REMEDY}"
        )


def _check_agree(table: pd.DataFrame, first: pd.DataFrame) -> None:
    """Refuse a classifier whose rows have other keys than the `first` ones of the same record and repeat."""
    for key in table.columns.difference([_NAME, _ROW]):
        one, other = (np.where(pd.isna(part), None, part) for part in (first[key], table[key]))
        odd = np.asarray(other != one)
        if odd.any():
            place = int(odd.argmax())
            raise ValueError(
                f"`{key}` must agree between classifiers, but {_named(table.index[place])} has {one[place]!r} for "
                f"{first[_NAME].iloc[place]!r} and {other[place]!r} for {table[_NAME].iloc[place]!r}."
            )


def _named(key: object) -> str:
    """Name a row of a long frame by its key, which holds the repeat first if there is one."""
    *within, record = key if isinstance(key, tuple) else (key,)
    return f"record {record}" + (f", repeat {', '.join(map(str, within))}" if within else "")
