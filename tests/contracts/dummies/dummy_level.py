"""A level: the posterior of one table, for another metric too."""

from bayescmp._bibliography import Cite
from bayescmp._results import Trust
from bayescmp.design import HOLD_OUT
from bayescmp.levels._level import Level
from bayescmp.metrics._registry import DEFAULT_METRIC
from bayescmp.posteriors import likelihood_of_table, paired_posterior


def _posterior(tables, settings):
    return paired_posterior(tables.isel(repeat=0, fold=0, drop=True), prior=settings.prior, strength=settings.strength)


DUMMY_LEVEL = Level(
    name="dummy-level",
    summary="one hold-out, made up",
    plan=None,
    fits=lambda design, metric: design.kind == HOLD_OUT and metric.name in {DEFAULT_METRIC.name, "dummy_metric"},
    fit=lambda evidence, settings: _posterior(evidence.tables, settings),
    likelihood=likelihood_of_table,
    trust=lambda *_: Trust(sentence="a dummy is trusted", exact=True),
    assumes=lambda *_: "a dummy assumes nothing",
    methods=lambda _: (("The dummy posterior was taken (", Cite("yang2023"), ")."),),
    unpack=lambda tables, _, settings: _posterior(tables, settings),
)
