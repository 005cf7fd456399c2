"""The answer to one question over data sets: three probabilities, an interval and a decision."""

from dataclasses import dataclass
from functools import cached_property

from bayescmp._results import Interval, Posterior, in_one_line
from bayescmp._settings import Settings
from bayescmp.levels import decision_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Answer:
    """What is known of a difference over data sets, negative where the first is better.

    Attributes
    ----------
    posterior : Posterior
        Of the difference.
    probabilities : (float, float, float)
        Posterior probabilities of first better, equivalent and second better, which sum to 1.
    estimate : float
        Posterior mean of the difference.
    settings : Settings
        Rope, threshold and interval.
    """

    posterior: Posterior
    probabilities: tuple[float, float, float]
    estimate: float
    settings: Settings
    __repr__ = in_one_line

    @property
    def prob_first_better(self) -> float:
        """Posterior probability of a difference below the rope."""
        return self.probabilities[0]

    @property
    def prob_equivalent(self) -> float:
        """Posterior probability of a difference inside the rope."""
        return self.probabilities[1]

    @property
    def prob_second_better(self) -> float:
        """Posterior probability of a difference above the rope."""
        return self.probabilities[2]

    @property
    def decision(self) -> str:
        """The outcome whose probability reaches the threshold: "first better", "equivalent", ... or "undecided"."""
        return decision_of(self.probabilities, self.settings.threshold)

    @cached_property
    def interval(self) -> Interval:
        """Credible interval of the difference."""
        found = self.posterior.interval(self.settings.ci_prob, self.settings.ci_kind)
        return Interval(low=float(found.low), high=float(found.high), ci_prob=found.ci_prob, ci_kind=found.ci_kind)

    def to_dict(self) -> dict[str, object]:
        """Return the numbers in the plain types of JSON."""
        named = ("estimate", "prob_first_better", "prob_equivalent", "prob_second_better", "decision")
        bounds = {"low": self.interval.low, "high": self.interval.high}
        return {name: getattr(self, name) for name in named} | bounds
