"""The table of the fuzz test for what the rooms export besides the facade."""

import numpy as np
import pandas as pd
import xarray as xr
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
import tests.fuzz_pools as P  # noqa: N812 - read in every line
from bayescmp import (
    correlation,
    evidence,
    frequentist,
    hierarchical,
    metrics,
    plots,
    posteriors,
    reports,
    studies,
    tables,
)
from tests.data import hold_out

Case, of, one_of = P.Case, P.of, P.one_of

BAD_ARRAY = one_of(None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 2)), xr.Dataset(), xr.DataArray(1.0))
BAD_TRAIN = one_of(
    None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 2)), xr.Dataset(), xr.DataArray(1.0),
    xr.DataArray(np.ones((1, 2, 4))), xr.DataArray(np.ones((2, 4), bool), dims=("fold", "record")),
    xr.DataArray(np.ones((1, 2, 4)), dims=("repeat", "fold", "record")),
)  # fmt: skip
TRAIN = xr.DataArray([[[False, True], [True, False]]], dims=("repeat", "fold", "record"))
WRONG = xr.DataArray(np.arange(6).reshape(2, 3) > 2, dims=("classifier", "record"))
NO_WRONG = [
    None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 2)), xr.Dataset(), xr.DataArray(1.0),
    WRONG.astype(int), WRONG.rename(record="row"), WRONG.isel(record=[]),
]  # fmt: skip
BAD_WRONG = one_of(*NO_WRONG[:-1], WRONG.isel(classifier=[0]))
LOSSES = xr.DataArray(np.arange(12.0).reshape(3, 4) % 5, dims=("classifier", "dataset"))
BAD_LOSSES = one_of(
    None, 3, "text", b"x", [], {}, object(), np.ones((2, 2)), xr.Dataset(), xr.DataArray(1.0),
    LOSSES.astype(str), LOSSES.astype(complex), LOSSES.rename(classifier="row"), LOSSES.expand_dims("repeat"),
    LOSSES.isel(classifier=[0]), LOSSES.isel(dataset=[0]), LOSSES.isel(dataset=0), LOSSES.where(LOSSES > 1),
)  # fmt: skip
LOSS = xr.DataArray(np.arange(8) % 3 == 0, dims="record")
FOLD = xr.DataArray([np.arange(8) % 2], dims=("repeat", "record"))
BAD_LOSS = one_of(
    None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones(8), xr.Dataset(), xr.DataArray(1.0), LOSS.astype(int),
    LOSS.rename(record="row"), LOSS.astype(str),
)  # fmt: skip
BAD_FOLD = one_of(
    None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones(8), xr.Dataset(), xr.DataArray(1.0),
    FOLD.rename(record="row"),
    FOLD.isel(repeat=0), FOLD.astype(str), FOLD * 0.5, FOLD.astype(float) * np.nan,
)  # fmt: skip
SERIES = one_of(None, 3, "text", b"x", [], {}, object(), [[0.1]], ["a"], [np.nan], [np.inf], np.ones((2, 2)), [1j], 1j)
WIDE_ROPE = one_of(
    *(value for value in P.NO_NUMBER if not isinstance(value, list)), *P.NOT_FINITE, None, [], [0.1], (1, 2, 3),
    (0.1, 0.2), (-0.1, "x"), (np.nan, 0.1), (0.1, -0.1), -0.1,
)  # fmt: skip
REGIONS = xr.DataArray(
    [[0.1, 0.2, 0.7]], dims=("draw", "region"), coords={"region": ["below", "within", "above"]}
)  # fmt: skip
BAD_GROUPS = one_of(3, "text", b"x", object(), [1, 2], np.ones((2, 2)), [None] * 3)
BAD_BUT_TABLES = P.without(P.BAD_DIFFERENCES, lambda one: getattr(one, "shape", ()) == (2, 2))  # repeats x folds
BAD_REGIONS = one_of(
    None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 3)), xr.Dataset(), xr.DataArray(1.0),
    REGIONS.drop_vars("region"), REGIONS.isel(region=slice(2)), REGIONS.isel(draw=[]), REGIONS.isel(draw=0),
    REGIONS.isel(region=[2, 1, 0]), REGIONS.astype(str), REGIONS * np.nan, REGIONS.rename(region="part"),
)  # fmt: skip
METRIC = one_of(3, "x", "", b"x", [], {}, object(), None, True, np.ones(2))
LABELS = one_of(
    None, 3, "text", b"x", {}, object(), np.ones((2, 2)), [1.5] * 8, [None] * 8, [np.nan] * 8, [{}] * 8,
    [1j] * 8, {0, 1},
)  # fmt: skip
NO_EVIDENCE = one_of(None, 3, "text", b"x", [], {}, object(), P.FRAME, xr.Dataset())
RESAMPLED = {
    "y_true": LABELS,
    "first": LABELS,
    "second": LABELS,
    "metric": METRIC,
    "pos_label": one_of(1, "x", b"x", object()),
    "rng": P.RNG,
}
AX = one_of(3, "x", b"x", [], {}, object(), P.FRAME, np.ones(2), True)
WITH_COMPARISON = {"comparison": P.BAD_COMPARISON, "ax": AX}
SUMMARY = one_of(None, 3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 2)), xr.Dataset(), pd.DataFrame())
SCENARIO = one_of(None, 3, "text", b"x", [], {}, object(), studies.Epsilon, P.FRAME)
DISTRIBUTION = {"prior": P.choice(), "strength": P.RECORDS}
DRAW = {"draws": P.integer(1), "rng": P.RNG}
FILE = one_of(3, 1.5, True, b"x", [], {}, object(), P.FRAME, "/nothing/file.csv")


def classifiers_file():
    """Return the path of a small file of records."""
    path = P.HERE / "records.csv"
    pd.DataFrame({"a": np.arange(30.0), "y": list("ab") * 15}).to_csv(path, index=False)
    return str(path)


def posterior():
    """Return the posterior of a difference."""
    return posteriors.paired_posterior(P.one_table()).difference


def crossed():
    """Return a posterior of crossed effects."""
    return posteriors.crossed_effects_posterior(P.predictions())


def ranking():
    """Return a ranking of three classifiers."""
    return bc.rank(P.predictions(("tree", "svm", "knn")), draws=100)


def over_datasets():
    """Return a comparison over data sets."""
    return bc.compare_datasets({"a": P.one_table(), "b": P.one_table()})


def ranked_datasets():
    """Return a ranking over data sets."""
    scores = {"tree": [0.9, 0.7, 0.8], "svm": [0.8, 0.9, 0.7], "knn": [0.7, 0.6, np.nan]}
    return bc.rank_datasets(pd.DataFrame(scores, index=["iris", "wine", "zoo"]), draws=400)


def without_all():
    """Return a ranking over data sets none of which has all classifiers."""
    scores = {"tree": [0.9, 0.7, np.nan], "svm": [0.8, np.nan, 0.7], "knn": [np.nan, 0.6, 0.8]}
    return bc.rank_datasets(pd.DataFrame(scores, index=["iris", "wine", "zoo"]), draws=400)


def probable():
    """Return predictions of three classifiers with probabilities."""
    labels = P.predictions(("tree", "svm", "knn"))
    return labels.assign(y_prob=xr.zeros_like(labels["y_pred"] * 0.5).expand_dims(label=[0, 1]) + 0.5)


def summary():
    """Return the summary of a study."""
    return studies.summarise_study(P.out())


def population(**changes):
    """Return the arguments of a small population."""
    data = P.features()
    pair = {"a": GaussianNB(), "b": DecisionTreeClassifier()}
    return {"X": data["X"], "y": data["y"], "classifiers": pair, "n_records": 10, **changes}


def read(scenario):
    """Return a function that makes a scenario and reads its file, which is not read before it is needed."""
    return lambda **options: scenario(**options).population()


SAMPLER = {
    "draws": P.integer(4), "tune": P.integer(0), "chains": P.integer(1), "cores": P.integer(1, none=True),
    "target_accept": P.PROPORTION, "rng": P.RNG, "nuts_sampler": P.choice(), "progress": P.FLAG,
}  # fmt: skip


CLUSTERED = {"differences": [0.1, -0.2, 0.3], "group": ["a", "b", "c"]}
BAD_CLUSTERED = {"differences": SERIES, "group": P.BAD_KEYS}
CASES = {
    **of("tables.fold_differences", tables.fold_differences, lambda: {"tables": P.tables()}, {"tables": P.bad_table()}),
    **of("tables.check_table", tables.check_table, lambda: {"table": P.tables()}, {"table": P.bad_table()},
         open={"name": "what the message calls it"}),
    **of("tables.is_effective", tables.is_effective, lambda: {"table": P.tables()},
         {"table": one_of(None, 3, "x", b"x", [], {}, object(), np.ones((2, 2)))}),
    **of("tables.tables_of_losses", tables.tables_of_losses,
         lambda: {"wrong_first": LOSS, "wrong_second": ~LOSS, "fold": FOLD},
         {"wrong_first": BAD_LOSS, "wrong_second": BAD_LOSS, "fold": BAD_FOLD}),
    **of("metrics.calibration", metrics.calibration, lambda: {"y_true": P.Y, "y_prob": P.HALVES[:, 1]},
         {"y_true": one_of(3, "text", [], {}, object(), [None] * P.N, np.ones((P.N, 2)), [1.5] * P.N),
          "y_prob": one_of(3, "text", [], {}, object(), ["x"] * P.N, P.HALVES, P.HALVES[:, 1] * 9, [np.nan] * P.N),
          "pos_label": one_of(7, "x", [], {}), "bins": P.integer(1), "group": BAD_GROUPS, "ci_prob": P.PROPORTION,
          "sample_weight": one_of(3, "text", [], {}, [0] * P.N, [-1] * P.N, [np.inf] * P.N, ["x"] * P.N)}),
    **of("metrics.fold_values", metrics.fold_values, lambda: {"predictions": P.predictions()},
         {"predictions": P.bad_predictions(), "metric": one_of(3, "x", b"x", [], {}, object(), True),
          "pos_label": one_of(1, "x", b"x", object())}),
    **of("correlation.contrast_eigenvalues", correlation.contrast_eigenvalues,
         lambda: {"rho1": 0.1, "rho2": 0.1, "n_repeats": 5},
         {"rho1": P.FINITE, "rho2": P.FINITE, "n_repeats": P.integer(1)}),
    **of("correlation.check_correlations", correlation.check_correlations,
         lambda: {"rho1": 0.1, "rho2": 0.1, "n_repeats": 5},
         {"rho1": P.number(-1, 1, low_too=False), "rho2": P.number(-0.2, 1), "n_repeats": P.integer(1)}),
    **of("correlation.effective_factor", correlation.effective_factor,
         lambda: {"n_repeats": 5, "rho1": 0.1, "rho2": 0.1, "phi": 1.0},
         {"rho1": P.number(-1, 1, low_too=False), "rho2": P.number(-0.2, 1), "n_repeats": P.integer(1),
          "phi": P.RECORDS}),
    **of("correlation.overlap_matrix", correlation.overlap_matrix, lambda: {"train": TRAIN}, {"train": BAD_TRAIN}),
    **of("correlation.is_block_regularized", correlation.is_block_regularized, lambda: {"train": TRAIN},
         {"train": BAD_TRAIN}),
    **of("frequentist.adjust_pvalues", frequentist.adjust_pvalues, lambda: {"pvalues": [0.1, 0.2]},
         {"pvalues": one_of(None, 3, "x", b"x", {}, object(), [2], [-1], [np.nan], ["a"], [[0.1]], [1j]),
          "method": P.choice()}),
    **of("frequentist.naive_kfold_mcnemar", frequentist.naive_kfold_mcnemar,
         lambda: {"tables": P.tables().isel(repeat=0)}, {"tables": P.bad_tables()}),
    **of("frequentist.paired_t", frequentist.paired_t, lambda: {"differences": P.differences(), "test_to_train": 0.0},
         {"differences": BAD_BUT_TABLES, "test_to_train": P.number(0)}),
    **{f"frequentist.{name}": Case(target=getattr(frequentist, name), valid=lambda: {"differences": P.differences()},
                                   bad={"differences": P.BAD_DIFFERENCES}) for name in ("t_5x2", "combined_5x2_t")},
    **of("frequentist.blocked_3x2_t", frequentist.blocked_3x2_t,
         lambda: {"differences": P.differences().isel(repeat=slice(3))}, {"differences": P.BAD_DIFFERENCES}),
    **of("frequentist.combined_f", frequentist.combined_f, lambda: {"differences": P.differences()},
         {"differences": P.BAD_DIFFERENCES,
          "df": one_of(None, 3, "x", "xy", b"ab", [], {}, object(), (1,), (1, 2, 3), (0, 5), (-1, 5),
                       (1, "x"), (np.nan, 1))}),
    **of("frequentist.proportions", frequentist.proportions, lambda: {"table": P.one_table()},
         {"table": P.bad_table()}),
    **of("frequentist.kfold_ci_z", frequentist.kfold_ci_z, lambda: {"tables": P.tables().isel(repeat=0)},
         {"tables": P.bad_tables(), "variance": P.choice()}),
    **of("frequentist.conservative_z", frequentist.conservative_z,
         lambda: {"mean": xr.DataArray(0.02), "halves": xr.DataArray([[0.1, 0.2]], dims=("split", "half"))},
         {"mean": one_of(None, "x", b"x", [], {}, object(), np.ones(2), xr.DataArray(np.nan), xr.DataArray("a")),
          "halves": one_of(*([None, 3, "x", b"x", [], {}, object(), np.ones((1, 2)), xr.DataArray(1.0)]),
                           xr.DataArray([[np.nan, 1]], dims=("split", "half")), xr.DataArray(np.ones((2, 2))),
                           xr.DataArray(np.ones((2, 3)), dims=("split", "half")))}),
    **of("frequentist.bootstrap", frequentist.bootstrap,
         lambda: {"y_true": [0, 1] * 4, "first": [0, 1] * 4, "second": [0] * 8, "n_resamples": 9},
         {**RESAMPLED, "method": P.choice(), "alpha": P.PROPORTION, "n_resamples": P.integer(1, none=True)}),
    **of("frequentist.permutation", frequentist.permutation,
         lambda: {"y_true": [0, 1] * 4, "first": [0, 1] * 4, "second": [0] * 8, "n_resamples": 9},
         {**RESAMPLED, "n_resamples": P.integer(1)}),
    **of("frequentist.delong", frequentist.delong,
         lambda: {"positive": [True, False] * 4, "first": np.arange(8.0), "second": np.arange(8.0)[::-1]},
         {"positive": one_of(None, 3, "x", b"x", [], {}, object(), [True] * 8, [0, 2] * 4, np.ones((2, 2), bool)),
          **dict.fromkeys(("first", "second"), one_of(None, 3, "x", b"x", [], {}, object(), ["a"] * 8, [np.nan] * 8)),
          "group": BAD_GROUPS}),
    **{f"frequentist.{name}": Case(target=getattr(frequentist, name), valid=lambda: {"differences": [0.1, -0.2]},
                                   bad={"differences": SERIES, "zero_method": P.choice()})
       for name in ("wilcoxon_signed_rank", "sign")},
    **of("frequentist.sign_flip", frequentist.sign_flip, lambda: {"differences": [0.1, -0.2]},
         {"differences": SERIES, "n_resamples": P.integer(1), "rng": RESAMPLED["rng"]}),
    **of("frequentist.diebold_mariano", frequentist.diebold_mariano, lambda: {"differences": [0.1, -0.2, 0.3]},
         {"differences": SERIES, "horizon": P.integer(1, none=True)}),
    **of("frequentist.cluster_t", frequentist.cluster_t, lambda: CLUSTERED, BAD_CLUSTERED),
    **of("frequentist.runs_t", frequentist.runs_t, lambda: {"first": [0.1, 0.3], "second": [0.2, 0.5, 0.1]},
         {name: one_of(None, 3, "x", b"x", [], [1], [np.nan, 1], {}, object()) for name in ("first", "second")}),
    **of("frequentist.split_plot_t", frequentist.split_plot_t,
         lambda: {"first": [[0, 1, 1], [1, 1, 0]], "second": [[1, 0, 1], [0, 0, 1]]},
         {name: one_of(None, 3, "x", b"x", [], [[1, 2]], [[np.nan, 1, 1], [1, 1, 1]], {}, object())
          for name in ("first", "second")}),
    **of("frequentist.cluster_sign_flip", frequentist.cluster_sign_flip, lambda: CLUSTERED,
         {**BAD_CLUSTERED, "n_resamples": P.integer(1), "rng": RESAMPLED["rng"]}),
    **of("posteriors.dirichlet_process_posterior", posteriors.dirichlet_process_posterior, lambda: {"wrong": WRONG},
         {"wrong": one_of(*NO_WRONG), "strength": P.RECORDS}),
    **{f"posteriors.{name}": Case(
           target=getattr(posteriors, name), valid=lambda: {"differences": [0.1, -0.2], "draws": 3},
           bad={"differences": SERIES, "rope": WIDE_ROPE, "strength": P.RECORDS, **DRAW})
       for name in ("bayesian_signed_rank", "bayesian_sign")},
    **of("posteriors.largest_region", posteriors.largest_region,
         lambda: {"draws": posteriors.bayesian_sign([0.1, -0.2], draws=3)}, {"draws": BAD_REGIONS}),
    **of("frequentist.cochran_q", frequentist.cochran_q, lambda: {"wrong": WRONG},
         {"wrong": BAD_WRONG, "method": P.choice()}),
    **{f"frequentist.{name}": Case(target=getattr(frequentist, name), valid=lambda: {"losses": LOSSES},
                                   bad={"losses": BAD_LOSSES}) for name in ("friedman", "iman_davenport")},
    **of("frequentist.nemenyi", frequentist.nemenyi, lambda: {"losses": LOSSES},
         {"losses": BAD_LOSSES, "alpha": P.PROPORTION}),
    **of("frequentist.holm_against_control", frequentist.holm_against_control,
         lambda: {"losses": LOSSES, "control": str(LOSSES["classifier"].to_numpy()[0])},
         {"losses": BAD_LOSSES, "control": one_of(None, 3, "x", "", b"x", [], object())}),
    **of("frequentist.tango", frequentist.tango, lambda: {"table": P.one_table()}, {"table": P.bad_table()}),
    **of("frequentist.e_value", frequentist.e_value, lambda: {"table": P.one_table()},
         {"table": P.bad_table(), "difference": P.number(-1, 1),
          "prior": one_of(None, 3, "x", b"x", [], (1,), (0, 1), (1, -1), (1, "x"), object())}),
    **of("sequential.e_values_of_pairs", bc.sequential.e_values_of_pairs, lambda: {"data": hold_out(n=20)},
         {"data": P.bad_predictions(), "alpha": P.PROPORTION, "rope": P.ROPE}),
    **{f"plots.{name}": Case(target=getattr(plots, name), valid=lambda: {"comparison": bc.SequentialComparison()},
                             bad={"comparison": P.BAD_COMPARISON, "ax": AX}) for name in
       ("plot_e_values", "plot_looks")},
    **of("frequentist.tost", frequentist.tost, lambda: {"table": P.one_table(), "rope": 0.1},
         {"table": P.bad_table(), "rope": P.ROPE}),
    **of("frequentist.tests_of", frequentist.tests_of,
         lambda: {"evidence": evidence.evidence_of(P.one_table()), "settings": bc.methods.Settings()},
         {"evidence": NO_EVIDENCE, "settings": NO_EVIDENCE}),
    **of("_results.SignificanceResult.confidence_interval", frequentist.tango(P.one_table()).confidence_interval,
         dict, {"confidence_level": P.PROPORTION}),
    **of("posteriors.crossed_effects_of_sums", posteriors.crossed_effects_of_sums, lambda: {"sums": P.sums()},
         {"sums": BAD_ARRAY, "tau": P.TAU, **DISTRIBUTION}),
    **of("evidence.crossed_sums", evidence.crossed_sums, lambda: {"predictions": P.predictions()},
         {"predictions": P.bad_predictions(), "first": P.NAME, "second": P.NAME}),
    **of("evidence.crossed_sums_of_losses", evidence.crossed_sums_of_losses,
         lambda: {"wrong_first": LOSS, "wrong_second": ~LOSS, "fold": FOLD},
         {"wrong_first": BAD_LOSS, "wrong_second": BAD_LOSS, "fold": BAD_FOLD,
          "train": one_of(3, "text", b"x", [], {}, object(), P.FRAME, np.ones((2, 2)), xr.Dataset(),
                          xr.DataArray(1.0))}),
    **of("Posterior.interval", type(posterior()).interval, dict, {"ci_prob": P.PROPORTION, "ci_kind": P.choice()},
         call=lambda **options: posterior().interval(**options)),
    **of("Posterior.draw", type(posterior()).draw, lambda: {"draws": 3}, DRAW,
         call=lambda **options: posterior().draw(**options)),
    **of("BetaPosterior.draw", posteriors.BetaPosterior.draw, lambda: {"draws": 3}, DRAW,
         call=lambda **options: posterior().disagreement.draw(**options)),  # noqa: PLW0108 - built at the call
    **of("PairedPosterior.to_datatree", posteriors.PairedPosterior.to_datatree, dict, DRAW,
         call=lambda **options: posteriors.paired_posterior(P.one_table()).to_datatree(**options)),
    **of("CrossedEffectsPosterior.to_datatree", posteriors.CrossedEffectsPosterior.to_datatree, dict, DRAW,
         call=lambda **options: crossed().to_datatree(**options)),
    **of("CrossedEffectsPosterior.given_tau", posteriors.CrossedEffectsPosterior.given_tau, lambda: {"tau": 0.1},
         {"tau": P.number(0)}, call=lambda tau: crossed().given_tau(tau)),
    **of("CrossedEffectsPosterior.prob_tau_above", posteriors.CrossedEffectsPosterior.prob_tau_above,
         lambda: {"tau": 0.1}, {"tau": P.FINITE}, call=lambda tau: crossed().prob_tau_above(tau)),
    **of("EffectivePosterior.mean_of", posteriors.EffectivePosterior.mean_of, lambda: {"name": "rho1"},
         {"name": P.choice()},
         call=lambda name: posteriors.effective_posterior(P.tables(), P.correlations()).mean_of(name)),
    **of("hierarchical.run_correlations", hierarchical.run_correlations,
         lambda: {"data": P.tables(), "known": P.population()}, {"known": P.BAD_TREE}),
    **of("hierarchical.run_correlations alone", hierarchical.run_correlations,
         lambda: {"data": P.predictions(("tree", "svm", "knn")), "first": "tree", "second": "svm"},
         {"data": P.bad_data(), "statistic": P.choice(), "first": P.NAME, "second": P.NAME,
          "n_validation": one_of("x", b"x", [], {}, object(), 1j, np.nan, 0, -1, 12)}),
    **of("hierarchical.new_experiment", hierarchical.new_experiment, lambda: {"tree": P.tree(), "draws": 4},
         {"tree": P.BAD_TREE, "draws": P.integer(1)}),
    **of("hierarchical.shipped_correlations", hierarchical.shipped_correlations, dict, {}),
    **of("reports.render", reports.render, lambda: {"result": P.comparison(), "format": "text"},
         {"result": P.BAD_COMPARISON, "format": P.choice()}),
    **of("reports.paper_table", reports.paper_table, lambda: {"result": P.comparison(), "format": "latex"},
         {"result": P.BAD_COMPARISON, "format": P.choice(), "caption": one_of(3, b"x", [], object()),
          "label": one_of(3, b"x", [], object())}),
    **of("reports.files_of_report", reports.files_of_report, lambda: {"name": "path", "path": P.HERE / "a.txt"},
         {"path": one_of(*P.NO_PATH, "a.pdf", "", P.HERE / "nothing" / "a.txt"),
          "result": one_of(3, "text", b"x", [], {}, object(), np.ones(2), bc.compare)},
         open={"name": "what the message calls it"}),
    **{f"plots.{name}": Case(target=getattr(plots, name), valid=lambda: {"comparison": P.comparison()},
                             bad=WITH_COMPARISON) for name in ("plot_difference", "plot_methods", "plot_folds")},
    **{f"plots.{name}": Case(target=getattr(plots, name), valid=lambda: {"ranking": ranking()},
                             bad={"ranking": P.BAD_COMPARISON, "ax": AX})
       for name in ("plot_pair_matrix", "plot_rank_probabilities", "plot_tiers")},
    **of("plots.plot_plan", plots.plot_plan, lambda: {"assurance": bc.plan_hold_out(difference=0.02, disagreement=0.1)},
         {"assurance": P.BAD_COMPARISON, "ax": AX}),
    **{name: Case(target=target, valid=lambda: {"ranking": ranked_datasets()},
             bad={"ranking": one_of(P.Drawn(P.BAD_COMPARISON), P.comparison(), over_datasets(), *also), "ax": AX})
       for name, target, also in (
           ("plots.plot_pair_matrix over data sets", plots.plot_pair_matrix, ()),
           ("plots.plot_rank_probabilities over data sets", plots.plot_rank_probabilities, (without_all(),)),
           ("plots.plot_tiers over data sets", plots.plot_tiers, ()),
           ("plots.plot_mean_ranks", plots.plot_mean_ranks, (ranking(), without_all())),
       )},
    **of("plots.plot_result", plots.plot_result, lambda: {"result": P.comparison()},
         {"result": P.BAD_COMPARISON, "ax": AX, "size": P.choice(none=True)}),
    **{f"plots.{name}": Case(target=getattr(plots, name), valid=made,
                             bad={"result": one_of(None, 3, "x", [], object(), P.FRAME, ranked_datasets()), "ax": AX})
       for name, made in {
           "plot_values": lambda: {"result": bc.evaluate(P.predictions())},
           "plot_roc": lambda: {"result": bc.evaluate(probable(), metric="roc_auc")},
           "plot_claim": lambda: {"result": bc.reported(error={"a": 0.1, "b": 0.2}, n=20)},
           "plot_gate": lambda: {"result": bc.gate(P.predictions(), {"default": {"drop": 0.1}}, baseline="tree")},
           "plot_claims": lambda: {"result": bc.reported(error={"a": 0.1, "b": 0.2, "c": 0.4}, n=20)},
           "plot_several_metrics": lambda: {"result": bc.evaluate(P.predictions(), metric=["error", "accuracy"])},
       }.items()},
    **{f"plots.{name}": Case(target=getattr(plots, name), valid=lambda: {"result": over_datasets()},
                             bad={"result": P.BAD_COMPARISON, "ax": AX}) for name in ("plot_forest", "plot_scatter")},
    **of("plots.plot_datasets", plots.plot_datasets, lambda: {"result": ranked_datasets()},
         {"result": one_of(None, 3, "x", b"x", [], {}, object(), P.FRAME, P.comparison(), ranking(), over_datasets(),
                           LOSSES, LOSSES[:0], LOSSES * np.nan, LOSSES.astype(str), ranked_datasets().observed),
          "ax": AX}),
    **of("plots.plot_sensitivity", plots.plot_sensitivity, lambda: {"comparison": P.comparison(), "over": "rope"},
         {**WITH_COMPARISON, "over": P.choice()}),
    **of("plots.plot_table", plots.plot_table, lambda: {"table": P.one_table()}, {"table": P.bad_table(), "ax": AX}),
    **of("plots.plot_calibration", plots.plot_calibration,
         lambda: {"predictions": probable(), "first": "tree", "second": "svm"},
         {"predictions": one_of(P.Drawn(P.bad_predictions()), P.predictions(("tree", "svm", "knn"))),
          "first": P.NAME, "second": P.NAME, "pos_label": one_of(2, "x", b"x", [], object()),
          "bins": P.integer(1), "ci_prob": P.PROPORTION, "ax": AX}),
    **of("plots.plot_rejection_rates", plots.plot_rejection_rates, lambda: {"summary": summary()},
         {"summary": SUMMARY, "ax": AX}),
    **of("plots.plot_power", plots.plot_power, lambda: {"summary": summary()},
         {"summary": SUMMARY, "against": P.text(), "ax": AX}),
    **of("plots.plot_statistics", plots.plot_statistics, lambda: {"results": studies.read_study(P.out())},
         {"results": BAD_ARRAY, "threshold": one_of(*P.NO_NUMBER, *P.NOT_FINITE), "ax": AX}),
    **of("plots.plot_correlations", plots.plot_correlations, lambda: {"clouds": {"a": P.correlations()}},
         {"clouds": one_of(None, 3, "x", b"x", [], {}, object(), {"a": 3}, {"a": P.FRAME}, {"a": None}, P.FRAME),
          "n_repeats": P.integer(2), "ax": AX,
          "sensitivity": one_of(3, "x", b"x", [], {}, object(), P.FRAME, xr.Dataset(), np.ones(2))}),
    **of("studies.run_study", studies.run_study, lambda: {"study": P.study(), "out": P.HERE / "run"},
         {"study": one_of(None, 3, "x", b"x", [], {}, object(), P.FRAME), "n_jobs": P.JOBS, "progress": P.FLAG,
          "out": one_of(*P.NO_PATH, "", P.HERE / "file.txt")}),
    **of("studies.summarise_study", studies.summarise_study, lambda: {"out": P.out()}, {"out": P.bad_out()}),
    **of("studies.read_study", studies.read_study, lambda: {"out": P.out(), "cell": 0},
         {"out": P.bad_out(), "cell": one_of(P.Drawn(P.integer(0)), 1, 99)}),
    **of("studies.Study", studies.Study, P.study_arguments,
         {"name": P.text(), "cells": one_of(None, 3, "x", b"x", [], {}, object(), [3], [None], P.FRAME),
          "methods": one_of(None, 3, "x", b"x", [], {}, object(), [3], ["bcv_mcnemar"], P.FRAME),
          "trials": one_of(P.Drawn(P.integer(1, endless=True)), 2**63, 10**5000), "alpha": P.PROPORTION,
          "seed": P.integer(0, endless=True),
          "truth_draws": P.integer(2)}),
    **of("studies.Cell", studies.Cell, lambda: {"scenario": studies.Epsilon(), "name": "one"},
         {"scenario": SCENARIO, "name": P.text(), "varied": one_of(None, 3, "x", b"x", [], object(), P.FRAME),
          "tune": one_of(3, "x", b"x", [], {}, object(), P.FRAME)}),
    **of("studies.builtin_study", studies.builtin_study, lambda: {"name": "smoke"},
         {"name": one_of(*P.NO_TEXT, *P.UNKNOWN), "trials": P.integer(1, none=True),
          "data": one_of(3, 1.5, True, b"x", [], {}, object(), P.FRAME, "/nothing/here", P.HERE / "none.csv"),
          "seed": P.integer(0, none=True, endless=True)}),
    **of("studies.builtin_studies", studies.builtin_studies, dict, {}),
    **of("studies.card", studies.card, dict, {}),
    **of("studies.fold_tables", studies.fold_tables, lambda: {"out": P.out()}, {"out": P.bad_out()},
         costly="needs the study `figure-1`"),
    **of("studies.correlation_table", studies.correlation_table, lambda: {"out": P.out()}, {"out": P.bad_out()},
         open={"draws": "an argument of fold_correlation", "rng": "an argument of fold_correlation"},
         costly="needs the study `figure-1`"),
    **of("studies.Epsilon", studies.Epsilon, dict,
         {"n_records": one_of(P.Drawn(P.integer(2)), 3, 301), "epsilon": P.number(0, 2 / 3)}),
    **of("Scenario.draw", studies.Epsilon.draw, lambda: {"n": 2}, {"n": P.integer(1), "rng": P.RNG},
         call=lambda **options: studies.Epsilon().draw(**options)),
    **of("FittedScenario.draw", studies.Simple.draw, lambda: {"n": 2}, {"n": P.integer(1), "rng": P.RNG},
         call=lambda **options: studies.Simple().draw(**options)),
    **of("FittedScenario.truth", studies.SixClass.truth, lambda: {"n_train": 20, "draws": 2, "seed": 0},
         {"n_train": P.integer(1), "draws": P.integer(1), "seed": P.integer(0, endless=True)},
         call=lambda **options: studies.SixClass().truth(**options)),
    **of("Scenario.with_parameter", studies.Epsilon.with_parameter, lambda: {"name": "epsilon", "value": 0.2},
         {"name": P.text()}, call=lambda **options: studies.Epsilon().with_parameter(**options),
         open={"value": "checked by the parameter itself"}),
    **of("studies.Simple", studies.Simple, dict, {"n_records": P.integer(20), "shift": P.FINITE}),
    **of("studies.SixClass", studies.SixClass, dict, {"n_records": P.integer(20), "distortion": P.POSITIVE}),
    **of("studies.Letter", studies.Letter, dict, {"n_records": P.integer(20), "distortion": P.POSITIVE, "path": FILE},
         call=read(studies.Letter), costly="fetches the data from OpenML"),
    **of("studies.Digits", studies.Digits, dict,
         {"n_records": P.integer(20), "penalty": P.number(0), "hidden": P.integer(1), "path": FILE},
         call=read(studies.Digits)),
    **of("studies.Text", studies.Text, dict,
         {"n_records": P.integer(20), "imbalance": P.number(0.02, 0.5), "pair": P.choice(),
          "equal": P.choice(none=True),
          "seed": P.integer(0, endless=True)}),
    **of("studies.RareClass", studies.RareClass, dict,
         {"n_records": P.integer(20), "prevalence": P.number(0, 1), "f1": P.number(0, 1), "less": P.FINITE,
          "tilt": P.FINITE}),
    **of("studies.Classifiers", studies.Classifiers, lambda: {"path": classifiers_file(), "n_records": 20},
         {"path": one_of(None, P.Drawn(FILE)), "n_records": P.integer(20),
          "only": one_of(*P.NO_TEXT, *P.UNKNOWN, None, "tree", "tree, tree", "tree, unknown")},
         call=read(studies.Classifiers)),
    **of("studies.Population", studies.Population, population,
         {"X": P.BAD_X, "y": P.BAD_LABELS, "n_records": P.integer(4), "replace": P.FLAG,
          "classifiers": one_of(*P.MAPPING, {"a": 3, "b": 4}, {"a": GaussianNB()},
                                {"a": GaussianNB, "b": GaussianNB})}),
    **of("studies.Tune", studies.Tune, lambda: {"parameter": "distortion", "low": 1.0, "high": 2.0, "n_train": 20},
         {"parameter": P.text(), "low": one_of(P.Drawn(P.FINITE), 9.0), "high": P.FINITE, "n_train": P.integer(1),
          "draws": P.integer(2)}),
    **of("studies.tune", studies.tune,
         lambda: {"scenario": studies.SixClass(), "seed": 0,
                  "how": studies.Tune(parameter="distortion", low=1.0, high=2.0, n_train=20, draws=2)},
         {"scenario": one_of(P.Drawn(SCENARIO), studies.Epsilon()), "how": one_of(None, 3, "x", b"x", [], {}, object()),
          "seed": P.integer(0, endless=True), "n_jobs": P.JOBS},
         costly="needs bounds with a root between them"),
    **of("studies.StudyMethod", studies.StudyMethod, lambda: {"name": "a", "plan": "10-fold", "assess": len},
         {"name": P.text(), "plan": P.choice(), "assess": P.CALLABLE,
          "coords": one_of(3, "x", b"x", [1], {1: [1]}, {"k": []}, {"k": [1.5]}, {"trial": [1]}, object(), P.FRAME)}),
    **of("studies.method_named", studies.method_named, lambda: {"name": "bcv_mcnemar"},
         {"name": P.choice(), "plan": P.choice(none=True), "label": P.text(none=True)}),
}  # fmt: skip
for name, row in CASES.items():
    if name.startswith("plots.") and "ax" in row.bad:
        row.bad["size"] = P.choice(none=True)
