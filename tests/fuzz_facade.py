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
N_VALIDATION = one_of("x", b"x", [], {}, object(), 1j, True, np.nan, np.inf, 0, -1, 0.5, [1, 2, 3], P.FRAME)


def frame(**changes):
    """Return arguments that read a wide data frame."""
    table = P.pd.DataFrame(
        {"y": P.Y, "tree": P.Y, "svm": 1 - P.Y, "id": np.arange(P.N), "half": np.arange(P.N) // 2 % 2}
    )
    given = {"data": table, "y_true": "y", "y_pred": ["tree", "svm"], "how": bc.folds("half"), **changes}
    return {name: value for name, value in given.items() if value is not None}


def of_data(verb):
    """Return a verb that takes its data by name."""

    def call(data, **options):
        return verb(data, **options)

    return call


def block_regularized(n_repeats, *, stratify, random_state):
    """Split, because scikit-learn's classes check their parameters there."""
    return list(bc.BlockRegularizedCV(n_repeats, stratify=stratify, random_state=random_state).split(**P.features()))


def good_tables():
    """Return the paths of two small files of predictions, each of one classifier."""
    for name in ("one", "other"):
        P.pd.DataFrame({"id": range(P.N), "a": P.Y, "b": 1 - P.Y}).to_csv(P.HERE / f"{name}.csv", index=False)
    return [P.HERE / "one.csv", P.HERE / "other.csv"]


def experiment():
    """Return the folder of a small experiment."""
    estimators, data = P.estimators(), {"one": tuple(P.features().values())}
    bc.cross_val_datasets(estimators, data, out=P.HERE / "another", rng=0)
    return P.HERE / "another"


MEANS = one_of(3, "x", [], {}, {"a": 0.9}, {"a": "x", "b": 1}, {"a": np.nan, "b": 1}, object())
PRINTED = one_of(P.Drawn(MEANS), {"a": -1, "b": 2})
METRIC = one_of(3, "x", "", b"x", [], {}, object(), True)
COLUMN = one_of(*P.NO_TEXT, *P.UNKNOWN)
COLUMNS = one_of(3, 1.5, True, b"x", object(), [], {}, [3], {"a": 3}, ["unknown"], "unknown", {3: "tree"}, [None])

BOUNDS = one_of(3, "x", b"x", [], {}, object(), (0,), (1, 0), (0, "x"), (np.nan, 1), (0, 0.1))
BAD_RUNS = P.without(  # but for those of a grid with two repeats
    P.BAD_KEYS, lambda keys: keys is P.MASKED[-1] or (isinstance(keys, list) and len(keys) == 2)
)
HOW = one_of(3, "folds", b"x", [], {}, object(), True, bc.folds)
BAD_LABELS_OF_COLUMNS = one_of(
    3, "text", b"x", [], object(), [0], [0, 2], [0, 0], [1.5, 2], ["a", "b"], [None, 1], np.ones((2, 2)), [{}, 1],
    P.xr.Dataset(), [0, "b"],
)  # fmt: skip
LOSS = {"a": np.linspace(0, 2, P.N), "b": np.linspace(1, 2, P.N)}
VERDICTS = one_of(3, "x", b"x", [], object(), {"a": 3}, {"a": [2] * P.N}, {"a": [None] * P.N})
OF_ROWS = {"record": P.BAD_KEYS, "group": P.BAD_KEYS, "task": P.BAD_KEYS, "how": HOW, "on_missing": P.choice()}
OF_TABLE = {
    "data": one_of(3, "text", b"x", [], {}, object(), np.ones((2, 2)), P.xr.Dataset()),
    **dict.fromkeys(("record", "group", "task"), COLUMN),
}
OF_LOSSES = {"values": one_of(*P.BAD_VALUES), "noun": one_of(3, b"x", ""), "bounds": BOUNDS, "classifier": one_of("x")}
DOORS = {
    "labels": (
        lambda: {"y_true": P.Y, "y_pred": {"tree": P.Y}},
        {"y_true": P.BAD_LABELS, "classifier": one_of("x"), "y_pred": one_of(
            *P.MAPPING, {"a": 3}, {"a": [1.5] * P.N}, {"a": None}, {"a": [0, 1]}, {3: P.Y}, {"": P.Y}
        )},
    ),
    "probabilities": (
        lambda: {"y_true": P.Y, "y_prob": {"a": P.HALVES[:, 1]}},
        {"y_true": P.BAD_LABELS, "labels": BAD_LABELS_OF_COLUMNS, "classifier": one_of("x"), "y_prob": one_of(
            *P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES_ALONE), {},
            *({"a": P.HALVES[:, 1] + bad} for bad in (1, -1, np.inf)), {"a": P.HALVES[1:, 1]}, {"a": "x" * P.N},
        ), "y_pred": one_of(*P.MAPPING[1:], {"a": 3}, {"a": [1.5] * P.N}, {"a": [0, 1]}, {3: P.Y})},
    ),
    "decision_values": (
        lambda: {"y_true": P.Y, "y_score": {"a": np.linspace(-2, 2, P.N)}},
        {"y_true": P.BAD_LABELS, "labels": BAD_LABELS_OF_COLUMNS, "classifier": one_of("x"), "y_score": one_of(
            *P.MAPPING[1:], {"a": 3}, {"a": ["x"] * P.N}, {"a": [np.nan] * P.N}, {"a": [1j] * P.N}
        )},
    ),
    "verdicts": (
        lambda: {"correct": {"a": P.Y}, "judge": None},
        {"correct": VERDICTS, "judge": VERDICTS, "classifier": one_of("x")},
    ),
    "preferences": (
        lambda: {"preferred": ["a", "b", "tie", "a"] * (P.N // 4)},
        {"preferred": one_of(3, b"x", [], object(), ["tie"] * P.N, [None] * P.N, ["a"] * P.N, [1] * P.N),
         "judge": one_of(3, b"x", object(), [1] * P.N, [None] * P.N)},
    ),
    "losses": (lambda: {"values": LOSS}, OF_LOSSES),
    "scores": (lambda: {"values": LOSS}, OF_LOSSES),
}  # fmt: skip

LOGS = {
    "read_logs": ("score", "judge", "filter", "group", "by", "format"),
    "read_lm_eval": ("score", "judge", "filter", "group", "by"),
    "read_inspect": ("score", "judge", "filter", "group", "by"),
    "read_helm": ("score", "judge"),
}


def log_of_evaluation(reader):
    """Return the path of a small log that a function reads."""
    folder = P.HERE / reader
    folder.mkdir(exist_ok=True)
    if reader in {"read_lm_eval", "read_logs"}:
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
          "rng": P.RNG},
         call=of_data(bc.compare)),
    **of("compare tables", bc.compare, lambda: {"data": P.tables()},
         {"data": P.bad_data(), "first": P.text(none=True), "second": P.text(none=True), "rope": P.ROPE},
         call=of_data(bc.compare)),
    **of("compare_datasets", bc.compare_datasets,
         lambda: {"data": {"a": P.predictions(), "b": P.predictions()}, "first": "tree", "second": "svm"},
         {"data": one_of(
              None, 3, "text", b"x", [], {}, object(), P.predictions(), P.one_table(), {"a": 3}, {"a": None},
              {"a": P.FRAME}, P.xr.DataTree(),
              {1: P.predictions(), "1": P.predictions()},
          ),
          "first": P.NAME, "second": P.NAME, "method": METHOD, "metric": METRIC,
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
    **of("evaluate", bc.evaluate, lambda: {"data": P.predictions(THREE)},
         {"data": one_of(None, 3, "text", b"x", [], {}, object(), P.FRAME), "method": METHOD, "metric": METRIC,
          "pos_label": one_of(1, "x", b"x", object()), "ci_prob": P.PROPORTION, "ci_kind": P.choice(), "rng": P.RNG},
         call=of_data(bc.evaluate)),
    **of("rank", bc.rank, lambda: {"data": P.predictions(THREE), "draws": 100},
         {"data": P.bad_predictions(), "method": METHOD, "rope": P.ROPE, "ci_prob": P.PROPORTION,
          "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False),
          "draws": P.integer(100), "rng": P.RNG, "metric": METRIC,
          "pos_label": one_of(1, "x", b"x", object()), "control": P.NAME},
         call=of_data(bc.rank)),
    **of("rank_datasets", bc.rank_datasets, lambda: {"data": {"a": P.one_table()}, "draws": 400},
         {"data": P.bad_datasets(), "method": METHOD, "rope": P.ROPE, "ci_prob": P.PROPORTION,
          "ci_kind": P.choice(), "threshold": P.number(0.5, 1, low_too=False), "by": P.NAME, "metric": METRIC,
          "control": P.NAME, "rng": P.RNG,
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
          "n_records": one_of(0, "x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
          "n_repeats": one_of("x", b"x", [], object(), [0], [-1], [1.5], ["x"], [None], [True], [np.nan], {}, 1.5),
          "n_answers": one_of([2], 3, "x", object()),
          "n_runs": one_of([2], 3, "x", object()), "n_labels": one_of([2], 3, "x", object()),
          "costs": one_of(3, "x", b"x", [], object(), [1], (1, -1), (1, "x"), (1, np.nan), {}),
          "difference": P.number(-1, 1, low_too=False, none=True)}),
    **of("reported", bc.reported, lambda: {"accuracy": {"a": 0.9, "b": 0.8}, "n": 20},
         {"accuracy": PRINTED,
          "disagreement": one_of(1, -1, 2.5, "x", [4], {}, object()),
          "n": one_of(0, -1, 2.5, "x", [20], {"a": 20}, {"a": 20, "b": 0}, object()), "rope": P.ROPE,
          "threshold": P.number(0.5, 1, low_too=False), "ci_prob": P.PROPORTION}),
    **of("reported of folds", bc.reported,
         lambda: {"mean": {"a": 0.9, "b": 0.8}, "sd": {"a": 0.1, "b": 0.2}, "folds": 10},
         {"sd": PRINTED, "folds": P.integer(2, none=True), "sizes": one_of(3, "x", (1,), (0, 1), (1, "x"), object())}),
    **of("reported of runs", bc.reported,
         lambda: {"mean": {"a": 0.9, "b": 0.8}, "se": {"a": 0.1, "b": 0.2}, "runs": 10},
         {"mean": MEANS, "se": PRINTED, "runs": one_of(1, "x", {"a": 3}, {"a": 3, "b": 1}, 2.5, object())}),
    **of("reported of errors", bc.reported, lambda: {"error": {"a": 0.9, "b": 0.8}, "n": 20}, {"error": PRINTED}),
    **of("gate", bc.gate,
         lambda: {"predictions": P.predictions(), "policy": {"default": {"drop": 0.1}}, "baseline": "tree"},
         {"predictions": one_of(None, 3, "x", [], object(), P.one_table(), {}),
          "policy": one_of(None, 3, "nowhere.toml", [], object(), {}, {"default": {}}, {"default": {"drop": -1}},
                           {"default": {"drop": 2}}, {"default": {"drop": 0.1, "x": 1}}, {"default": 3},
                           {"default": {"drop": 0.1}, "threshold": 2}, {"default": {"drop": "0.1"}},
                           {"default": {"drop": 0.1, "relative_drop": 0.1}}, {"tasks": {"x": {"drop": 0.1}}},
                           {"default": {"drop": 0.1, "metric": "x"}}, {"default": {"drop": 0.1, "blocks": 1}}),
          "new": P.NAME, "baseline": P.NAME}),
    **of("Comparison.assert_not_worse", bc.Comparison.assert_not_worse, lambda: {"margin": 0.9},
         {"margin": one_of(-1, "x", None, np.nan, [1], object())},
         call=lambda **options: P.comparison().assert_not_worse(**options)),
    **of("plan_hold_out", bc.plan_hold_out,
         lambda: {"difference": 0.02, "disagreement": 0.1, "n_records": [24], "sd_of_runs": 0.01, "n_runs": [2]},
         {"difference": P.number(-1, 1, low_too=False), "disagreement": P.number(0.02, 1), "rope": P.ROPE,
          "threshold": P.number(0.5, 1, low_too=False), "ci_prob": P.PROPORTION,
          "n_records": one_of(0, "x", b"x", [], object(), [0], [1.5], ["x"], [None], {}),
          "n_runs": one_of(1, "x", [], object(), [1], [2.5], [None], {}),
          "disagreement_of_runs": P.number(-0.01, 0.1),
          "sd_of_runs": one_of(0.0, -1.0, "x", np.nan, [1], object()),
          "costs": one_of(3, "x", b"x", [], object(), [1], (1, -1), (1, "x"), (1, np.nan), {})}),
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
         lambda: {"estimators": P.estimators(), **P.features(), "tests": ["bcv_mcnemar"], "rng": 0},
         {"estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, **PAIR,
          "tests": one_of(3, "x", "", b"x", [], {}, object(), [3], ["x"], None, ["bcv_mcnemar", None], True),
          "metric": one_of(P.Drawn(METRIC), None), "alpha": P.PROPORTION, "n_jobs": P.JOBS,
          "rope": P.ROPE, "rng": P.RNG, "progress": P.FLAG}),
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
         {"estimates": P.BAD_DIFFERENCES, "statistic": P.choice(), "n_validation": N_VALIDATION}),
    **of("hierarchical.diagnostics_verdict", bc.hierarchical.diagnostics_verdict,
         lambda: {"tree": P.tree(), "var_names": None},
         {"tree": P.BAD_TREE,
          "var_names": one_of(3, "rho1", b"x", [], {}, object(), [3], ["unknown"], [None], True, 1.5)}),
    **of("cross_val_predictions", bc.cross_val_predictions,
         lambda: {"estimators": P.estimators(), **P.features(), "rng": 0},
         {"estimators": P.BAD_ESTIMATORS, "X": P.BAD_X, "y": P.BAD_LABELS, "n_jobs": P.JOBS,
          "cv": one_of("x", b"x", [], {}, object(), 1.5, 1, 0, -1, [3], [([0], [99])], True, P.FRAME),
          "rng": P.RNG, "progress": P.FLAG, "probabilities": P.FLAG, "groups": P.BAD_KEYS,
          "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared"),
          "start": one_of(3, "x", b"x", [], {}, object(), np.ones(2), P.xr.Dataset(), P.predictions(), P.tables())}),
    **of("cross_val_datasets", bc.cross_val_datasets,
         lambda: {"estimators": P.estimators(),
                  "datasets": {"one": tuple(P.features().values())},
                  "out": P.HERE / "experiment",
                  "rng": 0},
         {"estimators": P.BAD_ESTIMATORS,
          "datasets": one_of(3, None, b"x", {}, [], [3], ["nothing"], {"a": 3}, {3: (1, 2)}, {"a": (1, "b")}),
          "out": one_of(*P.NO_PATH),
          "cv": one_of("x", b"x", {}, object(), 1.5, 1, 0, -1, True),
          "n_jobs": P.JOBS, "rng": P.RNG, "progress": P.FLAG, "probabilities": P.FLAG,
          "loss": one_of(3, "x", "", b"x", [], {}, object(), True, "squared")},
         open={"target": "of frames and files only", "groups": "as of cross_val_predictions, or a column"}),
    **of("model_selection.units_of", bc.model_selection.units_of, lambda: {"out": experiment()},
         {"out": one_of(*P.NO_PATH, P.HERE / "nothing", P.HERE / "file.xyz")}),
    **of("model_selection.training_overlaps", bc.model_selection.training_overlaps,
         lambda: {"cv": bc.BlockRegularizedCV(2), **P.features()},
         {"cv": one_of(None, "x", b"x", [], {}, object(), 1.5, 3, -1, [3], [([0], [99])], True, P.FRAME),
          "X": one_of(None, 3, 1.5, object(), np.float64(2), int)},
         open={"y": "handed to the splitter as it is", "groups": "handed to the splitter as it is"}),
    **{name: Case(target=getattr(bc, name), valid=valid, bad=OF_ROWS | bad) for name, (valid, bad) in DOORS.items()},
    **of("probabilities with labels", bc.probabilities,
         lambda: {"y_true": P.Y, "y_pred": {"a": P.Y}, "y_prob": {"a": P.HALVES}, "labels": [0, 1]},
         {"y_prob": one_of(*P.MAPPING[1:], *({"a": bad} for bad in P.BAD_PROBABILITIES), {"b": P.HALVES}, {}),
          "labels": BAD_LABELS_OF_COLUMNS}),
    **of("folds", bc.folds, lambda: {"fold": np.arange(P.N) % 2, "repeat": np.zeros(P.N)},
         {"fold": P.BAD_KEYS, "repeat": P.BAD_KEYS, "train": P.BAD_TRAIN},
         call=lambda **options: bc.losses(LOSS, how=bc.folds(**options))),
    **of("splits", bc.splits, lambda: {"splits": [(np.arange(2, P.N), [0, 1])]}, {"splits": P.BAD_SPLITS},
         call=lambda splits: bc.losses(LOSS, how=bc.splits(splits)), open={"pairs": "`splits` in messages"}),
    **of("runs", bc.runs, lambda: {"run": np.repeat(range(3), P.N // 3), "paired_runs": True},
         {"run": BAD_RUNS, "paired_runs": P.FLAG}, open={"answer": "as of `answers`"},
         call=lambda run, paired_runs: bc.losses(LOSS, how=bc.runs(run, paired_runs=paired_runs))),
    **of("TrainingRuns", bc.TrainingRuns, lambda: {"n_runs": 2, "random_state": 0}, {"n_runs": P.integer(2)},
         call=lambda n_runs, random_state: list(
             bc.TrainingRuns(n_runs, random_state=random_state).split(**P.features())),
         open={"test_size": "scikit-learn's", "random_state": "scikit-learn's"}),
    **of("one_test_set", bc.one_test_set, lambda: {"n_records": 10}, {"n_records": P.RECORDS_OR_NONE}),
    **of("answers", bc.answers, lambda: {"answer": np.zeros(P.N)}, {"answer": P.BAD_KEYS},
         call=lambda answer: bc.losses(LOSS, how=bc.answers(answer)), open={"ids": "`answer` in messages"}),
    **of("in_time", bc.in_time, lambda: {"time": np.arange(P.N)}, {"time": P.BAD_KEYS},
         call=lambda time: bc.losses(LOSS, how=bc.in_time(time))),
    **of("hold_out", bc.hold_out, dict, {}),
    **of("validation_sets", bc.validation_sets,
         lambda: {"n_train": 90, "n_test": {"iris": 10, "wine": 12}, "dataset": "dataset", "n_repeats": 1},
         {"n_train": one_of(P.Drawn(P.RECORDS), {"iris": 3}, {"iris": 0, "wine": 1}, {"iris": "x", "wine": 1}),
          "n_test": one_of(P.Drawn(P.RECORDS), {"iris": 3}, {"iris": 0, "wine": 1}, {"iris": "x", "wine": 1}),
          "n_repeats": one_of("x", b"x", [], {}, object(), 0, -1, 1.5, 3),
          "dataset": one_of(*P.NO_TEXT, *P.UNKNOWN), "fold": one_of(*P.NO_TEXT, *P.UNKNOWN)},
         call=lambda **sizes: bc.scores(
             ["s0", "s1"], data=P.score_table(), classifier="classifier", how=bc.validation_sets(**sizes)
         )),
    **of("scores of validation sets", bc.scores,
         lambda: {"values": {"a": [0.8, 0.9], "b": [0.7, 0.9]}, "how": bc.validation_sets(90, 10)},
         {"values": one_of(
              *P.MAPPING, {"a": 3}, {"a": ["x", "y"]}, {"a": [np.nan, 1]}, {"a": [np.inf, 1]}, {"a": None}, {"a": []},
              {"a": [True, False]}, {"a": [1j, 1]}, {"a": np.ones((2, 2, 2))}, {"a": [1.0, 2.0], "b": [1.0]},
              {"": [1.0, 2.0]},
          ),
          "record": one_of([1, 2]), "group": one_of([1, 2]), "task": one_of([1, 2]), "on_missing": one_of("drop"),
          "noun": one_of(3, b"x", ""), "bounds": BOUNDS}),
    **of("scores of validation sets of a table", bc.scores,
         lambda: {"values": ["s0", "s1"], "data": P.score_table(), "classifier": "classifier",
                  "how": bc.validation_sets(90, 10, dataset="dataset")},
         {"data": one_of(
              3, "text", b"x", [], {}, object(), np.ones((2, 2)), P.xr.Dataset(), P.score_table()[:0],
              P.score_table()[:3], P.pd.concat([P.score_table(), P.score_table()]),
          ),
          "classifier": one_of(None, *P.NO_TEXT[1:], *P.UNKNOWN),
          "values": one_of(3, "s0", b"x", [], {}, object(), ["s0", "s0"], ["s0", "dataset"], ["s0", "s3"], [3], [None],
                           ["s0"], True)}),
    **of("predictions_from_cross_validate", bc.predictions_from_cross_validate,
         lambda: {"results": P.fitted(), **P.features()},
         {"results": one_of(*P.MAPPING, {"a": 3}, {"a": {}}, {"a": {"estimator": [3], "indices": 3}}, {"a": None}),
          "X": P.BAD_X, "y": P.BAD_LABELS, "probabilities": P.FLAG, "groups": P.BAD_KEYS}),
    **of("labels of a table", bc.labels, frame,
         {**OF_TABLE, "y_true": COLUMN, "y_pred": COLUMNS, "classifier": COLUMN}),
    **{f"{name} of a table": Case(
           target=getattr(bc, name), bad={argument: COLUMNS} | OF_TABLE,
           valid=lambda argument=argument: frame(y_true=None, y_pred=None, **{argument: ["tree", "svm"]}),
       ) for name, argument in (("losses", "values"), ("scores", "values"), ("verdicts", "correct"))},
    **of("decision_values of a table", bc.decision_values, lambda: frame(y_pred=None, y_score=["tree", "svm"]),
         {"y_score": COLUMNS} | OF_TABLE),
    **of("probabilities of a table", bc.probabilities,
         lambda: {"data": P.pd.DataFrame({"y": ["a", "b"] * 4, "m": [0.2, 0.8] * 4}),
                  "y_true": "y", "y_prob": ["m"], "labels": ["a", "b"]},
         {"labels": one_of(None, 3, "text", [], {}, object(), ["a"], ["a", "a"], ["b", "c"], ["a", "b", "c"]),
          "y_prob": one_of(*P.NO_TEXT, *P.UNKNOWN, "{classifier}_{label}", "{label}", "{classifier}{label}{label}"),
          **OF_TABLE}),
    **of("preferences of a table", bc.preferences,
         lambda: {"data": P.pd.DataFrame({"winner": ["a", "b", "tie"]}), "preferred": "winner"},
         {"preferred": one_of(3, 1.5, True, b"x", [], {}, [3], {"a": 3}, "unknown"), **OF_TABLE}),
    **of("labels of files", bc.labels,
         lambda: {"y_true": "a", "y_pred": "b", "data": good_tables(), "record": "id"},
         {"data": one_of([], {}, [3], [good_tables()[0], P.HERE / "nothing.csv"], [P.HERE / "nothing.csv"],
                         P.HERE / "nothing.csv", P.HERE / "file.xyz", {"": good_tables()[0]}),
          "record": COLUMN}),
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
            open={"asked": "the arguments of read_logs"},
        )
        for reader, asked in LOGS.items()
    },
    **of("read_predictions", bc.read_predictions, lambda: {"path": P.saved("predictions")},
         {"path": P.path_to_read(".nc"), "max_bytes": P.integer(1, endless=True)}),
    **of("save_predictions", bc.save_predictions, lambda: {"predictions": P.predictions(), "path": P.HERE / "out.nc"},
         {"predictions": P.bad_predictions(), "path": P.path_to_write(".nc", ".csv")}),
    **of("write_report", bc.write_report, lambda: {"result": P.comparison(), "path": P.HERE / "out.txt"},
         {"result": P.BAD_COMPARISON, "path": P.path_to_write(".txt", ".pdf"),
          "title": one_of(*P.NO_TEXT), "font": P.choice()}),
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
         {"path": P.path_to_read(".nc"), "metric": METRIC, "strict": P.FLAG,
          "max_bytes": P.integer(1, endless=True)}),
}  # fmt: skip
