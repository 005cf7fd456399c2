"""At which half-widths of the rope a decision would change."""

from collections.abc import Callable
from dataclasses import dataclass

from bayescmp._answers import regions
from bayescmp._results import Posterior
from bayescmp._settings import Settings


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

    def crossing(outcome: int, *, rising: bool) -> float | None:
        def excess(width: float) -> float:
            return float(regions(difference, settings, (-width, width))[outcome]) - settings.threshold

        return _crossing(excess, widest, rising)

    return Ropes(
        equivalent_from=crossing(1, rising=True),
        first_better_to=crossing(0, rising=False),
        second_better_to=crossing(2, rising=False),
    )


def _crossing(excess: Callable[[float], float], widest: float, rising: bool) -> float | None:  # noqa: FBT001 - one caller
    start, end = (excess(0.0), excess(widest)) if rising else (excess(widest), excess(0.0))
    if start >= 0 or end < 0:
        return None
    low, high = 0.0, widest
    # A few steps more than in `scipy.optimize`, which takes longer to load than they do.
    while high - low > max(1e-4 * high, 1e-9 * widest):
        middle = (low + high) / 2
        low, high = (low, middle) if (excess(middle) >= 0) == rising else (middle, high)
    return (low + high) / 2
