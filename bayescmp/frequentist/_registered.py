"""What a registered test is: a formula with its resampling plan, its constants, and what is known of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter

from bayescmp.design import RUNS, Design
from bayescmp.evidence import PairEvidence
from bayescmp.metrics import DEFAULT_METRIC, Metric
from bayescmp.model_selection import PLANS
from bayescmp.results import Settings, SignificanceResult
from bayescmp.tables import CELLS

ALGORITHMS = "equal expected loss of the algorithms at the training size"
CLASSIFIERS = "equal error rates of the two fitted classifiers"
ERRORS = DEFAULT_METRIC.name
ANY_METRIC = "any metric"
LABEL_METRICS = "any label metric"
MEAN_METRICS = "any mean of losses or scores of records"
RATES = "recall or specificity of one class"
MEANS = "any mean over records"


@dataclass(frozen=True, kw_only=True)
class RegisteredTest:
    """A named test.

    Attributes
    ----------
    name : str
        Its name, unique.
    family : str
        "McNemar", "score", "t", "F", "Z", "resampling" or "e-value".
    plan : str
        The resampling plan it needs, a name from `model_selection.PLANS`.
    null : str
        The null hypothesis.
    reference : str
        Key of its source in the bibliography.
    metrics : str
        The one metric that it takes, a name from `metrics.METRICS`, "any label metric", "any mean of losses or scores
        of records" (of losses that data hold, or of probabilities), "any mean over records", "recall or specificity of
        one class", or "any metric".
    status : str
        How sure the formula and its constants are: S read in a source, D derived, F identified by printed numbers.
    faults : str
        What is known against it, in one sentence.
    assess : callable
        From a `PairEvidence`, of one experiment or of a batch, and `Settings` to a `SignificanceResult`. Of the
        settings, ``1 - ci_prob`` is the level, `rng` the source of resamples and `rope` the region of equivalence.
    recommended : bool
        Whether it is among the tests that `run_tests` takes by default.
    needs_labels : bool
        Whether it reads the predicted labels, so that tables are not enough; it takes one experiment at a time.
    needs_probabilities : bool
        Whether it reads what each record was given: probabilities, losses or, of rates of a class, labels.
    needs_rope : bool
        Whether it needs a region of equivalence.
    of_pairs : bool
        Whether it is the one that is adjusted over all pairs of several classifiers.
    unit : {"record", "group", "run", "validation set"}
        What it takes as independent: records, groups of dependent ones, records and runs, or no more than differences
        of validation sets.
    reads : callable
        From `PairEvidence` to whether it has what the test reads: by default a difference on every validation set.
    accepts : callable
        From a `Design` to whether the test takes all its repeats, though its plan has others; by default it does not.
    spoken : str
        The name in sentences, such as "McNemar's exact test"; that in code if "".
    """

    name: str
    family: str
    plan: str
    null: str
    reference: str
    metrics: str
    status: str
    faults: str
    assess: Callable[[PairEvidence, Settings], SignificanceResult]
    recommended: bool = False
    needs_labels: bool = False
    needs_probabilities: bool = False
    needs_rope: bool = False
    of_pairs: bool = False
    unit: str = "record"
    reads: Callable[[PairEvidence], bool] = lambda evidence: evidence.has_differences
    accepts: Callable[[Design], bool] = lambda _: False
    spoken: str = ""

    def recognises(self, design: Design) -> bool:
        """Tell whether data of a design allow the test."""
        fits = self.unit == "validation set" or (self.unit == "group") == bool(design.n_groups)
        fits = fits and (self.unit == "run") == (design.kind == RUNS)
        return fits and (self.accepts(design) or PLANS[self.plan].recognises(design))

    def evidence_from(self, evidence: PairEvidence) -> PairEvidence:
        """Return what the test reads of evidence whose design it recognises: the first repeats, as many as it needs."""
        return evidence if self.accepts(evidence.design) else evidence.of_repeats(PLANS[self.plan].n_repeats)

    def of(self, evidence: PairEvidence, settings: Settings) -> SignificanceResult:
        """Apply the test, in the units of the metric."""
        return self.assess(_of_errors(evidence), settings)

    def supports(self, metric: Metric) -> bool:
        """Tell whether the test is one of differences of this metric."""
        families = {
            ANY_METRIC: True,
            LABEL_METRICS: metric.needs == "labels",
            MEAN_METRICS: metric.additive and metric.needs != "labels",
            MEANS: metric.additive,
            RATES: metric.counted is not None,
            ERRORS: metric.counts_errors,
        }
        return families.get(self.metrics, self.metrics == metric.name)


def _of_errors(evidence: PairEvidence) -> PairEvidence:
    """Return evidence on the accuracy as that on the error of the swapped pair, which has the same difference."""
    metric = evidence.metric
    if not (metric.counts_errors and metric.greater_is_better):
        return evidence
    tables = evidence.counts.rename(first="second", second="first").transpose(..., *CELLS)
    given = evidence.labels
    labels = given and (lambda: itemgetter(0, 2, 1)(given()))
    return replace(evidence, metric=DEFAULT_METRIC, tables=tables, labels=labels)
