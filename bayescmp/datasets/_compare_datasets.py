"""Compare two classifiers over several data sets."""

from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._call import Call
from bayescmp._guide import OF_VERBS, guided
from bayescmp._population_priors import DirichletPrior, StudentPrior
from bayescmp._settings import Settings
from bayescmp.datasets._datasets_comparison import DatasetsComparison
from bayescmp.datasets._entry import check_same_two, entries_of, of_two
from bayescmp.datasets._gather import gathered, kept, metric_asked, provenance_of_data
from bayescmp.datasets._own import DIM, own_of
from bayescmp.datasets._population import DIRICHLET, population_asked, prior_of
from bayescmp.levels import Auto, Level
from bayescmp.levels._registry import AUTO, asked_level
from bayescmp.metrics import Metric
from bayescmp.posteriors._on_datasets import batches_of

if TYPE_CHECKING:
    import pandas as pd


@guided(
    "`compare_datasets(frame, first='a', second='b', metric='accuracy')` takes a row per data set and a column per "
    "classifier, `compare_datasets({'iris': predictions, ...})` predictions.",
    **OF_VERBS,
)
def compare_datasets(
    data: "Mapping[str, Any] | xr.DataTree | xr.DataArray | xr.Dataset | pd.DataFrame",
    *,
    first: str | None = None,
    second: str | None = None,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    pos_label: object = None,
    by: str | None = None,
    rope: float | tuple[float, float] = 0.0,
    level: str | Level | Auto = AUTO,
    population: str | DirichletPrior | StudentPrior = DIRICHLET,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
) -> DatasetsComparison:
    """Say which of two classifiers is better on data sets like these.

    The estimands are value(first) - value(second) on the next data set of the population that the data sets come from,
    and its average over that population; negative means that the first is better, where more is better positive.

    Parameters
    ----------
    data : mapping, DataTree, DataArray, Dataset or DataFrame
        Data sets by name, each of what `compare` takes: predictions, losses of records, tables, or scores; designs may
        differ. A DataTree has a child for each; tables and scores may have the dim `dataset`. Predictions of one
        hold-out with `by`. A DataFrame or a mapping of mappings has one number for each data set (row) and classifier
        (column); how well these are known is not told then.
    first, second : str, optional
        The classifiers to compare, in this order; may be left out where there are only two.
    metric, pos_label
        As in `compare`, the error if not told. Plain numbers are taken as scores, of which more is better, unless a
        metric tells what they are.
    by : str, optional
        A coordinate of the records, such as "task", whose values are the data sets. `these` then weighs them by their
        records.
    rope : float or (float, float), default 0.0
        Region of practical equivalence, as a half-width or as (low, high), in units of the metric.
    level : str, Level or Auto, default "auto"
        How every data set is analysed, as in `compare`; "auto" takes what fits each.
    population : {"dirichlet", "student", "baycomp"}, DirichletPrior or StudentPrior
        What the data sets come from: a Dirichlet process about them, or a t distribution, which answers for its centre;
        "baycomp" has the flat priors of that package. By name the scales are shares of the widest possible difference;
        where losses have no bounds, that of a Dirichlet process is the root mean square of the observed differences.
    ci_prob, ci_kind, threshold
        As in `compare`; a decision is made on each question by itself.

    Returns
    -------
    DatasetsComparison

    Raises
    ------
    TypeError
        If `data` are no data sets, or one of them is nothing that `compare` takes.
    ValueError
        If there are none, one has other classifiers or another metric, or an argument is out of range; the message
        names the data set.

    Notes
    -----
    See `bayescmp.posteriors.DirichletMeanPosterior` for the model; nothing is drawn. Every data set enters by its own
    posterior, that of `compare`; one data set is that data set. The data sets are taken as independent and as like the
    ones that the answer is meant for: a collection that was chosen because the first does well on it answers for such
    collections.

    Examples
    --------
    >>> import bayescmp as bc
    >>> def table(first, second):
    ...     return bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
    >>> data = {"a": table(2, 12), "b": table(4, 9), "c": table(3, 14), "d": table(5, 11), "e": table(1, 10)}
    >>> result = bc.compare_datasets(data, first="tree", second="svm")
    >>> result.average.decision, result.these.decision
    ('undecided', 'first better')
    """
    begin = perf_counter()
    asked_for = asked_level(level)
    asked = population_asked(population)
    given: dict[str, Any] = {"ci_prob": ci_prob, "ci_kind": ci_kind, "threshold": threshold}
    named = gathered(data, by, metric, only=(first, second))
    make = partial(of_two, first=first, second=second, level=asked_for, settings=Settings.checked(**given, rng=0))
    entries = entries_of(named, make, metric_asked(metric, named), pos_label)
    check_same_two(entries)
    own_metric = entries[0].metric
    direction = own_metric.greater_is_better
    settings = Settings.checked(rope=rope, widest=own_metric.widest, greater_is_better=direction, **given, rng=0)
    own = own_of(batches_of([one.posterior for one in entries], DIM), own_metric, settings)
    prior = prior_of(asked, own_metric, np.array([one.observed for one in entries])[own.known])
    sizes = np.array([one.n_records if by is not None else 1.0 for one in entries])
    arguments = {"first": first, "second": second, "pos_label": pos_label, "by": by, "rope": rope}
    arguments |= {"level": asked_for, "population": population} | given
    return DatasetsComparison(
        first=entries[0].classifiers[0],
        second=entries[0].classifiers[1],
        metric=own_metric,
        settings=settings,
        by=by,
        prior=prior,
        entries=tuple(entries),
        own=own,
        weights=sizes / sizes.sum(),
        provenance=provenance_of_data(named, own_metric, population),
        call=Call(
            verb="compare_datasets",
            data=kept(data, named, by),
            arguments=arguments | {"metric": own_metric},
            seconds=perf_counter() - begin,
        ),
    )
