"""The model of the losses of several classifiers over data sets in PyMC."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._population import PRIOR_DF
from bayescmp._typing import Floats
from bayescmp.hierarchical._ranking_data import contrasts

if TYPE_CHECKING:
    import pymc as pm

CONCENTRATION = 2.0  # of the LKJ prior


def data_of_shape(n_datasets: int, n_classifiers: int, n_degrees: int) -> dict[str, Floats]:
    """Return data to compile the model for."""
    n_contrasts = n_classifiers - 1
    each = np.ones((n_datasets, 1, 1)) * np.eye(n_contrasts)
    degrees = np.ones((n_degrees, 3))
    mean = np.zeros((n_datasets, n_contrasts))
    return {"mean": mean, "step": each, "pull": each, "degrees": degrees, "average_scale": np.ones(())}


def ranking_model(values: Mapping[str, Floats]) -> "pm.Model":
    """Build the PyMC model; its data can be exchanged for others of the same shape.

    A shift of all classifiers is not observed: averages and vectors are those of the contrasts, in units of the prior
    scale of a classifier's spread.
    """
    import pymc as pm

    from bayescmp.hierarchical._ranking_operation import LogDensity

    n_datasets, n_contrasts = np.shape(values["mean"])
    size = n_contrasts + 1
    with pm.Model() as model:
        data = [pm.Data(name, values[name]) for name in ("mean", "step", "pull", "degrees")]
        scale = pm.Data("average_scale", values["average_scale"])
        weight = pm.Gamma("average_weight", PRIOR_DF / 2, PRIOR_DF / 2)  # one for all: contrasts have no axes
        average = pm.Normal("average_contrast", 0.0, scale / weight**0.5, shape=n_contrasts)
        spread = pm.HalfStudentT("unit_spread", nu=PRIOR_DF, sigma=1.0, shape=size)
        partial = pm.Flat("partial", shape=size * (size - 1) // 2)
        root = pm.Deterministic("correlation_root", _correlation_root(partial, size))
        position = pm.Flat("position", shape=(n_datasets, n_contrasts))
        factor = contrasts(size).T @ (spread[:, None] * root)
        pm.Potential("vectors", LogDensity().value(position, average, factor, *data))
    return model


def _correlation_root(partial: Any, size: int) -> Any:
    """Return the Cholesky factor of a matrix of LKJ distribution, from hyperbolic arc tangents of partial correlations.

    They are independent: those of column j, from 0, are 2 Beta(b, b) - 1 with b = concentration + (size - 2 - j) / 2.
    """
    import pymc as pm
    import pytensor.tensor as pt

    rows, columns = np.tril_indices(size, -1)
    log_rest = 2 * (np.log(2) - partial - pt.softplus(-2 * partial))  # log(1 - tanh(partial)^2)
    pm.Potential("correlation_prior", ((CONCENTRATION + (size - 2 - columns) / 2) * log_rest).sum())
    blank = pt.zeros((size, size))
    rest = pt.set_subtensor(blank[rows, columns], log_rest)
    before = pt.cumsum(rest, axis=1) - rest
    return (pt.set_subtensor(blank[rows, columns], pt.tanh(partial)) + np.eye(size)) * pt.exp(before / 2)
