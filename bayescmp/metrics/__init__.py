"""Metrics: each brings its noun, its loss, its direction and its value; losses and scores per validation set."""

from bayescmp.metrics._answers_of import PROBABILITIES_REMEDY as PROBABILITIES_REMEDY
from bayescmp.metrics._answers_of import Answers as Answers
from bayescmp.metrics._answers_of import answers_of as answers_of
from bayescmp.metrics._from_words import brings_metric as brings_metric
from bayescmp.metrics._from_words import holds_scores as holds_scores
from bayescmp.metrics._from_words import metric_of_data as metric_of_data
from bayescmp.metrics._from_words import metric_of_plain as metric_of_plain
from bayescmp.metrics._from_words import plain_metric as plain_metric
from bayescmp.metrics._from_words import takes_bounds as takes_bounds
from bayescmp.metrics._from_words import without_bounds as without_bounds
from bayescmp.metrics._label_counts import Cells as Cells
from bayescmp.metrics._label_counts import Margins as Margins
from bayescmp.metrics._label_counts import cells_of as cells_of
from bayescmp.metrics._label_counts import cells_of_predictions as cells_of_predictions
from bayescmp.metrics._label_counts import margins_of as margins_of
from bayescmp.metrics._margins import F1 as F1
from bayescmp.metrics._margins import FBeta
from bayescmp.metrics._margins import balanced_accuracy as balanced_accuracy
from bayescmp.metrics._margins import check_class as check_class
from bayescmp.metrics._margins import metric_of_margins as metric_of_margins
from bayescmp.metrics._margins import positive_label as positive_label
from bayescmp.metrics._means import Cost
from bayescmp.metrics._means import metric_of_losses as metric_of_losses
from bayescmp.metrics._metric import LOSSES as LOSSES
from bayescmp.metrics._metric import Metric
from bayescmp.metrics._metric import turned as turned
from bayescmp.metrics._of_probabilities import LogLoss
from bayescmp.metrics._order import ROC_AUC as ROC_AUC
from bayescmp.metrics._order import auc_components as auc_components
from bayescmp.metrics._pass import PassAll, PassAt
from bayescmp.metrics._recalibration import Calibration, calibration
from bayescmp.metrics._recalibration import calibration_bins as calibration_bins
from bayescmp.metrics._recalibration import calibration_of as calibration_of
from bayescmp.metrics._recalibration import design_effect as design_effect
from bayescmp.metrics._registry import DEFAULT_METRIC as DEFAULT_METRIC
from bayescmp.metrics._registry import METRIC_OF_VERDICTS as METRIC_OF_VERDICTS
from bayescmp.metrics._registry import METRICS, metric_of
from bayescmp.metrics._registry import is_of_answers as is_of_answers
from bayescmp.metrics._scores import check_scores as check_scores
from bayescmp.metrics._scores import design_of_scores as design_of_scores
from bayescmp.metrics._scores import fold_values

__all__ = [
    "METRICS", "Calibration", "Cost", "FBeta", "LogLoss", "Metric", "PassAll", "PassAt", "calibration", "fold_values",
    "metric_of",
]  # fmt: skip
