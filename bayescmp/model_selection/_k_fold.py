"""Plans of random partitions: K-fold cross-validations, once and repeated."""

from collections.abc import Iterator

from sklearn.model_selection import RepeatedKFold

from bayescmp._typing import Integers
from bayescmp.design import CROSS_VALIDATION
from bayescmp.model_selection._plan import Plan


def _k_fold(name: str, n_repeats: int, n_folds: int) -> Plan:
    return Plan(
        name=name,
        n_repeats=n_repeats,
        n_folds=n_folds,
        splitter=lambda seed: RepeatedKFold(n_splits=n_folds, n_repeats=n_repeats, random_state=seed),
        recognises=lambda design: design.kind == CROSS_VALIDATION and design.shape == (n_repeats, n_folds),
    )


class _OnePartitionRepeated(RepeatedKFold):
    """Random 5 x 2 partitions of which the first is repeated `times` times in place of as many others."""

    def __init__(self, times: int, random_state: int) -> None:
        super().__init__(n_splits=2, n_repeats=5, random_state=random_state)
        self.times = times

    def split(self, X: object, y: object = None, groups: object = None) -> Iterator[tuple[Integers, Integers]]:
        splits = list(super().split(X, y, groups))
        yield from splits[:2] * self.times
        yield from splits[: 2 * (5 - self.times)]


def _one_repeated(times: int) -> Plan:
    return Plan(
        name=f"5 x 2 random, one repeated {times} times",
        n_repeats=5,
        n_folds=2,
        splitter=lambda seed: _OnePartitionRepeated(times, seed),
        recognises=lambda _: False,  # for studies only: nobody has such data
    )


FIVE_FOLD = _k_fold("5-fold", 1, 5)
TEN_FOLD = _k_fold("10-fold", 1, 10)
TEN_TIMES_TEN_FOLD = _k_fold("10 x 10-fold", 10, 10)
RANDOM_5_X_2 = _k_fold("5 x 2 random", 5, 2)
ONE_REPEATED = tuple(map(_one_repeated, range(1, 5)))
"""5 x 2 random partitions of which one is repeated 1, 2, 3 and 4 times."""
