"""The test of Diebold and Mariano of equal accuracy of two forecasters, with Harvey's correction."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._given import check_row_of_differences
from bayescmp._support._rounding import difference
from bayescmp._support._validation import check_integer
from bayescmp.frequentist._differences import by_standard_error
from bayescmp.frequentist._of_groups import CLUSTER_T
from bayescmp.frequentist._registered import MEANS
from bayescmp.frequentist._sign_flip import differences_of
from bayescmp.predictions import IN_TIME
from bayescmp.results import SignificanceResult


def diebold_mariano(differences: ArrayLike, *, horizon: int | None = None) -> SignificanceResult:
    r"""Test that two forecasters lose the same on average, on records in the order of time.

    Parameters
    ----------
    differences : array of shape (n_records,)
        value(first) - value(second) of every record, in the order of time.
    horizon : int, optional
        How many steps ahead was forecast, h, from 1 to n/2: differences correlate over h - 1 steps. By default the
        whole part of :math:`n^{1/3}`, and one more.

    Notes
    -----
    With :math:`\hat\gamma_k` the autocovariances of n differences, divisor n,

    .. math:: t = \bar d \sqrt{\frac{n + 1 - 2h + h(h - 1)/n}{n}} /
              \sqrt{\frac{1}{n} \Bigl(\hat\gamma_0 + 2 \sum_{k < h} \hat\gamma_k\Bigr)}

    is compared with a t distribution with n - 1 degrees of freedom (status S [1]_ [2]_). Where the sum is not positive,
    autocovariances have Bartlett's weights, under which it is.

    References
    ----------
    .. [1] F. X. Diebold and R. S. Mariano, "Comparing Predictive Accuracy", Journal of Business & Economic Statistics
       13(3), 1995. :doi:`10.1080/07350015.1995.10524599`
    .. [2] D. Harvey, S. Leybourne and P. Newbold, "Testing the Equality of Prediction Mean Squared Errors",
       International Journal of Forecasting 13(2), 1997. :doi:`10.1016/S0169-2070(96)00719-4`

    Examples
    --------
    >>> from bayescmp.frequentist import diebold_mariano
    >>> result = diebold_mariano([0.3, 0.4, 0.1, -0.2, -0.1, 0.2, 0.5, 0.4], horizon=2)
    >>> round(result.statistic, 3), round(result.pvalue, 3), result.df
    (1.382, 0.21, 7.0)
    """
    d = check_row_of_differences(differences, "record")
    n = d.size
    h = int(np.cbrt(n)) + 1 if horizon is None else check_integer("horizon", horizon, least=1, most=max(n // 2, 1))
    apart = difference(d, d.mean(), np.abs(d).max())
    covariances = np.array([apart[lag:] @ apart[: n - lag] for lag in range(h)]) / n
    terms = np.where(np.arange(h) > 0, 2.0, 1.0) * covariances
    variance = terms.sum() if terms.sum() > 0 else (1 - np.arange(h) / h) @ terms
    error = np.sqrt(max(variance, 0.0) / max(n + 1 - 2 * h + h * (h - 1) / n, 1.0))
    return by_standard_error("diebold_mariano", d.mean(), error, float(n - 1))


DIEBOLD_MARIANO = replace(
    CLUSTER_T, name="diebold_mariano", spoken="Diebold and Mariano's test with Harvey's correction",
    null="equal expected loss of two forecasters over time", reference="diebold1995", metrics=MEANS,
    faults="one hold-out in the order of time; rejects too often where dependence is strong or records are few",
    assess=lambda e, _: diebold_mariano(differences_of(e)),
    reads=lambda e: e.predictions is not None and IN_TIME in e.source,
)  # fmt: skip
