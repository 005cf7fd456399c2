"""Correlated folds: eigenvalues of their covariance, the valid region, overlaps, the effective size.

The 2m estimates of m repeats of a two-fold cross-validation have, in compound symmetry, the correlation rho1 between
the two folds of one repeat, and rho2 between folds of different repeats.
"""

from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._given import check_labelled
from bayescmp._support._typing import Integers
from bayescmp._support._validation import MOST_RECORDS, about, check_integer, check_number, check_positive

__all__ = [
    "check_correlations",
    "contrast_eigenvalues",
    "effective_factor",
    "is_block_regularized",
    "overlap_matrix",
]


def contrast_eigenvalues(rho1: float, rho2: float, n_repeats: int) -> tuple[float, float, float]:
    r"""Eigenvalues of the correlation matrix of the 2m fold estimates.

    Parameters
    ----------
    rho1 : float
        Correlation of the two folds of one repeat.
    rho2 : float
        Correlation of folds of different repeats.
    n_repeats : int
        The number of repeats m.

    Returns
    -------
    mean, between, within : float
        :math:`1 + \rho_1 + 2(m-1)\rho_2` (once), :math:`1 + \rho_1 - 2\rho_2` (m - 1 times) and
        :math:`1 - \rho_1` (m times).

    Raises
    ------
    TypeError, ValueError
        If a correlation is not a finite number, or `n_repeats` no number of repeats.

    Notes
    -----
    Status D: derived, and checked against a numerical eigendecomposition.

    Examples
    --------
    >>> from bayescmp.correlation import contrast_eigenvalues
    >>> contrast_eigenvalues(0.0, 0.5, 5)
    (5.0, 0.0, 1.0)
    """
    check_integer("n_repeats", n_repeats, least=1)
    return eigenvalues(check_number("rho1", rho1), check_number("rho2", rho2), n_repeats)


def eigenvalues(rho1: Any, rho2: Any, n_repeats: Any) -> tuple[Any, Any, Any]:
    """Return what `contrast_eigenvalues` does, for arrays as well, and without its checks."""
    # Of the mean, between and within repeats (docs/trust/formulas.md, "Effective tables")
    return 1 + rho1 + 2 * (n_repeats - 1) * rho2, 1 + rho1 - 2 * rho2, 1 - rho1


def check_correlations(rho1: float, rho2: float, n_repeats: int) -> None:
    r"""Refuse correlations that no two-fold cross-validation of `n_repeats` repeats can have.

    Parameters
    ----------
    rho1, rho2 : float
        As in `contrast_eigenvalues`.
    n_repeats : int
        The number of repeats m.

    Raises
    ------
    TypeError
        If a correlation is not a number.
    ValueError
        If (rho1, rho2) is outside the valid region; the message prints the region.

    Notes
    -----
    The region is where no eigenvalue is negative and the mean and the within-repeat contrasts vary:
    :math:`|\rho_1| < 1` and :math:`-(1+\rho_1)/(2(m-1)) < \rho_2 \le (1+\rho_1)/2` (status D). With one
    repeat there is no rho2.
    """
    check_integer("n_repeats", n_repeats, least=1)
    rho1, rho2 = check_number("rho1", rho1), check_number("rho2", rho2)
    mean, between, within = eigenvalues(rho1, rho2, n_repeats)
    if not -1 < rho1 < 1 or (n_repeats > 1 and not (mean > 0 and between >= 0 and within > 0)):
        of_rho2 = f" and -(1 + rho1)/{2 * (n_repeats - 1)} < rho2 <= (1 + rho1)/2" if n_repeats > 1 else ""
        with about("rho2" if -1 < rho1 < 1 else "rho1"):
            raise ValueError(
                f"(rho1, rho2) must lie in the valid region -1 < rho1 < 1{of_rho2} of {n_repeats} repeats, but got "
                f"({rho1:g}, {rho2:g})."
            )


def effective_factor(n_repeats: int, *, rho1: float = 0.5, rho2: float = 0.5, phi: float = 1.0) -> float:
    r"""How many independent validation sets the 2m correlated ones are worth.

    Parameters
    ----------
    n_repeats : int
        The number of repeats m.
    rho1, rho2 : float, default 0.5
        As in `contrast_eigenvalues`. The defaults are the paper's conservative bounds.
    phi : float, default 1.0
        Variance of one fold estimate relative to that of independent records; above 1 where training sets
        add variance.

    Returns
    -------
    float
        :math:`t = 2m / (\phi\,(1 + \rho_1 + 2(m-1)\rho_2))`; 20/11 for the defaults with m = 5.

    Raises
    ------
    ValueError
        If the correlations are outside the valid region, or `phi` is not above 0.

    Notes
    -----
    Status S for t at phi = 1 [1]_; D for phi.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023, Theorem 3. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> from bayescmp.correlation import effective_factor
    >>> effective_factor(5) * 11
    20.0
    """
    check_correlations(rho1, rho2, n_repeats)
    check_positive("phi", phi, most=MOST_RECORDS)
    mean, _, _ = eigenvalues(rho1, rho2 if n_repeats > 1 else 0.0, n_repeats)
    return 2 * n_repeats / (phi * mean)


def overlap_matrix(train: xr.DataArray) -> xr.DataArray:
    """Count the records that each pair of training sets shares.

    Parameters
    ----------
    train : DataArray of bool, dims (repeat, fold, record)
        Which records each training set holds.

    Returns
    -------
    DataArray of int, dims (repeat, fold, other_repeat, other_fold)
        Shared records; the sizes of the training sets where both pairs of indices agree.

    Examples
    --------
    >>> import xarray as xr
    >>> from bayescmp.correlation import overlap_matrix
    >>> train = xr.DataArray([[[False, True, True], [True, False, False]]], dims=("repeat", "fold", "record"))
    >>> overlap_matrix(train).values.reshape(2, 2)
    array([[2, 0],
           [0, 1]])
    """
    train = _checked(train)
    dims = ("repeat", "fold", "other_repeat", "other_fold")
    coords = {dim: train[of].to_numpy() for dim, of in zip(dims, dims[:2] * 2, strict=True) if of in train.coords}
    return xr.DataArray(_overlaps(train), dims=dims, coords=coords)


def is_block_regularized(train: xr.DataArray) -> bool:
    """Tell whether two-fold training sets overlap as a block-regularized design requires.

    Parameters
    ----------
    train : DataArray of bool, dims (repeat, fold, record)
        Which records each training set holds; two folds, each the complement of the other.

    Returns
    -------
    bool
        True if every training set holds n/2 records and any two of different repeats share n/4, up to the remainder
        of n by the number of blocks (2 for one repeat, 4 for 2 or 3, 8 for 4 to 7, ...).

    Notes
    -----
    With B blocks whose sizes differ by at most one, half of the blocks holds n/2 records to within B/4, and a quarter
    of them n/4 to less than that.
    """
    train = _checked(train)
    n_repeats, _, n_records = train.shape
    tolerance, overlaps = 2 ** n_repeats.bit_length() / 4, _overlaps(train)
    sizes, between = np.einsum("ijij->ij", overlaps), ~np.eye(n_repeats, dtype=bool)[:, None, :, None]
    halves = (np.abs(sizes - n_records / 2) <= tolerance).all()
    return bool(halves and (np.abs(overlaps - n_records / 4) * between).max() < tolerance)


def _overlaps(train: xr.DataArray) -> Integers:
    """Count shared records, (repeat, fold, repeat, fold)."""
    members = train.to_numpy().reshape(-1, train.sizes["record"]).astype(np.float64)  # whose products BLAS takes
    return (members @ members.T).astype(np.int64).reshape(train.shape[:2] * 2)


def _checked(train: object) -> xr.DataArray:
    """Return training sets with their dims in order, or say what else they are."""
    dims = ("repeat", "fold", "record")
    return check_labelled("train", train, "b", dims).transpose(*dims)
