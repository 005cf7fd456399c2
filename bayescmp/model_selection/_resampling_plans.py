"""What a resampling plan is, and the plans: hold-outs, K-fold and block-regularized m x 2 cross-validations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from bayescmp import design as designs
from bayescmp._support._typing import Splitter
from bayescmp.design import CROSS_VALIDATION, TWO_FOLD, Design


@dataclass(frozen=True, kw_only=True)
class Plan:
    """A resampling plan: how to deal its splits, and how to tell that data come from it.

    Attributes
    ----------
    name : str
        Its name in arguments, files and `PLANS`; a fraction in it is the training share.
    n_repeats, n_folds : int
        Its splits, in order, are the folds of its repeats; a hold-out is a repeat with one fold.
    splitter : callable
        From a seed, an int, to the scikit-learn splitter of the ``n_repeats * n_folds`` splits. The same seed gives the
        same splits, and plans of one family begin with the same ones, so that fits are shared.
    recognises : callable
        From a `Design` to whether its first `n_repeats` repeats are those of this plan, so that tests of the plan may
        be computed from the data of the design.

    Examples
    --------
    >>> import numpy as np
    >>> from bayescmp.model_selection import FIVE_FOLD
    >>> FIVE_FOLD.name, FIVE_FOLD.n_repeats, FIVE_FOLD.n_folds
    ('5-fold', 1, 5)
    >>> [len(test) for _, test in FIVE_FOLD.splitter(0).split(np.zeros((60, 1)))]
    [12, 12, 12, 12, 12]

    A plan recognises the designs that contain it:

    >>> from bayescmp.design import CROSS_VALIDATION, Design
    >>> FIVE_FOLD.recognises(Design(kind=CROSS_VALIDATION, n_records=60, n_repeats=1, n_folds=5))
    True
    >>> FIVE_FOLD.recognises(Design(kind=CROSS_VALIDATION, n_records=60, n_repeats=2, n_folds=5))
    False
    """

    name: str
    n_repeats: int
    n_folds: int
    splitter: Callable[[int], Splitter]
    recognises: Callable[[Design], bool]

    @property
    def kind(self) -> str:
        """Kind of the designs of its own splits, as in `Design`."""
        own = (
            Design(kind=kind, n_records=0, n_repeats=self.n_repeats, n_folds=self.n_folds)
            for kind in (designs.HOLD_OUT, TWO_FOLD)
        )
        return next((design.kind for design in own if self.recognises(design)), CROSS_VALIDATION)


def _splitters() -> Any:
    """Return the module of the splitters, whose classes are scikit-learn's."""
    from bayescmp.model_selection import _splitters as splitters

    return splitters


# --- hold-outs --------------------------------------------------------------------------------------------------------


def _splitter(count: int, train_to_test: int) -> Callable[[int], Splitter]:
    return lambda seed: _splitters().ShuffleSplit(count, test_size=1 / (1 + train_to_test), random_state=seed)


def _hold_outs(name: str, count: int, train_to_test: int, tolerance: float) -> Plan:
    """Return a plan of several hold-outs; it is recognised within a tolerance, because sizes are whole numbers."""

    def recognises(design: Design) -> bool:
        of_share = abs(design.test_to_train - 1 / train_to_test) < tolerance
        return design.kind == CROSS_VALIDATION and design.shape == (count, 1) and of_share

    return Plan(name=name, n_repeats=count, n_folds=1, splitter=_splitter(count, train_to_test), recognises=recognises)


HOLD_OUT = Plan(
    name="hold-out 2/3", n_repeats=1, n_folds=1,
    splitter=_splitter(1, 2),
    recognises=lambda design: design.kind == designs.HOLD_OUT,
)  # fmt: skip
"""It recognises a hold-out of any share: its tests take the classifiers as fixed, however they were trained."""
HOLD_OUTS_15 = _hold_outs("15 hold-outs 2/3", 15, 2, 0.02)
HOLD_OUTS_30 = _hold_outs("30 hold-outs 2/3", 30, 2, 0.02)
SMALL_HOLD_OUTS_15 = _hold_outs("15 hold-outs 9/10", 15, 9, 0.01)
HALF_SPLITS = Plan(
    name="half-splits", n_repeats=315, n_folds=1,
    splitter=lambda seed: _splitters().HalfSplitHoldOuts(random_state=seed),
    recognises=lambda _: False,  # a design does not tell which hold-outs share a half
)  # fmt: skip
"""The resampling of the conservative Z test."""


# --- K-fold cross-validations, once and repeated ----------------------------------------------------------------------


def _k_fold(name: str, n_repeats: int, n_folds: int) -> Plan:
    return Plan(
        name=name, n_repeats=n_repeats, n_folds=n_folds,
        splitter=lambda seed: _splitters().RepeatedKFold(n_splits=n_folds, n_repeats=n_repeats, random_state=seed),
        recognises=lambda design: design.kind == CROSS_VALIDATION and design.shape == (n_repeats, n_folds),
    )  # fmt: skip


def _one_repeated(times: int) -> Plan:
    return Plan(
        name=f"5 x 2 random, one repeated {times} times", n_repeats=5, n_folds=2,
        splitter=lambda seed: _splitters().OnePartitionRepeated(times, seed),
        recognises=lambda _: False,  # for studies only: nobody has such data
    )  # fmt: skip


FIVE_FOLD = _k_fold("5-fold", 1, 5)
TEN_FOLD = _k_fold("10-fold", 1, 10)
TEN_TIMES_TEN_FOLD = _k_fold("10 x 10-fold", 10, 10)
RANDOM_5_X_2 = _k_fold("5 x 2 random", 5, 2)
ONE_REPEATED = tuple(map(_one_repeated, range(1, 5)))
"""5 x 2 random partitions of which one is repeated 1, 2, 3 and 4 times."""


# --- block-regularized m x 2 cross-validations ------------------------------------------------------------------------


def _blocked(n_repeats: int, *, or_more: bool = False) -> Plan:
    most = np.inf if or_more else n_repeats
    return Plan(
        name=f"{n_repeats} x 2 block-regularized", n_repeats=n_repeats, n_folds=2,
        splitter=lambda seed: _splitters().BlockRegularizedCV(n_repeats, random_state=seed),
        recognises=lambda design: design.kind == TWO_FOLD and n_repeats <= design.n_repeats <= most,
    )  # fmt: skip


BLOCKED_3_X_2 = _blocked(3, or_more=True)
"""It recognises every longer design too, whose first three repeats it is."""
BLOCKED_5_X_2 = _blocked(5)
BLOCKED_9_X_2 = _blocked(9)
BLOCKED_15_X_2 = _blocked(15)
BLOCKED_31_X_2 = _blocked(31)
