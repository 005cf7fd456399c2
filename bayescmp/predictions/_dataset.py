"""The Dataset of predictions: what it says of itself, and what follows from it directly."""

import contextlib
import json
from collections.abc import Iterable, Mapping
from typing import Any
from unicodedata import normalize

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import plain_text
from bayescmp._support._registry import did_you_mean
from bayescmp._support._shared import shared
from bayescmp._support._text import counted, shown
from bayescmp._support._typing import Booleans, Integers
from bayescmp._support._validation import check_storable

RIGHT, WRONG = "right", "wrong"
"""The labels of predictions of which only that is known."""
UNRATED = "unrated"
"""The key in the provenance of the records that are left out, because a judge did not rate them all."""
SCHEMA = 1
"""Number of the schema of predictions and their files."""


def provenance(data: xr.Dataset | xr.DataArray) -> dict[str, Any]:
    """Return how `data` came about, {} where it does not say."""
    found = data.attrs.get("provenance", "{}")
    with contextlib.suppress(TypeError, ValueError):  # which is refused below
        found = json.loads(found)
    if not isinstance(found, dict):
        raise ValueError(f"The attribute `provenance` must be a JSON object, but got {found!r}.")  # noqa: TRY004 - read
    return found


def noting(data: xr.Dataset, made: Mapping[str, Any]) -> xr.Dataset:
    """Return `data` with more in its provenance."""
    return data.assign_attrs(provenance=json.dumps(provenance(data) | dict(made), allow_nan=False))


def checked_names(mapping: object, argument: str) -> list[str]:
    """Return the names of a mapping that has one for each classifier."""
    if not isinstance(mapping, Mapping) or not mapping:
        raise TypeError(
            f'`{argument}` must be a mapping from the name of each classifier, such as {{"tree": ...}}, but got '
            f"{'an empty one' if isinstance(mapping, Mapping) else type(mapping).__name__}."
        )
    names = list(mapping)
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise TypeError(f"The names in `{argument}` must be non-empty text, but got {shown(name)}.")
        check_storable(f"The names in `{argument}`", name)
    check_names_differ(names, f"The names in `{argument}`")
    return [plain_text(name) for name in names]


def as_seen(name: object) -> str:
    """Return what a reader sees of a name: neither blanks around words, nor how letters are encoded."""
    return " ".join(normalize("NFC", str(plain_text(name))).split())


def check_names_differ(names: Iterable[object], what: str) -> None:
    """Refuse names of which two look the same; an array may hold each many times, and numbers differ."""
    if isinstance(names, np.ndarray):
        names = pd.unique(names).tolist() if names.dtype.kind == "U" else []
    read: dict[str, object] = {}  # by what a reader sees of it
    for name in names:
        alike = read.setdefault(as_seen(name), name)
        if alike is not name:
            raise ValueError(
                f"{what} must differ to a reader, but {alike!a} and {name!a} look the same: they differ in blanks, in "
                "how letters are encoded, or in their type. Rename one."
            )


def pair_of_names(names: Iterable[str], first: str | None, second: str | None) -> tuple[str, str]:
    """Return the names of the two classifiers to compare, in order.

    With exactly two classifiers, a name left out is the other one.
    """
    names = [str(name) for name in names]
    if len(names) == 1:
        raise ValueError(
            f"There must be two classifiers to compare, but there is one, {names[0]!r}. `evaluate` takes one."
        )
    for argument, name in (("first", first), ("second", second)):
        if name is not None and (not isinstance(name, str) or name not in names):
            hint = did_you_mean(name, names)
            raise ValueError(f"`{argument}` must be one of the classifiers {names}, but got {shown(name)}.{hint}")
    if first is not None and first == second:
        raise ValueError(f"`first` and `second` must be two classifiers, but both are {first!r}.")
    if (first is None or second is None) and len(names) != 2:
        raise ValueError(
            f"`first` and `second` must be named, because there are {counted(len(names), 'classifier')}: {names}. "
            "`rank` and `rank_datasets` take all."
        )
    first = first or next(name for name in names if name != second)
    return first, second or next(name for name in names if name != first)


@shared
def wrong(predictions: xr.Dataset) -> xr.DataArray:
    """Tell which predictions are wrong, False also where a record is not validated or its prediction is missing."""
    predicted = predictions["y_pred"]
    return (predicted != predictions["y_true"]) & (predicted >= 0) & (fold_of(predictions) >= 0)


def fold_of(predictions: xr.Dataset) -> xr.DataArray:
    """Return the validating folds, without a coordinate of their own name."""
    return predictions["fold"].drop_vars("fold", errors="ignore")


def tells_only_what_is_right(predictions: xr.Dataset) -> bool:
    """Tell whether the labels are those that `verdicts` makes: every record is "right", and answers may be "wrong"."""
    labels = predictions["label"].to_numpy().tolist() if "label" in predictions.coords else []
    return RIGHT in labels and "y_true" in predictions and bool((predictions["y_true"] == labels.index(RIGHT)).all())


@shared
def of_places(predictions: xr.Dataset, places: tuple[int, ...]) -> xr.Dataset:
    """Return the predictions of the classifiers at some positions."""
    are_all = places == tuple(range(predictions.sizes["classifier"]))
    return predictions if are_all else predictions.isel(classifier=list(places))


def lacks_answers(predictions: xr.Dataset) -> bool:
    """Tell whether an answer, or a verdict of people, is missing."""
    return "missing" in predictions and bool(predictions["missing"].any())


def are_answers(predictions: xr.Dataset) -> bool:
    """Tell whether the repeats are several answers of the same classifiers: none has a training set."""
    trained = predictions["train"] if "train" in predictions else predictions["fold"] != 0
    return predictions.sizes["repeat"] > 1 and not trained.any()


def are_runs(predictions: xr.Dataset) -> bool:
    """Tell whether the repeats are of several trainings of algorithms on one training set, which `run` tells apart."""
    return "run" in predictions.coords and len(np.unique(predictions["run"].to_numpy())) > 1


def are_of_one_test_set(predictions: xr.Dataset) -> bool:
    """Tell whether the repeats are of one test set: several answers, or runs."""
    return are_answers(predictions) or are_runs(predictions)


def are_preferences(predictions: object) -> bool:
    """Tell whether data are predictions that say which of two systems is preferred."""
    return isinstance(predictions, xr.Dataset) and bool(provenance(predictions).get("preferences"))


def once(predictions: xr.Dataset, rows: Booleans) -> Booleans:
    """Tell which of some rows stand for their record: of several answers to one the first."""
    if "item" not in predictions:
        return rows
    found, chosen = np.zeros_like(rows), np.flatnonzero(rows)
    found[chosen[np.unique(predictions["item"].to_numpy()[chosen], return_index=True)[1]]] = True
    return found


def groups_of(predictions: xr.Dataset) -> Integers | None:
    """Return the group of every record, counted from 0; None where records are independent, as where each has its own.

    That is said of the records which are validated.
    """
    if "group" not in predictions:
        return None
    codes = np.asarray(pd.factorize(predictions["group"].to_numpy())[0])
    validated = (predictions["fold"] >= 0).any("repeat").to_numpy()
    return codes if np.count_nonzero(np.bincount(codes[validated])) < validated.sum() else None


@shared
def training_sets(predictions: xr.Dataset) -> xr.DataArray:
    """Return which records each (repeat, fold) was trained on, as bool with dims (repeat, fold, record).

    Without `train`, every record of the repeat with another fold number; none at all for a hold-out that
    covers every record (the classifiers were trained elsewhere), nor for several answers to one test set.
    """
    if "train" in predictions:
        return predictions["train"].drop_vars("fold", errors="ignore").transpose("repeat", "fold", "record")
    fold = fold_of(predictions).transpose("repeat", "record")
    given = fold.to_numpy()[:, None, :]
    number = np.arange(int(given.max()) + 1)[:, None]
    outside = (given != number) & (number <= given.max(axis=-1, keepdims=True))
    return fold.expand_dims(fold=number.size, axis=1).copy(deep=False, data=outside)
