"""The result of a ranking."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, override

import pandas as pd
import xarray as xr

from bayescmp.comparison import Comparison, compare
from bayescmp.comparison._by_task import values_by_task
from bayescmp.comparison._changed import changed_records
from bayescmp.comparison._of_experiment import OfExperiment
from bayescmp.evidence import Evidence
from bayescmp.methods import Method
from bayescmp.methods._plain_method import plain_method
from bayescmp.metrics import plain_metric
from bayescmp.posteriors import JointPosterior
from bayescmp.ranking._frames import frame_against_control
from bayescmp.ranking._ranked import Ranked
from bayescmp.results import Call, Settings, SignificanceResult, Trust

_AS_THEY_ARE = (
    "draws", "best", "unbeaten", "tiers", "observed", "simultaneous_prob", "optimism", "resampling", "estimand",
    "design", "classifiers", "to_best", "control", "against_control", "tasks",
)  # fmt: skip
"""Attributes that JSON holds by their names."""
_MOST_RANKS = 50  # beyond which ranks of each classifier are left out unless they are asked for


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Ranking(Ranked, OfExperiment):
    """Which of several classifiers is best, how sure that is, and which cannot be told apart.

    A difference is value(first) - value(second) in the units of the metric.

    Attributes
    ----------
    evidence : Evidence
        The data: names of the classifiers, metric and design.
    control : str or None
        The classifier that was asked for as the control.
    draws : int
        Number of joint draws.
    method : Method
        The method that all pairs rest on, with its options.
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
    settings, trust, provenance, call
        As in `Result`.
    """

    evidence: Evidence
    settings: Settings
    control: str | None
    draws: int
    method: Method
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
    def against_control(self) -> pd.DataFrame | None:
        """One row per other classifier, the best first, and the control as the second; None without a control.

        With the columns of `pairs`, but Holm's adjustments are over these rows alone.
        """
        if self.control is None:
            return None
        return frame_against_control(self.pairs, self.control, self.classifiers.index, self.settings.threshold)

    @property
    def _names(self) -> tuple[str, ...]:
        return self.evidence.classifiers

    @property
    def _decisions(self) -> pd.Series:
        return self.pairs["decision"]

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
        """
        return compare(
            self.call.data,
            first=first,
            second=second,
            metric=self.call.arguments["metric"],
            method=self.method,
            **self.settings.asked(),
        )

    def changed(self, first: str, second: str) -> pd.DataFrame:
        """Return a row for each record on which two of the classifiers differ, as `changed` of their comparison does.

        Parameters
        ----------
        first, second : str
            Their names.
        """
        return changed_records(self.call.data, self.call.arguments["metric"], first, second)

    def summary(self) -> pd.DataFrame:
        """One row per classifier, the best first: its value, all of `classifiers`, and the number of the first tier."""
        frame = self._with_tiers().assign(method=self.method.name)
        frame.insert(1, self.evidence.metric.name, frame["classifier"].map(self.observed))
        return frame

    @override
    def to_dict(self, *, every_pair: bool = False) -> dict[str, Any]:
        ranks = self.rank_probabilities.isel(rank=slice(None if every_pair else _MOST_RANKS))
        test = self.omnibus
        return self._plain(
            *_AS_THEY_ARE,
            **plain_metric(self.evidence.metric),
            **plain_method(self.method),
            rng=self.settings.rng,
            facts=self.evidence.facts,
            rank_probabilities=dict(zip(self.evidence.classifiers, ranks.to_numpy().tolist(), strict=True)),
            **self._plain_pairs(every_pair=every_pair),
            omnibus=test and {one.name: getattr(test, one.name) for one in fields(test) if one.repr},
        )
