"""The crossed-effects model in PyMC, and what its draws say about new records and new training sets."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr
from scipy.special import expit

from bayescmp._typing import Floats
from bayescmp.hierarchical._patterns import NODES, STEP, Patterns

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

    from bayescmp.hierarchical._operation import outcomes_log_likelihood

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


_DENSITY = np.exp(-(NODES**2) / 2)
WEIGHTS = _DENSITY / _DENSITY.sum()
_CHUNK = 250  # draws at a time: bounds the memory
_LARGEST = 0.99  # of the correlation within one classifier, which nothing else bounds


def quantities(draws: xr.Dataset, patterns: Patterns) -> xr.Dataset:
    """Turn draws of the model's parameters into the reported quantities, dims (chain, draw, ...)."""
    stacked = draws.stack(draws_of_all_chains=("chain", "draw")).transpose("classifier", ..., "draws_of_all_chains")
    value = {str(name): stacked[name].values for name in draws.data_vars}
    record_correlation, training_correlation = correlation(value["correlation_share"])
    record_sd, ratio = value["record_sd"], value["training_ratio"]
    intercept, scale = intercept_and_scale(np, value["logit_error"], record_sd, ratio)
    training_sd = scale / np.sqrt(patterns.n_train)
    direction = np.stack([patterns.factor @ d for d in mixed(value["direction_effect"], training_correlation)])
    found = {
        **_errors(patterns.n_train, intercept, record_sd, training_sd, record_correlation, training_correlation),
        "intercept": intercept,
        "record_sd": record_sd,
        "record_correlation": record_correlation,
        "training_sd": training_sd,
        "training_correlation": training_correlation,
        "training_ratio": ratio,
        "training_effect": training_sd[:, None] * direction,
    }
    sizes = draws.sizes["chain"], draws.sizes["draw"]
    coords = {"chain": draws["chain"].values, "draw": draws["draw"].values, "training_set": list(patterns.training_set)}
    return xr.Dataset({name: _labelled(values, sizes) for name, values in found.items()}, coords=coords)


def _labelled(values: Floats, sizes: tuple[int, int]) -> tuple[tuple[str, ...], Floats]:
    dims = ("classifier", "training_set")[: values.ndim - 1]
    shaped = values.reshape((*values.shape[:-1], *sizes))
    return ("chain", "draw", *dims), np.moveaxis(shaped, (-2, -1), (0, 1))


def _errors(n_train: float, *parameters: Floats) -> dict[str, Floats]:
    cuts = range(_CHUNK, parameters[0].shape[-1], _CHUNK)
    chunks = zip(*(np.split(array, cuts, axis=-1) for array in parameters), strict=True)
    moments = zip(*(_moments(*chunk) for chunk in chunks), strict=True)
    error, both, variance = (np.concatenate(moment, axis=-1) for moment in moments)
    difference = error[0] - error[1]
    disagreement = error.sum(axis=0) - 2 * both
    rest = np.maximum(disagreement - difference**2 - variance, np.finfo(float).tiny)
    tau = n_train * np.maximum(variance, 0) / rest
    return {"difference": difference, "error": error, "disagreement": disagreement, "tau": tau}


def _moments(
    intercept: Floats, record_sd: Floats, training_sd: Floats, record_correlation: Floats, training_correlation: Floats
) -> tuple[Floats, Floats, Floats]:
    """Return the errors, the probability that both err, and the variance of the difference over training sets.

    Two outcomes that share the training set, the record or both are logistic curves of normal scores whose
    correlation is the shared part of the variance.
    """
    total_sd = np.hypot(record_sd, training_sd)
    curves = expit(intercept[..., None] + total_sd[..., None] * NODES)
    error = curves @ WEIGHTS
    centred = curves - error[..., None]
    training = training_correlation * training_sd.prod(axis=0)
    product = total_sd.prod(axis=0)
    share = np.minimum((training_sd / total_sd) ** 2, _LARGEST)
    first, second = centred
    both = _covariance(first, second, (training + record_correlation * record_sd.prod(axis=0)) / product)
    variance = (
        _covariance(first, first, share[0])
        + _covariance(second, second, share[1])
        - 2 * _covariance(first, second, training / product)
    )
    return error, both + error.prod(axis=0), variance


def _covariance(first: Floats, second: Floats, correlation: Floats) -> Floats:
    """Covariance of two functions, given at the nodes, of normal scores with the `correlation`."""
    rest = (1 - correlation**2)[:, None, None]
    squares = (NODES[:, None] ** 2 + NODES**2) / 2
    density = np.exp((correlation[:, None, None] * np.outer(NODES, NODES) - squares) / rest) / np.sqrt(rest)
    return np.einsum("di,dij,dj->d", first, density, second, optimize=True) * STEP**2 / (2 * np.pi)
