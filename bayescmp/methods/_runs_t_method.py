"""The method "runs-t": scores of runs on one test set, of which nothing is told of records."""

from dataclasses import dataclass

import xarray as xr

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp.design import RUNS, Design
from bayescmp.evidence import PairEvidence
from bayescmp.evidence._runs import welch_df
from bayescmp.methods._mean_loss_method import OfMeans
from bayescmp.methods._method import Analysis
from bayescmp.metrics import Metric
from bayescmp.posteriors._pair_posteriors import MeanDifference
from bayescmp.results import Settings


@dataclass(frozen=True, kw_only=True)
class RunsT(OfMeans):
    """Scores of runs on one test set: the t distribution of Welch's test, about these records alone."""

    name = "runs-t"
    summary = "scores of several runs on one test set, where there are no predictions"
    model = "a t distribution of the mean difference in {noun} over runs"

    def fits(self, design: Design, metric: Metric) -> bool:
        return design.kind == RUNS and not design.has_records and metric.needs == "losses"

    def fit(self, evidence: PairEvidence, settings: Settings) -> MeanDifference:  # noqa: ARG002 - nothing is drawn
        runs = evidence.runs
        assert runs is not None  # noqa: S101 - of which the design is
        own = runs["between"] / runs["count"]
        if not own.any("side").all():
            raise ValueError(
                f"Scores must vary from run to run, but neither those of {evidence.first!r} nor of {evidence.second!r} "
                "do. Copies of a run count as one."
            )
        df = xr.apply_ufunc(welch_df, own, runs["count"] - 1, input_core_dims=[["side"], ["side"]])
        scales = (own.sum("side") ** 0.5).expand_dims("part", -1)
        mean = evidence.metric.sign * evidence.differences.mean(("repeat", "fold"))
        return MeanDifference(mean=mean, scales=scales, weights=xr.ones_like(scales), df=df if df.ndim else float(df))

    def assumes(self, design: Design) -> str:  # noqa: ARG002 - always the same
        return "independent runs, whose scores are nearly normal; the test set is as it is"

    def sentences(self, analysis: Analysis) -> tuple[Sentence, ...]:  # noqa: ARG002 - always the same
        what = (
            "The posterior of the difference of the means over runs is the t distribution of the two-sample test with "
            "unequal variances ("
        )
        return ((what, Cite("welch1947"), "), about this test set."),)
