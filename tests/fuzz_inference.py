"""The table of the fuzz test for what methods are made of: designs, evidence, metrics, likelihoods."""

import numpy as np

import bayescmp as bc
import tests.fuzz_pools as P  # noqa: N812 - read in every line
from bayescmp import design, evidence, methods, metrics, posteriors, predictions
from tests.fuzz_facade import TABLE_PRIOR

Case, of, one_of = P.Case, P.of, P.one_of

METRIC_IF_ANY = one_of(3, "x", "", b"x", [], {}, object(), True, np.ones(2))
METRIC = one_of(P.Drawn(METRIC_IF_ANY), None)


CASES = {
    **of("Settings.checked", methods.Settings.checked, lambda: {"rope": 0.01},
         {"rope": P.ROPE, "widest": P.number(0, low_too=False, none=True),
          "threshold": P.number(0.5, 1, low_too=False), "ci_prob": P.PROPORTION, "ci_kind": P.choice(),
          "rng": P.RNG},
         open={"given": "the settings, one by one", "greater_is_better": "follows from the metric"}),
    **of("predictions.check_predictions", predictions.check_predictions, lambda: {"predictions": P.predictions()},
         {"predictions": P.bad_predictions()}, open={"name": "what the message calls it"}),
    **of("design.design_of", design.design_of, lambda: {"predictions": P.predictions()},
         {"predictions": P.bad_predictions()}),
    **of("metrics.metric_of", metrics.metric_of, lambda: {"metric": "error"},
         {"metric": METRIC, "pos_label": one_of(1, "x", b"x", object())}),
    **of("metrics.FBeta", metrics.FBeta, lambda: {"beta": 2}, {"beta": P.POSITIVE}),
    **of("metrics.LogLoss", metrics.LogLoss, lambda: {"clip": 0.1},
         {"clip": one_of(None, "x", b"x", [], {}, object(), -0.1, 0.6, np.nan, np.inf, True)}),
    **{f"metrics.{name}": Case(target=getattr(metrics, name), valid=lambda: {"k": 2}, bad={"k": P.integer(1)})
       for name in ("PassAt", "PassAll")},
    **of("metrics.Cost", metrics.Cost, lambda: {"matrix": {0: {1: 2.0}}},
         {"matrix": one_of(None, 3, "x", [], object(), {0: 3}, {0: {1: "x"}}, {0: {1: np.nan}}),
          "noun": one_of(None, 3, b"x", "")}),
    **of("evidence.evidence_of", evidence.evidence_of,
         lambda: {"data": P.predictions(("tree", "svm", "knn")), "first": "tree", "second": "svm"},
         {"data": P.bad_data(), "first": P.NAME, "second": P.NAME, "metric": METRIC_IF_ANY}),
    **of("methods.Auto", methods.Auto, lambda: {"tau": 0.1},
         {"prior": P.choice(none=True), "strength": P.RECORDS_OR_NONE, "tau": P.TAU_OR_NONE}),
    **{f"methods.{name}": Case(target=getattr(methods, name), valid=lambda: {"strength": 0.5}, bad=TABLE_PRIOR)
       for name in ("Paired", "EffectiveTable")},
    **of("methods.CrossedEffects", methods.CrossedEffects, lambda: {"tau": 0.1}, {"tau": P.TAU, **TABLE_PRIOR}),
    **of("methods.Judged", methods.Judged, dict, {}),
    **of("methods.LabelCounts", methods.LabelCounts, lambda: {"tau": 0.1}, {"tau": P.TAU, "strength": P.RECORDS}),
    **of("methods.MeanLoss", methods.MeanLoss, lambda: {"tau": 0.1}, {"tau": P.TAU}),
    **{f"methods.{name}": Case(target=getattr(methods, name), valid=dict, bad={})
       for name in ("BayesianBootstrap", "CorrelatedT", "RunsT")},
    **of("methods.FoldCorrelation", methods.FoldCorrelation, lambda: {"known": P.population()},
         {"known": P.BAD_TREE, **TABLE_PRIOR},
         call=lambda **options: bc.compare(P.predictions(), method=methods.FoldCorrelation(**options))),
    **of("methods.tipping_point", methods.tipping_point,
         lambda: {"fitted": [(methods.METHODS["paired"], posteriors.paired_posterior(P.one_table()))],
                  "settings": methods.Settings()},
         {"fitted": one_of(None, 3, "x", b"x", [], {}, object(), [3], [("paired", 3)], [methods.METHODS["paired"]]),
          "settings": one_of(None, 3, "x", b"x", [], {}, object(), methods.Settings)}),
    **of("methods.measured_excess", methods.measured_excess, dict, {}),
    **of("methods.measured_repeats", methods.measured_repeats, dict, {}),
}  # fmt: skip
