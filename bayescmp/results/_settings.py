"""What an analysis is asked for: the rope, the interval, what a decision needs, and random numbers."""

from dataclasses import dataclass, fields, replace
from typing import Any

from bayescmp._support._validation import RandomNumbers, check_choice, check_probability, check_rope, generator
from bayescmp.results._interval import CI_KINDS


@dataclass(frozen=True, kw_only=True, eq=False)
class Settings:
    """Settings of an analysis; methods and tests take those that concern them.

    Attributes
    ----------
    rope : (float, float)
        Region of practical equivalence, in units of the metric.
    threshold : float
        Probability that a decision needs.
    ci_prob : float
        Probability of credible intervals; tests take it as the confidence level, and 1 - ci_prob as their level.
    ci_kind : {"eti", "hdi"}
        Kind of credible intervals.
    rng : int, Generator or None
        Source of random numbers.
    greater_is_better : bool
        Whether larger values of the metric are better, which nobody asks for: it follows from the metric.
    """

    rope: tuple[float, float] = (0.0, 0.0)
    threshold: float = 0.975
    ci_prob: float = 0.95
    ci_kind: str = "eti"
    rng: RandomNumbers = None
    greater_is_better: bool = False

    def asked(self) -> dict[str, Any]:
        """Return the settings by name, as arguments of a verb."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.name != "greater_is_better"}

    @property
    def seed(self) -> RandomNumbers:
        """The source of random numbers, 0 where none was given."""
        return 0 if self.rng is None else self.rng

    @property
    def margins(self) -> tuple[float, float]:
        """By how much more than nothing the first has to be better, and the second."""
        low, high = self.rope
        return (high, -low) if self.greater_is_better else (-low, high)

    def of_losses(self) -> "Settings":
        """Return the same for differences of losses, of which less is better."""
        low, high = self.rope
        return replace(self, rope=(-high, -low), greater_is_better=False) if self.greater_is_better else self

    @classmethod
    def checked(
        cls, *, rope: Any = 0.0, widest: float | None = 1.0, greater_is_better: bool = False, **given: Any
    ) -> "Settings":
        """Return settings whose values are possible; a rope may be a half-width, below the widest difference if any."""
        settings = cls(rope=check_rope(rope, widest), greater_is_better=greater_is_better, **given)
        check_choice("ci_kind", settings.ci_kind, CI_KINDS)
        generator(settings.rng)
        threshold = check_probability("threshold", settings.threshold, low=0.5)
        # Numbers of NumPy have become plain ones, which files can hold.
        return replace(settings, ci_prob=check_probability("ci_prob", settings.ci_prob), threshold=threshold)
