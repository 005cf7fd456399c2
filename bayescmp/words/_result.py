"""The parts of a comparison that words are made of."""

from collections.abc import Mapping
from typing import Any, Protocol

import pandas as pd

from bayescmp._results import Interval, Posterior, Trust
from bayescmp._settings import Settings
from bayescmp.evidence import PairEvidence
from bayescmp.levels import Level, TippingPoint


class PairResult(Protocol):
    """What is said of two classifiers; a `Comparison` is one."""

    @property
    def evidence(self) -> PairEvidence:
        """The data, the classifiers, the design and the metric."""

    @property
    def settings(self) -> Settings:
        """What was asked for."""

    @property
    def level(self) -> Level:
        """The level that the decision rests on."""

    @property
    def difference(self) -> Posterior:
        """Posterior of loss(first) - loss(second)."""

    @property
    def interval(self) -> Interval:
        """Its interval."""

    @property
    def observed(self) -> Mapping[str, float]:
        """Observed value of each classifier, in the units of the metric."""

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Of first better, equivalent, second better."""

    @property
    def decision(self) -> str:
        """The outcome whose probability reaches the threshold."""

    @property
    def levels(self) -> pd.DataFrame:
        """A row per level and test."""

    @property
    def effective_size(self) -> float | None:
        """Number of independent records that would be as precise; None where the loss is not the error."""

    @property
    def bayes_factor(self) -> float | None:
        """For unequal against equal error rates; None where the loss is not the error."""

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted."""

    @property
    def tipping_point(self) -> TippingPoint | None:
        """How much variance of training sets the decision bears."""

    @property
    def provenance(self) -> Mapping[str, Any]:
        """How it came about."""
