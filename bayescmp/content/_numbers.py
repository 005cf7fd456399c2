"""Numbers in as many digits as they support."""

import math
from collections.abc import Callable

_MOST_DIGITS = 16  # of a probability
_MOST_DECIMALS = 7  # of a difference; more would not find room on a screen
DRAWN = 1e-9
"""How near to 0 and 1 a probability can be of which draws, that prove neither, tell."""
_SMALL = 1e-5  # below it a number has an exponent where decimals are too few


def pvalue_text(pvalue: float) -> str:
    """Write a p-value with three decimals, or as below .001."""
    return "< 0.001" if pvalue < 0.001 else f"{pvalue:.3f}"


def factor_text(factor: float) -> str:
    """Write a Bayes factor with three figures."""
    return f"{factor:.3g}" if factor < 999.5 else f"{float(f'{factor:.3g}'):,.0f}" if factor < 1e6 else "above 1e6"


def bounds_text(low: float, high: float, usual: int, rope: tuple[float, float] = (0.0, 0.0)) -> str:
    """Return an interval in the usual decimals, or in more where these would put a bound on another side."""
    if math.isinf(low) and math.isinf(high):
        return "not known"
    limits = (0.0, *rope)

    def sides(number: float) -> list[int]:
        return [(number > limit) - (number < limit) for limit in limits]

    def least(bound: float) -> int:
        apart = (n for n in range(usual, _MOST_DECIMALS + 1) if sides(round(bound, n)) == sides(bound))
        return next(apart, usual)

    digits = max(least(low), least(high))
    return f"[{_bound(low, digits)}, {_bound(high, digits)}]"


def _bound(value: float, digits: int) -> str:
    """Write a bound; one that decimals would show as 0 with its exponent."""
    return f"{value:.0e}" if value != 0 == round(value, digits) else decimal_text(value, digits)


def decimals_of(sd: float) -> int:
    """Decimals that show two figures of a standard deviation, three where there is none, or it is infinite."""
    return 3 if sd < 1e-300 or math.isinf(sd) else max(0, 1 - math.floor(math.log10(sd)))


def decimal_text(value: float, digits: int) -> str:
    """Write a number in so many decimals; with its exponent, to the same place, where these find no room."""
    rounded = round(value, digits) + 0.0  # turns -0.0 into 0.0
    if digits > _MOST_DECIMALS and 0 < abs(rounded) < _SMALL:
        return f"{rounded:.{digits + math.floor(math.log10(abs(rounded)))}e}"
    return f"{rounded:.{min(digits, _MOST_DECIMALS)}f}"


def subtracted(first: float, second: float, digits: int) -> list[str]:
    """Write two values and their difference, in a decimal more where then alone it is that of the rounded values."""

    def agree(places: int) -> bool:
        apart = round(first, places) - round(second, places)
        return decimal_text(apart, places) == decimal_text(first - second, places)

    places = digits + (agree(digits + 1) and not agree(digits))
    return [decimal_text(value, places) for value in (first, second, first - second)]


def half_up(value: float) -> str:
    """Write a mean of ranks in two decimals, halves up, as their sums are whole or half numbers."""
    return f"{math.floor(100 * value + 0.5 + 1e-9) / 100:.2f}"


def probability_text(probability: float, decimals: int = 3, threshold: float = 1.0, error: float = 0.0) -> str:
    """Write a probability in so many decimals, in more where fewer would put it on another side of the threshold.

    It is no nearer to 0 and 1 than the error.
    """
    probability, least = min(max(probability, error), 1 - error), 10.0**-decimals
    if probability < least / 2:
        return f"< {least:.{decimals}f}"
    for digits in range(decimals, _MOST_DIGITS):
        text, least = f"{probability:.{digits}f}", 10.0**-digits
        if probability >= 1 - least / 2:  # never "1.000", even where the threshold is nearer to 1 than this
            if not 1 - least < threshold < 1:
                return f"> {1 - least:.{digits}f}"
        elif (float(text) >= threshold) == (probability >= threshold):
            return text
    return f"{probability:.{_MOST_DIGITS}f}"


def equals(number: str) -> str:
    """Put an equals sign before a number, unless it has a sign of its own."""
    return number if number[0] in "<>" else f"= {number}"


def p_words(pvalue: float) -> str:
    """Give a p-value in a sentence."""
    return f"p {equals(pvalue_text(pvalue))}"


def two_figures(value: float, rounded: Callable[[float], int], least: float) -> str:
    """Round to the side on which the sentence is true; what is at most `least` is nothing."""
    if value <= least:
        return f"{value:.1g}" if rounded(0.5) else "0"
    unit = 10.0 ** (math.floor(math.log10(value)) - 1)
    return f"{rounded(value / unit) * unit:.2g}"


def times_text(value: float) -> str:
    """Write a multiple up to which something holds, rounded down in the same way, from a hundred on to a whole number.

    A limit is one number wherever it stands, in what holds up to it and in what is otherwise beyond it.
    """
    return two_figures(value, math.floor, 0.0) if value < 100 else str(math.floor(value))
