"""Metrics: each brings its noun, its loss, its direction and its value; losses and scores per validation set."""

from bayescmp.metrics._answers_of import PROBABILITIES_REMEDY, Answers, answers_of
from bayescmp.metrics._from_words import (
    brings_metric,
    holds_scores,
    metric_of_data,
    metric_of_plain,
    plain_metric,
    takes_bounds,
    without_bounds,
)
from bayescmp.metrics._label_counts import Cells, Margins, cells_of, cells_of_predictions, margins_of
from bayescmp.metrics._margins import F1, FBeta, balanced_accuracy, check_class, metric_of_margins, positive_label
from bayescmp.metrics._means import Cost, metric_of_losses
from bayescmp.metrics._metric import LOSSES, Metric, turned
from bayescmp.metrics._of_probabilities import LogLoss
from bayescmp.metrics._order import ROC_AUC, auc_components
from bayescmp.metrics._pass import PassAll, PassAt
from bayescmp.metrics._recalibration import (
    Calibration,
    calibration,
    calibration_bins,
    calibration_of,
    design_effect,
)
from bayescmp.metrics._registry import DEFAULT_METRIC, METRIC_OF_VERDICTS, METRICS, is_of_answers, metric_of
from bayescmp.metrics._scores import check_scores, design_of_scores, fold_values

__all__ = [
    "METRICS", "Calibration", "Cost", "FBeta", "LogLoss", "Metric", "PassAll", "PassAt", "calibration", "fold_values",
    "metric_of",
]  # fmt: skip
