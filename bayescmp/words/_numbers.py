"""Numbers of a comparison, in as many digits as they support."""

import math
from typing import Any, Protocol

from bayescmp._settings import Settings
from bayescmp.words._result import PairResult


class Asked(Protocol):
    """A result of whatever kind, with what was asked for."""

    @property
    def settings(self) -> Settings:
        """What was asked for."""


_MOST_DIGITS = 16  # of a probability
_MOST_DECIMALS = 7  # of a difference; more would not find room on a screen


def pvalue_text(pvalue: float) -> str:
    """Write a p-value with three decimals, or as below .001."""
    return "< 0.001" if pvalue < 0.001 else f"{pvalue:.3f}"


def factor_text(factor: float) -> str:
    """Write a Bayes factor with three figures."""
    return f"{factor:.3g}" if factor < 1e6 else "above 1e6"


def number_text(result: PairResult, value: float) -> str:
    """Return a value or a difference in decimals that show two figures of the posterior standard deviation."""
    return decimal_text(value, decimals(result))


def interval_text(result: PairResult, low: float, high: float) -> str:
    """Return an interval of the difference, in decimals that show on which side of 0 and of the rope it ends."""
    return bounds_text(low, high, decimals(result), result.settings.rope)


def bounds_text(low: float, high: float, usual: int, rope: tuple[float, float]) -> str:
    """Return an interval in the usual decimals, or in more where these would put a bound on another side."""
    digits = max(_digits_of_bound(bound, usual, rope) for bound in (low, high))
    return f"[{_bound(low, digits)}, {_bound(high, digits)}]"


def _bound(value: float, digits: int) -> str:
    """Write a bound; one that decimals would show as 0 with its exponent."""
    return f"{value:.0e}" if value != 0 == round(value, digits) else decimal_text(value, digits)


def _digits_of_bound(value: float, usual: int, rope: tuple[float, float]) -> int:
    limits = (0.0, *rope)

    def sides(number: float) -> list[int]:
        return [(number > limit) - (number < limit) for limit in limits]

    apart = (n for n in range(usual, _MOST_DECIMALS + 1) if sides(round(value, n)) == sides(value))
    return next(apart, usual)


def size_text(result: PairResult) -> str:
    """Return the effective size: a ratio of variances, of one record and of the mean difference."""
    return f"{result.effective_size:.1f}".removesuffix(".0")


def decimals(result: PairResult) -> int:
    """Decimals that show two figures of the posterior standard deviation."""
    return decimals_of(result.difference.sd)


def decimals_of(sd: float) -> int:
    """Decimals that show two figures of a standard deviation, three where there is none, or it is infinite."""
    if sd < 1e-300 or math.isinf(sd):
        return 3
    return min(_MOST_DECIMALS, max(2, 1 - math.floor(math.log10(sd))))


def decimal_text(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0 turns -0.0 into 0.0


def prob_text(result: PairResult, probability: float) -> str:
    """Return a probability in as many decimals as its Monte Carlo error supports, three at most.

    In more, where fewer would put it on the other side of the threshold.
    """
    if result.trust.prob_error:  # draws prove no probability to be 0 or 1
        probability = min(max(probability, 1e-9), 1 - 1e-9)
    return probability_text(probability, _places(result), result.settings.threshold)


def prob_of_row(result: PairResult, row: Any, column: str = "prob_first_better") -> str:
    """Return a probability of a posterior's row of `levels`, as a named tuple; only what is drawn has an error."""
    drawn = row.level == result.level.name
    probability = getattr(row, column)
    return prob_text(result, probability) if drawn else probability_text(probability, 3, result.settings.threshold)


def _places(result: PairResult) -> int:
    """Decimals of a probability: those that its Monte Carlo error leaves, and of the first that it touches."""
    error = result.trust.prob_error
    if error <= 0.001:
        return 3
    return 2 if error < 0.1 else 1


def probability_text(probability: float, decimals: int = 3, threshold: float = 1.0) -> str:
    least = 10.0**-decimals
    if 0 < probability < least / 2:
        return f"< {least:.{decimals}f}"
    if probability >= 1 - least / 2 and not 1 - least < threshold < 1:
        return f"> {1 - least:.{decimals}f}"
    text = f"{probability:.{decimals}f}"
    for digits in range(decimals, _MOST_DIGITS):
        text = f"{probability:.{digits}f}"
        if (float(text) >= threshold) == (probability >= threshold):
            break
    return text


def equals(number: str) -> str:
    """Put an equals sign before a number, unless it has a sign of its own."""
    return number if number[0] in "<>" else f"= {number}"


def prob_words(result: PairResult, probability: float) -> str:
    """Return a probability of the result, such as "P = 0.123"."""
    return f"P {equals(prob_text(result, probability))}"


def has_rope(result: Asked) -> bool:
    """Tell whether there is a region of practical equivalence, without which its probability is 0."""
    return result.settings.rope != (0.0, 0.0)
