"""Several answers of the same systems to a record: their mean is what a record says, or they are a group."""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._text import counted, percent
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp.design import Design
from bayescmp.evidence._fact import ANSWERS, Fact
from bayescmp.metrics import Answers, Metric, answers_of, metric_of_losses
from bayescmp.predictions import are_answers, are_preferences, once, provenance, wrong

_OF_RECORD = ("classifier", "record")
_SHARES = 1000  # values that a share may have
_NEARLY_ALL = 0.98  # of a variance


def records_of_answers(predictions: xr.Dataset, metric: Metric) -> tuple[xr.Dataset, Metric]:
    """Return predictions with one answer to a record, and the metric of them; as they are where there is one already.

    By a metric that is a mean over records they are its mean losses on each record, over as many answers as there are;
    by `PassAt` and `PassAll` the value of the answers. By others each answer is a record, and those to one are a group.
    `n_answers` and `within`, the variance of a record's mean that is due to answers, go with them.
    """
    if not are_answers(predictions) and metric.of_counts is None:
        return predictions, metric
    if metric.of_counts is None and not metric.additive:
        return _as_groups(predictions, metric, answers_of(predictions, metric)), metric
    mean, losses, answers = losses_of_records(predictions, metric)
    within = np.full(mean.shape, np.nan) if losses is None else _within(losses, answers.answered)
    if losses is not None and are_preferences(predictions):
        # What one loses the other one wins: half of their difference's variance each.
        within = np.tile(_within(np.diff(losses, axis=0), answers.answered[:1]) / 2, (2, 1))
    counts = {"n_answers": (_OF_RECORD, answers.answered.sum(1)), "within": (_OF_RECORD, within)}
    return of_mean_losses(predictions, metric, mean, counts)


def losses_of_records(predictions: xr.Dataset, metric: Metric) -> tuple[Floats, Floats | None, Answers]:
    """Return the loss of each record, NaN where it has no answer, the losses of its answers, and these.

    The mean over its answers, or by `PassAt` and `PassAll` what their number says, which has no losses of answers.
    """
    answers = answers_of(predictions, metric)
    if metric.of_counts is not None:
        return _by_counts(predictions, metric, answers), None, answers
    losses = _losses_of_answers(metric, answers)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.nansum(losses, axis=1) / answers.answered.sum(1), losses, answers


def _losses_of_answers(metric: Metric, answers: Answers) -> Floats:
    """Return the loss of every answer, NaN where there is none."""
    found = np.full(answers.answered.shape, np.nan)
    for place in np.flatnonzero(answers.answered.any((1, 2))).tolist():
        loss = metric.loss_of_value(answers.value(metric, place))
        found[place][answers.answered[place]] = answers.influence(metric, place) + loss
    return found


def _within(losses: Floats, answered: Booleans) -> Floats:
    """Return the variance of the mean of each record's answers, (n_classifiers, n_records).

    A record with one answer has the variance of an answer to others; NaN where no record has two.
    """
    count = answered.sum(1)
    mean = np.nansum(losses, axis=1) / np.maximum(count, 1)
    squares = np.nansum((losses - mean[:, None]) ** 2, axis=1)
    more = np.maximum(count - 1, 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_one = squares.sum(-1, keepdims=True) / more.sum(-1, keepdims=True)
        return np.where(count > 1, squares / more, of_one) / np.maximum(count, 1)


def _by_counts(predictions: xr.Dataset, metric: Metric, answers: Answers) -> Floats:
    """Return the losses of records by how many of their answers are right."""
    if not (predictions["fold"] == 0).all():
        raise ValueError(
            f"`metric` {metric.name!r} is of several answers to one test set, but `data` are of another design."
        )
    count = answers.answered.sum(1)
    is_wrong = wrong(predictions).transpose("classifier", "repeat", "record").to_numpy()
    right = (answers.answered & ~is_wrong).sum(1)
    assert metric.of_counts is not None  # noqa: S101 - asked for before
    few = np.argwhere((count > 0) & (count < metric.least_answers))
    if few.size:
        names = (predictions[dim].to_numpy()[place] for dim, place in zip(_OF_RECORD, few[0], strict=True))
        raise ValueError(
            f"`metric` {metric.name!r} needs {metric.least_answers} answers or more to every record, but "
            f"{next(names)!s} has {counted(int(count[tuple(few[0])]), 'answer')} to record {next(names)!s}."
        )
    losses = 1 - metric.of_counts(np.maximum(count, metric.least_answers), right)
    return np.where(count == 0, np.nan, losses)


def of_mean_losses(
    predictions: xr.Dataset, metric: Metric, losses: Floats, variables: Mapping[str, Any]
) -> tuple[xr.Dataset, Metric]:
    """Return a hold-out of the mean losses of records, with further variables, and its metric."""
    fold = predictions["fold"].transpose("repeat", "record").to_numpy()[:1]
    lacking = np.isnan(losses) & (fold >= 0)
    found = {"loss": (("classifier", "repeat", "record"), losses[:, None]), "fold": (("repeat", "record"), fold)}
    if lacking.any():
        found["missing"] = (("classifier", "repeat", "record"), lacking[:, None])
    kept = predictions[[name for name in ("group",) if name in predictions]].drop_dims("repeat", errors="ignore")
    coords = {name: predictions.coords[name] for name in ("classifier", "record", "task") if name in predictions.coords}
    data = kept.assign({**found, **variables}).assign_coords(coords).assign_attrs(predictions.attrs)
    own = metric_of_losses(metric.noun, greater_is_better=metric.greater_is_better, bounds=metric.bounds)
    return data, replace(own, name=metric.name, symbol=metric.symbol, better=metric.better)


def _as_groups(predictions: xr.Dataset, metric: Metric, answers: Answers) -> xr.Dataset:
    """Return each answer as a record, in groups of those to one record, or in the groups of the records."""
    if not answers.answered.all():
        raise ValueError(
            f"`metric` must be a mean over records where some have fewer answers than others, but {metric.name!r} is "
            "none. Leave out the answers that not all systems have to all records."
        )
    n_answers, n_records = answers.validated.shape
    items = np.tile(np.arange(n_records), n_answers)
    influence = np.stack(
        [answers.influence(metric, place).reshape(n_answers, -1) for place in range(len(answers.given))]
    )
    variables: dict[str, Any] = {
        "fold": (("repeat", "record"), np.zeros((1, items.size), dtype=np.int32)),
        "group": ("record", items),
        "item": ("record", items),
        "n_answers": (_OF_RECORD, np.full((len(answers.given), items.size), n_answers)),
        "within": (_OF_RECORD, _within(influence, answers.answered)[:, items]),
    }
    for name in ("y_true", "group", "task"):
        if name in predictions:
            variables[name] = ("record", predictions[name].to_numpy()[items])
    for name in ("y_pred", "y_prob", "y_score"):
        if name in predictions:
            one = predictions[name].transpose("classifier", "repeat", "record", ...)
            stacked = one.to_numpy().reshape(one.sizes["classifier"], 1, items.size, *one.shape[3:])
            variables[name] = (one.dims, stacked)
    kept = {name: predictions.coords[name] for name in ("classifier", "label")}
    found = xr.Dataset(variables, coords=kept, attrs=predictions.attrs)
    return found.set_coords("task") if "task" in found else found


def answers_of_records(
    predictions: xr.Dataset, variance: Floats, design: Design, first: Integers, second: Integers
) -> Fact:
    r"""Return the fact that records have several answers, with the share of the variance of differences that is theirs.

    `variance` is that of the differences of pairs, of which the largest share is told; NaN where no record has two
    answers, or the value of a record is not a mean.

    Notes
    -----
    The variance of means over answers, of both classifiers, whose answers are independent given the record, over that
    of the difference: :math:`\overline{s^2_i / K_i} / (n V)` (status S, a one-way layout). It may be above 1. Of
    preferences :math:`s^2_i` is the variance of the difference of what the two lose by an answer.
    """
    within, counts = (predictions[name].transpose(*_OF_RECORD).to_numpy() for name in ("within", "n_answers"))
    of_record = once(predictions, np.ones(within.shape[1], dtype=bool))
    within, counts = within[:, of_record], counts[:, of_record]
    of_answers = (within[first] + within[second]).mean(-1) / within.shape[1]
    share = of_answers / np.where(variance > 0, variance, np.nan)
    few, many = (f"{size:.0f}" for size in (design.answers.smallest, design.answers.largest))
    label = counted(many, "answer") if few == many else f"{few} to {many} answers"
    if few != many and len(first) == 1:
        names = predictions["classifier"].to_numpy()
        label += f" ({', '.join(f'{counts[place].sum()} of {names[place]}' for place in (first[0], second[0]))})"
    if few != many:
        are_wrong = "counted_wrong" in provenance(predictions)
        label += ", of those asked for," if are_wrong else ", those that are there,"
    largest = int(np.argmax(np.nan_to_num(share)))
    both = [first[largest], second[largest]][: 1 if are_preferences(predictions) else 2]  # a rater speaks of both
    units = design.n_groups if design.has_groups else int(design.n_records)
    df, size = float(np.maximum(counts[both] - 1, 0).sum()), float(share[largest])
    each = f"{label} to each of {counted(int(design.n_records), 'record')}"
    each += "" if design.has_groups else ", which are the units"
    found = Fact(kind=ANSWERS, text=each, count=units, size=size, df=df)
    if math.isnan(size):
        return found
    of, most = ("a pair's difference", "at most ") if len(first) > 1 else ("the difference", "")
    unit = "groups" if design.has_groups else "records"
    return replace(found, text=f"{each}; {_share_words(found, of, unit, most)}")


def _share_words(fact: Fact, of: str, unit: str, most: str) -> str:
    """Say what share of a variance is of answers, and what more of them can do."""
    limits = np.quantile(shares_of_answers(fact), (0.025, 0.975)).tolist()
    limits[1] = max(limits[1], min(fact.size, 1.0))  # no share is larger, but the estimate may be
    found, between = percent(min(fact.size, 1.0)), _from_to(limits)
    is_open = percent(limits[1]) == percent(1)  # then an estimate says more than is known: intervals do not vanish
    said = (
        f"at least {percent(limits[0])}" if is_open else most + (found if between == found else f"{found} ({between})")
    )
    share = f"{said} of the variance of {of} is estimated to come from answers to the same record: more of them"
    if limits[0] > _NEARLY_ALL:
        return f"{share} help as much as more {unit}, if those of two systems are independent"
    by = [1 - math.sqrt(1 - limit) for limit in limits]
    shorter = f"{percent(by[0])} shorter" if is_open else f"{_from_to(by)} shorter at most"
    return f"{share} can make intervals {shorter}, twice as many {unit} {percent(1 - math.sqrt(0.5))}"


def _from_to(limits: list[float]) -> str:
    """Write the limits of an estimated share, one where they look the same."""
    low, high = (percent(limit) for limit in limits)
    return high if low == high else f"{low} to {high}"


def shares_of_answers(fact: Fact) -> Floats:
    """Return what the share of the variance may be that is of answers, equally probable; NaN where nothing tells.

    Notes
    -----
    Its estimate over the true share has an F distribution where all is normal (status D, from a one-way layout); no
    share is above 1.
    """
    df = fact.count - 1
    if not (fact.size > 0 and df > 0 and fact.df > 0):
        return np.array([fact.size])
    below = special.fdtr(df, fact.df, 1 / fact.size) * (np.arange(_SHARES) + 0.5) / _SHARES
    return np.asarray(fact.size * special.fdtri(df, fact.df, below))
