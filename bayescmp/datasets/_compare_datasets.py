"""Compare two classifiers over several data sets."""

from collections.abc import Callable, Mapping
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import xarray as xr

from bayescmp._support._arguments import known_arguments
from bayescmp._support._validation import check_choice
from bayescmp.comparison._compare import settings_of
from bayescmp.datasets._baycomp import baycomp_population
from bayescmp.datasets._datasets_comparison import DatasetsComparison
from bayescmp.datasets._entry import check_same_two, entries_of, of_two
from bayescmp.datasets._gather import call_of, gathered, provenance_of_data
from bayescmp.datasets._own import DIM, own_of
from bayescmp.datasets._population import NORMAL, PairPopulation, differences_of, told_values
from bayescmp.methods import Auto, Method
from bayescmp.methods._registry import AUTO, asked_method
from bayescmp.metrics import Metric
from bayescmp.posteriors._laws_over_datasets import batches_of
from bayescmp.results import BAYCOMP, Settings

if TYPE_CHECKING:
    import pandas as pd


@known_arguments
def compare_datasets(
    data: "Mapping[str, Any] | xr.DataTree | xr.DataArray | xr.Dataset | pd.DataFrame",
    *,
    first: str | None = None,
    second: str | None = None,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
    greater_is_better: bool | None = None,
    by: str | None = None,
    rope: float | tuple[float, float] = 0.0,
    method: str | Method | Auto = AUTO,
    population: str = NORMAL,
    ci_prob: float = 0.95,
    ci_kind: str = "eti",
    threshold: float = 0.975,
) -> DatasetsComparison:
    """Say which of two classifiers is better on data sets like these.

    The estimands are the average of value(first) - value(second) over the population that the data sets come from, and
    the difference on the next one; negative means that the first is better, where more is better positive.

    Parameters
    ----------
    data : mapping, DataTree, DataArray, Dataset or DataFrame
        Data sets by name, each of what `compare` takes: predictions, losses of records, tables, or scores; designs may
        differ. A DataTree has a child for each; tables and scores may have the dim `dataset`. Predictions of one
        hold-out with `by`. A DataFrame of pandas or polars, or a mapping of mappings, has one number for each data
        set (row) and classifier (column), or rows of data set, classifier and number; how well these are known is not
        told then. Data sets that lack one of the two are left out, with a warning that names them.
    first, second, metric
        As in `compare`. A metric of one class is made for it, ``metrics.metric_of("f1", "spam")``, where it is not
        obvious. Plain numbers may be of any metric, such as "rmse".
    greater_is_better : bool, optional
        Of plain numbers, whether more is better. Must be given where the name of the metric does not tell, or where
        there is none; without either, numbers between 0 and 1 are taken as scores, of which more is better.
    by : str, optional
        A coordinate of the records, such as "task", whose values are the data sets. Each counts as one; the answer over
        all records together is that of `compare`.
    method : str, Method or Auto, default "auto"
        How every data set is analysed, as in `compare`; "auto" takes what fits each.
    population : {"normal", "baycomp"}
        What the data sets come from: the average is that of the mean of normal differences, made wider for what real
        ones are; "baycomp" answers for the centre of a t distribution as that package does.
    rope, ci_prob, ci_kind, threshold
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
    The average is a t distribution with q - 1 degrees of freedom about the mean of the q observed differences, of
    variance :math:`s^2/q (1 + 2/q)`; the next data set is like one of those at hand or from a base that counts as two,
    see `bayescmp.posteriors.NextDatasetPosterior`; nothing is drawn. One data set tells nothing of others. The data
    sets are taken as independent and as like the ones that the answer is meant for: a collection that was chosen
    because the first does well on it answers for such collections.

    Examples
    --------
    >>> import bayescmp as bc
    >>> def table(first, second):
    ...     return bc.paired_table(both_wrong=8, only_first_wrong=first, only_second_wrong=second, both_right=180)
    >>> data = {"a": table(2, 12), "b": table(4, 9), "c": table(3, 14), "d": table(5, 11), "e": table(1, 10)}
    >>> result = bc.compare_datasets(data, first="tree", second="svm")
    >>> result.average.decision, result.these.decision
    ('first better', 'first better')
    """
    begin = perf_counter()
    asked_for = asked_method(method)
    check_choice("population", population, (NORMAL, BAYCOMP))
    given: dict[str, Any] = {"ci_prob": ci_prob, "ci_kind": ci_kind, "threshold": threshold}
    named = gathered(data, by, metric, only=(first, second), greater_is_better=greater_is_better)
    make = partial(of_two, first=first, second=second)
    entries = entries_of(named, make, metric, asked_for, Settings.checked(**given, rng=0))
    check_same_two(entries)
    own_metric = entries[0].metric
    settings = settings_of(own_metric, rope=rope, **given, rng=0)
    own = own_of(batches_of([one.posterior for one in entries], DIM), own_metric, settings)
    differences = differences_of(own_metric, *told_values(entries, entries[0].classifiers).T)
    if population == BAYCOMP:
        posterior: Any = baycomp_population(own, differences, own_metric.widest, settings)
    else:
        posterior = PairPopulation(own=own, differences=differences, widest=own_metric.widest, settings=settings)
    arguments = {"first": first, "second": second, "by": by, "rope": rope, "method": asked_for}
    arguments |= {"population": population} | given
    return DatasetsComparison(
        first=entries[0].classifiers[0], second=entries[0].classifiers[1], metric=own_metric, settings=settings, by=by,
        population=population, posterior=posterior, entries=tuple(entries), own=own,
        provenance=provenance_of_data(named, own_metric),
        call=call_of("compare_datasets", data, named, arguments | {"metric": own_metric}, begin),
    )  # fmt: skip
