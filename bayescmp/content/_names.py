"""Names of classifiers, where there is little room."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from bayescmp._support._text import WIDTH, counted, cut, listed, one_line
from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.results import EQUIVALENCE

NAME, NARROW, IN_REPORT = 28, 16, 24
"""Letters of a name on a screen, where it has little room there, and in a table of a report."""
MOST_NAMED, FEW_NAMES = 3, 4
"""Data sets in a note, and classifiers that are named, not counted."""


class Room(NamedTuple):
    """What a table has room for: letters of a name and of a narrow one, letters of a line, and classifiers."""

    name: int
    narrow: int
    width: int
    rows: int


SCREEN = Room(NAME, NARROW, WIDTH, 20)
REPORT = SCREEN._replace(narrow=IN_REPORT, rows=10_000)
PAPER = Room(*[10_000] * 4)  # which its author cuts


def short_pair(first: object, second: object, width: int = NAME) -> tuple[str, str]:
    """Both names, cut in the middle to fit a table; names that are the same once cut are told apart."""
    one, other = row_names((first, second), width, ("first", "second"))
    return one, other


def row_names(names: Sequence[object], width: int, marks: Sequence[object] = ()) -> list[str]:
    """Return names cut in the middle to fit a table; those that are the same once cut get their mark, or number."""
    short = [cut(one_line(name), width) for name in names]
    places = zip(marks or range(1, len(short) + 1), short, strict=True)
    ends = [f" [{mark}]" if short.count(name) > 1 else "" for mark, name in places]
    return [cut(one_line(name), width - len(end)) + end for name, end in zip(names, ends, strict=True)]


def test_words(name: str) -> str:
    """Return the name of a test in a sentence."""
    return TESTS[name].spoken or name.replace("_", " ") if name in TESTS else name


def row_words(row: Any) -> str:
    """Return the name of a row of `methods`, in words; a test of equivalence says so, for its p means that."""
    words = test_words(row.method) if row.method in TESTS else METHODS[row.method].spoken
    return words + (" (equiv.)" if row.alternative == EQUIVALENCE else "")


def name_text(name: str) -> str:
    """Return a name that fits a sentence."""
    return cut(one_line(name), 2 * WIDTH)


def names_or_count(names: Iterable[object], most: int = FEW_NAMES) -> str:
    """Name classifiers in a sentence, or say how many there are."""
    shown = [name_text(str(name)) for name in names]
    return listed(shown) if len(shown) <= most else counted(len(shown), "classifier")


def few_words(names: Sequence[str], most: int = 5) -> str:
    """List some names in a sentence: the first ones, and how many more there are."""
    more = len(names) - most
    return listed(names if more <= 1 else [*names[:most], f"{more} more"])
