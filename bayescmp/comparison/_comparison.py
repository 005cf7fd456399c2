"""The result of a comparison."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, override

import pandas as pd
import xarray as xr

from bayescmp._support._text import visible
from bayescmp._support._validation import RandomNumbers
from bayescmp.comparison._asserted import Asserted
from bayescmp.comparison._by_task import pair_by_task
from bayescmp.comparison._changed import changed_records
from bayescmp.comparison._fragility import fragility_of
from bayescmp.comparison._judge import WithJudge
from bayescmp.comparison._of_experiment import OfExperiment, frame_of_values
from bayescmp.comparison._ropes import Ropes, ropes_of
from bayescmp.evidence import PairEvidence
from bayescmp.evidence._design_words import estimand_words
from bayescmp.frequentist import tests_of
from bayescmp.methods import Method, Paired, PairPosterior, TippingPoint, tipping_point
from bayescmp.methods._plain_method import plain_method
from bayescmp.methods._rows import rows_of
from bayescmp.metrics import plain_metric
from bayescmp.posteriors import PairedPosterior, paired_posterior
from bayescmp.posteriors._pair_posteriors import in_values
from bayescmp.results import OUTCOMES, PROBABILITIES, Answer, Call, Interval, Posterior, Settings, Trust, answers
from bayescmp.tables import plain_table

_AS_THEY_ARE = (
    "first", "second", "errors", "observed", *PROBABILITIES, "decision", "effective_size", "bayes_factor",
    "prob_one_run_better", "resampling", "estimand", "identical", "design", "methods", "tipping_point", "tasks",
    "judge",
)  # fmt: skip
"""Attributes that JSON holds by their names."""
_FAR = 40.0  # standard deviations, where no probability is left


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Comparison(Asserted, WithJudge, OfExperiment):
    """Which of two classifiers is better, by how much, and how sure that is.

    A difference is value(first) - value(second) in the units of the metric, for the error err(first) - err(second):
    where more is better, a positive one means that the first is better, else a negative one.

    Attributes
    ----------
    evidence : PairEvidence
        The data: names of the classifiers, metric, design and tables.
    method : Method
        The method that the decision rests on, with its options.
    posterior : posterior of a pair
        Its posterior; `difference` is that of the values.
    beside : tuple of Method
        The other methods that stand in `methods`.
    settings, trust, provenance, call
        As in `Result`.
    """

    evidence: PairEvidence
    settings: Settings
    method: Method
    posterior: PairPosterior
    beside: tuple[Method, ...]
    trust: Trust
    provenance: Mapping[str, Any]
    call: Call

    @property
    def first(self) -> str:
        """Name of the first classifier."""
        return self.evidence.first

    @property
    def second(self) -> str:
        """Name of the second classifier."""
        return self.evidence.second

    @property
    def errors(self) -> dict[str, float] | None:
        """Observed share of wrong predictions of each classifier, over all validation sets; None without labels."""
        if self.evidence.tables is None:
            return None
        return dict(zip((self.first, self.second), self.evidence.errors, strict=True))

    @property
    def observed(self) -> dict[str, float]:
        """Observed value of each classifier in the units of the metric; for the error, `errors`."""
        return dict(zip((self.first, self.second), self.evidence.observed, strict=True))

    @cached_property
    def classifiers(self) -> pd.DataFrame:
        """One row per classifier: its observed value, and posterior mean and interval of it by itself.

        NaN where the method tells of the difference alone, as of scores. Intervals of two that overlap may differ all
        the same: `difference` knows that they were tried on the same records.
        """
        losses = self.method.alone_of_pair(self.evidence, self.settings)
        return frame_of_values(self.observed, losses, self.evidence.metric, self.settings)

    @cached_property
    def tasks(self) -> pd.DataFrame | None:
        """One row per task of a hold-out, analysed by itself; None without tasks, and of a cross-validation.

        Number of records, both values, and estimate, interval, probabilities and decision of the difference as on the
        whole. NaN where a task by itself does not tell the metric, as records of one class do not tell an AUC.
        """
        return pair_by_task(self.call.data, self.evidence, self.method, self.settings)

    @cached_property
    def methods(self) -> pd.DataFrame:
        """One row per method and test that the data allow, the method that the decision rests on first.

        Estimate and interval, the three probabilities of a method or the p-value of a test, and what it assumes.
        """
        others = ((one, Answer(posterior=self._fit(one).difference, settings=self.settings)) for one in self.beside)
        return rows_of(self.evidence, [(self.method, self._answer), *others], self.settings)

    @cached_property
    def tipping_point(self) -> TippingPoint | None:
        """How large the variance of training sets would have to be for the decision to fall.

        By the deterministic crossed effects; None without the predictions of several training sets.
        """
        others = ((one, self._fit(one)) for one in self.beside if one.has_given_tau)
        return tipping_point([(self.method, self.posterior), *others], self.settings)

    @property
    def probabilities(self) -> tuple[float, float, float]:
        """Posterior probabilities of first better, equivalent and second better, which sum to 1."""
        return self._answer.probabilities

    @property
    def prob_one_run_better(self) -> float | None:
        """Probability that one new run of the first is better than one of the second, on all records there may be.

        Of who trains once. None where algorithms were not trained several times.
        """
        one_run = getattr(self.posterior, "one_run", None)
        return None if one_run is None else float(one_run.prob_first_better)

    @property
    def difference(self) -> Posterior:
        """Posterior of value(first) - value(second)."""
        return self.posterior.difference

    @property
    def interval(self) -> Interval:
        """Credible interval of the difference, as asked of `compare`."""
        return self._answer.interval

    @property
    def tables(self) -> xr.DataArray | None:
        """The observed counts; with the dims repeat and fold where there are several tables; None without labels."""
        tables, names = self.evidence.tables, self._names
        if tables is None:
            return None
        alone = self.design.shape == (1, 1)
        return (tables.isel(repeat=0, fold=0, drop=True) if alone else tables).assign_attrs(names)

    @property
    def effective_table(self) -> xr.DataArray | None:
        """The table that the posterior counts: the observed one for a hold-out, else the effective one.

        None where the loss is not the error.
        """
        table = self.posterior.table
        return None if table is None else table.assign_attrs(self._names)

    @property
    def effective_size(self) -> float | None:
        """Variance of the difference on one record over that of the mean difference.

        The number of independent records that would be as precise. It may exceed the number of records where repeats
        average out noise. None where the loss is not the error.
        """
        return None if self.posterior.table is None else float(self.posterior.table.sum())

    @cached_property
    def bayes_factor(self) -> float | None:
        """For unequal against equal error rates; above 1 favours unequal. None where the loss is not the error."""
        if self.posterior.table is None:
            return None
        return float(self.of_table(self.posterior.table).bayes_factor)

    def of_table(self, table: xr.DataArray) -> PairedPosterior:
        """Return the exact posterior of another table under the prior of the method, the usual one if it has none."""
        prior = Paired().with_options(self.method.options())
        found = paired_posterior(table, prior=prior.prior, strength=prior.strength)
        return in_values(found, self.evidence.metric)

    @cached_property
    def ropes(self) -> Ropes:
        """At which half-widths of the rope the decision would change."""
        sd, widest = self.difference.sd, self.evidence.metric.widest
        far = abs(self.difference.mean) + (_FAR * sd if math.isfinite(sd) else 0.0)
        return ropes_of(self._answer, far if widest is None else widest)

    @cached_property
    def fragility(self) -> int | None:
        """Of how many more records the better one would have to be wrong for the decision to fall.

        Exact for the table of a hold-out; elsewhere, as in cross-validations, where it would have to be wrong in all of
        them, as if each record moved the difference alone. None where neither is better by decision, and where records
        have something else than one right or wrong answer.
        """
        ropes = {OUTCOMES[0]: self.ropes.first_better_to, OUTCOMES[2]: self.ropes.second_better_to}
        holds_to = ropes.get(self.decision)
        if holds_to is None or not self.evidence.metric.counts_errors:
            return None
        return fragility_of(
            self.evidence, self.decision, holds_to, self.settings, lambda tables: self.of_table(tables).difference
        )

    @property
    def rope(self) -> tuple[float, float]:
        """Region of practical equivalence, for the error in proportions."""
        return self.settings.rope

    @property
    def threshold(self) -> float:
        """Probability that a decision needs."""
        return self.settings.threshold

    @property
    def ci_prob(self) -> float:
        """Probability of the credible intervals."""
        return self.settings.ci_prob

    @property
    def ci_kind(self) -> str:
        """Kind of the credible intervals: "eti" or "hdi"."""
        return self.settings.ci_kind

    @property
    def identical(self) -> bool:
        """Whether what is compared of both classifiers is the same for every validated record, such as all labels."""
        return self.evidence.identical

    @property
    def prob_error(self) -> float:
        """Monte Carlo standard error of the probabilities, the largest of the three; 0 where nothing is drawn."""
        return self.trust.prob_error

    @property
    def diagnostics(self) -> str:
        """How far the numbers can be trusted numerically, in words."""
        return self.trust.sentence

    @property
    def estimand(self) -> str:
        """The quantity that is estimated, in words."""
        return estimand_words(self.evidence)

    @cached_property
    def _answer(self) -> Answer:
        return Answer(posterior=self.difference, settings=self.settings)

    def _fit(self, method: Method) -> PairPosterior:
        return in_values(method.fit(self.evidence, self.settings), self.evidence.metric)

    @property
    def _names(self) -> dict[str, str]:
        return {"first_name": visible(self.first), "second_name": visible(self.second)}

    @property
    def pvalue(self) -> float:
        """p-value of the classical test beside the answer, which does not enter it: the first that fits the data.

        NaN where none fits. `methods` has all tests.
        """
        return float(next((found.pvalue for _, found, _ in tests_of(self.evidence, self.settings)), math.nan))

    def changed(self) -> pd.DataFrame:
        """Return a row for each record on which the two differ, those of the largest differences first.

        They differ where what the metric reads of the record differs: its label, its loss, or of metrics of order what
        other records it passes or is passed by.

        Returns
        -------
        DataFrame
            By record: its `task`, `group` and `truth` where there are such; `first` and `second`, the labels that they
            said, or of several validations or answers, probabilities or losses their values; which is `better`; and
            the `difference` that the record adds. The mean of these over all records that both answered is the
            observed difference where each was validated as often: of means, such as the accuracy or the Brier score,
            and of metrics of order. Of the ROC AUC a value is the share of the records of the other class against which
            it is ordered right; of macro ROC AUC the sum of these over its classes, with weights by which the mean over
            records is the value; of the average precision, a mean over the records of the class, the precision at the
            score of each, times n over their number. To other metrics of labels, such as F1,
            records to which both say the same add, too.

        Raises
        ------
        TypeError
            If the data are tables or scores, which tell of no record.

        Examples
        --------
        >>> import bayescmp as bc
        >>> changed = bc.compare([0, 1, 1], {"tree": [0, 0, 1], "svm": [0, 1, 1]}).changed()
        >>> changed[["better", "difference"]].values.tolist()
        [['second better', 1.0]]
        """
        return changed_records(self.call.data, self.call.arguments["metric"], self.first, self.second)

    def summary(self) -> pd.DataFrame:
        """One row for a table of several comparisons.

        Returns
        -------
        DataFrame
            With both names and values, difference, interval, probabilities, decision, and the test's p-value.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> bc.compare(table).summary()[["first", "second", "decision"]].values.tolist()
        [['first', 'second', 'first better']]
        """
        metric = self.evidence.metric.name
        return pd.DataFrame(
            {
                "first": self.first,
                "second": self.second,
                f"{metric}_first": self.observed[self.first],
                f"{metric}_second": self.observed[self.second],
                **answers(self.difference, self.settings).rename(columns={"estimate": "difference"}),
                "pvalue": self.pvalue,
                "bayes_factor": self.bayes_factor,
                "effective_size": self.effective_size,
                "method": self.method.name,
            },
            index=[0],
        )

    @override
    def to_dict(self) -> dict[str, Any]:
        numbers = {name: getattr(self.difference, name) for name in ("mean", "sd")}
        return self._plain(
            *_AS_THEY_ARE,
            **plain_metric(self.evidence.metric),
            **plain_method(self.method),
            facts=self.evidence.facts,
            difference=numbers | {"low": self.interval.low, "high": self.interval.high},
            tables=plain_table(self.tables),
            effective_table=plain_table(self.effective_table),
            posterior=self.method.numbers(self.posterior) or None,
        )

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the posterior in the form that ArviZ takes.

        Parameters
        ----------
        draws, rng
            As in `Result.to_datatree`.

        Returns
        -------
        DataTree
            As there; `difference` is value(first) - value(second), and the attributes `first_name` and `second_name`
            say who is who.

        Examples
        --------
        >>> import bayescmp as bc
        >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
        >>> tree = bc.compare(table).to_datatree(draws=100, rng=0)
        >>> dict(tree["posterior"]["difference"].sizes)
        {'chain': 4, 'draw': 100}
        """
        tree = self.posterior.to_datatree(draws, rng)
        tree.attrs = self._names | {"result": self._json(ascii_only=True)}
        return tree
