"""The three regions of a difference, and how often each is the most probable one."""

import numpy as np
import xarray as xr

from bayescmp._typing import Array

REGIONS = ("below", "within", "above")
_TIE = 1e-9  # of probability


def largest_region(draws: xr.DataArray) -> tuple[float, float, float]:
    """Return how often each region has the largest probability.

    That is what the package baycomp prints as its three probabilities. It is not the probability that the next data set
    falls into a region, which is the mean of the draws: a region that has .4 in every draw, and the others .3, is the
    largest with probability 1.

    Parameters
    ----------
    draws : DataArray, dims (draw, region)
        Probabilities of the regions below, within and above, as from `bayesian_signed_rank`, `bayesian_sign` and
        `StudentPopulation.draw_regions`. Rows count as the coordinate `prob` says, where they have it, as those of
        `StudentPopulation.region_probs` do.

    Returns
    -------
    (float, float, float)
        Probabilities of below, within and above to be the largest, which sum to 1. Ties (within 1e-9) are shared.

    Raises
    ------
    TypeError, ValueError
        If `draws` is no labelled array, lacks a region, or holds anything but finite numbers.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.posteriors import largest_region
    >>> regions = {"region": ["below", "within", "above"]}
    >>> largest_region(xr.DataArray([[0.4, 0.3, 0.3], [0.1, 0.8, 0.1]], dims=("draw", "region"), coords=regions))
    (0.5, 0.5, 0.0)
    """
    rows = _checked(draws)
    largest = rows >= rows.max(axis=1, keepdims=True) - _TIE
    shares = largest / largest.sum(axis=1, keepdims=True)
    weights = draws.coords["prob"].to_numpy() if "prob" in draws.coords else None
    below, within, above = np.average(shares, axis=0, weights=weights)
    return float(below), float(within), float(above)


def _checked(draws: xr.DataArray) -> Array:
    if not isinstance(draws, xr.DataArray):
        raise TypeError(f"`draws` must be a labelled array, but got {type(draws).__name__}.")
    named = draws["region"].to_numpy().tolist() if "region" in draws.coords else []
    if draws.ndim != 2 or draws.dims[-1] != "region" or named != list(REGIONS):
        raise ValueError(
            f"`draws` must have the dims (draw, region) with the regions {', '.join(REGIONS)}, but got the dims "
            f"{draws.dims} with {named}."
        )
    rows = draws.to_numpy()
    if rows.dtype.kind not in "iuf" or rows.size == 0 or not np.isfinite(rows).all():
        raise ValueError("`draws` must hold finite numbers, at least one row of them, but does not.")
    return rows
