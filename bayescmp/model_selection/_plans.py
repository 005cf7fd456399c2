"""The resampling plans by name: a plan is a `Plan` in the file of its family and one line here."""

import numpy as np

from bayescmp._registry import Registry
from bayescmp._typing import Integers
from bayescmp.model_selection._block_plans import (
    BLOCKED_3_X_2,
    BLOCKED_5_X_2,
    BLOCKED_9_X_2,
    BLOCKED_15_X_2,
    BLOCKED_31_X_2,
)
from bayescmp.model_selection._half_splits import HALF_SPLITS
from bayescmp.model_selection._hold_outs import HOLD_OUT, HOLD_OUTS_15, HOLD_OUTS_30, SMALL_HOLD_OUTS_15
from bayescmp.model_selection._k_fold import FIVE_FOLD, ONE_REPEATED, RANDOM_5_X_2, TEN_FOLD, TEN_TIMES_TEN_FOLD
from bayescmp.model_selection._plan import Plan

PLANS: Registry[Plan] = Registry(
    "plan",
    [
        HOLD_OUT,
        HOLD_OUTS_15,
        HOLD_OUTS_30,
        SMALL_HOLD_OUTS_15,
        HALF_SPLITS,
        FIVE_FOLD,
        TEN_FOLD,
        TEN_TIMES_TEN_FOLD,
        RANDOM_5_X_2,
        *ONE_REPEATED,
        BLOCKED_3_X_2,
        BLOCKED_5_X_2,
        BLOCKED_9_X_2,
        BLOCKED_15_X_2,
        BLOCKED_31_X_2,
    ],
)
"""Resampling plans by name."""


def splits_of_plan(name: str, n_records: int, seed: int) -> list[tuple[Integers, Integers]]:
    """Return the (train, test) rows of every split of a plan.

    Parameters
    ----------
    name : str
        A name from `PLANS`.
    n_records : int
        Records to split.
    seed : int
        Seed of the splitter.

    Returns
    -------
    list of (train, test)
        Row numbers, the folds of the first repeat first.

    Raises
    ------
    ValueError
        If no plan has the name, or there are too few records for it.

    Examples
    --------
    >>> from bayescmp.model_selection._plans import splits_of_plan
    >>> [(len(train), len(test)) for train, test in splits_of_plan("hold-out 2/3", 90, seed=0)]
    [(60, 30)]
    """
    plan = PLANS[PLANS.check("name", name)]
    try:
        return list(plan.splitter(seed).split(np.zeros((n_records, 1))))
    except ValueError as error:
        raise ValueError(f"There are too few records ({n_records}) for the plan {name!r}: {error}") from error
