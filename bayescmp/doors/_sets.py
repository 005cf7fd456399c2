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
from bayescmp.doors._how import OneTestSet, ValidationSets
from bayescmp.doors._losses import Losses
from bayescmp.doors._source import read_of
from bayescmp.predictions import TEST_SET, check_called_so, checked_bounds, checked_names, plain_labels
from bayescmp.predictions._said_of_losses import check_within

SET_DIMS = ("classifier", "repeat", "fold")
SIZES = ("n_train", "n_test")
_ROW = ["dataset", "classifier"]
_SMALLEST = 1e-100
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
    gather: Any = _scores_of_runs if isinstance(how, OneTestSet) else _scores_of_sets
    kind = kind.with_words()
    if not isinstance(data, (str, Path)):
        return gather(kind, how, data, classifier)
    with in_file(name_of_file(Path(data))):
        return gather(kind, how, read_of(check_path("data", data), kind, {}), classifier)


def _scores_of_sets(kind: Losses, how: ValidationSets, data: Any, classifier: Any) -> Any:
    """Gather scores or losses of validation sets; in a dict where `how` names data sets."""
    if data is None:
        if how.dataset is not None or how.fold is not None or classifier is not None:
            raise ValueError("`dataset`, `fold` and `classifier` must name columns of `data`, but there is no `data`.")
        return _of_one(kind, how, kind.values)
    columns = ColumnReader(with_named_rows(data) if isinstance(data, pd.DataFrame) else data)
    named = named_in_order("values", kind.values)
    for name in columns_of(named):
        check_called_so(str(name), greater_is_better=kind.greater_is_better)
    if classifier is None:
        if how.dataset is not None or how.fold is not None:
            raise ValueError("`classifier` must name the column of classifiers where `how` names `dataset` or `fold`.")
        return _of_one(kind, how, _wide(columns, named))
    made = {}
    for name, rows in _by_data_set(columns, columns_of(named), how, classifier).items():
        with in_file(f"the data set {name!r}"):
            sizes: dict[str, Any] = {size: _size_of(name, getattr(how, size), size) for size in SIZES}
            made[name] = _of_one(kind, replace(how, **sizes), rows)
    return made if how.dataset is not None else made[""]


def _wide(columns: ColumnReader, named: Any) -> dict[str, Array]:
    """Return the columns of classifiers by their names."""
    given = named if isinstance(named, Mapping) else {name: name for name in columns_of(named)}
    return {name: columns(column, "values") for name, column in given.items()}


def _scores_of_runs(kind: Losses, how: OneTestSet, data: Any, classifier: Any) -> xr.DataArray:
    """Gather a score or loss of each run on one test set; of a long table, rows of a classifier are its runs."""
    values: Any = kind.values  # noqa: PD011 - of the kind
    if data is None and classifier is not None:
        raise ValueError("`classifier` must name a column of `data`, but there is no `data`.")
    if data is not None:
        columns = ColumnReader(with_named_rows(data) if isinstance(data, pd.DataFrame) else data)
        named = named_in_order("values", values)
        if classifier is None:
            values = _wide(columns, named)
        else:
            (column,) = _score_columns(columns_of(named), {classifier})
            rows = pd.Series(as_numbers(columns(column, "values"), "values"))
            values = {
                str(name): own.to_numpy() for name, own in rows.groupby(_names(columns, classifier, "classifier"))
            }
    names = checked_names(values, "values")
    numbers = {name: as_numbers(in_order(values[name]), f"values[{name!r}]") for name in names}
    runs = {name: _numbers(own[~np.isnan(own)], f"values[{name!r}]") for name, own in numbers.items()}
    if kind.bounds is not None:
        kind = replace(kind, bounds=checked_bounds(kind.bounds))
        check_within(kind.name, np.concatenate([*runs.values()]), *kind.bounds)
    many = max(one.size for one in runs.values())
    padded = np.stack([np.pad(one, (0, many - one.size), constant_values=np.nan) for one in runs.values()])
    said = kind.said({"made_by": kind.name, TEST_SET: how.n_records or 0})
    sizes = [np.full((many, 1), np.nan), np.full((many, 1), how.n_records or np.nan)]
    return labelled_sets(padded[..., None], {"classifier": names}, sizes, said)


def _of_one(kind: Losses, how: ValidationSets, values: Any) -> xr.DataArray:
    """Gather the values of one data set."""
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
    if kind.bounds is not None:
        kind = replace(kind, bounds=checked_bounds(kind.bounds))
        check_within(kind.name, stacked, *kind.bounds)
    shaped = stacked.reshape(len(names), *_shape(stacked.shape[1:], how.n_repeats))
    of_sets = [np.full(shaped.shape[1:], float(size)) for size in sizes]
    return labelled_sets(shaped, {"classifier": names}, of_sets, kind.said({"made_by": kind.name}))


def labelled_sets(
    values: Floats, names: Mapping[str, Any], sizes: Sequence[Floats], attrs: Mapping[str, str]
) -> xr.DataArray:
    """Name the axes of values, and put the sizes of training and validation sets beside them."""
    coords = {name: (SET_DIMS[1:], of_sets) for name, of_sets in zip(SIZES, sizes, strict=True)}
    return xr.DataArray(values, dims=SET_DIMS, coords={**names, **coords}, name="value", attrs=attrs)


def _by_data_set(
    columns: ColumnReader, names: Sequence[Any], how: ValidationSets, classifier: str
) -> dict[str, dict[str, Floats]]:
    """Return the values of each classifier on each data set; "" where there is one."""
    named = {"classifier": classifier, "dataset": how.dataset, "fold": how.fold}
    keys = pd.DataFrame({key: _names(columns, name, key) for key, name in named.items() if name is not None})
    keys = keys if how.dataset is not None else keys.assign(dataset="")
    if how.dataset == classifier:
        raise ValueError(f"`classifier` must be another column than `dataset`, but both are {how.dataset!r}.")
    used = _score_columns(names, set(named.values()))
    table = pd.DataFrame({name: as_numbers(columns(name, "values"), f"values[{name!r}]") for name in used})
    rows = pd.MultiIndex.from_frame(keys[_ROW])
    if how.fold is not None:
        if len(used) > 1:
            raise ValueError(
                f"`values` must be one column where each validation set has a row of its own, but got {list(used)}."
            )
        _check_once(keys)
        table.index = pd.MultiIndex.from_frame(keys[[*_ROW, "fold"]])
        table, rows = table[used[0]].unstack(), rows.unique()  # noqa: PD010 - each is there once
        table = table.loc[rows, _in_order(keys, how.n_repeats)]
    table.index = rows
    _check_rows(rows)
    if table.shape[1] == 1:
        raise ValueError(
            f"`values` must be two columns or more, but {table.columns[0]!r} is the only one: one score does not tell "
            "how far it is known. One number each is compared by `compare_datasets` of a frame with a row for each "
            "data set."
        )
    found = dict[str, dict[str, Floats]]()
    for one in keys["classifier"].unique():
        for name, row in table.xs(one, level="classifier").iterrows():
            found.setdefault(str(name), {})[one] = row.to_numpy()
    return {name: found[name] for name in keys["dataset"].unique()}


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
    largest = float(np.abs(array).max())
    if largest != 0 and not _SMALLEST <= largest <= 1 / _SMALLEST:
        raise ValueError(
            f"`{name}` must hold numbers of at most {1 / _SMALLEST:g} in size, the largest at least {_SMALLEST:g}, but "
            f"the largest is {largest:.3g}. Give them in another unit."
        )
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


def _check_once(keys: pd.DataFrame) -> None:
    (dataset, classifier, name), count = Counter(keys[[*_ROW, "fold"]].itertuples(index=False)).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"`data` must have one row for each data set, classifier and validation set, but has {count} of "
            f"{classifier!r} on {dataset!r} in {name!r}."
        )


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


def _check_rows(rows: pd.MultiIndex) -> None:
    (dataset, classifier), count = Counter(rows).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"`data` must have one row for each data set and classifier, but has {count} of {classifier!r} on "
            f"{dataset!r}. Where each score has a row of its own, name the column of validation sets as `fold`."
        )
    name, count = Counter(rows.get_level_values("dataset")).most_common()[-1]
    if count < 2:
        raise ValueError(f"`data` must have two classifiers or more on every data set, but has one on {name!r}.")


def _size_of(dataset: str, given: float | Mapping[str, float], argument: str) -> float:
    if not isinstance(given, Mapping):
        return given
    sizes = {str(name): size for name, size in given.items()}
    if dataset not in sizes:
        raise ValueError(f"`{argument}` must have a number for each data set, but lacks {dataset!r}.")
    return sizes[dataset]
