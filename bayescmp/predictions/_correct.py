"""Right and wrong in place of labels: 1 or True where an answer is right, 0 or False where it is wrong."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._given import as_array
from bayescmp._typing import Array
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


def _right_or_wrong(given: ArrayLike, name: str, on_missing: str) -> Array:
    called = f"correct[{name!r}]"
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
