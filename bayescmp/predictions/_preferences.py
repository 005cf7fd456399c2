"""Preferences between two systems, as verdicts: that one is preferred is a record on which the other one is wrong."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._support._typing import Array
from bayescmp.predictions._class_labels import DROP_REMEDY, answered_labels, as_written, column
from bayescmp.predictions._columns import ColumnReader

TIE = "tie"
"""What stands for neither."""

_TIED = (TIE, "tie (bothbad)")
"""The same in logs of arenas, which say whether both are bad."""

type Verdicts = dict[str, Any]


def verdicts_of_preferences(preference: ArrayLike, judged: Any, on_missing: str) -> tuple[Verdicts, Verdicts | None]:
    """Return who is right by people, NaN where they said nothing, and by a judge if there is one."""
    people = _preferred(preference, "preference", on_missing if judged is None else "drop")
    judge = None if judged is None else _preferred(judged, "judged", on_missing)
    names = pd.unique(np.concatenate([people, *([] if judge is None else [judge])]))
    systems = sorted(name for name in names if name not in {None, TIE})
    if len(systems) != 2:
        raise ValueError(
            f"`preference` must hold the names of two systems, such as 'first' and 'second', and {TIE!r} where neither "
            f"is preferred, but holds {systems or 'no name'}."
        )
    first, second = systems

    def verdicts(own: Array) -> Verdicts:
        return {first: _right(own, second), second: _right(own, first)}

    return verdicts(people), None if judge is None else verdicts(judge)


def named_in_columns(columns: ColumnReader, column: object, argument: str) -> Array:
    """Return what a row prefers; where that is the name of a column, as of "model_a", the name that stands there."""
    preferred = columns(column, argument)
    places = [name for name in pd.unique(preferred[~pd.isna(preferred)]) if name not in _TIED]
    if not places or not all(name in columns.names for name in places):
        return preferred
    found = preferred.astype(object)
    for name in places:
        found[preferred == name] = columns(name)[preferred == name]
    return found


def _preferred(given: ArrayLike, name: str, on_missing: str) -> Array:
    """Return names and None."""
    labels, missing = answered_labels(column(given, name), name, "row {}".format, on_missing, DROP_REMEDY)
    if labels.size and labels.dtype.kind != "U":
        raise TypeError(f"`{name}` must hold names of systems, or {TIE!r}, but got {as_written(labels, 0)}.")
    found = np.full(missing.size, None, dtype=object)
    found[~missing] = np.where(np.isin(labels, _TIED), TIE, labels)
    return found


def _right(preferred: Array, other: str) -> Array:
    """Tell where the other one is not preferred, NaN where nobody said."""
    return np.where(pd.isna(preferred), np.nan, preferred != other)
