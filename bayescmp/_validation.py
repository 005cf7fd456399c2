"""Checks of arguments at the public entry points.

Every message says what must hold, what was got, and where it helps what to do.
"""

import math
import operator
from collections.abc import Iterable, Sequence
from numbers import Real

import numpy as np

Generator = np.random.Generator
RandomNumbers = int | Generator | None
"""What `rng` takes: a seed, a NumPy generator, or None for a fresh one."""


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


def check_probability(name: str, value: object, *, low: float = 0.0) -> float:
    """Return `value` as a float strictly between `low` and 1."""
    number = check_number(name, value)
    if not low < number < 1:
        hint = f" {number:g} per cent is {number / 100:g}." if low < number / 100 < 1 else ""
        raise ValueError(f"`{name}` must be a proportion between {low:g} and 1, but got {value!r}.{hint}")
    return number


def check_integer(name: str, value: object, *, least: int) -> int:
    """Return `value` as an int of at least `least`."""
    if isinstance(value, (bool, np.bool_)) or not hasattr(value, "__index__"):
        raise TypeError(f"`{name}` must be an integer, but got {value!r}.")
    number = operator.index(value)
    if number < least:
        raise ValueError(f"`{name}` must be at least {least}, but got {value!r}.")
    return number


def check_rope(rope: object) -> tuple[float, float]:
    """Return the region of practical equivalence as (low, high), low <= 0 <= high."""
    if isinstance(rope, Sequence) and not isinstance(rope, str):
        if len(rope) != 2:
            raise ValueError(f"`rope` must be a half-width or a pair (low, high), but got {rope!r}.")
        low, high = (check_number("rope", bound) for bound in rope)
    else:
        high = check_number("rope", rope)
        low = -high
    if not -1 < low <= 0 <= high < 1:
        largest = max(abs(low), abs(high))
        hint = (
            f" {largest:g} per cent is rope={largest / 100:g}."
            if 1 <= largest <= 100
            else " A half-width is not negative; bounds are given as (low, high)."
        )
        raise ValueError(f"`rope` must contain 0 and lie between -1 and 1 (a proportion), but got {rope!r}.{hint}")
    return low + 0.0, high + 0.0  # + 0.0 turns -0.0 into 0.0


def generator(rng: RandomNumbers) -> Generator:
    """Return the NumPy generator that `rng` stands for."""
    if rng is not None and not isinstance(rng, Generator):
        rng = check_integer("rng", rng, least=0)
    return np.random.default_rng(rng)
