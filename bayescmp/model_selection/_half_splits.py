"""Hold-outs on all records and within their halves, and the plan of them."""

from collections.abc import Iterator

import numpy as np
from sklearn.model_selection import BaseCrossValidator, ShuffleSplit
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples

from bayescmp._typing import Integers
from bayescmp.model_selection._plan import Plan


class HalfSplitHoldOuts(BaseCrossValidator):
    """Repeated hold-outs on all records, and within both halves of random half-splits of them.

    First `n_holdouts` hold-outs of all records, as scikit-learn's ShuffleSplit deals them with the same seed. Then,
    for each random half-split, as many within the one half and as many within the other, with validation sets of the
    same size and hence smaller training sets. This is the resampling of the conservative Z test.

    Parameters
    ----------
    n_holdouts : int, default 15
        Hold-outs on all records and in each half.
    n_halvings : int, default 10
        Random half-splits.
    test_size : float, default 0.1
        Share of all records in a validation set.
    random_state : int, RandomState or None, default None
        Seed.

    Examples
    --------
    >>> import numpy as np
    >>> from bayescmp.model_selection import HalfSplitHoldOuts
    >>> cv = HalfSplitHoldOuts(random_state=0)
    >>> cv.get_n_splits()
    315
    >>> sizes = {(len(train), len(test)) for train, test in cv.split(np.zeros((100, 1)))}
    >>> sorted(sizes)
    [(40, 10), (90, 10)]
    """

    def __init__(
        self,
        n_holdouts: int = 15,
        n_halvings: int = 10,
        *,
        test_size: float = 0.1,
        random_state: int | np.random.RandomState | None = None,
    ) -> None:
        self.n_holdouts = n_holdouts
        self.n_halvings = n_halvings
        self.test_size = test_size
        self.random_state = random_state

    def split(self, X: object, y: object = None, groups: object = None) -> Iterator[tuple[Integers, Integers]]:  # noqa: ARG002
        """Yield the training and test rows of each hold-out.

        Parameters
        ----------
        X : array of shape (n_records, n_features)
            Only its length is used.
        y, groups : object, optional
            Not used.

        Yields
        ------
        train, test : array of int

        Raises
        ------
        ValueError
            If a half is too small for a validation set and a training set.
        """
        n_records = _num_samples(X)
        rng = check_random_state(self.random_state)
        whole = ShuffleSplit(self.n_holdouts, test_size=self.test_size, random_state=rng)
        yield from whole.split(np.zeros(n_records))
        n_test, half = int(np.ceil(self.test_size * n_records)), n_records // 2
        if half - n_test < 1:
            raise ValueError(
                f"Half of the records must hold a validation set of {n_test} and a training set, but got {half}."
            )
        for _ in range(self.n_halvings):
            order = rng.permutation(n_records)
            for rows in (order[:half], order[half : 2 * half]):
                for train, test in ShuffleSplit(self.n_holdouts, test_size=n_test, random_state=rng).split(rows):
                    yield np.sort(rows[train]), np.sort(rows[test])

    def get_n_splits(self, X: object = None, y: object = None, groups: object = None) -> int:  # noqa: ARG002
        """Return the number of splits.

        Parameters
        ----------
        X, y, groups : object, optional
            Not used; scikit-learn's interface has them.

        Returns
        -------
        int
        """
        return self.n_holdouts * (1 + 2 * self.n_halvings)


HALF_SPLITS = Plan(
    name="half-splits",
    n_repeats=315,
    n_folds=1,
    splitter=lambda seed: HalfSplitHoldOuts(random_state=seed),
    recognises=lambda _: False,  # a design does not tell which hold-outs share a half
)
"""The resampling of the conservative Z test."""
