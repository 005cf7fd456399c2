"""The table of the fuzz test for the functions of the facade."""

import numpy as np

import bayescmp as bc
import tests.fuzz_pools as P  # noqa: N812 - read in every line
from tests.readers import written

Case, one_of = P.Case, P.one_of

TABLE_PRIOR = {"prior": P.choice(), "strength": P.RECORDS}
LEVEL = one_of(*P.NO_TEXT, *P.UNKNOWN, None, bc.levels.Paired, bc.levels.Auto, bc.levels.Settings())
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
    "BlockRegularizedCV": Case(
        target=bc.BlockRegularizedCV,
        call=block_regularized,
        valid=lambda: {"n_repeats": 2, "stratify": False, "random_state": 0},
        bad={"n_repeats": P.integer(1), "stratify": P.FLAG, "random_state": P.RANDOM_STATE},
    ),
    "compare": Case(
        target=bc.compare,
        valid=lambda: {"data": P.predictions(THREE), "first": "tree", "second": "svm"},
        bad={
            "data": P.bad_data(), "first": P.NAME, "second": P.NAME, "level": LEVEL, "metric": METRIC,
            "pos_label": one_of(1, "x", b"x", object()),
            "rope": P.ROPE, "ci_prob": P.PROPORTION, "ci_kind": P.choice(),
            "threshold": P.number(0.5, 1, low_too=False),
            "rng": P.RNG,
        },
    ),
    "compare tables": Case(
        target=bc.compare,
        valid=lambda: {"data": P.tables()},
        bad={"data": P.bad_data(), "first": P.text(none=True), "second": P.text(none=True), "rope": P.ROPE},
    ),
    "compare_datasets": Case(
        target=bc.compare_datasets,
        valid=lambda: {"data": {"a": P.predictions(), "b": P.predictions()}, "first": "tree", "second": "svm"},
        bad={
            "data": one_of(
                None, 3, "text", b"x", [], {}, object(), P.predictions(), P.one_table(), {"a": 3}, {"a": None},
                {"a": P.FRAME}, P.xr.DataTree(),
                {1: P.predictions(), "1": P.predictions()},
            ),
            "first": P.NAME, "second": P.NAME, "level": LEVEL, "metric": METRIC_OR_NONE,
            "pos_label": one_of(1, "x", b"x", object()),
            "rope": P.ROPE, "ci_prob": P.PROPORTION, "ci_kind": P.choice(),
            "threshold": P.number(0.5, 1, low_too=False),
            "population": one_of(3, "x", "", b"x", [], {}, object(), True, P.FRAME),
            "greater_is_better": one_of(*P.NO_FLAG, True),
        },
    ),
    "compare_datasets by tasks": Case(
        target=bc.compare_datasets,
        valid=lambda: {
            "data": bc.predictions_from_arrays(P.Y, {"tree": P.Y, "svm": 1 - P.Y}).assign_coords(
                task=("record", np.arange(P.N) // 6)
            ),
            "by": "task",
        },
        bad={"by": one_of(3, b"x", "unknown", object(), "", 1.5)},
    ),
    "rank": Case(
        target=bc.rank,
        valid=lambda: {"data": P.predictions(THREE), "draws": 100},
        bad={
            "data": P.bad_predictions(), "level": LEVEL, "rope": P.ROPE, "ci_prob": P.PROPORTION,
            "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False),
            "draws": P.integer(100), "rng": P.RNG, "metric": METRIC,
            "pos_label": one_of(1, "x", b"x", object()),
        },
    ),
    "rank_datasets": Case(
        target=bc.rank_datasets,
        valid=lambda: {"data": {"a": P.one_table()}, "draws": 400},
        bad={
            "data": P.bad_datasets(), "level": LEVEL, "rope": P.ROPE, "ci_prob": P.PROPORTION,
            "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False), "by": P.NAME, "metric": METRIC_OR_NONE,
            "pos_label": one_of(1, "x", b"x", object()), "control": P.NAME,
            "rng": P.RNG,
            "draws": P.integer(400), "greater_is_better": one_of(*P.NO_FLAG, True),
        },
    ),
    "Ranking.comparison": Case(
        target=bc.Ranking.comparison,
        call=lambda **options: bc.rank(P.predictions(THREE), draws=100).comparison(**options),
        valid=lambda: {"first": "tree", "second": "svm"},
        bad={"first": P.NAME, "second": P.NAME},
    ),
    "plan_sequential": Case(
        target=bc.plan_sequential,
        valid=lambda: {"difference": 0.3, "disagreement": 0.4, "draws": 100},
        bad={
            "difference": P.number(-0.4, 0.4), "disagreement": P.number(0.3, 1),
            "alpha": P.PROPORTION, "rope": P.ROPE, "power": P.PROPORTION, "draws": P.integer(100), "rng": P.RNG,
        },
    ),
    "SequentialComparison": Case(
        target=bc.SequentialComparison,
        valid=dict,
        bad={
            "alpha": P.PROPORTION, "rope": P.ROPE, "first": P.text(), "second": P.text(),
            "looks": one_of(None, 3, "x", b"x", [], {}, object()), "shuffled": P.integer(0, none=True, endless=True),
        },
    ),
    "SequentialComparison.update": Case(
        target=bc.SequentialComparison().update,
        valid=lambda: {"data": P.one_table()},
        bad={"data": P.bad_data()},
    ),
    "plan": Case(
        target=bc.plan,
        valid=lambda: {"comparison": P.comparison(), "n_records": [24], "n_repeats": [2], "difference": 0.1},
        bad={
            "comparison": P.SOME_BAD_COMPARISON,
            "n_records": one_of(3, "x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
            "n_repeats": one_of(3, "x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
            "n_answers": one_of([2], 3, "x", object()), "n_labels": one_of([2], 3, "x", object()),
            "costs": one_of(3, "x", b"x", [], object(), [1], (1, -1), (1, "x"), (1, np.nan), {}),
            "difference": P.number(-1, 1, low_too=False, none=True),
        },
    ),
    "plan of a hold-out": Case(
        target=bc.plan,
        valid=lambda: {"difference": 0.02, "disagreement": 0.1, "n_records": [24]},
        bad={
            "difference": P.number(-1, 1, low_too=False), "disagreement": P.number(0.02, 1), "rope": P.ROPE,
            "threshold": P.number(0.5, 1, low_too=False), "ci_prob": P.PROPORTION, "n_answers": one_of([2]),
            "n_labels": one_of([2]),
            "costs": one_of((1, 1)),
        },
    ),
    "comparison.correlation_sensitivity": Case(
        target=bc.comparison.correlation_sensitivity,
        valid=lambda: {"comparison": P.comparison(), "phi": 1.0, "size": 3},
        bad={"comparison": P.BAD_COMPARISON, "phi": P.RECORDS, "size": P.integer(3)},
    ),
    "frequentist.mcnemar": Case(
        target=bc.frequentist.mcnemar,
        valid=lambda: {"table": P.one_table()},
        bad={"table": P.bad_table(), "method": P.choice(), "correction": P.FLAG},
    ),
    "frequentist.bcv_mcnemar": Case(
        target=bc.frequentist.bcv_mcnemar, valid=lambda: {"tables": P.tables()}, bad={"tables": P.bad_tables()}
    ),
    "frequentist.registered_tests": Case(target=bc.frequentist.registered_tests, valid=dict, bad={}),
    "run_tests": Case(
        target=bc.run_tests,
        valid=lambda: {"estimators": P.estimators(), **P.features(), "tests": ["bcv_mcnemar"], "random_state": 0},
        bad={
            "estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, **PAIR,
            "tests": one_of(3, "x", "", b"x", [], {}, object(), [3], ["x"], None, ["bcv_mcnemar", None], True),
            "metric": METRIC, "pos_label": one_of("x", b"x", object()), "alpha": P.PROPORTION, "n_jobs": P.JOBS,
            "rope": P.ROPE, "random_state": P.RANDOM_STATE, "progress": P.FLAG,
        },
    ),
    "posteriors.crossed_effects_posterior": Case(
        target=bc.posteriors.crossed_effects_posterior,
        valid=lambda: {"predictions": P.predictions()},
        bad={"predictions": P.bad_predictions(), **PAIR, "tau": P.TAU, **TABLE_PRIOR},
    ),
    "posteriors.effective_posterior": Case(
        target=bc.posteriors.effective_posterior,
        valid=lambda: {"tables": P.tables(), "correlations": P.correlations()},
        bad={"tables": P.bad_tables(), "correlations": P.BAD_CORRELATIONS, **TABLE_PRIOR},
    ),
    "posteriors.paired_posterior": Case(
        target=bc.posteriors.paired_posterior,
        valid=lambda: {"table": P.one_table()},
        bad={"table": P.bad_table(), **TABLE_PRIOR},
    ),
    "hierarchical.fold_correlation": Case(
        target=bc.hierarchical.fold_correlation,
        valid=lambda: {"data": P.predictions(THREE), "first": "tree", "second": "svm", "draws": 4},
        bad={
            "data": P.bad_data(), "statistic": P.choice(), "n_validation": N_VALIDATION,
            "first": P.NAME, "second": P.NAME, **SAMPLER,
        },
        costly="samples",
    ),
    "hierarchical.moment_correlations": Case(
        target=bc.hierarchical.moment_correlations,
        valid=lambda: {"estimates": P.xr.concat([abs(P.differences())] * 4, "replicate"), "n_validation": 12},
        bad={
            "estimates": P.BAD_DIFFERENCES, "statistic": P.choice(), "n_validation": N_VALIDATION,
            "record_variance": one_of("x", b"x", [], {}, object(), 1j, True, np.nan, np.inf, -1, 2, [0.1, 0.2, 0.3]),
        },
    ),
    "hierarchical.diagnostics_verdict": Case(
        target=bc.hierarchical.diagnostics_verdict,
        valid=lambda: {"tree": P.tree(), "var_names": None},
        bad={
            "tree": P.BAD_TREE,
            "var_names": one_of(3, "rho1", b"x", [], {}, object(), [3], ["unknown"], [None], True, 1.5),
        },
    ),
    "cross_val_predictions": Case(
        target=bc.cross_val_predictions,
        valid=lambda: {"estimators": P.estimators(), **P.features(), "random_state": 0},
        bad={
            "estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, "n_jobs": P.JOBS,
            "cv": one_of("x", b"x", [], {}, object(), 1.5, 1, 0, -1, [3], [([0], [99])], True, P.FRAME),
            "random_state": P.RANDOM_STATE, "progress": P.FLAG, "probabilities": P.FLAG, "groups": P.BAD_KEYS,
            "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared"),
            "start": one_of(3, "x", b"x", [], {}, object(), np.ones(2), P.xr.Dataset(), P.predictions(), P.tables()),
        },
    ),
    "cross_val_datasets": Case(
        target=bc.cross_val_datasets,
        valid=lambda: {
            "estimators": P.estimators(),
            "datasets": {"one": tuple(P.features().values())},
            "out": P.HERE / "experiment",
            "random_state": 0,
        },
        bad={
            "estimators": P.BAD_ESTIMATORS,
            "datasets": one_of(3, None, b"x", {}, [], [3], ["nothing"], {"a": 3}, {3: (1, 2)}, {"a": (1, "b")}),
            "out": one_of(*P.NO_PATH, P.HERE / "file.xyz"),
            "cv": one_of("x", b"x", {}, object(), 1.5, 1, 0, -1, True),
            "n_jobs": P.JOBS, "random_state": P.RANDOM_STATE, "progress": P.FLAG, "probabilities": P.FLAG,
            "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared"),
        },
        open={"target": "of frames and files only", "groups": "as of cross_val_predictions, or a column"},
    ),
    "model_selection.units_of": Case(
        target=bc.model_selection.units_of,
        valid=lambda: {"out": experiment()},
        bad={"out": one_of(*P.NO_PATH, P.HERE / "nothing", P.HERE / "file.xyz")},
    ),
    "model_selection.training_overlaps": Case(
        target=bc.model_selection.training_overlaps,
        valid=lambda: {"cv": bc.BlockRegularizedCV(2), **P.features()},
        bad={
            "cv": one_of(None, "x", b"x", [], {}, object(), 1.5, 3, -1, [3], [([0], [99])], True, P.FRAME),
            "X": one_of(None, 3, 1.5, object(), np.float64(2), int),
        },
        open={"y": "handed to the splitter as it is", "groups": "handed to the splitter as it is"},
    ),
    "predictions_from_arrays": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"y_true": P.Y, "y_pred": {"tree": P.Y}},
        bad={
            "y_true": P.BAD_LABELS,
            "y_pred": one_of(*P.MAPPING, {"a": 3}, {"a": [1.5] * P.N}, {"a": None}, {"a": [0, 1]}, {3: P.Y}, {"": P.Y}),
            "repeat": P.BAD_KEYS, "fold": P.BAD_KEYS, "record": P.BAD_KEYS, "group": P.BAD_KEYS, "splits": P.BAD_SPLITS,
            "answer": P.BAD_KEYS, "correct": one_of(3, "x", b"x", [], object(), {"a": 3}, {"a": P.Y}),
            "judged": one_of(3, "x", b"x", [], object(), {"a": 3}, {"a": P.Y}),
            "preference": one_of(3, "x", b"x", [], object(), {"a": P.Y}, ["tie"] * P.N),
            "task": P.BAD_KEYS, "time": P.BAD_KEYS, "on_missing": P.choice(), "noun": one_of(3, "error"),
            "bounds": one_of(3, (0, 1)), "greater_is_better": one_of("x", True, False), "train": P.BAD_TRAIN,
        },
    ),
    "predictions_from_arrays with probabilities": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"y_true": P.Y, "y_pred": {"a": P.Y}, "y_prob": {"a": P.HALVES}, "labels": [0, 1]},
        bad={
            "y_prob": one_of(*P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES), {"b": P.HALVES}, {}),
            "labels": one_of(
                3, "text", b"x", [], object(), [0], [0, 2], [0, 0], [1.5, 2], ["a", "b"], [None, 1], np.ones((2, 2)),
                [{}, 1], P.xr.Dataset(), [0, "b"],
            ),
        },
    ),
    "predictions_from_arrays of decision values": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"y_true": P.Y, "y_score": {"a": np.linspace(-2, 2, P.N)}},
        bad={"y_score": one_of(*P.MAPPING[1:], {"a": 3}, {"a": ["x"] * P.N}, {"a": [np.nan] * P.N}, {"a": [1j] * P.N})},
    ),
    "predictions_from_arrays of losses": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"loss": {"a": np.linspace(0, 2, P.N)}},
        bad={
            "loss": one_of(*P.BAD_VALUES),
            "repeat": P.BAD_KEYS, "fold": P.BAD_KEYS, "record": P.BAD_KEYS, "group": P.BAD_KEYS, "splits": P.BAD_SPLITS,
            "answer": P.BAD_KEYS,
            "train": P.BAD_TRAIN, "on_missing": one_of(None, 3, "unknown", "wrong"),
            "greater_is_better": one_of(*P.NO_FLAG), "noun": one_of(3, b"x", ""),
            "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 1)),
        },
    ),
    "predictions_from_arrays of scores": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"score": {"a": np.linspace(0, 2, P.N)}},
        bad={"score": one_of(*P.BAD_VALUES), "bounds": one_of((0, 1), (1, 2)), "greater_is_better": one_of(*P.NO_FLAG)},
    ),
    "scores_from_arrays": Case(
        target=bc.scores_from_arrays,
        valid=lambda: {"scores": {"a": [0.8, 0.9], "b": [0.7, 0.9]}, "n_train": 90, "n_test": 10},
        bad={
            "scores": one_of(
                *P.MAPPING, {"a": 3}, {"a": ["x", "y"]}, {"a": [np.nan, 1]}, {"a": [np.inf, 1]}, {"a": None}, {"a": []},
                {"a": [True, False]}, {"a": [1j, 1]}, {"a": np.ones((2, 2, 2))}, {"a": [1.0, 2.0], "b": [1.0]},
                {"": [1.0, 2.0]},
            ),
            "n_train": P.RECORDS, "n_test": P.RECORDS,
            "n_repeats": one_of("x", b"x", [], {}, object(), 0, -1, 1.5, 3),
            "greater_is_better": one_of(*P.NO_FLAG), "noun": one_of(None, 3, b"x", ""),
            "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 0.1)),
        },
    ),
    "scores_from_frame": Case(
        target=bc.scores_from_frame,
        valid=lambda: {"frame": P.score_table(), "n_train": 90, "n_test": {"iris": 10, "wine": 12}},
        open={
            "k_folds": "instead of two others, in a case of its own",
            "fold": "of another form of tables, in a case of its own",
        },
        bad={
            "frame": one_of(
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
            "bounds": one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 0.1)),
        },
    ),
    "scores_from_frame by folds": Case(
        target=bc.scores_from_frame,
        valid=lambda: {"frame": P.score_table(), "k_folds": 2},
        bad={"k_folds": P.integer(2)},
    ),
    "scores_from_frame with a row for each fold": Case(
        target=bc.scores_from_frame,
        valid=lambda: {
            "frame": P.score_table().melt(["dataset", "classifier"], var_name="fold"), "fold": "fold", "k_folds": 2
        },
        bad={"fold": one_of(*P.NO_TEXT, *P.UNKNOWN, "value", "dataset")},
    ),
    "predictions_from_arrays with probabilities alone": Case(
        target=bc.predictions_from_arrays,
        valid=lambda: {"y_true": P.Y, "y_prob": {"a": P.HALVES[:, 1]}},
        bad={
            "y_prob": one_of(
                *P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES_ALONE), {},
                *({"a": P.HALVES[:, 1] + bad} for bad in (1, -1, np.inf)), {"a": P.HALVES[1:, 1]}, {"a": "x" * P.N},
            ),
            "labels": one_of(
                3, "text", b"x", [], object(), [0], [0, 2], [0, 0], [1.5, 2], ["a", "b"], [None, 1], np.ones((2, 2)),
                [{}, 1], P.xr.Dataset(), [0, "b"],
            ),
        },
    ),
    "predictions_from_cross_validate": Case(
        target=bc.predictions_from_cross_validate,
        valid=lambda: {"results": P.fitted(), **P.features()},
        bad={
            "results": one_of(*P.MAPPING, {"a": 3}, {"a": {}}, {"a": {"estimator": [3], "indices": 3}}, {"a": None}),
            "X": P.BAD_X, "y": P.BAD_LABELS, "probabilities": P.FLAG, "groups": P.BAD_KEYS,
        },
    ),
    "predictions_from_frame": Case(
        target=bc.predictions_from_frame,
        valid=frame,
        bad={
            "frame": one_of(None, 3, "text", b"x", [], {}, object(), np.ones((2, 2)), P.xr.Dataset()),
            "y_true": COLUMN, "y_pred": COLUMNS, "record": COLUMN, "repeat": COLUMN, "fold": COLUMN, "group": COLUMN,
            "answer": COLUMN,
            "classifier": COLUMN, "hold_out": P.FLAG, "task": COLUMN, "time": COLUMN, "on_missing": P.choice(),
            "y_prob": one_of(*P.NO_TEXT, *P.UNKNOWN, "{classifier}_{label}", "{label}", "{classifier}{label}{label}"),
        },
    ),
    "predictions_from_frame of single probabilities": Case(
        target=bc.predictions_from_frame,
        valid=lambda: {
            "frame": P.pd.DataFrame({"y_true": ["a", "b"] * 4, "m": [0.2, 0.8] * 4}),
            "y_prob": ["m"],
            "labels": ["a", "b"],
        },
        bad={"labels": one_of(None, 3, "text", [], {}, object(), ["a"], ["a", "a"], ["b", "c"], ["a", "b", "c"])},
    ),
    "predictions_from_frame of losses": Case(
        target=bc.predictions_from_frame,
        valid=lambda: frame(y_true=None, y_pred=None, loss=["tree", "svm"]),
        bad={"loss": COLUMNS},
    ),
    "predictions_from_frame of scores": Case(
        target=bc.predictions_from_frame,
        valid=lambda: frame(y_true=None, y_pred=None, score=["tree", "svm"]),
        bad={"score": COLUMNS},
    ),
    "predictions_from_frame of decision values": Case(
        target=bc.predictions_from_frame,
        valid=lambda: frame(y_pred=None, y_score=["tree", "svm"]),
        bad={"y_score": COLUMNS},
    ),
    "predictions_from_frame of right and wrong": Case(
        target=bc.predictions_from_frame,
        valid=lambda: frame(y_true=None, y_pred=None, correct=["tree", "svm"]),
        bad={"correct": COLUMNS, "judged": COLUMNS},
    ),
    "predictions_from_frame of preferences": Case(
        target=bc.predictions_from_frame,
        valid=lambda: {"frame": P.pd.DataFrame({"winner": ["a", "b", "tie"]}), "preference": "winner"},
        bad={"preference": one_of(3, 1.5, True, b"x", [], {}, [3], {"a": 3}, "unknown")},
    ),
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
    "read_predictions": Case(
        target=bc.read_predictions,
        valid=lambda: {"path": P.saved("predictions")},
        bad={"path": P.path_to_read(".nc"), "truth": NO_TRUTH, "max_bytes": P.integer(1, endless=True)},
        open={"columns": "the arguments of predictions_from_frame"},
    ),
    "read_predictions of a table": Case(
        target=bc.read_predictions,
        call=lambda **options: bc.read_predictions(**options, y_true="a", y_pred="b"),
        valid=good_table,
        bad={
            "truth": NO_TRUTH,
            "path": one_of(*P.NO_PATH, P.HERE, P.HERE / "nothing.csv", "nothing.parquet", "", P.HERE / "file.xyz"),
            "max_bytes": P.integer(1, endless=True),
        },
    ),
    "save_predictions": Case(
        target=bc.save_predictions,
        valid=lambda: {"predictions": P.predictions(), "path": P.HERE / "out.nc"},
        bad={"predictions": P.bad_predictions(), "path": P.path_to_write(".nc", ".csv")},
    ),
    "write_report": Case(
        target=bc.write_report,
        valid=lambda: {"result": P.comparison(), "path": P.HERE / "out.txt"},
        bad={
            "result": P.BAD_COMPARISON, "path": P.path_to_write(".txt", ".pdf"),
            "title": one_of(*P.NO_TEXT),
        },
    ),
    "paired_table": Case(
        target=bc.paired_table,
        valid=lambda: {**{name: [1, 2] for name in COUNTS}, "dims": ("fold",)},
        bad={
            **dict.fromkeys(
                COUNTS,
                one_of(None, "x", b"x", {}, object(), 1j, [-1, 2], [1.5, 2], [np.nan, 1], [np.inf, 1], ["a"] * 2, True),
            ),
            "dims": one_of(3, 1.5, "x", b"x", object(), (3,), ("a", "b"), ("first",), [None], {}, True),
        },
    ),
    "paired_tables": Case(
        target=bc.paired_tables,
        valid=lambda: {"predictions": P.predictions(THREE), "first": "tree", "second": "svm"},
        bad={"predictions": P.bad_predictions(), "first": P.NAME, "second": P.NAME},
    ),
    "effective_table": Case(
        target=bc.effective_table,
        valid=lambda: {"tables": P.tables()},
        bad={"tables": P.bad_tables(), "rho1": P.number(-1, 1, low_too=False), "rho2": P.number(-0.2, 1)},
    ),
    "Comparison.to_datatree": Case(
        target=bc.Comparison.to_datatree,
        call=lambda **options: P.comparison().to_datatree(**options),
        valid=lambda: {"draws": 2, "rng": 0},
        bad={"draws": P.integer(1), "rng": P.RNG},
    ),
    "Comparison.save": Case(
        target=bc.Comparison.save,
        call=lambda **options: P.comparison().save(**options),
        valid=lambda: {"path": P.HERE / "saved.nc"},
        bad={"path": P.path_to_write(".nc", ".csv"), "max_bytes": P.integer(1, endless=True)},
    ),
    "load": Case(
        target=bc.load,
        valid=lambda: {"path": P.saved("comparison")},
        bad={
            "path": P.path_to_read(".nc"), "metric": METRIC_OR_NONE, "strict": P.FLAG,
            "max_bytes": P.integer(1, endless=True),
        },
    ),
}  # fmt: skip
