"""The methods of tables: of one hold-out, and of a block-regularized cross-validation."""

import json
from dataclasses import dataclass, field, replace
from typing import Any

import xarray as xr

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._validation import about
from bayescmp.design import EFFECTIVE, HOLD_OUT, TWO_FOLD, Design
from bayescmp.evidence import Evidence, PairEvidence
from bayescmp.hierarchical import run_correlations
from bayescmp.methods._method import Analysis, OfTables
from bayescmp.metrics import Metric
from bayescmp.model_selection import BLOCKED_5_X_2
from bayescmp.model_selection import HOLD_OUT as PLAN
from bayescmp.posteriors import (
    BetaPosterior,
    EffectivePosterior,
    JointPosterior,
    PairedPosterior,
    PartsPosterior,
    dirichlet_process_posterior,
    effective_posterior,
    paired_posterior,
)
from bayescmp.posteriors._crossed_effects import effective_size_of_sums
from bayescmp.posteriors._effective import parts_of
from bayescmp.results import Posterior, Settings, Trust
from bayescmp.tables import cell, each_alone, effective_table, is_effective

EXACT = Trust(
    sentence="exact: quadrature with an error below 1e-9 in probability (1e-7 at strengths below 0.5), no Monte Carlo",
    exact=True,
)


class _OfOneTable(OfTables):
    """A method whose posterior is the exact one of one table."""

    has_joint = True

    def trust(self, posterior: PairedPosterior, settings: Settings) -> Trust:  # noqa: ARG002 - always the same
        return EXACT

    def alone_of_pair(self, pair: PairEvidence, settings: Settings) -> Posterior | None:
        if pair.sums is not None:
            return super().alone_of_pair(pair, settings)
        tables = each_alone(pair.counts).assign_coords(classifier=[pair.first, pair.second])
        return self.losses_of(self.fit(replace(pair, tables=tables), settings))

    def losses_of(self, singles: Any) -> Posterior:
        if hasattr(singles, "part_weights"):
            return super().losses_of(singles)
        wrong, prior = cell(singles.table, "wrong", "right"), 2 * self.strength
        return BetaPosterior(name="loss", a=wrong + prior, b=cell(singles.table, "right", "right") + prior)

    def sentence(self, what: str) -> Sentence:
        """Say that the posterior is the exact one of a table."""
        exact = f"The posterior of the difference is the exact one of {what} ("
        return exact, Cite("yang2023"), f"), with {self.prior_words()}, by quadrature."


_TOLD_BY_FOLDS = "ten folds of one run tell two combinations of three parameters"


@dataclass(frozen=True, kw_only=True)
class Paired(_OfOneTable):
    """The exact posterior of the table of one hold-out, whose options are those of `paired_posterior`.

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> round(bc.compare(table, method=bc.methods.Paired(prior="beta", strength=0.5)).difference.mean, 3)
    -0.136
    """

    name = "paired"
    summary = "one hold-out, whose records are independent"
    model = "a paired table of who errs on a record"
    plan = PLAN.name

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind == HOLD_OUT and metric.counts_errors

    def fit(self, evidence: PairEvidence, settings: Settings) -> PairedPosterior | PartsPosterior:  # noqa: ARG002
        if evidence.sums is None:
            return paired_posterior(evidence.table, prior=self.prior, strength=self.strength)
        weights, size = effective_size_of_sums(evidence.sums).parts()
        paired = parts_of(evidence.sums["cells"], size, prior=self.prior, strength=self.strength)
        return PartsPosterior(paired=paired, effective_size=size, part_weights=weights)

    def assumes(self, design: Design) -> str:
        return f"independent {design.units}; the classifiers are fixed"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        if not analysis.design.n_groups:
            return (self.sentence("the observed table of both classifiers' outcomes, whose records are independent"),)
        counts = f", which together count as much as {analysis.size} independent records" if analysis.size else ""
        what = "the observed proportions in a table of as many records as the groups are worth"
        return (self.sentence(f"{what}{counts}"),)

    def joint(self, evidence: Evidence, pairs: PairedPosterior | PartsPosterior, settings: Settings) -> JointPosterior:
        if evidence.groups is not None:
            return super().joint(evidence, pairs, settings)
        validated = (evidence.predictions["fold"] >= 0).isel(repeat=0).to_numpy()
        wrong = evidence.wrong.isel(repeat=0, drop=True).isel(record=validated)
        return dirichlet_process_posterior(wrong, strength=self.strength)

    def joint_sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        if analysis.design.n_groups:
            return super().joint_sentences(analysis)
        what = (
            "Statements on all classifiers at once rest on a joint posterior of who errs on a record, a Dirichlet "
            "process ("
        )
        spread = (
            "spread evenly over all patterns of right and wrong; what it says of a pair is the prior of the pair's "
            "table."
        )
        return ((what, Cite("ferguson1973"), f") with {4 * self.strength:g} prior pseudo-records {spread}"),)


@dataclass(frozen=True, kw_only=True)
class EffectiveTable(_OfOneTable):
    """The exact posterior of the effective table of a block-regularized cross-validation; options as of `Paired`."""

    name = "effective-table"
    summary = "m x 2 block-regularized cross-validation, with bounds for the correlations of its folds"
    model = "a paired table of who errs, of the effective size of the folds"
    plan = BLOCKED_5_X_2.name

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind in {TWO_FOLD, EFFECTIVE} and metric.counts_errors

    def fit(self, evidence: PairEvidence, settings: Settings) -> PairedPosterior:  # noqa: ARG002 - nothing is drawn
        tables = evidence.counts
        table = tables.isel(repeat=0, fold=0, drop=True) if is_effective(tables) else effective_table(tables)
        return paired_posterior(table, prior=self.prior, strength=self.strength)

    def note(self) -> str:
        return "the effective table assumes that training sets add no variance; give predictions for the default method"

    def assumes(self, design: Design) -> str:
        if design.kind == EFFECTIVE:
            return "the effective size of the table is right"
        return "rho1 = rho2 = 1/2 bound the fold correlations; training sets add no more variance"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        counts = f", which counts the experiment as {analysis.size} independent records" if analysis.size else ""
        return (self.sentence(f"the effective table{counts}"),)


@dataclass(frozen=True, kw_only=True)
class FoldCorrelation(OfTables):
    """The effective table, with correlations of folds that are known from elsewhere, or estimated from the one run.

    Attributes
    ----------
    known : DataTree, optional
        What is known of the correlations, from `fold_correlation` over several experiments; without it, the one run and
        a prior tell them.
    """

    name = "fold-correlation"
    summary = "m x 2 block-regularized cross-validation, with correlations of its folds that are known or estimated"
    model = "a paired table of who errs, with correlated folds"
    unasked = False
    known: xr.DataTree | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if isinstance(self.known, xr.DataTree):
            object.__setattr__(self, "known", self.known.copy(deep=True))

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind == TWO_FOLD and metric.counts_errors

    def fit(self, evidence: PairEvidence, settings: Settings) -> EffectivePosterior:  # noqa: ARG002 - nothing is drawn
        with about("known"):
            correlations = run_correlations(evidence.counts, self.known)
        return effective_posterior(evidence.counts, correlations, prior=self.prior, strength=self.strength)

    def note(self) -> str:
        return "" if self.known is not None else f"the correlations of folds are driven by the prior: {_TOLD_BY_FOLDS}"

    def trust(self, posterior: EffectivePosterior, settings: Settings) -> Trust:  # noqa: ARG002 - of all ropes
        if self.known is None:
            return Trust(sentence=f"prior-driven: {_TOLD_BY_FOLDS}; deterministic on a grid")
        verdict = json.loads(self.known.attrs["diagnostics"])
        return Trust(
            sentence=f"correlations from other experiments: {verdict['sentence']}",
            reliable=verdict["passed"],
            prob_error=posterior.standard_error,
        )

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - of one kind
        if self.known is not None:
            return "folds are correlated as in the experiments that are known"
        return "the prior of the correlations of folds holds; one run tells little of them"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:
        source = "from other experiments" if analysis.trust.prob_error > 0 else "from this run and a prior"
        means = " and ".join(f"{name} {analysis.posterior.mean_of(name):.2g}" for name in ("rho1", "rho2"))
        model = (
            f"The posterior of the difference is mixed over the correlations of folds, known {source} (posterior "
            f"means: {means}); given these, it is the exact one of the effective table ("
        )
        return ((model, Cite("yang2023"), f"), with {self.prior_words()}{analysis.worth}."),)

    def numbers(self, posterior: EffectivePosterior) -> dict[str, Any]:
        return {name: posterior.mean_of(name) for name in ("rho1", "rho2", "phi")}
