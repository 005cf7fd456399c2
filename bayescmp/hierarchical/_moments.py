"""Correlations between folds by the method of moments, over replicates of a cross-validation."""

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._typing import Floats
from bayescmp._support._validation import LEAST_PROPORTION
from bayescmp.hierarchical._fold_data import FoldData, fold_data, per_experiment, replicate_sums
from bayescmp.hierarchical._fold_data import record_variance as variance_of_record

_NAMES = ("rho1", "rho2", "sigma2", "phi")


def moment_correlations(
    estimates: xr.DataArray,
    *,
    statistic: str = "disagreement",
    n_validation: ArrayLike | None = None,
    record_variance: ArrayLike | None = None,
) -> xr.Dataset:
    r"""Estimate rho1, rho2, sigma^2 and phi of the folds from replicates of a cross-validation.

    Parameters
    ----------
    estimates : DataArray, dims (..., repeat, fold), with `replicate` and optionally `experiment`
        One statistic per fold as a proportion, or tables (then with the dims `first` and `second`). Replicates are
        cross-validations of independent data sets of one population.
    statistic : {"disagreement", "difference", "error"}, default "disagreement"
        Which statistic the estimates are.
    n_validation : float or one per experiment, optional
        Records of a validation set; also read from the attribute of that name. Only phi needs it.
    record_variance : float or one per experiment, optional
        Variance v of the statistic of one record. By default :math:`p (1 - p)` with p the mean of a disagreement or
        an error, and :math:`p_d - \delta^2` where tables tell p_d; for bare estimates of a difference it must be
        given, or phi is NaN.

    Returns
    -------
    Dataset, dim experiment where the estimates have it
        `rho1`, correlation of the two folds of a repeat; `rho2`, of folds of different repeats; `sigma2`, variance of
        one fold estimate; `phi`, :math:`\sigma^2 n_2 / v`, the variance relative to that of independent records, NaN
        where v or n2 is not known; and their jackknife standard errors `rho1_se`, `rho2_se`, `sigma2_se`, `phi_se`.
        The attribute `n_replicates` says how many replicates they come from.

    Raises
    ------
    TypeError, ValueError
        If the estimates have other dims, are no proportions, or have fewer than three replicates.

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
    data, size = _data(estimates, statistic, n_validation)
    _, n_replicates, n_repeats, _ = data.estimates.shape
    if n_replicates < 3:
        raise ValueError(
            f"`estimates` must have three or more replicates, but got {n_replicates}: one cross-validation does not "
            "identify the correlations."
        )
    terms, centre = _terms(data)
    fixed = None
    if record_variance is not None:
        fixed = per_experiment("record_variance", record_variance, data.estimates, "number", LEAST_PROPORTION, 1)
    whole = _solved(terms.sum(-1, keepdims=True), n_replicates, n_repeats, centre, size, fixed)
    left_out = _solved(terms.sum(-1, keepdims=True) - terms, n_replicates - 1, n_repeats, centre, size, fixed)
    values = dict(zip(_NAMES, whole[..., 0], strict=True))
    errors = np.sqrt((n_replicates - 1) * left_out.var(-1))
    values |= dict(zip((f"{name}_se" for name in _NAMES), errors, strict=True))
    coords = {name: coord for name, coord in data.estimates.coords.items() if coord.dims == ("experiment",)}
    arrays = {name: ("experiment", value) for name, value in values.items()}
    found = xr.Dataset(arrays, coords, attrs={"n_replicates": n_replicates})
    return found if "experiment" in estimates.dims else found.squeeze("experiment", drop=True)


def _data(estimates: xr.DataArray, statistic: str, n_validation: ArrayLike | None) -> tuple[FoldData, Floats]:
    """Return the fold data, and the sizes of the validation sets, NaN where they are not known."""
    if not isinstance(estimates, xr.DataArray):
        raise TypeError(f"`estimates` must be a DataArray, but got {type(estimates).__name__}.")
    unknown = n_validation is None and "n_validation" not in estimates.attrs and "first" not in estimates.dims
    data = fold_data(estimates, statistic=statistic, n_validation=1 if unknown else n_validation, name="estimates")
    return data, data.n_validation.values * (np.nan if unknown else 1.0)


def _terms(data: FoldData) -> tuple[Floats, Floats]:
    """Return what is summed over replicates, shape (5, J, R), and the means that the first two are centred at."""
    means = data.estimates.mean(("repeat", "fold")).values
    centre = means.mean(1, keepdims=True)
    deviation = means - centre
    square = np.full_like(means, np.nan) if data.second_moment is None else data.second_moment.values
    return np.stack([deviation**2, deviation, *replicate_sums(data.estimates), square]), centre


def _solved(
    totals: Floats, n_replicates: int, n_repeats: int, centre: Floats, size: Floats, fixed: Floats | None
) -> Floats:
    """Return rho1, rho2, sigma^2 and phi from sums over replicates."""
    squares, deviations, between, within, second = totals
    mean_square = 2 * n_repeats * (squares - deviations**2 / n_replicates) / (n_replicates - 1)
    between_square = between / (n_replicates * (n_repeats - 1))
    within_square = within / (n_replicates * n_repeats)
    sigma2 = (mean_square + (n_repeats - 1) * between_square + n_repeats * within_square) / (2 * n_repeats)
    if fixed is None:
        variance = variance_of_record(second / n_replicates, centre + deviations / n_replicates)
    else:
        variance = np.broadcast_to(fixed[:, None], sigma2.shape)
    with np.errstate(invalid="ignore", divide="ignore"):
        rho1 = 1 - within_square / sigma2
        rho2 = (mean_square - between_square) / (2 * n_repeats * sigma2)
        phi = sigma2 * size[:, None] / variance
    return np.stack([rho1, rho2, sigma2, phi])
