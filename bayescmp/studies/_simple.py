"""The Simple scenario: one normal feature against the majority class."""

from dataclasses import dataclass

import numpy as np
from scipy import stats
from sklearn.base import BaseEstimator
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression

from bayescmp._validation import RandomNumbers, check_integer, check_number, generator
from bayescmp.studies._scenario import FittedScenario, Sample, Truth

_POPULATION = 20_000


@dataclass(frozen=True, kw_only=True)
class Simple(FittedScenario):
    """Logistic regression against the majority class, on two classes that one normal feature tells apart.

    y ~ Bernoulli(1/2) and x given y ~ N(shift * y, 1). At shift 0 nothing can be learned, and both err in half of
    the cases whatever they learned: the null hypothesis is exactly true.

    Parameters
    ----------
    n_records : int, default 1000
        Records of one data set.
    shift : float, default 0.0
        Distance of the means of the two classes, in standard deviations.

    Raises
    ------
    TypeError, ValueError
        If a parameter is not a number, or too small.

    Notes
    -----
    Status F: the settings reproduce the sizes printed in [1]_ for the tests whose own settings are known. The
    logistic regression there has no penalty, and neither has this one.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023, Table V. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> from bayescmp.studies import Simple
    >>> X, y = Simple(shift=1.0).draw(5, rng=0)
    >>> X.shape, y.shape
    ((5, 1), (5,))
    """

    n_records: int = 1000
    shift: float = 0.0

    def __post_init__(self) -> None:
        check_integer("n_records", self.n_records, least=20)
        check_number("shift", self.shift)

    def draw(self, n: int, rng: RandomNumbers = None) -> Sample:
        """Draw `n` records."""
        check_integer("n", n, least=1)
        source = generator(rng)
        y = source.integers(2, size=n)
        return source.normal(self.shift * y)[:, None], y

    def population(self) -> Sample:
        """Quantiles of both classes, which stand for all records: an error on them is exact to 1e-4."""
        half = stats.norm.ppf((np.arange(_POPULATION // 2) + 0.5) / (_POPULATION // 2))
        y = np.repeat([0, 1], _POPULATION // 2)
        return (np.tile(half, 2) + self.shift * y)[:, None], y

    def estimators(self) -> dict[str, BaseEstimator]:
        """Return the logistic regression and the majority class."""
        return {"logistic regression": LogisticRegression(C=np.inf), "majority": DummyClassifier()}

    def truth(self, n_train: int, *, draws: int, seed: int) -> Truth:
        """Return exactly 1/2 for both at shift 0, else averages over training sets."""
        if self.shift == 0:
            return Truth(first=0.5, second=0.5)
        return super().truth(n_train, draws=draws, seed=seed)
