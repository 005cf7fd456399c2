"""One verb by several metrics: a result of each, from one reading of the data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from time import perf_counter
from typing import Any, Protocol, cast, overload

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._shared import sharing
from bayescmp._support._validation import RandomNumbers, seed_of
from bayescmp.comparison._in_one_call import data_of, own_copy
from bayescmp.methods import LabelCounts
from bayescmp.methods._registry import AUTO, asked_method
from bayescmp.metrics import brings_metric, metric_of, metric_of_data
from bayescmp.results import SCHEMA, Call, Result, Settings, Trust, plain_json


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SeveralMetrics(Result):
    """Results of the same data by several metrics, which are not adjusted for their number.

    Attributes
    ----------
    results : dict of str to Comparison, Ranking or Evaluation
        The result by each metric, by its name.
    provenance, call
        As in `Result`.
    """

    results: Mapping[str, Any]
    provenance: Mapping[str, Any]
    call: Call

    def __getitem__(self, metric: str) -> Any:
        """Return the result by a metric."""
        return self.results[metric]

    @property
    def settings(self) -> Settings:
        """What was asked for by each metric."""
        return self._first.settings

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically: the least of those by each metric."""
        found = [one.trust for one in self.results.values()]
        return min(found, key=lambda trust: (trust.reliable, -trust.prob_error))

    @property
    def threshold_of_all(self) -> float | None:
        """Threshold at which all that is decided holds at once, by Bonferroni's inequality; None of evaluations.

        Of rankings it counts every pair by every metric.
        """
        number = sum(
            len(one.pairs) if hasattr(one, "pairs") else hasattr(one, "decision") for one in self.results.values()
        )
        return 1 - (1 - self.settings.threshold) / number if number else None

    @cached_property
    def metrics(self) -> pd.DataFrame:
        """The rows of `summary` of each result, under the name of its metric."""
        frames = {}
        for name, one in self.results.items():
            unnamed = {name: "observed", f"{name}_first": "value_first", f"{name}_second": "value_second"}
            frames[name] = one.summary().rename(columns=unnamed)
        found = pd.concat(frames, names=["metric"]).droplevel(1)
        begin, end = ["difference", "low", "high"], ["prob_first_better", "decision"]  # what is between may be elided
        if "difference" not in found:
            return found
        return found[[*begin, *found.columns.drop([*begin, *end]), *end]]

    @cached_property
    def prob_better_in_all(self) -> tuple[float, float] | None:
        """Probabilities that the first is better by every metric, and that the second is, beyond the rope.

        Where the metrics are drawn together, as metrics of labels are on a hold-out without groups; None of others.
        """
        found = list(self.results.values())
        if not all(hasattr(one, "decision") and one.method.name == LabelCounts.name for one in found):
            return None
        drawn = [one.posterior.losses for one in found]
        if len({one.shape for one in drawn}) > 1 or any(one.posterior.effective_size is not None for one in found):
            return None  # numbers of records of their own let the draws part
        low, high = self.settings.of_losses().rope
        differences = np.stack([(one.isel(classifier=0) - one.isel(classifier=1)).to_numpy() for one in drawn])
        return float((differences < low).all(0).mean()), float((differences > high).all(0).mean())

    @property
    def _first(self) -> Any:
        return next(iter(self.results.values()))

    def summary(self) -> pd.DataFrame:
        """One row per metric, and of several classifiers per metric and classifier."""
        return self.metrics.reset_index()

    def to_dict(self) -> dict[str, Any]:
        """Return everything in the plain types of JSON: the results by metric, as each returns it."""
        results = {name: one.to_dict() for name, one in self.results.items()}
        provenance = plain_json(self.provenance)
        return {"schema": SCHEMA, "result": type(self).__name__, "results": results, "provenance": provenance}

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of each result in the form that ArviZ takes, each in a group of the name of its metric."""
        trees = {name: one.to_datatree(draws, rng)["posterior"].to_dataset() for name, one in self.results.items()}
        return xr.DataTree.from_dict(trees)


class ByMetrics[**P, R](Protocol):
    """A verb that takes one metric, or a list of them."""

    @overload
    def __call__(self, *data: Any, metric: Sequence[Any], **asked: Any) -> SeveralMetrics: ...
    @overload
    def __call__(self, *args: P.args, **asked: P.kwargs) -> R: ...


def by_metrics[**P, R](verb: Callable[P, R]) -> ByMetrics[P, R]:
    """Let a verb of one metric take a list of them, and return a result by each."""

    @known_arguments
    @wraps(verb)
    def asked(*data: Any, metric: Any = None, **others: Any) -> Any:
        if not isinstance(metric, (list, tuple)):
            return cast("Any", verb)(*data, metric=metric, **others)
        with sharing():
            return by_each(*data, metric=metric, **others)

    def by_each(*data: Any, metric: Sequence[Any], **others: Any) -> SeveralMetrics:
        begin = perf_counter()
        if not metric:
            raise ValueError("`metric` must name a metric, or several, but got an empty list.")
        if not isinstance(others.get("rng", 0), int):  # one seed for all
            others["rng"] = seed_of(others["rng"])
        whole = data_of(data, metric, others.get("rng"))
        own = own_copy(whole)
        of_class = others.pop("pos_label", None)
        if brings_metric(own):
            raise ValueError("`metric` must be left out for data that hold the values of one alone, but got a list.")
        have_class = [metric_of(one).of_class is not None for one in metric]
        found = [
            metric_of_data(own, one, of_class if has_class or not any(have_class) else None)
            for one, has_class in zip(metric, have_class, strict=True)
        ]
        names = [one.name for one in found]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"`metric` must name metrics that differ, but two are {twice!r}.")
        results = {one.name: cast("Any", verb)(whole, metric=one, **others) for one in found}
        first = next(iter(results.values()))
        arguments = {**others, "metric": tuple(found), "method": asked_method(others.get("method", AUTO))}
        call = Call(verb=verb.__name__, data=own, arguments=arguments, seconds=perf_counter() - begin)
        provenance = {name: first.provenance[name] for name in ("predictions", "versions")}
        return SeveralMetrics(results=results, provenance=provenance, call=call)

    return cast("ByMetrics[P, R]", asked)
