"""The parts of a comparison over data sets that words are made of."""

from collections.abc import Mapping
from typing import Any, Protocol

import pandas as pd

from bayescmp._population import DirichletPrior, StudentPrior
from bayescmp._results import Interval, Posterior, Trust
from bayescmp._settings import Settings
from bayescmp._text import one_line
from bayescmp.metrics import Metric
from bayescmp.words._numbers import decimal_text, decimals_of


class AnswerResult(Protocol):
    """What is said of one question over data sets."""

    @property
    def posterior(self) -> Posterior:
        """Of the difference."""

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Of first better, equivalent, second better."""

    @property
    def estimate(self) -> float:
        """Posterior mean."""

    @property
    def interval(self) -> Interval:
        """Credible interval."""

    @property
    def decision(self) -> str:
        """The outcome whose probability reaches the threshold."""


class OverDatasets(Protocol):
    """What is said of classifiers over data sets."""

    @property
    def by(self) -> str | None:
        """The coordinate whose values are the data sets."""


class DatasetsResult(Protocol):
    """What is said of two classifiers over data sets; a `DatasetsComparison` is one."""

    @property
    def first(self) -> str:
        """Name of the first classifier."""

    @property
    def second(self) -> str:
        """Name of the second classifier."""

    @property
    def metric(self) -> Metric:
        """Whose losses are compared."""

    @property
    def settings(self) -> Settings:
        """What was asked for."""

    @property
    def by(self) -> str | None:
        """The coordinate whose values are the data sets."""

    @property
    def prior(self) -> DirichletPrior | StudentPrior:
        """Of the population."""

    @property
    def prior_share(self) -> float | None:
        """Share of the prior in the next data set."""

    @property
    def next_dataset(self) -> AnswerResult:
        """On another data set."""

    @property
    def average(self) -> AnswerResult:
        """Over the population."""

    @property
    def these(self) -> AnswerResult:
        """Over the data sets at hand."""

    @property
    def datasets(self) -> pd.DataFrame:
        """A row per data set."""

    @property
    def leave_one_out(self) -> pd.DataFrame:
        """A row per data set that is left out."""

    @property
    def sensitivity(self) -> pd.DataFrame:
        """A row per population."""

    @property
    def baselines(self) -> pd.DataFrame:
        """A row per other method."""

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted."""

    @property
    def provenance(self) -> Mapping[str, Any]:
        """How the result came about."""


def unit_of(result: OverDatasets) -> str:
    """Return what the data sets are called."""
    return "data set" if result.by is None else one_line(result.by.replace("_", " "))


def number_of(answer: AnswerResult, value: float) -> str:
    """Write a difference in decimals that show two figures of its posterior standard deviation."""
    return decimal_text(value, decimals_of(float(answer.posterior.sd)))
