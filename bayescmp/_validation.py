"""Checks of arguments at the public entry points.

Every message says what must hold, what was got, and where it helps what to do.
"""

import math
import operator
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from numbers import Real
from pathlib import Path
from typing import Any, SupportsIndex, cast

import numpy as np

Generator = np.random.Generator
RandomNumbers = int | Generator | None
"""What `rng` takes: a seed, a NumPy generator, or None for a fresh one."""


@contextmanager
def about(name: str) -> Iterator[None]:
    """Note which argument an error is about, where its message does not say so."""
    try:
        yield
    except (TypeError, ValueError, KeyError, OSError, ImportError) as error:
        said = " ".join([str(error), *getattr(error, "__notes__", [])])
        if f"`{name}`" not in said and f"`{name}[" not in said:
            error.add_note(f"in `{name}`")
        raise


@contextmanager
def in_file(name: str) -> Iterator[None]:
    """Note in which file an error is, of whatever class, where its message does not say so."""
    try:
        yield
    except Exception as error:
        if name not in " ".join([str(error), *getattr(error, "__notes__", [])]):
            error.add_note(f"in {name}")
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
        raise TypeError(f"`{name}` must be a text, but got {value!r}.")
    if not value:
        raise ValueError(f"`{name}` must be a text with at least one character, but got ''.")
    return check_storable(f"`{name}`", value)


def check_flag(name: str, value: object) -> bool:
    """Return `value` if it is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"`{name}` must be True or False, but got {value!r}.")
    return bool(value)


def check_path(name: str, value: object) -> Path:
    """Return `value` as a Path; whether there is such a file is not asked."""
    if not isinstance(value, (str, os.PathLike)) or not isinstance(os.fspath(value), str):
        raise TypeError(f"`{name}` must be a text or a Path, but got {value!r}.")
    if not os.fspath(value):
        raise ValueError(f"`{name}` must be a path, but got ''.")
    return Path(value)


def check_list(name: str, values: object) -> list[Any]:
    """Return `values` as a list with an item; a text, a mapping or a set is none."""
    if not isinstance(values, Iterable) or isinstance(values, (str, bytes, Mapping, set, frozenset)):
        raise TypeError(f"`{name}` must be a list, but got {values!r}.")
    items = list(values)
    if not items:
        raise ValueError(f"`{name}` must be a list with at least one item, but got an empty one.")
    return items


def check_jobs(n_jobs: object) -> int | None:
    """Return a number of processes as joblib takes it: None, 1 or more, or below 0 to count from all cores."""
    if n_jobs is None:
        return None
    if isinstance(n_jobs, (bool, np.bool_)) or not isinstance(n_jobs, (int, np.integer)):
        raise TypeError(f"`n_jobs` must be an integer or None, but got {n_jobs!r}.")
    if n_jobs == 0:
        raise ValueError("`n_jobs` must not be 0, but got 0. 1 is one process, -1 as many as there are cores.")
    return int(n_jobs)


def check_choice(name: str, value: object, choices: Iterable[str]) -> str:
    """Return `value` if it is one of `choices`."""
    if not isinstance(value, str) or value not in choices:
        listed = ", ".join(repr(choice) for choice in choices)
        raise ValueError(f"`{name}` must be one of {listed}, but got {value!r}.")
    return value


def check_number(name: str, value: object) -> float:
    """Return `value` as a finite float."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError(f"`{name}` must be a number, but got {value!r}.")
    if not math.isfinite(value):
        raise ValueError(f"`{name}` must be finite, but got {value!r}.")
    return float(value)


def check_positive(name: str, value: object) -> float:
    """Return `value` as a finite float above 0."""
    number = check_number(name, value)
    if number <= 0:
        raise ValueError(f"`{name}` must be above 0, but got {value!r}.")
    return number


def check_not_negative(name: str, value: object) -> float:
    """Return `value` as a finite float of at least 0."""
    number = check_number(name, value)
    if number < 0:
        raise ValueError(f"`{name}` must be 0 or more, but got {value!r}.")
    return number


def check_probability(name: str, value: object, *, low: float = 0.0) -> float:
    """Return `value` as a float strictly between `low` and 1."""
    number = check_number(name, value)
    if not low < number < 1:
        hint = f" {number:g} per cent is {number / 100:g}." if low < number / 100 < 1 else ""
        raise ValueError(f"`{name}` must be a proportion between {low:g} and 1, but got {value!r}.{hint}")
    return number


def check_integer(name: str, value: object, *, least: int) -> int:
    """Return `value` as an int of at least `least`."""
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(cast("SupportsIndex", value))
    except TypeError:  # a class, or an array of numbers with fractions, has the method as well
        number = None
    if number is None:
        raise TypeError(f"`{name}` must be an integer, but got {value!r}.")
    if number < least:
        raise ValueError(f"`{name}` must be at least {least}, but got {value!r}.")
    return number


def check_rope(rope: object, widest: float | None = 1.0) -> tuple[float, float]:
    """Return the region of practical equivalence as (low, high), low <= 0 <= high, both nearer to 0 than `widest`."""
    widest = np.inf if widest is None else check_positive("widest", widest)
    if isinstance(rope, Sequence) and not isinstance(rope, str):
        if len(rope) != 2:
            raise ValueError(f"`rope` must be a half-width or a pair (low, high), but got {rope!r}.")
        low, high = (check_number("rope", bound) for bound in rope)
    else:
        high = check_number("rope", rope)
        low = -high
    if not -widest < low <= 0 <= high < widest:
        largest = max(abs(low), abs(high))
        hint = (
            f" {largest:g} per cent is rope={largest / 100:g}."
            if 1 <= largest <= 100 and widest == 1
            else " A half-width is not negative; bounds are given as (low, high)."
        )
        unit = " (a proportion)" if widest == 1 else ", in units of the loss"
        limits = f"lie between {-widest:g} and {widest:g}{unit}"
        raise ValueError(f"`rope` must contain 0 and {limits}, but got {rope!r}.{hint}")
    return low + 0.0, high + 0.0  # + 0.0 turns -0.0 into 0.0


def generator(rng: RandomNumbers) -> Generator:
    """Return the NumPy generator that `rng` stands for."""
    if rng is not None and not isinstance(rng, Generator):
        rng = check_integer("rng", rng, least=0)
    return np.random.default_rng(rng)
