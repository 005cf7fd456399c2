"""The result of a comparison of two classifiers over several data sets."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer, generator
from bayescmp.datasets._baycomp import BaycompPopulation
from bayescmp.datasets._entry import Entry, trust_of
from bayescmp.datasets._own import Own
from bayescmp.datasets._population import PairPopulation, by_classifier, differences_of, mean_over, told_values
from bayescmp.frequentist import sign, wilcoxon_signed_rank
from bayescmp.methods import CorrelatedT
from bayescmp.methods._correlated_t_method import correlated_t_of
from bayescmp.methods._plain_method import plain_method
from bayescmp.metrics import Metric, plain_metric
from bayescmp.posteriors import bayesian_sign, bayesian_signed_rank, largest_region
from bayescmp.posteriors._one_quantity import CHAINS, in_chains
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results import PROBABILITIES, Answer, Call, Result, Settings, Trust, decisions, in_order, regions

_QUESTIONS = ("average", "next_dataset", "these")
_NOTHING = np.full(3, np.nan)
_AS_THEY_ARE = ("first", "second", "by", "population", *_QUESTIONS, "datasets", "leave_one_out", "baselines")
"""Attributes that JSON holds by their names."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class DatasetsComparison(Result):
    """Which of two classifiers is better on data sets like these, by how much, and how sure that is.

    A difference is value(first) - value(second) in the units of the metric. The two estimands are its average over the
    population that the data sets come from, `average`, and the difference on another data set of it, `next_dataset`;
    `these` is the mean over the data sets at hand.

    Attributes
    ----------
    first, second : str
        Names of the classifiers.
    metric : Metric
        Whose values are compared.
    by : str or None
        The coordinate of records whose values are the data sets.
    population : str
        What the data sets are taken to come from, "normal" or "baycomp".
    entries : tuple of Entry
        Evidence, method and posterior of every data set.
    own : Own
        What they say by themselves, as arrays.
    posterior : PairPopulation or BaycompPopulation
        What they tell of others.
    settings, provenance, call
        As in `Result`.
    """

    first: str
    second: str
    metric: Metric
    settings: Settings
    by: str | None
    population: str
    entries: tuple[Entry, ...]
    own: Own
    posterior: PairPopulation | BaycompPopulation
    provenance: Mapping[str, Any]
    call: Call

    @property
    def values(self) -> Floats:
        """Observed values of the first and the second on each data set, (n_datasets, 2)."""
        return by_classifier([one.as_observed for one in self.entries], self.entries, (self.first, self.second))

    @property
    def differences(self) -> Floats:
        """value(first) - value(second) on each data set, of which the average is."""
        return differences_of(self.metric, *told_values(self.entries, (self.first, self.second)).T)

    @property
    def average(self) -> Answer:
        """What is known of the average difference over the population of data sets."""
        return self.posterior.average

    @property
    def next_dataset(self) -> Answer:
        """What is known of the difference on another data set of the population."""
        return self.posterior.next_dataset

    @cached_property
    def these(self) -> Answer:
        """What is known of the mean difference over the data sets at hand, each of which counts as one."""
        return mean_over(self.entries, self.own, self.settings)

    @cached_property
    def datasets(self) -> pd.DataFrame:
        """A row per data set: what it says by itself, `observed` being the observed difference.

        Estimate, interval, probabilities and decision are those of `compare`; then the probabilities of the correlated
        t test where there are validation sets, records, and method.
        """
        entries, own, settings = self.entries, self.own, self.settings
        low, high = own.intervals(settings).T
        of_tests = np.array([_correlated_t(*each, settings) for each in zip(entries, own.regions, strict=True)])
        columns = {
            "observed": [one.observed for one in entries],
            "estimate": own.mean,
            "sd": own.sd,
            "low": low,
            "high": high,
            **dict(zip(PROBABILITIES, own.regions.T, strict=True)),
            "decision": decisions(own.regions, settings.threshold),
            **{f"correlated_t_{name}": values for name, values in zip(PROBABILITIES, of_tests.T, strict=True)},
            "n_records": [one.n_records for one in entries],
            "method": [one.method_name for one in entries],
            "assumes": [one.assumes() for one in entries],
        }
        return pd.DataFrame(columns, index=self._index)

    @cached_property
    def leave_one_out(self) -> pd.DataFrame:
        """A row per data set: both answers without it."""
        columns: dict[str, Any] = {}
        for which, found in zip(_QUESTIONS[:2], self.posterior.without(), strict=True):
            columns |= {f"{which}_{name}": values for name, values in zip(PROBABILITIES, found.T, strict=True)}
            columns[f"{which}_decision"] = decisions(found, self.settings.threshold)
        return pd.DataFrame(columns, index=self._index)

    @cached_property
    def baselines(self) -> pd.DataFrame:
        """A row per other method, and what it answers."""
        settings, observed = self.settings, np.array([one.observed for one in self.entries])
        rows: list[dict[str, Any]] = []
        frequency = "frequency with which a region is the most probable one"
        if isinstance(self.posterior, BaycompPopulation):
            largest = np.array(self.posterior.student.largest_region(settings.rope))
            answers = f"{frequency} on the next data set, by the t population"
            rows.append(_baseline("largest region", answers, in_order(largest, settings)))
        for words, draw in (("Bayesian signed rank", bayesian_signed_rank), ("Bayesian sign", bayesian_sign)):
            largest = np.array(largest_region(draw(observed, rope=settings.rope, rng=settings.seed)))
            rows.append(_baseline(words, f"{frequency}; differences taken as known", in_order(largest, settings)))
        for words, test in (("Wilcoxon signed rank", wilcoxon_signed_rank), ("sign", sign)):
            result, answers = test(observed), "no difference over data sets; differences taken as known"
            rows.append(_baseline(words, answers, _NOTHING, result.statistic, result.pvalue))
        return pd.DataFrame(rows)

    @cached_property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        return trust_of(self.entries, self.settings, self.posterior.words)

    @property
    def decision(self) -> str:
        """The decision on average."""
        return self.average.decision

    @property
    def _index(self) -> pd.Index:
        return pd.Index([one.name for one in self.entries], name="dataset")

    def summary(self) -> pd.DataFrame:
        """Return both answers, and that on the data sets at hand, in a table with a row per question."""
        rows = {which: getattr(self, which).to_dict() for which in _QUESTIONS}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("question")

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Draw from the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws, rng
            As in `Result.to_datatree`.

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
        return self._tree(**drawn)

    @override
    def to_dict(self) -> dict[str, Any]:
        metric, method = plain_metric(self.metric), plain_method(self.call.arguments["method"])
        return self._plain(*_AS_THEY_ARE, **metric, **method)


def _correlated_t(entry: Entry, own: Floats, settings: Settings) -> Floats:
    """Return probabilities by the correlated t test, `own` where that is the method; NaN of fewer than two sets."""
    evidence = entry.evidence
    if isinstance(entry.method, CorrelatedT):
        return own
    if evidence is None or evidence.design.n_sets < 2 or not np.isfinite(evidence.design.test_to_train):
        return _NOTHING
    if (evidence.tables is None and evidence.given_differences is None) or not evidence.has_differences:
        return _NOTHING
    return regions(in_values(correlated_t_of(evidence), entry.metric).difference, settings)


def _baseline(
    method: str, answers: str, probabilities: Floats, statistic: float = np.nan, pvalue: float = np.nan
) -> dict[str, Any]:
    named = dict(zip(PROBABILITIES, probabilities, strict=True))
    return {"method": method, **named, "statistic": statistic, "pvalue": pvalue, "answers": answers}
