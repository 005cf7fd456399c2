"""The result of a ranking of several classifiers over several data sets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.datasets._entry import Entry, trust_of
from bayescmp.datasets._joint_population import JointPopulation
from bayescmp.datasets._population import PairPopulation
from bayescmp.frequentist import (
    MeanRanks,
    friedman,
    holm_against_control,
    iman_davenport,
    nemenyi,
    wilcoxon_signed_rank,
)
from bayescmp.methods._plain_method import plain_method
from bayescmp.metrics import Metric, plain_metric
from bayescmp.posteriors._one_quantity import CHAINS, in_chains
from bayescmp.ranking._draws import OfDraws, of_draws
from bayescmp.ranking._frames import adjusted, holm_of
from bayescmp.ranking._ranked import Ranked, places_of
from bayescmp.ranking._tiers import order_of
from bayescmp.results import UNDECIDED, Answer, Call, Settings, Trust

_AS_THEY_ARE = ("by", "control", "best", "unbeaten", "tiers", "classifiers", "tests", "against_control", "methods")
"""Attributes that JSON holds by their names."""
_QUESTIONS = ("average", "next_dataset")
_OF_ALL = ("prob_best", "expected_rank", "expected_regret", "prob_within_rope_of_best")
_COLUMNS = ["estimate", "low", "high", *(f"{one}_{name}" for one in _QUESTIONS for name in _OF_ALL), "n_datasets"]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsRanking(Ranked):
    """Which of several classifiers is best on data sets like these, and which cannot be told apart.

    Values are less their mean over the classifiers: only differences within a data set count. `next_dataset` in a name
    means another data set of the same population, `average` the average over the population.

    Attributes
    ----------
    metric : Metric
        Whose values are compared.
    by : str or None
        The coordinate of records whose values are the data sets.
    control : str or None
        The classifier that was asked for as the control of Holm's procedure.
    entries : tuple of Entry
        Evidence, method and posterior of every data set.
    observed : DataArray, dims (dataset, classifier)
        Values as observed, NaN where a classifier is missing.
    populations : mapping of (str, str) to PairPopulation or None
        Of the difference of every pair; None where no data set has both.
    joint : JointPopulation or None
        Of the losses of all classifiers, less their mean; None where no data set has all.
    settings, provenance, call
        As in `Result`.
    """

    metric: Metric
    settings: Settings
    by: str | None
    control: str | None
    entries: tuple[Entry, ...]
    observed: xr.DataArray
    populations: Mapping[tuple[str, str], PairPopulation | None]
    joint: JointPopulation | None
    provenance: Mapping[str, Any]
    call: Call

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """A row per pair: for both questions estimate and interval of the difference, probabilities, and a decision.

        On average also Holm's adjustment over the pairs, and whether one is better by decision after it; and the
        p-values of Wilcoxon's signed rank test on the data sets that have both, alone and by Holm over the pairs.
        """
        told = self.populations.values()
        tests = np.array([np.nan if one is None else wilcoxon_signed_rank(one.differences).pvalue for one in told])
        return self._frame_of_pairs(Answer.to_dict).assign(wilcoxon=tests, wilcoxon_holm=adjusted(tests))

    @cached_property
    def decided(self) -> pd.DataFrame:
        """The same as `pairs`, but for the intervals, which take longest of many classifiers."""
        return self._frame_of_pairs(Answer.without_interval)

    @cached_property
    def classifiers(self) -> pd.DataFrame:
        """A row per classifier, the best average first.

        Estimate and interval of its average; for both questions `prob_best`, `expected_rank`, `expected_regret` and the
        probability of being within the rope of the best, NaN where no data set has all; and on how many it is.
        """
        sign, names = self.metric.sign, self._names
        columns: dict[str, Any] = {"n_datasets": self.observed.count("dataset").to_numpy()}
        if self.joint is None:
            columns["estimate"] = self._estimates()
        else:
            interval = self.joint.of_each.interval(self.settings.ci_prob, self.settings.ci_kind)
            low, high = np.sort([sign * np.asarray(end) for end in (interval.low, interval.high)], axis=0)
            columns |= {"estimate": sign * self.joint.losses.mean(axis=0), "low": low, "high": high}
        for question, draws in self._found.items():
            told = draws.ranks[:, 0], draws.ranks @ np.arange(1, len(names) + 1), draws.regret, draws.within_rope
            columns |= {f"{question}_{name}": column for name, column in zip(_OF_ALL, told, strict=True)}
        frame = pd.DataFrame(columns, index=pd.Index(names, name="classifier")).reindex(columns=_COLUMNS)
        return frame.iloc[order_of(sign * frame["estimate"].to_numpy(), names)]

    @cached_property
    def like_the_best(self) -> xr.DataArray:
        """Which classifiers are not decided to be worse than the best one on a data set, dims (dataset, classifier)."""
        names, values = self._names, self.observed.transpose("dataset", "classifier")
        losses = self.metric.sign * values.to_numpy()
        like = np.isfinite(losses)
        best = np.where(like.any(1), np.argmin(np.where(like, losses, np.inf), axis=1), -1)
        for pair, population in self.populations.items():
            if population is None:
                continue
            first, second = map(names.index, pair)
            both = np.flatnonzero(np.isfinite(losses[:, [first, second]]).all(1))
            decided = population.own.regions >= self.settings.threshold
            like[both[(best[both] == first) & decided[:, 0]], second] = False
            like[both[(best[both] == second) & decided[:, 2]], first] = False
        return values.copy(data=like)

    @cached_property
    def rank_probabilities(self) -> xr.DataArray | None:
        """Probability of each rank on average, 1 for the best, dims (classifier, rank).

        None where no data set has all classifiers, or one does.
        """
        if "average" not in self._found:
            return None
        return self._found["average"].rank_probabilities(self._names)

    @cached_property
    def mean_ranks(self) -> MeanRanks | None:
        """Mean ranks and Nemenyi's critical difference at 0.05, on the data sets that have all classifiers.

        As from `bayescmp.frequentist.nemenyi`; None where fewer than two data sets have all classifiers.
        """
        return nemenyi(self._complete) if min(self._complete.shape) > 1 else None

    @cached_property
    def tests(self) -> pd.DataFrame:
        """A row per test of all classifiers, on the data sets that have all of them; empty where there are none."""
        rows: list[tuple[str, float, float]] = []
        if self.mean_ranks is not None:
            results = (test(self._complete) for test in (friedman, iman_davenport))
            rows = [(result.name, result.statistic, result.pvalue) for result in results]
            rows.append(("nemenyi critical difference", self.mean_ranks.critical_difference, np.nan))
        return pd.DataFrame(rows, columns=["test", "statistic", "pvalue"])

    @cached_property
    def against_control(self) -> pd.DataFrame:
        """A row per classifier: mean rank, and the p-value by Holm's procedure against the control, 1 for itself."""
        columns = dict.fromkeys(("mean_rank", "pvalue_holm"), np.full(len(self._names), np.nan))
        if self.mean_ranks is not None:
            ranks = self.mean_ranks.ranks.to_numpy()
            control = self._names[int(np.argmin(ranks))] if self.control is None else self.control
            pvalues = holm_against_control(self._complete, control=control).to_numpy()
            columns = {"mean_rank": ranks, "pvalue_holm": pvalues}
        return pd.DataFrame(columns, index=pd.Index(self._names, name="classifier"))

    @property
    def gap(self) -> float:
        """Largest difference between the average of a pair and that on the data sets that have all classifiers."""
        if self.joint is None:
            return np.nan
        first, second = places_of(self.decided, self._names)
        of_all = self.metric.sign * self.joint.losses.mean(axis=0)
        return float((self.decided["average_estimate"] - of_all[first] + of_all[second]).abs().max())

    @property
    def methods(self) -> Mapping[str, tuple[str, float]]:
        """Method and number of records of each data set."""
        return {one.name: (one.method_name, one.n_records) for one in self.entries}

    @cached_property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        draws = 0 if self.joint is None else len(self.joint.next_dataset)
        error = 0.5 / float(np.sqrt(draws)) if draws else 0.0
        best = f"; who is best rests on {draws:,} draws, Monte Carlo error at most {error:.2g}" if draws else ""
        sentence = f"numbers of pairs are computed without draws{best}"
        return trust_of(self.entries, self.settings, sentence, error)

    def summary(self) -> pd.DataFrame:
        """Return `classifiers`, the best average first, with the number of the first tier."""
        return self._with_tiers()

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw the values of all classifiers, less their mean, in the form that ArviZ takes.

        Parameters
        ----------
        draws, rng
            As in `Result.to_datatree`.

        Returns
        -------
        DataTree
            `posterior` with `average`, where more than one data set tells of it, and `next_dataset` along the dim
            `classifier`, each drawn by itself.

        Raises
        ------
        ValueError
            If no data set has all classifiers.
        """
        check_integer("draws", draws, least=1)
        if self.joint is None:
            raise ValueError("No data set of `data` has all classifiers, so that nothing tells of all at once.")
        source, drawn = generator(rng), {}
        for which in _QUESTIONS:
            if (found := getattr(self.joint, which)) is None:
                continue
            values = self.metric.sign * found[source.integers(len(found), size=CHAINS * draws)]
            drawn[which] = in_chains(xr.DataArray(values, {"classifier": self._names}, ("draw", "classifier")))
        return self._tree(**drawn)

    @override
    def to_dict(self, *, every_pair: bool = False) -> dict[str, Any]:
        values = self.observed.transpose("dataset", "classifier")
        names = list(map(str, values["dataset"].to_numpy()))
        return self._plain(
            *_AS_THEY_ARE,
            **plain_metric(self.metric),
            **plain_method(self.call.arguments["method"]),
            **self._plain_pairs(every_pair=every_pair),
            observed=pd.DataFrame(values.to_numpy(), names, self._names).to_dict("index"),
        )

    @property
    def _names(self) -> list[str]:
        return [str(name) for name in self.observed["classifier"].to_numpy()]

    @cached_property
    def _found(self) -> dict[str, OfDraws]:
        """What joint draws tell of all classifiers by question; nothing where the data sets tell nothing."""
        drawn = {question: getattr(self.joint, question, None) for question in _QUESTIONS}
        return {name: of_draws(draws, self.settings.rope[1]) for name, draws in drawn.items() if draws is not None}

    @cached_property
    def _complete(self) -> xr.DataArray:
        """Losses on the data sets that have all classifiers."""
        return self.metric.loss_of_value(self.observed).transpose("dataset", "classifier").dropna("dataset")

    def _frame_of_pairs(self, told: Callable[[Answer], Mapping[str, object]]) -> pd.DataFrame:
        """Return a row per pair, with what is told of both answers, that depend on its own two classifiers only."""
        rows = []
        for (first, second), population in self.populations.items():
            n_datasets = 0 if population is None else int(population.own.known.sum())
            row: dict[str, Any] = {"first": first, "second": second, "n_datasets": n_datasets}
            for question in _QUESTIONS:
                answer = {"decision": UNDECIDED} if population is None else told(getattr(population, question))
                row |= {f"{question}_{name}": value for name, value in answer.items()}
            rows.append(row)
        frame = pd.DataFrame(rows)
        return frame.assign(**holm_of(frame, self.settings.threshold, "average_"))

    def _estimates(self) -> Floats:
        """Return average values less their mean over the classifiers, from the means of the pairs."""
        told = self.decided[self.decided["n_datasets"] > 0]
        first, second = places_of(told, self._names)
        differences = np.zeros((len(self._names),) * 2)
        differences[first, second] = told["average_estimate"]
        return np.asarray((differences - differences.T).mean(axis=1))

    @property
    def _decisions(self) -> pd.Series:
        return self.decided["average_decision"]
