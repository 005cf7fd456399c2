"""Losses that look like scores: which direction was taken is noted where the other one may be meant."""

import json
import re
from collections.abc import Callable, Mapping

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._given import as_numbers
from bayescmp._typing import Array
from bayescmp.predictions._dataset import provenance

_BETTER_HIGHER = re.compile("score|acc(uracy)?|correct|reward|f1", re.IGNORECASE)
_WORDS = re.compile(r"[A-Z]?[a-z]+\d*|[A-Z]+\d*")
_CORRECT = "correct"


def noting_direction(data: xr.Dataset, losses: Mapping[str, Array], columns: Callable[[str], Array]) -> xr.Dataset:
    """Record in the provenance of losses why lower values of a column may not be the better ones.

    Parameters
    ----------
    data : Dataset
        Predictions with losses.
    losses : mapping of str to array
        The columns that these were read from.
    columns : callable
        From the name of a column to its values; a KeyError where there is none.

    Returns
    -------
    Dataset
        `data`, with the key "direction" in its provenance if there is something to note.
    """
    for name, values in losses.items():
        if any(map(_BETTER_HIGHER.fullmatch, _WORDS.findall(name))):
            why = "the column is called so"
        elif _rises_with_correct(values, columns):
            why = f"it rises with the column {_CORRECT!r}"
        else:
            continue
        noted = provenance(data) | {"direction": {"column": name, "why": why}}
        return data.assign_attrs(provenance=json.dumps(noted, allow_nan=False))
    return data


def _rises_with_correct(values: Array, columns: Callable[[str], Array]) -> bool:
    try:
        correct = pd.to_numeric(pd.Series(columns(_CORRECT)), errors="coerce").to_numpy(dtype=float)
    except KeyError:
        return False
    numbers = as_numbers(values, "loss")
    right, wrong = (numbers[(correct == is_right) & ~np.isnan(numbers)] for is_right in (1, 0))
    return bool(right.size and wrong.size and right.mean() > wrong.mean())
