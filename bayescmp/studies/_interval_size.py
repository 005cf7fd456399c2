"""Size and power of intervals over trials, where the truth is the mean of the estimates."""

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import stats

from bayescmp._typing import Floats

_REACH = float(stats.norm.ppf(0.975) + stats.norm.ppf(0.8))


def size_and_power(estimate: Floats, low: Floats, high: Floats) -> dict[str, float]:
    """Judge intervals of one cell of a study.

    Parameters
    ----------
    estimate, low, high : array of shape (n_trials,)
        Estimates, and intervals of probability .95.

    Returns
    -------
    dict
        `size`, how often an interval leaves out the mean of the estimates; `power`, how often a difference from it that
        a z-test that knew the variance of the estimates would find with probability .80, averaged over both directions;
        the mean `width`; `sd`, the standard deviation of the estimates, and `difference`, their mean.
    """
    truth, sd = float(estimate.mean()), float(estimate.std(ddof=1))

    def left_out(value: float) -> float:
        return float(((low > value) | (high < value)).mean())

    return {
        "size": left_out(truth),
        "power": float(np.mean([left_out(truth + sign * _REACH * sd) for sign in (-1, 1)])),
        "width": float((high - low).mean()),
        "sd": sd,
        "difference": truth,
    }


def rows_of_data(
    data: str, found: Floats, methods: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> Iterator[dict[str, object]]:
    """Judge methods on all pairs of classifiers of one data set.

    Parameters
    ----------
    data : str
        Its name.
    found : array of shape (n_trials, n_methods, n_pairs, 3)
        Estimates, and both ends of intervals.
    methods, pairs : sequence
        Names of the methods, or metrics, and of the classifiers.

    Yields
    ------
    dict
        A row per method and pair whose estimates vary, with what `size_and_power` returns.
    """
    for method, of_pairs in zip(methods, np.moveaxis(found, 1, 0), strict=True):
        for (first, second), trials in zip(pairs, np.moveaxis(of_pairs, 1, 0), strict=True):
            estimate, low, high = trials.T
            if estimate.std() > 0:
                names = {"data": data, "first": first, "second": second, "metric": method, "trials": len(found)}
                yield names | size_and_power(estimate, low, high)
