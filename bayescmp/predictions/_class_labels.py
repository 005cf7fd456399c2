"""Class labels: from what users hold them in to plain ints, text or bools, and from there to codes."""

import math
import warnings
from collections.abc import Callable, Iterable, Mapping

import numpy as np
import pandas as pd

from bayescmp._support._given import as_array, plain_text
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Booleans
from bayescmp._support._validation import NO_ROWS, check_storable, is_storable

_SUPPORTED = "Supported are whole numbers, text and booleans, one label per record."
_OF_SEVERAL = "One label per record; those of several runs, folds or answers are for `how`, as `how=runs(range(5))`."
_NUMBERS = (bool, int, float, np.integer, np.floating, np.bool_)
_NESTED = (list, tuple, dict, set, np.ndarray)
DROP_REMEDY = "on_missing='drop' leaves such answers out."
MISSING_REMEDY = "on_missing='drop' leaves such answers out; of labels and verdicts, 'wrong' counts them as wrong."
_KINDS = {"b": "numbers", "i": "numbers", "U": "text"}


def column(values: object, name: str) -> Array:
    """Return `values` as a one-dimensional array; lists keep the types of their items."""
    if isinstance(values, NO_ROWS) or not isinstance(values, Iterable):
        raise TypeError(f"`{name}` must be a list or an array, one entry per record, but got {shown(values)}.")
    array = as_array(values, name, keep_types=True)
    kinds = set(map(type, array.ravel().tolist())) if array.dtype.kind == "O" else ()
    if array.ndim != 1 or any(issubclass(kind, _NESTED) for kind in kinds):
        got = shown(values) if array.ndim == 1 else f"shape {array.shape}"
        raise ValueError(f"`{name}` must be one-dimensional, but got {got}. {_OF_SEVERAL}")
    return array


def as_written(values: Array, position: int) -> str:
    """Write an entry as its user would: 1 or nan, not np.float64(1.0)."""
    return shown(values[position : position + 1].tolist()[0])


def plain_labels(values: Array, name: str, where: Callable[[int], str] = "record {}".format) -> Array:
    """Return labels as an array of bool, int64 or text; `where` names a position in them."""
    missing_entries(values, name, where)
    if values.dtype.kind == "U":
        refuse_unstorable(values, name, where)
    if values.dtype.kind in "OT":
        values = _from_objects(values.astype(object), name, where)
    if values.dtype.kind == "f":
        values = _from_floats(values, name, where)
    if values.dtype.kind == "u":
        _check_64_bits(values, name, where)
        values = values.astype(np.int64)
    if values.dtype.kind not in _KINDS:
        raise TypeError(f"`{name}` must hold labels, but got values of type {values.dtype}. {_SUPPORTED}")
    return values.astype(np.int64, copy=False) if values.dtype.kind == "i" else values


def _refuse(
    odd: Booleans,
    values: Array,
    where: Callable[[int], str],
    rule: str,
    rest: str,
    error: type[TypeError | ValueError] = ValueError,
) -> None:
    """Raise an error on the first entry that is odd: the rule, the entry, where it is, and the rest."""
    if odd.any():
        first = int(np.argmax(odd))
        raise error(f"{rule}, but got {as_written(values, first)} at {where(first)}{rest}")


def missing_entries(
    values: Array, name: str, where: Callable[[int], str], on_missing: str | None = None, remedy: str = MISSING_REMEDY
) -> Array:
    """Tell which entries are missing; they are refused, with the remedy, unless `on_missing` is "drop" or "wrong"."""
    missing = np.asarray(pd.isna(values))
    if on_missing not in {"drop", "wrong"}:
        rest = "." if on_missing is None else f". {remedy}"
        _refuse(missing, values, where, f"`{name}` must have no missing values", rest)
    return missing


def answered_labels(
    values: Array, name: str, where: Callable[[int], str], on_missing: str | None, remedy: str = MISSING_REMEDY
) -> tuple[Array, Booleans]:
    """Return the labels that are there, as from `plain_labels`, and which entries are missing."""
    missing = missing_entries(values, name, where, on_missing, remedy)
    there = values[~missing] if missing.any() else values  # a copy only where it is needed: records may be many
    return plain_labels(there, name, lambda i: where(int(np.flatnonzero(~missing)[i]))), missing


def _from_objects(values: Array, name: str, where: Callable[[int], str]) -> Array:
    numeric = np.fromiter((isinstance(v, _NUMBERS) and not isinstance(v, np.timedelta64) for v in values), bool)
    text = np.fromiter((isinstance(v, str) for v in values), bool)
    odd = ~(numeric if numeric[:1].any() else text)
    if not (numeric | text)[:1].all():
        _refuse(odd, values, where, f"`{name}` must hold labels", f". {_SUPPORTED}", TypeError)
    if odd.any():
        rest = f", where {where(0)} has {as_written(values, 0)}. {_SUPPORTED}"
        _refuse(odd, values, where, f"`{name}` must hold labels of one kind", rest, TypeError)
    if text.all():
        refuse_unstorable(values, name, where)  # before NumPy drops those at the end
        return np.array([plain_text(one) for one in values], dtype=str)
    if all(isinstance(v, (bool, np.bool_)) for v in values):
        return values.astype(bool)
    _check_64_bits(values, name, where)
    return values.astype(float if any(isinstance(v, (float, np.floating)) for v in values) else np.int64)


def refuse_unstorable(values: Array, name: str, where: Callable[[int], str]) -> None:
    texts = values.tolist()
    if not is_storable("".join(texts)):
        for place, text in enumerate(texts):
            check_storable(f"`{name}` at {where(place)}", text)


def _check_64_bits(values: Array, name: str, where: Callable[[int], str]) -> None:
    """Refuse whole numbers that int64 cannot hold; floats would wrap, too."""
    large = np.fromiter((not -(2**63) <= v < 2**63 and abs(v) != math.inf for v in values.tolist()), bool)
    _refuse(large, values, where, f"`{name}` must hold numbers of at most 64 bits", ".")


def _from_floats(given: Array, name: str, where: Callable[[int], str]) -> Array:
    values, most = given.astype(float), 2.0 ** (min(np.finfo(given.dtype).nmant, 52) + 1)
    fractional = ~(np.isfinite(values) & (values == np.round(values)))
    rest = f". {_SUPPORTED} Probabilities are for `probabilities`, and the losses of regressions for `losses`."
    _refuse(fractional, values, where, f"`{name}` must hold labels", rest)
    rest = ", too large to be told from its neighbours. Write labels as text."
    _refuse(np.abs(values) >= most, values, where, f"`{name}` must hold labels that differ as numbers", rest)
    return values.astype(np.int64)


def _warn_of_other_labels(name: str, predicted: Array, reference: str, true: Array) -> None:
    """Warn of predictions that are all wrong because they share no label with the truth, such as yes and Yes."""
    if min(predicted.size, true.size) > 1 and not np.isin(predicted, true).any():
        warnings.warn(
            f"No label of `{name}` occurs in `{reference}` (such as {as_written(predicted, 0)} and "
            f"{as_written(true, 0)}), so that every prediction counts as wrong. Are they written alike?",
            stacklevel=2,
        )


def _check_no_flags(name: str, values: Array, reference: str, truth: Array) -> None:
    """Refuse predictions of True and False where true labels are such as 2: they would pass for the labels 1 and 0."""
    others = truth[(truth != 0) & (truth != 1)] if truth.dtype.kind == "i" else truth[:0]
    if values.dtype.kind == "b" and values.size and others.size:
        raise TypeError(
            f"`{name}` must hold labels like `{reference}`, which has {others[0]}, but holds True and False. If they "
            "say whether a classifier was right, they are for `verdicts`."
        )


def encode(labels: Mapping[str, Array]) -> tuple[Array, list[Array]]:
    """Code labels by their position among all labels that occur, in few bytes."""
    occurring = {name: pd.unique(values) for name, values in labels.items()}  # in order of appearance
    (reference, truth), *rest = occurring.items()
    for name, values in rest:
        if _KINDS[values.dtype.kind] != _KINDS[truth.dtype.kind] and values.size and truth.size:
            raise TypeError(
                f"`{name}` must hold {_KINDS[truth.dtype.kind]} like `{reference}`, which has {truth[0].item()!r}, but "
                f"got {values[0].item()!r}. Convert one to the type of the other."
            )
        _check_no_flags(name, values, reference, truth)
        _warn_of_other_labels(name, values, reference, truth)
    classes = np.unique(np.concatenate([*occurring.values()]))  # True and False beside numbers are 1 and 0
    index, code = pd.Index(classes), np.int16 if len(classes) < np.iinfo(np.int16).max else np.int32
    return classes, [
        index.get_indexer(values.astype(classes.dtype, copy=False)).astype(code) for values in labels.values()
    ]
