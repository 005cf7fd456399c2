"""Accuracy, and its mean over true classes."""

from dataclasses import replace

from bayescmp.metrics._margins import accuracy, balanced_accuracy
from bayescmp.metrics._of_margins import metric_of_margins

ACCURACY = replace(metric_of_margins("accuracy", "accuracy", accuracy), additive=True, counts_errors=True)
BALANCED_ACCURACY = replace(
    metric_of_margins("balanced_accuracy", "balanced accuracy", balanced_accuracy), measured=True
)
"""The mean of the recalls of the true classes."""
