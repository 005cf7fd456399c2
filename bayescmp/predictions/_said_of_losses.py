"""Losses and scores of records, of regressions as well: what they say of themselves, and which way is better."""

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_number

_CALLED = {
    True: re.compile(r"(score|acc(uracy)?|correct|reward|auc)\d*|f1", re.IGNORECASE),
    False: re.compile(r"(loss(es)?|err(ors?)?|rmse|mse|mae|nll|cost|regret|brier|perplexity|wer)\d*", re.IGNORECASE),
}
"""Words of columns of which more is better, and less."""
TEST_SET = "test_set"
"""The key in the provenance of scores that are of runs on one test set, with its number of records, 0 if untold."""
_TAKEN = {True: "more", False: "less"}
_WORDS = re.compile(r"[A-Z]?[a-z]+\d*|[A-Z]+\d*")
_SMALLEST = 1e-100
_NEGATIVE = {"neg", "negative"}


def provenance_of_losses(
    *, noun: str, greater_is_better: bool, bounds: tuple[float | None, float | None] | None, beside: Mapping[str, Any]
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
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    found = low if least is not None and low < least else high if most is not None and high > most else None
    if found is not None:
        raise ValueError(f"`bounds` must hold all {what}, but {(least, most)} leave out {found:g}.")


def check_size(rule: str, values: Floats) -> None:
    """Refuse losses or scores of which squares are no numbers, or all 0."""
    largest = float(np.abs(values).max())
    if largest != 0 and not _SMALLEST <= largest <= 1 / _SMALLEST:
        raise ValueError(
            f"{rule} at most {1 / _SMALLEST:g} in size, and the largest at least {_SMALLEST:g}, for squares are taken "
            f"of it, but the largest is {largest:.3g}. Give it in another unit."
        )


def called_better(name: str) -> bool | None:
    """Tell whether more is better of what has a name; None where that does not tell."""
    words = _WORDS.findall(name)
    called = {greater for greater, word in _CALLED.items() if any(map(word.fullmatch, words))}
    small = {word.lower() for word in words}
    if "brier" in small:
        called = {False}  # and not as other scores are
    return called.pop() is not bool(_NEGATIVE & small) if len(called) == 1 else None


def check_called_so(name: str, *, greater_is_better: bool, what: str = "column") -> None:
    """Refuse a column of a table, the table, or a noun, that is called as what the other direction is better of."""
    if called_better(name) is (not greater_is_better):
        kind = "losses" if greater_is_better else "scores"
        raise ValueError(
            f"The {what} {name!r} is called as {kind} are, but {_TAKEN[greater_is_better]} is taken to be better. Give "
            f"it as {kind}, or call it otherwise."
        )
