"""Plans of one hold-out and of several."""

from collections.abc import Callable

from sklearn.model_selection import ShuffleSplit

from bayescmp import design as designs
from bayescmp._typing import Splitter
from bayescmp.model_selection._plan import Plan


def _splitter(count: int, train_to_test: int) -> Callable[[int], Splitter]:
    return lambda seed: ShuffleSplit(count, test_size=1 / (1 + train_to_test), random_state=seed)


def _hold_outs(name: str, count: int, train_to_test: int, tolerance: float) -> Plan:
    """Return a plan of several hold-outs; it is recognised within a tolerance, because sizes are whole numbers."""

    def recognises(design: designs.Design) -> bool:
        of_share = abs(design.test_to_train - 1 / train_to_test) < tolerance
        return design.kind == designs.CROSS_VALIDATION and design.shape == (count, 1) and of_share

    return Plan(name=name, n_repeats=count, n_folds=1, splitter=_splitter(count, train_to_test), recognises=recognises)


HOLD_OUT = Plan(
    name="hold-out 2/3",
    n_repeats=1,
    n_folds=1,
    splitter=_splitter(1, 2),
    recognises=lambda design: design.kind == designs.HOLD_OUT,
)
"""It recognises a hold-out of any share: its tests take the classifiers as fixed, however they were trained."""
HOLD_OUTS_15 = _hold_outs("15 hold-outs 2/3", 15, 2, 0.02)
HOLD_OUTS_30 = _hold_outs("30 hold-outs 2/3", 30, 2, 0.02)
SMALL_HOLD_OUTS_15 = _hold_outs("15 hold-outs 9/10", 15, 9, 0.01)
