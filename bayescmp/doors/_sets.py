"""Scores of validation sets: arrays, columns of a table, or a table of several data sets."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._files import name_of_file
from bayescmp._support._given import as_numbers, check_same_index, in_order, index_of
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, check_integer, check_list, check_path, check_positive, in_file
from bayescmp.doors._columns import ColumnReader, columns_of, named_in_order, with_named_rows
from bayescmp.doors._gathered import predictions_of
from bayescmp.doors._losses import Losses
from bayescmp.doors._source import read_of
from bayescmp.doors._ways import OneTestSet, ValidationSets
from bayescmp.predictions import TEST_SET, check_called_so, checked_bounds, checked_names, plain_labels
from bayescmp.predictions._said_of_losses import check_size, check_within

SET_DIMS = ("classifier", "repeat", "fold")
SIZES = ("n_train", "n_test")
_ROW = ["dataset", "classifier"]
_PLACE = re.compile(r"split\d+_test_score")


def candidates(values: Any) -> Any:
    """Return the scores of all candidates of a search of scikit-learn, or of its ``cv_results_``; all else as it is."""
    values = getattr(values, "cv_results_", values)
    if not isinstance(values, Mapping) or "params" not in values or not isinstance(values["params"], list):
        return values
    columns = [name for name in values if isinstance(name, str) and _PLACE.fullmatch(name)]
    if not columns:
        raise ValueError("`values` must hold split0_test_score and so on of a search with one metric, but hold none.")
    table = np.column_stack([as_numbers(values[name], name) for name in columns])
    names = [", ".join(f"{key}={value}" for key, value in one.items()) or "default" for one in values["params"]]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"`values` must hold candidates that differ in their parameters, but two are {twice!r}.")
    return dict(zip(names, table, strict=True))


def values_of(kind: Losses, how: Any, data: Any, classifier: Any, *, on_missing: str, **of_records: Any) -> Any:
    """Gather values of records, or those of validation sets or runs, of which nothing of records can be told."""
    if not isinstance(how, (OneTestSet, ValidationSets)):
        return predictions_of(kind, data=data, classifier=classifier, how=how, on_missing=on_missing, **of_records)
    given = of_records | {"on_missing": None if on_missing == "error" else on_missing}
    if name := next((name for name, value in given.items() if value is not None), None):
        raise ValueError(f"`{name}` must be left out of scores of validation sets, but got {shown(given[name])}.")
    kind = kind.with_words()
    if not isinstance(data, (str, Path)):
        return _gathered(kind, how, data, classifier)
    with in_file(name_of_file(Path(data))):
        return _gathered(kind, how, read_of(check_path("data", data), kind, {}), classifier)


def _gathered(kind: Losses, how: OneTestSet | ValidationSets, data: Any, classifier: Any) -> Any:
    """Gather scores or losses of arrays, or of a table; in a dict where `how` names data sets."""
    of_one: Any = _of_runs if isinstance(how, OneTestSet) else _of_sets
    keys = {"dataset": getattr(how, "dataset", None), "classifier": classifier, "fold": getattr(how, "fold", None)}
    if data is None:
        if any(name is not None for name in keys.values()):
            raise ValueError("`dataset`, `fold` and `classifier` must name columns of `data`, but there is no `data`.")
        return of_one(kind, how, kind.values)
    columns = ColumnReader(with_named_rows(data) if isinstance(data, pd.DataFrame) else data)
    named = named_in_order("values", kind.values)
    for name in columns_of(named):
        check_called_so(str(name), greater_is_better=kind.greater_is_better)
    if classifier is None:
        if any(name is not None for name in keys.values()):
            raise ValueError("`classifier` must name the column of classifiers where `how` names `dataset` or `fold`.")
        given = named if isinstance(named, Mapping) else {name: name for name in columns_of(named)}
        return of_one(kind, how, {name: columns(column, "values") for name, column in given.items()})
    return _of_long(kind, how, columns, columns_of(named), keys)


def _of_long(
    kind: Losses, how: OneTestSet | ValidationSets, columns: ColumnReader, named: Sequence[Any], keys: dict[str, Any]
) -> Any:
    """Gather the scores of a table with a row for each classifier, of each data set, run or validation set."""
    rows = pd.DataFrame({key: _names(columns, name, key) for key, name in keys.items() if name is not None})
    if keys["dataset"] == keys["classifier"]:
        raise ValueError(f"`classifier` must be another column than `dataset`, but both are {keys['dataset']!r}.")
    scores = _score_columns(named, {*keys.values()})
    if len(scores) > 1 and (isinstance(how, OneTestSet) or how.fold is not None):
        raise ValueError(f"`values` must be one column where each run or validation set has a row, but got {scores}.")
    table = pd.DataFrame({name: as_numbers(columns(name, "values"), f"values[{name!r}]") for name in scores})
    if isinstance(how, OneTestSet):
        return _of_runs(kind, how, {name: own.to_numpy() for name, own in table[scores[0]].groupby(rows["classifier"])})
    made = {}
    for name, values in _by_data_set(table, rows, how.n_repeats).items():
        with in_file(f"the data set {name!r}"):
            sizes: dict[str, Any] = {size: _size_of(name, getattr(how, size), size) for size in SIZES}
            made[name] = _of_sets(kind, replace(how, **sizes), values)
    return made if how.dataset is not None else made[""]


def _of_runs(kind: Losses, how: OneTestSet, values: Any) -> xr.DataArray:
    """Gather a score or loss of each run on one test set."""
    names = checked_names(values, "values")
    numbers = {name: as_numbers(in_order(values[name]), f"values[{name!r}]") for name in names}
    runs = [_numbers(own[~np.isnan(own)], f"values[{name!r}]") for name, own in numbers.items()]
    many = max(one.size for one in runs)
    padded = np.stack([np.pad(one, (0, many - one.size), constant_values=np.nan) for one in runs])
    sizes = [np.full((many, 1), np.nan), np.full((many, 1), how.n_records or np.nan)]
    return _labelled(kind, padded[..., None], names, sizes, {TEST_SET: how.n_records or 0})


def _of_sets(kind: Losses, how: ValidationSets, values: Any) -> xr.DataArray:
    """Gather the values of the validation sets of one data set."""
    names = checked_names(values, "values")
    sizes = [check_positive(size, getattr(how, size), least=1, most=MOST_RECORDS) for size in SIZES]
    ordered = {f"values[{name!r}]": in_order(values[name]) for name in names}
    for axis in (-1, -2):
        check_same_index({name: index_of(one, axis) for name, one in ordered.items()})
    arrays = {name: _numbers(one, name) for name, one in ordered.items()}
    shapes = {name: array.shape for name, array in arrays.items()}
    if len(set(shapes.values())) > 1:
        raise ValueError(f"`values` must have the same shape for all classifiers, but got {shapes}.")
    stacked = np.stack([*arrays.values()])
    shaped = stacked.reshape(len(names), *_shape(stacked.shape[1:], how.n_repeats))
    return _labelled(kind, shaped, names, [np.full(shaped.shape[1:], float(size)) for size in sizes], {})


def _labelled(
    kind: Losses, values: Floats, names: list[str], sizes: Sequence[Floats], beside: Mapping[str, Any]
) -> xr.DataArray:
    """Return values, (classifier, repeat, fold), within their bounds, with what is said of them."""
    if kind.bounds is not None:
        kind = replace(kind, bounds=checked_bounds(kind.bounds))
        check_within(kind.name, values, *kind.bounds)
    return labelled_sets(values, {"classifier": names}, sizes, kind.said({"made_by": kind.name, **beside}))


def labelled_sets(
    values: Floats, names: Mapping[str, Any], sizes: Sequence[Floats], attrs: Mapping[str, str]
) -> xr.DataArray:
    """Name the axes of values, and put the sizes of training and validation sets beside them."""
    coords = {name: (SET_DIMS[1:], of_sets) for name, of_sets in zip(SIZES, sizes, strict=True)}
    return xr.DataArray(values, dims=SET_DIMS, coords={**names, **coords}, name="value", attrs=attrs)


def _by_data_set(table: pd.DataFrame, keys: pd.DataFrame, n_repeats: int | None) -> dict[str, dict[str, Floats]]:
    """Return the values of each classifier on each data set; "" where there is one."""
    keys = keys if "dataset" in keys else keys.assign(dataset="")
    rows = pd.MultiIndex.from_frame(keys[_ROW])
    _check_rows(keys)
    if "fold" in keys:
        column = table.squeeze(axis=1).set_axis(pd.MultiIndex.from_frame(keys[[*_ROW, "fold"]]))
        rows = rows.unique()
        table = column.unstack().loc[rows, _in_order(keys, n_repeats)]  # noqa: PD010 - each is there once
    if table.shape[1] == 1:
        raise ValueError(
            f"`values` must be two columns or more, but {table.columns[0]!r} is the only one: one score does not tell "
            "how far it is known. One number each is compared by `compare_datasets` of a frame with a row for each "
            "data set."
        )
    found: dict[str, dict[str, Floats]] = {name: {} for name in keys["dataset"].unique()}
    for one in keys["classifier"].unique():
        for name, row in table.set_axis(rows).xs(one, level="classifier").iterrows():
            found[str(name)][one] = row.to_numpy()
    return found


def _numbers(values: ArrayLike, name: str) -> Floats:
    array = as_numbers(values, name)
    if array.ndim not in {1, 2} or array.size < 2:
        raise ValueError(
            f"`{name}` must be of shape (n_sets,) or (n_repeats, n_folds), with two scores or more, but got the shape "
            f"{array.shape}."
        )
    odd = np.flatnonzero(~np.isfinite(array))
    if odd.size:
        raise ValueError(f"`{name}` must hold finite numbers, but got {array.flat[odd[0]]} at position {odd[0]}.")
    check_size(f"`{name}` must be", array)
    return array


def _shape(given: tuple[int, ...], n_repeats: int | None) -> tuple[int, int]:
    """Return numbers of repeats and folds."""
    count = int(np.prod(given))
    if n_repeats is not None:
        repeats = check_integer("n_repeats", n_repeats, least=1)
        if count % repeats or (len(given) == 2 and given[0] != repeats):
            raise ValueError(f"`n_repeats` must divide the {count} scores, of shape {given}, but got {n_repeats}.")
        return repeats, count // repeats
    return (given[0], given[1]) if len(given) == 2 else (count, 1)


def _names(columns: ColumnReader, column: str, argument: str) -> Array:
    """Return a column of names as text."""
    values = columns(column, argument)
    if not values.size:
        raise ValueError("`data` must have a row for each data set and classifier, but has none.")
    names = plain_labels(values, argument, lambda i: f"row {i}").astype(str).astype(object)
    if "" in names:
        raise ValueError(f"`{argument}` must hold names, but got '' in row {names.tolist().index('')}.")
    return names


def _score_columns(names: Sequence[Any], keys: set[str | None]) -> list[str]:
    named = check_list("values", names)
    for name, count in Counter(name for name in named if isinstance(name, str)).items():
        if count > 1 or name in keys:
            raise ValueError(f"`values` must name each column of scores once, and no other, but has {name!r}.")
    return named


def columns_alike(names: list[str]) -> list[str]:
    """Return columns if they may all be of scores: a mean, a size or a number of the row would pass for one."""
    if not names:
        raise ValueError("`data` must have columns of scores beside those of names, but has none.")
    unnamed = [name for name in names if not isinstance(name, str)]
    if unnamed:
        raise TypeError(f"`data` must have columns whose names are text, but got {shown(unnamed[0])}.")
    forms = {name: re.sub(r"\d+", "", name) for name in names}
    usual = Counter(forms.values()).most_common(1)[0][0]
    odd = [name for name in names if forms[name] != usual]
    if odd:
        raise ValueError(
            f"`values` must name the columns of scores, as {odd[0]!r} is not called like the others: "
            f"values=[{next(name for name in names if forms[name] == usual)!r}, ...]."
        )
    return names


def _in_order(keys: pd.DataFrame, n_repeats: int | None) -> list[str]:
    """Return the names of validation sets by their numbers, or as they appear; repeats are told by the order.

    So it must be the same in all rows, of data sets and classifiers, where the names do not tell it.
    """
    names = keys["fold"].unique().tolist()
    forms = {re.sub(r"\d+", "#", name) for name in names}
    if forms <= {"#", "-#"}:
        return sorted(names, key=int)
    if len(forms) == 1 and min(forms).count("#") == 1:
        return sorted(names, key=lambda name: int(re.sub(r"\D", "", name)))
    if n_repeats in {None, 1}:
        return names
    is_one_form = len(forms) == 1  # such as r1f2, whose numbers have to be in order
    known = sorted(names, key=lambda name: [*map(int, re.findall(r"\d+", name))]) if is_one_form else names
    places = keys.assign(place=keys["fold"].map(known.index))
    odd = places[places.groupby(_ROW)["place"].diff() < 0]
    if len(odd):
        raise ValueError(
            "`fold` must number the validation sets, repeat by repeat, or have them in one order for all "
            f"classifiers, but those of {odd['classifier'].iloc[0]!r} on {odd['dataset'].iloc[0]!r} come in another "
            "one."
        )
    return names


def _check_rows(keys: pd.DataFrame) -> None:
    """Refuse a classifier that has several rows on a data set, or in a validation set of it, or no other beside."""
    within, remedy = _ROW, " Where each score has a row of its own, name the column of validation sets as `fold`."
    what = "data set and classifier"
    if "fold" in keys:
        within, what, remedy = [*_ROW, "fold"], "data set, classifier and validation set", ""
    (dataset, classifier, *fold), count = Counter(keys[within].itertuples(index=False)).most_common(1)[0]
    if count > 1:
        place = " in ".join(map(repr, [dataset, *fold]))
        raise ValueError(
            f"`data` must have one row for each {what}, but has {count} of {classifier!r} on {place}.{remedy}"
        )
    name, count = Counter(keys[_ROW].drop_duplicates()["dataset"]).most_common()[-1]
    if count < 2:
        raise ValueError(f"`data` must have two classifiers or more on every data set, but has one on {name!r}.")


def _size_of(dataset: str, given: float | Mapping[str, float], argument: str) -> float:
    if not isinstance(given, Mapping):
        return given
    sizes = {str(name): size for name, size in given.items()}
    if dataset not in sizes:
        raise ValueError(f"`{argument}` must have a number for each data set, but lacks {dataset!r}.")
    return sizes[dataset]
