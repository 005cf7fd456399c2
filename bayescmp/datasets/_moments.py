"""Losses of several classifiers on one data set, and the covariance with which they are known."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._rounding import without_rounding
from bayescmp._settings import Settings
from bayescmp._typing import Floats
from bayescmp._validation import about
from bayescmp.comparison._compare import chosen_level
from bayescmp.datasets._gather import Data
from bayescmp.evidence import Evidence, evidence_of
from bayescmp.metrics import Metric
from bayescmp.metrics._of_data import holds_scores, metric_of_data
from bayescmp.metrics._scores import check_scores, design_of_scores
from bayescmp.posteriors._correlated_t import correlated_t_posterior
from bayescmp.posteriors._least_spread import squared_scales, with_least_spread
from bayescmp.predictions._check import check_independent_records
from bayescmp.ranking._rank import joint_of, level_of


@dataclass(frozen=True, kw_only=True, eq=False)
class Losses:
    """Losses of classifiers on one data set.

    Attributes
    ----------
    classifiers : tuple of str
        Their names.
    mean : array of shape (k,)
        Losses as observed.
    covariance : array of shape (k, k)
        Of their posterior; where only differences are known, it is right for these.
    metric : Metric
        Whose losses they are.
    level : str
        The inference level, or what stands in for one.
    n_records : float
        Number of records; NaN for scores, which do not tell it.
    """

    classifiers: tuple[str, ...]
    mean: Floats
    covariance: Floats
    metric: Metric
    level: str
    n_records: float


def losses_of(
    data: Mapping[str, Data],
    *,
    metric: str | Callable[[Any, Any], float] | Metric,
    pos_label: object,
    inference: str,
    settings: Settings,
) -> dict[str, Losses]:
    """Return the losses on every data set; errors name the data set."""
    found = {}
    for name, one in data.items():
        try:
            own = metric_of_data(one, metric, pos_label)
            found[name] = _losses(one, own, inference, settings)
        except (TypeError, ValueError) as error:
            with about("data"):
                raise type(error)(f"Data set {name!r}: {error}") from error
    return found


def _losses(data: Data, metric: Metric, inference: str, settings: Settings) -> Losses:
    if isinstance(data, xr.DataArray) and holds_scores(data):
        return _of_scores(check_scores(data, "data"), metric)
    if isinstance(data, xr.Dataset):
        return _of_records(data, metric, inference, settings)
    return _of_tables(data, metric, inference, settings)


def _of_scores(scores: xr.DataArray, metric: Metric) -> Losses:
    """Take the means of scores, and their covariance as the correlated t test does."""
    design = design_of_scores(scores)
    used = (scores["n_test"] > 0).to_numpy()
    values = scores.transpose("classifier", "repeat", "fold").to_numpy()[:, used]
    n = values.shape[1]
    wider = (n - 1) / (n - 3)  # a t distribution has a larger variance than a normal one of its scale
    names = tuple(map(str, scores["classifier"].to_numpy()))
    rows, columns = np.triu_indices(len(names), 1)
    apart = xr.DataArray((values[rows] - values[columns])[:, None], dims=("pair", "repeat", "fold"))
    pairs = correlated_t_posterior(apart, design.test_to_train, design.validation.mean, metric.widest)
    covariance = np.atleast_2d(np.cov(values)) * (1 / n + design.test_to_train)
    covariance = with_least_spread(covariance, squared_scales(pairs.scales.isel(part=0).to_numpy(), names)) * wider
    return Losses(
        classifiers=names,
        mean=values.mean(axis=1),
        covariance=covariance,
        metric=metric,
        level="correlated scores",
        n_records=np.nan,
    )


def _of_records(data: xr.Dataset, metric: Metric, inference: str, settings: Settings) -> Losses:
    predictions = check_independent_records(data, "data", may_lack=True, losses=True)
    if predictions.sizes["classifier"] < 2:
        raise ValueError("`data` must hold two classifiers or more, but hold one.")
    evidence = Evidence(predictions=predictions, metric=metric)
    level = level_of(inference, evidence)
    moments = joint_of(level, evidence, level.fit(evidence.pairs(), settings), settings).moments
    weights, means = moments.weights.to_numpy(), moments.mean.transpose("part", "classifier").to_numpy()
    within = np.einsum("p,pab->ab", weights, moments.covariance.transpose("part", "classifier", "other").to_numpy())
    apart = means - weights @ means
    observed = [float(metric.loss_of_value(value)) for value in evidence.observed.values()]
    return Losses(
        classifiers=tuple(map(str, evidence.classifiers)),
        mean=np.array(observed),
        covariance=within + np.einsum("p,pa,pb->ab", weights, apart, apart),
        metric=metric,
        level=level.name,
        n_records=float(evidence.design.n_records),
    )


def _of_tables(data: xr.DataArray, metric: Metric, inference: str, settings: Settings) -> Losses:
    """Take the errors of two classifiers; their covariance is right for the difference alone."""
    evidence = evidence_of(data, metric=metric)
    level = chosen_level(inference, evidence)
    variance = float(level.fit(evidence, settings).difference.sd) ** 2
    return Losses(
        classifiers=(evidence.first, evidence.second),
        mean=np.array([float(metric.loss_of_value(value)) for value in evidence.observed]),
        covariance=np.diag([variance / 2, variance / 2]),
        metric=metric,
        level=level.name,
        n_records=float(evidence.design.n_records),
    )


def arrays_of_losses(losses: Mapping[str, Losses]) -> tuple[xr.DataArray, xr.DataArray]:
    """Return losses and covariances of all data sets, NaN where a classifier is missing.

    Raises
    ------
    ValueError
        If data sets are of other metrics, or no two classifiers meet.
    """
    _check_one_metric(losses)
    classifiers = list(dict.fromkeys(name for one in losses.values() for name in one.classifiers))
    shape = (len(losses), len(classifiers))
    mean, covariance = np.full(shape, np.nan), np.full((*shape, len(classifiers)), np.nan)
    for row, one in enumerate(losses.values()):
        places = [classifiers.index(name) for name in one.classifiers]
        mean[row, places] = without_rounding(one.mean, one.metric.size(one.mean).max())
        covariance[np.ix_([row], places, places)] = one.covariance
    names = {"dataset": list(losses), "classifier": classifiers}
    return (
        xr.DataArray(mean, dims=("dataset", "classifier"), coords=names, name="loss"),
        xr.DataArray(covariance, dims=("dataset", "classifier", "other"), coords=names | {"other": classifiers}),
    )


def _check_one_metric(losses: Mapping[str, Losses]) -> None:
    (first, one), *others = losses.items()
    for name, other in others:
        known = {(metric.name, metric.greater_is_better, metric.bounds) for metric in (one.metric, other.metric)}
        if len(known) > 1:
            raise ValueError(
                f"`data` must be of one metric, with one direction and the same bounds, but {first!r} is of the "
                f"{one.metric.noun} and {name!r} of the {other.metric.noun}."
            )
