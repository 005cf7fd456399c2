"""Labels and probabilities of classifiers, coded and put in their places in the Dataset of predictions."""

import itertools
from collections.abc import Iterable, Mapping

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._text import cut
from bayescmp._support._typing import Array, Booleans
from bayescmp.predictions._alignment import Rows, assemble
from bayescmp.predictions._check import OF_ANSWERS, check_probabilities
from bayescmp.predictions._class_labels import answered_labels, as_written, encode, plain_labels
from bayescmp.predictions._probability_columns import check_columns_agree, in_order_of_labels


def predictions_of_labels(
    y_true: Array,
    y_pred: Mapping[str, Array],
    rows: Rows,
    *,
    y_prob: Mapping[str, Array] | None = None,
    columns: Mapping[str, list[object] | None] | None = None,
    labels: Array | None = None,
    on_missing: str = "error",
    of_records: Mapping[str, object] | None = None,
    made: Mapping[str, object],
) -> xr.Dataset:
    """Code labels and assemble the Dataset."""
    plain, gaps = _plain(y_true, y_pred, rows, on_missing)
    n_missing = {name: int(missing.sum()) for name, missing in zip(y_pred, gaps, strict=True) if missing.any()}
    if on_missing == "wrong" and n_missing:
        plain["no answer"] = _no_answer(list(plain.values()))
        made = {**made, "counted_wrong": n_missing, "no_answer": plain["no answer"][0].item()}
    by_position = labels is None
    if y_prob:
        y_prob, labels = in_order_of_labels(y_prob, columns or {}, labels, list(occurring_labels(plain.values())))
    if labels is not None:
        check_order(labels, plain.values())
        plain["labels"] = labels
    classes, (true_codes, *codes) = encode(plain)
    codes, last = codes[: len(y_pred)], codes[len(y_pred) :]
    coded = _coded(codes, gaps, rows, last[0][0] if "no answer" in plain else -1)
    variables: dict[str, object] = {
        "y_true": ("record", true_codes),
        "y_pred": (OF_ANSWERS, coded),
        "label": classes,
        **(of_records or {}),
    }
    missing = (coded < 0) & (rows.fold >= 0)
    if missing.any():
        variables["missing"] = (OF_ANSWERS, missing)
    if not y_prob:
        return assemble(rows, classifiers=list(y_pred), variables=variables, made=made)
    found = in_columns(y_prob, classes, last[0] if last else np.arange(classes.size), rows)
    variables["y_prob"] = ((*OF_ANSWERS, "label"), np.where((coded < 0)[..., None], np.nan, found))
    data = assemble(rows, classifiers=list(y_pred), variables=variables, made=made)
    check_probabilities(data)
    for place, name in enumerate(y_pred):
        if by_position and (columns or {}).get(name) is None:
            own = found[place].reshape(-1, classes.size)
            check_columns_agree(own, coded[place].ravel(), f"y_prob[{name!r}]", classes)
    return data


def _plain(
    y_true: Array, y_pred: Mapping[str, Array], rows: Rows, on_missing: str
) -> tuple[dict[str, Array], list[Booleans]]:
    """Return the labels that are there under their names, and which predicted ones are missing."""
    plain, gaps = {"y_true": plain_labels(y_true, "y_true", rows.name_of_record)}, []
    for name, values in y_pred.items():
        called = f"y_pred[{name!r}]"
        found, missing = answered_labels(values, called, rows.name_of_row, on_missing)
        plain[called] = found if found.size else plain["y_true"][:0]  # of the kind of the others
        gaps.append(missing)
    return plain, gaps


def check_order(labels: Array, answers: Iterable[Array]) -> None:
    """Refuse labels of columns that are twice there, or lack one that occurs."""
    twice = pd.Series(labels).duplicated()
    if twice.any():
        raise ValueError(f"`labels` must hold each label once, but {as_written(labels, twice.argmax())} occurs twice.")
    lacking = [label for label in occurring_labels(answers) if label not in labels.tolist()]
    if lacking:
        raise ValueError(f"`labels` must hold every label that occurs, but lacks {lacking[0]!r}.")


def _no_answer(answers: list[Array]) -> Array:
    """Return a label that does not occur: a word, or the first of -1, -2 and so on."""
    if answers[0].dtype.kind == "U":
        candidates: Iterable[object] = (f"{'(' * n}no answer{')' * n}" for n in itertools.count(1))
    else:
        candidates = itertools.count(-1, -1)
    occurring = occurring_labels(answers)
    return np.array([next(label for label in candidates if label not in occurring)])


def occurring_labels(answers: Iterable[Array]) -> dict[object, None]:
    """Return the labels that occur, in order."""
    return dict.fromkeys(label for values in answers for label in pd.unique(values).tolist())


def _coded(codes: list[Array], gaps: list[Booleans], rows: Rows, missing: int) -> Array:
    """Put codes in their places; `missing` is the code of an answer that is not there."""
    entries = np.full((len(codes), rows.repeats.size), missing, dtype=codes[0].dtype)
    for answers, found, gap in zip(entries, codes, gaps, strict=True):
        answers[~gap] = found
    return rows.in_place(entries, -1)


def in_columns(
    given: Mapping[str, Array], classes: Array, places: Array, rows: Rows, argument: str = "y_prob"
) -> Array:
    """Put what is called `argument` in its places; column i is that of the label at ``places[i]``.

    They are floats of 64 bits, or of 32 if no classifier has wider ones: the log loss of 0 depends on it.
    """
    narrow = all(values.dtype.kind == "f" and values.dtype.itemsize <= 4 for values in given.values())
    ordered = np.empty((len(given), rows.repeats.size, classes.size), dtype=np.float32 if narrow else float)
    for entries, (name, values) in zip(ordered, given.items(), strict=True):
        if values.shape[-1] != classes.size:
            raise ValueError(
                f"`{argument}[{name!r}]` must have a column for each label, {cut(str(classes.tolist()), 80)}, but got "
                f"{values.shape[-1]}. Give `labels`, the label of each column, if one does not occur."
            )
        entries[:, places] = as_numbers(values, f"{argument}[{name!r}]")
    return rows.in_place(ordered, np.nan)
