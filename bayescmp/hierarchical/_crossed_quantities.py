"""What the draws of the crossed-effects model say about new records and new training sets."""

import numpy as np
import xarray as xr
from scipy.special import expit

from bayescmp._typing import Floats
from bayescmp.hierarchical._crossed_model import correlation as correlation_of
from bayescmp.hierarchical._crossed_model import intercept_and_scale, mixed
from bayescmp.hierarchical._patterns import Patterns
from bayescmp.hierarchical._record_grid import NODES, STEP

_DENSITY = np.exp(-(NODES**2) / 2)
WEIGHTS = _DENSITY / _DENSITY.sum()
_CHUNK = 250  # draws at a time: bounds the memory
_LARGEST = 0.99  # of the correlation within one classifier, which nothing else bounds


def quantities(draws: xr.Dataset, patterns: Patterns) -> xr.Dataset:
    """Turn draws of the model's parameters into the reported quantities, dims (chain, draw, ...)."""
    stacked = draws.stack(draws_of_all_chains=("chain", "draw")).transpose("classifier", ..., "draws_of_all_chains")
    value = {str(name): stacked[name].values for name in draws.data_vars}
    record_correlation, training_correlation = correlation_of(value["correlation_share"])
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
