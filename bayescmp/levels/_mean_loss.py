"""The level "mean-loss": the mean of losses of records, or of what they add to a metric to first order."""

from typing import Any

import numpy as np
import xarray as xr

from bayescmp._bibliography import Cite, Sentence
from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.design import CROSS_VALIDATION, HOLD_OUT, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.levels._level import Level, Packed, Told, methods_of_embedding
from bayescmp.metrics import Metric
from bayescmp.posteriors import JointPosterior, likelihood_of_mean
from bayescmp.posteriors._embedded import embedded_worth
from bayescmp.posteriors._joint_student import JointStudent
from bayescmp.posteriors._mean_difference import MeanDifference
from bayescmp.posteriors._parts import parts_over
from bayescmp.posteriors._training_variance import tau_words
from bayescmp.posteriors._worth import worth_of_sums

_LEAST = 4  # records of a hold-out, of whose t distribution there is a standard deviation

EXACT = Trust(sentence="exact: a t distribution, no Monte Carlo", exact=True)
MIXED = Trust(sentence="exact: a mixture of normal distributions, no Monte Carlo", exact=True)


def _fits(design: Design, metric: Metric) -> bool:
    if metric.needs == "labels" or not design.has_records:
        return False
    return design.kind in {TWO_FOLD, CROSS_VALIDATION} or (design.kind == HOLD_OUT and metric.additive)


def _fit(evidence: PairEvidence, settings: Settings) -> MeanDifference:
    sums = _sums(evidence)
    counts = float((sums["records"] * sums["times"]).sum())
    per_record = sums["squares"] / counts - (sums["difference"].sum("training_set") / counts) ** 2
    per_record = per_record.clip(min=0)
    if evidence.design.kind == HOLD_OUT:
        if counts < _LEAST:
            raise ValueError(
                f"`data` must hold {_LEAST} records or more to tell the spread of losses, but hold {counts:g}."
            )
        scales = ((per_record / (counts - 1)) ** 0.5).expand_dims("part", -1)
        return MeanDifference(mean=sums["mean"], scales=scales, weights=xr.ones_like(scales), df=counts - 1)
    worth = worth_of_sums(sums, tau=settings.tau)
    shares, size = parts_over(worth.weights, worth.sizes, "tau")
    return MeanDifference(mean=sums["mean"], scales=(per_record / size) ** 0.5, weights=shares, df=np.inf, worth=worth)


def _sums(evidence: PairEvidence) -> xr.Dataset:
    if evidence.sums is None:
        raise ValueError("The mean of losses needs the answers on every record, but there are none.")
    return evidence.sums


def _joint(evidence: Evidence, pairs: MeanDifference, settings: Settings) -> JointPosterior:
    singles = evidence.singles()
    if evidence.design.kind != HOLD_OUT:
        own = _fit(singles, settings)
        assert own.worth is not None  # noqa: S101 - of a cross-validation
        return embedded_worth(pairs, own.difference, own.worth)
    validated = (evidence.predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    values = evidence.influence.isel(repeat=0).to_numpy()[:, validated]
    n = values.shape[1]
    names = list(evidence.classifiers)
    scale = np.atleast_2d(np.cov(values)) / n
    return JointStudent(
        mean=xr.DataArray(_sums(singles)["mean"].to_numpy(), dims="classifier", coords={"classifier": names}),
        scale=xr.DataArray(scale, dims=("classifier", "other"), coords={"classifier": names, "other": names}),
        df=float(n - 1),
    )


def _trust(posterior: MeanDifference, _: Settings) -> Trust:
    return EXACT if np.isfinite(posterior.df) else MIXED


def _assumes(design: Design, _: Settings) -> str:
    if design.kind == HOLD_OUT:
        return "independent records, whose mean difference is nearly normal; the classifiers are fixed"
    return (
        "over all validations the metric is to first order a mean over records, and nearly normal; training sets vary "
        "as sums over their records do"
    )


def _methods(told: Told) -> tuple[Sentence, ...]:
    tau = told.provenance.get("tau")
    if tau is None:
        what = (
            "The posterior of the difference of mean losses is a t distribution about the observed mean of the paired "
            "differences: that of normal differences under the prior 1/variance, the Bayesian correlated t test "
            "without correlation ("
        )
        return ((what, Cite("corani2015"), ")."),)
    pooled = "The metric is that of all validations together, not a mean over validation sets ("
    metric: Sentence = (pooled, Cite("forman2010"), ").")
    if told.metric.orders:
        pairs = (
            "The metric compares scores of one validation set only; what a record adds to it to first order are, for "
            "areas under the ROC curve, the components of "
        )
        metric = (pairs, Cite("delong1988"), ".")
    worth = (
        "The posterior of its difference is a mixture of normal distributions whose variances crossed effects of "
        "records and training sets tell; the variance that training sets add (tau, in units of the sampling variance; "
        f"prior: {tau}) was integrated out ("
    )
    return metric, (worth, Cite("bengio2004"), ").")


def _joint_methods(told: Told) -> tuple[Sentence, ...]:
    if "tau" in told.provenance:
        return methods_of_embedding(told)
    what = "Statements on all classifiers at once rest on the multivariate t distribution of their mean losses, whose "
    return ((f"{what}differences are those of the pairs.",),)


def _provenance(posterior: MeanDifference, settings: Settings) -> dict[str, Any]:
    return {} if posterior.worth is None else {"tau": tau_words(settings.tau)}


def pack_mean_difference(posterior: MeanDifference) -> Packed:
    """Return what files hold of a mixture of t distributions with one centre."""
    numbers = {
        "mean": float(posterior.mean),
        "scales": posterior.scales.to_numpy().tolist(),
        "weights": posterior.weights.to_numpy().tolist(),
        "df": None if np.isinf(posterior.df) else float(posterior.df),
    }
    return Packed(numbers=numbers)


def unpack_mean_difference(_: xr.DataArray | None, packed: Packed, __: Settings) -> MeanDifference:
    """Return the posterior that files hold."""
    numbers = packed.numbers
    scales, weights = (np.asarray(numbers[name], dtype=float) for name in ("scales", "weights"))
    df = np.inf if numbers["df"] is None else float(numbers["df"])
    is_one = scales.ndim == 1 and scales.shape == weights.shape and np.isfinite(scales).all()
    if not is_one or (scales < 0).any() or (weights < 0).any() or not abs(weights.sum() - 1) <= 1e-9 or not df > 0:
        raise ValueError("the posterior must be scales from 0 with weights that sum to 1, and degrees of freedom")
    return MeanDifference(
        mean=xr.DataArray(float(numbers["mean"])),
        scales=xr.DataArray(scales, dims="part"),
        weights=xr.DataArray(weights, dims="part"),
        df=df,
    )


MEAN_LOSS = Level(
    name="mean-loss",
    summary="the mean of losses of records, or of what they add to a metric of probabilities",
    plan=None,
    fits=_fits,
    fit=_fit,
    likelihood=likelihood_of_mean,
    trust=_trust,
    assumes=_assumes,
    methods=_methods,
    pack=pack_mean_difference,
    unpack=unpack_mean_difference,
    has_tau=lambda design: design.kind != HOLD_OUT,
    joint=_joint,
    prior=lambda _: "flat",
    joint_methods=_joint_methods,
    provenance=_provenance,
)
