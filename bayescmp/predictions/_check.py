"""The check of a Dataset of predictions: everything that inference takes for granted."""

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._text import counted
from bayescmp._support._typing import Array, Booleans
from bayescmp._support._validation import about
from bayescmp.predictions._class_labels import as_written, refuse_unstorable
from bayescmp.predictions._dataset import (
    are_of_one_test_set,
    are_runs,
    check_names_differ,
    groups_of,
    lacks_answers,
    provenance,
)
from bayescmp.predictions._said_of_losses import check_size
from bayescmp.predictions._splits import check_folds, check_training, check_whole, check_whole_groups

OF_ANSWERS = ("classifier", "repeat", "record")
"""The dims of answers."""
_TOLERANCE, _TOLERANCE_OF_HALVES = 1e-6, float(np.finfo(np.float16).eps)
"""By how much the sum of the probabilities of a record may differ from one; by more if all fit floats of 16 bits."""
_DIGITS = range(3, 7)  # to which probabilities in files may be rounded
DECISIONS_REMEDY = "Values of a decision function are given to `decision_values`, for metrics of order."
_DIMS = {
    "y_true": ("record",),
    "y_pred": OF_ANSWERS,
    "loss": OF_ANSWERS,
    "fold": ("repeat", "record"),
    "y_prob": (*OF_ANSWERS, "label"),
    "y_score": (*OF_ANSWERS, "label"),
    "missing": OF_ANSWERS,
    "judged": OF_ANSWERS,
    "train": ("repeat", "fold", "record"),
    "group": ("record",),
    "task": ("record",),
    "run": ("repeat",),
    "weight": ("record",),
}
"""Of all variables, of which labels or losses and folds must be there; `task` and `run` are coordinates."""
_IN_PLACE_OF = {"loss": ("y_true", "y_pred", "y_prob", "y_score", "label"), "y_score": ("y_pred", "y_prob")}
_KINDS = {"numbers": ("iuf", ("loss", "y_prob", "y_score")), "True and False": ("b", ("missing", "train"))}
"""What some hold; codes and folds must be whole numbers, but of any type."""
DOORS = (
    "`bayescmp.labels`, `verdicts`, `losses` and others make them of arrays or of a table, as "
    '`labels("y", ["a", "b"], data=table)`, `paired_table` of four counts, `read_predictions` of a file (.nc), '
    "`cross_val_predictions` of estimators; scores of seeds are for `scores({...}, how=one_test_set(n))`, those on "
    "several data sets for `rank_datasets` and `compare_datasets`."
)
"""What to do with anything else where predictions are needed."""


@shared
def check_predictions(predictions: object, name: str = "predictions") -> xr.Dataset:
    """Return `predictions` if it is a Dataset of predictions, else say what is wrong with it.

    Parameters
    ----------
    predictions : object
        A Dataset as from `labels`; its dims may be in any order.
    name : str, default "predictions"
        The argument that a note names where the message does not.

    Raises
    ------
    TypeError, ValueError
        If it is no Dataset; if a variable or coordinate lacks, has other dims, holds other values than codes, losses,
        probabilities, decision values and fold numbers, or occurs twice; if losses stand beside labels, or decision
        values beside predicted ones; if a validated record has no prediction and `missing` does not say so; if a
        training set is empty or holds a record that it validates, or a repeat has the folds and training sets of
        another one, unless all repeats are answers, to one test set, of classifiers that were trained elsewhere; if
        splits tear a group apart; if they are a part of the records of a cross-validation, or more than those.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.predictions import check_predictions
    >>> predictions = bc.labels([0, 1, 1], {"tree": [0, 0, 1]})
    >>> check_predictions(predictions) is predictions
    True
    """
    with about(name):
        if not isinstance(predictions, xr.Dataset):
            raise TypeError(
                f"`predictions` must be a Dataset of predictions, but got {type(predictions).__name__}. {DOORS}"
            )
        _check_variables(predictions)
        _check_coordinates(predictions)
        ordered = predictions.transpose(*OF_ANSWERS[:2], "fold", "record", "label", ..., missing_dims="ignore")
        check_folds(ordered)
        check_answers(ordered)
        check_training(ordered)
        if "group" in ordered:
            train = ordered["train"].to_numpy() if "train" in ordered else None
            repeats = ordered["repeat"].to_numpy()
            check_whole_groups(ordered["group"].to_numpy(), ordered["fold"].to_numpy(), train, repeats)
        _check_all_records(ordered)
        _check_runs(ordered)
        return predictions


def _check_runs(data: xr.Dataset) -> None:
    """Refuse runs in which a classifier answered some records and not all."""
    if not (are_runs(data) and lacks_answers(data)):
        return
    validated, missing = data["fold"].to_numpy()[0] >= 0, data["missing"].to_numpy()
    runs = data["run"].to_numpy()
    for run in pd.unique(runs):
        lacks = missing[:, runs == run].all(axis=1)[:, validated]
        odd = np.argwhere(lacks & ~lacks.all(axis=1, keepdims=True))
        if odd.size:
            record = data["record"].to_numpy()[validated][odd[0, 1]]
            whose = f"run {run!s} of {data['classifier'].to_numpy()[odd[0, 0]]!s}"
            raise ValueError(
                f"A run must have an answer to every record, but {whose} has none to record {record!s}. Take the "
                "record out of the data, or fill the gap."
            )


def _check_all_records(data: xr.Dataset) -> None:
    """Refuse a part of the records of a cross-validation, whose training sets are told by all of them."""
    told, n_records = provenance(data).get("n_records"), data.sizes["record"]
    if told not in {None, n_records} and ("train" in data or bool((data["fold"] != 0).any())):
        raise ValueError(
            f"`predictions` must hold the {told} records that were cross-validated, but hold {n_records}: training "
            "sets are told by all of them, and would be others."
        )


def check_outcomes(
    data: object, name: str = "predictions", *, may_lack: bool = False, losses: bool = False, answers: bool = False
) -> xr.Dataset:
    """Return `data` if they are predictions that are right or wrong once for each record that a repeat validates.

    Unless there may be several `answers` of the same systems.
    """
    predictions = check_predictions(data, name)
    with about(name):
        instead = next((name for name in ("loss", "y_score") if name in predictions), None)
        if instead and not losses:
            raise ValueError(
                f"`predictions` must hold predicted labels, `y_pred`, but hold `{instead}`, which `compare` and `rank` "
                "take."
            )
        is_hold_out = predictions.sizes["repeat"] == 1 and int(predictions["fold"].max()) == 0
        has_answers = are_of_one_test_set(predictions)
        if lacks_answers(predictions) and not (may_lack and is_hold_out) and not (answers and has_answers):
            n = int(predictions["missing"].any(("classifier", "repeat")).sum())
            raise ValueError(
                f"`predictions` must have every answer, but lack some for {n} of "
                f"{counted(predictions.sizes['record'], 'record')}: no inference supports it yet. on_missing='wrong' "
                "counts such answers as wrong; those of a hold-out may be left out by `predictions.isel(record=...)`."
            )
        if has_answers and not answers:
            raise ValueError(
                "The repeats of `predictions` must have training sets of their own, but these "
                f"{predictions.sizes['repeat']} have none: they are several answers to one test set, or runs, which "
                "`compare` and `rank` take. Take one repeat by `predictions.isel(repeat=[0])`."
            )
    return predictions


def check_equal_records(
    data: object, name: str = "predictions", *, may_lack: bool = False, losses: bool = False, units: bool = True
) -> xr.Dataset:
    """Return `data` if their records are of equal weight as well.

    Their `units` may be groups of dependent records, and means over several answers, or else are independent records.
    """
    predictions = check_outcomes(data, name, may_lack=may_lack, losses=losses, answers=units)
    with about(name):
        if "weight" in predictions:
            raise ValueError(
                "`predictions` must have no `weight`: no inference supports it yet. `predictions.drop_vars('weight')` "
                "treats the records as equal."
            )
        if not units and groups_of(predictions) is not None:
            raise ValueError(
                "`predictions` must have independent records here, but have groups (`group`), which `compare` and "
                "`rank` take. `predictions.drop_vars('group')` treats the records as independent."
            )
    return predictions


def _check_variables(data: xr.Dataset) -> None:
    _check_in_place(data)
    answers = "y_score" if "y_score" in data else "y_pred"
    required = {"loss", "fold"} if "loss" in data else {"y_true", answers, "fold"}
    for name, dims in _DIMS.items():
        if name in data and set(data[name].dims) == set(dims):
            empty = [dim for dim in dims if data.sizes[dim] == 0]
            if empty:
                raise ValueError(f"`predictions` must hold at least one {empty[0]}, but got none.")
        elif name in data or name in required:
            got = data[name].dims if name in data else "nothing"
            raise ValueError(f"`predictions` must have `{name}` with dims {dims}, but got {got}.")
    for rule, (kinds, names) in _KINDS.items():
        for name in names:
            if name in data and data[name].dtype.kind not in kinds:
                got = f"values of type {data[name].dtype}"
                raise ValueError(f"`{name}` of `predictions` must hold {rule}, but got {got}.")


def _check_in_place(data: xr.Dataset) -> None:
    """Refuse labels beside losses, and predicted labels or probabilities beside decision values."""
    for name, others in _IN_PLACE_OF.items():
        beside = next((other for other in others if other in data), None) if name in data else None
        if beside is not None:
            raise ValueError(f"`{name}` of `predictions` must stand in place of `{beside}`, but both are there.")


def _check_coordinates(data: xr.Dataset) -> None:
    needed = {"classifier"} if "loss" in data else {"classifier", "label"}  # the others may be left to their numbers
    for name in ("classifier", "label", "repeat", "record"):
        if name in data.coords and data[name].dims == (name,):
            values = _checked_values(data, name)
            are_in_order = values.is_monotonic_increasing and values.is_unique  # one pass, and no table of all values
            if not are_in_order and values.has_duplicates:
                first = as_written(data[name].to_numpy(), int(np.argmax(values.duplicated())))
                raise ValueError(f"`{name}` of `predictions` must hold each value once, but {first} occurs twice.")
        elif name in needed:
            raise ValueError(f"`predictions` must have the coordinate `{name}`, but has only {list(data.coords)}.")
    check_names_differ(data["classifier"].to_numpy().tolist(), "`classifier` of `predictions`")
    if "label" in data.coords and not (np.sort(data["label"].to_numpy()) == data["label"].to_numpy()).all():
        raise ValueError(
            "`label` of `predictions` must be in ascending order: `y_true` and `y_pred` hold positions in it, which do "
            "not move where xarray orders labels anew."
        )
    if "group" in data:
        _checked_values(data, "group")
    for name in ("task", "run"):
        if name in data.data_vars:
            remedy = f"`predictions.set_coords({name!r})` makes it one."
            raise ValueError(f"`{name}` of `predictions` must be a coordinate: {remedy}")
        kind = pd.api.types.infer_dtype(_checked_values(data, name), skipna=False) if name in data else "string"
        if kind not in {"string", "integer", "boolean"}:
            raise ValueError(
                f"`{name}` of `predictions` must hold text or whole numbers, but got values of type {kind}."
            )


def _checked_values(data: xr.Dataset, name: str) -> pd.Index:
    """Return what identifies something, if none is missing and files can hold it."""
    found = data[name].to_numpy()
    if found.dtype.kind in "OTU":  # before pandas, which may hold texts in UTF-8
        texts = [value for value in found.tolist() if isinstance(value, str)]
        refuse_unstorable(np.array(texts, dtype=object), name, "position {}".format)
    values = pd.Index(found)
    if values.hasnans:
        raise ValueError(f"`{name}` must have no missing values, but has one at position {values.isna().argmax()}.")
    return values


# --- answers: labels or losses, probabilities, and where they are missing ---------------------------------------------


def check_answers(data: xr.Dataset) -> None:
    """Refuse codes, losses and probabilities that are none, and validated records without them."""
    if "missing" in data:
        odd = data["missing"].to_numpy() & ~(data["fold"].to_numpy() >= 0)
        rule = "`missing` of `predictions` must be False where a record is not validated"
        _refuse(data, odd, f"{rule}, but is True for {{}}.")
    if "judged" in data:
        judged = data["judged"].to_numpy()
        odd = (judged != 0) & (judged != 1) & (data["fold"].to_numpy() >= 0)
        _refuse(data, odd, "`judged` of `predictions` must be 1 (right) or 0 (wrong), but that of {} is {}.", judged)
    if "loss" in data:
        check_losses(data)
        return
    _check_codes(data)
    if "y_score" in data:
        check_decision_values(data)
        return
    _check_given(data, data["y_pred"].to_numpy() >= 0, "prediction")
    if "y_prob" in data:
        check_probabilities(data)


def check_losses(data: xr.Dataset) -> None:
    """Refuse losses that are not finite numbers where a record is validated and an answer not missing."""
    loss, asked = data["loss"].to_numpy(), _asked(data)
    _check_given(data, ~np.isnan(loss), "loss")
    rule = "`loss` of `predictions` must be"
    _refuse(data, np.isinf(loss) & asked, f"{rule} finite, but that of {{}} is infinite.")
    check_size(rule, np.where(asked, loss, 0.0))


def check_decision_values(data: xr.Dataset) -> None:
    """Refuse decision values that are not finite numbers where a record is validated and an answer not missing."""
    y_score = data["y_score"].to_numpy()
    _check_given(data, ~np.isnan(y_score).any(axis=-1), "decision value")
    odd = np.isinf(y_score).any(axis=-1) & _asked(data)
    _refuse(data, odd, "`y_score` of `predictions` must be finite, but that of {} is infinite.")


def check_probabilities(data: xr.Dataset) -> None:
    """Refuse probabilities that are not from 0 to 1, or do not sum to one, where there is an answer."""
    y_prob, asked = data["y_prob"].to_numpy(), _asked(data)
    rule, where = "`y_prob` of `predictions` must", "wherever there is a prediction"
    nothing = asked & np.isnan(y_prob).any(axis=-1)
    _refuse(data, nothing, f"{rule} have no missing values {where}, but that of {{}} has some.")
    outside = asked & ~((y_prob >= 0) & (y_prob <= 1)).all(axis=-1)
    _refuse(data, outside, f"{rule} hold numbers from 0 to 1 {where}, but {{}} has {{}}. {DECISIONS_REMEDY}", y_prob)
    total = y_prob.sum(axis=-1, dtype=float)
    apart = asked & (np.abs(total - 1) > _tolerance(y_prob[asked]))
    _refuse(data, apart, f"{rule} sum to 1 over the labels, but that of {{}} sums to {{}}.", total)


def _tolerance(y_prob: Array) -> float:
    """Return by how much sums may differ from one, by the digits that probabilities have."""
    if (y_prob.astype(np.float16) == y_prob).all():
        return _TOLERANCE_OF_HALVES
    digits = next((digits for digits in _DIGITS if (np.round(y_prob, digits) == y_prob).all()), None)
    return _TOLERANCE if digits is None else _TOLERANCE + y_prob.shape[-1] / 2 * 10.0**-digits


def _refuse(data: xr.Dataset, odd: Booleans, message: str, *values: Array) -> None:
    """Raise an error that names classifier, repeat and record of the first odd entry, and its values."""
    if odd.any():
        place = tuple(np.argwhere(odd)[0])
        names = {dim: data[dim].to_numpy()[i : i + 1].tolist()[0] for dim, i in zip(OF_ANSWERS, place, strict=True)}
        raise ValueError(message.format(names, *(one[place].tolist() for one in values)))


def _asked(data: xr.Dataset) -> Booleans:
    """Tell where an answer is due: the record is validated, and the answer not missing."""
    given = ~data["missing"].to_numpy() if "missing" in data else np.ones((data.sizes["classifier"], 1, 1), dtype=bool)
    return given & (data["fold"].to_numpy() >= 0)


def _check_given(data: xr.Dataset, given: Booleans, what: str) -> None:
    """Refuse an answer that is due but not there, or there but called missing."""
    _refuse(data, _asked(data) & ~given, f"Every validated record must have a {what}, but {{}} has none.")
    if "missing" in data:
        both = data["missing"].to_numpy() & given
        _refuse(data, both, f"`missing` must be True only where there is no {what}, but {{}} has one.")


def _check_codes(data: xr.Dataset) -> None:
    """Refuse codes that point outside `label`; -1 stands for no prediction."""
    last = data.sizes["label"] - 1
    for name, least in (("y_true", 0), *([("y_pred", -1)] if "y_pred" in data else [])):
        rule = f"`{name}` of `predictions` must hold whole numbers from {least} to {last}, positions in `label`"
        values = data[name].to_numpy()
        check_whole(rule, values)
        if values.min() < least or values.max() > last:
            odd = values[(values < least) | (values > last)][0]
            raise ValueError(f"{rule}, but got {odd}.")
