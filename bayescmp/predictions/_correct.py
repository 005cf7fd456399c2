"""Right and wrong in place of labels: 1 or True where an answer is right, 0 or False where it is wrong."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array, in_order, index_of
from bayescmp._support._typing import Array
from bayescmp.predictions._alignment import Rows
from bayescmp.predictions._check import OF_ANSWERS
from bayescmp.predictions._class_labels import as_written, missing_entries
from bayescmp.predictions._dataset import RIGHT, WRONG, checked_names, noting, tells_only_what_is_right

UNRATED = "unrated"
"""The key in the provenance of predictions of the records that are left out, because a judge did not rate them all."""


def indices_of_verdicts(given: Mapping[str, Any]) -> dict[str, pd.Index | None]:
    """Return the indices of what says who is right, by its name."""
    found: dict[str, pd.Index | None] = {}
    for argument, values in given.items():
        named = {f"{argument}[{name!r}]": one for name, one in values.items()} if isinstance(values, Mapping) else {}
        found |= {name: index_of(one) for name, one in (named or {argument: values}).items()}
    return found


def labels_of_correct(
    correct: Mapping[str, ArrayLike], on_missing: str, *, several: bool
) -> tuple[Array, dict[str, Array]]:
    """Return true labels, all of them right, and the answers of each classifier as labels, None where one is missing.

    Of `several` answers to a record some may be missing.
    """
    names, gaps = checked_names(correct, "correct"), "drop" if several and on_missing == "error" else on_missing
    words = np.array([WRONG, RIGHT, None], dtype=object)  # by 0, 1 and -1
    found = {name: words[_right_or_wrong(correct[name], name, gaps)] for name in names}
    return np.full(next(iter(found.values())).shape[-1:], RIGHT), found


def with_judged(data: xr.Dataset, judged: Mapping[str, ArrayLike], rows: Rows, on_missing: str) -> xr.Dataset:
    """Add what a judge says of every answer, right (1) or wrong (0), to what people say of some of them.

    What it does not say is refused, the record left out, or the answer counted as wrong.
    """
    names = checked_names(judged, "judged")
    known = data["classifier"].to_numpy().tolist()
    if sorted(names) != sorted(known):
        raise ValueError(f"`judged` must be of the classifiers of `correct`, {known}, but is of {names}.")
    gap = -1 if on_missing == "drop" else 0
    said: list[Array] = []
    wrong: dict[str, int] = {}
    for name in known:
        codes = _right_or_wrong(rows.answers(judged[name], f"judged[{name!r}]"), name, on_missing, "judged")
        said.append(np.where(codes < 0, np.int8(gap), codes))
        wrong |= {name: int((codes < 0).sum())} if on_missing == "wrong" and (codes < 0).any() else {}
    found = rows.in_place(said, -1)
    rated = ~((found < 0) & (rows.fold >= 0)).any(axis=(0, 1))
    made = ({"counted_wrong": wrong} if wrong else {}) | _unrated(rated.size, int(rated.sum()))
    return _beside(data.isel(record=rated), found[..., rated], made)


def judged_by(people: xr.Dataset, judge: xr.Dataset) -> xr.Dataset:
    """Put the verdicts of a judge, which are of the records that it rated, beside those of people."""
    for whose, data in (("people", people), ("the judge", judge)):
        if "label" not in data or not tells_only_what_is_right(data):
            raise ValueError(f"The verdicts of {whose} must be right or wrong (0 or 1) with `judged`, but are scores.")
    rated = judge if "missing" not in judge else judge.isel(record=~judge["missing"].any(("classifier", "repeat")))
    people = people.sel(record=rated["record"], classifier=rated["classifier"])
    said = (rated["y_pred"] == rated["label"].to_index().get_loc(RIGHT)).astype(np.int8).transpose(*OF_ANSWERS)
    made = _unrated(judge.sizes["record"], rated.sizes["record"])
    return _beside(people.assign_attrs(rated.attrs), said.to_numpy(), made)


def _unrated(n_records: int, n_rated: int) -> dict[str, Any]:
    return {UNRATED: {"count": n_records - n_rated, "total": n_records}} if n_rated < n_records else {}


def _beside(data: xr.Dataset, found: Array, made: dict[str, Any]) -> xr.Dataset:
    if data.sizes["repeat"] > 1 or int(data["fold"].max()) > 0:
        raise ValueError(
            "`judged` must be of one answer of each classifier to each record of a hold-out, but is of more."
        )
    if "missing" in data and bool(data["missing"].all("record").any()):
        raise ValueError(
            "`correct` or `preference` must have the verdict of people on some records, but a judge alone is no truth."
        )
    return noting(data.assign(judged=(OF_ANSWERS, found)), made)


def _right_or_wrong(given: ArrayLike, name: str, on_missing: str, argument: str = "correct") -> Array:
    """Return 1 for right, 0 for wrong, and -1 where nothing is said."""
    called = f"{argument}[{name!r}]"
    table = as_array(in_order(given), called, keep_types=True)
    values = table.ravel().astype(object)
    missing = missing_entries(values, called, "row {}".format, on_missing)
    odd = ~missing & (values != 0) & (values != 1)
    if odd.any():
        others = odd & ~np.isin(values.astype(str), ["0", "1"])  # beside which a file has texts of these
        row = int(np.argmax(others if others.any() else odd))
        raise ValueError(
            f"`{called}` must hold 0 and 1, but got {as_written(values, row)} in row {row}. Numbers of any size are "
            "given as `score` (higher is better) or `loss`, to `compare` and `rank`."
        )
    codes = np.full(missing.size, -1, dtype=np.int8)
    codes[~missing] = values[~missing]
    return codes.reshape(table.shape)
