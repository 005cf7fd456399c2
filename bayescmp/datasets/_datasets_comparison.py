"""The result of a comparison of two classifiers over several data sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._answers import Answer
from bayescmp._call import Call, plain_level
from bayescmp._population_priors import DirichletPrior, StudentPrior
from bayescmp._result import Result
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp._validation import RandomNumbers, check_integer, generator
from bayescmp.content import ContentOfTwoOverDatasets
from bayescmp.datasets._entry import Entry
from bayescmp.datasets._frames_of_two import (
    frame_of_baselines,
    frame_of_datasets,
    frame_of_populations,
    frame_of_students,
    frame_without,
    student_without,
)
from bayescmp.datasets._own import Own
from bayescmp.datasets._population import (
    DIRICHLET,
    PairPopulation,
    default_of,
    dirichlet_of,
    mean_over,
)
from bayescmp.datasets._student import student_population, words_of_grid
from bayescmp.evidence._fact import SCALE_OF_DATA
from bayescmp.metrics import Metric, plain_metric
from bayescmp.posteriors import StudentPopulation
from bayescmp.posteriors._drawn_posterior import CHAINS, in_chains

_MOST_BY_STUDENT = 200
"""Data sets, beyond which the t population, which takes seconds then, is computed only if it is asked for."""
_QUESTIONS = ("next_dataset", "average", "these")
_AS_THEY_ARE = (
    "first",
    "second",
    "by",
    "prior_share",
    *_QUESTIONS,
    "datasets",
    "leave_one_out",
    "sensitivity",
    "baselines",
)
"""Attributes that JSON holds by their names."""
_EXACT = "deterministic: next data set exact, average and these with an error below 0.002 in probability"


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsComparison(Result):
    """Which of two classifiers is better on data sets like these, by how much, and how sure that is.

    A difference is value(first) - value(second) in the units of the metric. The two estimands are the
    difference on another data set of the same population, `next_dataset`, and its average over the population,
    `average`; `these` is the mean over the data sets at hand.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    metric : Metric
        Whose values are compared.
    settings : Settings
        Rope, threshold and interval.
    by : str or None
        The coordinate of records whose values are the data sets.
    prior : DirichletPrior or StudentPrior
        Of the population, in units of the metric.
    entries : tuple of Entry
        Evidence, level and posterior of every data set.
    own : Own
        What they say by themselves, as arrays.
    weights : array of shape (n_datasets,)
        Of the data sets in the mean over them.
    provenance : dict
        Versions.
    call : Call
        The data, and what was asked of them.
    """

    first: str
    second: str
    metric: Metric
    settings: Settings
    by: str | None
    prior: DirichletPrior | StudentPrior
    entries: tuple[Entry, ...]
    own: Own
    weights: Floats
    provenance: Mapping[str, Any]
    call: Call

    @cached_property
    def content(self) -> ContentOfTwoOverDatasets:
        """What the comparison says."""
        return ContentOfTwoOverDatasets(self)

    @property
    def posterior(self) -> PairPopulation | StudentPopulation:
        """Posterior of the population of data sets."""
        return self._population if self.is_dirichlet else self._student_asked

    @property
    def is_dirichlet(self) -> bool:
        """Whether the population is a Dirichlet process, and not a t distribution."""
        return isinstance(self.prior, DirichletPrior)

    @cached_property
    def next_dataset(self) -> Answer:
        """What is known of the difference on another data set of the population."""
        if self.is_dirichlet:
            return self._population.next_dataset
        return Answer(posterior=self._student_asked.next_dataset, settings=self.settings)

    @cached_property
    def average(self) -> Answer:
        """What is known of the average difference over the population of data sets."""
        if self.is_dirichlet:
            return self._population.average
        return Answer(posterior=self._student_asked.average, settings=self.settings)

    @cached_property
    def these(self) -> Answer:
        """What is known of the mean difference over the data sets at hand, by their weights."""
        return mean_over(self.entries, self.own, self.weights, self.settings)

    @cached_property
    def datasets(self) -> pd.DataFrame:
        """A row per data set: what it says by itself, `observed` being the observed difference.

        Estimate, interval, probabilities and decision are those of `compare`; then the probabilities of the correlated
        t test where there are validation sets, records, inference level, and the weight among these data sets.
        """
        return frame_of_datasets(self.entries, self.own, self.weights, self.settings)

    @cached_property
    def leave_one_out(self) -> pd.DataFrame:
        """A row per data set: both answers without it."""
        return frame_without([one.name for one in self.entries], self._without(), self.settings)

    @cached_property
    def sensitivity(self) -> pd.DataFrame:
        """A row per population: both answers under it."""
        if self.is_dirichlet:
            return frame_of_populations(self._population, self._student)
        return frame_of_students(self._student_asked, self._population)

    @cached_property
    def baselines(self) -> pd.DataFrame:
        """A row per other method, and what it answers."""
        return frame_of_baselines(np.array([one.observed for one in self.entries]), self._student, self.settings)

    @cached_property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        found = [one.trust(self.settings) for one in self.entries]
        unreliable = [one.name for one, trust in zip(self.entries, found, strict=True) if not trust.reliable]
        sentence = _EXACT if self.is_dirichlet else words_of_grid(self.entries, self.own, self._student_asked)
        if unreliable:
            sentence = f"NOT reliable on {', '.join(unreliable)}, whose draws are not; {sentence}"
        return Trust(sentence=sentence, reliable=not unreliable, prob_error=max(one.prob_error for one in found))

    @property
    def prior_share(self) -> float | None:
        """Share of the prior in the next data set; None for a t population."""
        return self._population.prior_share if self.is_dirichlet else None

    @property
    def decision(self) -> str:
        """The decision on the next data set."""
        return self.next_dataset.decision

    def summary(self) -> pd.DataFrame:
        """Return both answers, and that on the data sets at hand, in a table.

        Returns
        -------
        DataFrame
            A row per question.
        """
        rows = {which: getattr(self, which).to_dict() for which in _QUESTIONS}
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
            `posterior` with `average`, `next_dataset`, and `difference` along the dim `dataset`; each drawn by itself,
            so that they are not joint draws.
        """
        check_integer("draws", draws, least=1)
        source, known = generator(rng), self.own.known
        own = self.own.draw(CHAINS * draws, source)[known]
        names = [one.name for one, holds in zip(self.entries, known, strict=True) if holds]
        drawn = {
            "average": in_chains(self.average.posterior.draw(CHAINS * draws, source)),
            "next_dataset": in_chains(self.next_dataset.posterior.draw(CHAINS * draws, source)),
            "difference": in_chains(xr.DataArray(own, dims=("dataset", "draw"), coords={"dataset": names})),
        }
        tree = xr.DataTree.from_dict({"posterior": xr.Dataset(drawn)})
        tree.attrs = {"result": self._json(ascii_only=True)}
        return tree

    def draw_regions(self, draws: int = 1000, rng: RandomNumbers = 0) -> xr.DataArray:
        """Draw populations that are possible, and return what the next data set does in each.

        Parameters
        ----------
        draws : int, default 1000
            Number of draws.
        rng : int, Generator or None, default 0
            Seed or source of the draws.

        Returns
        -------
        DataArray, dims (draw, region)
            Probabilities of a difference below, within and above the rope.
        """
        check_integer("draws", draws, least=1)
        source = generator(rng)
        if self.is_dirichlet:
            return self._population.draw_regions(draws, source)
        return self._student_asked.draw_regions(self.settings.rope, draws, source)

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Returns
        -------
        dict
            Missing numbers are None.
        """
        metric, level = plain_metric(self.metric), plain_level(self.call.arguments["level"])
        return self._plain(*_AS_THEY_ARE, **metric, **level, population=self.prior)

    @cached_property
    def _population(self) -> PairPopulation:
        """A Dirichlet process: the one that was asked for, or the usual one beside a t population."""
        prior = self.prior if isinstance(self.prior, DirichletPrior) else default_of(DirichletPrior, self.prior)
        return PairPopulation(own=self.own, prior=prior, settings=self.settings)

    @cached_property
    def _student(self) -> StudentPopulation | None:
        """A t population: the one that was asked for, or the usual one beside a Dirichlet process."""
        if isinstance(self.prior, StudentPrior):
            return student_population(self.entries, self.own, self.prior)
        if len(self.entries) > _MOST_BY_STUDENT:
            return None
        return student_population(self.entries, self.own, default_of(StudentPrior, self.prior))

    def _without(self) -> tuple[Floats, Floats]:
        """Return the probabilities of both answers without each data set."""
        if not self.is_dirichlet:
            return student_without(self._student_asked, self.settings)
        few = len(self.entries) <= _MOST_BY_STUDENT
        if not (few and len(self.entries) > 1 and self.provenance.get(SCALE_OF_DATA)):
            return self._population.without()
        observed = np.array([one.observed for one in self.entries])
        found = []
        for place in range(len(observed)):  # whose prior has another scale without one
            others = np.delete(observed, place)[np.delete(self.own.known, place)]
            prior = dirichlet_of(DIRICHLET, self.metric, others)
            less = self._population.less(place, prior)
            found.append((less.next_dataset.probabilities, less.average.probabilities))
        return np.array([one for one, _ in found]), np.array([other for _, other in found])

    @property
    def _student_asked(self) -> StudentPopulation:
        assert self._student is not None  # noqa: S101 - it was asked for
        return self._student


def check_datasets_comparison(result: object, name: str = "result") -> DatasetsComparison:
    """Return `result` if it is a comparison over data sets."""
    if not isinstance(result, DatasetsComparison):
        raise TypeError(
            f"`{name}` must be a DatasetsComparison, as from `compare_datasets`, but got {type(result).__name__}."
        )
    return result
