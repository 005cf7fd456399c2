"""Fold estimates of one statistic, their sums of squares, and their correlations by the method of moments."""

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
    """Fold estimates of one statistic over experiments and replicates."""

    estimates: xr.DataArray  # proportions, dims (experiment, replicate, repeat, fold)
    second_moment: xr.DataArray | None  # mean square on one record, if known, dims (experiment, replicate)
    n_validation: xr.DataArray  # records of one validation set, dim experiment


def fold_data(
    data: xr.Dataset | xr.DataArray,
    *,
    statistic: str = "difference",
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


def _from_predictions(data: xr.Dataset, statistic: str, first: str | None, second: str | None, name: str) -> FoldData:
    check_equal_records(data, name, units=False)
    if statistic != "error":
        return _from_tables(paired_tables(data, first, second), statistic, name)
    classifiers = data["classifier"].astype(str).values.tolist()
    chosen = classifiers[0] if first is None and len(classifiers) == 1 else first
    if chosen not in classifiers:
        raise ValueError(
            f"`first` must name the classifier whose error is meant, one of {classifiers}, but got {shown(chosen)}."
        )
    losses = fold_values(data).sel(classifier=chosen, drop=True)
    validated = (data["fold"] >= 0).sum("record").mean() / losses.sizes["fold"]
    return _from_estimates(losses, statistic, validated, name)


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
    n_validation = xr.DataArray(_sizes(sizes, estimates), dims="experiment")
    return FoldData(estimates=estimates, second_moment=second_moment, n_validation=n_validation)


def _sizes(given: ArrayLike, estimates: xr.DataArray) -> Floats:
    """Return the size of a validation set of each experiment of the estimates, of one for all or of as many."""
    if isinstance(given, xr.DataArray) and "experiment" in given.coords and "experiment" in estimates.coords:
        with about("n_validation"):
            given = given.sel(experiment=estimates["experiment"].values)
    count, values = estimates.sizes["experiment"], as_array(given, "n_validation")
    if values.dtype.kind not in "iuf":
        raise TypeError(f"`n_validation` must be a number of records, but got {shown(given)}.")
    inside = np.isfinite(values) & (values >= 1) & (values <= MOST_RECORDS)
    if values.shape not in {(), (1,), (count,)} or not inside.all():
        raise ValueError(
            f"`n_validation` must be one number of records, or one for each of the {count} experiments, from 1 to "
            f"{MOST_RECORDS:g}, but got {shown(given)}."
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
    """Sufficient statistics of the fold correlations of J experiments, of R replicates of m repeats."""

    sums: Floats  # (J, 3), of squares of orthonormal contrasts of the mean, between and within repeats
    degrees: Floats  # (3,): R - 1, R (m - 1) and R m
    unit: Floats  # (J,), variance of one estimate from independent records, v / n2; else the observed variance
    resolution: Floats  # (J,), variance 1 / (12 n2^2) of rounding to a count
    has_phi: bool  # whether v is known, so that phi = sigma^2 / unit has a meaning
    n_repeats: int  # m
    n_replicates: int  # R


def _terms(data: FoldData) -> tuple[Floats, Floats]:
    """Return what is summed over replicates, shape (5, J, R), and the means that the first two are centred at."""
    values = data.estimates.values
    means, pairs = values.mean((2, 3)), values.mean(3, keepdims=True)
    centre = means.mean(1, keepdims=True)
    between = 2 * ((pairs - means[..., None, None]) ** 2).sum((2, 3))
    within = ((values - pairs) ** 2).sum((2, 3))
    square = np.full_like(means, np.nan) if data.second_moment is None else data.second_moment.values
    return np.stack([(means - centre) ** 2, means - centre, between, within, square]), centre


def _record_variance(second_moment: Floats, mean: Floats) -> Floats:
    """Variance of the statistic of one record, never negative."""
    return np.maximum(second_moment - mean**2, 0)


def contrasts(data: FoldData) -> Contrasts:
    """Reduce fold estimates to their sums of squares."""
    _, n_replicates, n_repeats, n_folds = data.estimates.shape
    terms, centre = _terms(data)
    squares, _, between, within, second = terms.sum(-1)
    size = data.n_validation.values
    degrees = np.array([n_replicates - 1.0, n_replicates * (n_repeats - 1.0), n_replicates * n_repeats])
    sums = np.stack([n_repeats * n_folds * squares, between, within], axis=-1)
    resolution = 1 / (12 * size**2)
    if data.second_moment is None:
        unit = np.maximum(sums.sum(-1) / degrees.sum(), resolution)
    else:
        unit = _record_variance(second / n_replicates, centre[:, 0]) / size
    return Contrasts(
        sums=sums, degrees=degrees, unit=unit, resolution=resolution, has_phi=data.second_moment is not None,
        n_repeats=n_repeats, n_replicates=n_replicates,
    )  # fmt: skip


_MOMENTS = ("rho1", "rho2", "sigma2", "phi")


def moment_correlations(
    estimates: xr.DataArray,
    *,
    statistic: str = "difference",
    n_validation: ArrayLike | None = None,
) -> xr.Dataset:
    r"""Estimate rho1, rho2, sigma^2 and phi of the folds from replicates of a cross-validation.

    Parameters
    ----------
    estimates : DataArray, dims (..., repeat, fold), with `replicate` and optionally `experiment`
        One statistic per fold as a proportion, or tables (then with the dims `first` and `second`). Replicates are
        cross-validations of independent data sets of one population.
    statistic : {"difference", "disagreement", "error"}, default "difference"
        Which statistic the estimates are.
    n_validation : float or one per experiment, optional
        Records of a validation set; also read from the attribute of that name. Only phi needs it.

    Returns
    -------
    Dataset, dim experiment where the estimates have it
        `rho1`, correlation of the two folds of a repeat; `rho2`, of folds of different repeats; `sigma2`, variance of
        one fold estimate; `phi`, :math:`\sigma^2 n_2 / v`, the variance relative to that of independent records, with
        the variance v of one record: :math:`p (1 - p)` with p the mean of a disagreement or an error, and
        :math:`p_d - \delta^2` where tables tell p_d; NaN for bare estimates of a difference, and where n2 is not
        known. `rho1_se`, `rho2_se`, `sigma2_se` and `phi_se` are their jackknife standard errors.
        The attribute `n_replicates` says how many replicates they come from.

    Notes
    -----
    The mean squares of the contrasts of the mean, between and within repeats estimate without bias

    .. math::

        L_m = \sigma^2 (1 + \rho_1 + 2(m-1)\rho_2), \quad L_b = \sigma^2 (1 + \rho_1 - 2\rho_2), \quad
        L_w = \sigma^2 (1 - \rho_1),

    so that :math:`\sigma^2 = (L_m + (m-1) L_b + m L_w) / 2m`, :math:`\rho_1 = 1 - L_w / \sigma^2` and
    :math:`\rho_2 = (L_m - L_b) / (2m \sigma^2)` (derived here, and checked by simulation). They are not confined to the
    valid region. Where all estimates are equal, the correlations are NaN.

    Examples
    --------
    >>> import numpy as np
    >>> import xarray as xr
    >>> from bayescmp.hierarchical import moment_correlations
    >>> values = np.random.default_rng(0).binomial(50, 0.3, size=(40, 5, 2)) / 50
    >>> moments = moment_correlations(xr.DataArray(values, dims=("replicate", "repeat", "fold")), n_validation=50)
    >>> round(float(moments.rho1), 2), round(float(moments.rho1_se), 2)
    (-0.07, 0.07)
    """
    if not isinstance(estimates, xr.DataArray):
        raise TypeError(f"`estimates` must be a DataArray, but got {type(estimates).__name__}.")
    is_unknown = n_validation is None and "n_validation" not in estimates.attrs and "first" not in estimates.dims
    data = fold_data(estimates, statistic=statistic, n_validation=1 if is_unknown else n_validation, name="estimates")
    size = data.n_validation.values * (np.nan if is_unknown else 1.0)
    _, n_replicates, n_repeats, _ = data.estimates.shape
    if n_replicates < 3:
        raise ValueError(
            f"`estimates` must have three or more replicates, but got {n_replicates}: one cross-validation does not "
            "identify the correlations."
        )
    terms, centre = _terms(data)
    total = terms.sum(-1, keepdims=True)
    whole = _solved(total, n_replicates, n_repeats, centre, size)
    left_out = _solved(total - terms, n_replicates - 1, n_repeats, centre, size)
    errors = np.sqrt((n_replicates - 1) * left_out.var(-1))
    names = [*_MOMENTS, *(f"{name}_se" for name in _MOMENTS)]
    arrays = {name: ("experiment", values) for name, values in zip(names, [*whole[..., 0], *errors], strict=True)}
    coords = {name: coord for name, coord in data.estimates.coords.items() if coord.dims == ("experiment",)}
    moments = xr.Dataset(arrays, coords, attrs={"n_replicates": n_replicates})
    return moments if "experiment" in estimates.dims else moments.squeeze("experiment", drop=True)


def _solved(totals: Floats, n_replicates: int, n_repeats: int, centre: Floats, size: Floats) -> Floats:
    """Return rho1, rho2, sigma^2 and phi from sums over replicates."""
    # rho1 = 1 - L_w / s^2, rho2 = (L_m - L_b) / (2m s^2), phi = s^2 n_2 / v
    # see docs/trust/formulas.md, "Effective tables"
    squares, deviations, between, within, second = totals
    mean_square = 2 * n_repeats * (squares - deviations**2 / n_replicates) / (n_replicates - 1)
    between_square = between / (n_replicates * (n_repeats - 1))
    within_square = within / (n_replicates * n_repeats)
    sigma2 = (mean_square + (n_repeats - 1) * between_square + n_repeats * within_square) / (2 * n_repeats)
    variance = _record_variance(second / n_replicates, centre + deviations / n_replicates)
    with np.errstate(invalid="ignore", divide="ignore"):
        rho1 = 1 - within_square / sigma2
        rho2 = (mean_square - between_square) / (2 * n_repeats * sigma2)
        phi = sigma2 * size[:, None] / variance
    return np.stack([rho1, rho2, sigma2, phi])
