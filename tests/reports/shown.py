"""Whether a number that is shown is the one that a result holds."""

import re


def agrees(shown, value):
    """Tell whether a printed number, such as "> 0.999", is the value to the digits shown."""
    sign, digits = re.fullmatch(r"([<>] )?(-?\d+(?:\.\d+)?(?:e-\d+)?)", shown).groups()
    if "e" in digits:
        return abs(value / float(digits) - 1) <= 0.5
    half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
    if sign:
        return value >= float(digits) - half if sign[0] == ">" else value < float(digits) + half
    return abs(value - float(digits)) <= half * (1 + 1e-6)
