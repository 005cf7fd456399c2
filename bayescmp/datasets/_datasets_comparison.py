"""The result of a comparison of two classifiers over several data sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._result import Result
from bayescmp._results import Interval, Trust
from bayescmp._settings import Settings
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.datasets._answer import Answer
from bayescmp.datasets._dict import arrays_of, dict_of
from bayescmp.metrics import Metric
from bayescmp.posteriors import PopulationPosterior
from bayescmp.posteriors._drawn import CHAINS, in_chains
from bayescmp.posteriors._weighted_mean import weighted_mean_posterior
from bayescmp.words import (
    headline_of_datasets,
    html_of_datasets,
    not_answered_of_datasets,
    notes_of_datasets,
    screen_of_datasets,
)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsComparison(Result):
    """Which of two classifiers is better on data sets like these, by how much, and how sure that is.

    A difference is loss(first) - loss(second): negative means that the first is better. The two estimands are the
    difference on another data set of the same population, `next_dataset`, and its average over the population,
    `average`; `these` is the mean over the data sets at hand.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    metric : Metric
        Whose losses are compared.
    settings : Settings
        Rope, threshold and interval.
    by : str or None
        The coordinate of records whose values are the data sets.
    posterior : PopulationPosterior
        Of the population of data sets.
    datasets : DataFrame
        A row per data set: estimate, interval, probabilities and decision of its difference given all data sets; with
        `raw_`, what it says by itself, `raw` being the observed difference; the probabilities of the correlated t test
        where there are validation sets; its weight among these data sets, records, and inference level.
    leave_one_out : DataFrame
        A row per data set: both answers without it, and `surprise`, the two-sided probability by the others of a
        difference so far out.
    sensitivity : DataFrame
        A row per prior: both answers under it.
    baselines : DataFrame
        A row per other method, and what it answers.
    trust : Trust
        How far the numbers can be trusted numerically.
    provenance : dict
        Versions.
    """

    first: str
    second: str
    metric: Metric
    settings: Settings
    by: str | None
    posterior: PopulationPosterior
    datasets: pd.DataFrame
    leave_one_out: pd.DataFrame
    sensitivity: pd.DataFrame
    baselines: pd.DataFrame
    trust: Trust
    provenance: Mapping[str, Any]

    @cached_property
    def next_dataset(self) -> Answer:
        """What is known of the difference on another data set of the population."""
        return Answer(posterior=self.posterior.next_dataset, settings=self.settings)

    @cached_property
    def average(self) -> Answer:
        """What is known of the average difference over the population of data sets."""
        return Answer(posterior=self.posterior.average, settings=self.settings)

    @cached_property
    def these(self) -> Answer:
        """What is known of the mean difference over the data sets at hand, by their weights; nothing is pooled."""
        weights = self.datasets["weight"].to_numpy()
        mean = weighted_mean_posterior(self.posterior.grid.likelihood, weights, "these")
        return Answer(posterior=mean, settings=self.settings)

    @property
    def spread(self) -> Interval:
        """Credible interval of the spread of the difference over data sets."""
        return self.posterior.spread.interval(self.settings.ci_prob, self.settings.ci_kind)

    @property
    def prior(self) -> PopulationPrior:
        """Prior of the population, in units of the loss."""
        return self.posterior.prior

    @property
    def reliable(self) -> bool:
        """Whether the numbers can be used."""
        return self.trust.reliable

    @property
    def not_answered(self) -> str:
        """What the analysis says nothing about."""
        return not_answered_of_datasets(self)

    @property
    def decision(self) -> str:
        """The decision on the next data set."""
        return self.next_dataset.decision

    @property
    def notes(self) -> tuple[str, ...]:
        """What is unusual, in sentences."""
        return notes_of_datasets(self)

    def summary(self) -> pd.DataFrame:
        """Return both answers, and that on the data sets at hand, in a table.

        Returns
        -------
        DataFrame
            A row per question.
        """
        rows = {which: getattr(self, which).to_dict() for which in ("next_dataset", "average", "these")}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("question")

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws : int, default 1000
            Draws of each of four chains, which are independent.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataTree
            `posterior` with `average`, `next_dataset`, `spread`, and `difference` along the dim `dataset`; each
            drawn by itself, so that they are not joint draws.
        """
        check_integer("draws", draws, least=1)
        source, parts = generator(rng), self.posterior
        posteriors = {
            "average": parts.average,
            "next_dataset": parts.next_dataset,
            "spread": parts.spread,
            "difference": parts.differences,
        }
        drawn = {name: in_chains(one.draw(CHAINS * draws, source)) for name, one in posteriors.items()}
        tree = xr.DataTree.from_dict({"posterior": xr.Dataset(drawn)})
        tree.attrs = {"result": self._json(ascii_only=True)}
        return tree

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Returns
        -------
        dict
            Missing numbers are None.
        """
        return dict_of(self)

    def _arrays(self) -> xr.Dataset:
        return arrays_of(self)

    def _headline(self) -> str:
        return headline_of_datasets(self)

    def __str__(self) -> str:
        return screen_of_datasets(self)

    def _repr_html_(self) -> str:
        return html_of_datasets(self)


def check_datasets_comparison(result: object, name: str = "result") -> DatasetsComparison:
    """Return `result` if it is a comparison over data sets."""
    if not isinstance(result, DatasetsComparison):
        raise TypeError(
            f"`{name}` must be a DatasetsComparison, as from `compare_datasets`, but got {type(result).__name__}."
        )
    return result
