"""The fold-correlation model in PyMC: compiled once for a shape, refitted to any data of that shape."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from bayescmp.correlation import eigenvalues
from bayescmp.hierarchical._contrasts import Contrasts
from bayescmp.hierarchical._fold_prior import PHI_SCALE, TAIL, Shape, fold_prior
from bayescmp.hierarchical._sampler import Sampler

_CENTRED_FROM = 10
"""With this many replicates an experiment says more about itself than its population does."""


def shape_of(observed: Contrasts, groups: Mapping[str, NDArray[Any]]) -> Shape:
    """Return the shape of the model of these data."""
    return Shape(
        experiment=len(observed.unit),
        centred=observed.n_replicates >= _CENTRED_FROM,
        known=observed.known,
        **{name: len(np.unique(labels)) for name, labels in groups.items()},
    )


def model_data(observed: Contrasts, groups: Mapping[str, NDArray[Any]], statistic: str) -> dict[str, Any]:
    """Return the data of the model by name."""
    codes = {name: np.unique(labels, return_inverse=True)[1] for name, labels in groups.items()}
    return {
        "sums": observed.sums,
        "degrees": observed.degrees,
        "unit": observed.unit,
        "resolution": observed.resolution,
        "n_repeats": float(observed.n_repeats),
        "phi_scale_centre": PHI_SCALE[statistic],
        **codes,
    }


def contrast_variances(data: Mapping[str, Any], shape: Shape, rho1: Any, rho2: Any, factor: Any) -> list[Any]:
    """Variances of the contrasts of the mean, between and within repeats."""
    sigma2 = factor * data["unit"] if shape.known else factor
    return [sigma2 * eigenvalue + data["resolution"] for eigenvalue in eigenvalues(rho1, rho2, data["n_repeats"])]


def sum_log_density(sums: Any, variance: Any, degrees: Any, log: Any) -> Any:
    """Log density of `degrees` independent normal contrasts whose squares add to `sums`; 0 if there are none."""
    return -0.5 * (degrees * (log(variance) + math.log(2 * math.pi)) + sums / variance)


class _PyMCReader:
    def __init__(self, data: Mapping[str, Any]) -> None:
        import pymc as pm

        self._pm = pm
        self._data = data
        self.exp, self.tanh, self.sigmoid = pm.math.exp, pm.math.tanh, pm.math.sigmoid

    def normal(self, name: str, location: Any, scale: Any, dim: str | None = None) -> Any:
        return self._pm.Normal(name, location, scale, dims=dim)

    def log_normal(self, name: str, centre: Any, scale: Any) -> Any:
        return self._pm.LogNormal(name, self._pm.math.log(centre), scale)

    def half_t(self, name: str, scale: Any, dim: str) -> Any:
        return self._pm.HalfStudentT(name, nu=TAIL, sigma=scale, dims=dim)

    def derived(self, name: str, value: Any) -> Any:
        return self._pm.Deterministic(name, value, dims="experiment")

    def data(self, name: str) -> Any:
        return self._data[name]


def build_model(shape: Shape, data: Mapping[str, Any]) -> Any:
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

    sizes = {dim: getattr(shape, dim) for dim in ("experiment", *shape.crossed)}
    with pm.Model(coords={dim: np.arange(size) for dim, size in sizes.items()}) as model:
        shared = {name: pm.Data(f"data_{name}", np.asarray(value)) for name, value in data.items()}
        parameters = fold_prior(_PyMCReader(shared), shape)
        variance = pm.math.stack(contrast_variances(shared, shape, *parameters), axis=-1)
        pm.CustomDist(
            "sum_of_squares",
            variance,
            shared["degrees"],
            logp=lambda sums, variance, degrees: sum_log_density(sums, variance, degrees, pm.math.log),
            observed=shared["sums"],
        )
    return model


@lru_cache(maxsize=8)
def _compiled(shape: Shape) -> Any:
    import nutpie

    sizes = {"dataset": shape.dataset, "pair": shape.pair}
    blank: dict[str, Any] = {
        "sums": np.ones((shape.experiment, 3)),
        "degrees": np.ones(3),
        "unit": np.ones(shape.experiment),
        "resolution": np.ones(shape.experiment),
        "n_repeats": 5.0,
        "phi_scale_centre": 1.0,
        **{dim: np.arange(shape.experiment) % sizes[dim] for dim in shape.crossed},
    }
    return nutpie.compile_pymc_model(build_model(shape, blank))


def sample_posterior(shape: Shape, data: Mapping[str, Any], sampler: Sampler, seed: int) -> xr.DataTree:
    """Sample the model; with nutpie from the model compiled before, if it had this shape."""
    values = {f"data_{name}": value for name, value in data.items()}
    return sampler.sample(seed, values, compiled=lambda: _compiled(shape), model=lambda: build_model(shape, data))
