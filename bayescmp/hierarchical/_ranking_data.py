"""What data sets say of several classifiers, in the form that the model reads."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from scipy.linalg import helmert

from bayescmp._population import PopulationPrior
from bayescmp._typing import Booleans, Floats

_DIMS = ("dataset", "classifier")
_FLOOR = 1e-3  # of the prior scale of the spread: no contrast is known better
_ROUNDING = 1e-8  # relative negative eigenvalues, and asymmetry, that are put down to rounding


@dataclass(frozen=True, kw_only=True, eq=False)
class ContrastData:
    """Normal likelihoods of the contrasts of the classifiers, all in units of `unit`.

    Attributes
    ----------
    mean : array of shape (data sets, contrasts)
        Contrasts of the mean losses, those of missing classifiers being 0.
    step : array of shape (data sets, contrasts, contrasts)
        Factors of what the covariance of the contrasts would be under a standard normal prior.
    pull : array of the same shape
        Precision of the contrasts in coordinates that are stretched by `step`.
    basis : array of shape (classifiers, contrasts)
        Orthonormal contrasts.
    unit : float
        Scale of the prior of a classifier's spread.
    """

    mean: Floats
    step: Floats
    pull: Floats
    basis: Floats
    unit: float

    def values(self) -> dict[str, Floats]:
        """Return the arrays that the model holds as data."""
        return {name: getattr(self, name) for name in ("mean", "step", "pull")}


def contrast_data(mean: xr.DataArray, covariance: xr.DataArray, prior: PopulationPrior) -> ContrastData:
    """Take the contrasts within data sets from checked losses and covariances."""
    unit = prior.spread / np.sqrt(2)
    basis = contrasts(mean.sizes["classifier"])
    known = np.isfinite(mean.values)
    precision = np.stack(
        [
            _precision(one, there, (_FLOOR * prior.spread / unit) ** 2)
            for one, there in zip(covariance.values / unit**2, known, strict=True)
        ]
    )
    of_contrasts = basis.T @ precision @ basis
    step = np.linalg.cholesky(np.linalg.inv(of_contrasts + np.eye(basis.shape[1])))
    pull = np.eye(basis.shape[1]) - step.swapaxes(1, 2) @ step
    return ContrastData(mean=_centres(mean.values / unit, known) @ basis, step=step, pull=pull, basis=basis, unit=unit)


def contrasts(size: int) -> Floats:
    """Return an orthonormal basis of the contrasts of so many classifiers, as columns."""
    return np.asarray(helmert(size).T)


def _precision(covariance: Floats, known: Booleans, least: float) -> Floats:
    """Precision of the contrasts of the known classifiers; 0 for the others and for a shift of all."""
    basis = np.zeros((len(known), known.sum() - 1))
    basis[known] = contrasts(int(known.sum()))
    variance, direction = np.linalg.eigh(basis[known].T @ covariance[np.ix_(known, known)] @ basis[known])
    axes = basis @ direction
    return (axes / np.maximum(variance, least)) @ axes.T


def _centres(mean: Floats, known: Booleans) -> Floats:
    """Losses less their mean over the known classifiers; 0 for the others."""
    return np.where(known, mean - np.nanmean(mean, axis=1, keepdims=True), 0.0)


def check_losses(mean: object, covariance: object) -> tuple[xr.DataArray, xr.DataArray]:
    """Return mean losses and their covariances, with the classifiers in the order of their names."""
    losses = _labelled("mean", mean, _DIMS)
    spread = _labelled("covariance", covariance, (*_DIMS, "other"))
    if losses.sizes["classifier"] < 2:
        raise ValueError(f"`mean` must hold two classifiers or more, but holds {losses.sizes['classifier']}.")
    names = sorted(losses["classifier"].values.tolist(), key=str)
    order = {"dataset": losses["dataset"].values.tolist(), "classifier": names}
    labels = {dim: set(spread[dim].values.tolist()) for dim in spread.dims}
    wanted = {dim: set(order[dim]) for dim in _DIMS} | {"other": set(names)}
    if labels != wanted:
        raise ValueError(
            f"`covariance` must have the data sets and classifiers of `mean`, but got {dict(spread.sizes)} of them for "
            f"{dict(losses.sizes)}, or other labels. `other` has the labels of `classifier`."
        )
    losses, spread = losses.sel(classifier=names), spread.sel({**order, "other": names})
    _check_values(losses, spread)
    return losses, spread


def _labelled(name: str, array: object, dims: tuple[str, ...]) -> xr.DataArray:
    if not isinstance(array, xr.DataArray):
        raise TypeError(
            f"`{name}` must be a DataArray with the dims {', '.join(dims)}, but got {type(array).__name__}."
        )
    if set(array.dims) != set(dims) or not set(dims) <= set(array.coords):
        raise ValueError(
            f"`{name}` must have the dims {', '.join(dims)}, and the names along each as coordinates, but got the dims "
            f"{array.dims} with the coordinates {list(array.coords)}."
        )
    if array.dtype.kind not in "fiu":
        raise TypeError(f"`{name}` must hold numbers, but got {array.dtype}.")
    for dim in dims:
        if not array.indexes[dim].is_unique:
            raise ValueError(f"`{name}` must have different names along {dim}, but got {array[dim].values.tolist()}.")
    return array.transpose(*dims).astype(float)


def _check_values(losses: xr.DataArray, spread: xr.DataArray) -> None:
    known = np.isfinite(losses.values)
    if np.isinf(losses.values).any():
        raise ValueError("`mean` must be finite, or NaN where a classifier is missing, but got infinity.")
    few = losses["dataset"].values[known.sum(axis=1) < 2]
    if few.size or not known.size:
        raise ValueError(
            f"`mean` must have two classifiers or more on each data set, but got fewer on {few.tolist()}. Leave these "
            "data sets out."
        )
    for name, one, there in zip(losses["dataset"].values, spread.values, known, strict=True):
        part = one[np.ix_(there, there)]
        scale = _ROUNDING * np.max(np.abs(part), initial=0.0)
        if not (np.isfinite(part).all() and np.allclose(part, part.T, rtol=0, atol=scale)) or (
            np.linalg.eigvalsh(part)[0] < -len(part) * scale
        ):
            raise ValueError(
                f"`covariance` must be a covariance matrix of the classifiers that `mean` has on each data set, but "
                f"got {part.tolist()} on {str(name)!r}."
            )
