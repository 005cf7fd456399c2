"""What kind of experiment the data come from, and which question it can answer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._text import cut, one_line, visible
from bayescmp._validation import about, check_text
from bayescmp.comparison._notes import notes_of
from bayescmp.correlation import is_block_regularized
from bayescmp.posteriors import crossed_sums
from bayescmp.predictions import check_independent_records, pair_of_names, provenance, training_sets
from bayescmp.tables import CELLS, check_table, is_effective, paired_tables

Array = np.ndarray[Any, Any]
HOLD_OUT, TWO_FOLD, CROSS_VALIDATION, EFFECTIVE = "hold-out", "two-fold", "cross-validation", "effective table"
_LONGEST_NAME = 160


@dataclass(frozen=True, kw_only=True, eq=False)
class Design:
    """The tables of one experiment, with what is known about how they came about.

    Attributes
    ----------
    kind : str
        A hold-out, a block-regularized two-fold design, any other with several training sets, or an effective table
        that the user brought.
    tables : DataArray
        Counts, with the dims repeat and fold for a two-fold design.
    first, second : str
        Names of the classifiers.
    resampling : str
        How records were split, in words.
    estimand : str
        The quantity that is estimated, in words, with the training size.
    not_answered : str
        What the analysis says nothing about.
    source : mapping
        Provenance of the predictions.
    sums : Dataset or None
        Sums over training sets, where there are predictions and several training sets.
    test_to_train : float
        Size of a validation set relative to its training set, averaged; NaN where it is not known.
    notes : tuple of str
        What is unusual about the data.
    identical : bool
        Whether both classifiers predict the same label for every validated record.
    """

    kind: str
    tables: xr.DataArray
    first: str
    second: str
    resampling: str
    estimand: str
    not_answered: str
    source: Mapping[str, Any] = field(default_factory=dict)
    sums: xr.Dataset | None = None
    test_to_train: float = float("nan")
    notes: tuple[str, ...] = ()
    identical: bool = False


def design_of(data: object, first: str | None, second: str | None) -> Design:
    """Recognise the design of predictions or tables, or say why no inference supports it."""
    if isinstance(data, xr.Dataset):
        return _design_of_predictions(check_independent_records(data, "data"), first, second)
    if isinstance(data, xr.DataArray):
        return _design_of_tables(check_table(data, "data"), first, second)
    raise TypeError(
        f"`data` must be predictions (a Dataset) or tables (a DataArray), but got {type(data).__name__}. Build them "
        "with `predictions_from_arrays`, `cross_val_predictions`, `read_predictions` or `paired_table`."
    )


def _design_of_predictions(predictions: xr.Dataset, first: str | None, second: str | None) -> Design:
    tables = paired_tables(predictions, first, second)
    names = pair_of_names(predictions["classifier"].values, first, second)  # as they are, not as attributes hold them
    train = training_sets(predictions)
    known: dict[str, Any] = {
        "source": provenance(predictions),
        "notes": notes_of(predictions.sel(classifier=list(names)), train, provenance(predictions)),
        "identical": _identical(predictions, *names),
    }
    sizes = train.sum("record").values
    if tables.sizes["repeat"] == tables.sizes["fold"] == 1:
        return _hold_out(tables.isel(repeat=0, fold=0, drop=True), *names, n_train=int(sizes.max()), **known)
    known["sums"] = crossed_sums(predictions, *names)
    if _is_two_fold(predictions, train):
        return _two_fold(tables, *names, trained_on=f"{sizes.min()} records", **known)
    return _cross_validation(predictions, tables, sizes[sizes > 0], *names, **known)


def _identical(predictions: xr.Dataset, first: str, second: str) -> bool:
    labels = predictions["y_pred"].sel(classifier=[first, second])
    same = labels.isel(classifier=0, drop=True) == labels.isel(classifier=1, drop=True)
    return bool((same | (predictions["fold"] < 0)).all())


def _is_two_fold(predictions: xr.Dataset, train: xr.DataArray) -> bool:
    """Tell whether the design is an m x 2 block-regularized one."""
    two = (predictions["fold"].max("record") == 1).all()
    return bool(two) and "train" not in predictions and is_block_regularized(train)


def _cross_validation(
    predictions: xr.Dataset, tables: xr.DataArray, sizes: Array, first: str, second: str, **known: Any
) -> Design:
    n_repeats, n_folds = tables.sizes["repeat"], tables.sizes["fold"]
    repeats = f"{n_repeats} x " if n_repeats > 1 else ""
    how = f"{repeats}{n_folds}-fold cross-validation"
    if n_folds == 1:
        how = f"{n_repeats} hold-outs of {_range_of_sizes(tables.sum(CELLS).to_numpy())}"
    known["test_to_train"] = float(tables.sum()) / known["sums"].sizes["training_set"] / float(known["sums"]["n_train"])
    n = predictions.sizes["record"]
    return _of_algorithms(CROSS_VALIDATION, tables, first, second, how=how, n=n, trained_on=_trained_on(sizes), **known)


def _range_of_sizes(sizes: Array) -> str:
    """Return the size of training sets; a range where they differ by more than the remainder of a division."""
    smallest, largest = int(sizes.min()), int(sizes.max())
    return f"{sizes.mean():.0f}" if largest - smallest <= 1 else f"{smallest} to {largest}"


def _trained_on(sizes: Array) -> str:
    text = _range_of_sizes(sizes)
    return f"{text} records" if "to" not in text else f"{text} records (an average over these sizes)"


def _design_of_tables(tables: xr.DataArray, first: str | None, second: str | None) -> Design:
    tables, names = _named(tables, first, second)
    if not tables.sum() > 0:
        with about("data"):
            raise ValueError("A table must hold at least one record, but all counts are 0.")
    dims = set(tables.dims) - set(CELLS)
    sizes = {dim: tables.sizes[dim] for dim in dims}
    if dims and set(sizes.values()) == {1}:
        tables, dims = tables.isel(dict.fromkeys(dims, 0), drop=True), set()
    if not dims:
        if is_effective(tables):
            return _effective(tables, *names)
        return _hold_out(tables, *names, n_train=0)
    if dims == {"repeat", "fold"} and sizes["fold"] == 2:
        per_repeat = tables.sum(("fold", *CELLS)).values
        if (per_repeat != per_repeat[0]).any():
            raise ValueError(f"Every repeat must validate the same records, but the totals are {per_repeat.tolist()}.")
        return _two_fold(tables, *names, trained_on=f"{int(tables.sum(CELLS).min())} records")
    raise ValueError(
        "`data` must be one table, or the tables of an m x 2 cross-validation with the dims repeat and fold (of size "
        f"2), but got the dims {sizes}. Compare several experiments one at a time."
    )


def _given(argument: str, name: str | None) -> str:
    return argument if name is None else check_text(argument, name)


def _named(tables: xr.DataArray, first: str | None, second: str | None) -> tuple[xr.DataArray, tuple[str, str]]:
    """Return the tables with the first classifier first; tables without names take those given."""
    if "first_name" in tables.attrs:
        known = tables.attrs["first_name"], tables.attrs["second_name"]
        names = pair_of_names(known, *(name if name is None else visible(name) for name in (first, second)))
        if names != known:
            tables = tables.rename(first="second", second="first").transpose(..., *CELLS)
        return tables.assign_attrs(first_name=names[0], second_name=names[1]), names
    names = _given("first", first), _given("second", second)
    if names[0] == names[1]:
        raise ValueError(f"`first` and `second` must be two names, but both are {names[0]!r}.")
    return tables, names


def _hold_out(table: xr.DataArray, first: str, second: str, *, n_train: int, **known: Any) -> Design:
    n = int(table.sum())
    trained = f", trained on {n_train} records," if n_train else ""
    return Design(
        kind=HOLD_OUT,
        tables=table,
        first=first,
        second=second,
        resampling=f"one hold-out of {n} record{'s' if n > 1 else ''}",
        estimand=f"{_question(first, second)} of these two fitted classifiers{trained} on new records",
        not_answered="how the algorithms would differ when trained on other data: training variance is not included",
        **known,
    )


def _two_fold(tables: xr.DataArray, first: str, second: str, *, trained_on: str, **known: Any) -> Design:
    n, how = int(tables.isel(repeat=0).sum()), f"{tables.sizes['repeat']} x 2 block-regularized cross-validation"
    tables = tables.transpose("repeat", "fold", *CELLS)
    return _of_algorithms(TWO_FOLD, tables, first, second, how=how, n=n, trained_on=trained_on, **known)


def _of_algorithms(
    kind: str, tables: xr.DataArray, first: str, second: str, *, how: str, n: int, trained_on: str, **known: Any
) -> Design:
    return Design(
        kind=kind,
        tables=tables,
        first=first,
        second=second,
        resampling=f"{how} of {n} records",
        estimand=f"{_question(first, second)} of the two algorithms trained on {trained_on}, on new records",
        not_answered=f"how they would differ when trained on all {n} records, or on another kind of data",
        **known,
    )


def _effective(table: xr.DataArray, first: str, second: str) -> Design:
    return Design(
        kind=EFFECTIVE,
        tables=table,
        first=first,
        second=second,
        resampling=f"an effective table of {float(table.sum()):.4g} records",
        estimand=f"{_question(first, second)} of the two algorithms as trained for the table, on new records",
        not_answered="whether the correlations that the effective table was made with are right",
    )


def _question(first: str, second: str) -> str:
    return " - ".join(f"err({cut(one_line(name), _LONGEST_NAME)})" for name in (first, second))
