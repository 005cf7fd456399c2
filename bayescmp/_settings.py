"""What an analysis is asked for: the rope, the interval, what a decision needs, and random numbers."""

from dataclasses import dataclass, fields, replace
from typing import Any

from bayescmp._results import CI_KINDS
from bayescmp._validation import (
    RandomNumbers,
    check_choice,
    check_probability,
    check_rope,
    generator,
)


@dataclass(frozen=True, kw_only=True, eq=False)
class Settings:
    """Settings of an analysis; levels and tests take those that concern them.

    Attributes
    ----------
    rope : (float, float)
        Region of practical equivalence, in units of the loss.
    threshold : float
        Probability that a decision needs.
    ci_prob : float
        Probability of credible intervals; tests take it as the confidence level, and 1 - ci_prob as their level.
    ci_kind : {"eti", "hdi"}
        Kind of credible intervals.
    rng : int, Generator or None
        Source of random numbers.
    """

    rope: tuple[float, float] = (0.0, 0.0)
    threshold: float = 0.975
    ci_prob: float = 0.95
    ci_kind: str = "eti"
    rng: RandomNumbers = None

    def asked(self) -> dict[str, Any]:
        """Return the settings by name, as arguments of a verb."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    @classmethod
    def checked(cls, *, rope: Any = 0.0, widest: float | None = 1.0, **given: Any) -> "Settings":
        """Return settings whose values are possible; a rope may be a half-width, below the widest difference if any."""
        low, high = check_rope(rope, widest)
        settings = cls(rope=(float(low), float(high)), **given)
        check_choice("ci_kind", settings.ci_kind, CI_KINDS)
        generator(settings.rng)
        return replace(  # numbers of NumPy become plain ones, which files can hold
            settings,
            ci_prob=float(check_probability("ci_prob", settings.ci_prob)),
            threshold=float(check_probability("threshold", settings.threshold, low=0.5)),
        )
