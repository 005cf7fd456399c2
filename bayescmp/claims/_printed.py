"""Numbers as papers print them: with their decimals, per cent signs, and what stands behind "+-"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from bayescmp._support._text import shown
from bayescmp._support._typing import Integers
from bayescmp._support._validation import check_number

_NUMBER = r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*(%?)"
_COUNT = re.compile(r"\s*(\d+)\s*/\s*(\d+)\s*")
_PRINTED = re.compile(rf"\s*{_NUMBER}\s*(?:(?:±|\+/?-)\s*{_NUMBER}\s*)?")
_ROUNDING, _LARGEST = 1e-9, 1e12
_MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True, kw_only=True)
class Printed:
    """A number, half of a unit of its last decimal, the unit, 1 or .01, and what stands behind "+-", if anything."""

    value: float
    half: float
    unit: float = 1.0
    spread: "Printed | None" = None

    def counts(self, n: int, name: str) -> Integers:
        """Return the whole numbers of n whose share rounds to a printed rate."""
        low, high = (n * (self.value + sign * max(self.half, _ROUNDING)) for sign in (-1, 1))
        found = np.arange(max(0, int(np.ceil(low - _ROUNDING))), min(n, int(np.floor(high + _ROUNDING))) + 1)
        if not found.size:
            raise ValueError(
                f"The rate of {name!r} must be of a whole number of {n:,} records, but {self.value:g} is of none. See "
                "whether `n` is the number of test records."
            )
        return found


def printed_numbers(argument: str, given: object) -> dict[str, Printed]:
    """Return numbers by the names of systems."""
    if not isinstance(given, Mapping) or len(given) < 2:
        raise TypeError(f'`{argument}` must be two numbers or more by name, as {{"A": 0.912, "B": 0.905}}, but got '
                        f"{shown(given)}.")  # fmt: skip
    found = {name: printed_number(f"{argument}[{name!r}]", value) for name, value in given.items()}
    # Python drops zeros at the end of numbers, so that those of the one with most decimals are told of all.
    plain = {name for name, value in given.items() if not isinstance(value, str)}
    least = min((found[name].half for name in plain), default=0.0)
    return found | {name: replace(found[name], half=least) for name in plain}


def printed_number(name: str, given: object) -> Printed:
    """Return a number, of a text or of a number."""
    text = given if isinstance(given, str) else repr(check_number(name, given))
    count = _COUNT.fullmatch(text)
    if count and int(count[2]):
        return Printed(value=int(count[1]) / int(count[2]), half=0.0)
    found = _PRINTED.fullmatch(text.replace(_MINUS, "-"))
    if found is None:
        raise ValueError(f'`{name}` must be a number as it is printed, as 0.912, "91.2 %" or "84.8 +- 1.2", but got '
                         f"{shown(given)}.")  # fmt: skip
    number, sign, spread, sign_of_spread = found.groups()
    unit = 0.01 if sign or sign_of_spread else 1.0
    behind = None if spread is None else _of_digits(name, spread, unit)
    return replace(_of_digits(name, number, unit), spread=behind)


def _of_digits(name: str, number: str, unit: float) -> Printed:
    value = check_number(name, float(number), most=_LARGEST)
    digits, _, power = number.lower().partition("e")
    half = 0.5 * 10.0 ** (int(power or 0) - len(digits.partition(".")[2])) * unit
    return Printed(value=value * unit, half=half, unit=unit)


def check_rates(argument: str, printed: Mapping[str, Printed]) -> None:
    """Refuse rates that are none."""
    for name, one in printed.items():
        if not 0 <= one.value <= 1:
            of = f'per cent give "{one.value:g} %"' if 1 < one.value <= 100 else 'counts give text, as "912/1000"'
            raise ValueError(f"`{argument}[{name!r}]` must be a rate from 0 to 1, but got {one.value:g}. Of {of}.")
