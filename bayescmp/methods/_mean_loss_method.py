"""The method "mean-loss": the mean of losses of records, or of what they add to a metric to first order."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import xarray as xr
from scipy import special

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._typing import Floats, Integers
from bayescmp.design import CROSS_VALIDATION, HOLD_OUT, RUNS, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._answered import answered_by
from bayescmp.evidence._facts_of_metric import ordered_classes, rarest
from bayescmp.evidence._influence import influences
from bayescmp.evidence._pair import NEVER_WRONG
from bayescmp.methods._method import Analysis, Method
from bayescmp.metrics import Metric
from bayescmp.posteriors import JointPosterior, JointStudent, StudentPosterior
from bayescmp.posteriors._crossed_effects import effective_size_of_sums
from bayescmp.posteriors._embedded import embedded_by_size
from bayescmp.posteriors._mixture import parts_over
from bayescmp.posteriors._pair_posteriors import (
    MeanDifference,
    as_copies,
    squared_scales,
    variance_without_spread,
    with_least_spread,
)
from bayescmp.posteriors._prior_of_tau import tau_words
from bayescmp.posteriors._runs import IN_WORDS, embedded_by_scale, with_runs
from bayescmp.predictions import lacks_answers
from bayescmp.results import Settings, Trust, Values, plain

_UPPER = 0.975  # end of an interval that a spread which is taken, and not seen, has of a t distribution
_LEAST = 4  # records of a hold-out, of whose t distribution there is a standard deviation
_ROUNDING = 1e-14  # relative, of a variance of a difference

_OF_GROUPS: Sentence = (
    (
        "The posterior of the difference is a t distribution about the observed one, whose variance is that of the "
        "sums of groups of what records add to the metric, and larger where groups differ in size ("
    ),
    Cite("liang1986"),
    (
        "); it has one degree of freedom less than there are groups, of a metric of order than there are groups with "
        "records of the class in fewest of them, at least 3."
    ),
)
_OF_RUNS: Sentence = (
    (
        "The posterior of the difference of the means over runs is a mixture of t distributions about the observed "
        "one: its variance is that over records, and what runs add to it, whose posterior follows from the mean "
        "squares of the table of records and runs, as in reader studies ("
    ),
    Cite("obuchowski1995"),
    f"), and a prior ({IN_WORDS}, of the runs' standard deviation in units of the sampling one).",
)
EXACT = Trust(sentence="exact: a t distribution, no Monte Carlo", exact=True)
MIXED = Trust(sentence="exact: a mixture of normal distributions, no Monte Carlo", exact=True)
_OF_T = replace(MIXED, sentence="exact: a mixture of t distributions, no Monte Carlo")


class OfMeans(Method):
    """A method whose posterior is a mixture of t distributions with one centre."""

    def trust(self, posterior: MeanDifference, settings: Settings) -> Trust:  # noqa: ARG002 - of all ropes
        if np.isinf(posterior.df).any():
            return MIXED
        return EXACT if posterior.scales.sizes["part"] == 1 else _OF_T

    def numbers(self, posterior: MeanDifference) -> dict[str, Any]:
        return {
            "mean": float(posterior.mean),
            "scales": posterior.scales.to_numpy().tolist(),
            "weights": posterior.weights.to_numpy().tolist(),
            "df": None if np.isinf(posterior.df) else float(posterior.df),
        }


@dataclass(frozen=True, kw_only=True)
class MeanLoss(OfMeans):
    """The mean of losses of records, or of what they add to a metric of probabilities.

    Attributes
    ----------
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add, as in `crossed_effects_posterior`.
    """

    name = "mean-loss"
    spoken = "t posterior"
    summary = "the mean of losses of records, or of what they add to a metric of probabilities"
    model = "a t distribution of the difference in {noun}"
    has_joint = True
    tau: Any = "default"

    def fits(self, design: Design, metric: Metric) -> bool:
        if metric.needs == "labels" or not design.has_records:
            return False
        is_mean = design.is_one_test_set and (metric.additive or metric.orders)
        return is_mean or design.kind in {TWO_FOLD, CROSS_VALIDATION}

    def fit(self, evidence: PairEvidence, settings: Settings) -> MeanDifference:  # noqa: ARG002 - nothing is drawn
        sampling, runs = self.sampling(evidence), evidence.runs
        if runs is None:
            return sampling
        one_run = None if sampling.mean.ndim else with_runs(sampling, runs, of_one=True)  # said of two alone
        return replace(with_runs(sampling, runs), one_run=one_run)

    def sampling(self, evidence: PairEvidence) -> MeanDifference:
        """Return the posterior of the mean over the trainings that there are."""
        sums = _sums(evidence)
        per_record, counts = _per_record(sums)
        least = least_variance(evidence, sums)
        if evidence.design.is_one_test_set and not evidence.design.n_groups:
            if evidence.metric.additive and not _has_classes(evidence.predictions):
                _check_several(counts)
                variance, df = per_record / (counts - 1), plain(counts - 1)
            else:
                variance, df = _of_order(evidence)
            scales = (xr.where(variance > least / counts, variance, least / counts) ** 0.5).expand_dims("part", -1)
            return MeanDifference(mean=sums["mean"], scales=scales, weights=xr.ones_like(scales), df=df)
        if evidence.design.n_groups:
            _check_several(sums["records"].sum("times"), "group")
        effective_size = effective_size_of_sums(sums, tau=self.tau)
        shares, size = parts_over(effective_size.weights, effective_size.sizes, "tau")
        few = np.ones(())
        if np.isinf(effective_size.df):  # as wide as in a hold-out
            few = special.stdtrit(sums["records"].sum("times") - 1, _UPPER) / special.ndtri(_UPPER)
        scales = ((per_record + least * few**2) / size) ** 0.5
        return MeanDifference(
            mean=sums["mean"], scales=scales, weights=shares, df=effective_size.df, effective_size=effective_size
        )

    def joint(self, evidence: Evidence, pairs: MeanDifference, settings: Settings) -> JointPosterior:
        pairs = as_copies(pairs)
        of_pairs = squared_scales(pairs.scales.max("part").to_numpy(), list(evidence.classifiers))
        if evidence.design.kind == RUNS:
            return embedded_by_scale(pairs, self.fit(evidence.singles(), settings))
        if evidence.design.kind != HOLD_OUT:
            singles = self.fit(evidence.singles(), settings)
            assert singles.effective_size is not None  # noqa: S101 - of a cross-validation
            scales = singles.scales.where(np.isfinite(singles.scales), 0.0)  # a loss that never varies
            return embedded_by_size(pairs, replace(singles, scales=scales).difference, singles.effective_size)
        covariance, unseen, df = _of_all(evidence)
        more = unseen / 2 * (1 + np.eye(len(covariance)))  # of which a difference, and each by itself, has `unseen`
        own = _by_themselves(evidence, covariance, unseen, df)
        # Of losses without bounds that never vary nothing else is known.
        own = replace(own, scale=own.scale.where(np.isfinite(own.scale), 0.0))
        scale = with_least_spread(covariance, of_pairs - unseen) + more
        return JointStudent(losses=own, scale=xr.DataArray(scale, dims=("classifier", "other")))

    def alone(self, evidence: Evidence, settings: Settings) -> Any:
        if evidence.design.kind != HOLD_OUT:
            return self.fit(evidence.singles(), settings).difference
        return _by_themselves(evidence, *_of_all(evidence))

    def assumes(self, design: Design) -> str:
        if design.kind == RUNS:
            return (
                f"independent {design.units}; runs that are independent, with normal means; the prior of their variance"
            )
        if design.kind == HOLD_OUT:
            return f"independent {design.units}, whose mean difference is nearly normal; the classifiers are fixed"
        return (
            "over all validations the metric is to first order a mean over records, and nearly normal; training sets "
            "vary as sums over their records do"
        )

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        tau = analysis.provenance.get("tau")
        if analysis.design.kind == RUNS:
            return (_OF_RUNS,)
        if tau is None and analysis.design.n_groups:
            return (_OF_GROUPS,)
        if tau is None and analysis.metric.orders:
            what = (
                "The posterior of the difference is a t distribution about the observed one, whose variance is that of "
                "what records add to the metric to first order, within classes and between; for areas under the ROC "
                "curve of one class it is that of DeLong and others ("
            )
            few = (
                "), and what n records of a class leave unseen, (2 / (n + 4))^2 / n, is added; the degrees of freedom "
                "are those of the rarest class, at least 3."
            )
            return ((what, Cite("delong1988"), few),)
        if tau is None:
            what = (
                "The posterior of the difference of mean losses is a t distribution about the observed mean of the "
                "paired differences: that of normal differences under the prior 1/variance, the Bayesian correlated t "
                "test without correlation ("
            )
            return ((what, Cite("corani2015"), ")."),)
        pooled = "The metric is that of all validations together, not a mean over validation sets ("
        metric: Sentence = (pooled, Cite("forman2010"), ").")
        if analysis.metric.orders:
            pairs = (
                "The metric compares scores of one validation set only; what a record adds to it to first order are, "
                "for areas under the ROC curve, the components of "
            )
            metric = (pairs, Cite("delong1988"), ".")
        worth = (
            "The posterior of its difference is a mixture of normal distributions whose variances crossed effects of "
            "records and training sets tell; the variance that training sets add (tau, in units of the sampling "
            f"variance; prior: {tau}) was integrated out ("
        )
        return metric, (worth, Cite("bengio2004"), ").")

    def joint_sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        if "tau" in analysis.provenance:
            return super().joint_sentences(analysis)
        what = "the multivariate t distribution of their mean losses, whose differences are those of the pairs"
        return ((f"Statements on all classifiers at once rest on {what}.",),)

    def provenance(self, posterior: MeanDifference) -> dict[str, Any]:
        effective_size = posterior.effective_size
        return {} if effective_size is None or not effective_size.has_tau else {"tau": tau_words(self.tau)}


def _by_themselves(evidence: Evidence, covariance: Floats, unseen: float, df: float) -> StudentPosterior:
    """Return the posterior of the loss of each on a hold-out, from what `_of_all` returns."""
    singles = evidence.singles()
    sums, (low, high) = _sums(singles), evidence.metric.bounds
    counts, mean = _per_record(sums)[1], sums["mean"]
    if low is not None and high is not None:  # a loss at either bound is as well known
        sums = sums.assign(mean=np.minimum(mean - low, high - mean))
    least = least_variance(singles, sums) / counts
    squared = least.copy(data=np.maximum(np.diagonal(covariance) + unseen, least))
    return StudentPosterior(location=mean, scale=squared**0.5, df=df, name="loss")


def _of_all(evidence: Evidence) -> tuple[Floats, float, float]:
    """Return the covariance of the losses on a hold-out, what it leaves unseen, and degrees of freedom."""
    validated = (evidence.predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    if evidence.metric.additive:
        _check_several(validated.sum())
    if evidence.groups is not None:
        return evidence.groups.covariance, 0.0, evidence.groups.df
    if not evidence.metric.additive:
        covariance, unseen, df = _covariance(evidence.predictions, evidence.metric)
        return covariance.to_numpy(), unseen, df
    values = evidence.influence.isel(repeat=0).to_numpy()[:, validated]
    return np.atleast_2d(np.cov(values)) / values.shape[1], 0.0, values.shape[1] - 1.0


def _per_record(sums: xr.Dataset) -> tuple[xr.DataArray, xr.DataArray]:
    """Return the mean square of the differences about their mean, and the number of these."""
    counts = (sums["records"] * sums["times"]).sum("times")
    if "per_record" in sums:
        return sums["per_record"], counts
    per_record = sums["squares"] / counts - (sums["difference"].sum("training_set") / counts) ** 2
    return per_record.clip(min=0), counts


def _check_several(counts: Any, unit: str = "record") -> None:
    if counts.min() < _LEAST:
        raise ValueError(
            f"`data` must hold {_LEAST} {unit}s or more to tell the spread of losses, but hold {float(counts.min()):g}."
        )


def _has_classes(predictions: xr.Dataset | None) -> bool:
    """Tell whether losses are means over runs of a metric of order, whose classes stand beside."""
    return predictions is not None and "ordered_class" in predictions


def _of_order(evidence: PairEvidence) -> tuple[xr.DataArray, Values]:
    """Return the variance of a metric of order, for one area under the ROC curve DeLong's, and degrees of freedom."""
    predictions = evidence.predictions
    if predictions is None:
        raise ValueError(f"`metric` {evidence.metric.name!r} needs the answers on every record, but there are none.")
    if evidence.second == NEVER_WRONG:
        covariance, unseen, few = _covariance(predictions, evidence.metric)
        names = {"classifier": covariance["classifier"]}
        return xr.DataArray(np.diagonal(covariance) + unseen, dims="classifier", coords=names), few
    if lacks_answers(predictions):
        found = [_pair_of(*_covariance(answered_by(predictions, one), evidence.metric), [one]) for one in evidence.each]
        variance, df = (xr.concat(part, dim="pair") for part in zip(*found, strict=True))
    else:
        variance, df = _pair_of(*_covariance(predictions, evidence.metric), evidence.each)
    return (variance, plain(df)) if evidence.names[0].size else (variance[0], float(df[0]))


def _pair_of(
    covariance: xr.DataArray, unseen: float, df: float, pairs: Sequence[tuple[str, str]]
) -> tuple[xr.DataArray, xr.DataArray]:
    """Return the variances of differences, of which none is seen where it is rounding alone, and degrees of freedom."""
    first, second = (xr.DataArray(list(names), dims="pair") for names in zip(*pairs, strict=True))
    own = covariance.sel(classifier=first, other=first) + covariance.sel(classifier=second, other=second)
    variance = own - 2 * covariance.sel(classifier=first, other=second)
    variance = variance.where(variance > _ROUNDING * own, 0.0).drop_vars(("classifier", "other"))
    return variance + unseen, xr.full_like(variance, df)


def _covariance(predictions: xr.Dataset, metric: Metric) -> tuple[xr.DataArray, float, float]:
    """Return the covariance of losses by a metric of order, what it leaves unseen, and degrees of freedom.

    These are those of the rarest class, and at least 3, so that there is a standard deviation.
    """
    validated = (predictions["fold"] >= 0).isel(repeat=0).to_numpy()
    values = influences(predictions, metric).isel(repeat=0).to_numpy()[:, validated]
    if _has_classes(predictions):  # means over runs
        classes = predictions["ordered_class"].to_numpy()[validated]
    else:
        classes = ordered_classes(predictions, metric)[validated]
    found = covariance_by_class(values, classes)
    coords = dict.fromkeys(("classifier", "other"), predictions["classifier"].to_numpy().astype(str))
    df = max(int(np.unique(classes, return_counts=True)[1].min()), _LEAST) - 1
    return xr.DataArray(found, dims=("classifier", "other"), coords=coords), unseen_variance(classes), float(df)


def covariance_by_class(values: Floats, classes: Integers) -> Floats:
    r"""Return the covariance of losses of classifiers by a metric of order, of classes with two records or more.

    `values` (n_classifiers, n_records) are what every record adds to the losses, to first order, with mean 0.

    Notes
    -----
    :math:`n^{-2} \sum_c n_c (S_c + \bar\psi_c \bar\psi_c^\top)`, with the mean and the covariance S of what the
    :math:`n_c` records of a class add, S with the divisor :math:`n_c - 1`. For the area under the ROC curve of one
    class it is the variance of DeLong and others (status S [1]_), whose means of classes are 0; of other metrics these
    add what numbers of records of the classes do (derived).

    References
    ----------
    .. [1] E. R. DeLong, D. M. DeLong and D. L. Clarke-Pearson, "Comparing the Areas under Two or More Correlated
       Receiver Operating Characteristic Curves: A Nonparametric Approach", Biometrics 44(3), 1988.
       :doi:`10.2307/2531595`
    """
    found = np.zeros((len(values), len(values)))
    for one in np.unique(classes):
        own = values[:, classes == one]
        mean = own.mean(1)
        found += own.shape[1] * (np.cov(own).reshape(found.shape) + np.outer(mean, mean))
    return found / classes.size**2


def unseen_variance(classes: Integers) -> float:
    r"""Return the variance of a difference by a metric of order that few records of a class may not show.

    :math:`\sum_c \frac{1}{n_c} \bigl(\frac{2}{K} \frac{2}{n_c + 4}\bigr)^2` over K classes of :math:`n_c` records (a
    choice, made by simulation): a record of a class differs by as much more as the two of four pseudo-records move a
    mean that tell two classifiers apart, and its class has the share 2/K of the metric.
    """
    counts = np.unique(classes, return_counts=True)[1]
    return float(np.sum((2 / counts.size * 2 / (counts + 4)) ** 2 / counts))


def _sums(evidence: PairEvidence) -> xr.Dataset:
    if evidence.sums is None:
        raise ValueError("The mean of losses needs the answers on every record, but there are none.")
    return evidence.sums


def least_variance(evidence: PairEvidence, sums: xr.Dataset) -> xr.DataArray:
    """Return the variance per record that is taken, 0 where the differences have one of their own.

    As `variance_without_spread`. A metric of how scores order records is a mean over the records of a class, and over
    all others, so that the fewer of both are counted.
    """
    n = count = sums["records"].sum("times")
    if evidence.metric.orders and evidence.predictions is not None:
        count = xr.zeros_like(n) + rarest(evidence.predictions, evidence.metric)[0]
    taken = xr.apply_ufunc(variance_without_spread, sums["mean"], count, evidence.metric.widest)
    return (taken * n / count).where(sums["squares"] == 0, 0.0)
