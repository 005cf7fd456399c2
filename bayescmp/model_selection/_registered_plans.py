"""The resampling plans by name: a plan is a `Plan` beside those of its family and one line here."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from bayescmp._support._registry import Registry
from bayescmp._support._typing import Integers
from bayescmp.model_selection import _resampling_plans as plans
from bayescmp.model_selection._fit import plan_fits, predict_splits
from bayescmp.model_selection._predicted import Predicted

type Splits = list[tuple[Integers, Integers]]

PLANS: Registry[plans.Plan] = Registry(
    "plan",
    [
        plans.HOLD_OUT, plans.HOLD_OUTS_15, plans.HOLD_OUTS_30, plans.SMALL_HOLD_OUTS_15, plans.HALF_SPLITS,
        plans.FIVE_FOLD, plans.TEN_FOLD, plans.TEN_TIMES_TEN_FOLD, plans.RANDOM_5_X_2, *plans.ONE_REPEATED,
        plans.BLOCKED_3_X_2, plans.BLOCKED_5_X_2, plans.BLOCKED_9_X_2, plans.BLOCKED_15_X_2, plans.BLOCKED_31_X_2,
    ],
)  # fmt: skip
"""Resampling plans by name."""


def splits_of_plan(name: str, n_records: int, seed: int) -> Splits:
    """Return the (train, test) rows of every split of a plan."""
    plan = PLANS[PLANS.check("name", name)]
    try:
        return list(plan.splitter(seed).split(np.zeros((n_records, 1))))
    except ValueError as error:
        raise ValueError(f"There are too few records ({n_records}) for the plan {name!r}: {error}") from error


def predict_plans(
    estimators: Mapping[str, Any], X: object, y: ArrayLike, splits: Mapping[str, Splits], **how: Any
) -> tuple[dict[str, list[dict[str, Predicted]]], int]:
    """Return what is predicted for every split of some plans, and the fits of each classifier: equal ones are one."""
    every = [split for of_plan in splits.values() for split in of_plan]
    position = [divmod(k, PLANS[plan].n_folds) for plan, of_plan in splits.items() for k in range(len(of_plan))]
    fits = plan_fits(estimators, every, position)
    predicted = predict_splits(estimators, X, y, fits, **how)
    answers = ({name: predicted[name, k] for name in estimators} for k in range(len(every)))
    return {plan: list(islice(answers, len(of_plan))) for plan, of_plan in splits.items()}, len(fits) // len(estimators)
