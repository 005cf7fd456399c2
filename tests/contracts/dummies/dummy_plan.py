"""A plan: three folds."""

from sklearn.model_selection import KFold

from bayescmp.design import CROSS_VALIDATION
from bayescmp.model_selection._resampling_plans import Plan

DUMMY_PLAN = Plan(
    name="dummy 3-fold",
    n_repeats=1,
    n_folds=3,
    splitter=lambda seed: KFold(3, shuffle=True, random_state=seed),
    recognises=lambda design: design.kind == CROSS_VALIDATION and design.shape == (1, 3),
)
