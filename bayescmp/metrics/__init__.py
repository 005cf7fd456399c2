"""Metrics: each brings its noun, its loss, its direction and its value; losses per validation set."""

from bayescmp.metrics._cost import Cost
from bayescmp.metrics._f_beta import FBeta
from bayescmp.metrics._fold_losses import fold_losses
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._registry import METRICS, metric_of

__all__ = ["METRICS", "Cost", "FBeta", "Metric", "fold_losses", "metric_of"]
