"""Plans of block-regularized m x 2 cross-validations."""

from collections.abc import Callable

from bayescmp.design import TWO_FOLD, Design
from bayescmp.model_selection._block_regularized import BlockRegularizedCV
from bayescmp.model_selection._plan import Plan


def _blocked(name: str, n_repeats: int, recognises: Callable[[Design], bool]) -> Plan:
    return Plan(
        name=name,
        n_repeats=n_repeats,
        n_folds=2,
        splitter=lambda seed: BlockRegularizedCV(n_repeats, random_state=seed),
        recognises=lambda design: design.kind == TWO_FOLD and recognises(design),
    )


BLOCKED_3_X_2 = _blocked("3 x 2 block-regularized", 3, lambda design: design.n_repeats >= 3)
"""It recognises every longer design too, whose first three repeats it is."""
BLOCKED_5_X_2 = _blocked("5 x 2 block-regularized", 5, lambda design: design.n_repeats == 5)
"""It recognises no longer design."""
BLOCKED_9_X_2 = _blocked("9 x 2 block-regularized", 9, lambda design: design.n_repeats == 9)
BLOCKED_15_X_2 = _blocked("15 x 2 block-regularized", 15, lambda design: design.n_repeats == 15)
BLOCKED_31_X_2 = _blocked("31 x 2 block-regularized", 31, lambda design: design.n_repeats == 31)
