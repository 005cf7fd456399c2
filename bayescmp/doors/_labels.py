"""Class labels: what is true of each record, and what each classifier predicted."""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pandas as pd
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import in_order
from bayescmp._support._text import twice
from bayescmp._support._typing import Array, Booleans
from bayescmp.doors._kind import MISSING, Kind
from bayescmp.predictions import OF_ANSWERS, Rows, encode, plain_labels
from bayescmp.predictions._class_labels import answered_labels
from bayescmp.predictions._placed_rows import assemble


@dataclass(frozen=True, kw_only=True, eq=False)
class Labels(Kind):
    """True and predicted labels."""

    y_true: Any = None
    y_pred: Any = None

    name = "labels"
    answers = "y_pred"
    of_rows = ("y_true",)
    of_classifiers: ClassVar = {"y_pred": 0}
    missing = MISSING

    def put_in(self, rows: Rows, *, on_missing: str, of_records: Mapping[str, object]) -> xr.Dataset:
        """Put codes of labels in their places."""
        plain, gaps = plain_and_gaps(self.y_true, self.in_rows(rows, "y_pred"), rows, on_missing)
        return CodedLabels.of(plain, gaps, rows, on_missing).dataset(rows, of_records)


@dataclass(frozen=True, kw_only=True, eq=False)
class CodedLabels:
    """Labels as their positions among all that occur."""

    classifiers: list[str]
    classes: Array  # the labels in order, (n_labels,)
    true: Array  # codes, (n_records,)
    predicted: Array  # codes, -1 for none, (n_classifiers, n_repeats, n_records)
    places: Array  # codes of the labels of columns, if there are any, else of all labels
    made: dict[str, Any]  # what is told of answers that were counted as wrong

    @classmethod
    def of(
        cls, plain: Mapping[str, Array], gaps: Mapping[str, Booleans], rows: Rows, on_missing: str, labels: Any = None
    ) -> "CodedLabels":
        """Code labels from `plain_and_gaps`, beside those that columns stand for."""
        failed = {name: missing & ~rows.unasked.get(name, np.False_) for name, missing in gaps.items()}
        counts = {name: int(missing.sum()) for name, missing in failed.items() if missing.any()}
        plain, made = dict(plain), dict[str, Any]()
        if on_missing == "wrong" and counts:
            plain["no answer"] = _no_answer(list(plain.values()))
            made = {"counted_wrong": counts, "no_answer": plain["no answer"][0].item()}
        if labels is not None:
            check_order(labels, plain.values())
            plain["labels"] = labels
        classes, (true, *codes) = encode(plain)
        codes, last = codes[: len(gaps)], codes[len(gaps) :]
        answers = np.full((len(codes), rows.repeats.size), -1, dtype=np.result_type(np.int16, *codes))
        for entries, there, name in zip(answers, codes, gaps, strict=True):
            entries[~gaps[name]] = there
            entries[failed[name]] = last[0][0] if "no answer" in plain else -1
        predicted = rows.in_place(answers, -1)
        places = np.arange(classes.size) if labels is None else last[0]
        return cls(classifiers=[*gaps], classes=classes, true=true, predicted=predicted, places=places, made=made)

    def dataset(self, rows: Rows, more: Mapping[str, object]) -> xr.Dataset:
        """Return the Dataset of labels and of more variables."""
        variables = {"y_true": ("record", self.true), "y_pred": (OF_ANSWERS, self.predicted), "label": self.classes}
        return assemble(rows, self.classifiers, {**variables, **more}, self.predicted < 0, **self.made)


def plain_and_gaps(
    y_true: ArrayLike, y_pred: Mapping[str, Array], rows: Rows, on_missing: str
) -> tuple[dict[str, Array], dict[str, Booleans]]:
    """Return the labels that are there under their names, and which ones of each classifier are missing."""
    true = rows.per_record(in_order(y_true), "y_true")
    plain, gaps = {"y_true": plain_labels(true, "y_true", rows.name_of_record)}, dict[str, Booleans]()
    for name, values in y_pred.items():
        called = f"y_pred[{name!r}]"
        there, gaps[name] = answered_labels(values, called, rows.name_of_row, on_missing)
        plain[called] = there if there.size else plain["y_true"][:0]  # of the kind of the others
    return plain, gaps


def check_order(labels: Array, answers: Iterable[Array]) -> None:
    """Refuse labels of columns that are twice there, or lack one that occurs."""
    if (label := twice(labels.tolist())) is not None:
        raise ValueError(f"`labels` must hold each label once, but {label!r} occurs twice.")
    lacking = [label for label in occurring_labels(answers) if label not in labels.tolist()]
    if lacking:
        raise ValueError(f"`labels` must hold every label that occurs, but lacks {lacking[0]!r}.")


def occurring_labels(answers: Iterable[Array]) -> dict[object, None]:
    """Return the labels that occur, in order."""
    return dict.fromkeys(label for values in answers for label in pd.unique(values).tolist())


def _no_answer(answers: list[Array]) -> Array:
    """Return a label that does not occur: a word, or the first of -1, -2 and so on."""
    is_text, occurring = answers[0].dtype.kind == "U", occurring_labels(answers)
    candidates = (f"{'(' * n}no answer{')' * n}" if is_text else -n for n in itertools.count(1))
    return np.array([next(label for label in candidates if label not in occurring)])
