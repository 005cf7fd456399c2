"""Plain numbers: one value for each data set and classifier, as in a table of a paper."""

import json
import re
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import how_to_write, is_written_number
from bayescmp._support._text import shown
from bayescmp._support._validation import check_flag, check_storable
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.metrics import METRICS, Metric, is_of_answers, metric_of, metric_of_losses
from bayescmp.predictions import called_better, rows_called, with_named_rows

_SCORE, _LOSS = "score", "loss"
_ASKED = (
    "`greater_is_better` must be given, for {}. Give greater_is_better=False of losses (--losses), True of scores "
    "(--no-losses), or a metric, such as 'accuracy'; per cents are better divided by 100."
)
_MOST, _ROUNDING = 1e100, 1e-9
_STATISTICS: dict[str, Callable[..., Any]] = {
    "mean": np.nanmean, "median": np.nanmedian, "standard deviation": partial(np.nanstd, ddof=1),
    "standard deviation of all": np.nanstd, "least": np.nanmin, "greatest": np.nanmax,
}  # fmt: skip
_SUMMARIES = {
    **dict.fromkeys(("average", "avg", "mean"), ("mean",)),
    **dict.fromkeys(("median", "med"), ("median",)),
    **dict.fromkeys(("std", "sd", "stdev"), ("standard deviation", "standard deviation of all")),
    **dict.fromkeys(("min", "minimum"), ("least",)),
    **dict.fromkeys(("max", "maximum"), ("greatest",)),
    **dict.fromkeys(("best", "worst", "oracle"), ("least", "greatest")),
}
"""Names of a row or column that summarises the others, and what it may be of them."""
_OF_SUMMARY = 0.01
"""How near the numbers of a summary are, relative; or as near as their digits tell."""
_DIGITS = 6
_QUARTILES = {"25%", "50%", "75%"}
"""Rows of what pandas calls a description."""
_FAR = 10  # times, that per cents are at least above proportions
_OF_ROWS = {"n", "size", "n_train", "n_test", "n_records", "fold", "repeat", "seed", "index", "id", "rank"}
"""Names of columns that say something of a row, and are no classifiers."""


def metric_of_numbers(metric: Any, *, greater_is_better: bool | None) -> Metric | None:
    """Return the metric of plain numbers, which may have any name; None where nothing is told of them.

    Raises
    ------
    TypeError, ValueError
        If a name does not tell whether more is better and `greater_is_better` is left out, or if both contradict.
    """
    if greater_is_better is not None:
        check_flag("greater_is_better", greater_is_better)
    if metric is None and greater_is_better is None:
        return None
    if metric is None or (isinstance(metric, str) and metric not in METRICS and not is_of_answers(metric)):
        name = metric or (_SCORE if greater_is_better else _LOSS)
        greater = called_better(name) if greater_is_better is None else greater_is_better
        if greater is None:
            raise ValueError(_ASKED.format(f"the name {shown(name)} does not tell whether more of it is better"))
        return metric_of_losses(name, greater_is_better=greater, bounds=(None, None))
    found = metric_of(metric)
    if greater_is_better not in {None, found.greater_is_better}:
        raise ValueError(
            f"`greater_is_better` must be {found.greater_is_better} of the {found.noun}, but got {greater_is_better}. "
            "Leave it out: the metric tells."
        )
    return found


def plain_numbers(data: "pd.DataFrame | Mapping[Any, Any]", metric: Any) -> Iterator[tuple[Hashable, xr.DataArray]]:
    """Return the values of the classifiers of every data set, a DataArray with the dim classifier.

    Parameters
    ----------
    data : DataFrame or mapping of mappings
        A row per data set and a column per classifier; or numbers by data set and classifier. NaN, None or what is left
        out is a classifier that a data set lacks.
    metric : metric or None
        Whose values they are; None for scores, of which more is better.

    Raises
    ------
    TypeError, ValueError
        If something is no finite number, names are there twice, or a data set has fewer than two numbers.
    """
    frame = data if isinstance(data, pd.DataFrame) else pd.DataFrame.from_dict(
        {name: dict(one) for name, one in data.items()}, orient="index"
    )  # fmt: skip
    if (named := with_named_rows(frame)) is not frame:
        frame = named.set_index("dataset") if "dataset" in named else named
    values = _numbers(frame)
    scores = metric_of_losses(_SCORE, greater_is_better=True, bounds=(None, None))
    own = scores if metric is None else metric_of(metric)
    if own.bounds == (None, None):
        _warn_of_units(frame.columns, values)
        _warn_of_units(frame.index, values.T)
    words: dict[str, Any] = {"noun": own.noun, "greater_is_better": own.greater_is_better}
    if own.bounds != (None, None) or own.name not in {_SCORE, _LOSS}:  # a name such as rmse tells that there are none
        words["bounds"] = list(own.value_bounds)
    _check_no_summary(frame.index, values, "a row for each data set")
    _check_no_summary(frame.columns, values.T, "a column for each classifier")
    _check_no_ranks(frame.index, values)
    if metric is None and not (np.nanmin(values) >= 0 and np.nanmax(values) <= 1):
        raise ValueError(_ASKED.format("numbers beyond 0 and 1 do not tell whether more of them is better"))
    attrs = {"provenance": json.dumps({"made_by": PLAIN_NUMBERS, "loss": words})}
    names = [str(name) for name in frame.columns]
    for name, row in zip(frame.index, values, strict=True):
        there = np.flatnonzero(~np.isnan(row))
        if there.size < 2:
            raise ValueError(
                f"`data` must have two numbers or more on every data set, but {shown(name)} has {there.size}. "
                "Leave it out."
            )
        _check_within(own, name, row[there])
        coords = {"classifier": [names[place] for place in there]}
        yield name, xr.DataArray(row[there], dims="classifier", coords=coords, attrs=attrs)


def _check_no_summary(names: pd.Index, values: np.ndarray, rule: str) -> None:
    """Refuse rows or columns that summarise the others, as tables of papers have."""
    words = [str(name).strip(" .").casefold() for name in names]
    if len(_QUARTILES & {*words}) > 1:
        raise ValueError(f"`data` must have {rule}, but {list(names)} are of a summary. Give what it is of.")
    is_own = np.array([word not in _SUMMARIES for word in words])
    for word, name, own in zip(words, names, values, strict=True):
        if word not in _SUMMARIES or is_own.sum() < 2:
            continue
        for what in _SUMMARIES[word]:
            with warnings.catch_warnings(action="ignore"):  # of a column without numbers
                expected = _STATISTICS[what](values[is_own], axis=0)
            near = max(_OF_SUMMARY * np.nanmax(np.abs(expected)), 0.5 / 10 ** _decimals(own))
            if np.nanmax(np.abs(own - expected)) <= near:
                raise ValueError(
                    f"`data` must have {rule}, but {shown(name)} is the {what} of the others. Leave it out."
                )


def _check_no_ranks(names: pd.Index, values: np.ndarray) -> None:
    """Refuse a row of ranks, which sum to those of all places."""
    for name, own in zip(names, values, strict=True):
        places = own.size * (own.size + 1) / 2
        if "rank" in re.split(r"[^a-z]+", str(name).casefold()) and abs(own.sum() - places) <= _OF_SUMMARY * places:
            raise ValueError(
                f"`data` must have a row for each data set, but {shown(name)} holds the ranks of the classifiers. "
                "Leave it out."
            )


def _decimals(values: np.ndarray) -> int:
    """Return with how many digits behind the point numbers are written, few as of a table."""
    known = values[~np.isnan(values)]
    return next((digits for digits in range(_DIGITS) if np.array_equal(known, known.round(digits))), _DIGITS)


def _warn_of_units(names: pd.Index, values: np.ndarray) -> None:
    low, high = np.fmin.reduce(values), np.fmax.reduce(values)  # NaN of what has none
    of_hundred, of_one = np.flatnonzero((low > 1) & (high <= 100)), np.flatnonzero((low >= 0) & (high <= 1))
    if of_hundred.size and of_one.size and low[of_hundred].min() > _FAR * high[of_one].max():
        per_cents, shares = shown(names[of_hundred[0]]), shown(names[of_one[0]])
        warnings.warn(
            f"All numbers of {per_cents} are above 1 and all of {shares} below, as where per cents stand beside "
            "proportions. Write them in one unit, if they are of two.",
            UserWarning,
            stacklevel=2,
        )


def _check_within(metric: Metric, dataset: Hashable, values: np.ndarray) -> None:
    """Refuse numbers that the metric cannot be."""
    low, high = (
        limit if bound is None else bound for bound, limit in zip(metric.value_bounds, (-np.inf, np.inf), strict=True)
    )
    odd = values[(values < low - _ROUNDING) | (values > high + _ROUNDING)]
    if odd.size:
        raise ValueError(
            f"`data` must hold values of the {metric.noun}, but hold {odd[0]:g} on {shown(dataset)}. Divide "
            "per cents by 100 (--per-cent) where all numbers are, leave out columns that are no classifiers, and give "
            "what scikit-learn negates its own sign; leave `metric` out for other scores."
        )


def _how_to_index(frame: pd.DataFrame) -> str:
    """Say how names become the index, of one column of them or of two."""
    texts = [name for name in frame if not pd.api.types.is_numeric_dtype(frame[name])]
    numbers = [name for name in frame if name not in texts]
    if len(texts) == 2 and len(numbers) == 1:
        dataset, classifier = texts
        return f" `frame.pivot(index={dataset!r}, columns={classifier!r}, values={numbers[0]!r})` makes it so."
    name = texts[0] if texts and numbers else "dataset"
    return (
        f" Names of data sets belong into the index: `frame.set_index({name!r})`; scores of several validation sets "
        "into `scores_from_arrays` or `scores_from_frame`."
    )


def _is_known(one: object) -> bool:
    """Tell whether an entry is a number or says that there is none."""
    is_number = isinstance(one, (int, float, np.number)) and not isinstance(one, bool) and np.ndim(one) == 0
    return one is None or one is pd.NA or is_number


def _how_to_leave_out(frame: pd.DataFrame, row: int, column: int) -> str:
    """Say what to do with what is no number: with it alone, with its row, or with its column."""
    one = frame.iloc[row, column]
    if is_written_number(one):
        return " Numbers are there as texts: `frame.astype(float)`."
    is_number = frame.map(lambda entry: _is_known(entry) or is_written_number(entry))
    if not is_number.iloc[:, column].any() and len(frame) > 1:
        rest = " A column of something else is left out; on the command line --scores names those of numbers."
        return _how_to_index(frame) + rest
    if isinstance(one, str) and not is_number.iloc[row].any():
        return f" Leave out {shown(frame.index[row])}, which has no numbers."
    return " Leave it empty where there is no number."


def _check_entries(frame: pd.DataFrame, names: list[str]) -> None:
    """Refuse entries that are no numbers, of texts first those that are not written as one, and endless ones."""
    odd = []
    for column, name in enumerate(names):
        for row, one in enumerate(frame.iloc[:, column].tolist()):
            if not _is_known(one):
                odd.append((is_written_number(one), row, column, one))
            elif one is not None and one is not pd.NA and not -_MOST <= one <= _MOST and one == one:  # noqa: PLR0124
                place = shown(frame.index[row])
                raise ValueError(
                    f"`data` must hold finite numbers up to {_MOST:g}, but {name!r} on {place} is {shown(one)}."
                )
    if odd:
        _, row, column, one = min(odd, key=lambda found: found[0])
        raise TypeError(
            f"`data` must hold a number for each data set (row) and classifier (column), but {names[column]!r} on "
            f"{shown(frame.index[row])} is {shown(one)}." + (how_to_write(one) or _how_to_leave_out(frame, row, column))
        )


def _numbers(frame: pd.DataFrame) -> np.ndarray:
    names = [check_storable("A classifier of `data`", str(name)) for name in frame.columns]
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
    if of_rows:
        raise ValueError(
            f"`data` must have a column for each classifier, but {of_rows[0]!r} is called as a column is that says "
            "something of the rows, such as their numbers. Leave it out, as `to_csv(index=False)` does where pandas "
            "wrote it, or give it another name if it is a classifier."
        )
    _check_entries(frame, names)
    values: np.ndarray = frame.astype(object).mask(frame.isna(), np.nan).to_numpy(dtype=float)
    empty = [name for name, column in zip(names, values.T, strict=True) if np.isnan(column).all()]
    if empty:
        raise ValueError(f"`data` must have a number of every classifier, but none of {empty[0]!r}. Leave it out.")
    return values
