"""Right and wrong in place of labels: 1 or True where an answer is right, 0 or False where it is wrong."""

from collections.abc import Mapping

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._given import as_array
from bayescmp._typing import Array
from bayescmp.predictions._alignment import Rows
from bayescmp.predictions._check import OF_ANSWERS
from bayescmp.predictions._class_labels import answered_labels
from bayescmp.predictions._dataset import RIGHT, WRONG, checked_names


def labels_of_correct(
    correct: Mapping[str, ArrayLike], on_missing: str, *, several: bool
) -> tuple[Array, dict[str, Array]]:
    """Return true labels, all of them right, and the answers of each classifier as labels, None where one is missing.

    Of `several` answers to a record some may be missing.
    """
    names, gaps = checked_names(correct, "correct"), "drop" if several and on_missing == "error" else on_missing
    found = {name: _right_or_wrong(correct[name], name, gaps) for name in names}
    return np.full(next(iter(found.values())).shape[-1:], RIGHT), found


def with_judged(data: xr.Dataset, judged: Mapping[str, ArrayLike], rows: Rows) -> xr.Dataset:
    """Add what a judge says of every answer, right (1) or wrong (0), to what people say of some of them."""
    names = checked_names(judged, "judged")
    known = data["classifier"].to_numpy().tolist()
    if sorted(names) != sorted(known):
        raise ValueError(f"`judged` must be of the classifiers of `correct`, {known}, but is of {names}.")
    if data.sizes["repeat"] > 1 or int(data["fold"].max()) > 0:
        raise ValueError(
            "`judged` must be of one answer of each classifier to each record of a hold-out, but is of more."
        )
    words = [
        _right_or_wrong(rows.answers(judged[name], f"judged[{name!r}]"), name, "error", "judged") for name in known
    ]
    found = rows.in_place([(one == RIGHT).astype(np.int8) for one in words], -1)
    if "missing" in data and bool(data["missing"].all("record").any()):
        raise ValueError(
            "`correct` must have the verdict of people on some records of each classifier, but a judge alone is no "
            f"truth. Some hundred labels of {data.sizes['record']:,} tell what it is worth; `correct=` in place of "
            "`judged=` takes it as the truth."
        )
    return data.assign(judged=(OF_ANSWERS, found))


def _right_or_wrong(given: ArrayLike, name: str, on_missing: str, argument: str = "correct") -> Array:
    called = f"{argument}[{name!r}]"
    table = as_array(given, called, keep_types=True)
    values = table.ravel()
    remedy = "Numbers of any size are given as `score` (higher is better) or `loss`."
    if values.dtype.kind == "f" and (odd := ~np.isin(values, (0, 1)) & ~np.isnan(values)).any():
        row = int(np.argmax(odd))
        raise ValueError(f"`{called}` must hold 0 and 1, but got {values[row].item()!r} in row {row}. {remedy}")
    labels, missing = answered_labels(values, called, lambda i: f"row {i}", on_missing)
    odd = ~np.isin(labels, (0, 1)) if labels.dtype.kind in "bi" else np.ones(labels.size, dtype=bool)
    if odd.any():
        first = int(np.argmax(odd))
        row = np.flatnonzero(~missing)[first]
        hint = "" if labels.dtype.kind in "OSU" else f" {remedy}"
        raise ValueError(f"`{called}` must hold 0 and 1, but got {labels[first].item()!r} in row {row}.{hint}")
    words = np.full(missing.size, None, dtype=object)
    words[~missing] = np.where(labels.astype(bool), RIGHT, WRONG)
    return words.reshape(table.shape)
