"""Which readings what is told allows, and what to ask for where it tells no doubt."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from bayescmp._support._text import counted, shown
from bayescmp._support._typing import Floats, Integers
from bayescmp._support._validation import MOST_RECORDS, check_integer, check_list, check_positive, check_text
from bayescmp.claims._printed import Printed, printed_number, printed_numbers
from bayescmp.claims._readings import Readings, of_folds, of_one_test_set, of_runs, of_two_test_sets, spreads_of
from bayescmp.metrics import Metric

SIGN = '"+-"'
_LARGEST_SET, _FOLDS, _TINY = 10**8, 10, 1e-12
_EXACT = 1e-9  # half of the last decimal of what was computed and not printed
_LEAST = 0.01  # of a spread that may be nothing but for rounding
_ASK = (
    "Give `n`, the number of test records, such as n=1000 (accuracy and error), or `sd` or `se` with the number of "
    "`runs` or `folds`: that is what to ask the authors for."
)


def plain_of(name: str, given: Any) -> Any:
    """Return what was told in types that files hold, a copy; names are texts."""
    if isinstance(given, Mapping):
        found = {check_text(f"a name of {name}", str(one)): plain_of(name, value) for one, value in given.items()}
        if len(found) < len(given):
            raise ValueError(f"`{name}` must have names that differ as texts, but has {shown(list(given))}.")
        return found
    if isinstance(given, np.ndarray):
        return given if np.ma.is_masked(given) else given.tolist()  # which would be None
    if isinstance(given, np.number):
        return given.item() if isinstance(given, (np.integer, np.float64)) else float(str(given))
    return float(given) if isinstance(given, Fraction) else given


def readings_of(what: str, printed: Mapping[str, Printed], metric: Metric, told: Mapping[str, Any]) -> Readings:
    """Return the readings of two systems."""
    behind = [one.spread for one in printed.values()]
    given = {"sd": told["sd"], "se": told["se"], SIGN: None if behind == [None, None] else behind}
    spreads = {name: one for name, one in given.items() if one is not None}
    numbers = ("runs", "folds", "n", "sizes", "disagreement")
    given = {name: told[name] for name in numbers if told[name] is not None}
    if not spreads and not given.keys() - {"n", "disagreement"}:
        return _of_rates(what, printed, metric, told["n"], told["disagreement"])
    return _of_means(printed, spreads, given)


def _of_means(printed: Mapping[str, Printed], spreads: Mapping[str, Any], given: Mapping[str, Any]) -> Readings:
    """Return the readings of means over runs or folds, of which is told how they vary."""
    ways = {*spreads} and given.keys() & {"runs", "folds"}
    excess = given.keys() & {"n", "disagreement"} or given.keys() >= {"sizes", "runs"}
    if len(spreads) != 1 or len(ways) != 1 or excess:
        instead = " Give `runs` or `folds` in place of `n`." if "n" in given else ""
        raise ValueError(
            f"How values vary must be told by one of `sd`, `se` and {SIGN}, and one of `runs` and `folds` (maybe with "
            f"`sizes`), without `n`, but got {', '.join([*spreads, *given])}.{instead}"
        )
    ((kind, values),), (number,) = spreads.items(), ways
    if number == "folds" and "sizes" not in given and check_integer("folds", given["folds"], least=2) > _FOLDS:
        raise ValueError(
            f"`sizes` must be given, (of a training set, of a validation set), with more than {_FOLDS} folds: they may "
            "be of repeats."
        )
    counts = np.array(_numbers(number, given[number], printed, 2), dtype=float)
    means, sds, chances = _by_rounding(list(printed.values()), _spreads(kind, values, printed))
    sds = spreads_of(sds, counts) if kind == SIGN else sds[:, None] * (1.0 if kind == "sd" else np.sqrt(counts))
    each = " and ".join(f"{count:.0f}" for count in dict.fromkeys(counts))
    words = f"means of {each} {number}, by {kind}"
    if number == "runs":
        return of_runs(words, (means, chances), sds, counts)
    count = int(counts[0])
    ratio = _ratio(given["sizes"]) if "sizes" in given else 1 / (count - 1)
    return of_folds(f"{words}, training sets of {1 / ratio:.3g} validation sets", (means, chances), sds, count, ratio)


def _spreads(kind: str, values: Any, printed: Mapping[str, Printed]) -> list[Printed]:
    """Return what tells how far values vary, of both."""
    told: list[Any] = values if kind == SIGN else list(map(printed_numbers(kind, values).get, printed))
    if None in told:
        raise ValueError(f"`{kind}` must be given of both systems, but is given of one.")
    for one, of in zip(told, printed.values(), strict=True):
        check_positive(kind, one.value, least=_TINY)
        if one.unit != of.unit:
            raise ValueError(f"`{kind}` must have a per cent sign where values have one, but only one of them has.")
    return told


def _by_rounding(values: list[Printed], spreads: list[Printed]) -> tuple[Floats, Floats, Floats]:
    """Return differences (case,) and spreads (case, 2) that print so, three of each, and how likely cases are, (case,).

    The printed ones are in the middle; the ends have the weights that give three points the variance of the rounding,
    h^2/3 of a number that is rounded by up to h (Simpson's 1/6 of one number, 1/12 of the difference of two alike).
    """
    difference = np.array([one.half for one in values])
    halves = [difference.sum(), *(one.half for one in spreads)]
    variances = [(difference**2).sum() / 3, *(one.half**2 / 3 for one in spreads)]
    middle = np.array([values[0].value - values[1].value, *(one.value for one in spreads)])
    points, weights = zip(*map(_three_points, halves, variances), strict=True)
    cases, chances = (np.stack(np.meshgrid(*one, indexing="ij"), axis=-1).reshape(-1, 3) for one in (points, weights))
    cases = cases + middle
    return cases[:, 0], np.maximum(cases[:, 1:], _LEAST * middle[1:]), chances.prod(axis=1)


def _three_points(half: float, variance: float) -> tuple[Floats, Floats]:
    """Return both ends of a rounding and its middle, and weights by which they have its variance; 0 of none."""
    if half <= _EXACT:
        return np.zeros(1), np.ones(1)
    end = variance / (2 * half**2)
    return np.array([-half, 0.0, half]), np.array([end, 1 - 2 * end, end])


def _of_rates(what: str, printed: Mapping[str, Printed], metric: Metric, n: Any, disagreement: Any) -> Readings:
    if n is None:
        raise ValueError(f"Two values alone tell no doubt. {_ASK}")
    if what == "mean":
        raise ValueError(
            "`n` tells the doubt of `accuracy` and `error`, and not of other scores, such as an AUC or F1. Ask the "
            "authors for the predictions, or for `sd` or `se` over several `runs` or `folds`."
        )
    sizes = _numbers("n", n, printed, 1)
    counts = [one.counts(size, name) for (name, one), size in zip(printed.items(), sizes, strict=True)]
    are_right = metric.greater_is_better
    first, second = (size - one[::-1] if are_right else one for size, one in zip(sizes, counts, strict=True))
    words = "right" if are_right else "wrong"
    one, other = map(_range, counts)
    if isinstance(n, Mapping):
        if disagreement is not None:
            raise ValueError("`disagreement` must be left out with two test sets, which share no records.")
        told = f"{one} of {sizes[0]:,} and {other} of {sizes[1]:,} {words}, on two test sets"
        return of_two_test_sets(told, first, second, (sizes[0], sizes[1]), more_is_better=are_right)
    told = f"{one} and {other} {words} of {counted(sizes[0], 'record')}"
    only_one = None if disagreement is None else _only_one(disagreement, sizes[0])
    told += "" if only_one is None else f", {_range(only_one)} wrong by one alone"
    return of_one_test_set(told, first, second, sizes[0], only_one, more_is_better=are_right)


def _only_one(given: Any, n: int) -> Integers:
    """Return the numbers of records on which only one is wrong, of a whole number or a share as it is printed."""
    if isinstance(given, int) or str(given).strip().isdecimal():
        return np.array([check_integer("disagreement", int(given), least=0, most=n)])
    return printed_number("disagreement", given).counts(n, "disagreement")


def _numbers(name: str, given: Any, printed: Mapping[str, Printed], least: int) -> list[int]:
    """Return a number for each of the two."""
    if isinstance(given, Mapping) and name != "folds":
        if missing := [one for one in printed if one not in given]:
            raise ValueError(f"`{name}` must be one number, or one for each, but has none of {missing[0]!r}.")
        return [check_integer(f"{name}[{one!r}]", given[one], least=least, most=_LARGEST_SET) for one in printed]
    return [check_integer(name, given, least=least, most=_LARGEST_SET)] * 2


def _ratio(sizes: Any) -> float:
    found = [check_positive("sizes", one, least=1, most=MOST_RECORDS) for one in check_list("sizes", sizes)]
    if len(found) != 2:
        raise ValueError(f"`sizes` must be (of a training set, of a validation set), but got {shown(sizes)}.")
    return found[1] / found[0]


def _range(counts: Integers) -> str:
    return f"{counts[0]:,}" if counts.size == 1 else f"{counts[0]:,} to {counts[-1]:,}"
