"""Preferences between two systems, as verdicts: that one is preferred is a record on which the other one is wrong."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from numbers import Real
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from bayescmp._support._typing import Array
from bayescmp.predictions._class_labels import DROP_REMEDY, JUDGED_REMEDY, answered_labels, column

TIE = "tie"
"""What stands for neither."""

_TIED = (TIE, "tie (bothbad)")
"""The same in logs of arenas, which say whether both are bad."""

_TIES = frozenset((
    "tie", "ties", "tied", "draw", "both", "neither", "none", "equal", "same", "bothbad", "both bad", "both good",
    "tie (both bad)", "undecided", "unsure", "unknown", "skip", "n/a",
))  # fmt: skip

_OUTCOMES = frozenset(("win", "wins", "won", "loss", "losses", "lose", "lost", "better", "worse"))
"""What is said of a system that is not named."""

_NUMBERS = (
    "Numbers p from 1, where the first is preferred, to 2, where the second is, are scores of both: score={'base': 2 - "
    "p, 'new': p - 1} with bounds=(0, 1), after a tie that is written as 0 is made 1.5."
)

type Verdicts = dict[str, Any]


def verdicts_of_preferences(preference: ArrayLike, judged: Any, on_missing: str) -> tuple[Verdicts, Verdicts | None]:
    """Return who is right by people, NaN where they said nothing, and by a judge if there is one."""
    if isinstance(judged, Mapping):
        raise TypeError("`judged` must be a list of names or 'tie' beside `preference`, but got a mapping.")
    people = _preferred(preference, "preference", on_missing if judged is None else "drop")
    judge = None if judged is None else _preferred(judged, "judged", on_missing)
    names = pd.unique(np.concatenate([people, *([] if judge is None else [judge])]))
    systems = sorted(name for name in names if name not in {None, TIE})
    if ties := [name for name in systems if name.strip().casefold() in _TIES]:
        raise ValueError(f"`preference` must say {TIE!r} where neither is preferred, but says {ties[0]!r}.")
    if systems and all(name.strip().casefold() in _OUTCOMES for name in systems):
        raise ValueError(
            f"`preference` must name the system that is preferred, but says {systems}: of which one? Write the name of "
            "the one that won in their place."
        )
    if len(systems) != 2:
        hint = (
            f"Where {systems[0]!r} always wins, give `correct` in place of it: 1 for it and 0 for the other one."
            if len(systems) == 1
            else "Keep the rows of two of them, and compare these."
        )
        raise ValueError(
            f"`preference` must hold the names of two systems, such as 'first' and 'second', and {TIE!r} where neither "
            f"is preferred, but holds {systems or 'no name'}. {hint}"
        )
    first, second = systems

    def verdicts(own: Array) -> Verdicts:
        return {first: _right(own, second), second: _right(own, first)}

    return verdicts(people), None if judge is None else verdicts(judge)


def named_in_columns(preferred: Array, columns: Callable[[str], Array], names: Sequence[str]) -> Array:
    """Return what a row prefers; where that is the name of a column, as of "model_a", the name that stands there."""
    said = pd.unique(preferred[~pd.isna(preferred)])
    places = [name for name in said if name not in _TIED]
    if not places or not all(name in names for name in places):
        return preferred
    found = preferred.astype(object)
    for name in places:
        found[preferred == name] = columns(name)[preferred == name]
    return found


def check_played(preferred: Array, columns: Callable[[str], Array], names: Iterable[str]) -> None:
    """Refuse rows of other systems than the two, and positions in place of systems, by other columns of who played.

    These are two columns of names that differ on most rows, and of which one is what is preferred.
    """
    decided = ~(pd.isna(preferred) | np.isin(preferred.astype(str), _TIED))
    chosen = preferred[decided]
    systems = set(chosen)
    said = sorted(map(str, systems))
    texts = {name: columns(name) for name in names}
    known = {name: set(one) for name, one in texts.items() if pd.api.types.infer_dtype(one) == "string"}
    pairs = list(combinations((name for name, own in known.items() if own.isdisjoint(_TIED)), 2))
    odd: list[tuple[int, str, str, int]] = []  # how many rows are of others, by which columns, and the first
    for one, other in pairs:
        first, second = texts[one], texts[other]
        holds_them = systems & known[one] and systems & known[other] and np.mean(first != second) > 0.5
        if holds_them and ((chosen == first[decided]) | (chosen == second[decided])).all():
            others = [row for row, two in enumerate(zip(first, second, strict=True)) if {*two} != systems]
            if not others:
                return
            odd.append((len(others), one, other, others[0]))
    if odd:
        _, one, other, row = min(odd)
        raise ValueError(
            f"`preference` must be of two systems, {' and '.join(map(repr, said))}, but by {one!r} and "
            f"{other!r} row {row} is of {texts[one][row]!r} and {texts[other][row]!r}. Keep the rows of one pair."
        )
    for one, other in pairs:
        holds_others = systems.isdisjoint(known[one] | known[other]) and len(known[one] & known[other]) > 1
        if holds_others and (texts[one] != texts[other]).all():
            raise ValueError(
                f"`preference` must name systems, or columns that hold their names, but says {said}, which "
                f"{one!r} and {other!r} do not hold. Give the name that stands there, or that of the column."
            )


def _preferred(given: ArrayLike, name: str, on_missing: str) -> Array:
    """Return names and None."""
    values = column(given, name)
    number = next((one for one in values.tolist() if isinstance(one, Real) and not pd.isna(one)), None)
    if number is not None:
        raise TypeError(f"`{name}` must hold names of systems, or {TIE!r}, but got {number!r}. {_NUMBERS}")
    labels, missing = answered_labels(values, name, "row {}".format, on_missing, f"{DROP_REMEDY} {JUDGED_REMEDY}")
    found = np.full(missing.size, None, dtype=object)
    found[~missing] = np.where(np.isin(labels, _TIED), TIE, labels)
    return found


def _right(preferred: Array, other: str) -> Array:
    """Tell where the other one is not preferred, NaN where nobody said."""
    return np.where(pd.isna(preferred), np.nan, preferred != other)
