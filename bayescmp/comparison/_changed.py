"""The records on which two classifiers differ."""

from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._typing import Booleans, Floats
from bayescmp.evidence import Evidence
from bayescmp.metrics import Metric, answers_of
from bayescmp.predictions import OF_ANSWERS, pair_of_names
from bayescmp.results import OUTCOMES

_ROUNDING, _DECIMALS = 1e-12, 12
_OF_RECORDS = ("task", "group")


def changed_records(data: Any, metric: Metric, first: str, second: str) -> pd.DataFrame:
    """Return a row for each record on which two classifiers differ, those of the largest differences first.

    Columns are as `Comparison.changed` says.
    """
    if not isinstance(data, xr.Dataset):
        raise TypeError("`changed` needs predictions of records, which tables and scores do not tell.")
    names = pair_of_names(data["classifier"].to_numpy(), first, second)
    evidence = Evidence.of(data.sel(classifier=list(names)), metric).answered_by_all
    predictions, metric = evidence.predictions, evidence.metric
    validated = (predictions["fold"] >= 0).transpose("repeat", "record").to_numpy()
    added = _added(evidence, validated)
    losses = added
    if metric.needs == "labels":
        losses = _mean(evidence.wrong.transpose(*OF_ANSWERS).to_numpy(), validated)
        labels = predictions["y_pred"].transpose(*OF_ANSWERS).to_numpy()
        differ = ((labels[0] != labels[1]) & validated).any(axis=0)
    else:
        differ = np.abs(losses[0] - losses[1]) > _ROUNDING * np.abs(losses).max(initial=1.0)
    kept = np.flatnonzero(differ & validated.any(axis=0))
    said = metric.loss_of_value(added[:, kept]).round(_DECIMALS) + 0.0
    if metric.needs == "labels" and validated.sum(axis=0).max() == 1:
        codes = np.where(validated, labels, 0).sum(axis=1)[:, kept]
        said = predictions["label"].to_numpy()[codes]
    columns = {name: predictions[name].to_numpy()[kept] for name in _OF_RECORDS if name in predictions.variables}
    if "y_true" in predictions:
        columns["truth"] = predictions["label"].to_numpy()[predictions["y_true"].to_numpy()[kept]]
    gap = losses[0, kept] - losses[1, kept]
    better = np.select([gap < 0, gap > 0], [OUTCOMES[0], OUTCOMES[2]], "neither better")
    columns |= {"first": said[0], "second": said[1], "better": better}
    columns["difference"] = (metric.sign * (added[0] - added[1])[kept]).round(_DECIMALS) + 0.0
    frame = pd.DataFrame(columns, index=predictions["record"].to_index()[kept])
    return frame.iloc[np.argsort(-np.abs(frame["difference"].to_numpy()), kind="stable")]


def _added(evidence: Evidence, validated: Booleans) -> Floats:
    """Return what each record adds to the loss of each classifier, a mean of its validations; NaN where unknown."""
    metric = evidence.metric
    if metric.counts_errors:
        return _mean(evidence.wrong.transpose(*OF_ANSWERS).to_numpy(), validated)
    if metric.influence is None:
        return np.full((2, validated.shape[1]), np.nan)
    answers = answers_of(evidence.predictions, metric)
    found = np.zeros((2, *validated.shape))
    for place, values in enumerate(found):
        values[validated] = answers.added(metric, place)
    return _mean(found, validated)


def _mean(values: Any, validated: Booleans) -> Floats:
    """Return the mean over the validations of each record, of two classifiers, 0 where there is none."""
    times = np.maximum(validated.sum(axis=0), 1)
    return np.asarray(np.where(validated, values, 0.0).sum(axis=1) / times)
