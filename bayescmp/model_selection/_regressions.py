"""Regressions: numbers that are predicted become a loss of each record, and of these is all inference."""

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import as_numbers
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_choice
from bayescmp.predictions import column

_LOSSES = {"squared_error": np.square, "absolute_error": np.abs}
"""What becomes of the difference of what is true and predicted."""


def check_loss(loss: object) -> str:
    """Return the name of a loss of regressions."""
    return check_choice("loss", loss, _LOSSES)


def numbers_to_predict(y: ArrayLike) -> Floats:
    """Return the numbers `y` that are to be predicted."""
    numbers = as_numbers(column(y, "y"), "y")
    if not np.isfinite(numbers).all():
        raise ValueError(f"`y` must hold finite numbers, but has {numbers[~np.isfinite(numbers)][0]}.")
    return numbers


def losses_of(loss: str, y_true: ArrayLike, predicted: Array, name: str) -> Floats:
    """Return the loss of each record of a test set, that a regressor called `name` predicted."""
    found = as_numbers(predicted, f"what {name!r} predicts")
    return np.asarray(_LOSSES[loss](found - np.asarray(y_true, dtype=float)))
