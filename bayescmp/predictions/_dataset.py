"""The Dataset of predictions: its form, and what follows from it directly."""

import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from bayescmp.predictions._labels import Array, column, encode, plain_labels

SCHEMA = 1


def assemble(
    *,
    classifiers: Sequence[str],
    classes: NDArray[Any],
    y_true: NDArray[Any],
    y_pred: NDArray[Any],
    fold: NDArray[Any],
    train: NDArray[np.bool_] | None = None,
    record: NDArray[Any] | None = None,
    group: NDArray[Any] | None = None,
    provenance: Mapping[str, Any],
) -> xr.Dataset:
    """Put coded predictions into the Dataset that the rest of the package works on."""
    code = np.int16 if len(classes) < np.iinfo(np.int16).max else np.int32
    n_repeats, n_records = fold.shape
    variables: dict[str, Any] = {
        "y_true": ("record", y_true.astype(code)),
        "y_pred": (("classifier", "repeat", "record"), y_pred.astype(code)),
        "fold": (("repeat", "record"), fold.astype(np.int32)),
    }
    # All at once: xarray cannot add a variable with the dim `fold` beside the variable `fold` later.
    if train is not None:
        variables["train"] = (("repeat", "fold", "record"), train)
    if group is not None:
        variables["group"] = ("record", group)
    data = xr.Dataset(
        variables,
        coords={
            "classifier": list(classifiers),
            "repeat": np.arange(n_repeats),
            "record": np.arange(n_records) if record is None else record,
            "label": classes,
        },
    )
    data.attrs["provenance"] = json.dumps({"schema": SCHEMA, **provenance, "versions": versions()}, allow_nan=False)
    return data


def encoded_predictions(
    y_true: Any,
    labels: Mapping[str, Array],
    *,
    repeats: Array,
    records: Array,
    fold: Array,
    train: Array | None = None,
    record: Array | None = None,
    group: Array | None = None,
    provenance: Mapping[str, Any],
) -> xr.Dataset:
    """Check and code labels, and assemble the Dataset.

    Entry i of each of `labels` is the prediction for the record at position ``records[i]`` in ``repeats[i]``.
    """
    truth = column(y_true, "y_true")
    keys = np.arange(truth.size) if record is None else record
    n_repeats = len(fold)

    def where_true(i: int) -> str:
        return f"record {keys[i]!s}"

    def where_predicted(i: int) -> str:
        return f"record {keys[records[i]]!s}" + (f", repeat {repeats[i]}" if n_repeats > 1 else "")

    plain = {"y_true": plain_labels(truth, "y_true", where_true)}
    for name, values in labels.items():
        plain[f"y_pred[{name!r}]"] = plain_labels(values, f"y_pred[{name!r}]", where_predicted)
    classes, (true_codes, *predicted) = encode(plain)
    y_pred = np.full((len(labels), n_repeats, truth.size), -1)
    y_pred[:, repeats, records] = predicted
    return assemble(
        classifiers=list(labels),
        classes=classes,
        y_true=true_codes,
        y_pred=y_pred,
        fold=fold,
        train=train,
        record=record,
        group=group,
        provenance=provenance,
    )


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that numbers depend on."""
    return dict(_versions())


@cache
def _versions() -> dict[str, str]:  # reading metadata takes longer than a comparison
    names = ("bayescmp", "numpy", "scipy", "scikit-learn", "xarray")
    return {"python": platform.python_version()} | {name: version(name) for name in names}


def provenance(data: xr.Dataset | xr.DataArray) -> dict[str, Any]:
    """Return how `data` came about, {} where it does not say."""
    found = json.loads(data.attrs.get("provenance", "{}"))
    if not isinstance(found, dict):
        raise ValueError(f"The attribute `provenance` must be a JSON object, but got {found!r}.")  # noqa: TRY004 - read
    return found


def pair_of_names(names: Iterable[str], first: str | None, second: str | None) -> tuple[str, str]:
    """Return the names of the two classifiers to compare, in order.

    With exactly two classifiers, a name left out is the other one.
    """
    names = [str(name) for name in names]
    for argument, name in (("first", first), ("second", second)):
        if name is not None and (not isinstance(name, str) or name not in names):
            raise ValueError(f"`{argument}` must be one of the classifiers {names}, but got {name!r}.")
    if first is not None and first == second:
        raise ValueError(f"`first` and `second` must be two classifiers, but both are {first!r}.")
    if first is not None and second is not None:
        return first, second
    if len(names) != 2:
        raise ValueError(f"`first` and `second` must be named, because there are {len(names)} classifiers: {names}.")
    if first is None:
        first = names[0] if second is None else next(name for name in names if name != second)
    return first, second or next(name for name in names if name != first)


def wrong(predictions: xr.Dataset) -> xr.DataArray:
    """Tell which predictions are wrong, False also where a record is not validated (`fold` is -1)."""
    return (predictions["y_pred"] != predictions["y_true"]) & (predictions["fold"] >= 0)


def training_sets(predictions: xr.Dataset) -> xr.DataArray:
    """Return which records each (repeat, fold) was trained on, as bool with dims (repeat, fold, record).

    Without `train`, every record of the repeat with another fold number; none at all for a hold-out that
    covers every record (the classifiers were trained elsewhere).
    """
    if "train" in predictions:
        return predictions["train"].drop_vars("fold", errors="ignore").transpose("repeat", "fold", "record")
    fold = predictions["fold"].drop_vars("fold", errors="ignore")
    number = xr.DataArray(np.arange(int(fold.max()) + 1), dims="fold")
    exists = number <= fold.max("record")
    return ((fold != number) & exists).transpose("repeat", "fold", "record")
