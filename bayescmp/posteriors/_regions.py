"""The three regions of a difference over data sets: the Bayesian signed rank and sign tests."""

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike

from bayescmp._support._given import check_row_of_differences
from bayescmp._support._rounding import ROUNDING
from bayescmp._support._typing import Floats
from bayescmp._support._validation import (
    MOST_RECORDS,
    RandomNumbers,
    check_integer,
    check_positive,
    check_rope,
    generator,
)

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
        Probabilities of the regions below, within and above, as from `bayesian_signed_rank` and `bayesian_sign`. Rows
        count as the coordinate `prob` says, where they have it, as those of `StudentPopulation.region_probs` do.

    Returns
    -------
    (float, float, float)
        Probabilities of below, within and above to be the largest, which sum to 1. Ties (within 1e-9) are shared.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.posteriors import largest_region
    >>> regions = {"region": ["below", "within", "above"]}
    >>> largest_region(xr.DataArray([[0.4, 0.3, 0.3], [0.1, 0.8, 0.1]], dims=("draw", "region"), coords=regions))
    (0.5, 0.5, 0.0)
    """
    is_labelled = isinstance(draws, xr.DataArray) and "region" in draws.coords and draws.ndim == 2
    is_labelled = is_labelled and draws["region"].to_numpy().tolist() == list(REGIONS) and draws.size > 0
    if not is_labelled or draws.dtype.kind not in "iuf" or not np.isfinite(draws).all():
        raise ValueError(f"`draws` must be finite numbers with the dims (draw, region), the regions {REGIONS}.")
    rows = draws.transpose(..., "region").to_numpy()
    largest = rows >= rows.max(axis=1, keepdims=True) - _TIE
    shares = largest / largest.sum(axis=1, keepdims=True)
    weights = draws.coords["prob"].to_numpy() if "prob" in draws.coords else None
    below, within, above = np.average(shares, axis=0, weights=weights)
    return float(below), float(within), float(above)


_NUMBERS = 1e6  # weights that are held at once


def bayesian_signed_rank(
    differences: ArrayLike,
    *,
    rope: tuple[float, float] = (0.0, 0.0),
    strength: float = 0.5,
    draws: int = 50_000,
    rng: RandomNumbers = 0,
) -> xr.DataArray:
    r"""Draw where the mean of the differences on two data sets falls, by the Bayesian signed rank test.

    The question is where a typical difference lies, were more data sets like these drawn. Each difference is taken as
    known exactly, however many records it rests on. Few data sets make the test too sure: see the notes.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        loss(first) - loss(second) on each data set.
    rope : (float, float), default (0, 0)
        Bounds of the region of practical equivalence, in units of the loss. At (0, 0) nothing is within, and ties are
        shared half and half between below and above.
    strength : float, default 0.5
        Prior weight of a pseudo-observation of no difference; a data set has the weight 1.
    draws : int, default 50_000
        Number of draws.
    rng : int, Generator or None, default 0
        Seed or source of the draws.

    Returns
    -------
    DataArray, dims (draw, region)
        Probabilities of below, within and above the rope under each drawn distribution of differences.
        `largest_region` tells how often each is the largest, the test's own answer.

    Notes
    -----
    With the pseudo-observation :math:`z_0 = 0`, the differences :math:`z_1` to :math:`z_q` and weights from the
    Dirichlet distribution (`strength`, 1, ..., 1) [1]_ [2]_,

    .. math:: \theta_\text{above} = \sum_{ij} w_i w_j H(z_i + z_j > 2 \, \text{high}), \quad
              \theta_\text{below} = \sum_{ij} w_i w_j H(z_i + z_j < 2 \, \text{low}),

    where H is 1/2 at equality, and within has the rest.

    Where a region that is the largest with probability .95 is decided for, and there is no difference on average, .10
    is nominal. Measured in 3,000 simulations each: .18 to .20 with 5 data sets, .12 to .14 with 10, .10 to .11 with 30,
    whether data sets are known with equal precision or not.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, F. Mangili, M. Zaffalon and F. Ruggeri, "A Bayesian Wilcoxon signed-rank test based
       on the Dirichlet process", Proceedings of the 31st International Conference on Machine Learning, 2014.
    .. [2] A. Benavoli, G. Corani, J. Demsar and M. Zaffalon, "Time for a Change: a Tutorial for Comparing Multiple
       Classifiers Through Bayesian Analysis", Journal of Machine Learning Research 18(77), 2017.

    Examples
    --------
    >>> from bayescmp.posteriors import bayesian_signed_rank, largest_region
    >>> found = bayesian_signed_rank([-0.02, -0.03, 0.01, -0.05, -0.04], rope=(-0.01, 0.01))
    >>> dict(zip(["below", "within", "above"], found.mean("draw").values.round(2).tolist()))
    {'below': 0.8, 'within': 0.17, 'above': 0.03}
    >>> round(largest_region(found)[0], 2)
    0.96
    """
    return _drawn(differences, rope, strength, draws, rng, pairs=True)


def bayesian_sign(
    differences: ArrayLike,
    *,
    rope: tuple[float, float] = (0.0, 0.0),
    strength: float = 1.0,
    draws: int = 50_000,
    rng: RandomNumbers = 0,
) -> xr.DataArray:
    r"""Draw where the difference on a data set falls, by the Bayesian sign test.

    The question is how many data sets like these have a difference in each region, whatever its size.

    Parameters
    ----------
    differences, rope, draws, rng
        As in `bayesian_signed_rank`.
    strength : float, default 1.0
        As in `bayesian_signed_rank`; the default is that of the package baycomp, too.

    Returns
    -------
    DataArray, dims (draw, region)
        As from `bayesian_signed_rank`.

    Notes
    -----
    With the weights of `bayesian_signed_rank` [1]_,

    .. math:: \theta_\text{above} = \sum_i w_i H(z_i > \text{high}), \quad
              \theta_\text{below} = \sum_i w_i H(z_i < \text{low}).

    References
    ----------
    .. [1] A. Benavoli, G. Corani, J. Demsar and M. Zaffalon, "Time for a Change: a Tutorial for Comparing Multiple
       Classifiers Through Bayesian Analysis", Journal of Machine Learning Research 18(77), 2017.

    Examples
    --------
    >>> from bayescmp.posteriors import bayesian_sign
    >>> bayesian_sign([-0.02, -0.03, 0.01, -0.05, -0.04]).mean("draw").values.round(2).tolist()
    [0.75, 0.0, 0.25]
    """
    return _drawn(differences, rope, strength, draws, rng, pairs=False)


def _drawn(
    differences: ArrayLike, rope: tuple[float, float], strength: float, draws: int, rng: RandomNumbers, *, pairs: bool
) -> xr.DataArray:
    values = np.concatenate([[0.0], check_row_of_differences(differences)])
    bounds = check_rope(rope, None)
    prior = [check_positive("strength", strength, most=MOST_RECORDS), *np.ones(values.size - 1)]
    check_integer("draws", draws, least=1)
    source, at_once = generator(rng), max(1, int(_NUMBERS / values.size))
    sizes = [min(at_once, draws - done) for done in range(0, draws, at_once)]
    rows = [_regions(values, source.dirichlet(prior, size), bounds, pairs=pairs) for size in sizes]
    return xr.DataArray(np.concatenate(rows), dims=("draw", "region"), coords={"region": list(REGIONS)})


def _regions(values: Floats, weights: Floats, bounds: tuple[float, float], *, pairs: bool) -> Floats:
    """Probabilities of the regions for each row of weights, (n_rows, 3), by sums over sorted values."""
    # sum_ij w_i w_j H(z_i + z_j - 2h), and sum_i w_i H(z_i - h) (docs/trust/formulas.md, "Several data sets")
    order = np.argsort(values)
    z, weights = values[order], weights.T[order]
    below = np.concatenate([np.zeros((1, weights.shape[1])), np.cumsum(weights, axis=0)])
    slack = ROUNDING * max(np.abs(z).max(), *np.abs(bounds))

    def share(bound: float) -> Floats:
        """Weight below a bound, and half of that at it."""
        at = 2 * bound - z if pairs else np.array([bound])
        first, last = np.searchsorted(z, at - slack, "left"), np.searchsorted(z, at + slack, "right")
        shares = (below[first] + below[last]) / 2
        return np.clip(np.einsum("ij,ij->j", weights, shares) if pairs else shares[0], 0, 1)

    low, high = map(share, bounds)
    return np.stack([low, high - low, 1 - high], axis=1)
