"""At which half-widths of the rope a decision would change."""

from dataclasses import dataclass

import numpy as np

from bayescmp._answers import in_order, regions
from bayescmp._results import Posterior
from bayescmp._settings import Settings
from bayescmp._typing import Booleans


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


def ropes_of(difference: Posterior, settings: Settings, widest: float) -> Ropes:
    """Find where the probabilities of the three outcomes cross the threshold, as the rope widens from 0 to `widest`."""
    threshold = settings.threshold

    def reached(width: float) -> Booleans:
        return regions(difference, settings, (-width, width)) >= threshold

    # Quantiles: of draws within one draw of where the share of them crosses the threshold.
    ends = np.array([-float(difference.ppf(threshold)), np.nan, float(difference.ppf(1 - threshold))])
    ordered = zip(in_order(ends, settings).tolist(), reached(0.0), strict=True)
    first, _, second = (max(0.0, end) if decided else None for end, decided in ordered)
    low, high = 0.0, widest
    # A few steps more than in `scipy.optimize`, which takes longer to load than they do.
    while high - low > max(1e-4 * high, 1e-9 * widest):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle)[1] else (middle, high)
    equivalent = (low + high) / 2 if reached(widest)[1] else None
    return Ropes(equivalent_from=equivalent, first_better_to=first, second_better_to=second)
