"""Resampling: splitters, plans, their audit, and fitting each distinct training set once."""

from bayescmp.model_selection._block_regularized import BlockRegularizedCV, overlaps_of_splits, training_overlaps
from bayescmp.model_selection._cross_val_predictions import check_arguments, cross_val_predictions, seed_of
from bayescmp.model_selection._data import Data, data_from_file, numbers_of_csv
from bayescmp.model_selection._estimators import estimator_from_text, imported, names_of
from bayescmp.model_selection._fit import plan_fits, predict_splits, seeded, unseeded_parameters
from bayescmp.model_selection._plans import PLANS, HalfSplitHoldOuts, Plan, splits_of_plan

__all__ = [
    "PLANS",
    "BlockRegularizedCV",
    "Data",
    "HalfSplitHoldOuts",
    "Plan",
    "check_arguments",
    "cross_val_predictions",
    "data_from_file",
    "estimator_from_text",
    "imported",
    "names_of",
    "numbers_of_csv",
    "overlaps_of_splits",
    "plan_fits",
    "predict_splits",
    "seed_of",
    "seeded",
    "splits_of_plan",
    "training_overlaps",
    "unseeded_parameters",
]
