"""What one data set says by itself of two classifiers or more, by the method that fits its design."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, about
from bayescmp.comparison._compare import chosen_methods
from bayescmp.datasets._gather import Data, is_plain
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._evidence_of import differences_of_scores, evidence_by
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.methods import Auto, Method
from bayescmp.methods._mean_loss_method import EXACT
from bayescmp.methods._registry import AUTO
from bayescmp.metrics import Metric, check_scores, design_of_scores, metric_of_data
from bayescmp.posteriors import JointPosterior, JointStudent
from bayescmp.posteriors._laws_over_datasets import picked
from bayescmp.posteriors._pair_posteriors import MeanDifference, as_copies, in_values, squared_scales, with_least_spread
from bayescmp.predictions import TEST_SET, pair_of_names, provenance
from bayescmp.ranking._rank import method_of
from bayescmp.results import Settings, Trust
from bayescmp.tables import CELLS


@dataclass(frozen=True, kw_only=True, eq=False)
class Entry:
    """One data set."""

    name: str
    classifiers: tuple[str, ...]
    metric: Metric
    as_observed: Floats  # (n_classifiers,), in the units of the metric
    evidence: PairEvidence | None  # on its two classifiers, or on every pair; None for plain numbers
    method: Method | None  # None for plain numbers, which are taken as known
    posterior: Any  # of losses, by itself; of more than two classifiers a batch, along the dim `pair`
    joint: JointPosterior | None = None  # of the losses of more than two classifiers

    @property
    def n_records(self) -> float:
        """Number of records, labelled ones and others where a judge rated all; NaN for scores, which do not tell it."""
        if self.evidence is None or (self.evidence.tables is None and self.evidence.predictions is None):
            return np.nan
        return float(self.evidence.design.n_judged or self.evidence.design.n_records)

    @property
    def method_name(self) -> str:
        """Name of the method."""
        return PLAIN_NUMBERS if self.method is None else self.method.name

    def assumes(self) -> str:
        """Say what has to hold, a clause."""
        if self.evidence is None or self.method is None:
            return "the numbers are known exactly, for nothing tells how well they are"
        return self.method.assumes(self.evidence.design)

    def trust(self, settings: Settings) -> Trust:
        """Return how far its own numbers can be trusted numerically."""
        return EXACT if self.method is None else self.method.trust(self.in_values, settings)

    @property
    def losses(self) -> Floats:
        """The losses of the classifiers as observed."""
        return self.metric.loss_of_value(self.as_observed)

    @property
    def is_judged(self) -> bool:
        """Whether a judge rated all its records."""
        return self.evidence is not None and bool(self.evidence.design.n_judged)

    @property
    def told(self) -> Floats:
        """The losses as observed, or where a judge rated all, the posterior means, of two but for what both share."""
        if not self.is_judged:
            return self.losses
        if self.joint is None:
            return np.array([0.5, -0.5]) * float(self.posterior.difference.mean)
        return np.asarray(self.joint.losses.mean)

    @property
    def in_values(self) -> Any:
        """The posterior in the units of the metric."""
        return in_values(self.posterior, self.metric)

    @property
    def observed(self) -> float:
        """value(first) - value(second) as observed, of two classifiers."""
        return float(self.metric.difference(*self.as_observed))

    def draw(self, draws: int, rng: RandomNumbers) -> Floats:
        """Draw the losses of three classifiers or more less their mean, (n_draws, n_classifiers)."""
        if self.joint is None:  # of plain numbers
            return np.tile(self.losses - self.losses.mean(), (draws, 1))
        found = self.joint.draw(draws, rng).transpose("draw", "classifier").to_numpy()
        return np.asarray(found - found.mean(axis=1, keepdims=True))


def entries_of(
    data: Mapping[str, Data],
    make: Callable[..., Entry],
    metric: str | Callable[[Any, Any], float] | Metric | None,
    method: Method | Auto,
    settings: Settings,
) -> list[Entry]:
    """Return what every data set says by itself; errors name the data set."""
    if any(map(is_plain, data.values())):
        metric = None  # they bring theirs
        if isinstance(method, Method):
            raise ValueError(f"`method` must be {AUTO!r} for plain numbers, but got {method.name!r}.")
    entries = []
    for name, one in data.items():
        try:
            entries.append(make(name, one, metric_of_data(one, metric), method=method, settings=settings))
        except (TypeError, ValueError) as error:
            with about("data"):
                raise type(error)(f"Data set {name!r}: {error}") from error
    _check_one_metric(entries)
    return entries


def trust_of(entries: Sequence[Entry], settings: Settings, sentence: str, error: float = 0.0) -> Trust:
    """Return how far numbers can be trusted that rest on those of data sets, and have an error of their own."""
    parts = {one.name: one.trust(settings) for one in entries}
    unreliable = [name for name, trust in parts.items() if not trust.reliable]
    if unreliable:
        sentence = f"NOT reliable on {', '.join(unreliable)}, whose draws are not; {sentence}"
    largest = max(error, *(trust.prob_error for trust in parts.values()))
    return Trust(sentence=sentence, reliable=not unreliable, prob_error=largest)


def of_plain(name: str, data: Data, metric: Metric) -> Entry:
    """Return what plain numbers of the classifiers say, one each: points, for nothing tells how well they are known."""
    values = np.asarray(data)
    rows, columns = np.triu_indices(values.size, 1)
    mean = xr.DataArray(metric.sign * metric.difference(values[rows], values[columns]), dims="pair") + 0.0
    nothing = xr.zeros_like(mean).expand_dims("part", axis=-1)
    return Entry(
        name=name, classifiers=tuple(map(str, data["classifier"].to_numpy())), metric=metric, as_observed=values,
        evidence=None, method=None,
        posterior=MeanDifference(mean=mean, scales=nothing, weights=nothing + 1.0, df=np.inf),
    )  # fmt: skip


def of_two(
    name: str,
    data: Data,
    metric: Metric,
    *,
    method: Method | Auto,
    settings: Settings,
    first: str | None = None,
    second: str | None = None,
) -> Entry:
    """Return what a data set says of two classifiers, as `compare` does."""
    if is_plain(data):
        names = pair_of_names(classifiers_in(data), first, second)
        plain = of_plain(name, data.sel(classifier=list(names)), metric)
        return replace(plain, posterior=picked(plain.posterior, pair=0))
    found = evidence_by(metric, data, first, second)
    return _fitted(name, (found.first, found.second), found.observed, found, chosen_methods(method, found)[0], settings)


def _fitted(
    name: str, classifiers: Iterable[str], observed: Any, evidence: PairEvidence, method: Method, settings: Settings
) -> Entry:
    return Entry(
        name=name, classifiers=tuple(map(str, classifiers)), metric=evidence.metric,
        as_observed=np.array(observed, dtype=float), evidence=evidence, method=method,
        posterior=method.fit(evidence, settings),
    )  # fmt: skip


def of_several(
    name: str, data: Data, metric: Metric, *, order: Sequence[str], method: Method | Auto, settings: Settings
) -> Entry:
    """Return what a data set says of all its classifiers, in an order, as `rank` does; of two, as `compare`."""
    own = classifiers_in(data)
    own = [one for one in order if one in own]
    if len(own) < 2:
        raise ValueError("`data` must hold two classifiers or more, but hold fewer. Leave the data set out.")
    if len(own) == 2:
        return of_two(name, data, metric, method=method, settings=settings, first=own[0], second=own[1])
    data = data.isel(classifier=[classifiers_in(data).index(one) for one in own])
    if is_plain(data):
        return of_plain(name, data, metric)
    if isinstance(data, xr.DataArray):
        return _of_scores(name, check_scores(data, "data"), metric, method, settings)
    evidence = Evidence.of(data, metric)
    chosen = method_of(method, evidence)
    entry = _fitted(name, evidence.classifiers, list(evidence.observed.values()), evidence.pairs(), chosen, settings)
    return replace(entry, joint=chosen.joint(evidence.answered_by_all, entry.posterior, settings))


def _of_scores(name: str, scores: xr.DataArray, metric: Metric, method: Method | Auto, settings: Settings) -> Entry:
    """Take every pair as `compare` does, and all together as a multivariate t distribution, whose pairs are these."""
    if TEST_SET in provenance(scores):
        raise ValueError(
            "`data` must be predictions (`runs`) or scores of validation sets, but are scores of runs on one test set, "
            "which tell nothing of new records."
        )
    design, names = design_of_scores(scores), tuple(map(str, scores["classifier"].to_numpy()))
    values = scores.transpose("classifier", "repeat", "fold").to_numpy()
    pairs = np.array(list(combinations(names, 2))).T
    apart = xr.concat([differences_of_scores(metric, *one)[0] for one in combinations(values, 2)], "pair")
    evidence = PairEvidence(design=design, names=tuple(pairs), metric=metric, given_differences=apart)
    scored = values[:, (scores["n_test"] > 0).to_numpy()]
    entry = _fitted(name, names, scored.mean(axis=1), evidence, chosen_methods(method, evidence)[0], settings)
    losses = metric.loss_of_value(scored)
    n = losses.shape[1]
    covariance = np.atleast_2d(np.cov(losses)) * (1 / n + design.test_to_train)
    scales = as_copies(entry.posterior).scales.isel(part=0).to_numpy()
    scale = with_least_spread(covariance, squared_scales(scales, names))
    mean = xr.DataArray(losses.mean(axis=1), dims="classifier", coords={"classifier": list(names)})
    joint = JointStudent.of(mean, scale, n - 1.0)
    return replace(entry, joint=joint)


def check_same_two(entries: list[Entry]) -> None:
    """Refuse data sets that speak of other classifiers."""
    first = entries[0]
    for other in entries[1:]:
        if other.classifiers != first.classifiers:
            raise ValueError(
                f"`data` must be of the same two classifiers, in the same order, but {first.name!r} holds "
                f"{first.classifiers} and {other.name!r} {other.classifiers}. Name them: `first=..., second=...`."
            )


def _check_one_metric(entries: list[Entry]) -> None:
    """Refuse losses in other units."""

    def words(one: Entry) -> tuple[object, ...]:
        return one.metric.name, one.metric.noun, one.metric.greater_is_better, one.metric.bounds

    first = entries[0]
    for other in entries[1:]:
        if words(other) != words(first):
            both = first.metric.counts_errors and other.metric.counts_errors
            raise ValueError(
                f"`data` must be of one metric, with one direction and the same bounds, but {first.name!r} is of the "
                f"{first.metric.noun} and {other.name!r} of the {other.metric.noun}."
                f"{' Name one of them by `metric`.' if both else ''}"
            )


def classifiers_in(data: Data) -> list[str]:
    """Return the names of the classifiers of a data set; tables may be without."""
    if "classifier" in getattr(data, "coords", {}):
        return [str(name) for name in data["classifier"].to_numpy()]
    return [str(getattr(data, "attrs", {}).get(f"{which}_name", which)) for which in CELLS]
