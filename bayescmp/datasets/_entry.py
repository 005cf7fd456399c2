"""What one data set says by itself, by the level that fits its design."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from bayescmp._registry import did_you_mean
from bayescmp._settings import Settings
from bayescmp._text import shown
from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.comparison._compare import chosen_level
from bayescmp.datasets._gather import Data
from bayescmp.evidence import PairEvidence, evidence_of
from bayescmp.levels import Level, PairPosterior
from bayescmp.metrics import Metric
from bayescmp.metrics._of_data import metric_of_data
from bayescmp.posteriors._likelihood_cells import likelihood_cells


@dataclass(frozen=True, kw_only=True, eq=False)
class Entry:
    """One data set.

    Attributes
    ----------
    name : str
        Its name.
    evidence : PairEvidence
        What it holds on the two classifiers.
    level : Level
        The inference level of its posterior.
    posterior : posterior of a pair
        By itself, without the other data sets.
    """

    name: str
    evidence: PairEvidence
    level: Level
    posterior: PairPosterior

    @property
    def losses(self) -> Floats:
        """Losses of the first and the second as observed."""
        return np.array([float(self.evidence.metric.loss_of_value(value)) for value in self.evidence.observed])

    @cached_property
    def observed(self) -> float:
        """loss(first) - loss(second) as observed."""
        return float(self.evidence.metric.difference(*self.losses))

    @cached_property
    def mean(self) -> float:
        """Posterior mean of the difference."""
        return float(self.posterior.difference.mean)

    @cached_property
    def sd(self) -> float:
        """Posterior standard deviation of the difference."""
        return float(self.posterior.difference.sd)

    @property
    def n_records(self) -> float:
        """Number of records; NaN for scores, which do not tell it."""
        known = self.evidence.tables is not None or self.evidence.predictions is not None
        return float(self.evidence.design.n_records) if known else np.nan

    def cells(self, middles: Floats) -> Floats:
        """Return the shares of its likelihood in the cells of a grid."""
        likelihood = self.level.likelihood
        if likelihood is None:
            raise ValueError(f"`inference` must be a level with a likelihood, but {self.level.name!r} has none.")
        return likelihood_cells(lambda at: likelihood(self.posterior, at), self.mean, self.sd, middles)


def entries_of(
    data: Mapping[str, Data],
    *,
    first: str | None,
    second: str | None,
    metric: str | Callable[[Any, Any], float] | Metric,
    pos_label: object,
    inference: str,
    settings: Settings,
) -> list[Entry]:
    """Return what every data set says by itself; errors name the data set."""
    entries = []
    for name, one in data.items():
        try:
            _check_has(one, first, second)
            found = evidence_of(one, first, second, metric=metric_of_data(one, metric, pos_label))
            level = chosen_level(inference, found)
            entries.append(Entry(name=name, evidence=found, level=level, posterior=level.fit(found, settings)))
        except (TypeError, ValueError) as error:
            with about("data"):
                raise type(error)(f"Data set {name!r}: {error}") from error
    _check_alike(entries)
    return entries


def _check_has(data: Data, first: str | None, second: str | None) -> None:
    """Refuse a data set that does not have a classifier, which others may have."""
    if not hasattr(data, "coords") or "classifier" not in data.coords:
        return
    names = [str(name) for name in data["classifier"].to_numpy()]
    for which, name in (("first", first), ("second", second)):
        if isinstance(name, str) and name not in names:
            raise ValueError(
                f"`{which}` must be one of the classifiers {', '.join(names)}, but got {shown(name)}."
                f"{did_you_mean(name, names)} Leave out data sets that lack it; `rank_datasets` takes them."
            )


def _check_alike(entries: list[Entry]) -> None:
    """Refuse data sets that speak of other classifiers, or of losses in other units."""
    first = entries[0]
    for other in entries[1:]:
        own, names = other.evidence, (first.evidence.first, first.evidence.second)
        if (own.first, own.second) != names:
            raise ValueError(
                f"`data` must be of the same two classifiers, in the same order, but {first.name!r} holds {names} and "
                f"{other.name!r} {(own.first, own.second)}. Name them: `first=..., second=...`."
            )
        metrics = first.evidence.metric, own.metric
        if len({(one.name, one.greater_is_better, one.bounds) for one in metrics}) > 1:
            nouns = [one.noun for one in metrics]
            raise ValueError(
                f"`data` must be of one metric, with one direction and the same bounds, but {first.name!r} is of the "
                f"{nouns[0]} and {other.name!r} of the {nouns[1]}."
            )


def scale_of_differences(entries: list[Entry]) -> float:
    """Return by how much data sets differ, or are known where that is more."""
    observed, sds = np.array([one.observed for one in entries]), np.array([one.sd for one in entries])
    known = sds[np.isfinite(sds)]
    return max(float(observed.std()), float(np.median(known)) if known.size else 0.0)
