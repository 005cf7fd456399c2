"""What `compare` and `rank` are given: data, labels and answers, or estimators with features."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import as_array
from bayescmp._support._shared import shared
from bayescmp._support._text import shown
from bayescmp._support._validation import RandomNumbers, seed_of
from bayescmp.doors import decision_values, labels, probabilities
from bayescmp.metrics import metric_of
from bayescmp.model_selection import cross_val_predictions


def data_of(given: tuple[Any, ...], metric: Any, rng: RandomNumbers) -> Any:
    """Return data as they are, or what a door or a cross-validation makes of what is given in their place."""
    if len(given) == 1:
        return given[0]
    are_estimators = len(given) == 3 and isinstance(given[0], Mapping) and not isinstance(given[0], xr.Dataset)
    are_answers = len(given) == 2 and isinstance(given[1], (Mapping, pd.DataFrame))
    if not (are_estimators or are_answers):
        raise TypeError(
            'What is compared must be data, or y and {"a": ..., "b": ...}, or {"a": estimator, ...}, X and y, but got '
            f"{len(given)} arguments: {', '.join(type(one).__name__ for one in given)}. Scores of folds are for "
            '`scores({"a": ..., "b": ...}, how=...)`, right and wrong for `verdicts({"a": ..., "b": ...})`, columns of '
            'a table for `labels("y", ["a", "b"], data=table)`.'
        )
    metrics = metric if isinstance(metric, (list, tuple)) else [] if metric is None else [metric]
    needs_shares = any(metric_of(one).needs == "probabilities" for one in metrics)
    if are_estimators:
        estimators, X, y = given
        seed = None if rng is None else seed_of(rng)
        return cross_val_predictions(estimators, X, y, rng=seed, probabilities=needs_shares)
    return _of_shares(*given) if needs_shares else labels(*given)


def _of_shares(y_true: Any, answers: Any) -> xr.Dataset:
    """Return predictions of probabilities, or of decision values where some are no proportions; labels are refused."""
    values = {name: as_array(one, "answers") for name, one in answers.items()}
    for name, one in values.items():
        if one.dtype.kind in "iub" and np.isin(one, (0, 1)).all():
            raise ValueError(
                "`metric` must be one of labels, or answers must be predicted probabilities or decision values, but "
                f"those of {shown(name)} are whole numbers, 0 and 1, as labels are."
            )
    are_shares = all(one.dtype.kind in "iuf" and not ((one < 0) | (one > 1)).any() for one in values.values())
    return (probabilities if are_shares else decision_values)(y_true, answers)


@shared
def own_copy(data: Any, first: str | None = None, second: str | None = None) -> Any:
    """Return a copy of data, of several classifiers the two that are named; what is no data as it is."""
    if not isinstance(data, (xr.Dataset, xr.DataArray)):
        return data
    are_judged = isinstance(data, xr.Dataset) and "judged" in data  # which all tell of labels
    if "classifier" in data.dims and "classifier" in data.coords and not are_judged:
        names = {name for name in (first, second) if isinstance(name, str)}
        places = [place for place, name in enumerate(data["classifier"].to_numpy()) if str(name) in names]
        if len(places) == 2 < data.sizes["classifier"]:
            return own_copy(data.isel(classifier=places))
    if first is not None or second is not None:
        return own_copy(data)
    if isinstance(data, xr.DataArray):
        return data.copy(deep=True).load()
    # Indexes cannot be changed in place, and xarray would copy each twice: with many records most of the memory.
    values = {name: one.copy(deep=True) for name, one in data.variables.items() if name not in data.indexes}
    return data.assign(values).load()
