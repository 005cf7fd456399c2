"""Splitters: the block-regularized m x 2 cross-validation, and hold-outs within halves of the records."""

from collections.abc import Iterator

import numpy as np
import xarray as xr
from numpy.typing import ArrayLike
from sklearn.model_selection import BaseCrossValidator, RepeatedKFold, ShuffleSplit
from sklearn.utils import check_consistent_length, check_random_state
from sklearn.utils.multiclass import type_of_target
from sklearn.utils.validation import _num_samples, column_or_1d

from bayescmp._support._text import counted, shown
from bayescmp._support._typing import Booleans, Integers, Splitter
from bayescmp._support._validation import check_flag, check_integer, reading
from bayescmp.correlation import overlap_matrix
from bayescmp.predictions import layout_of_splits, row_numbers

_LEAST_BLOCKS = 16
"""Fewer have few partitions into halves: 4 have 3, 8 have 35, 16 have 6,435."""
_MOST_ORDERS = 1000
_MOST_REPEATS = 10_000  # whose blocks still fit into memory


class BlockRegularizedCV(BaseCrossValidator):
    r"""Repeated two-fold cross-validation whose training sets overlap equally.

    Any two training sets of different repeats share exactly n/4 records when n is a multiple of the number of
    blocks, :math:`2^{\lfloor\log_2 m\rfloor + 1}`, and n/4 up to the remainder otherwise. In a random repeated
    two-fold cross-validation the overlaps vary by chance, and with them the variance of the estimate. Where there are
    fewer records than blocks, but 16 or more, as many blocks as there can be are halved by several such arrays in turn:
    overlaps are n/4 within an array, and vary by chance between two of them, as do the sizes of folds where blocks
    differ by a record.

    Parameters
    ----------
    n_repeats : int, default 5
        The number m of two-fold repeats, at least 1. The first repeats of a larger m are those of a smaller one
        with the same seed, so that repeats can be added later.
    stratify : bool, default False
        Deal the records class by class, so that the sizes of blocks differ by at most one overall and in every class;
        the folds of a class are even only where it has many more members than there are blocks. Not the default: the
        two folds of a stratified deal have the same class frequencies, so that the errors of a classifier that follows
        these go together (:math:`\rho_1` is .96 for the majority class of 160 records at a frequency of .7, and near 0
        without stratifying), the correlations of folds leave the bounds that the effective table assumes, and estimates
        of classifiers driven by the class frequencies are biased.
    random_state : int, RandomState or None, default None
        Seed of the deal. None deals anew at every call of `split`.

    See Also
    --------
    training_overlaps : The audit of any splitter.

    Notes
    -----
    The record at place i of a random order belongs to the block b that the lowest bits of i XOR 2i number, and in
    repeat j = 1, ..., m to the fold :math:`\mathrm{parity}(b \wedge j)`. These folds are the columns of the nested
    two-level orthogonal array of [1]_ (status S for the array, D for the closed form; checked against the nested
    rule in the tests). The XOR keeps the folds of the repeats near equal where n is not a multiple of the number of
    blocks: the extra records lie along a column that is not used, or along one of them where all are (n = 304, m = 31:
    one repeat trains on 144 and on 160 records). B blocks have an array of B - 1 columns; a further array numbers the
    blocks anew at random, until no partition is there twice (status D).

    References
    ----------
    .. [1] R. Wang, Y. Wang, J. Li, X. Yang and J. Yang, "Block-Regularized m x 2 Cross-Validated Estimator of the
       Generalization Error", Neural Computation 29(2), 2017. :doi:`10.1162/NECO_a_00923`

    Examples
    --------
    >>> import numpy as np
    >>> from bayescmp.model_selection import BlockRegularizedCV, training_overlaps
    >>> cv = BlockRegularizedCV(random_state=0)
    >>> cv.get_n_splits()
    10
    >>> overlaps = training_overlaps(cv, np.zeros((40, 1)))
    >>> overlaps.sel(repeat=0, other_repeat=3).values
    array([[10, 10],
           [10, 10]])
    """

    # Without it, BaseCrossValidator takes `groups` out of scikit-learn's metadata routing.
    __metadata_request__split = {"groups": True}  # noqa: RUF012 - scikit-learn's form

    def __init__(
        self, n_repeats: int = 5, *, stratify: bool = False, random_state: int | np.random.RandomState | None = None
    ) -> None:
        self.n_repeats = n_repeats
        self.stratify = stratify
        self.random_state = random_state

    def split(
        self, X: object, y: ArrayLike | None = None, groups: ArrayLike | None = None
    ) -> Iterator[tuple[Integers, Integers]]:
        """Yield the training and test rows of each fold of each repeat.

        Parameters
        ----------
        X : array of shape (n_records, n_features)
            Only its length is used.
        y : array of shape (n_records,), optional
            Class labels; needed to stratify.
        groups : array of shape (n_records,), optional
            Groups that must not be divided: whole groups are dealt, largest first, so that the sizes of folds
            and their overlaps are only approximately equal.

        Raises
        ------
        ValueError
            If there are fewer records (or groups) than blocks and than 16, too many repeats for the blocks, or
            `stratify` meets `groups` or lacks class labels.
        """
        n_repeats = check_integer("n_repeats", self.n_repeats, least=1, most=_MOST_REPEATS)
        check_flag("stratify", self.stratify)
        check_consistent_length(X, y, groups)
        n_records = _num_samples(X if X is not None else y)
        with reading("random_state", self.random_state):
            rng = check_random_state(self.random_state)
        place = self._places(rng, n_records, y, groups, n_repeats)
        n_units = int(place.max()) + 1
        # More than repeats, if there can be.
        n_blocks = min(2 ** n_repeats.bit_length(), 2 ** (n_units.bit_length() - 1))
        block = (place ^ (place << 1)) % n_blocks
        for second in _halves(rng, n_blocks, n_repeats)[:, block]:
            for test in (~second, second):
                yield np.flatnonzero(~test), np.flatnonzero(test)

    def get_n_splits(self, X: object = None, y: object = None, groups: object = None) -> int:  # noqa: ARG002
        """Return the number of splits, 2m, whatever is given."""
        return 2 * check_integer("n_repeats", self.n_repeats, least=1, most=_MOST_REPEATS)

    def _places(
        self, rng: np.random.RandomState, n_records: int, y: ArrayLike | None, groups: ArrayLike | None, n_repeats: int
    ) -> Integers:
        """Deal the records at random: the place of each in the order in which blocks are filled."""
        if groups is not None:
            if self.stratify:
                raise ValueError("`stratify` must be False with `groups`, but got both. Choose one.")
            _, unit, size = np.unique(column_or_1d(groups), return_inverse=True, return_counts=True)
            rank: Integers = -size
        else:
            unit = np.arange(n_records)
            rank = _class_codes(y) if self.stratify else np.zeros(n_records, dtype=np.int64)
        n_blocks = min(2 ** n_repeats.bit_length(), _LEAST_BLOCKS)
        if rank.size < n_blocks:
            raise ValueError(
                f"There must be at least {n_blocks} {'records' if groups is None else 'groups'} for "
                f"{counted(n_repeats, 'repeat')} (one per block), but got {rank.size}. Use fewer repeats or more data."
            )
        order = rng.permutation(rank.size)
        order = order[np.argsort(rank[order], kind="stable")]
        return np.argsort(order)[unit]


def _halves(rng: np.random.RandomState, n_blocks: int, n_repeats: int) -> Booleans:
    """Return which blocks the second fold of each repeat validates, array of shape (n_repeats, n_blocks)."""
    columns = np.arange(1, n_blocks)
    block = np.arange(n_blocks)
    halves = np.empty((0, n_blocks), dtype=bool)
    for _ in range(_MOST_ORDERS):
        further = np.bitwise_count(columns[:, None] & block) % 2 == 1
        beside = np.concatenate([halves, further])
        if len(np.unique(beside ^ beside[:, :1], axis=0)) == len(beside):  # which fold is called the second is the same
            halves = beside
        if len(halves) >= n_repeats:
            return halves[:n_repeats]
        block = rng.permutation(n_blocks)
    raise ValueError(
        f"`n_repeats` must be at most {len(halves)} for {n_blocks} blocks dealt in this order, but got {n_repeats}. "
        "Use fewer repeats or more data."
    )


def _class_codes(y: ArrayLike | None) -> Integers:
    if y is None:
        raise ValueError("`y` must be given to stratify, but got None.")
    kind = type_of_target(y)
    if kind not in {"binary", "multiclass"}:
        raise ValueError(f"`y` must hold class labels to stratify, but got a target of type {kind!r}.")
    return np.unique(column_or_1d(y), return_inverse=True)[1]


def training_overlaps(
    cv: Splitter, X: object, y: ArrayLike | None = None, groups: ArrayLike | None = None
) -> xr.DataArray:
    """Count the records that each pair of a splitter's training sets shares.

    Parameters
    ----------
    cv : splitter
        Any scikit-learn splitter.
    X, y, groups : array
        What the splitter's `split` takes.

    Returns
    -------
    DataArray of int, dims (repeat, fold, other_repeat, other_fold)
        Shared records. In a block-regularized design every entry of two different repeats is n/4.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.model_selection import KFold
    >>> from bayescmp.model_selection import training_overlaps
    >>> training_overlaps(KFold(3), np.zeros((9, 1))).values.reshape(3, 3)
    array([[6, 3, 3],
           [3, 6, 3],
           [3, 3, 6]])
    """
    if isinstance(cv, (str, bytes)) or not callable(getattr(cv, "split", None)):
        raise TypeError(f"`cv` must be a splitter of scikit-learn, but got {shown(cv)}. Give one such as KFold(10).")
    with reading("X", X):
        n_records = _num_samples(X)
    splits = list(cv.split(X, y, groups))
    layout = layout_of_splits(splits, n_records)
    train = np.zeros((len(layout.fold), 1 + max(fold for _, fold in layout.position), n_records), dtype=bool)
    for (repeat, fold), (rows, _) in zip(layout.position, splits, strict=True):
        train[repeat, fold, row_numbers(rows)] = True
    return overlap_matrix(xr.DataArray(train, dims=("repeat", "fold", "record")))


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
        """Yield the training and test rows of each hold-out; of `X` only the length is used."""
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
        """Return the number of splits, whatever is given."""
        return self.n_holdouts * (1 + 2 * self.n_halvings)


class OnePartitionRepeated(RepeatedKFold):
    """Random 5 x 2 partitions of which the first is repeated `times` times in place of as many others."""

    def __init__(self, times: int, random_state: int) -> None:
        super().__init__(n_splits=2, n_repeats=5, random_state=random_state)
        self.times = times

    def split(self, X: object, y: object = None, groups: object = None) -> Iterator[tuple[Integers, Integers]]:
        splits = list(super().split(X, y, groups))
        yield from splits[:2] * self.times
        yield from splits[: 2 * (5 - self.times)]
