"""The method "label-counts": any metric of labels, by draws of the true and both predicted labels."""

from dataclasses import dataclass
from typing import Any

import xarray as xr

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._shared import shared
from bayescmp._support._validation import generator
from bayescmp.design import CROSS_VALIDATION, HOLD_OUT, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.evidence._answered import answered_by
from bayescmp.evidence._influence import pooled_values
from bayescmp.methods._method import Analysis, Method, trust_of_draws
from bayescmp.metrics import Metric, positive_label
from bayescmp.posteriors import DrawnPosterior, JointPosterior
from bayescmp.posteriors._crossed_effects import EffectiveSize, effective_size_of_sums
from bayescmp.posteriors._embedded import embedded_by_size
from bayescmp.posteriors._joint import DrawnJoint
from bayescmp.posteriors._label_cells import LabelCells, label_cells
from bayescmp.posteriors._laws_over_datasets import picked
from bayescmp.posteriors._one_quantity import SampledPosterior, in_chains
from bayescmp.posteriors._prior_of_tau import tau_words
from bayescmp.results import Posterior, Settings, Trust

DRAWS = 20_000
_DRAWS_BY_FUNCTION = 2_000  # of metrics that are called for each draw
_NUMBERS = 2e7  # of weights of classes, beyond which draws are fewer
_ROUNDING = 1e-6
_OF_GROUPS: Sentence = (
    (
        "The sums of groups of what each record adds to the metric tell how many independent records they are worth; "
        "that few groups leave this open was integrated out."
    ),
)
_FAR = 0.5  # standard deviations; an interval of 95 % that is moved so far holds in 92 %


@dataclass(frozen=True, kw_only=True)
class LabelCounts(Method):
    """Any metric of labels, by draws of the true and both predicted labels.

    Attributes
    ----------
    tau : {"default", "cautious"}, a number or a distribution, default "default"
        Prior of the variance that training sets add, as in `crossed_effects_posterior`.
    strength : float, default 1.0
        A quarter of the prior pseudo-records.
    """

    name = "label-counts"
    summary = "any metric of labels, by draws of true and predicted labels"
    model = "the joint distribution of true and predicted labels"
    has_joint = True
    tau: Any = "default"
    strength: float = 1.0

    def fits(self, design: Design, metric: Metric) -> bool:
        is_one = design.kind in {HOLD_OUT, TWO_FOLD, CROSS_VALIDATION} and design.has_records
        return is_one and metric.needs == "labels" and not metric.counts_errors

    def fit(self, evidence: PairEvidence, settings: Settings) -> DrawnPosterior:
        predictions, effective_size = evidence.predictions, self._effective_size(evidence)
        if predictions is None:
            raise ValueError(f"The metric {evidence.metric.name!r} needs predicted labels, but there are only tables.")
        found = [
            self._losses(chosen, evidence.metric, _part(effective_size, place), settings)
            for place, chosen in enumerate(answered_by(predictions, names) for names in evidence.each)
        ]
        unnamed = [one.drop_vars("classifier") for one in found]
        losses = xr.concat(unnamed, dim="pair") if evidence.names[0].size else found[0]
        first, second = (losses["observed"].isel(classifier=place, drop=True) for place in (0, 1))
        return DrawnPosterior(losses=losses["drawn"], observed=first - second, effective_size=effective_size)

    def _effective_size(self, evidence: PairEvidence) -> EffectiveSize | None:
        """Return what a cross-validation or groups are worth, None for a hold-out whose records are independent."""
        if evidence.design.kind == HOLD_OUT and not evidence.design.n_groups:
            return None
        sums = evidence.sums
        if evidence.metric.formula is None and sums is not None and bool((sums["typical"] == 0).any()):
            raise ValueError(
                "`metric` must move a little with the weights of records in a cross-validation, but "
                f"{evidence.metric.name} stays as it is where the classifiers differ, as a step does. `run_tests` "
                "needs no weights."
            )
        if sums is None:
            raise ValueError(
                f"`metric` must tell the influence of records in a cross-validation, but {evidence.metric.name!r} does "
                "not. A function needs the argument `sample_weight`, the weights of records; `run_tests` needs none."
            )
        return effective_size_of_sums(sums, tau=self.tau)

    def _losses(
        self, predictions: xr.Dataset, metric: Metric, effective_size: EffectiveSize | None, settings: Settings
    ) -> xr.Dataset:
        """Return losses of some classifiers: `drawn` together, dims (draw, classifier), and `observed`."""
        names = predictions["classifier"].to_numpy()
        source = settings.seed
        draws = _draws(metric, predictions.sizes["label"])
        cells = _ordered_cells(predictions, self.strength)
        _check_class(cells, metric)
        _check_weights(cells, metric, predictions)
        sizes = None
        if effective_size is not None:
            source = generator(source)
            sizes = effective_size.drawn_sizes(draws, source).to_numpy()
        values = cells.draw(metric, draws, source, sizes=sizes)
        if len(names) == 2 and (cells.predicted[:, 0] == cells.predicted[:, 1]).all():
            swapped = values.isel(draw=slice(0, values.sizes["draw"] // 2 * 2, 2), classifier=[1, 0])
            values[1::2] = swapped.to_numpy()  # identical ones are exchangeable: every draw comes both ways round
        if float(values.max()) == float(values.min()):
            constant = f"{float(values.max()):g} for all"
            raise ValueError(f"`metric` must differ between predictions, but {metric.name} is {constant}.")
        found = xr.Dataset({"drawn": values, "observed": cells.values(metric)})
        return found.map(metric.loss_of_value).sel(classifier=list(map(str, names)))

    def alone(self, evidence: Evidence, settings: Settings) -> Posterior:
        effective_sizes = self._effective_size(evidence.singles())
        if effective_sizes is None:
            return self._of_cells(evidence).losses
        return self._by_themselves(evidence, effective_sizes, settings)

    def _by_themselves(self, evidence: Evidence, sizes: EffectiveSize, settings: Settings) -> SampledPosterior:
        predictions, metric = evidence.predictions, evidence.metric
        singles = [
            self._losses(predictions.isel(classifier=[place]), metric, _part(sizes, place), settings)["drawn"]
            for place in range(predictions.sizes["classifier"])
        ]
        return SampledPosterior(draws=in_chains(xr.concat(singles, dim="classifier")), name="loss")

    def _of_cells(self, evidence: Evidence) -> DrawnJoint:
        predictions, metric = evidence.predictions, evidence.metric
        cells = label_cells(predictions, strength=self.strength)
        _check_class(cells, metric)
        return DrawnJoint(records=cells, metric=metric, n_draws=_draws(metric, predictions.sizes["label"]))

    def joint(self, evidence: Evidence, pairs: DrawnPosterior, settings: Settings) -> JointPosterior:
        sizes = self._effective_size(evidence.singles())
        if pairs.effective_size is None or sizes is None:
            return self._of_cells(evidence)
        return embedded_by_size(pairs, self._by_themselves(evidence, sizes, settings), sizes)

    def trust(self, posterior: DrawnPosterior, settings: Settings) -> Trust:  # noqa: ARG002 - of all ropes
        return trust_of_draws(posterior, f"{posterior.losses.sizes['draw']} draws", _moved(posterior))

    def assumes(self, design: Design) -> str:
        if design.kind == HOLD_OUT:
            return f"independent {design.units}; the classifiers are fixed"
        return (
            "the metric is that of all validations together, to first order a mean over records; training sets vary as "
            "sums over their records do"
        )

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        what = "The posterior of the difference is that of the joint distribution of true and both predicted labels, "
        how = f") with {self.prior_words()}, in {analysis.provenance.get('draws', DRAWS)} draws."
        model = (f"{what}a Dirichlet process (", Cite("ferguson1973"), how)
        tau = analysis.provenance.get("tau")
        if tau is None and analysis.design.n_groups:
            return model, _OF_GROUPS
        if tau is None:
            return (model,)
        pooled = "The metric is that of all validations together, not a mean over validation sets ("
        worth = (
            "They are worth as many independent records as crossed effects of records and training sets tell from the "
            "influence of each record on the metric; the variance that training sets add (tau, in units of the "
            f"sampling variance; prior: {tau}) was integrated out ("
        )
        return model, (pooled, Cite("forman2010"), ")."), (worth, Cite("bengio2004"), ").")

    def prior_words(self) -> str:
        mass = f"{4 * self.strength:g} prior pseudo-records, shared alike by the true classes"
        return f"{mass}, under which classifiers are right with probability 1/2, independently"

    def joint_sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        if "tau" in analysis.provenance or analysis.design.n_groups:
            return super().joint_sentences(analysis)
        sentence = (
            "Statements on all classifiers at once rest on the same process, of the true and all predicted labels; "
            "what it says of a pair is the prior of the pair."
        )
        return ((sentence,),)

    def numbers(self, posterior: DrawnPosterior) -> dict[str, Any]:
        return {"observed": float(posterior.observed)}

    def provenance(self, posterior: DrawnPosterior) -> dict[str, Any]:
        effective_size = posterior.effective_size
        tau = {} if effective_size is None or not effective_size.has_tau else {"tau": tau_words(self.tau)}
        return {"draws": posterior.losses.sizes["draw"], **tau}


@shared
def _ordered_cells(predictions: xr.Dataset, strength: float) -> LabelCells:
    """Count labels with classifiers in the order of what they predict, first of how often.

    So swapped classifiers, and copies of one, have the same draws, and shuffled records have them, too.
    """
    names = predictions["classifier"].to_numpy()
    order = sorted(names, key=lambda name: predictions["y_pred"].sel(classifier=name).to_numpy().tobytes())
    return label_cells(predictions.sel(classifier=order), strength=strength).by_confusions()


def _draws(metric: Metric, n_labels: int) -> int:
    """Return the number of draws: fewer where each takes long."""
    if metric.formula is None and not metric.additive:
        return _DRAWS_BY_FUNCTION
    return max(min(DRAWS, int(_NUMBERS / (6 * n_labels))), min(DRAWS, _DRAWS_BY_FUNCTION))


def _part(effective_size: EffectiveSize | None, place: int) -> EffectiveSize | None:
    """Return what the experiment is worth for one of several pairs or classifiers."""
    if effective_size is None:
        return None
    return picked(effective_size, **{str(dim): place for dim in effective_size.weights.dims[:-1]})


def _check_class(cells: LabelCells, metric: Metric) -> None:
    """Refuse a metric of one class where no record is of the class, of which nothing is known then."""
    if metric.of_class is None:
        return
    label = positive_label(metric.name, cells.labels.tolist()) if metric.positive is None else metric.positive
    if label not in cells.labels[cells.true].tolist():
        raise ValueError(
            f"`data` must have a record of the class {label!r} for the metric {metric.name!r}, but have none."
        )


def _check_weights(cells: LabelCells, metric: Metric, predictions: xr.Dataset) -> None:
    """Refuse a function that takes weights and does not use them."""
    if metric.formula is not None:
        return
    weighted, counted = float(cells.values(metric)[0]), pooled_values(predictions, metric)[cells.classifiers[0]]
    if not abs(weighted - counted) <= _ROUNDING * max(1.0, abs(counted)):
        raise ValueError(
            f"`metric` must count a record of weight 2 as two records, but {metric.name} is {counted:.6g} for the "
            f"records and {weighted:.6g} for their weights: it must use `sample_weight`."
        )


def _moved(posterior: DrawnPosterior) -> str:
    """Say which way the prior moves the difference, of a batch the one that is moved the furthest, if it is far."""
    observed, mean, by = posterior.moved
    if by <= _FAR:
        return ""
    where = "across 0" if observed * mean < 0 else "towards 0" if abs(mean) < abs(observed) else "away from 0"
    return (
        f"; the prior moves {'a' if posterior.observed.ndim else 'the'} difference from {observed:.4g}, as observed, "
        f"to {mean:.4g}, {where}, by {by:.1f} of its standard deviations"
    )
