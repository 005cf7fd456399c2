"""Plain numbers: one value for each data set and classifier, as in a table of a paper."""

import json
import re
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._registry import did_you_mean
from bayescmp._support._text import shown
from bayescmp._support._validation import check_flag, check_storable
from bayescmp.doors import column_of_classifiers, rows_called, widened
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.metrics import METRICS, Metric, is_of_answers, metric_of, metric_of_losses
from bayescmp.predictions._said_of_losses import called_better, check_called_so

_FOLDS = "Values of folds are for `scores` with `how=validation_sets` (--sets)."
_SCORE, _LOSS = "score", "loss"
_ASKED = (
    "`greater_is_better` must be given, for {}. Give greater_is_better=False of losses, "
    "greater_is_better=True of scores, or a metric, such as 'accuracy'; per cents are better divided by 100."
)
_MOST, _ROUNDING = 1e100, 1e-9
_SUMMARIES = {
    "average", "avg", "mean", "median", "med", "std", "sd", "stdev", "min", "minimum", "max", "maximum", "best",
    "worst", "oracle", "rank", "ranks", "25%", "50%", "75%",
}  # fmt: skip
"""Words of which the name of a row or a column is made that summarises the others."""
_OF_ROWS = {"n", "size", "n_train", "n_test", "n_records", "fold", "repeat", "seed", "index", "id"}
"""Names of columns that say something of a row, and are no classifiers."""


def metric_of_numbers(metric: Any, *, greater_is_better: bool | None) -> Metric | None:
    """Return the metric of plain numbers, which may have any name; None where nothing is told of them."""
    if greater_is_better is not None:
        check_flag("greater_is_better", greater_is_better)
    if metric is None and greater_is_better is None:
        return None
    if metric is None or (isinstance(metric, str) and metric not in METRICS and not is_of_answers(metric)):
        name = metric or (_SCORE if greater_is_better else _LOSS)
        greater = called_better(name) if greater_is_better is None else greater_is_better
        if greater is None:
            unclear = f"the name {shown(name)} does not tell whether more of it is better"
            raise ValueError(_ASKED.format(unclear) + did_you_mean(name, METRICS))
        return metric_of_losses(name, greater_is_better=greater, bounds=(None, None))
    found = metric_of(metric)
    if greater_is_better not in {None, found.greater_is_better}:
        raise ValueError(
            f"`greater_is_better` must be {found.greater_is_better} of the {found.noun}, but got {greater_is_better}. "
            "Leave it out: the metric tells."
        )
    return found


def plain_numbers(
    data: pd.DataFrame | Mapping[Any, Any], metric: Metric | None
) -> Iterator[tuple[Hashable, xr.DataArray]]:
    """Yield the values of the classifiers that every data set has, from a row for each, or from mappings by name."""
    if not isinstance(data, pd.DataFrame):
        data = pd.DataFrame.from_dict({name: dict(one) for name, one in data.items()}, orient="index")
    frame = _by_dataset(data, metric)
    values = _numbers(frame)
    own = metric or metric_of_losses(_SCORE, greater_is_better=True, bounds=(None, None))
    words: dict[str, Any] = {"noun": own.noun, "greater_is_better": own.greater_is_better}
    if own.bounds != (None, None) or own.name not in {_SCORE, _LOSS}:  # a name such as rmse tells that there are none
        words["bounds"] = list(own.value_bounds)
    if metric is None and not (np.nanmin(values) >= 0 and np.nanmax(values) <= 1):
        raise ValueError(_ASKED.format("numbers beyond 0 and 1 do not tell whether more of them is better"))
    attrs = {"provenance": json.dumps({"made_by": PLAIN_NUMBERS, "loss": words})}
    names = [str(name) for name in frame.columns]
    for name, row in zip(frame.index, values, strict=True):
        there = np.flatnonzero(~np.isnan(row))
        _check_within(own, name, row[there])
        coords = {"classifier": [names[place] for place in there]}
        yield name, xr.DataArray(row[there], dims="classifier", coords=coords, attrs=attrs)


def _by_dataset(frame: pd.DataFrame, metric: Metric | None) -> pd.DataFrame:
    """Return a table whose first column names the data sets, as files have it, with that as its index.

    One of three columns, with a row for each data set and classifier, is widened.
    """
    if isinstance(frame.index, pd.MultiIndex):
        named = list(frame.index.names)
        raise ValueError(f"`data` must have one row for each data set, but rows are named by {named}. {_FOLDS}")  # noqa: TRY004 - of the right type
    if isinstance(frame.index, pd.RangeIndex) and frame.shape[1] > 1 and rows_called(frame.columns[0]) == "datasets":
        dataset, classifier = frame.columns[0], column_of_classifiers(frame, frame.columns[0])
        if classifier is not None and frame.shape[1] == 3:
            values = frame.columns.drop([dataset, classifier])[0]
            if metric is None:
                check_called_so(str(values), greater_is_better=True)
            return widened(frame, dataset, classifier)
        return frame.set_index(dataset)
    return frame


def _check_within(metric: Metric, dataset: Hashable, values: np.ndarray) -> None:
    """Refuse numbers that the metric cannot be."""
    low, high = np.array(metric.value_bounds, dtype=float)  # NaN, which nothing is beyond, where there is none
    odd = values[(values < low - _ROUNDING) | (values > high + _ROUNDING)]
    if odd.size:
        raise ValueError(
            f"`data` must hold values of the {metric.noun}, but hold {odd[0]:g} on {shown(dataset)}. Divide "
            "per cents by 100 where all numbers are, leave out columns that are no classifiers, and give "
            "what scikit-learn negates its own sign; leave `metric` out for other scores."
        )


def _numbers(frame: pd.DataFrame) -> np.ndarray:
    names = [check_storable("A classifier of `data`", str(name)) for name in frame.columns]
    _check_names(frame, names)
    columns = [
        as_numbers(frame.iloc[:, place], f"data[{name!r}]", lambda row: shown(frame.index[row]))
        for place, name in enumerate(names)
    ]
    values = np.stack(columns, axis=1)
    for name, column in zip(names, values.T, strict=True):
        if np.isnan(column).all() or not np.nanmax(np.abs(column)) <= _MOST:
            raise ValueError(f"`data` must hold finite numbers up to {_MOST:g} of every classifier, but not {name!r}.")
    return values


def _check_names(frame: pd.DataFrame, names: list[str]) -> None:
    """Refuse names that are not those of classifiers in the columns and of data sets in the rows."""
    if pd.isna(frame.columns.to_flat_index()).any() or len(set(names)) < len(names) or not all(map(str.strip, names)):
        raise ValueError(
            f"The classifiers of `data` must have names that differ as texts, but are {[*frame.columns]}, one of which "
            "is empty, missing or there twice."
        )
    for axis, name, others in (("columns", frame.columns.name, "datasets"), ("rows", frame.index.name, "classifiers")):
        if name is not None and rows_called(name) == others:
            raise ValueError(
                f"`data` must have a row for each data set and a column for each classifier, but the {axis} are called "
                f"{name!r}: give `data.T`."
            )
    if not frame.size:
        raise ValueError("`data` must hold a data set or more, but hold none.")
    of_rows = [name for name in names if name.strip().casefold() in _OF_ROWS or name.startswith("Unnamed: ")]
    of_rows += [name for name in names if rows_called(name) == "datasets"]
    odd = of_rows + [name for name in [*names, *map(str, frame.index)] if _is_of_summary(name)]
    if odd:
        raise ValueError(
            "`data` must have a column for each classifier and a row for each data set, but "
            f"{shown(odd[0])} is neither. Leave it out, or give it another name. {_FOLDS}"
        )


def _is_of_summary(name: str) -> bool:
    words = re.findall(r"[^\W_]+%?", name.casefold())
    return bool(words) and _SUMMARIES.issuperset(words)
