"""The fold-correlation model in PyMC: compiled once for a shape, refitted to any data of that shape."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import xarray as xr

from bayescmp._typing import Array
from bayescmp.correlation import eigenvalues
from bayescmp.hierarchical._contrasts import Contrasts
from bayescmp.hierarchical._fold_prior import PHI_SCALE, ModelReader, Shape, fold_prior
from bayescmp.hierarchical._sampler import ModelData, Sampler

if TYPE_CHECKING:
    import nutpie
    import pymc as pm

_CENTRED_FROM = 10
"""With this many replicates an experiment says more about itself than its population does."""


def shape_of(observed: Contrasts, groups: Mapping[str, Array]) -> Shape:
    """Return the shape of the model of these data."""
    return Shape(
        experiment=len(observed.unit),
        centred=observed.n_replicates >= _CENTRED_FROM,
        has_phi=observed.has_phi,
        **{name: len(np.unique(labels)) for name, labels in groups.items()},
    )


def model_data(observed: Contrasts, groups: Mapping[str, Array], statistic: str) -> dict[str, Array | float]:
    """Return the data of the model by name."""
    codes = {name: np.unique(labels, return_inverse=True)[1] for name, labels in groups.items()}
    arrays = {name: getattr(observed, name) for name in ("sums", "degrees", "unit", "resolution")}
    return arrays | {"n_repeats": float(observed.n_repeats), "phi_scale_centre": PHI_SCALE[statistic]} | codes


def contrast_variances(data: Mapping[str, Any], shape: Shape, rho1: Any, rho2: Any, factor: Any) -> list[Any]:
    """Variances of the contrasts of the mean, between and within repeats."""
    sigma2 = factor * data["unit"] if shape.has_phi else factor
    return [sigma2 * eigenvalue + data["resolution"] for eigenvalue in eigenvalues(rho1, rho2, data["n_repeats"])]


def sum_log_density(sums: Any, variance: Any, degrees: Any, log: Any) -> Any:
    """Log density of `degrees` independent normal contrasts whose squares add to `sums`; 0 if there are none."""
    return -0.5 * (degrees * (log(variance) + math.log(2 * math.pi)) + sums / variance)


def build_model(shape: Shape, data: ModelData) -> "pm.Model":
    """Write the model down in PyMC.

    Parameters
    ----------
    shape : Shape
        Numbers of experiments, data sets and pairs, and the form of the model.
    data : mapping
        As from `model_data`.

    Returns
    -------
    pymc.Model
    """
    import pymc as pm

    with pm.Model(coords={dim: np.arange(size) for dim, size in shape.sizes.items()}) as model:
        tensors = {name: pm.Data(f"data_{name}", np.asarray(value)) for name, value in data.items()}
        parameters = fold_prior(ModelReader(tensors), shape)
        variance = pm.math.stack(contrast_variances(tensors, shape, *parameters), axis=-1)
        pm.CustomDist(
            "sum_of_squares",
            variance,
            tensors["degrees"],
            logp=lambda sums, variance, degrees: sum_log_density(sums, variance, degrees, pm.math.log),
            observed=tensors["sums"],
        )
    return model


@lru_cache(maxsize=8)
def _compiled(shape: Shape) -> "nutpie.CompiledPyMCModel":
    import nutpie

    blank: dict[str, Array | float] = {
        "sums": np.ones((shape.experiment, 3)),
        "degrees": np.ones(3),
        "unit": np.ones(shape.experiment),
        "resolution": np.ones(shape.experiment),
        "n_repeats": 5.0,
        "phi_scale_centre": 1.0,
        **{dim: np.arange(shape.experiment) % shape.sizes[dim] for dim in shape.crossed},
    }
    return nutpie.compile_pymc_model(build_model(shape, blank))


def sample_posterior(shape: Shape, data: ModelData, sampler: Sampler, seed: int) -> xr.DataTree:
    """Sample the model; with nutpie from the model compiled before, if it had this shape."""
    values = {f"data_{name}": value for name, value in data.items()}
    return sampler.sample(seed, values, compiled=lambda: _compiled(shape), model=lambda: build_model(shape, data))
