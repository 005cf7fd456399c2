"""What an analysis is asked for: the rope, the interval, what a decision needs, priors, and random numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import xarray as xr

from bayescmp._results import CI_KINDS
from bayescmp._validation import (
    MOST_RECORDS,
    RandomNumbers,
    check_choice,
    check_positive,
    check_probability,
    check_rope,
    generator,
)

PRIORS = ("dirichlet", "beta")
"""Forms of the prior of a table."""


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
    prior, strength
        Form of the prior of a table, and its pseudo-records.
    tau : object
        Prior of the variance that training sets add.
    correlations : DataTree or None
        What is known of the correlations of folds.
    rng : int, Generator or None
        Source of random numbers.
    sampling : mapping
        Arguments of a sampler.
    """

    rope: tuple[float, float] = (0.0, 0.0)
    threshold: float = 0.975
    ci_prob: float = 0.95
    ci_kind: str = "eti"
    prior: str = PRIORS[0]
    strength: float = 1.0
    tau: Any = "default"
    correlations: xr.DataTree | None = None
    rng: RandomNumbers = None
    sampling: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def checked(cls, *, rope: Any = 0.0, widest: float | None = 1.0, **given: Any) -> "Settings":
        """Return settings whose values are possible; a rope may be a half-width, below the widest difference if any."""
        low, high = check_rope(rope, widest)
        settings = cls(rope=(float(low), float(high)), **given)
        check_choice("ci_kind", settings.ci_kind, CI_KINDS)
        check_choice("prior", settings.prior, PRIORS)
        generator(settings.rng)
        return replace(  # numbers of NumPy become plain ones, which files can hold
            settings,
            ci_prob=float(check_probability("ci_prob", settings.ci_prob)),
            threshold=float(check_probability("threshold", settings.threshold, low=0.5)),
            strength=float(check_positive("strength", settings.strength, most=MOST_RECORDS)),
        )
