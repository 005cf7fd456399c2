"""Bring predictions, tables or bare estimates into one form: estimates of one statistic per fold."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._given import as_array
from bayescmp._text import shown
from bayescmp._typing import Array, Floats
from bayescmp._validation import MOST_RECORDS, about, check_choice
from bayescmp.metrics import fold_losses
from bayescmp.predictions._check import check_independent_records
from bayescmp.tables import CELLS, cell, check_table, paired_tables

STATISTICS = ("disagreement", "difference", "error")
DIMS = ("experiment", "replicate", "repeat", "fold")


@dataclass(frozen=True, kw_only=True, eq=False)
class FoldData:
    """Fold estimates of one statistic over experiments and replicates.

    Attributes
    ----------
    estimates : DataArray, dims (experiment, replicate, repeat, fold)
        Proportions.
    second_moment : DataArray, dims (experiment, replicate), or None
        Mean square of the statistic of one record: p_d of the difference, the mean of a 0/1 statistic itself. The
        variance of one record is this less the squared mean. None where it is not known.
    n_validation : DataArray, dims (experiment,)
        Records of one validation set.
    """

    estimates: xr.DataArray
    second_moment: xr.DataArray | None
    n_validation: xr.DataArray


def fold_data(
    data: xr.Dataset | xr.DataArray,
    *,
    statistic: str = "disagreement",
    n_validation: ArrayLike | None = None,
    first: str | None = None,
    second: str | None = None,
    name: str = "data",
) -> FoldData:
    """Check `data` and return its fold estimates.

    Parameters
    ----------
    data : Dataset or DataArray
        Predictions, tables, or estimates.
    statistic : {"disagreement", "difference", "error"}
        Which statistic; estimates must be of it.
    n_validation : float or DataArray of dims (experiment,), optional
        Records of a validation set, for estimates only.
    first, second : str, optional
        The classifiers, for predictions of more than two.

    name : str, default "data"
        What the messages call `data`.

    Returns
    -------
    FoldData

    Raises
    ------
    TypeError, ValueError
        If `data` is none of these, or has other dims, missing values or values that are no proportions.
    """
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
    check_independent_records(data, argument)
    if statistic != "error":
        return _from_tables(paired_tables(data, first, second), statistic, argument)
    names = [str(name) for name in data["classifier"].values]
    name = names[0] if first is None and len(names) == 1 else first
    if name not in names:
        raise ValueError(
            f"`first` must name the classifier whose error is meant, one of {names}, but got {shown(name)}."
        )
    losses = _with_dims(fold_losses(data).sel(classifier=name, drop=True), argument)
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
        hint = f" {value:g} per cent is {value / 100:g}." if 1 < abs(value) <= 100 else ""
        raise ValueError(f"`{name}` must hold proportions between {low} and 1, but got {value:g}.{hint}")
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
