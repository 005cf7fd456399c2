"""The resampling plans of the tests: splitters whose first splits agree, so that fits are shared."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import BaseCrossValidator, RepeatedKFold, ShuffleSplit
from sklearn.utils import check_random_state
from sklearn.utils.validation import _num_samples

from bayescmp.model_selection._block_regularized import BlockRegularizedCV


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
        self, n_holdouts: int = 15, n_halvings: int = 10, *, test_size: float = 0.1, random_state: Any = None
    ) -> None:
        self.n_holdouts = n_holdouts
        self.n_halvings = n_halvings
        self.test_size = test_size
        self.random_state = random_state

    def split(
        self,
        X: Any,
        y: Any = None,  # noqa: ARG002
        groups: Any = None,  # noqa: ARG002
    ) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
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

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:  # noqa: ARG002
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


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A resampling plan.

    Attributes
    ----------
    n_repeats, n_folds : int
        Its splits, in order, are the folds of its repeats; a hold-out is a repeat with one fold.
    splitter : callable
        From a seed to the scikit-learn splitter.
    """

    n_repeats: int
    n_folds: int
    splitter: Callable[[int], Any]


def _holdouts(count: int, test_size: float) -> Plan:
    return Plan(
        n_repeats=count,
        n_folds=1,
        splitter=lambda seed: ShuffleSplit(count, test_size=test_size, random_state=seed),
    )


def _kfold(n_repeats: int, n_folds: int) -> Plan:
    return Plan(
        n_repeats=n_repeats,
        n_folds=n_folds,
        splitter=lambda seed: RepeatedKFold(n_splits=n_folds, n_repeats=n_repeats, random_state=seed),
    )


class _OnePartitionRepeated(RepeatedKFold):
    """Random 5 x 2 partitions of which the first is repeated `times` times in place of as many others."""

    def __init__(self, times: int, random_state: Any) -> None:
        super().__init__(n_splits=2, n_repeats=5, random_state=random_state)
        self.times = times

    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        splits = list(super().split(X, y, groups))
        yield from splits[:2] * self.times
        yield from splits[: 2 * (5 - self.times)]


def _one_repeated(times: int) -> Plan:
    return Plan(n_repeats=5, n_folds=2, splitter=lambda seed: _OnePartitionRepeated(times, seed))


def _block_regularized(n_repeats: int) -> Plan:
    return Plan(n_repeats=n_repeats, n_folds=2, splitter=lambda seed: BlockRegularizedCV(n_repeats, random_state=seed))


PLANS = {
    "hold-out 2/3": _holdouts(1, 1 / 3),
    "15 hold-outs 2/3": _holdouts(15, 1 / 3),
    "30 hold-outs 2/3": _holdouts(30, 1 / 3),
    "15 hold-outs 9/10": _holdouts(15, 0.1),
    "half-splits": Plan(n_repeats=315, n_folds=1, splitter=lambda seed: HalfSplitHoldOuts(random_state=seed)),
    "5-fold": _kfold(1, 5),
    "10-fold": _kfold(1, 10),
    "10 x 10-fold": _kfold(10, 10),
    "5 x 2 random": _kfold(5, 2),
    **{f"5 x 2 random, one repeated {times} times": _one_repeated(times) for times in range(1, 5)},
    "3 x 2 block-regularized": _block_regularized(3),
    "5 x 2 block-regularized": _block_regularized(5),
}
"""Resampling plans by name; the fraction is the training share."""


def splits_of_plan(name: str, n_records: int, seed: int) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return the (train, test) rows of every split of a plan.

    Raises
    ------
    ValueError
        If there are too few records for the plan.
    """
    try:
        return list(PLANS[name].splitter(seed).split(np.zeros((n_records, 1))))
    except ValueError as error:
        raise ValueError(f"There are too few records ({n_records}) for the plan {name!r}: {error}") from error
