"""The evidence on two classifiers from whatever data there are: predictions, losses, tables or scores."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._text import counted, visible
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_text
from bayescmp.design import design_of_tables, dims_words
from bayescmp.evidence._evidence import Evidence
from bayescmp.evidence._fact import BOUNDS_TAKEN, Fact
from bayescmp.evidence._facts_of_metric import all_the_same, no_spread
from bayescmp.evidence._pair import NEVER_WRONG, PairEvidence
from bayescmp.evidence._runs import RunSums
from bayescmp.metrics import Metric, check_scores, design_of_scores, holds_scores, metric_of_data, takes_bounds
from bayescmp.predictions import DOORS, TEST_SET, pair_of_names, provenance
from bayescmp.tables import CELLS, check_table, is_effective

SCORES_ONLY = Fact(
    kind="scores only",
    text="scores do not tell which records they are of: predictions of every record would tell how much training sets "
    "add, any metric, and who is best of several; see `cross_val_predictions`",
)


def _facts_of_scores(scores: xr.DataArray) -> Iterator[Fact]:
    source = provenance(scores)
    yield _fact_of_test_set(scores) if TEST_SET in source else SCORES_ONLY
    if number := source.get("search"):
        chosen = "of one that was chosen because it is the best of them the value is too good, which only records that"
        text = f"these are {counted(number, 'candidate')} of a search: {chosen} the search did not see would tell"
        yield Fact(kind="search", text=text)
    if takes_bounds(scores):
        yield BOUNDS_TAKEN


def _fact_of_test_set(scores: xr.DataArray) -> Fact:
    """Say that runs tell of this test set alone, and how much wider intervals may be on new records."""
    n, metric = float(provenance(scores)[TEST_SET]), metric_of_data(scores, None)
    text = "scores of runs are about this test set, and not about new records, of which predictions would tell (`runs`)"
    if n and metric.widest:
        values = (metric.loss_of_value(scores.to_numpy()[..., 0]) - (metric.bounds[0] or 0.0)) / metric.widest
        means = np.nanmean(values, axis=1)
        # the variance of a mean difference of losses between 0 and 1 over records is at most (s_a + s_b)^2 / n
        most = np.sort(np.sqrt(means * (1 - means)))[-2:].sum() ** 2 / n
        if metric.noun in {"accuracy", "error"} and len(means) > 1:  # of 0 and 1, at most that of disjoint errors
            p, q = (means[side] for side in np.triu_indices(len(means), 1))
            most = (np.minimum(p + q, 2 - p - q) - (p - q) ** 2).max() / n
        runs = np.sort(np.nanvar(values, axis=1, ddof=1) / (~np.isnan(values)).sum(1))[-2:].sum()
        if runs > 0:
            text += f": of {n:.0f} records intervals would be up to {np.sqrt(1 + most / runs):.2g} times as wide there"
    return Fact(kind="scores of runs", text=text)


def evidence_of(
    data: object,
    first: str | None = None,
    second: str | None = None,
    *,
    metric: str | Callable[[Any, Any], float] | Metric | None = None,
) -> PairEvidence:
    """Gather the evidence on two classifiers from predictions, losses, tables or scores.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions, losses of records, tables from `paired_table` with no dims besides repeat and fold, or scores.
    first, second : str, optional
        The classifiers; for tables, the names to print.
    metric : str, callable or Metric, optional
        As in `bayescmp.metrics.metric_of`, by default as in `compare`; tables tell of errors only, losses and scores of
        themselves.

    Returns
    -------
    PairEvidence

    Raises
    ------
    TypeError
        If `data` is neither.
    ValueError
        If names do not name two classifiers, or no inference supports the data; the message says what to do.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.evidence import evidence_of
    >>> found = evidence_of(bc.labels([0, 1, 1], {"tree": [0, 0, 1], "svm": [0, 1, 0]}))
    >>> found.design.kind, found.errors
    ('hold-out', (0.3333333333333333, 0.3333333333333333))
    """
    if isinstance(data, (xr.Dataset, xr.DataArray)):
        data = data.compute()  # what is in chunks of Dask
    return evidence_by(metric_of_data(data, metric), data, first, second)


def evidence_by(metric: Metric, data: object, first: str | None, second: str | None) -> PairEvidence:
    """Gather the evidence on two classifiers from data in memory, by the metric that they are compared by."""
    if isinstance(data, xr.Dataset):
        return Evidence.of(data, metric).pair(first, second)
    if isinstance(data, xr.DataArray) and holds_scores(data):
        return _of_scores(check_scores(data, "data"), first, second, metric)
    if isinstance(data, xr.DataArray):
        return _of_tables(check_table(data, "data"), first, second, metric)
    raise TypeError(
        f"`data` must be predictions (a Dataset), or tables or scores (a DataArray), but got {type(data).__name__}. "
        f"{DOORS}"
    )


def _of_tables(tables: xr.DataArray, first: str | None, second: str | None, metric: Metric) -> PairEvidence:
    tables, names = _named(tables, first, second)
    dims = set(tables.dims) - set(CELLS)
    sizes = {str(dim): tables.sizes[dim] for dim in dims}
    if dims and set(sizes.values()) == {1}:
        tables, dims = tables.isel(dict.fromkeys(dims, 0), drop=True), set()
    if dims and dims != {"repeat", "fold"}:
        raise ValueError(dims_words(sizes))
    tables = tables.transpose("repeat", "fold", *CELLS) if dims else tables.expand_dims(("repeat", "fold"))
    design = design_of_tables(tables, effective=is_effective(tables))
    return PairEvidence(design=design, tables=tables, first=names[0], second=names[1], metric=metric)


def _named(tables: xr.DataArray, first: str | None, second: str | None) -> tuple[xr.DataArray, tuple[str, str]]:
    """Return the tables with the first classifier first; tables without names take those given."""
    if "first_name" in tables.attrs:
        own = tables.attrs["first_name"], tables.attrs["second_name"]
        names = pair_of_names(own, *(name if name is None else visible(name) for name in (first, second)))
        if names != own:
            tables = tables.rename(first="second", second="first").transpose(..., *CELLS)
        return tables.assign_attrs(first_name=names[0], second_name=names[1]), names
    given = [
        which if name is None else check_text(which, name) for which, name in zip(CELLS, (first, second), strict=True)
    ]
    if given[0] == given[1]:
        raise ValueError(f"`first` and `second` must be two names, but both are {given[0]!r}.")
    return tables, (given[0], given[1])


def _of_scores(scores: xr.DataArray, first: str | None, second: str | None, metric: Metric) -> PairEvidence:
    known = [str(name) for name in scores["classifier"].to_numpy()]
    names = pair_of_names(known, first, second)
    if TEST_SET in provenance(scores):
        return _of_runs(scores, *map(known.index, names), metric=metric, first=names[0], second=names[1])
    values = [scores.to_numpy()[known.index(name)] for name in names]
    differences, is_one = differences_of_scores(metric, *values)
    a, b = (float(np.nanmean(one)) for one in values)
    found = _evidence_on(scores, metric, first=names[0], second=names[1], given_differences=differences, values=(a, b))
    return replace(found, facts=(*found.facts, no_spread(metric))) if is_one else found


def _evidence_on(scores: xr.DataArray, metric: Metric, **own: Any) -> PairEvidence:
    """Return evidence with what all classifiers have in common, of whom equal scores are no equal predictions."""
    design, facts = design_of_scores(scores), tuple(_facts_of_scores(scores))
    return PairEvidence(design=design, metric=metric, facts=facts, source=provenance(scores), **own)


def differences_of_scores(metric: Metric, first: Floats, second: Floats) -> tuple[xr.DataArray, bool]:
    """Return differences of values on validation sets, and whether all are the same: but for rounding, which is off."""
    found = xr.DataArray(metric.difference(first, second), dims=("repeat", "fold"))
    is_one = all_the_same(found, float(np.nanmax(metric.size(np.stack([first, second])))))
    return found.where(found.isnull(), float(found.mean())) if is_one else found, is_one


def _of_runs(scores: xr.DataArray, one: Any, other: Any, *, metric: Metric, **named: Any) -> PairEvidence:
    """Return the evidence of runs' scores on two classifiers by their places, or on each and one that loses nothing."""
    values = metric.loss_of_value(scores.to_numpy()[..., 0])
    means = np.append(np.nanmean(values, axis=1), 0.0)
    apart = xr.DataArray(metric.sign * (means[one] - means[other])).expand_dims(("repeat", "fold"), (-2, -1))
    runs = RunSums.of_values(values).difference(one, other)
    if np.ndim(one):
        along = {"classifier": scores["classifier"].to_numpy()}
        apart = apart.rename(dim_0="classifier").assign_coords(along)
        runs = runs.rename(pair="classifier").assign_coords(along)
    else:
        named["values"] = float(metric.loss_of_value(means[one])), float(metric.loss_of_value(means[other]))
    return _evidence_on(scores, metric, given_differences=apart, runs=runs, **named)


def singles_of_scores(scores: xr.DataArray, metric: Metric) -> PairEvidence:
    """Return the evidence of scores on each classifier against one that loses nothing, along `classifier`."""
    if TEST_SET in provenance(scores):
        count = scores.sizes["classifier"]
        return _of_runs(scores, np.arange(count), np.full(count, count), metric=metric, second=NEVER_WRONG)
    losses = metric.loss_of_value(scores.drop_vars(("n_train", "n_test")))
    return _evidence_on(scores, metric, second=NEVER_WRONG, given_differences=metric.sign * losses)
