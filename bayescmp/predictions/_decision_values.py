"""Decision values: real numbers, larger where a record looks more like a label, of which only the order is read."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_numbers, in_order
from bayescmp._support._typing import Array
from bayescmp.predictions._alignment import Rows, assemble
from bayescmp.predictions._check import OF_ANSWERS, check_decision_values
from bayescmp.predictions._class_labels import DROP_REMEDY, column, encode, missing_entries, plain_labels
from bayescmp.predictions._dataset import checked_names
from bayescmp.predictions._from_probabilities import classes_of, in_both_columns, of_second_label
from bayescmp.predictions._of_labels import check_order, in_columns, occurring_labels
from bayescmp.predictions._probability_columns import in_order_of_labels


def with_both_labels(y_true: Any, y_score: Mapping[str, ArrayLike], labels: Any) -> dict[str, Any]:
    """Return a column of decision values for each label; one number is that of the second."""
    classes, n_records = classes_of(y_true, labels), column(y_true, "y_true").size
    if len(classes) < 2:
        raise ValueError(f"`y_score` must be of records of two classes or more, but all are of {classes}.")
    found = {}
    for name in checked_names(y_score, "y_score"):
        values = in_order(y_score[name])
        second = of_second_label(values, f"y_score[{name!r}]", classes, n_records, named=labels is not None)
        found[name] = values if second is None else in_both_columns(-second, second, values, classes)
    return found


def predictions_of_decision_values(
    y_true: Array,
    y_score: Mapping[str, Array],
    rows: Rows,
    *,
    columns: Mapping[str, list[object] | None],
    labels: Array | None,
    on_missing: str,
    of_records: Mapping[str, object],
    made: Mapping[str, object],
) -> xr.Dataset:
    """Assemble the Dataset of decision values, arrays of shape (n_rows, n_labels).

    All else is as in `predictions_of_labels`.
    """
    numbers = {name: as_numbers(values, f"y_score[{name!r}]") for name, values in y_score.items()}
    for name, values in numbers.items():
        lacks = np.where(np.isnan(values).any(axis=-1), np.nan, 0.0)
        missing_entries(lacks, f"y_score[{name!r}]", rows.name_of_row, on_missing, DROP_REMEDY)
    plain = {"y_true": plain_labels(y_true, "y_true", rows.name_of_record)}
    ordered, labels = in_order_of_labels(
        numbers, columns, labels, list(occurring_labels(plain.values())), argument="y_score"
    )
    if labels is not None:
        check_order(labels, plain.values())
        plain["labels"] = labels
    classes, (true_codes, *last) = encode(plain)
    found = in_columns(ordered, classes, last[0] if last else np.arange(classes.size), rows, "y_score")
    missing = np.isnan(found).any(axis=-1) & (rows.fold >= 0)
    variables = {
        "y_true": ("record", true_codes),
        "y_score": ((*OF_ANSWERS, "label"), np.where(missing[..., None], np.nan, found)),
        "label": classes,
        **of_records,
        **({"missing": (OF_ANSWERS, missing)} if missing.any() else {}),
    }
    data = assemble(rows, classifiers=list(y_score), variables=variables, made=made)
    check_decision_values(data)
    return data
