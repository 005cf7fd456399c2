"""Fold estimates of one statistic, and the sums of squares that are all the correlations depend on."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import as_array
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import MOST_RECORDS, about, check_choice
from bayescmp.metrics import fold_values
from bayescmp.predictions import check_equal_records
from bayescmp.tables import CELLS, cell, check_table, paired_tables

STATISTICS = ("disagreement", "difference", "error")
DIMS = ("experiment", "replicate", "repeat", "fold")


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldData:
    """Fold estimates of one statistic over experiments and replicates.

    The second moment is the mean square of the statistic of one record: p_d of the difference, the mean of a 0/1
    statistic itself; None where it is not known. The variance of one record is this less the squared mean.
    """

    estimates: xr.DataArray  # proportions, dims (experiment, replicate, repeat, fold)
    second_moment: xr.DataArray | None  # dims (experiment, replicate)
    n_validation: xr.DataArray  # records of one validation set, dim experiment


def fold_data(
    data: xr.Dataset | xr.DataArray,
    *,
    statistic: str = "disagreement",
    n_validation: ArrayLike | None = None,
    first: str | None = None,
    second: str | None = None,
    name: str = "data",
) -> FoldData:
    """Check `data` and return its fold estimates."""
    check_choice("statistic", statistic, STATISTICS)
    if not isinstance(data, (xr.Dataset, xr.DataArray)):
        raise TypeError(f"`{name}` must be predictions, tables or estimates, but got {type(data).__name__}.")
    if isinstance(data, xr.DataArray) and not set(CELLS) <= set(data.dims):
        return _from_estimates(data, statistic, n_validation, name)
    if n_validation is not None:
        raise ValueError(
            f"`n_validation` must be left out for predictions and tables, which tell it, but got {shown(n_validation)}."
        )
    if isinstance(data, xr.Dataset):
        return _from_predictions(data, statistic, first, second, name)
    return _from_tables(data, statistic, name)


def _from_predictions(
    data: xr.Dataset, statistic: str, first: str | None, second: str | None, argument: str
) -> FoldData:
    check_equal_records(data, argument, units=False)
    if statistic != "error":
        return _from_tables(paired_tables(data, first, second), statistic, argument)
    names = [str(name) for name in data["classifier"].values]
    name = names[0] if first is None and len(names) == 1 else first
    if name not in names:
        raise ValueError(
            f"`first` must name the classifier whose error is meant, one of {names}, but got {shown(name)}."
        )
    losses = _with_dims(fold_values(data).sel(classifier=name, drop=True), argument)
    validated = (data["fold"] >= 0).sum("record").mean() / losses.sizes["fold"]
    return _checked(losses, losses.mean(("repeat", "fold")), validated, argument)


def _from_tables(tables: xr.DataArray, statistic: str, name: str) -> FoldData:
    tables = _with_dims(check_table(tables, name), name, CELLS)
    total = tables.sum(CELLS)
    if (total <= 0).any():
        raise ValueError(f"`{name}` must hold tables with records, but got an empty one.")
    share = tables / total
    only_first, only_second = cell(share, "wrong", "right"), cell(share, "right", "wrong")
    estimates = {
        "disagreement": only_first + only_second,
        "difference": only_first - only_second,
        "error": only_first + cell(share, "wrong", "wrong"),
    }[statistic]
    square = only_first + only_second if statistic == "difference" else estimates
    return _checked(estimates, square.mean(("repeat", "fold")), total.mean(DIMS[1:]), name)


def _from_estimates(estimates: xr.DataArray, statistic: str, n_validation: ArrayLike | None, name: str) -> FoldData:
    n_validation = estimates.attrs.get("n_validation") if n_validation is None else n_validation
    if estimates.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must hold proportions, but got values of type {estimates.dtype}.")
    estimates = _with_dims(estimates, name).astype(float)
    low = -1 if statistic == "difference" else 0
    good = (estimates >= low) & (estimates <= 1)
    if not good.all():
        value = estimates.values[~good.values].flat[0]
        raise ValueError(f"`{name}` must hold proportions between {low} and 1, but got {value:g}.")
    if n_validation is None:
        raise ValueError(
            "`n_validation` must be the number of records of a validation set, as argument or attribute of the "
            "estimates, but got None."
        )
    square = None if statistic == "difference" else estimates.mean(("repeat", "fold"))
    return _checked(estimates, square, n_validation, name)


def _with_dims(data: xr.DataArray, name: str, last: tuple[str, ...] = ()) -> xr.DataArray:
    unknown = set(data.dims) - {*DIMS, *last}
    if unknown or not {"repeat", "fold"} <= set(data.dims):
        raise ValueError(
            f"`{name}` must have the dims 'repeat' and 'fold', may have 'experiment' and 'replicate', "
            f"but got {tuple(data.dims)}."
        )
    if data.sizes["fold"] != 2 or data.sizes["repeat"] < 2:
        raise ValueError(f"`{name}` must have two folds and two or more repeats, but got {dict(data.sizes)}.")
    missing = [dim for dim in DIMS[:2] if dim not in data.dims]
    data = data.expand_dims(missing).transpose(*DIMS, *last)
    if 0 in data.shape:
        raise ValueError(f"`{name}` must hold estimates, but got the sizes {dict(data.sizes)}.")
    return data


def _checked(estimates: xr.DataArray, second_moment: xr.DataArray | None, sizes: ArrayLike, name: str) -> FoldData:
    if not np.isfinite(estimates.values).all():
        raise ValueError(f"`{name}` must have an estimate in every fold, but some are missing.")
    sizes = per_experiment("n_validation", sizes, estimates, "number of records", 1, MOST_RECORDS)
    n_validation = xr.DataArray(sizes, dims="experiment")
    return FoldData(estimates=estimates, second_moment=second_moment, n_validation=n_validation)


def per_experiment(name: str, given: ArrayLike, estimates: xr.DataArray, noun: str, low: float, high: float) -> Floats:
    """Return one finite number for each experiment of the estimates, of one for all or of as many."""
    if isinstance(given, xr.DataArray) and "experiment" in given.coords and "experiment" in estimates.coords:
        with about(name):
            given = given.sel(experiment=estimates["experiment"].values)
    count, values = estimates.sizes["experiment"], as_array(given, name)
    if values.dtype.kind not in "iuf":
        raise TypeError(f"`{name}` must be a {noun}, but got {shown(given)}.")
    inside = np.isfinite(values) & (values >= low) & (values <= high)
    if values.shape not in {(), (1,), (count,)} or not inside.all():
        raise ValueError(
            f"`{name}` must be one {noun}, or one for each of the {count} experiments, from {low:g} to {high:g}, but "
            f"got {shown(given)}."
        )
    return np.broadcast_to(values.astype(float), (count,))


def labels_of(estimates: xr.DataArray) -> tuple[Array, dict[str, Array]]:
    """Return the labels of the experiments, and of their data sets and pairs where both are given."""
    count = estimates.sizes["experiment"]
    groups = {
        name: estimates[name].values.astype(str)
        for name in ("dataset", "pair")
        if name in estimates.coords and estimates[name].dims == ("experiment",)
    }
    if len(groups) == 2:
        return np.array([f"{one} / {other}" for one, other in zip(*groups.values(), strict=True)]), groups
    if "experiment" in estimates.coords:
        return estimates["experiment"].values, {}
    return np.arange(count), {}


CONTRASTS = ("mean", "between", "within")


@dataclass(frozen=True, kw_only=True, eq=False)
class Contrasts:
    """Sufficient statistics of the fold correlations of J experiments.

    Sums of squares of the contrasts of the mean, between and within repeats, in orthonormal coordinates, with R - 1,
    R (m - 1) and R m degrees of freedom for R replicates of m repeats.
    """

    sums: Floats  # (J, 3)
    degrees: Floats  # (3,)
    unit: Floats  # (J,), variance of one estimate from independent records, v / n2; else the observed variance
    resolution: Floats  # (J,), variance 1 / (12 n2^2) of rounding to a count
    has_phi: bool  # whether v is known, so that phi = sigma^2 / unit has a meaning
    n_repeats: int  # m
    n_replicates: int  # R


def replicate_sums(estimates: xr.DataArray) -> Floats:
    """Return the sums of squares of each replicate between and within repeats, shape (2, J, R)."""
    values = estimates.values
    centre = values.mean((2, 3), keepdims=True)
    pair = values.mean(3, keepdims=True)
    between = 2 * ((pair - centre) ** 2).sum((2, 3))
    within = ((values - pair) ** 2).sum((2, 3))
    return np.stack([between, within])


def record_variance(second_moment: Floats, mean: Floats) -> Floats:
    """Variance of the statistic of one record, never negative."""
    return np.maximum(second_moment - mean**2, 0)


def contrasts(data: FoldData) -> Contrasts:
    """Reduce fold estimates to their sums of squares."""
    _, n_replicates, n_repeats, n_folds = data.estimates.shape
    means = data.estimates.mean(("repeat", "fold")).values
    centre = means.mean(1)
    between, within = replicate_sums(data.estimates).sum(-1)
    mean = n_repeats * n_folds * ((means - centre[:, None]) ** 2).sum(1)
    size = data.n_validation.values
    degrees = np.array([n_replicates - 1.0, n_replicates * (n_repeats - 1.0), n_replicates * n_repeats])
    sums = np.stack([mean, between, within], axis=-1)
    resolution = 1 / (12 * size**2)
    if data.second_moment is None:
        unit = np.maximum(sums.sum(-1) / degrees.sum(), resolution)
    else:
        unit = record_variance(data.second_moment.values.mean(1), centre) / size
    return Contrasts(
        sums=sums,
        degrees=degrees,
        unit=unit,
        resolution=resolution,
        has_phi=data.second_moment is not None,
        n_repeats=n_repeats,
        n_replicates=n_replicates,
    )
