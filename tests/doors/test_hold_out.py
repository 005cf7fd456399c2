"""The log of a cross-validation does not pass for one hold-out."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import bayescmp as bc
from tests.data import gathered

LABELS = {"y_true": "y", "y_pred": ["tree", "svm"]}
N = 6


def log(**columns):
    """Two repeats of three folds of the same records, in wide form."""
    y = [0, 1] * (N // 2)
    return pd.DataFrame({"y": y * 2, "tree": y * 2, "svm": [0] * (2 * N)} | columns)


FOLDS, REPEATS = [0, 0, 1, 1, 2, 2] * 2, [0] * N + [1] * N


@pytest.mark.parametrize(("name", "how"), [
    *[(name, "folds.fold.") for name in ("foldId", "Fold1", "cvfold", "Resample", "k", "CV", "outer_cv_fold")],
    *[(name, "folds.fold, repeat=....") for name in ("Rep", "run_1", "epochs", "train_seed", "run_name")],
    *[(name, "folds.fold, repeat=....") for name in ("random_state", "bootstrap")],
])  # fmt: skip
def test_an_unused_column_of_splits_or_repeats_is_refused(name, how):
    message = f"column '{name}' must be used .* has 2 values .* Give it by how={how}.*, or how=hold_out"
    for to_frame in (pd.DataFrame, pl.DataFrame, pa.table):
        frame = to_frame(log(**{name: ["a"] * 11 + ["b"]}).to_dict("list"))
        with pytest.raises(ValueError, match=message):
            gathered(data=frame, **LABELS)
    assert gathered(data=frame, **LABELS, hold_out=True).sizes["record"] == 2 * N


@pytest.mark.parametrize("name", ["k-nearest_neighbours", "LassoCV", "top_k", "split_conformal", "bootstrap_forest"])
def test_words_within_the_name_of_another_classifier_tell_of_no_split(name):
    assert gathered(data=log(**{name: [0, 1] * N}), **LABELS).sizes["record"] == 2 * N


@pytest.mark.parametrize("name", ["sampleId", "Unnamed: 0"])
def test_an_unused_column_of_ids_that_repeat_is_refused(name):
    frame = log(**{name: [*range(N)] * 2})
    with pytest.raises(ValueError, match=rf"'{name}' has 0 twice \(again in row 6\)\. Give .*`record`, .* as `group`"):
        gathered(data=frame, **LABELS)
    assert gathered(data=frame, **LABELS, hold_out=True).sizes["record"] == 2 * N


@pytest.mark.parametrize(("columns", "used"), [
    ({"fold": [3] * 12, "seed": [7] * 12}, {}),
    ({"id": [5] * 12}, {}),
    ({"run_time": np.linspace(0, 1, 12), "scaffold": range(12), "prune": range(12)}, {}),
    ({"id": range(12), "question": [*range(6)] * 2}, {"record": "id"}),
    ({"r": REPEATS, "f": FOLDS, "seed": REPEATS, "split": np.arange(12) // 2}, {"repeat": "r", "fold": "f"}),
    ({"f": FOLDS, "seed": [10 * k for k in FOLDS]}, {"fold": "f"}),
], ids=["constant", "one id", "other words", "given ids", "explained", "a seed per fold"])  # fmt: skip
def test_columns_that_say_nothing_new_are_ignored(columns, used):
    gathered(data=log(**columns), **LABELS, **used)


@pytest.mark.parametrize(("columns", "used", "message"), [
    ({"fold": 1 + np.arange(12) / 10}, {}, "'fold' must be used"),
    ({"r": REPEATS, "fold": FOLDS}, {"repeat": "r"}, r"'fold' must be used .* Give it by how=folds.fold."),
    ({"f": [*range(12)], "rep": REPEATS}, {"fold": "f"}, r"'rep' must be used .* Give it by how=folds.fold, repeat"),
    ({"r": REPEATS, "f": FOLDS, "seed": [0, 1] * 6}, {"repeat": "r", "fold": "f"}, "'seed' must be used"),
    ({"r": REPEATS, "f": FOLDS, "id": [0] + [1] * 11}, {"repeat": "r", "fold": "f"}, "'id' has 1 twice"),
])  # fmt: skip
def test_what_is_used_must_explain_the_rest(columns, used, message):
    with pytest.raises(ValueError, match=message):
        gathered(data=log(**columns), **LABELS, **used)


def test_a_pandas_index_that_repeats_is_refused():
    frame = pd.concat([log()[:N], log()[N:].set_axis(range(N))])
    with pytest.raises(ValueError, match=r"the index of the frame has 0 twice\. Give `record`, and by `how`"):
        gathered(data=frame, **LABELS)
    assert gathered(data=frame, **LABELS, hold_out=True).sizes["record"] == 2 * N
    assert gathered(data=frame.assign(f=FOLDS), **LABELS, fold="f").sizes["record"] == 2 * N


def test_columns_that_are_not_used_may_have_any_name_and_other_classifiers_are_no_splits():
    frame = log().assign(**{"": 1, "Ω": 2}).set_axis(["y", "tree", "svm", 7, ("a", 1)], axis=1)
    assert gathered(data=frame, **LABELS).sizes["record"] == 2 * N
    frame = pd.DataFrame({"y": [0, 1, 1], "run_1": [0, 1, 0], "run_2": [1, 1, 1], "run_3": [0, 0, 1]})
    assert bc.labels("y", ["run_1", "run_2"], data=frame).sizes["record"] == 3


@pytest.mark.parametrize("run", [["r1", "r2"], ["r1", "r1"]])
def test_a_run_per_classifier_is_no_repeat(run):
    rows = pd.DataFrame({"model": ["x", "x", "z", "z"], "id": [1, 2] * 2, "y": 1, "answer": [0, 1, 1, 1]})
    rows["run_id"] = np.repeat(run, 2)
    columns = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "answer"}
    assert gathered(data=rows, **columns).sizes["record"] == 2
    with pytest.raises(ValueError, match="The column 'run_id' must be used"):
        gathered(data=rows.assign(run_id=[1, 2, 1, 2]), **columns)


@pytest.mark.parametrize("to_frame", [lambda f: f, pa.Table.from_pandas], ids=["pandas", "pyarrow"])
def test_columns_of_one_name_are_refused(to_frame):
    names = ["y", "tree", "tree"]
    frame = to_frame(pd.DataFrame([[0, 1, 0]], columns=list("abc")))
    frame = frame.set_axis(names, axis=1) if isinstance(frame, pd.DataFrame) else frame.rename_columns(names)
    with pytest.raises(ValueError, match=r"^The columns of `data` must have different names, but 'tree' occurs twice"):
        bc.labels("y", ["tree"], data=frame)


@pytest.mark.parametrize("name", ["repeat", "fold"])
def test_levels_of_a_pandas_index_are_columns(name):
    y = np.tile([0, 1], 30)
    columns = {name: np.repeat(range(6), 10), "rec": np.tile(range(10), 6), "y": y, "a": y, "b": 1 - y}
    frame = pd.DataFrame(columns).set_index([name, "rec"])
    with pytest.raises(ValueError, match=f"'{name}' must be used"):
        bc.labels("y", ["a", "b"], data=frame)
    assert bc.labels("y", ["a", "b"], data=frame, how=bc.hold_out()).sizes["record"] == 60
    assert bc.labels("y", ["a", "b"], data=frame, record="rec", how=bc.answers(name)).sizes["repeat"] == 6
