"""The resampling plans by name: a plan is a `Plan` beside those of its family and one line here."""

import numpy as np

from bayescmp._support._registry import Registry
from bayescmp._support._typing import Integers
from bayescmp.model_selection import _resampling_plans as plans

PLANS: Registry[plans.Plan] = Registry(
    "plan",
    [
        plans.HOLD_OUT,
        plans.HOLD_OUTS_15,
        plans.HOLD_OUTS_30,
        plans.SMALL_HOLD_OUTS_15,
        plans.HALF_SPLITS,
        plans.FIVE_FOLD,
        plans.TEN_FOLD,
        plans.TEN_TIMES_TEN_FOLD,
        plans.RANDOM_5_X_2,
        *plans.ONE_REPEATED,
        plans.BLOCKED_3_X_2,
        plans.BLOCKED_5_X_2,
        plans.BLOCKED_9_X_2,
        plans.BLOCKED_15_X_2,
        plans.BLOCKED_31_X_2,
    ],
)
"""Resampling plans by name."""


def splits_of_plan(name: str, n_records: int, seed: int) -> list[tuple[Integers, Integers]]:
    """Return the (train, test) rows of every split of a plan."""
    plan = PLANS[PLANS.check("name", name)]
    try:
        return list(plan.splitter(seed).split(np.zeros((n_records, 1))))
    except ValueError as error:
        raise ValueError(f"There are too few records ({n_records}) for the plan {name!r}: {error}") from error
