"""Rank several classifiers over several data sets."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._rounding import without_rounding
from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_choice, check_integer, seed_of
from bayescmp.datasets._datasets_ranking import DatasetsRanking
from bayescmp.datasets._entry import Entry, classifiers_in, entries_of, of_several
from bayescmp.datasets._gather import call_of, gathered, provenance_of_data
from bayescmp.datasets._joint_population import joint_population
from bayescmp.datasets._own import DIM, Own, owns_of_pairs, together
from bayescmp.datasets._population import PairPopulation, by_classifier, differences_of, told_values
from bayescmp.methods import Auto, Method
from bayescmp.methods._registry import AUTO, asked_method
from bayescmp.metrics import Metric
from bayescmp.posteriors._laws_over_datasets import batches_of, mean_variance
from bayescmp.ranking._rank import settings_of_several
from bayescmp.results import Settings

if TYPE_CHECKING:
    import pandas as pd


@known_arguments
def rank_datasets(
    data: "Mapping[str, Any] | xr.DataTree | xr.DataArray | xr.Dataset | pd.DataFrame",
    *,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    greater_is_better: bool | None = None,
    by: str | None = None,
    rope: float | tuple[float, float] = 0.0,
    method: str | Method | Auto = AUTO,
    control: str | None = None,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
    draws: int = 20_000,
    rng: RandomNumbers = 0,
) -> DatasetsRanking:
    """Say which of several classifiers is best on data sets like these.

    The estimands are the averages of the values of the classifiers over the population that the data sets come from,
    and their values on the next one, both less their mean over the classifiers: only differences count.

    Parameters
    ----------
    data : mapping, DataTree, DataArray, Dataset or DataFrame
        As in `compare_datasets`, with two classifiers or more each. A classifier that is missing on some data sets is
        used where it is.
    metric, by, greater_is_better
        As in `compare_datasets`.
    method : str, Method or Auto, default "auto"
        How predictions are analysed; a method that has a joint posterior, as in `rank`.
    control : str, optional
        The classifier that Holm's procedure on mean ranks compares all others to; by default the one with the least
        mean rank.
    rope, ci_prob, ci_kind, threshold
        As in `rank`.
    draws : int, default 20000
        Draws of all classifiers together. Pairs need none.
    rng : int, Generator or None, default 0
        Seed or source of the draws.

    Returns
    -------
    DatasetsRanking

    Raises
    ------
    TypeError
        If `data` are no data sets.
    ValueError
        If data sets are of other metrics, a method has no joint posterior, or an argument is out of range; the message
        names the data set.

    Notes
    -----
    Every pair is what `compare_datasets` says of the two on the data sets that have both: a classifier more or less
    changes no pair. Who is best, ranks and regret rest on joint draws of the data sets that have all classifiers; of
    averages from a multivariate t distribution, a share of whose covariance, k / (k + q - 1) of k classifiers and q
    data sets, is taken as if classifiers varied independently: without it the best is claimed far too boldly.

    Examples
    --------
    >>> import pandas as pd
    >>> import bayescmp as bc
    >>> rows = {"iris": (0.95, 0.93, 0.96), "wine": (0.97, 0.89, 0.97), "glass": (0.71, 0.66, 0.75)}
    >>> accuracies = pd.DataFrame.from_dict(rows, orient="index", columns=["svm", "tree", "forest"])
    >>> ranking = bc.rank_datasets(accuracies, metric="accuracy")
    >>> ranking.best, ranking.unbeaten
    ('forest', ('forest', 'svm', 'tree'))
    """
    begin = perf_counter()
    asked_for = asked_method(method)
    seed = seed_of(rng)
    draws = check_integer("draws", draws, least=400)
    given: dict[str, Any] = {"ci_prob": ci_prob, "ci_kind": ci_kind, "threshold": threshold, "rng": seed}
    named = gathered(data, by, metric, greater_is_better=greater_is_better)
    names = list(dict.fromkeys(name for one in named.values() for name in classifiers_in(one)))
    entries = entries_of(named, partial(of_several, order=names), metric, asked_for, Settings.checked(**given))
    own = entries[0].metric
    settings = settings_of_several(own, rope=rope, **given)
    if control is not None:
        check_choice("control", control, names)
    populations = _populations(entries, names, settings)
    arguments = {"by": by, "rope": rope, "method": asked_for, "control": control, "draws": draws} | given
    return DatasetsRanking(
        metric=own, settings=settings, by=by, control=control, entries=tuple(entries), observed=_values(entries, names),
        populations=populations,
        joint=joint_population(entries, names, _own_variances(populations, names), own.widest, draws, seed),
        provenance=provenance_of_data(named, own),
        call=call_of("rank_datasets", data, named, arguments | {"metric": own}, begin),
    )  # fmt: skip


def _populations(
    entries: Sequence[Entry], names: Sequence[str], settings: Settings
) -> dict[tuple[str, str], PairPopulation | None]:
    """Return the population of every pair, as `compare_datasets` has it; None where no data set has both."""
    metric = entries[0].metric
    parts: dict[tuple[str, str], list[Own]] = {pair: [] for pair in combinations(names, 2)}
    for classifiers, places, batch in _groups(entries):
        pairs = list(combinations(classifiers, 2))
        for pair, own in zip(pairs, owns_of_pairs(places, batch, metric, settings, len(pairs)), strict=True):
            parts[pair].append(own)
    found: dict[tuple[str, str], PairPopulation | None] = dict.fromkeys(parts)
    values = dict(zip(names, told_values(entries, names).T, strict=True))
    are_judged = np.array([one.is_judged for one in entries])
    for (first, second), owns in parts.items():
        if owns:
            both = np.isfinite(values[first]) & np.isfinite(values[second])
            own, apart = together(owns), differences_of(metric, values[first][both], values[second][both])
            apart = np.where(are_judged[both], own.mean, apart)  # as of the two by themselves
            found[first, second] = PairPopulation(own=own, differences=apart, widest=metric.widest, settings=settings)
    return found


def _own_variances(populations: Mapping[tuple[str, str], PairPopulation | None], names: Sequence[str]) -> Floats:
    """Return the least variances of pairs over data sets, (k, k), infinite where nothing tells how one varies."""
    found: Floats = np.zeros((len(names), len(names)))
    for (first, second), one in populations.items():
        if one is not None:
            places = [names.index(first), names.index(second)]
            own, differences = float(mean_variance(one.own.sd)), one.differences
            is_told = own > 0 or np.ptp(differences) > 0 or not differences.any()  # copies differ by 0, as is known
            found[places, places[::-1]] = own if is_told else np.inf
    return found


def _groups(entries: Sequence[Entry]) -> Iterator[tuple[tuple[str, ...], list[int], Any]]:
    """Yield the places of data sets with the same classifiers that are alike, and their posteriors as a batch."""
    for classifiers in dict.fromkeys(one.classifiers for one in entries):
        places = [place for place, one in enumerate(entries) if one.classifiers == classifiers]
        for chosen, batch in batches_of([entries[place].posterior for place in places], DIM):
            yield classifiers, [places[place] for place in chosen], batch


def _values(entries: Sequence[Entry], names: Sequence[str]) -> xr.DataArray:
    """Return observed values, NaN where a classifier is missing."""
    values = [without_rounding(one.as_observed, one.metric.size(one.as_observed).max()) for one in entries]
    coords = {"dataset": [one.name for one in entries], "classifier": list(names)}
    return xr.DataArray(by_classifier(values, entries, names), coords, ("dataset", "classifier"), name="value")
