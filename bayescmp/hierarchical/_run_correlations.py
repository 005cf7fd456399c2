"""What one run's folds say about their correlations: given what is known from other experiments, or on a grid."""

from contextlib import closing
from importlib import resources

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import check_choice, check_integer
from bayescmp.hierarchical._fold_data import Contrasts, contrasts, fold_data
from bayescmp.hierarchical._fold_model import (
    PHI_SCALE,
    contrast_variances,
    model_data,
    prior_of_one,
    shape_of,
    sum_log_density,
)

_NAMES = ("rho1", "rho2", "phi")
_FILE = "correlations.nc"
_ATTRIBUTES = ("statistic", "n_experiments", "n_replicates", "n_repeats", "diagnostics", "provenance")


def new_experiment(tree: xr.DataTree, *, draws: int = 4000) -> xr.DataTree:
    """Return the part of a posterior over several experiments that the comparison of a new one needs.

    Parameters
    ----------
    tree : DataTree
        From `fold_correlation` over several experiments.
    draws : int, default 4000
        How many draws to keep at most.

    Returns
    -------
    DataTree
        With the group `predictions` (rho1, rho2, phi of a new experiment of the population) in single precision, and
        the attributes of `tree`; ``to_netcdf(path, engine="h5netcdf")`` writes it, `xarray.open_datatree` reads it.
    """
    check_integer("draws", draws, least=1)
    if not isinstance(tree, xr.DataTree):
        raise TypeError(f"`tree` must be a DataTree of `fold_correlation`, but got {type(tree).__name__}.")
    if tree.attrs.get("n_experiments", 0) < 2:
        raise ValueError("`tree` must be of several experiments: one says nothing of the population of a new one.")
    chains = tree["predictions"].sizes["chain"]
    every = int(np.ceil(tree["predictions"].sizes["draw"] * chains / draws))
    draws_of_new = tree["predictions"].to_dataset()[list(_NAMES)].isel(draw=slice(None, None, every))
    small = xr.DataTree.from_dict({"predictions": draws_of_new.drop_attrs().astype(np.float32)})
    small.attrs = {name: tree.attrs[name] for name in _ATTRIBUTES}
    return small


def shipped_correlations() -> xr.DataTree:
    """Return what the study `figure-1` found about the correlations of folds of the difference.

    Returns
    -------
    DataTree
        As from `new_experiment`: 100 experiments, ten pairs of classifiers on each of ten data sets of 304 records,
        with 200 replicates. A comparison far from these (other sizes, other kinds of classifiers) is not covered.

    Notes
    -----
    The page on what was measured has the data sets, and the command that makes the file anew.

    Examples
    --------
    >>> from bayescmp.hierarchical import shipped_correlations
    >>> known = shipped_correlations()
    >>> int(known.attrs["n_experiments"])
    100
    >>> bool(0.1 < known["predictions"]["rho2"].median() < 0.25)
    True
    """
    file = resources.as_file(resources.files("bayescmp.hierarchical") / _FILE)
    with file as path, closing(xr.open_datatree(path, engine="h5netcdf")) as tree:
        return tree.load()


def run_correlations(
    data: xr.Dataset | xr.DataArray,
    known: xr.DataTree | None = None,
    *,
    statistic: str = "difference",
    n_validation: ArrayLike | None = None,
    first: str | None = None,
    second: str | None = None,
) -> xr.Dataset:
    r"""Posterior of the fold correlations of one run, deterministic given what is known.

    Parameters
    ----------
    data, n_validation, first, second
        As in `fold_correlation`: one experiment, or with `known` a batch of experiments as well.
    known : DataTree, optional
        From `fold_correlation` over several experiments: the run is a new experiment of their population. None takes
        the prior of the model alone, and the answer then leans on it: ten folds inform two combinations of the three
        parameters.
    statistic : {"difference", "disagreement", "error"}, default "difference"
        Whose correlations; with `known`, its own.

    Returns
    -------
    Dataset, dim point
        `rho1`, `rho2`, `phi` and their `weight`, which sums to 1, and has the dim experiment for a batch. For bare
        estimates of a difference `sigma2` takes the place of phi, as in `fold_correlation`.

    Raises
    ------
    TypeError
        If `known` is not a DataTree, and as `fold_correlation`.
    ValueError
        If `known` is of one experiment, of another statistic, or without phi; without `known`, if there are several
        experiments; and as `fold_correlation`.

    Notes
    -----
    The draws of a new experiment of the population are weighted with the likelihood of the run's contrasts between and
    within repeats, which is exact up to their number; without `known` the posterior is that of `fold_correlation` on a
    grid, in milliseconds, and its points are cells.

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.hierarchical import run_correlations
    >>> tables = bc.paired_table(both_wrong=[[9, 8], [7, 9]], only_first_wrong=[[5, 7], [6, 6]],
    ...                          only_second_wrong=[[4, 2], [4, 3]], both_right=[[32, 33], [33, 32]],
    ...                          dims=("repeat", "fold"))
    >>> found = run_correlations(tables)
    >>> round(float((found["weight"] * found["rho2"]).sum()), 2)
    0.27
    """
    check_choice("statistic", statistic, tuple(PHI_SCALE))
    statistic = statistic if known is None else _statistic_of(known)
    observed = contrasts(fold_data(data, statistic=statistic, n_validation=n_validation, first=first, second=second))
    if known is None:
        return points_of_grid(observed, statistic)
    points = weights_given(observed, known)
    return points if "experiment" in data.dims else points.squeeze("experiment", drop=True)


def weights_given(observed: Contrasts, known: xr.DataTree) -> xr.Dataset:
    """Weigh the draws of a new experiment with the likelihood of each run's contrasts, dims (experiment, point)."""
    _statistic_of(known)
    predicted = known["predictions"].to_dataset()
    draws = {name: predicted[name].to_numpy().astype(float).ravel() for name in _NAMES}
    data = {"unit": observed.unit[:, None], "resolution": observed.resolution[:, None], "n_repeats": observed.n_repeats}
    variances = contrast_variances(data, *draws.values(), has_phi=True)
    log_weights = sum(
        sum_log_density(observed.sums[:, which, None], variances[which], observed.degrees[which], np.log)
        for which in (1, 2)  # between and within repeats
    )
    weight = {"weight": (("experiment", "point"), special.softmax(log_weights, axis=-1))}
    return xr.Dataset({name: ("point", value) for name, value in draws.items()} | weight)


def _statistic_of(known: xr.DataTree) -> str:
    """Return the statistic whose correlations are known, after a check that a new experiment can be predicted."""
    if not isinstance(known, xr.DataTree):
        raise TypeError(f"`known` must be a DataTree of `fold_correlation`, but got {type(known).__name__}.")
    if "predictions" not in known.children or known.attrs.get("statistic") not in {"difference", "disagreement"}:
        raise ValueError(
            "`known` must come from `fold_correlation` with statistic='difference' or 'disagreement', but got one with "
            f"the groups {list(known.children)} and the statistic {known.attrs.get('statistic')!r}."
        )
    if "phi" not in known["predictions"] or known.attrs["n_experiments"] < 2:
        raise ValueError(
            "`known` must be of several experiments and have phi, which `fold_correlation` finds from tables; for one "
            "run leave it out."
        )
    return str(known.attrs["statistic"])


_NEGLIGIBLE = 20.0  # cells this far below the highest, in log probability, hold nothing that shows in a mean
_LEFT_OUT = 1e-6  # of the highest; together some 1e-5 of the probability
_ROUNDS = 12
_BOX = ((-2.5, 2.5), (-8.0, 16.0), (-14.0, 8.0))  # atanh(rho1), logit of rho2's share of its region, log of phi - 1


def points_of_grid(observed: Contrasts, statistic: str, size: int = 48) -> xr.Dataset:
    """Compute the posterior of one experiment on a grid of so many cells a parameter, in a box that shrinks to it."""
    if len(observed.unit) != 1:
        raise ValueError(
            f"`data` must be one experiment, but got {len(observed.unit)}. Use `fold_correlation` for several."
        )
    box = np.array(_BOX)
    for _ in range(_ROUNDS):
        axes = [np.linspace(low, high, size // 2) for low, high in box]
        smaller = _shrunk(_log_posterior(axes, observed, statistic), axes)
        settled = np.diff(smaller) > 0.8 * np.diff(box)
        box = smaller
        if settled.all():
            break
    axes = [np.linspace(low, high, size) for low, high in box]
    log_weights = _log_posterior(axes, observed, statistic)
    weights = np.exp(log_weights - log_weights.max())
    cells = weights > _LEFT_OUT
    names = (*shape_of(observed, {}).parameters, "weight")
    values = np.broadcast_arrays(*_parameters(axes, observed), weights / weights[cells].sum())
    return xr.Dataset({name: ("point", value[cells]) for name, value in zip(names, values, strict=True)})


def _shrunk(log_posterior: Floats, axes: list[Floats]) -> Floats:
    """Return the box of the cells that may matter, one cell wider on every side."""
    top = np.unravel_index(log_posterior.argmax(), log_posterior.shape)
    box = []
    for axis, values in enumerate(axes):
        others = tuple(other for other in range(3) if other != axis)
        profile = log_posterior.max(axis=others)
        beside = profile[max(top[axis] - 1, 0) : top[axis] + 2]
        # Between two cells the posterior may rise by as much as it does beside the highest cell.
        cells = np.flatnonzero(profile > profile.max() - _NEGLIGIBLE - np.ptp(beside))
        box.append((values[max(cells[0] - 1, 0)], values[min(cells[-1] + 1, len(values) - 1)]))
    return np.array(box)


def _parameters(axes: list[Floats], observed: Contrasts) -> tuple[Floats, Floats, Floats]:
    rho1 = np.tanh(axes[0])[:, None, None]
    rho2 = (1 + rho1) / 2 * special.expit(axes[1])[:, None]
    factor = np.exp(axes[2])
    return rho1, rho2, 1 + factor if observed.has_phi else factor * observed.unit


def _log_posterior(axes: list[Floats], observed: Contrasts, statistic: str) -> Floats:
    data, shape = model_data(observed, {}, statistic), shape_of(observed, {})
    variances = contrast_variances(data, *_parameters(axes, observed), has_phi=shape.has_phi)
    terms = zip(observed.sums[0], variances, observed.degrees, strict=True)
    likelihood = sum(sum_log_density(total, variance, degrees, np.log) for total, variance, degrees in terms)
    return likelihood + prior_of_one(axes, shape, statistic)
