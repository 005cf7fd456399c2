"""The check of a Dataset of predictions: everything that inference takes for granted."""

from collections.abc import Mapping

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._text import counted
from bayescmp._validation import about
from bayescmp.predictions._check_answers import OF_ANSWERS, check_answers
from bayescmp.predictions._check_splits import check_folds, check_training
from bayescmp.predictions._dataset import are_answers
from bayescmp.predictions._labels import as_written, refuse_unstorable

_LABELS = {"y_true": ("record",), "y_pred": OF_ANSWERS}
_LOSSES = {"loss": OF_ANSWERS}
_OPTIONAL = {
    "y_prob": (*OF_ANSWERS, "label"),
    "missing": OF_ANSWERS,
    "train": ("repeat", "fold", "record"),
    "group": ("record",),
    "task": ("record",),
    "weight": ("record",),
}
"""The variables that may be left out; `task` is a coordinate."""
SCORES_REMEDY = (
    "These look like scores of validation sets: `scores_from_arrays({'tree': [...], 'svm': [...]}, n_train=..., "
    "n_test=...)` makes data of them that `compare` takes."
)
"""What to do with scores where predictions are needed."""


def check_predictions(predictions: object, name: str = "predictions") -> xr.Dataset:
    """Return `predictions` if it is a Dataset of predictions, else say what is wrong with it.

    Parameters
    ----------
    predictions : object
        A Dataset as from `predictions_from_arrays`; its dims may be in any order.
    name : str, default "predictions"
        The argument that a note names where the message does not.

    Returns
    -------
    Dataset

    Raises
    ------
    TypeError
        If it is no Dataset.
    ValueError
        If a variable or coordinate lacks, has other dims, holds other values than codes, losses, probabilities and
        fold numbers, or occurs twice; if losses stand beside labels; if a validated record has no prediction and
        `missing` does not say so; if a training set is empty or holds a record that it validates, or a repeat has the
        folds and training sets of another one, unless all repeats are answers, to one test set, of classifiers that
        were trained elsewhere.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.predictions import check_predictions
    >>> predictions = bc.predictions_from_arrays([0, 1, 1], {"tree": [0, 0, 1]})
    >>> check_predictions(predictions) is predictions
    True
    """
    with about(name):
        if not isinstance(predictions, xr.Dataset):
            raise TypeError(
                f"`predictions` must be a Dataset of predictions, but got {type(predictions).__name__}. "
                f"{_remedy_for(predictions)}"
            )
        _check_variables(predictions)
        _check_coordinates(predictions)
        ordered = predictions.transpose(*OF_ANSWERS[:2], "fold", "record", "label", ..., missing_dims="ignore")
        check_folds(ordered)
        check_answers(ordered)
        check_training(ordered)
        return predictions


def _remedy_for(data: object) -> str:
    if looks_like_scores(data):
        return SCORES_REMEDY
    return "Build one with `predictions_from_arrays` or `cross_val_predictions`."


def looks_like_scores(data: object) -> bool:
    """Tell whether something is what `cross_val_score`, `cross_validate` or a search of scikit-learn returns.

    Arrays of numbers, mappings of names to them, and results with test scores.
    """
    if isinstance(data, xr.DataArray):
        return "classifier" in data.dims
    if isinstance(data, Mapping):
        values = list(data.values())
        named = any(str(name).startswith(("split0_test_", "mean_test_", "test_")) for name in data)
        return named or (bool(values) and all(map(looks_like_scores, values)))
    if hasattr(data, "cv_results_"):
        return True
    is_row = isinstance(data, (list, tuple)) and bool(data) and all(isinstance(one, float) for one in data)
    return is_row or (isinstance(data, np.ndarray) and data.dtype.kind == "f")


def check_outcomes(
    data: object, name: str = "predictions", *, may_lack: bool = False, losses: bool = False
) -> xr.Dataset:
    """Return `data` if they are predictions that are right or wrong once for each record that a repeat validates.

    Parameters
    ----------
    data : object
        Predictions of any kind, or something else.
    name : str, default "predictions"
        The argument that a note names where the message does not.
    may_lack : bool, default False
        Whether a hold-out may lack answers.
    losses : bool, default False
        Whether they may hold losses in place of labels.

    Returns
    -------
    Dataset

    Raises
    ------
    TypeError, ValueError
        As from `check_predictions`; also if they hold losses where labels are needed, lack answers, or are several
        answers to one test set.
    """
    predictions = check_predictions(data, name)
    with about(name):
        if "loss" in predictions and not losses:
            raise ValueError(
                "`predictions` must hold labels, `y_true` and `y_pred`, but hold losses, which `compare` and `rank` "
                "take. Build them from labels by `predictions_from_arrays`."
            )
        lacks = "missing" in predictions and bool(predictions["missing"].any())
        if lacks and not (may_lack and _is_hold_out(predictions)):
            n = int(predictions["missing"].any(("classifier", "repeat")).sum())
            raise ValueError(
                f"`predictions` must have every answer, but lack some for {n} of "
                f"{counted(predictions.sizes['record'], 'record')}: no inference supports it yet. on_missing='wrong' "
                "counts such answers as wrong; for a hold-out "
                "`predictions.isel(record=~predictions.missing.any(['classifier', 'repeat']))` leaves the records out. "
                "In a cross-validation that would leave them out of the training sets, too."
            )
        if are_answers(predictions):
            raise ValueError(
                f"The repeats of `predictions` must have training sets, but these {predictions.sizes['repeat']} have "
                "none: several answers to one test set are not supported by inference yet. Give `fold`, the fold that "
                "validates each record, if the repeats are cross-validations, or take one repeat by "
                "`predictions.isel(repeat=[0])`."
            )
    return predictions


def check_independent_records(
    data: object, name: str = "predictions", *, may_lack: bool = False, losses: bool = False
) -> xr.Dataset:
    """Return `data` if their records are independent and of equal weight as well, which inference takes them for."""
    predictions = check_outcomes(data, name, may_lack=may_lack, losses=losses)
    with about(name):
        for variable in ("group", "weight"):
            if variable in predictions:
                raise ValueError(
                    f"`predictions` must have no `{variable}`: no inference supports it yet. "
                    f"`predictions.drop_vars({variable!r})` treats the records as independent and equal."
                )
    return predictions


def _is_hold_out(predictions: xr.Dataset) -> bool:
    return predictions.sizes["repeat"] == 1 and int(predictions["fold"].max()) == 0


def _check_variables(data: xr.Dataset) -> None:
    if "loss" in data:
        beside = [name for name in ("y_true", "y_pred", "y_prob", "label") if name in data]
        if beside:
            raise ValueError(f"`loss` of `predictions` must stand in place of labels, but `{beside[0]}` is there, too.")
    required = (_LOSSES if "loss" in data else _LABELS) | {"fold": ("repeat", "record")}
    for name, dims in required.items():
        _check_dims(data, name, dims)
    for name, dims in _OPTIONAL.items():
        if name in data:
            _check_dims(data, name, dims)
    if "task" in data.data_vars:
        raise ValueError("`task` of `predictions` must be a coordinate: `predictions.set_coords('task')` makes it one.")


def _check_dims(data: xr.Dataset, name: str, dims: tuple[str, ...]) -> None:
    if name not in data or set(data[name].dims) != set(dims):
        got = data[name].dims if name in data else "nothing"
        raise ValueError(f"`predictions` must have `{name}` with dims {dims}, but got {got}.")
    empty = [dim for dim in dims if data.sizes[dim] == 0]
    if empty:
        raise ValueError(f"`predictions` must hold at least one {empty[0]}, but got none.")


def _check_coordinates(data: xr.Dataset) -> None:
    needed = {"classifier"} if "loss" in data else {"classifier", "label"}  # the others may be left to their numbers
    for name in ("classifier", "label", "repeat", "record"):
        if name in data.coords and data[name].dims == (name,):
            values = _checked_values(data, name)
            twice = values.duplicated()
            if twice.any():
                first = as_written(data[name].to_numpy(), int(np.argmax(twice)))
                raise ValueError(f"`{name}` of `predictions` must hold each value once, but {first} occurs twice.")
        elif name in needed:
            raise ValueError(f"`predictions` must have the coordinate `{name}`, but has only {list(data.coords)}.")
    if "label" in data.coords and not (np.sort(data["label"].to_numpy()) == data["label"].to_numpy()).all():
        raise ValueError(
            "`label` of `predictions` must be in ascending order: `y_true` and `y_pred` hold positions in it, which do "
            "not move where xarray orders labels anew."
        )
    if "group" in data:
        _checked_values(data, "group")
    if "task" in data:
        kind = pd.api.types.infer_dtype(_checked_values(data, "task"), skipna=False)
        if kind not in {"string", "integer", "boolean"}:
            raise ValueError(f"`task` of `predictions` must hold text or whole numbers, but got values of type {kind}.")


def _checked_values(data: xr.Dataset, name: str) -> pd.Series:
    """Return what identifies something, if none is missing and files can hold it."""
    found = data[name].to_numpy()
    if found.dtype.kind in "OTU":  # before pandas, which may hold texts in UTF-8
        texts = [value for value in found.tolist() if isinstance(value, str)]
        refuse_unstorable(np.array(texts, dtype=object), name, "position {}".format)
    values = pd.Series(found)
    missing = values.isna()
    if missing.any():
        raise ValueError(f"`{name}` must have no missing values, but has one at position {missing.idxmax()}.")
    return values
