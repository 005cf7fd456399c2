"""The result of a ranking."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, cast

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.comparison import Comparison, compare
from bayescmp.comparison._by_task import values_by_task
from bayescmp.design import Design
from bayescmp.evidence import Evidence
from bayescmp.evidence._design_words import resampling_words
from bayescmp.levels import Level
from bayescmp.levels._plain_level import plain_level
from bayescmp.metrics import plain_metric
from bayescmp.posteriors import JointPosterior
from bayescmp.posteriors._drawn_posterior import CHAINS, in_chains
from bayescmp.ranking._frames import decided
from bayescmp.ranking._pairs_shown import shown_pairs
from bayescmp.ranking._tiers import beaten_by, tiers_of
from bayescmp.results._call import Call
from bayescmp.results._result import Result
from bayescmp.results._settings import Settings
from bayescmp.results._significance import SignificanceResult
from bayescmp.results._trust import Trust

_AS_THEY_ARE = (
    "draws",
    "best",
    "unbeaten",
    "tiers",
    "observed",
    "simultaneous_prob",
    "optimism",
    "resampling",
    "estimand",
    "design",
    "classifiers",
    "to_best",
    "tasks",
)
"""Attributes that JSON holds by their names."""
_MOST_RANKS = 50
"""Beyond which ranks of each classifier are left out unless they are asked for."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Ranking(Result):
    """Which of several classifiers is best, how sure that is, and which cannot be told apart.

    A difference is value(first) - value(second) in the units of the metric.

    Attributes
    ----------
    evidence : Evidence
        The data: names of the classifiers, metric and design.
    settings : Settings
        What was asked for: rope, threshold, interval, prior.
    draws : int
        Number of joint draws.
    level : Level
        The inference level that all pairs rest on, with its options.
    posterior : JointPosterior
        The joint posterior of all losses.
    classifiers : DataFrame
        One row per classifier, the best first: estimate and interval of its value, `prob_best`, the same under the
        cautious prior of the variance of training sets (NaN on a hold-out, which has none) and if all are pooled (NaN
        but for the errors of three or more on a hold-out), expected rank, expected regret, probability of being within
        the rope of the best, and its value if all are pooled. Classifiers that lose the same have the same numbers.
    rank_probabilities : DataArray, dims (classifier, rank)
        Probability of each rank, 1 for the best.
    pairs : DataFrame
        One row per pair, by the pair's own posterior; pooled probabilities, and Holm's adjustment of the posterior and
        of the test over all pairs.
    to_best : DataFrame
        Differences of all others to the best, its value taken off theirs, with intervals that hold for all at once.
    simultaneous_prob : float
        Probability that each of those intervals has by itself.
    optimism : float
        By how much the best estimate of several is too good on average, because it was the best.
    omnibus : SignificanceResult or None
        Test of equality of all, where there is one.
    trust : Trust
        How far the numbers can be trusted numerically.
    provenance : dict
        Versions, and how the predictions came about.
    call : Call
        The data, and what was asked of them.
    """

    evidence: Evidence
    settings: Settings
    draws: int
    level: Level
    posterior: JointPosterior
    classifiers: pd.DataFrame
    rank_probabilities: xr.DataArray
    pairs: pd.DataFrame
    to_best: pd.DataFrame
    simultaneous_prob: float
    optimism: float
    omnibus: SignificanceResult | None
    trust: Trust
    provenance: Mapping[str, Any]
    call: Call

    @property
    def best(self) -> str:
        """Name of the classifier with the best estimate; see `prob_best` for how sure that is."""
        return str(self.classifiers.index[0])

    @property
    def design(self) -> Design:
        """What was resampled."""
        return self.evidence.design

    @property
    def observed(self) -> dict[str, float]:
        """Observed value of each classifier in the units of the metric, in the order of the data.

        Over the records that all classifiers answered, as estimates are; beside a judge, those that people labelled.
        """
        is_judged = "judged" in self.evidence.predictions
        return (self.evidence if is_judged else self.evidence.answered_by_all).observed

    @cached_property
    def tasks(self) -> pd.DataFrame | None:
        """One row per task of a hold-out: number of records, and the observed value of each classifier.

        None without tasks, and of a cross-validation; NaN where a task by itself does not tell the metric.
        """
        return values_by_task(self.evidence.predictions, self.design, self.evidence.metric)

    @cached_property
    def unbeaten(self) -> tuple[str, ...]:
        """Names of the classifiers that no other one beats at the threshold, the best first."""
        beaten = dict(zip(self.evidence.classifiers, self._beats.any(0), strict=True))
        return tuple(name for name in self.classifiers.index if not beaten[name])

    @cached_property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, the best first, in no pair of which one beats the other at the threshold."""
        names = self.evidence.classifiers
        order = np.array([names.index(name) for name in self.classifiers.index])
        return tuple(tuple(names[place] for place in tier) for tier in tiers_of(order, self._beats))

    @cached_property
    def _beats(self) -> Any:
        return beaten_by(*decided(self.pairs), len(self.evidence.classifiers))

    @property
    def resampling(self) -> str:
        """How records were split, in words."""
        return resampling_words(self.design)

    @property
    def estimand(self) -> str:
        """The quantity that is estimated, in words."""
        return self.content.question()

    def comparison(self, first: str, second: str) -> Comparison:
        """Return the comparison of two of the classifiers.

        Parameters
        ----------
        first, second : str
            Their names.

        Returns
        -------
        Comparison
            That of `compare` with the same prior and settings; the row of `pairs` has its numbers.

        Raises
        ------
        ValueError
            If the names do not name two of the classifiers.
        """
        asked, data = self.settings, cast("xr.Dataset", self.call.data)
        return compare(
            data,
            first=first,
            second=second,
            metric=self.call.arguments["metric"],
            level=self.level,
            rope=asked.rope,
            ci_prob=asked.ci_prob,
            ci_kind=asked.ci_kind,
            threshold=asked.threshold,
            rng=asked.rng,
        )

    def summary(self) -> pd.DataFrame:
        """One row per classifier: its value, and everything of `classifiers`, with the number of the first tier.

        Returns
        -------
        DataFrame
            The best first.
        """
        tier = {name: number for number, tier in reversed(list(enumerate(self.tiers, 1))) for name in tier}
        frame = self.classifiers.reset_index()
        frame.insert(1, self.evidence.metric.name, frame["classifier"].map(self.observed))
        return frame.assign(
            unbeaten=frame["classifier"].isin(self.unbeaten),
            tier=frame["classifier"].map(tier),
            level=self.level.name,
        )

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return joint draws of the values in the form that ArviZ takes.

        Parameters
        ----------
        draws : int, default 1000
            Independent draws in each of four chains.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataTree
            With the group `posterior`, whose variable `value` has the dims (chain, draw, classifier).
        """
        check_integer("draws", draws, least=1)
        value = self.evidence.metric.loss_of_value(in_chains(self.posterior.draw(CHAINS * draws, generator(rng))))
        tree = xr.DataTree.from_dict({"posterior": xr.Dataset({"value": value})})
        tree.attrs = {"result": self._json(ascii_only=True)}
        return tree

    def to_dict(self, *, every_pair: bool = False) -> dict[str, Any]:
        """Return everything in the plain types of JSON, as documented on the page on the JSON schema.

        Parameters
        ----------
        every_pair : bool, default False
            Of more than a thousand pairs return all, and every rank; else the pairs of the best
            classifier and those of neighbours, and the first fifty ranks.

        Returns
        -------
        dict
            Missing numbers are None.
        """
        pairs, ranks = self.pairs, self.rank_probabilities
        if not every_pair:
            pairs, ranks = shown_pairs(pairs, list(self.classifiers.index)), ranks.isel(rank=slice(_MOST_RANKS))
        test = self.omnibus
        return self._plain(
            *_AS_THEY_ARE,
            **plain_metric(self.evidence.metric),
            **plain_level(self.level),
            rng=self.settings.rng,
            facts=self.evidence.facts,
            rank_probabilities=dict(zip(self.evidence.classifiers, ranks.to_numpy().tolist(), strict=True)),
            pairs=pairs,
            pairs_left_out=len(self.pairs) - len(pairs),
            omnibus=test and {one.name: getattr(test, one.name) for one in fields(test) if one.repr},
        )
