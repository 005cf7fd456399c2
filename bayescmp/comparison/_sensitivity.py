"""How a decision depends on the correlations of folds that are taken as known."""

import numpy as np
import xarray as xr

from bayescmp._support._validation import MOST_RECORDS, check_integer, check_positive
from bayescmp.comparison._checked import check_errors
from bayescmp.comparison._comparison import Comparison
from bayescmp.results import regions
from bayescmp.tables import CELLS, scaled_table

_EDGE = 1e-3  # of the region, where the effective size has no bound
_MOST_POINTS = 1000  # of either correlation: a million posteriors


def correlation_sensitivity(comparison: Comparison, *, phi: float = 1.0, size: int = 41) -> xr.Dataset:
    """Decide again with every possible pair of correlations of folds.

    Parameters
    ----------
    comparison : Comparison
        Of an m x 2 cross-validation, by any method; its rope and threshold are taken.
    phi : float, default 1.0
        Variance of one fold's difference relative to that of independent records.
    size : int, default 41
        Points of the grid along each correlation.

    Returns
    -------
    Dataset, dims (rho1, rho2)
        `prob_first_better`, `prob_equivalent`, `prob_second_better`, `effective_size` in records, and `decided`,
        whether one of the probabilities reaches the threshold; NaN (for `decided` False) where no such correlations are
        possible. The attribute `phi` is the one taken.

    Examples
    --------
    >>> import bayescmp as bc
    >>> tables = bc.paired_table(both_wrong=[[9, 8], [7, 9]], only_first_wrong=[[5, 7], [6, 6]],
    ...                          only_second_wrong=[[4, 2], [4, 3]], both_right=[[32, 33], [33, 32]],
    ...                          dims=("repeat", "fold"))
    >>> data = bc.comparison.correlation_sensitivity(bc.compare(tables))
    >>> bool(data["decided"].any()), bool(data["decided"].all())
    (True, False)
    """
    check_positive("phi", phi, most=MOST_RECORDS)
    check_integer("size", size, least=3, most=_MOST_POINTS)
    tables = check_errors(comparison).tables
    if tables is None or "repeat" not in tables.dims or tables.sizes.get("fold") != 2 or tables.sizes["repeat"] < 2:
        raise ValueError(f"`comparison` must be of an m x 2 cross-validation, but got {comparison.resampling}.")
    n_repeats = tables.sizes["repeat"]
    rho1, rho2 = np.linspace(-0.5, 1 - _EDGE, size), np.linspace(-0.25, 1 - _EDGE, size)
    first, second = np.meshgrid(rho1, rho2, indexing="ij")
    worth = 1 + first + 2 * (n_repeats - 1) * second
    possible = (second <= (1 + first) / 2) & (worth > _EDGE)
    sizes = float(tables.sum(CELLS).mean()) * 2 * n_repeats / (phi * worth[possible])
    table = scaled_table(tables.mean(("repeat", "fold")), xr.DataArray(sizes, dims="point")).transpose("point", *CELLS)
    posterior = comparison.of_table(table)
    low, both, high = regions(posterior.difference, comparison.settings).T
    found = {"prob_first_better": low, "prob_equivalent": both, "prob_second_better": high, "effective_size": sizes}
    found["decided"] = np.maximum(np.maximum(low, both), high) >= comparison.threshold
    data = xr.Dataset(coords={"rho1": rho1, "rho2": rho2}, attrs={"phi": phi, "threshold": comparison.threshold})
    for name, values in found.items():
        whole = np.full(possible.shape, False if values.dtype == bool else np.nan)
        whole[possible] = values
        data[name] = (("rho1", "rho2"), whole)
    return data
