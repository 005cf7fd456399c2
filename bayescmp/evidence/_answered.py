"""What was answered: a pair has the records that both answered, a joint those that all did; and who answers alike."""

from collections.abc import Sequence

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._typing import Array, Integers
from bayescmp.predictions import fold_of, lacks_answers, wrong
from bayescmp.tables import tables_of_sums


@shared
def answered_by(predictions: xr.Dataset, names: Sequence[str]) -> xr.Dataset:
    """Return the predictions of some classifiers on the records that all of them answered."""
    chosen = predictions.sel(classifier=list(names))
    if not lacks_answers(predictions):
        return chosen
    kept = ~chosen["missing"].any(("classifier", "repeat"))
    if not (kept & (chosen["fold"] >= 0).any("repeat")).any():
        listed = " and ".join(map(repr, names)) if len(names) == 2 else "all classifiers"
        if "judged" in chosen:
            raise ValueError(f"`data` must have a record of which people labelled {listed}, but have none.")
        raise ValueError(f"`data` must have a record that {listed} answered, but have none.")
    return chosen.isel(record=kept.to_numpy()).drop_vars(["missing", "judged"], errors="ignore")


def shared_tables(outcomes: Array, answered: Array, first: Array, second: Array) -> xr.DataArray:
    """Count outcomes, (n_classifiers, n_records), of pairs by their positions on the records that both answered."""
    w, a = outcomes.astype(float), answered.astype(float)
    both, one, size = (product[..., None, None] for product in (w @ w.T, w @ a.T, a @ a.T))
    wrong_first, wrong_second = one[first, second], one[second, first]
    return tables_of_sums(
        both[first, second], wrong_first, wrong_second, size[first, second], ("pair", "repeat", "fold")
    )


def where_answered(predictions: xr.Dataset) -> xr.DataArray:
    """Tell which validations have an answer."""
    validated = fold_of(predictions) >= 0
    return validated & ~predictions["missing"] if "missing" in predictions else validated


@shared
def alike_in_labels(predictions: xr.Dataset, *, as_errors: bool) -> Integers:
    """Return for each classifier the place of the first with the same labels, or with the same errors."""
    labels = wrong(predictions).astype(np.int8) if as_errors else predictions["y_pred"]
    return alike_rows(xr.where(where_answered(predictions), labels, -1).transpose("classifier", ...).to_numpy())


def alike_rows(values: Array) -> Integers:
    """Return for each row the place of the first that is the same."""
    rows = [row.tobytes() for row in values.reshape(len(values), -1)]
    return np.array([rows.index(row) for row in rows])
