"""At which half-widths of the rope a decision would change."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy

from bayescmp.results import Answer, in_order, regions


@dataclass(frozen=True, kw_only=True)
class Ropes:
    """Half-widths of the rope at which decisions begin or end; None where there is none.

    Attributes
    ----------
    equivalent_from : float or None
        Equivalence is decided from here on.
    first_better_to, second_better_to : float or None
        That the one is better is decided up to here.
    """

    equivalent_from: float | None
    first_better_to: float | None
    second_better_to: float | None


def ropes_of(answer: Answer, widest: float) -> Ropes:
    """Find where the probabilities of the three outcomes cross the threshold, as the rope widens from 0 to `widest`."""
    difference, settings, none = answer.posterior, answer.settings, (0.0, 0.0)
    without = answer.probabilities if settings.rope == none else regions(difference, settings, none)
    threshold = settings.threshold
    asked = np.array([threshold, 1 - threshold, (1 + threshold) / 2, (1 - threshold) / 2])
    # Quantiles: of draws within one draw of where the share of them crosses the threshold.
    most, least, upper, lower = np.asarray(difference.ppf(asked), dtype=float)
    ends = in_order(np.array([-most, np.nan, least]), settings)
    first, _, second = (
        max(0.0, end) if probability >= threshold else None
        for end, probability in zip(ends.tolist(), without, strict=True)
    )

    def beyond(width: float) -> float:
        return float(regions(difference, settings, (-width, width))[1]) - threshold

    # One side alone leaves out what both together may, or each of them half of it.
    low, high = float(max(0.0, most, -least)), float(max(upper, -lower))
    reached = high < widest or beyond(widest) >= 0
    equivalent = _crossing(beyond, low, min(high, widest), 1e-9 * widest) if reached else None
    return Ropes(equivalent_from=equivalent, first_better_to=first, second_better_to=second)


def _crossing(beyond: Callable[[float], float], low: float, high: float, least: float) -> float:
    """Return where an increasing function becomes 0 between two points, to 1e-4 of it."""
    if beyond(low) >= 0:
        return low
    return high if beyond(high) <= 0 else float(scipy.optimize.brentq(beyond, low, high, xtol=least, rtol=1e-4))
