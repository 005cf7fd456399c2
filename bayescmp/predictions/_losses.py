"""Predictions that are losses: any real loss of every record, of regressions as well, and which way is better."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._given import as_array, as_numbers
from bayescmp._text import shown
from bayescmp._typing import Array, Booleans, Floats
from bayescmp._validation import about, check_flag, check_number, check_text
from bayescmp.predictions._arrays import predictions_from_arrays
from bayescmp.predictions._check import check_predictions
from bayescmp.predictions._dataset import provenance

_BETTER_HIGHER = re.compile("score|acc(uracy)?|correct|reward|f1", re.IGNORECASE)
_WORDS = re.compile(r"[A-Z]?[a-z]+\d*|[A-Z]+\d*")
_CORRECT = "correct"


def losses_from_arrays(
    losses: Mapping[str, ArrayLike],
    *,
    repeat: ArrayLike | None = None,
    fold: ArrayLike | None = None,
    splits: Iterable[tuple[ArrayLike, ArrayLike]] | None = None,
    train: ArrayLike | None = None,
    record: ArrayLike | None = None,
    group: ArrayLike | None = None,
    greater_is_better: bool = False,
    noun: str = "loss",
    bounds: tuple[float | None, float | None] | None = None,
) -> xr.Dataset:
    """Gather a loss of each record for several models, such as squared errors of regressions.

    Parameters
    ----------
    losses : mapping of str to array
        The losses of each model under its name, of shape (n_rows,). With `splits` of several repeats, of shape
        (n_repeats, n_records).
    repeat, fold, splits, record, group
        As in `predictions_from_arrays`: none of them for a hold-out on records that no model was trained on.
    train : array of bool, shape (n_repeats, n_folds, n_records), optional
        The training sets, with `fold`, where they are not the rest of the records; records in order of appearance.
    greater_is_better : bool, default False
        Whether what is given is better where it is larger; the loss is then 1 less it.
    noun : str, default "loss"
        What sentences call its mean, such as "mean squared error".
    bounds : (float or None, float or None), optional
        The least and the largest value that can occur, if there are any; None for none. They bound the region of
        practical equivalence, and tell how far others may differ where all records differ by the same.

    Returns
    -------
    Dataset
        Predictions with `loss` (classifier, repeat, record) in place of labels; `compare` and `rank` take them without
        `metric`.

    Raises
    ------
    TypeError, ValueError
        As from `predictions_from_arrays`; also if a loss is out of bounds.

    Examples
    --------
    >>> import numpy as np
    >>> import bayescmp as bc
    >>> rng = np.random.default_rng(0)
    >>> y, noise = rng.normal(size=200), rng.normal(size=(2, 200))
    >>> squares = {"ridge": (0.5 * noise[0]) ** 2, "forest": (0.9 * noise[1]) ** 2}
    >>> result = bc.compare(bc.losses_from_arrays(squares, noun="mean squared error"))
    >>> result.level.name, result.decision
    ('mean-loss', 'first better')
    """
    greater_is_better = check_flag("greater_is_better", greater_is_better)
    check_text("noun", noun)
    least, most = checked_bounds(bounds)
    _check_no_gaps(losses)
    with about("losses"):
        data = predictions_from_arrays(loss=losses, repeat=repeat, fold=fold, splits=splits, record=record, group=group)
    check_within("losses", data["loss"], least, most)
    if greater_is_better:
        data = data.assign(loss=1 - data["loss"])
    made = provenance_of_losses(
        "losses_from_arrays", noun, greater_is_better, (least, most), beside=json.loads(data.attrs["provenance"])
    )
    data = data.assign_attrs(made)
    return data if train is None else _with_training_sets(data, train)


def provenance_of_losses(
    made_by: str,
    noun: str,
    greater_is_better: bool,  # noqa: FBT001 - as data name them
    bounds: tuple[float | None, float | None] | None,
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> dict[str, str]:
    """Return the attribute by which losses and scores say what they are; bounds are of what was given, None untold."""
    words = {"noun": noun, "greater_is_better": greater_is_better, "bounds": None if bounds is None else [*bounds]}
    return {"provenance": json.dumps({**beside, "made_by": made_by, "loss": words}, allow_nan=False)}


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


def _check_no_gaps(losses: object) -> None:
    for name, values in losses.items() if isinstance(losses, Mapping) else ():
        missing = np.atleast_1d(pd.isna(as_array(values, f"losses[{name!r}]")))
        if missing.any():
            place = ", ".join(map(str, np.argwhere(missing)[0]))
            raise ValueError(
                f"`losses[{name!r}]` must have no missing values, but has one at {place}. "
                "Leave the record out for all models, or give `predictions_from_arrays(loss=..., on_missing='drop')`."
            )


def check_within(what: str, values: xr.DataArray | Floats, least: float | None, most: float | None) -> None:
    """Refuse losses or scores beyond bounds."""
    low, high = float(values.min()), float(values.max())
    found = low if least is not None and low < least else high if most is not None and high > most else None
    if found is not None:
        raise ValueError(f"`bounds` must hold all {what}, but {(least, most)} leave out {found:g}.")


def _with_training_sets(data: xr.Dataset, train: ArrayLike) -> xr.Dataset:
    sets: Booleans = as_array(train, "train")
    shape = (data.sizes["repeat"], int(data["fold"].max()) + 1, data.sizes["record"])
    if sets.dtype != bool or sets.shape != shape:
        raise ValueError(
            f"`train` must hold True and False for each repeat, fold and record, {shape}, but got the shape "
            f"{sets.shape} and values of type {sets.dtype}."
        )
    variables = {name: variable for name, variable in data.variables.items() if name != "train"}
    # All at once: xarray cannot add a variable with the dim `fold` beside the variable `fold` later.
    found = xr.Dataset(variables | {"train": (("repeat", "fold", "record"), sets)}, attrs=data.attrs)
    return check_predictions(found.set_coords([str(name) for name in data.coords]), "train")


def noting_direction(data: xr.Dataset, losses: Mapping[str, Array], columns: Callable[[str], Array]) -> xr.Dataset:
    """Record in the provenance of losses why lower values of a column may not be the better ones."""
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
