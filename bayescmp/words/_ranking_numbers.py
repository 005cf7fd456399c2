"""Numbers of a ranking, in as many digits as they support."""

import math
from collections.abc import Mapping
from typing import Any, Protocol

import pandas as pd

from bayescmp._results import SignificanceResult, Trust
from bayescmp._settings import Settings
from bayescmp.evidence import Evidence
from bayescmp.levels import Level
from bayescmp.posteriors import JointPosterior
from bayescmp.words._numbers import decimal_text, decimals_of, probability_text


class RankingResult(Protocol):
    """What is said of several classifiers; a `Ranking` is one."""

    @property
    def evidence(self) -> Evidence:
        """The data, the classifiers, the design and the metric."""

    @property
    def settings(self) -> Settings:
        """What was asked for."""

    @property
    def draws(self) -> int:
        """Number of joint draws."""

    @property
    def level(self) -> Level:
        """The level that all pairs rest on."""

    @property
    def classifiers(self) -> pd.DataFrame:
        """A row per classifier, the least loss first."""

    @property
    def pairs(self) -> pd.DataFrame:
        """A row per pair."""

    @property
    def observed(self) -> Mapping[str, float]:
        """Observed value of each classifier, in the units of the metric."""

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """Classifiers that no other one beats."""

    @property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, no pair of which is decided."""

    @property
    def optimism(self) -> float:
        """By how much the least estimate is too low, because it was the least."""

    @property
    def omnibus(self) -> SignificanceResult | None:
        """Test of equality of all."""

    @property
    def posterior(self) -> JointPosterior:
        """The joint posterior of all losses."""

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted."""

    @property
    def provenance(self) -> Mapping[str, Any]:
        """How the result came about."""


def probability_of(result: RankingResult, probability: float) -> str:
    """Write a probability in the decimals that its Monte Carlo error leaves; draws prove none to be 0 or 1."""
    least = 0.25 / result.draws
    return probability_text(min(max(probability, least), 1 - least), 3 if result.trust.prob_error <= 0.001 else 2)


def pair_probability_of(result: RankingResult, probability: float, decimals: int = 3) -> str:
    """Write a probability of a pair by itself, in two decimals at most where the pair was drawn."""
    if "draws" in result.provenance:  # which its level keeps
        probability, decimals = min(max(probability, 1e-9), 1 - 1e-9), min(decimals, 2)
    return probability_text(probability, decimals, result.settings.threshold)


def value_text(result: RankingResult, value: float) -> str:
    """Write a value of the metric in decimals that show two figures of its posterior standard deviation."""
    return decimal_text(value, decimals_of(sd_of(result)))


def value_interval_text(result: RankingResult, low: float, high: float) -> str:
    """Write an interval of a loss as one of the value, in the same decimals."""
    bounds = sorted(map(result.evidence.metric.loss_of_value, (low, high)))
    return f"[{', '.join(value_text(result, bound) for bound in bounds)}]"


def regret_text(result: RankingResult, regret: float) -> str:
    """Write an expected regret in the decimals that its Monte Carlo error leaves, at most one more than losses have."""
    sd = sd_of(result)
    if sd == 0:
        return decimal_text(regret, decimals_of(sd))
    touched = math.ceil(-math.log10(sd / math.sqrt(result.draws)))
    return decimal_text(regret, min(decimals_of(sd) + 1, max(2, touched)))


def rank_text(result: RankingResult, rank: float) -> str:
    """Write an expected rank with one decimal, or without where draws are too few for one."""
    error = (len(result.classifiers) - 1) / 2 / math.sqrt(result.draws)  # at most
    return f"{rank:.{int(error < 0.1)}f}"


def sd_of(result: RankingResult) -> float:
    """Return the typical posterior standard deviation of a loss, 0 where all are points."""
    widths = result.classifiers["high"] - result.classifiers["low"]
    return float(widths[widths > 0].median()) / 4 if widths.any() else 0.0
