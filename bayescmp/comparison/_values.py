"""The table of values of classifiers by themselves."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from bayescmp.metrics import Metric
from bayescmp.results import Settings


def frame_of_values(observed: Mapping[str, float], losses: Any, metric: Metric, settings: Settings) -> pd.DataFrame:
    """Return a row for each classifier: observed value, posterior mean and interval, NaN where losses are None."""
    frame = pd.DataFrame({"observed": observed, "estimate": np.nan, "low": np.nan, "high": np.nan})
    if losses is not None:
        interval = losses.interval(settings.ci_prob, settings.ci_kind)
        frame["estimate"] = metric.loss_of_value(np.asarray(losses.mean))
        frame["low"], frame["high"] = metric.interval_of_losses(np.asarray(interval.low), np.asarray(interval.high))
    return frame.rename_axis("classifier")
