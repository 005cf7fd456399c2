"""A metric: the share of right predictions, squared so that tables do not tell it."""

import numpy as np

from bayescmp.metrics._metric import Metric

DUMMY_METRIC = Metric(
    name="dummy_metric",
    noun="dummy metric",
    greater_is_better=True,
    bounds=(0.0, 1.0),
    needs="labels",
    additive=False,
    value=lambda y_true, y_pred, sample_weight=None: float(
        np.average(np.equal(y_true, y_pred), weights=sample_weight) ** 2
    ),
)
