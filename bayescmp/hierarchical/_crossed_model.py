r"""The crossed-effects model in PyMC, with the record effects integrated out.

The pair of record effects is integrated by the trapezoid rule on a fixed grid of normal scores x, y with the
bivariate normal density of their correlation as weights. All weights are positive, so that no logarithm fails,
and the cost is one matrix product. With step h the relative error is about
:math:`2 e^{-4\pi^2 (1 - |\rho|)/h^2}` for the density and :math:`2 e^{-2\pi^2/(\sigma h)}` for a logistic curve of
slope sigma. Measured on patterns of five repeats against a grid ten times as fine, the rarest included: at most 3e-6
for sigma = 1 and 3, 3e-4 for 5 and 1e-2 for 8. 81 Gauss-Hermite nodes a side leave 7e-2 for sigma = 5 and 7e-1 for 8,
because their spacing shrinks with the root of their number only.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from bayescmp.hierarchical._outcomes import Outcomes

STEP = 0.2
NODES = np.arange(-6.0, 6.0 + STEP / 2, STEP)  # normal scores beyond 6 have probability 2e-9
MAX_CORRELATION = 0.98  # of record and of training-set effects; the grid resolves it
LOGIT_SCALE = 1.5
RECORD_SCALE = 3.0
RATIO_SCALE, RATIO_DF = 0.3, 2
ATTENUATION = (
    16 * np.sqrt(3) / (15 * np.pi)
)  # logistic(a + s x), averaged over x, is near logistic(a / sqrt(1 + (c s)^2))


def data_of(outcomes: Outcomes) -> dict[str, Any]:
    """Return the arrays that the model holds as data, under their names in it."""
    return {
        # The training-set effects shrink with the root of the training size; so does their factor.
        "factor": outcomes.factor / np.sqrt(outcomes.n_train),
        "errors": outcomes.errors,
        "row_errors": outcomes.row_errors,
        "row_membership": outcomes.row_membership,
        "first_row": outcomes.cell_row[0],
        "second_row": outcomes.cell_row[1],
        "cell_count": outcomes.cell_count,
    }


def data_of_shape(n_sets: int, n_directions: int) -> dict[str, Any]:
    """Return data to compile the model for: two records without errors."""
    rows = np.arange(2)
    return {
        "factor": np.zeros((n_sets, n_directions)),
        "errors": np.zeros((2, n_sets)),
        "row_errors": np.zeros((2, 2)),
        "row_membership": np.zeros((2, 2 * n_sets)),
        "first_row": rows,
        "second_row": rows,
        "cell_count": np.ones(2),
    }


def crossed_effects_model(values: Mapping[str, Any]) -> Any:
    """Build the PyMC model; its data can be exchanged for others of equally many sets and directions."""
    import pymc as pm
    import pytensor.tensor as pt

    coords = {"classifier": ["first", "second"], "direction": np.arange(values["factor"].shape[1])}
    with pm.Model(coords=coords) as model:
        data = {name: pm.Data(name, value) for name, value in values.items()}
        logit_error = pm.Normal("logit_error", 0.0, LOGIT_SCALE, dims="classifier")
        record_sd = pm.HalfNormal("record_sd", RECORD_SCALE, dims="classifier")
        ratio = pm.HalfStudentT("training_ratio", nu=RATIO_DF, sigma=RATIO_SCALE, dims="classifier")
        share = pm.Beta("correlation_share", 2.0, 2.0, shape=2)
        direction = pm.Normal("direction_effect", 0.0, 1.0, dims=("classifier", "direction"))
        predictor = linear_predictor(
            pt, logit_error, record_sd, ratio, correlation(share)[1], direction, data["factor"]
        )
        pm.Potential("outcomes", log_likelihood(data, predictor, record_sd, correlation(share)[0]))
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


def mixed(xp: Any, direction: Any, training_correlation: Any) -> Any:
    """Correlate independent effects, shape (2, ...), of the two classifiers."""
    second = training_correlation * direction[0] + xp.sqrt(1 - training_correlation**2) * direction[1]
    return xp.stack([direction[0], second])


def linear_predictor(
    xp: Any, logit_error: Any, record_sd: Any, ratio: Any, training_correlation: Any, direction: Any, factor: Any
) -> Any:
    """Return intercept plus training-set effect, shape (2, n_sets)."""
    intercept, scale = intercept_and_scale(xp, logit_error, record_sd, ratio)
    return intercept[:, None] + scale[:, None] * (mixed(xp, direction, training_correlation) @ factor.T)


def log_likelihood(data: Mapping[str, Any], predictor: Any, record_sd: Any, record_correlation: Any) -> Any:
    """Log-probability of all outcomes given the linear predictor of each training set, shape (2, n_sets).

    The linear part of the logarithm of a product of logistic curves stands outside the integral; inside is one
    row of values at the nodes per classifier, group of records and number of errors.
    """
    import pytensor.tensor as pt

    scores = record_sd[:, None] * NODES
    curves = pt.softplus(predictor[:, :, None] + scores[:, None, :]).reshape((-1, NODES.size))
    logs = data["row_errors"] @ scores - data["row_membership"] @ curves
    shift = pt.max(logs, axis=1)
    rows = pt.exp(logs - shift[:, None])
    first, second = data["first_row"], data["second_row"]
    likelihood = pt.sum((rows @ _weights(record_correlation))[first] * rows[second], axis=1)
    cells = pt.log(likelihood) + shift[first] + shift[second]
    return pt.sum(data["errors"] * predictor) + pt.dot(data["cell_count"], cells)


def _weights(correlation: Any) -> Any:
    """Weights of the pairs of nodes under a bivariate normal distribution, shape (n_nodes, n_nodes)."""
    import pytensor.tensor as pt

    rest = 1 - correlation**2
    squares = NODES[:, None] ** 2 + NODES**2
    exponent = (squares / 2 - correlation * np.outer(NODES, NODES)) / rest
    return pt.exp(-exponent) * (STEP**2 / (2 * np.pi)) / pt.sqrt(rest)
