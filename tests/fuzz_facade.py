"""The table of the fuzz test for the functions of the facade."""

import numpy as np

import bayescmp as bc
import tests.fuzz_pools as P  # noqa: N812 - read in every line
from tests.readers import written

Case, of, one_of = P.Case, P.of, P.one_of

TABLE_PRIOR = {"prior": P.choice(), "strength": P.RECORDS}
METHOD = one_of(*P.NO_TEXT, *P.UNKNOWN, None, bc.methods.Paired, bc.methods.Auto, bc.methods.Settings())
PAIR = {"first": P.NAME, "second": P.NAME}
SAMPLER = {
    "draws": P.integer(4),
    "tune": P.integer(0),
    "chains": P.integer(1),
    "cores": P.integer(1, none=True),
    "target_accept": P.PROPORTION,
    "rng": P.RNG,
    "nuts_sampler": P.choice(),
    "progress": P.FLAG,
}
COUNTS = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
THREE = ("tree", "svm", "knn")
NO_TRUTH = one_of(*P.NO_PATH[1:], P.HERE, P.HERE / "nothing.csv", "")
N_VALIDATION = one_of("x", b"x", [], {}, object(), 1j, True, np.nan, np.inf, 0, -1, 0.5, [1, 2, 3], P.FRAME)


def frame(**changes):
    """Return arguments that read a wide data frame."""
    table = P.pd.DataFrame(
        {"y": P.Y, "tree": P.Y, "svm": 1 - P.Y, "id": np.arange(P.N), "half": np.arange(P.N) // 2 % 2}
    )
    return {"frame": table, "y_true": "y", "y_pred": ["tree", "svm"], "hold_out": False, "fold": "half", **changes}


def block_regularized(n_repeats, *, stratify, random_state):
    """Split, because scikit-learn's classes check their parameters there."""
    return list(bc.BlockRegularizedCV(n_repeats, stratify=stratify, random_state=random_state).split(**P.features()))


def good_table():
    """Return the path of a small file of predictions."""
    P.pd.DataFrame({"a": P.Y, "b": 1 - P.Y}).to_csv(P.HERE / "good.csv", index=False)
    return {"path": P.HERE / "good.csv"}


def experiment():
    """Return the folder of a small experiment."""
    estimators, data = P.estimators(), {"one": tuple(P.features().values())}
    bc.cross_val_datasets(estimators, data, out=P.HERE / "another", random_state=0)
    return P.HERE / "another"


METRIC = one_of(3, "x", "", b"x", [], {}, object(), None, True)
METRIC_OR_NONE = one_of(3, "x", "", b"x", [], {}, object(), True)
COLUMN = one_of(*P.NO_TEXT, *P.UNKNOWN)
COLUMNS = one_of(3, 1.5, True, b"x", object(), [], {}, [3], {"a": 3}, ["unknown"], "unknown", {3: "tree"}, [None])

LOGS = {
    "read_lm_eval": ("score", "judged", "filter", "group"),
    "read_inspect": ("score", "judged", "value", "group"),
    "read_helm": ("score", "judged"),
}


def log_of_evaluation(reader):
    """Return the path of a small log that a function reads."""
    folder = P.HERE / reader
    folder.mkdir(exist_ok=True)
    if reader == "read_lm_eval":
        return written.write_lm_eval(folder, "quiz", [written.lm_eval_row(n, 1.0) for n in range(3)])
    if reader == "read_inspect":
        return written.write_inspect(folder / "a.eval", [written.inspect_sample(n, "C") for n in range(3)])
    return written.write_helm(folder, "a", [1, 0, 1])


CASES = {
    **of("BlockRegularizedCV", bc.BlockRegularizedCV, lambda: {"n_repeats": 2, "stratify": False, "random_state": 0},
         {"n_repeats": P.integer(1), "stratify": P.FLAG, "random_state": P.RANDOM_STATE},
         call=block_regularized),
    **of("compare", bc.compare, lambda: {"data": P.predictions(THREE), "first": "tree", "second": "svm"},
         {"data": P.bad_data(), "first": P.NAME, "second": P.NAME, "method": METHOD, "metric": METRIC,
          "pos_label": one_of(1, "x", b"x", object()),
          "rope": P.ROPE, "ci_prob": P.PROPORTION, "ci_kind": P.choice(),
          "threshold": P.number(0.5, 1, low_too=False),
          "rng": P.RNG}),
    **of("compare tables", bc.compare, lambda: {"data": P.tables()},
         {"data": P.bad_data(), "first": P.text(none=True), "second": P.text(none=True), "rope": P.ROPE}),
    **of("compare_datasets", bc.compare_datasets,
         lambda: {"data": {"a": P.predictions(), "b": P.predictions()}, "first": "tree", "second": "svm"},
         {"data": one_of(
              None, 3, "text", b"x", [], {}, object(), P.predictions(), P.one_table(), {"a": 3}, {"a": None},
              {"a": P.FRAME}, P.xr.DataTree(),
              {1: P.predictions(), "1": P.predictions()},
          ),
          "first": P.NAME, "second": P.NAME, "method": METHOD, "metric": METRIC_OR_NONE,
          "pos_label": one_of(1, "x", b"x", object()),
          "rope": P.ROPE, "ci_prob": P.PROPORTION, "ci_kind": P.choice(),
          "threshold": P.number(0.5, 1, low_too=False),
          "population": one_of(3, "x", "", b"x", [], {}, object(), True, P.FRAME),
          "greater_is_better": one_of(*P.NO_FLAG, True)}),
    **of("compare_datasets by tasks", bc.compare_datasets,
         lambda: {"data": bc.labels(P.Y, {"tree": P.Y, "svm": 1 - P.Y}).assign_coords(
                      task=("record", np.arange(P.N) // 6)
                  ),
                  "by": "task"},
         {"by": one_of(3, b"x", "unknown", object(), "", 1.5)}),
    **of("rank", bc.rank, lambda: {"data": P.predictions(THREE), "draws": 100},
         {"data": P.bad_predictions(), "method": METHOD, "rope": P.ROPE, "ci_prob": P.PROPORTION,
          "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False),
          "draws": P.integer(100), "rng": P.RNG, "metric": METRIC,
          "pos_label": one_of(1, "x", b"x", object()), "control": P.NAME}),
    **of("rank_datasets", bc.rank_datasets, lambda: {"data": {"a": P.one_table()}, "draws": 400},
         {"data": P.bad_datasets(), "method": METHOD, "rope": P.ROPE, "ci_prob": P.PROPORTION,
          "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False), "by": P.NAME, "metric": METRIC_OR_NONE,
          "pos_label": one_of(1, "x", b"x", object()), "control": P.NAME,
          "rng": P.RNG,
          "draws": P.integer(400), "greater_is_better": one_of(*P.NO_FLAG, True)}),
    **of("Ranking.comparison", bc.Ranking.comparison, lambda: {"first": "tree", "second": "svm"},
         {"first": P.NAME, "second": P.NAME},
         call=lambda **options: bc.rank(P.predictions(THREE), draws=100).comparison(**options)),
    **of("plan_sequential", bc.plan_sequential, lambda: {"difference": 0.3, "disagreement": 0.4, "draws": 100},
         {"difference": P.number(-0.4, 0.4), "disagreement": P.number(0.3, 1),
          "alpha": P.PROPORTION, "rope": P.ROPE, "power": P.PROPORTION, "draws": P.integer(100), "rng": P.RNG}),
    **of("SequentialComparison", bc.SequentialComparison, dict,
         {"alpha": P.PROPORTION, "rope": P.ROPE, "first": P.text(), "second": P.text(),
          "looks": one_of(None, 3, "x", b"x", [], {}, object()), "shuffled": P.integer(0, none=True, endless=True)}),
    **of("SequentialComparison.update", bc.SequentialComparison().update, lambda: {"data": P.one_table()},
         {"data": P.bad_data()}),
    **of("plan", bc.plan,
         lambda: {"comparison": P.comparison(), "n_records": [24], "n_repeats": [2], "difference": 0.1},
         {"comparison": P.SOME_BAD_COMPARISON,
          "n_records": one_of(3, "x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
          "n_repeats": one_of(3, "x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
          "n_answers": one_of([2], 3, "x", object()), "n_labels": one_of([2], 3, "x", object()),
          "costs": one_of(3, "x", b"x", [], object(), [1], (1, -1), (1, "x"), (1, np.nan), {}),
          "difference": P.number(-1, 1, low_too=False, none=True)}),
    **of("plan of a hold-out", bc.plan, lambda: {"difference": 0.02, "disagreement": 0.1, "n_records": [24]},
         {"difference": P.number(-1, 1, low_too=False), "disagreement": P.number(0.02, 1), "rope": P.ROPE,
          "threshold": P.number(0.5, 1, low_too=False), "ci_prob": P.PROPORTION, "n_answers": one_of([2]),
          "n_labels": one_of([2]),
          "costs": one_of((1, 1))}),
    **of("comparison.correlation_sensitivity", bc.comparison.correlation_sensitivity,
         lambda: {"comparison": P.comparison(), "phi": 1.0, "size": 3},
         {"comparison": P.BAD_COMPARISON, "phi": P.RECORDS, "size": P.integer(3)}),
    **of("frequentist.mcnemar", bc.frequentist.mcnemar, lambda: {"table": P.one_table()},
         {"table": P.bad_table(), "method": P.choice(), "correction": P.FLAG}),
    **of("frequentist.bcv_mcnemar", bc.frequentist.bcv_mcnemar, lambda: {"tables": P.tables()},
         {"tables": P.bad_tables()}),
    **of("frequentist.registered_tests", bc.frequentist.registered_tests, dict,
         {}),
    **of("run_tests", bc.run_tests,
         lambda: {"estimators": P.estimators(), **P.features(), "tests": ["bcv_mcnemar"], "random_state": 0},
         {"estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, **PAIR,
          "tests": one_of(3, "x", "", b"x", [], {}, object(), [3], ["x"], None, ["bcv_mcnemar", None], True),
          "metric": METRIC, "pos_label": one_of("x", b"x", object()), "alpha": P.PROPORTION, "n_jobs": P.JOBS,
          "rope": P.ROPE, "random_state": P.RANDOM_STATE, "progress": P.FLAG}),
    **of("posteriors.crossed_effects_posterior", bc.posteriors.crossed_effects_posterior,
         lambda: {"predictions": P.predictions()},
         {"predictions": P.bad_predictions(), **PAIR, "tau": P.TAU, **TABLE_PRIOR}),
    **of("posteriors.effective_posterior", bc.posteriors.effective_posterior,
         lambda: {"tables": P.tables(), "correlations": P.correlations()},
         {"tables": P.bad_tables(), "correlations": P.BAD_CORRELATIONS, **TABLE_PRIOR}),
    **of("posteriors.paired_posterior", bc.posteriors.paired_posterior, lambda: {"table": P.one_table()},
         {"table": P.bad_table(), **TABLE_PRIOR}),
    **of("hierarchical.fold_correlation", bc.hierarchical.fold_correlation,
         lambda: {"data": P.predictions(THREE), "first": "tree", "second": "svm", "draws": 4},
         {"data": P.bad_data(), "statistic": P.choice(), "n_validation": N_VALIDATION,
          "first": P.NAME, "second": P.NAME, **SAMPLER},
         costly="samples"),
    **of("hierarchical.moment_correlations", bc.hierarchical.moment_correlations,
         lambda: {"estimates": P.xr.concat([abs(P.differences())] * 4, "replicate"), "n_validation": 12},
         {"estimates": P.BAD_DIFFERENCES, "statistic": P.choice(), "n_validation": N_VALIDATION,
          "record_variance": one_of("x", b"x", [], {}, object(), 1j, True, np.nan, np.inf, -1, 2, [0.1, 0.2, 0.3])}),
    **of("hierarchical.diagnostics_verdict", bc.hierarchical.diagnostics_verdict,
         lambda: {"tree": P.tree(), "var_names": None},
         {"tree": P.BAD_TREE,
          "var_names": one_of(3, "rho1", b"x", [], {}, object(), [3], ["unknown"], [None], True, 1.5)}),
    **of("cross_val_predictions", bc.cross_val_predictions,
         lambda: {"estimators": P.estimators(), **P.features(), "random_state": 0},
         {"estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, "n_jobs": P.JOBS,
          "cv": one_of("x", b"x", [], {}, object(), 1.5, 1, 0, -1, [3], [([0], [99])], True, P.FRAME),
          "random_state": P.RANDOM_STATE, "progress": P.FLAG, "probabilities": P.FLAG, "groups": P.BAD_KEYS,
          "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared"),
          "start": one_of(3, "x", b"x", [], {}, object(), np.ones(2), P.xr.Dataset(), P.predictions(), P.tables())}),
    **of("cross_val_datasets", bc.cross_val_datasets,
         lambda: {"estimators": P.estimators(),
                  "datasets": {"one": tuple(P.features().values())},
                  "out": P.HERE / "experiment",
                  "random_state": 0},
         {"estimators": P.BAD_ESTIMATORS,
          "datasets": one_of(3, None, b"x", {}, [], [3], ["nothing"], {"a": 3}, {3: (1, 2)}, {"a": (1, "b")}),
          "out": one_of(*P.NO_PATH, P.HERE / "file.xyz"),
          "cv": one_of("x", b"x", {}, object(), 1.5, 1, 0, -1, True),
          "n_jobs": P.JOBS, "random_state": P.RANDOM_STATE, "progress": P.FLAG, "probabilities": P.FLAG,
          "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared")},
         open={"target": "of frames and files only", "groups": "as of cross_val_predictions, or a column"}),
    **of("model_selection.units_of", bc.model_selection.units_of, lambda: {"out": experiment()},
         {"out": one_of(*P.NO_PATH, P.HERE / "nothing", P.HERE / "file.xyz")}),
    **of("model_selection.training_overlaps", bc.model_selection.training_overlaps,
         lambda: {"cv": bc.BlockRegularizedCV(2), **P.features()},
         {"cv": one_of(None, "x", b"x", [], {}, object(), 1.5, 3, -1, [3], [([0], [99])], True, P.FRAME),
          "X": one_of(None, 3, 1.5, object(), np.float64(2), int)},
         open={"y": "handed to the splitter as it is", "groups": "handed to the splitter as it is"}),
    **of("predictions_from_arrays", bc.predictions_from_arrays, lambda: {"y_true": P.Y, "y_pred": {"tree": P.Y}},
         {"y_true": P.BAD_LABELS,
          "y_pred": one_of(*P.MAPPING, {"a": 3}, {"a": [1.5] * P.N}, {"a": None}, {"a": [0, 1]}, {3: P.Y}, {"": P.Y}),
          "repeat": P.BAD_KEYS, "fold": P.BAD_KEYS, "record": P.BAD_KEYS, "group": P.BAD_KEYS, "splits": P.BAD_SPLITS,
          "answer": P.BAD_KEYS, "correct": one_of(3, "x", b"x", [], object(), {"a": 3}, {"a": P.Y}),
          "judged": one_of(3, "x", b"x", [], object(), {"a": 3}, {"a": P.Y}),
          "preference": one_of(3, "x", b"x", [], object(), {"a": P.Y}, ["tie"] * P.N),
          "task": P.BAD_KEYS, "time": P.BAD_KEYS, "on_missing": P.choice(), "noun": one_of(3, "error"),
          "bounds": one_of(3, (0, 1)), "greater_is_better": one_of("x", True, False), "train": P.BAD_TRAIN}),
    **of("predictions_from_arrays with probabilities", bc.predictions_from_arrays,
         lambda: {"y_true": P.Y, "y_pred": {"a": P.Y}, "y_prob": {"a": P.HALVES}, "labels": [0, 1]},
         {"y_prob": one_of(*P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES), {"b": P.HALVES}, {}),
          "labels": one_of(
              3, "text", b"x", [], object(), [0], [0, 2], [0, 0], [1.5, 2], ["a", "b"], [None, 1], np.ones((2, 2)),
              [{}, 1], P.xr.Dataset(), [0, "b"],
          )}),
    **of("predictions_from_arrays of decision values", bc.predictions_from_arrays,
         lambda: {"y_true": P.Y, "y_score": {"a": np.linspace(-2, 2, P.N)}},
         {"y_score": one_of(*P.MAPPING[1:], {"a": 3}, {"a": ["x"] * P.N}, {"a": [np.nan] * P.N}, {"a": [1j] * P.N})}),
    **of("predictions_from_arrays of losses", bc.predictions_from_arrays,
         lambda: {"loss": {"a": np.linspace(0, 2, P.N)}},
         {"loss": one_of(*P.BAD_VALUES),
          "repeat": P.BAD_KEYS, "fold": P.BAD_KEYS, "record": P.BAD_KEYS, "group": P.BAD_KEYS, "splits": P.BAD_SPLITS,
          "answer": P.BAD_KEYS,
          "train": P.BAD_TRAIN, "on_missing": one_of(None, 3, "unknown", "wrong"),
          "greater_is_better": one_of(*P.NO_FLAG), "noun": one_of(3, b"x", ""),
          "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 1))}),
    **of("predictions_from_arrays of scores", bc.predictions_from_arrays,
         lambda: {"score": {"a": np.linspace(0, 2, P.N)}},
         {"score": one_of(*P.BAD_VALUES), "bounds": one_of((0, 1), (1, 2)), "greater_is_better": one_of(*P.NO_FLAG)}),
    **of("scores_from_arrays", bc.scores_from_arrays,
         lambda: {"scores": {"a": [0.8, 0.9], "b": [0.7, 0.9]}, "n_train": 90, "n_test": 10},
         {"scores": one_of(
              *P.MAPPING, {"a": 3}, {"a": ["x", "y"]}, {"a": [np.nan, 1]}, {"a": [np.inf, 1]}, {"a": None}, {"a": []},
              {"a": [True, False]}, {"a": [1j, 1]}, {"a": np.ones((2, 2, 2))}, {"a": [1.0, 2.0], "b": [1.0]},
              {"": [1.0, 2.0]},
          ),
          "n_train": P.RECORDS, "n_test": P.RECORDS,
          "n_repeats": one_of("x", b"x", [], {}, object(), 0, -1, 1.5, 3),
          "greater_is_better": one_of(*P.NO_FLAG), "noun": one_of(None, 3, b"x", ""),
          "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 0.1))}),
    **of("scores_from_frame", bc.scores_from_frame,
         lambda: {"frame": P.score_table(), "n_train": 90, "n_test": {"iris": 10, "wine": 12}},
         {"frame": one_of(
              None, 3, "text", b"x", [], {}, object(), np.ones((2, 2)), P.xr.Dataset(), P.score_table()[:0],
              P.score_table()[:3], P.score_table()[["dataset", "classifier"]],
              P.pd.concat([P.score_table(), P.score_table()]), P.score_table().assign(s1=np.nan),
          ),
          "n_train": one_of(P.Drawn(P.RECORDS), {"iris": 3}, {"iris": 0, "wine": 1}, {"iris": "x", "wine": 1}),
          "n_test": one_of(P.Drawn(P.RECORDS), {"iris": 3}, {"iris": 0, "wine": 1}, {"iris": "x", "wine": 1}),
          "dataset": one_of(None, *P.NO_TEXT, *P.UNKNOWN), "classifier": one_of(None, *P.NO_TEXT, *P.UNKNOWN),
          "scores": one_of(
              3, "s0", b"x", [], {}, object(), ["s0", "s0"], ["s0", "dataset"], ["s0", "s3"], [3], [None], ["s0"],
              True,
          ),
          "n_repeats": one_of("x", b"x", [], {}, object(), 0, -1, 1.5, 3),
          "greater_is_better": one_of(*P.NO_FLAG), "noun": one_of(None, 3, b"x", ""),
          "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 0.1))},
         open={"k_folds": "instead of two others, in a case of its own",
               "fold": "of another form of tables, in a case of its own"}),
    **of("scores_from_frame by folds", bc.scores_from_frame, lambda: {"frame": P.score_table(), "k_folds": 2},
         {"k_folds": P.integer(2)}),
    **of("scores_from_frame with a row for each fold", bc.scores_from_frame,
         lambda: {"frame": P.score_table().melt(["dataset", "classifier"], var_name="fold"), "fold": "fold",
                  "k_folds": 2},
         {"fold": one_of(*P.NO_TEXT, *P.UNKNOWN, "value", "dataset")}),
    **of("predictions_from_arrays with probabilities alone", bc.predictions_from_arrays,
         lambda: {"y_true": P.Y, "y_prob": {"a": P.HALVES[:, 1]}},
         {"y_prob": one_of(
              *P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES_ALONE), {},
              *({"a": P.HALVES[:, 1] + bad} for bad in (1, -1, np.inf)), {"a": P.HALVES[1:, 1]}, {"a": "x" * P.N},
          ),
          "labels": one_of(
              3, "text", b"x", [], object(), [0], [0, 2], [0, 0], [1.5, 2], ["a", "b"], [None, 1], np.ones((2, 2)),
              [{}, 1], P.xr.Dataset(), [0, "b"],
          )}),
    **of("predictions_from_cross_validate", bc.predictions_from_cross_validate,
         lambda: {"results": P.fitted(), **P.features()},
         {"results": one_of(*P.MAPPING, {"a": 3}, {"a": {}}, {"a": {"estimator": [3], "indices": 3}}, {"a": None}),
          "X": P.BAD_X, "y": P.BAD_LABELS, "probabilities": P.FLAG, "groups": P.BAD_KEYS}),
    **of("predictions_from_frame", bc.predictions_from_frame, frame,
         {"frame": one_of(None, 3, "text", b"x", [], {}, object(), np.ones((2, 2)), P.xr.Dataset()),
          "y_true": COLUMN, "y_pred": COLUMNS, "record": COLUMN, "repeat": COLUMN, "fold": COLUMN, "group": COLUMN,
          "answer": COLUMN,
          "classifier": COLUMN, "hold_out": P.FLAG, "task": COLUMN, "time": COLUMN, "on_missing": P.choice(),
          "y_prob": one_of(*P.NO_TEXT, *P.UNKNOWN, "{classifier}_{label}", "{label}", "{classifier}{label}{label}")}),
    **of("predictions_from_frame of single probabilities", bc.predictions_from_frame,
         lambda: {"frame": P.pd.DataFrame({"y_true": ["a", "b"] * 4, "m": [0.2, 0.8] * 4}),
                  "y_prob": ["m"],
                  "labels": ["a", "b"]},
         {"labels": one_of(None, 3, "text", [], {}, object(), ["a"], ["a", "a"], ["b", "c"], ["a", "b", "c"])}),
    **of("predictions_from_frame of losses", bc.predictions_from_frame,
         lambda: frame(y_true=None, y_pred=None, loss=["tree", "svm"]),
         {"loss": COLUMNS}),
    **of("predictions_from_frame of scores", bc.predictions_from_frame,
         lambda: frame(y_true=None, y_pred=None, score=["tree", "svm"]),
         {"score": COLUMNS}),
    **of("predictions_from_frame of decision values", bc.predictions_from_frame,
         lambda: frame(y_pred=None, y_score=["tree", "svm"]),
         {"y_score": COLUMNS}),
    **of("predictions_from_frame of right and wrong", bc.predictions_from_frame,
         lambda: frame(y_true=None, y_pred=None, correct=["tree", "svm"]),
         {"correct": COLUMNS, "judged": COLUMNS}),
    **of("predictions_from_frame of preferences", bc.predictions_from_frame,
         lambda: {"frame": P.pd.DataFrame({"winner": ["a", "b", "tie"]}), "preference": "winner"},
         {"preference": one_of(3, 1.5, True, b"x", [], {}, [3], {"a": 3}, "unknown")}),
    **{
        reader: Case(
            target=getattr(bc, reader),
            valid=lambda reader=reader: {"paths": log_of_evaluation(reader)},
            bad={
                "paths": one_of(*P.NO_PATH, P.HERE / "nothing", "nothing", [], [3], ["nothing"], P.HERE / "file.xyz"),
                **{name: one_of(3, 1.5, b"x", object(), "", "unknown", ["unknown"], [3]) for name in asked},
                "task": one_of(3, 1.5, b"x", object(), "unknown", ["unknown"], [3], {"a": 1}),
                "greater_is_better": one_of(*P.NO_FLAG),
                "names": one_of(3, "x", ["x"], {"nothing": "a"}, {3: "a"}),
                "on_missing": P.choice(),
                "max_bytes": P.integer(1, endless=True),
            },
        )
        for reader, asked in LOGS.items()
    },
    **of("read_predictions", bc.read_predictions, lambda: {"path": P.saved("predictions")},
         {"path": P.path_to_read(".nc"), "truth": NO_TRUTH, "max_bytes": P.integer(1, endless=True)},
         open={"columns": "the arguments of predictions_from_frame"}),
    **of("read_predictions of a table", bc.read_predictions, good_table,
         {"truth": NO_TRUTH,
          "path": one_of(*P.NO_PATH, P.HERE, P.HERE / "nothing.csv", "nothing.parquet", "", P.HERE / "file.xyz"),
          "max_bytes": P.integer(1, endless=True)},
         call=lambda **options: bc.read_predictions(**options, y_true="a", y_pred="b")),
    **of("save_predictions", bc.save_predictions, lambda: {"predictions": P.predictions(), "path": P.HERE / "out.nc"},
         {"predictions": P.bad_predictions(), "path": P.path_to_write(".nc", ".csv")}),
    **of("write_report", bc.write_report, lambda: {"result": P.comparison(), "path": P.HERE / "out.txt"},
         {"result": P.BAD_COMPARISON, "path": P.path_to_write(".txt", ".pdf"),
          "title": one_of(*P.NO_TEXT)}),
    **of("paired_table", bc.paired_table, lambda: {**{name: [1, 2] for name in COUNTS}, "dims": ("fold",)},
         {**dict.fromkeys(
              COUNTS,
              one_of(None, "x", b"x", {}, object(), 1j, [-1, 2], [1.5, 2], [np.nan, 1], [np.inf, 1], ["a"] * 2, True),
          ),
          "dims": one_of(3, 1.5, "x", b"x", object(), (3,), ("a", "b"), ("first",), [None], {}, True)}),
    **of("paired_tables", bc.paired_tables,
         lambda: {"predictions": P.predictions(THREE), "first": "tree", "second": "svm"},
         {"predictions": P.bad_predictions(), "first": P.NAME, "second": P.NAME}),
    **of("effective_table", bc.effective_table, lambda: {"tables": P.tables()},
         {"tables": P.bad_tables(), "rho1": P.number(-1, 1, low_too=False), "rho2": P.number(-0.2, 1)}),
    **of("Comparison.to_datatree", bc.Comparison.to_datatree, lambda: {"draws": 2, "rng": 0},
         {"draws": P.integer(1), "rng": P.RNG},
         call=lambda **options: P.comparison().to_datatree(**options)),
    **of("Comparison.save", bc.Comparison.save, lambda: {"path": P.HERE / "saved.nc"},
         {"path": P.path_to_write(".nc", ".csv"), "max_bytes": P.integer(1, endless=True)},
         call=lambda **options: P.comparison().save(**options)),
    **of("load", bc.load, lambda: {"path": P.saved("comparison")},
         {"path": P.path_to_read(".nc"), "metric": METRIC_OR_NONE, "strict": P.FLAG,
          "max_bytes": P.integer(1, endless=True)}),
}  # fmt: skip
