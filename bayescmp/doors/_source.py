"""Tables that arguments name columns of: frames and files, wide or long, several files joined by their records."""

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._files import name_of_file
from bayescmp._support._table_files import read_table
from bayescmp._support._text import counted, shown, twice
from bayescmp._support._typing import Array, Floats, Integers
from bayescmp._support._validation import about, check_path, in_file
from bayescmp.doors._columns import FILE, ColumnReader, columns_of, named_in_order
from bayescmp.doors._hold_out import check_index, check_nothing_unused
from bayescmp.doors._kind import Arguments, Kind
from bayescmp.doors._long import at_rows, never_asked, rows_of_long
from bayescmp.doors._probability_columns import check_pattern, classifiers_of, is_pattern, names_that_fit, read_pattern
from bayescmp.predictions import checked_names, name_of_system
from bayescmp.predictions._class_labels import missing_entries

_WHOLE = re.compile(r"-?\d+(\.0)?")
_ROWS = ("classifier", "record", "repeat", "fold", "run", "answer", "group", "task", "time")


class Table:
    """Columns of a table, as the arguments of a door name them.

    `rows` is what is told of rows, by argument, of a long table in wide form; `places` are the rows of each classifier
    in that form, or -1, and None of a wide table; `unasked` tells for which answers a classifier was not asked.
    """

    def __init__(
        self, frame: object, classifier: str | None, kind: Kind, others: Sequence[Arguments], on_missing: str
    ) -> None:
        self.column = ColumnReader(frame)
        self.names = self.column.names
        self.kind, self.on_missing = kind, on_missing
        told = {name: one for part in others for name, one in part.rows_given().items()}
        columns = {name: one for name, one in told.items() if isinstance(one, str)}
        self.used = {**dict.fromkeys(_ROWS), "classifier": classifier, **columns}
        self.answers = _columns_of_answers(kind)
        self.rows = {name: self.column.entries(one, name) for name, one in (kind.rows_given() | told).items()}
        true = next((one for one in kind.rows_given().values() if isinstance(one, str)), None)
        if self.answers.count(str(true)) > 1:
            raise ValueError(f"The column {true!r} of true labels (`y_true`) must not be one of predictions too.")
        self.places: dict[str, Integers] | None = None
        if classifier is not None:
            self.places, self.rows = rows_of_long(self.column(classifier, "classifier"), self.rows, on_missing)
        self.unasked = never_asked(self.places, self.rows["record"]) if self.places and "answer" in self.rows else {}

    def of_classifiers(self, named: Any, argument: str, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the column of each classifier, or of a long table its rows of the one column.

        A list of columns is in the order of `names`, if these are given.
        """
        given = named_in_order(argument, named)
        if self.places is not None:
            return self._of_long(given, argument, self.places)
        if isinstance(given, Mapping):
            return {name: self.column.entries(column, argument) for name, column in given.items()}
        listed = columns_of(given)
        found = [self.column(column, argument) for column in listed]
        if (column := twice(listed)) is not None:
            raise ValueError(
                f"`{argument}` must name a column of its own for each classifier, but names {column!r} twice."
            )
        if names is not None and len(listed) != len(names):
            raise ValueError(f"`{argument}` must name a column for each of {list(names)}, but got {listed}.")
        return dict(zip(listed if names is None else names, found, strict=True))

    def _of_long(self, given: Any, argument: str, places: Mapping[str, Integers]) -> dict[str, Any]:
        """Return the rows of each classifier of the one column."""
        listed = columns_of(given)
        if isinstance(given, Mapping) or len(listed) != 1:
            raise ValueError(f"`{argument}` must name one column with `classifier`, but got {shown(given)}.")
        values = self.column(listed[0], argument)
        if "answer" in self.rows and argument == self.kind.answers and "judge" not in self.kind.classifiers_given():
            missing_entries(values, argument, "row {}".format, self.on_missing)  # a row that is there is an answer
        return {name: at_rows(values, rows, None) for name, rows in places.items()}

    def pattern(self, pattern: str, labels: list[Any], y_pred: Any) -> tuple[dict[str, Floats], Array]:
        """Return probabilities of every classifier, whose columns are called by a pattern, and the labels of these."""
        check_pattern(pattern, wide=self.places is None)
        used = [*self.answers, *self.used.values(), *self.kind.rows_given().values()]
        known: Any = named_in_order("y_pred", y_pred) if self.places is None else [""]
        if known is None:
            known = classifiers_of(pattern, self.names, labels)
        if not known:
            raise KeyError(
                f"`y_prob` must find a column for each classifier and label, but by {pattern!r} no classifier has "
                f"one for each of {shown(labels)} among {shown(self.names)}."
            )
        names = list(known) if isinstance(known, Mapping) else columns_of(known)
        columns, shares, of_columns = read_pattern(self.column, pattern, classifiers=names, labels=labels, used=used)
        self.answers += [column for own in columns.values() for column in own]
        if self.places is not None:
            shares = {name: at_rows(shares[""], rows, np.nan) for name, rows in self.places.items()}
        return shares, of_columns

    def check_one_hold_out(self) -> None:
        """Refuse columns that are not used, but tell of more than one hold-out."""
        check_nothing_unused(self.column, self.names, self.used, self.answers)
        check_index(self.column.index, self.used)


def _columns_of_answers(kind: Kind) -> list[str]:
    """Return the columns of answers, and of what is told of rows by the kind, without those of a pattern."""
    given = {**kind.rows_given(), **kind.classifiers_given()}
    listed = (
        column for name, one in given.items() if not is_pattern(one) for column in columns_of(named_in_order(name, one))
    )
    return [column for column in listed if isinstance(column, str)]


def table_of(
    data: Any, classifier: str | None, parts: Sequence[Any], on_missing: str
) -> tuple[Table, Callable[[], contextlib.AbstractContextManager[None]]]:
    """Return the table of data, and what notes in which file an error is."""
    kind, *others = parts
    keys = {name: one for part in others for name, one in part.rows_given().items()} | {"classifier": classifier}
    noted: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext
    listed = list(data.values()) if isinstance(data, Mapping) else data
    if isinstance(data, (str, Path)):
        file = check_path("data", data)
        data, noted = read_of(file, kind, keys), partial(in_file, name_of_file(file))
    elif isinstance(listed, (list, tuple)) and all(isinstance(one, (str, Path)) for one in listed):
        data, classifier = _joined_files(data, kind, keys, on_missing)
    elif isinstance(data, Mapping):
        data = pd.DataFrame(data)
    with noted():
        return Table(data, classifier, kind, others, on_missing), noted


# --- files ------------------------------------------------------------------------------------------------------------


def read_of(path: Path, kind: Kind, keys: Mapping[str, Any]) -> pd.DataFrame:
    """Read a table, and what is to be numbers as such, however they are written; `keys` stay as they are."""
    numeric = [column for name in kind.numbers for column in columns_of(getattr(kind, name))]
    labels = [name for name in _columns_of_answers(kind) if isinstance(name, str) and name not in numeric]
    with about("data"):
        frame = read_table(path, labels=labels)
    others = {*labels, *(one for one in keys.values() if isinstance(one, str))}
    for name in numeric:
        fitting = names_that_fit(name, frame) if is_pattern(name) else [name]
        for column in (one for one in fitting if isinstance(one, str) and one not in others):
            with contextlib.suppress(KeyError, TypeError, ValueError):  # what is no number is refused by its name
                frame[column] = pd.to_numeric(frame[column])
    of_text = [name for name in labels if name in frame and frame[name].dtype.kind == "O"]
    _check_no_decimals_beside({str(one) for name in of_text for one in frame[name].dropna()})
    return frame


def _check_no_decimals_beside(labels: set[str]) -> None:
    """Refuse whole numbers as text, some with decimals: 1.0 would be a wrong answer to 1."""
    twofold = next((label for label in sorted(labels) if f"{label}.0" in labels), None)
    if twofold is not None and all(map(_WHOLE.fullmatch, labels)):
        raise ValueError(
            f"Labels must be written in one way, but one is {twofold!r} and another '{twofold}.0'. Write them alike."
        )


def _read_files(data: Any, kind: Kind, keys: Mapping[str, Any]) -> dict[str, pd.DataFrame]:
    """Return the table of each file, all with the column of records, by the names of files or of a mapping."""
    files = [check_path("data", one) for one in (data.values() if isinstance(data, Mapping) else data)]
    names = checked_names(data, "data") if isinstance(data, Mapping) else [name_of_system(one) for one in files]
    if not files or len(set(names)) < len(names):
        raise ValueError(
            f"`data` must hold files with names of their own, or be a mapping from names, but got {names}."
        )
    record = keys.get("record")
    if not isinstance(record, str):
        raise ValueError(  # noqa: TRY004 - left out, mostly
            f"`record` must name the column that identifies records in all files of `data`, but got {shown(record)}. "
            f"The columns of {name_of_file(files[0])} are {list(read_of(files[0], kind, keys))}."
        )
    tables = {}
    for name, path in zip(names, files, strict=True):
        with in_file(name_of_file(path)):
            tables[name] = read_of(path, kind, keys)
            ColumnReader(tables[name])(record, "record")
    return tables


def _joined_files(data: Any, kind: Kind, keys: Mapping[str, Any], on_missing: str) -> tuple[pd.DataFrame, str | None]:
    """Return one table of several: those with answers, of one classifier each, and what the others tell of records."""
    tables, record, classifier = _read_files(data, kind, keys), keys["record"], keys["classifier"]
    answers = _with_answers(tables, kind)
    others = {name: table for name, table in tables.items() if name not in answers}
    told = {one for one in (*kind.rows_given().values(), *keys.values()) if isinstance(one, str)}
    told -= set.intersection(*map(set, answers.values()))
    if idle := next((name for name, table in others.items() if told.isdisjoint(table)), None):
        raise KeyError(
            f"Each file of `data` must have a column of answers, or one that others lack, but {idle!r} has only "
            f"{list(others[idle])}. `y_pred` names that of labels; what is right, as 0 and 1, is for `verdicts`."
        )
    if len(answers) > 1 and classifier is not None:
        raise ValueError("`classifier` must be left out with a file for each classifier: each file is one.")
    may_lack = on_missing != "error" and classifier is None
    answered = pd.concat([table[record] for table in answers.values()]).unique()
    for other in others.values():
        answers = {name: _joined(table, other, record, answered, may_lack=may_lack) for name, table in answers.items()}
    if len(answers) == 1:
        return next(iter(answers.values())), classifier
    return pd.concat([one.assign(**{FILE: name}) for name, one in answers.items()], ignore_index=True), FILE


def _with_answers(tables: Mapping[str, pd.DataFrame], kind: Kind) -> dict[str, pd.DataFrame]:
    """Return the tables that have answers; where none has, the first, which says what it has in their place."""
    given, first = getattr(kind, kind.answers), next(iter(tables))
    names = [] if is_pattern(given) else columns_of(named_in_order(kind.answers, given))
    found = {
        name: one
        for name, one in tables.items()
        if {*names}.intersection(one) or (not names and names_that_fit(given, map(str, one)))
    }
    for name in () if found else names:
        ColumnReader(tables[first])(name, kind.answers)
    return found or {first: tables[first]}


def _joined(frame: pd.DataFrame, other: pd.DataFrame, record: str, answered: Array, *, may_lack: bool) -> pd.DataFrame:
    """Return a table with what another one tells of its records; rows that nobody has an answer to are put in."""
    ids, keys = pd.Index(ColumnReader(frame)(record, "record")), pd.Index(ColumnReader(other)(record, "record"))
    if keys.has_duplicates:
        raise ValueError(
            f"A table without answers must have one row for each record, but has {keys[keys.duplicated()][0]!r} twice."
        )
    unknown, absent = ids[~ids.isin(keys)], keys[~keys.isin(ids)]
    if len(unknown):
        raise ValueError(
            f"A table without answers must have all records, but lacks {counted(len(unknown), 'row')} of another one, "
            f"first {unknown[0]!r}."
        )
    if len(absent) and not may_lack:
        raise ValueError(
            f"A table of answers must have all records of the table without them, but lacks "
            f'{counted(len(absent), "record")}, first {absent[0]!r}. on_missing="drop" leaves them out.'
        )
    if len(new := keys[~keys.isin(answered)]):
        frame = pd.concat([frame, pd.DataFrame({record: new})], ignore_index=True)
    told = other.set_index(keys)
    return frame.assign(**{name: told.loc[frame[record], name].to_numpy() for name in told if name not in frame})
