"""A method: the posterior of one table, for another metric too."""

from dataclasses import dataclass

from bayescmp._support._bibliography import Cite
from bayescmp.design import HOLD_OUT
from bayescmp.methods._method import Method
from bayescmp.metrics import DEFAULT_METRIC
from bayescmp.posteriors import paired_posterior
from bayescmp.results import Trust


@dataclass(frozen=True, kw_only=True)
class DummyMethod(Method):
    """The posterior of one table, with so many pseudo-records."""

    name = "dummy-method"
    summary = "one hold-out, made up"
    strength: float = 1.0

    def fits(self, design, metric):
        return design.kind == HOLD_OUT and metric.name in {DEFAULT_METRIC.name, "dummy_metric"}

    def fit(self, evidence, settings):
        return paired_posterior(evidence.tables.isel(repeat=0, fold=0, drop=True), strength=self.strength)

    def trust(self, posterior, settings):
        return Trust(sentence="a dummy is trusted", exact=True)

    def assumes(self, design):
        return "a dummy assumes nothing"

    def sentences(self, analysis):
        return (("The dummy posterior was taken (", Cite("yang2023"), ")."),)
