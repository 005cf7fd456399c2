"""Which readings what is told allows, and what to ask for where it tells no doubt."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bayescmp._support._text import counted, shown
from bayescmp._support._typing import Floats, Integers
from bayescmp._support._validation import MOST_RECORDS, check_integer, check_list, check_positive
from bayescmp.claims._printed import Printed, printed_numbers
from bayescmp.claims._readings import Readings, of_folds, of_one_test_set, of_runs, of_two_test_sets, spreads_of
from bayescmp.metrics import Metric

_LARGEST_SET = 10**8
_ASK = (
    "Give `n`, the number of test records (accuracy and error), or `sd` or `se` with the number of `runs` or `folds`: "
    "that is what to ask the authors for."
)


def readings_of(
    what: str,
    printed: Mapping[str, Printed],
    metric: Metric,
    *,
    n: Any,
    sd: Any,
    se: Any,
    runs: Any,
    folds: Any,
    sizes: Any,
) -> Readings:
    """Return the readings of two systems."""
    behind = [one.spread for one in printed.values()]
    given = {"sd": sd, "se": se, '"+-"': None if behind == [None, None] else behind}
    spreads = {name: one for name, one in given.items() if one is not None}
    if not spreads:
        for name, value in {"runs": runs, "folds": folds, "sizes": sizes}.items():
            if value is not None:
                raise ValueError(f'`{name}` must be given with `sd`, `se` or "+-": how far values vary.')
        return _of_rates(what, printed, metric, n)
    if len(spreads) > 1 or n is not None or (runs is None) == (folds is None):
        got = [*spreads, *(name for name, one in {"n": n, "runs": runs, "folds": folds}.items() if one is not None)]
        raise ValueError(
            'Values that vary must come with one of `sd`, `se` and "+-", and with one of `runs` and `folds`, without '
            f"`n`, but came with {', '.join(got)}."
        )
    if folds is None and sizes is not None:
        raise ValueError("`sizes` must be given with `folds`: runs are trained on one training set.")
    counts = np.array(
        _numbers("runs" if folds is None else "folds", runs if folds is None else folds, printed, 2), float
    )
    ((kind, values),) = spreads.items()
    if kind == '"+-"':
        if None in values:
            raise ValueError('"+-" must stand behind the values of both, but stands behind one.')
        sds = spreads_of(_positive(kind, values), counts)
    else:
        told = printed_numbers(kind, values)
        if list(told) != list(printed):
            raise ValueError(
                f"`{kind}` must be of {' and '.join(map(repr, printed))}, but is of {', '.join(map(repr, told))}."
            )
        sds = _positive(kind, [one.value for one in told.values()])[None] * (1.0 if kind == "sd" else np.sqrt(counts))
    first, second = (one.value for one in printed.values())
    if folds is None:
        each = " and ".join(f"{count:.0f}" for count in dict.fromkeys(counts))
        return of_runs(f"means of {each} runs each, by {kind}", first - second, sds, counts)
    count = int(counts[0])
    ratio = 1 / (count - 1) if sizes is None else _ratio(sizes)
    return of_folds(f"means of {count} folds, by {kind}", first - second, sds, count, ratio)


def _of_rates(what: str, printed: Mapping[str, Printed], metric: Metric, n: Any) -> Readings:
    if n is None:
        raise ValueError(f"Two values alone tell no doubt. {_ASK}")
    if what == "mean":
        raise ValueError(
            "`n` must be given with `accuracy` or `error`: of other scores, such as an AUC or F1, a number of records "
            "tells no doubt. Ask the authors for the predictions, or for `sd` or `se` over several `runs` or `folds`."
        )
    sizes = _numbers("n", n, printed, 1)
    counts = [one.counts(size, name) for (name, one), size in zip(printed.items(), sizes, strict=True)]
    are_right = metric.greater_is_better
    first, second = (size - one[::-1] if are_right else one for size, one in zip(sizes, counts, strict=True))
    words = "right" if are_right else "wrong"
    if isinstance(n, Mapping):
        said = [f"{_range(count)} of {size:,}" for count, size in zip(counts, sizes, strict=True)]
        told = f"{said[0]} and {said[1]} {words}, on two test sets"
        return of_two_test_sets(told, first, second, (sizes[0], sizes[1]), more_is_better=are_right)
    told = f"{_range(counts[0])} and {_range(counts[1])} {words} of {counted(f'{sizes[0]:,}', 'record')}"
    return of_one_test_set(told, first, second, sizes[0], more_is_better=are_right)


def _numbers(name: str, given: Any, printed: Mapping[str, Printed], least: int) -> list[int]:
    """Return a number for each of the two."""
    if isinstance(given, Mapping) and name != "folds":
        if missing := [one for one in printed if one not in given]:
            raise ValueError(f"`{name}` must be one number, or one for each, but has none of {missing[0]!r}.")
        return [check_integer(f"{name}[{one!r}]", given[one], least=least, most=_LARGEST_SET) for one in printed]
    return [check_integer(name, given, least=least, most=_LARGEST_SET)] * 2


def _positive(name: str, values: Sequence[Any]) -> Floats:
    for value in values:
        if not value > 0:
            raise ValueError(
                f"`{name}` must be above 0, but got {shown(value)}: a spread that rounds to 0 tells no doubt."
            )
    return np.array(values, dtype=float)


def _ratio(sizes: Any) -> float:
    found = [check_positive("sizes", one, least=1, most=MOST_RECORDS) for one in check_list("sizes", sizes)]
    if len(found) != 2:
        raise ValueError(f"`sizes` must be (of a training set, of a validation set), but got {shown(sizes)}.")
    return found[1] / found[0]


def _range(counts: Integers) -> str:
    return f"{counts[0]:,}" if counts.size == 1 else f"{counts[0]:,} to {counts[-1]:,}"
