"""What is known of a difference, or of a batch of them: estimate, interval, three probabilities, and a decision."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._typing import Array, Floats
from bayescmp.results._interval import Interval, in_one_line
from bayescmp.results._posterior import Posterior
from bayescmp.results._settings import Settings

PROBABILITIES = ("prob_first_better", "prob_equivalent", "prob_second_better")
OUTCOMES = ("first better", "equivalent", "second better")
"""What a decision can be besides "undecided", in the order of `PROBABILITIES`."""
UNDECIDED = "undecided"


def decisions(probabilities: Any, threshold: float) -> Any:
    """Name the outcomes whose probabilities, of shape (..., 3), reach a threshold above 1/2: at most one can."""
    reached = np.asarray(probabilities) >= threshold
    names = np.array([UNDECIDED, *OUTCOMES], dtype=object)
    return names[np.where(reached.any(-1), 1 + reached.argmax(-1), 0)]


def regions(posterior: Posterior, settings: Settings, rope: tuple[float, float] | None = None) -> Floats:
    """Return probabilities of first better, equivalent and second better, (..., 3), at this rope or that asked for."""
    found = posterior.probabilities(*(settings.rope if rope is None else rope))
    return in_order(np.stack([np.asarray(one, dtype=float) for one in found], axis=-1), settings)


def in_order(found: Floats, settings: Settings) -> Floats:
    """Turn what is below, inside and above the rope into first better, equivalent and second better, or back."""
    return found[..., ::-1] if settings.greater_is_better else found


def answers(posterior: Posterior, settings: Settings, index: pd.Index | None = None) -> pd.DataFrame:
    """Return a row for each difference of a batch."""
    interval = posterior.interval(settings.ci_prob, settings.ci_kind)
    found = np.atleast_2d(regions(posterior, settings))
    numbers = {"estimate": posterior.mean, "low": interval.low, "high": interval.high}
    columns: dict[str, Array] = {name: np.atleast_1d(np.asarray(one, dtype=float)) for name, one in numbers.items()}
    columns |= dict(zip(PROBABILITIES, found.T, strict=True)) | {"decision": decisions(found, settings.threshold)}
    return pd.DataFrame(columns, index=index)


class Answered(ABC):
    """What has three probabilities and a threshold: a decision."""

    settings: Settings

    @property
    @abstractmethod
    def probabilities(self) -> tuple[float, float, float]:
        """Posterior probabilities of first better, equivalent and second better, which sum to 1."""

    @property
    def prob_first_better(self) -> float:
        """Posterior probability that the first is better, by more than the rope."""
        return self.probabilities[0]

    @property
    def prob_equivalent(self) -> float:
        """Posterior probability of a difference inside the rope."""
        return self.probabilities[1]

    @property
    def prob_second_better(self) -> float:
        """Posterior probability that the second is better, by more than the rope."""
        return self.probabilities[2]

    @property
    def prob_first_not_worse(self) -> float:
        """Posterior probability that the first is not worse by more than the rope: 1 - `prob_second_better`."""
        return 1 - self.prob_second_better

    @property
    def prob_second_not_worse(self) -> float:
        """Posterior probability that the second is not worse by more than the rope: 1 - `prob_first_better`."""
        return 1 - self.prob_first_better

    @property
    def decision(self) -> str:
        """The outcome whose probability reaches the threshold: "first better", "equivalent", ... or "undecided"."""
        return str(decisions(self.probabilities, self.settings.threshold))


@dataclass(frozen=True, kw_only=True, eq=False)
class Answer(Answered):
    """What is known of one difference, value(first) - value(second).

    Attributes
    ----------
    posterior : Posterior
        Of the difference.
    settings : Settings
        Rope, threshold and interval.
    exact : ((float, float, float), float) or None
        The probabilities and the posterior mean where they are known better than from the posterior.
    """

    posterior: Posterior
    settings: Settings
    exact: tuple[tuple[float, float, float], float] | None = None
    __repr__ = in_one_line

    @cached_property
    def probabilities(self) -> tuple[float, float, float]:
        """Posterior probabilities of first better, equivalent and second better, which sum to 1."""
        if self.exact is not None:
            return self.exact[0]
        first, equivalent, second = regions(self.posterior, self.settings).tolist()
        return first, equivalent, second

    @property
    def estimate(self) -> float:
        """Posterior mean of the difference."""
        return float(self.posterior.mean) if self.exact is None else self.exact[1]

    @cached_property
    def interval(self) -> Interval:
        """Credible interval of the difference."""
        found = self.posterior.interval(self.settings.ci_prob, self.settings.ci_kind)
        return Interval(low=float(found.low), high=float(found.high), ci_prob=found.ci_prob, ci_kind=found.ci_kind)

    @property
    def is_known(self) -> bool:
        """Whether anything is known of the difference: its interval has ends."""
        return bool(np.isfinite(self.interval.low))

    def to_dict(self) -> dict[str, object]:
        """Return the numbers in the plain types of JSON."""
        return self.without_interval() | {"low": self.interval.low, "high": self.interval.high}

    def without_interval(self) -> dict[str, object]:
        """Return the numbers but for the interval, which takes longest of many pairs."""
        return {name: getattr(self, name) for name in ("estimate", *PROBABILITIES, "decision")}
