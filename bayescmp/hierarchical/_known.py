"""What other experiments tell about the correlations of a new one, in a small file."""

from importlib import resources

import numpy as np
import xarray as xr

from bayescmp._validation import check_integer

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

    Raises
    ------
    TypeError
        If `tree` is not a DataTree.
    ValueError
        If it is of one experiment only.
    """
    check_integer("draws", draws, least=1)
    if not isinstance(tree, xr.DataTree):
        raise TypeError(f"`tree` must be a DataTree of `fold_correlation`, but got {type(tree).__name__}.")
    if tree.attrs.get("n_experiments", 0) < 2:
        raise ValueError("`tree` must be of several experiments: one says nothing of the population of a new one.")
    chains = tree["predictions"].sizes["chain"]
    every = int(np.ceil(tree["predictions"].sizes["draw"] * chains / draws))
    kept = tree["predictions"].to_dataset()[["rho1", "rho2", "phi"]].isel(draw=slice(None, None, every))
    small = xr.DataTree.from_dict({"predictions": kept.drop_attrs().astype(np.float32)})
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
    The page on fold correlation has the data sets, and the command that makes the file anew.

    Examples
    --------
    >>> from bayescmp.hierarchical import shipped_correlations
    >>> known = shipped_correlations()
    >>> int(known.attrs["n_experiments"])
    100
    >>> bool(0.1 < known["predictions"]["rho2"].median() < 0.25)
    True
    """
    with resources.as_file(resources.files("bayescmp.hierarchical") / _FILE) as path:
        tree = xr.open_datatree(path, engine="h5netcdf")
        try:
            return tree.load()
        finally:
            tree.close()
