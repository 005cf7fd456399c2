"""The crossed-effects model in PyMC."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._typing import Floats
from bayescmp.hierarchical._patterns import Patterns

if TYPE_CHECKING:
    import pymc as pm

MAX_CORRELATION = 0.98  # of record and of training-set effects; the grid resolves it
LOGIT_SCALE = 1.5
RECORD_SCALE = 3.0
RATIO_SCALE, RATIO_DF = 0.3, 2
ATTENUATION = (
    16 * np.sqrt(3) / (15 * np.pi)
)  # logistic(a + s x), averaged over x, is near logistic(a / sqrt(1 + (c s)^2))


def data_of(patterns: Patterns) -> dict[str, Floats]:
    """Return the tables that the model holds as data, under their names in it.

    `training_sets`: the errors of the first and of the second, and the factor of the overlap correlations divided by
    the root of the training size, with which the effects shrink. `rows`: `row_errors` and `row_membership`, see
    `Patterns`. `patterns`: the row of the first, that of the second, and the number of records. Few tables of one
    type compile faster than many.
    """
    return {
        "training_sets": np.column_stack([patterns.errors.T, patterns.factor / np.sqrt(patterns.n_train)]),
        "rows": np.column_stack([patterns.row_errors, patterns.row_membership]),
        "patterns": np.column_stack([patterns.pattern_row.T, patterns.pattern_count]).astype(float),
    }


def data_of_shape(n_sets: int, n_directions: int) -> dict[str, Floats]:
    """Return data to compile the model for: two records without errors."""
    return {
        "training_sets": np.zeros((n_sets, 2 + n_directions)),
        "rows": np.zeros((2, 2 + 2 * n_sets)),
        "patterns": np.array([[0, 1, 1]]).astype(float),
    }


def crossed_effects_model(values: Mapping[str, Floats]) -> "pm.Model":
    """Build the PyMC model; its data can be exchanged for others of equally many sets and directions."""
    import pymc as pm
    import pytensor.tensor as pt

    from bayescmp.hierarchical._crossed_operation import outcomes_log_likelihood

    coords = {"classifier": ["first", "second"], "direction": np.arange(values["training_sets"].shape[1] - 2)}
    with pm.Model(coords=coords) as model:
        data = {name: pm.Data(name, value) for name, value in values.items()}
        logit_error = pm.Normal("logit_error", 0.0, LOGIT_SCALE, dims="classifier")
        record_sd = pm.HalfNormal("record_sd", RECORD_SCALE, dims="classifier")
        ratio = pm.HalfStudentT("training_ratio", nu=RATIO_DF, sigma=RATIO_SCALE, dims="classifier")
        share = pm.Beta("correlation_share", 2.0, 2.0, shape=2)
        direction = pm.Normal("direction_effect", 0.0, 1.0, dims=("classifier", "direction"))
        intercept, scale = intercept_and_scale(pt, logit_error, record_sd, ratio)
        log_likelihood = outcomes_log_likelihood(intercept, record_sd, scale, correlation(share), direction, data)
        pm.Potential("outcomes", log_likelihood)
    return model


def correlation(share: Any) -> Any:
    """Return the correlation that stands for a share between 0 and 1."""
    return MAX_CORRELATION * (2 * share - 1)


def intercept_and_scale(xp: Any, logit_error: Any, record_sd: Any, ratio: Any) -> tuple[Any, Any]:
    """Return the intercept, and the sd of the training-set effects times the root of the training size.

    `xp` is the module of arrays, NumPy or pytensor's.
    """
    spread = xp.sqrt(1 + (ATTENUATION * record_sd) ** 2)
    # 1 / (p (1 - p)) of p = logistic(x)
    return logit_error * spread, spread * xp.sqrt(ratio * (2 + 2 * xp.cosh(logit_error)))


def mixed(direction: Floats, training_correlation: Floats | float) -> Floats:
    """Correlate independent effects, shape (2, ...), of the two classifiers."""
    second = training_correlation * direction[0] + np.sqrt(1 - training_correlation**2) * direction[1]
    return np.stack([direction[0], second])
