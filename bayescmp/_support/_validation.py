"""Checks of arguments at the public entry points.

Every message says what must hold, what was got, and where it helps what to do.
"""

import math
import operator
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Real
from pathlib import Path
from typing import Any, SupportsIndex, cast

import numpy as np

from bayescmp._support._registry import did_you_mean
from bayescmp._support._text import shown

Generator = np.random.Generator
RandomNumbers = int | Generator | None
"""What `rng` takes: a seed, a NumPy generator, or None for a fresh one."""
LARGEST, SMALLEST = 1e100, 1e-100
"""Bounds of the size of a number other than 0: squares of what lies between are numbers, too."""
MOST_RECORDS = 10**12
"""The most records, pseudo-records or units of a ratio: of what is larger, floats lose the rest."""
LEAST_PROPORTION = 1e-12
"""And the least distance from 1: 1 minus it is another number, and its quantiles are known."""
_MOST_JOBS = 10_000  # processes that an operating system may have
_MOST_COUNTED = 10**8  # numbers of eight bytes that most memories hold
NO_ROWS = (str, bytes, Mapping, set, frozenset)
"""They can be iterated over, but are no lists of values."""
NO_NUMBERS = (bool, np.bool_, np.timedelta64)
"""Python or NumPy counts them among the integers, though."""


def _note(error: Exception, note: str, *known_by: str) -> None:
    """Add a note to an error whose message and notes do not hold one of some words."""
    said = " ".join([str(error), *getattr(error, "__notes__", [])])
    if not any(words in said for words in known_by):
        error.add_note(note)


@contextmanager
def about(name: str) -> Iterator[None]:
    """Note which argument an error is about, where its message does not say so."""
    try:
        yield
    except (TypeError, ValueError, KeyError, OSError, ImportError) as error:
        _note(error, f"in `{name}`", f"`{name}`", f"`{name}[")
        raise


@contextmanager
def reading(name: str, value: object) -> Iterator[None]:
    """Make whatever an argument raises where it is read, code of the user's, a sentence on it."""
    try:
        with about(name):
            yield
    except (TypeError, ValueError, KeyError, OSError, ImportError, MemoryError):
        raise
    except Exception as error:
        kind = ValueError if isinstance(error, ArithmeticError) else TypeError
        raised = f"{type(error).__name__}: {error}".rstrip(".")
        raise kind(f"`{name}` must be what can be read, but reading {shown(value)} raised {raised}.") from error


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Note in which file an error is, of whatever class, where its message does not say so."""
    try:
        yield
    except Exception as error:
        _note(error, f"in {name}", name)
        raise


def is_storable(text: str) -> bool:
    """Tell whether files can hold a text: NUL ends one in NetCDF, and UTF-8 has no halves of surrogate pairs."""
    return re.search("[\0\ud800-\udfff]", text) is None


def check_storable(name: str, text: str) -> str:
    """Return a text that files can hold; `name` is what to call it in a message."""
    if not is_storable(text):
        raise ValueError(
            f"{name} must be without the character NUL and halves of surrogate pairs, which no file can hold, but got "
            f"{text!r}."
        )
    return text


def check_text(name: str, value: object) -> str:
    """Return `value` if it is a text with a character, and one that files can hold."""
    if not isinstance(value, str):
        raise TypeError(f"`{name}` must be a text, but got {shown(value)}.")
    if not value:
        raise ValueError(f"`{name}` must be a text with at least one character, but got ''.")
    return check_storable(f"`{name}`", value)


def check_flag(name: str, value: object) -> bool:
    """Return `value` if it is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"`{name}` must be True or False, but got {shown(value)}.")
    return bool(value)


def check_path(name: str, value: object) -> Path:
    """Return `value` as a Path; whether there is such a file is not asked."""
    with reading(name, value):
        path = os.fspath(value) if isinstance(value, (str, os.PathLike)) else None
    if not isinstance(path, str):
        raise TypeError(f"`{name}` must be a text or a Path, but got {shown(value)}.")
    if not path or "\0" in path:
        raise ValueError(f"`{name}` must be a path, but got {path!r}.")
    return Path(path)


def check_list(name: str, values: object) -> list[Any]:
    """Return `values` as a list with an item; a text, a mapping or a set is none."""
    if not isinstance(values, Iterable) or isinstance(values, NO_ROWS):
        raise TypeError(f"`{name}` must be a list, but got {shown(values)}.")
    with reading(name, values):
        items = list(values)
    if not items:
        raise ValueError(f"`{name}` must be a list with at least one item, but got an empty one.")
    return items


def check_numbers(name: str, values: object) -> list[Any]:
    """Return numbers as a list with an item, of one alone as well."""
    return [values] if isinstance(values, Real) else check_list(name, values)


def check_jobs(n_jobs: object) -> int | None:
    """Return a number of processes as joblib takes it: None, 1 or more, or below 0 to count from all cores."""
    if n_jobs is None:
        return None
    if isinstance(n_jobs, NO_NUMBERS) or not isinstance(n_jobs, (int, np.integer)):
        raise TypeError(f"`n_jobs` must be an integer or None, but got {shown(n_jobs)}.")
    if n_jobs == 0:
        raise ValueError("`n_jobs` must not be 0, but got 0. 1 is one process, -1 as many as there are cores.")
    if n_jobs > _MOST_JOBS:
        raise ValueError(f"`n_jobs` must be at most {_MOST_JOBS:,}, but got {shown(n_jobs)}. -1 is one per core.")
    return int(n_jobs)


def check_choice(name: str, value: object, choices: Collection[str]) -> str:
    """Return `value` if it is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        listed = ", ".join(repr(choice) for choice in choices)
        raise ValueError(f"`{name}` must be one of {listed}, but got {shown(value)}.{did_you_mean(value, choices)}")
    return value


def check_number(name: str, value: object, *, most: float = LARGEST) -> float:
    """Return `value` as a finite float of at most `most` in size."""
    if isinstance(value, NO_NUMBERS) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, but got {shown(value)}.")
    try:
        number = float(value)
    except OverflowError:  # of a whole number or a fraction
        number = sys.float_info.max
    if not math.isfinite(number):
        raise ValueError(f"`{name}` must be finite, but got {shown(value)}.")
    if abs(number) > most:
        raise ValueError(f"`{name}` must be at most {most:g} in size, but got {shown(value)}.")
    return number


def check_positive(name: str, value: object, *, least: float = SMALLEST, most: float = LARGEST) -> float:
    """Return `value` as a float above 0, from `least` to `most`."""
    number = check_number(name, value, most=most)
    if number <= 0:
        raise ValueError(f"`{name}` must be above 0, but got {shown(value)}.")
    if number < least:
        raise ValueError(f"`{name}` must be at least {least:g}, but got {shown(value)}.")
    return number


def check_not_negative(name: str, value: object, *, most: float = LARGEST) -> float:
    """Return `value` as a float from 0 to `most`."""
    number = check_number(name, value, most=most)
    if number < 0:
        raise ValueError(f"`{name}` must be 0 or more, but got {shown(value)}.")
    return number


def check_probability(name: str, value: object, *, low: float = 0.0) -> float:
    """Return `value` as a float strictly between `low` and 1."""
    number = check_number(name, value)
    if not low < number < 1:
        hint = f" {number:g} per cent is {number / 100:g}." if low < number / 100 < 1 else ""
        if 0 < number <= low:
            hint = " It is the probability that a decision needs: 0.975 for a two-sided level of 0.05."
        raise ValueError(f"`{name}` must be a proportion between {low:g} and 1, but got {shown(value)}.{hint}")
    if min(number, 1 - number) < LEAST_PROPORTION:
        raise ValueError(f"`{name}` must be {LEAST_PROPORTION:g} or more from 0 and from 1, but got {shown(value)}.")
    return number


def check_integer(name: str, value: object, *, least: int, most: int | None = _MOST_COUNTED) -> int:
    """Return `value` as an int from `least` to `most`: as many numbers as memory holds, or None for no end."""
    try:
        number = None if isinstance(value, NO_NUMBERS) else operator.index(cast("SupportsIndex", value))
    except Exception:  # noqa: BLE001 - a class or an array has the method as well, and it may be code of the user's
        number = None
    if number is None:
        raise TypeError(f"`{name}` must be an integer, but got {shown(value)}.")
    if number < least:
        raise ValueError(f"`{name}` must be at least {least}, but got {shown(value)}.")
    if most is not None and number > most:
        raise ValueError(f"`{name}` must be at most {most:,}, but got {shown(value)}.")
    return number


def check_rope(rope: object, widest: float | None = 1.0) -> tuple[float, float]:
    """Return the region of practical equivalence as (low, high), low <= 0 <= high, both nearer to 0 than `widest`."""
    widest = np.inf if widest is None else check_positive("widest", widest)
    if isinstance(rope, Sequence) and not isinstance(rope, str):
        if len(rope) != 2:
            raise ValueError(f"`rope` must be a half-width or a pair (low, high), but got {shown(rope)}.")
        low, high = (check_number("rope", bound) for bound in rope)
    else:
        high = check_number("rope", rope)
        low = -high
    if not -widest < low <= 0 <= high < widest:
        hint = " A half-width is not negative; bounds are given as (low, high)."
        if 1 <= high == -low <= 100 and widest == 1:
            hint = f" {high:g} per cent is rope={high / 100:g}."
        unit = " (a proportion)" if widest == 1 else ", in units of the metric"
        limits = f"lie between {-widest:g} and {widest:g}{unit}"
        raise ValueError(f"`rope` must contain 0 and {limits}, but got {shown(rope)}.{hint}")
    return low + 0.0, high + 0.0  # + 0.0 turns -0.0 into 0.0


def generator(rng: RandomNumbers) -> Generator:
    """Return the NumPy generator that `rng` stands for."""
    if rng is not None and not isinstance(rng, Generator):
        rng = check_integer("rng", rng, least=0, most=None)
    return np.random.default_rng(rng)


def seed_of(rng: RandomNumbers) -> int:
    """Return a seed, which files can hold, from any source of random numbers."""
    source = generator(rng)
    return int(rng) if isinstance(rng, (int, np.integer)) else int(source.integers(2**32))
