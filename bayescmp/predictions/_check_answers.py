"""What is checked of answers: labels or losses, probabilities, and where they are missing.

The dims are in the order classifier, repeat, fold, record, label.
"""

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._typing import Array, Booleans

OF_ANSWERS = ("classifier", "repeat", "record")
"""The dims of answers."""
_SMALLEST = 1e-100
_TOLERANCE, _TOLERANCE_OF_HALVES = 1e-6, float(np.finfo(np.float16).eps)
"""By how much the sum of the probabilities of a record may differ from one; by more if all fit floats of 16 bits."""


def check_answers(data: xr.Dataset) -> None:
    """Refuse codes, losses and probabilities that are none, and validated records without them."""
    if "missing" in data:
        _check_missing(data)
    if "loss" in data:
        check_losses(data)
        return
    _check_codes(data)
    _check_given(data, data["y_pred"].to_numpy() >= 0, "prediction")
    if "y_prob" in data:
        check_probabilities(data)


def check_whole(rule: str, values: Array) -> None:
    """Refuse what are no whole numbers."""
    if values.dtype.kind in "iu":
        return
    missing = pd.isna(values)
    got = "missing values" if missing.any() else f"values of type {values.dtype}, such as {values.flat[0]}"
    raise ValueError(f"{rule}, but got {got}.")


def check_losses(data: xr.Dataset) -> None:
    """Refuse losses that are not finite numbers where a record is validated and an answer not missing."""
    loss = data["loss"].to_numpy()
    if loss.dtype.kind not in "iuf":
        raise ValueError(f"`loss` of `predictions` must hold numbers, but got values of type {loss.dtype}.")
    _check_given(data, ~np.isnan(loss), "loss")
    infinite = np.isinf(loss) & _asked(data)
    if infinite.any():
        raise ValueError(f"`loss` of `predictions` must be finite, but that of {_first(data, infinite)} is infinite.")
    largest = float(np.abs(np.where(_asked(data), loss, 0.0)).max())
    if largest != 0 and not _SMALLEST <= largest <= 1 / _SMALLEST:
        raise ValueError(
            f"`loss` of `predictions` must be at most {1 / _SMALLEST:g} in size, and the largest at least "
            f"{_SMALLEST:g}, for squares are taken of it, but the largest is {largest:.3g}. Give it in another unit."
        )


def check_probabilities(data: xr.Dataset) -> None:
    """Refuse probabilities that are not from 0 to 1, or do not sum to one, where there is an answer."""
    y_prob = data["y_prob"].to_numpy()
    if y_prob.dtype.kind not in "iuf":
        raise ValueError(f"`y_prob` of `predictions` must hold numbers, but got values of type {y_prob.dtype}.")
    asked = _asked(data)
    lacking = asked & np.isnan(y_prob).any(axis=-1)
    if lacking.any():
        raise ValueError(
            "`y_prob` of `predictions` must have no missing values wherever there is a prediction, but that of "
            f"{_first(data, lacking)} has some."
        )
    outside = asked & ~((y_prob >= 0) & (y_prob <= 1)).all(axis=-1)
    if outside.any():
        got = y_prob[tuple(np.argwhere(outside)[0])].tolist()
        raise ValueError(
            f"`y_prob` of `predictions` must hold numbers from 0 to 1 wherever there is a prediction, but "
            f"{_first(data, outside)} has {got}. Values of a decision function are no probabilities: calibrate them, "
            "as with scikit-learn's CalibratedClassifierCV."
        )
    total = y_prob.sum(axis=-1, dtype=float)
    fit_halves = (y_prob.astype(np.float16) == y_prob)[asked].all()
    odd = asked & (np.abs(total - 1) > (_TOLERANCE_OF_HALVES if fit_halves else _TOLERANCE))
    if odd.any():
        raise ValueError(
            f"`y_prob` of `predictions` must sum to 1 over the labels, but that of {_first(data, odd)} sums to "
            f"{total[tuple(np.argwhere(odd)[0])]}. Divide it by its sum if it is only rounded."
        )


def _asked(data: xr.Dataset) -> Booleans:
    """Tell where an answer is due: the record is validated, and the answer not missing."""
    given = ~data["missing"].to_numpy() if "missing" in data else np.ones((data.sizes["classifier"], 1, 1), dtype=bool)
    return given & (data["fold"].to_numpy() >= 0)


def _check_missing(data: xr.Dataset) -> None:
    missing = data["missing"].to_numpy()
    if missing.dtype != bool:
        raise ValueError(
            f"`missing` of `predictions` must hold True and False, but got values of type {missing.dtype}."
        )
    odd = missing & ~(data["fold"].to_numpy() >= 0)
    if odd.any():
        raise ValueError(
            f"`missing` of `predictions` must be False where a record is not validated, but is True for "
            f"{_first(data, odd)}."
        )


def _check_given(data: xr.Dataset, given: Booleans, what: str) -> None:
    """Refuse an answer that is due but not there, or there but called missing."""
    lacking = _asked(data) & ~given
    if lacking.any():
        raise ValueError(f"Every validated record must have a {what}, but {_first(data, lacking)} has none.")
    if "missing" in data:
        both = data["missing"].to_numpy() & given
        if both.any():
            raise ValueError(f"`missing` must be True only where there is no {what}, but {_first(data, both)} has one.")


def _check_codes(data: xr.Dataset) -> None:
    """Refuse codes that point outside `label`; -1 stands for no prediction."""
    last = data.sizes["label"] - 1
    for name, least in (("y_true", 0), ("y_pred", -1)):
        rule = f"`{name}` of `predictions` must hold whole numbers from {least} to {last}, positions in `label`"
        values = data[name].to_numpy()
        check_whole(rule, values)
        if values.min() < least or values.max() > last:
            odd = values[(values < least) | (values > last)][0]
            raise ValueError(f"{rule}, but got {odd}. Build predictions from labels by `predictions_from_arrays`.")


def _first(data: xr.Dataset, found: Booleans) -> dict[str, object]:
    """Return the names of classifier, repeat and record of the first entry that is True."""
    position = np.argwhere(found)[0]
    return {dim: data[dim].to_numpy()[i : i + 1].tolist()[0] for dim, i in zip(OF_ANSWERS, position, strict=True)}
