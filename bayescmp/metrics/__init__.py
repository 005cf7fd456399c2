"""Metrics: each brings its noun, its loss, its direction and its value; losses and scores per validation set."""

from bayescmp.metrics._cost import Cost
from bayescmp.metrics._f_beta import FBeta
from bayescmp.metrics._fold_losses import fold_losses
from bayescmp.metrics._log_loss import LogLoss
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._registry import METRICS, metric_of
from bayescmp.metrics._score_tables import scores_from_frame
from bayescmp.metrics._scores import scores_from_arrays

__all__ = [
    "METRICS",
    "Cost",
    "FBeta",
    "LogLoss",
    "Metric",
    "fold_losses",
    "metric_of",
    "scores_from_arrays",
    "scores_from_frame",
]
