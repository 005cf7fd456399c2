"""Losses and scores of records, of regressions as well: what they say of themselves, and which way is better."""

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import about, check_flag, check_number, check_text
from bayescmp.predictions._alignment import Rows, assemble
from bayescmp.predictions._check import OF_ANSWERS, check_losses
from bayescmp.predictions._class_labels import DROP_REMEDY, missing_entries
from bayescmp.predictions._dataset import provenance

_CALLED = {
    True: re.compile(r"(score|acc(uracy)?|correct|reward|auc)\d*|f1", re.IGNORECASE),
    False: re.compile(r"(loss(es)?|err(ors?)?|rmse|mse|mae|nll|cost|regret|brier|perplexity|wer)\d*", re.IGNORECASE),
}
"""Words of columns of which more is better, and less."""
_TAKEN = {True: "more", False: "less"}
_WORDS = re.compile(r"[A-Z]?[a-z]+\d*|[A-Z]+\d*")
_NEGATIVE = {"neg", "negative"}
VALUES = {"loss": "losses", "score": "scores"}
"""What stands in place of labels, by argument, and what sentences call it."""


def words_of_losses(argument: str, *, noun: object, greater_is_better: object, bounds: object) -> dict[str, Any] | None:
    """Return what `loss` or `score` says of itself, None without either.

    Parameters
    ----------
    argument : str
        What was given: "loss", "score", or else labels.
    noun, greater_is_better, bounds
        As in `predictions_from_arrays`.

    Returns
    -------
    dict or None
        `noun`, `greater_is_better` and `bounds`, each as given or by default.

    Raises
    ------
    TypeError, ValueError
        If one is no such thing, or is given without losses and scores.
    """
    told = {"noun": noun, "greater_is_better": greater_is_better, "bounds": bounds}
    given = [name for name, value in told.items() if value is not None]
    if argument not in VALUES and given:
        raise ValueError(
            f"`{given[0]}` must be given with `loss` or `score`, of which it tells more, but got neither. Leave it "
            "out: a metric of labels knows it."
        )
    if argument not in VALUES:
        return None
    return {
        "noun": argument if noun is None else check_text("noun", noun),
        "greater_is_better": direction_of(noun, greater_is_better, by_default=argument == "score"),
        "bounds": checked_bounds(bounds),
    }


def predictions_of_losses(
    values: Mapping[str, Array],
    rows: Rows,
    *,
    argument: str,
    words: Mapping[str, Any],
    on_missing: str,
    of_records: Mapping[str, object],
    made: Mapping[str, object],
) -> xr.Dataset:
    """Assemble the Dataset of losses or scores, arrays of shape (n_rows,), that are called `argument`.

    `words` are from `words_of_losses`, all else as in `predictions_of_labels`.
    """
    for name, own in values.items():
        missing_entries(own, f"{argument}[{name!r}]", rows.name_of_row, on_missing, DROP_REMEDY)
    plain = {name: as_numbers(own, f"{argument}[{name!r}]", rows.name_of_row) for name, own in values.items()}
    for name, own in plain.items():
        if np.isinf(own).any():
            first = rows.name_of_row(int(np.isinf(own).argmax()))
            raise ValueError(f"`{argument}[{name!r}]` must be finite, but is infinite at {first}.")
    found = rows.in_place(plain.values(), np.nan)
    variables = {"loss": (OF_ANSWERS, found), **of_records}
    missing = np.isnan(found) & (rows.fold >= 0)
    if missing.any():
        variables["missing"] = (OF_ANSWERS, missing)
    data = assemble(rows, classifiers=list(values), variables=variables, made=made)
    with about(argument):
        check_losses(data)
    check_within(VALUES[argument], data["loss"], *words["bounds"])
    if words["greater_is_better"]:
        data = data.assign(loss=1 - data["loss"])
    return data.assign_attrs(provenance_of_losses(**words, beside=provenance(data)))


def provenance_of_losses(
    *,
    noun: str,
    greater_is_better: bool,
    bounds: tuple[float | None, float | None] | None,
    beside: Mapping[str, Any],
) -> dict[str, str]:
    """Return the attribute by which losses and scores say what they are, `beside` what else they say.

    Bounds are of what was given, None untold.
    """
    words = {"noun": noun, "greater_is_better": greater_is_better, "bounds": None if bounds is None else [*bounds]}
    return {"provenance": json.dumps({**beside, "loss": words}, allow_nan=False)}


def checked_bounds(bounds: object) -> tuple[float | None, float | None]:
    """Return the least and the largest value that can occur, None for none, if they are such."""
    if bounds is None:
        return None, None
    if not isinstance(bounds, (tuple, list)) or len(bounds) != 2:
        raise TypeError(f"`bounds` must be (least, largest), each a number or None, but got {shown(bounds)}.")
    least, most = (None if bound is None else float(check_number("bounds", bound)) for bound in bounds)
    if least is not None and most is not None and least >= most:
        raise ValueError(f"`bounds` must be two numbers in order, but got {shown(bounds)}.")
    return least, most


def check_within(what: str, values: xr.DataArray | Floats, least: float | None, most: float | None) -> None:
    """Refuse losses or scores beyond bounds."""
    low, high = float(values.min()), float(values.max())
    found = low if least is not None and low < least else high if most is not None and high > most else None
    if found is not None:
        raise ValueError(f"`bounds` must hold all {what}, but {(least, most)} leave out {found:g}.")


def called_better(name: str) -> bool | None:
    """Tell whether more is better of what has a name; None where that does not tell."""
    words = _WORDS.findall(name)
    called = {greater for greater, word in _CALLED.items() if any(map(word.fullmatch, words))}
    small = {word.lower() for word in words}
    if "brier" in small:
        called = {False}  # and not as other scores are
    return called.pop() is not bool(_NEGATIVE & small) if len(called) == 1 else None


def direction_of(noun: object, greater_is_better: object, *, by_default: bool) -> bool:
    """Return whether more is better, as told, else by default; refuse a noun that says otherwise where it is not."""
    if greater_is_better is not None:
        return check_flag("greater_is_better", greater_is_better)
    if isinstance(noun, str) and called_better(noun) is (not by_default):
        raise ValueError(
            f"`greater_is_better` must be given where the `noun` is {noun!r}, of which {_TAKEN[not by_default]} is "
            f"better as a rule, but {_TAKEN[by_default]} would be taken to be."
        )
    return by_default


def check_called_so(name: str, *, greater_is_better: bool, what: str = "column") -> None:
    """Refuse a column of a table, or the table, that is called as those are of which the other direction is better."""
    if called_better(name) is (not greater_is_better):
        kind, give = ("losses", "Give") if greater_is_better else ("scores", "Leave out")
        raise ValueError(
            f"The {what} {name!r} is called as {kind} are, but {_TAKEN[greater_is_better]} is taken to be better. "
            f"{give} greater_is_better=False (--losses), or call it otherwise."
        )
