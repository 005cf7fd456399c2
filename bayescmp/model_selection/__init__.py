"""Resampling: splitters, their audit, and fitting each distinct training set once."""

from bayescmp.model_selection._block_regularized import BlockRegularizedCV, training_overlaps
from bayescmp.model_selection._cross_val_predictions import cross_val_predictions

__all__ = ["BlockRegularizedCV", "cross_val_predictions", "training_overlaps"]
