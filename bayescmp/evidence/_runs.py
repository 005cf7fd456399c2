"""Several trainings of algorithms: the mean loss of each record, and how much the runs' means vary."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import counted, one_line, percent
from bayescmp._support._typing import Array, Booleans, Floats, Integers
from bayescmp.evidence._fact import RUNS, Fact
from bayescmp.evidence._facts_of_metric import check_several, ordered_classes
from bayescmp.evidence._several_answers import losses_of_records, of_mean_losses
from bayescmp.evidence._sums import of_difference
from bayescmp.metrics import Metric
from bayescmp.predictions import groups_of, provenance

_OF_RUNS = ("classifier", "run", "record")


def records_of_runs(predictions: xr.Dataset, metric: Metric) -> tuple[xr.Dataset, Metric]:
    """Return predictions with the mean loss over runs of each record, and the metric of it; of runs that are equal one.

    By a metric that is no mean over records a run's loss of a record is what it adds to first order. `run_loss` has
    those of each run, NaN where a classifier has no such run, `n_runs` their number, and `ordered_class` the classes
    that a metric of order tells apart.
    """
    check_several(predictions, metric)
    ids = predictions["run"].to_numpy()
    names = pd.unique(ids)
    losses = np.stack([losses_of_records(predictions.isel(repeat=ids == name), metric)[0] for name in names], axis=1)
    validated = predictions["fold"].to_numpy()[0] >= 0
    of_these = losses[..., validated]
    has_run = ~np.isnan(of_these).any(-1)
    if not has_run.any(1).all():
        without = predictions["classifier"].to_numpy()[np.argmin(has_run.any(1))]
        raise ValueError(f"`data` must have a run of every classifier, but have none of {str(without)!r}.")
    if provenance(predictions).get("paired_runs") and (has_run != has_run[0]).any():
        lacks = names[np.argmax((has_run != has_run[0]).any(0))]
        raise ValueError(
            f"Runs that are paired (`paired_runs`) must be those of all classifiers, but not all have run {lacks!s}."
        )
    mean = np.full((len(losses), validated.size), np.nan)
    mean[:, validated] = np.nanmean(of_these, axis=1)
    if names.size == ids.size and (np.nanmax(of_these, axis=1) == np.nanmin(of_these, axis=1)).all():
        return _first_of_each(predictions, has_run), metric
    variables = {"run_loss": (_OF_RUNS, losses), "n_runs": ("classifier", has_run.sum(1))}
    if metric.orders:
        variables["ordered_class"] = ("record", ordered_classes(predictions, metric))
    return of_mean_losses(predictions, metric, mean, variables)


def _first_of_each(predictions: xr.Dataset, has_run: Booleans) -> xr.Dataset:
    """Return the first run of each classifier as a hold-out."""
    data = predictions.drop_vars(["run", "missing"], errors="ignore")
    chosen = [
        data.isel(classifier=[place], repeat=[int(first)]).assign_coords(repeat=[0])
        for place, first in enumerate(np.argmax(has_run, axis=1))
    ]
    return xr.concat(
        chosen, dim="classifier", data_vars="minimal", coords="minimal", compat="override", join="override"
    )


@dataclass(frozen=True, kw_only=True, eq=False)
class RunSums:
    r"""What runs add to the variances of mean losses; the last classifier is one that is never wrong, with one run.

    Notes
    -----
    Run r of R loses :math:`x_{ri}` on unit i of n. `between` is the variance of the means :math:`m_r`, of which `rest`,
    :math:`\sum (x_{ri} - \bar x_i - m_r + \bar x)^2 / ((R - 1)(n - 1) n)`, is what records and runs add together; both
    are covariances where runs are paired.
    """

    count: Integers  # of the runs of each, (k + 1,)
    between: Floats  # (k + 1, k + 1)
    rest: Floats  # (k + 1, k + 1)
    paired: bool

    @classmethod
    def of(cls, predictions: xr.Dataset) -> Self:
        """Add up the losses of runs over records, or groups of them."""
        validated = predictions["fold"].to_numpy()[0] >= 0
        losses, codes = predictions["run_loss"].transpose(*_OF_RUNS).to_numpy()[..., validated], groups_of(predictions)
        means = losses.mean(-1)
        centred, count = losses - means[..., None], (~np.isnan(means)).sum(1)
        if codes is not None:  # z_g = G / n sum of (x_i - m)
            names, codes = np.unique(codes[validated], return_inverse=True)
            is_in = codes == np.arange(names.size)[:, None]
            centred = centred @ is_in.T * (names.size / codes.size)
        rest, n = centred - np.nanmean(centred, axis=1, keepdims=True), centred.shape[-1]
        apart = means - np.nanmean(means, axis=1, keepdims=True)
        paired = bool(provenance(predictions).get("paired_runs"))
        df = np.append(np.maximum(count - 1, 1), 1)[:, None]
        return cls(
            count=np.append(count, 1),
            between=_products(apart[..., None], paired=paired) / df,
            rest=_products(rest, paired=paired) / df / (max(n - 1, 1) * n),
            paired=paired,
        )

    @classmethod
    def of_values(cls, values: Floats) -> Self:
        """Take what runs add from one value of each, (n_classifiers, n_runs), NaN where there is no such run."""
        count = (~np.isnan(values)).sum(1)
        between = np.pad(np.diag(np.nanvar(values, axis=1, ddof=1)), (0, 1))
        return cls(count=np.append(count, 1), between=between, rest=np.zeros_like(between), paired=False)

    def difference(self, first: Integers | int, second: Integers | int) -> xr.Dataset:
        """Return `count`, `between` and `rest` of the runs of both sides, or of paired ones of their difference."""
        lead = ("pair",) * np.ndim(first)
        both = np.stack([first, second], axis=-1)
        found = {"between": self.between[both, both], "rest": self.rest[both, both], "count": self.count[both]}
        if self.paired:
            found = {
                "between": of_difference(self.between[..., None], first, second),
                "rest": of_difference(self.rest[..., None], first, second),
                "count": self.count[both[..., :1]],
            }
        return xr.Dataset({name: ((*lead, "side"), values) for name, values in found.items()})


def _products(values: Floats, *, paired: bool) -> Floats:
    """Return sums of products over runs and units, one row and column more for one that is never wrong."""
    known = np.nan_to_num(values)
    found = np.einsum("kru,lru->kl", known, known) if paired else np.diag(np.einsum("kru,kru->k", known, known))
    return np.pad(found, (0, 1))


def values_of_runs(predictions: xr.Dataset | None, metric: Metric) -> dict[str, Floats]:
    """Return the value of each run of each classifier, none where it was trained once."""
    if predictions is None or "run_loss" not in predictions:
        return {}
    validated = predictions["fold"].to_numpy()[0] >= 0
    means = predictions["run_loss"].transpose(*_OF_RUNS).to_numpy()[..., validated].mean(-1)
    names = map(str, predictions["classifier"].to_numpy())
    return {name: metric.loss_of_value(own[~np.isnan(own)]) for name, own in zip(names, means, strict=True)}


def fact_of_runs(names: list[str], runs: xr.Dataset, sampling: float, what: str) -> Fact:
    """Say which share of the variance of `what` comes from runs, and what more of them would do.

    `sampling` is the variance of the mean over the runs that there are.
    """
    between, rest, count = (runs[name].to_numpy() for name in ("between", "rest", "count"))
    many = count > 1
    of_runs = float((np.maximum(between - rest, 0) / count)[many].sum())
    of_rest = min(float((rest / count)[many].sum()), sampling)
    total = sampling + of_runs
    if not total > 0:
        return Fact(kind=RUNS, text="no run differs from another")
    by = [percent(one / total) for one in (of_runs, sampling - of_rest, of_rest)]
    text = "the variance of {} comes to an estimated {} from runs, {} from records".format(what, *by[:2])
    text += f" and {by[2]} from what runs do differently on single records"
    if many.all():
        text += ": intervals allow for more from runs, and `plan` says what more runs or records would do"
    single = [one_line(name) for name, one in zip(names, many, strict=False) if not one]
    fixed = f"; {' and '.join(single)} has one run, and is taken as this one fitted classifier" if single else ""
    return Fact(kind=RUNS, text=text + fixed, size=of_runs / total, count=int(count.max()))


def facts_of_copies(predictions: xr.Dataset) -> Iterator[Fact]:
    """Name classifiers of which some runs are copies of others."""
    answers = next(name for name in ("loss", "y_score", "y_prob", "y_pred") if name in predictions)
    values = predictions[answers].transpose("classifier", "repeat", ...).to_numpy()
    answered = np.ones(values.shape[:2], dtype=bool)
    if "missing" in predictions:
        answered = ~predictions["missing"].transpose("classifier", "repeat", "record").to_numpy().all(-1)
    for place, (name, own) in enumerate(zip(predictions["classifier"].to_numpy(), values, strict=True)):
        rows = [one.tobytes() for one, has in zip(own, answered[place], strict=True) if has]
        if len(set(rows)) < len(rows):
            copies = f"{counted(len(rows), 'run')} of {one_line(str(name))} are {len(set(rows))} and copies of these"
            remedy = "a seed that is fixed, such as `random_state=0`, makes them so"
            yield Fact(kind="copies", text=f"{copies}, which say no more than one does: {remedy}")


def welch_df(variances: Array, df: Array) -> Floats:
    """Return the degrees of freedom of a sum of independent variances (..., side); where all are 0, those of all."""
    # (sum v)^2 / sum(v^2 / df) (Welch 1947)
    parts = np.divide(variances**2, df, out=np.zeros(np.shape(variances)), where=df > 0).sum(-1)
    return np.where(parts > 0, variances.sum(-1) ** 2 / np.where(parts > 0, parts, 1.0), df.sum(-1))
