"""The Epsilon scenario: two classifiers of equal error that err on different halves of the records."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._validation import RandomNumbers, check_integer, check_number, generator
from bayescmp.studies._scenario import LossScenario, Truth


@dataclass(frozen=True, kw_only=True)
class Epsilon(LossScenario):
    r"""Losses of two classifiers with equal error rates: the null hypothesis is true.

    On the first half of the records the first classifier errs with probability :math:`\epsilon/2` and the second
    with :math:`3\epsilon/2`, on the second half the other way round, independently. Losses are fixed per record:
    they do not depend on the training set.

    Parameters
    ----------
    n_records : int, default 300
        Records of one data set, even.
    epsilon : float, default 0.1
        Error rate of both, between 0 and 2/3.

    Raises
    ------
    TypeError, ValueError
        If the parameters are outside these bounds.

    Notes
    -----
    Status F, M: identified because it reproduces the sizes printed in [1]_.

    References
    ----------
    .. [1] J. Yang, R. Wang, Y. Song and J. Li, "Block-regularized 5x2 Cross-validated McNemar's Test for
       Comparing Two Classification Algorithms", 2023, Table V. :doi:`10.48550/arXiv.2304.03990`

    Examples
    --------
    >>> from bayescmp.studies import Epsilon
    >>> Epsilon().draw(4, rng=0).sizes
    Frozen({'experiment': 4, 'classifier': 2, 'record': 300})
    """

    n_records: int = 300
    epsilon: float = 0.1

    def __post_init__(self) -> None:
        if check_integer("n_records", self.n_records, least=2) % 2:
            raise ValueError(f"`n_records` must be even, but got {self.n_records}.")
        if not 0 <= check_number("epsilon", self.epsilon) <= 2 / 3:
            raise ValueError(f"`epsilon` must be between 0 and 2/3, but got {self.epsilon}.")

    def truth(self, n_train: int, *, draws: int = 0, seed: int = 0) -> Truth:  # noqa: ARG002 - exact at any size
        """Return the true error rates, which no training changes."""
        return Truth(first=self.epsilon, second=self.epsilon)

    def draw(self, n: int, rng: RandomNumbers = None) -> xr.DataArray:
        """Draw the losses of independent data sets.

        Parameters
        ----------
        n : int
            How many data sets.
        rng : int, Generator or None
            Seed or source of the draws.

        Returns
        -------
        DataArray of bool, dims (experiment, classifier, record)
            Whether the classifier errs on the record.
        """
        check_integer("n", n, least=1)
        first_half = np.arange(self.n_records) < self.n_records // 2
        low, high = self.epsilon / 2, 3 * self.epsilon / 2
        errors = np.stack([np.where(first_half, low, high), np.where(first_half, high, low)])
        uniform = generator(rng).random((n, 2, self.n_records), dtype=np.float32)
        return xr.DataArray(
            uniform < errors.astype(np.float32),
            dims=("experiment", "classifier", "record"),
            coords={"classifier": ["first", "second"]},
            name="wrong",
        )
