"""The result of a ranking of several classifiers over several data sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._population import PopulationPrior
from bayescmp._result import Result
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp._typing import Booleans
from bayescmp._validation import RandomNumbers
from bayescmp.datasets._ranking_dict import arrays_of_ranking, dict_of_ranking
from bayescmp.levels._decision import OUTCOMES
from bayescmp.metrics import Metric
from bayescmp.ranking._tiers import beaten_by, tiers_of
from bayescmp.words import (
    headline_of_datasets_ranking,
    html_of_datasets_ranking,
    not_answered_of_datasets_ranking,
    notes_of_datasets_ranking,
    screen_of_datasets_ranking,
)


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsRanking(Result):
    """Which of several classifiers is best on data sets like these, and which cannot be told apart.

    Losses are less their mean over the classifiers: only differences within a data set count. `next_dataset` in a name
    means another data set of the same population, `average` the average over the population.

    Attributes
    ----------
    metric : Metric
        Whose losses are compared.
    settings : Settings
        Rope, threshold and interval.
    by : str or None
        The coordinate of records whose values are the data sets.
    prior : PopulationPrior
        Of the difference of two classifiers over data sets.
    control : str or None
        The classifier that was asked for as the control of Holm's procedure.
    draws : Dataset
        Draws of `average`, `next_dataset` and `spread`, dims (chain, draw, classifier).
    losses : DataArray, dims (dataset, classifier)
        Losses as observed, NaN where a classifier is missing.
    shrunken : DataArray, dims (dataset, classifier)
        Posterior means of the losses less their mean over the classifiers, those of missing ones as well.
    levels : mapping of str to (str, float)
        Inference level and number of records of each data set.
    classifiers : DataFrame
        A row per classifier, the least average loss first: estimate and interval of its average; for both questions
        `prob_best`, `expected_rank`, `expected_regret` and the probability of being within the rope of the best; and on
        how many data sets it is.
    pairs : DataFrame
        A row per pair: for both questions estimate and interval of the difference, three probabilities and a decision.
    tests : DataFrame
        A row per test of all classifiers, on the data sets that have all of them; empty where there are none.
    against_control : DataFrame
        A row per classifier: mean rank, and the p-value by Holm's procedure against the control, 1 for itself.
    trust : Trust
        The verdict on the draws.
    provenance : dict
        Versions, and the sampler.
    """

    metric: Metric
    settings: Settings
    by: str | None
    prior: PopulationPrior
    control: str | None
    draws: xr.Dataset
    losses: xr.DataArray
    shrunken: xr.DataArray
    levels: Mapping[str, tuple[str, float]]
    classifiers: pd.DataFrame
    pairs: pd.DataFrame
    tests: pd.DataFrame
    against_control: pd.DataFrame
    trust: Trust
    provenance: Mapping[str, Any]

    @property
    def best(self) -> str:
        """Name of the classifier with the least average loss; see `average_prob_best` for how sure that is."""
        return str(self.classifiers.index[0])

    @cached_property
    def unbeaten(self) -> tuple[str, ...]:
        """Classifiers that no other one beats on average at the threshold, the least loss first."""
        beaten = dict(zip(self._names, self._beats.any(0), strict=True))
        return tuple(name for name in self.classifiers.index if not beaten[name])

    @cached_property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, in order of average loss, in no pair of which one beats the other on average."""
        order = np.array([self._names.index(name) for name in self.classifiers.index])
        return tuple(tuple(self._names[place] for place in tier) for tier in tiers_of(order, self._beats))

    @property
    def reliable(self) -> bool:
        """Whether the numbers can be used."""
        return self.trust.reliable

    @property
    def not_answered(self) -> str:
        """What the analysis says nothing about."""
        return not_answered_of_datasets_ranking(self)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is unusual, in sentences."""
        return notes_of_datasets_ranking(self)

    def summary(self) -> pd.DataFrame:
        """Return `classifiers` with the number of the first tier.

        Returns
        -------
        DataFrame
            The least average loss first.
        """
        tier = {name: number for number, tier in reversed(list(enumerate(self.tiers, 1))) for name in tier}
        frame = self.classifiers.reset_index()
        return frame.assign(unbeaten=frame["classifier"].isin(self.unbeaten), tier=frame["classifier"].map(tier))

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002
        """Return the draws of the sampler in the form that ArviZ takes; there are as many as were asked of it."""
        tree = xr.DataTree.from_dict({"posterior": self.draws})
        tree.attrs = {"result": self._json(ascii_only=True)}
        return tree

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Returns
        -------
        dict
            Missing numbers are None.
        """
        return dict_of_ranking(self)

    @property
    def _names(self) -> list[str]:
        return [str(name) for name in self.draws["classifier"].to_numpy()]

    @cached_property
    def _beats(self) -> Booleans:
        first, _, second = ((self.pairs["average_decision"] == outcome).to_numpy() for outcome in OUTCOMES)
        return beaten_by(first, second, len(self._names))

    def _arrays(self) -> xr.Dataset:
        return arrays_of_ranking(self)

    def _headline(self) -> str:
        return headline_of_datasets_ranking(self)

    def __str__(self) -> str:
        return screen_of_datasets_ranking(self)

    def _repr_html_(self) -> str:
        return html_of_datasets_ranking(self)
