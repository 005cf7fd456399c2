"""The log of a cross-validation does not pass for one hold-out."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import xarray as xr
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold
from sklearn.naive_bayes import GaussianNB

import bayescmp as bc

LABELS = {"y_true": "y", "y_pred": ["tree", "svm"]}
N = 6


def log(**columns):
    """Two repeats of three folds of the same records, in wide form."""
    y = [0, 1] * (N // 2)
    return pd.DataFrame({"y": y * 2, "tree": y * 2, "svm": [0] * (2 * N)} | columns)


FOLDS, REPEATS = [0, 0, 1, 1, 2, 2] * 2, [0] * N + [1] * N


def test_the_log_of_two_repeats_is_no_hold_out(tmp_path):
    X, y = load_breast_cancer(return_X_y=True)
    models, rows = {"tree": GaussianNB(), "svm": DummyClassifier()}, []
    for repeat in range(2):
        for fold, (train, test) in enumerate(KFold(5, shuffle=True, random_state=repeat).split(X)):
            answers = {name: model.fit(X[train], y[train]).predict(X[test]) for name, model in models.items()}
            rows.append(pd.DataFrame({"id": test, "rep": repeat, "cv_fold": fold, "y": y[test], **answers}))
    pd.concat(rows).to_csv(tmp_path / "log.csv", index=False)
    with pytest.raises(ValueError, match="The column 'rep' must be used"):
        bc.read_predictions(tmp_path / "log.csv", **LABELS, record="id", fold="cv_fold")
    with pytest.raises(ValueError, match=r"'id' has \d+ twice .* Give record='id' \(--record id\), with `repeat`"):
        bc.read_predictions(tmp_path / "log.csv", **LABELS)
    found = bc.read_predictions(tmp_path / "log.csv", **LABELS, record="id", repeat="rep", fold="cv_fold")
    assert bc.compare(found).resampling == "2 x 5-fold cross-validation of 569 records"


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        *[(name, "fold") for name in ("fold", "cv_fold", "foldId", "CVFold", "Fold1", "kfold", "split", "partition")],
        *[
            (name, "repeat")
            for name in ("repeat", "Rep", "run_1", "seed", "trial", "iteration", "iter", "epochs", "checkpoint")
        ],
    ],
)
@pytest.mark.parametrize("to_frame", [pd.DataFrame, pl.DataFrame, pa.table], ids=["pandas", "polars", "pyarrow"])
def test_an_unused_column_of_splits_or_repeats_is_refused(to_frame, name, argument):
    frame = to_frame(log(**{name: ["a"] * 11 + ["b"]}).to_dict("list"))
    beside = (
        " beside `fold`, or answer=.* Runs of an algorithm, .* cannot be given yet" if argument == "repeat" else ", or "
    )
    message = (
        rf"column '{name}' must be used .* has 2 values .* Give {argument}='{name}' \(--{argument} {name}\){beside}"
    )
    with pytest.raises(ValueError, match=message):
        bc.predictions_from_frame(frame, **LABELS)
    assert bc.predictions_from_frame(frame, **LABELS, hold_out=True).sizes["record"] == 2 * N


@pytest.mark.parametrize(
    "name", ["id", "record_id", "sampleId", "item", "index", "key", "uid", "question_id", "Unnamed: 0"]
)
def test_an_unused_column_of_ids_that_repeat_is_refused(name):
    frame = log(**{name: [*range(N)] * 2})
    with pytest.raises(ValueError, match=rf"'{name}' has 0 twice \(again in row 6\)\. Give record='{name}'"):
        bc.predictions_from_frame(frame, **LABELS)
    assert bc.predictions_from_frame(frame, **LABELS, hold_out=True).sizes["record"] == 2 * N


@pytest.mark.parametrize(
    ("columns", "used"),
    [
        ({"fold": [3] * 12, "seed": [7] * 12}, {}),
        ({"id": range(12)}, {}),
        ({"id": [5] * 12}, {}),
        ({"run_time": np.linspace(0, 1, 12), "scaffold": range(12), "prune": range(12)}, {}),
        ({"id": range(12), "question": [*range(6)] * 2}, {"record": "id"}),
        ({"id": [*range(6)] * 2, "r": REPEATS, "f": FOLDS}, {"repeat": "r", "fold": "f"}),
        ({"r": REPEATS, "f": FOLDS, "seed": REPEATS, "split": np.arange(12) // 2}, {"repeat": "r", "fold": "f"}),
        ({"f": FOLDS, "seed": [10 * k for k in FOLDS]}, {"fold": "f"}),
    ],
    ids=["constant", "ids", "one id", "other words", "given ids", "ids in repeats", "explained", "a seed per fold"],
)
def test_columns_that_say_nothing_new_are_ignored(columns, used):
    bc.predictions_from_frame(log(**columns), **LABELS, **used)


@pytest.mark.parametrize(
    ("columns", "used", "message"),
    [
        (
            {"r": REPEATS, "fold": FOLDS},
            {"repeat": "r"},
            r"'fold' must be used .* Give fold='fold' .* or leave the column",
        ),
        ({"f": [*range(12)], "rep": REPEATS}, {"fold": "f"}, r"'rep' must be used .* Give repeat='rep'"),
        ({"r": REPEATS, "f": FOLDS, "seed": [0, 1] * 6}, {"repeat": "r", "fold": "f"}, "'seed' must be used"),
        ({"r": REPEATS, "f": FOLDS, "id": [0] + [1] * 11}, {"repeat": "r", "fold": "f"}, "'id' has 1 twice"),
    ],
)
def test_what_is_used_must_explain_the_rest(columns, used, message):
    with pytest.raises(ValueError, match=message):
        bc.predictions_from_frame(log(**columns), **LABELS, **used)


def test_a_pandas_index_that_repeats_is_refused():
    frame = pd.concat([log()[:N], log()[N:].set_axis(range(N))])
    with pytest.raises(ValueError, match=r"the index of the frame has 0 twice\. Give `record` and `repeat`"):
        bc.predictions_from_frame(frame, **LABELS)
    assert bc.predictions_from_frame(frame, **LABELS, hold_out=True).sizes["record"] == 2 * N
    assert bc.predictions_from_frame(frame.assign(f=FOLDS), **LABELS, fold="f").sizes["record"] == 2 * N


def test_columns_that_are_not_used_may_have_any_name():
    frame = log().assign(**{"": 1, "Ω": 2}).set_axis(["y", "tree", "svm", 7, ("a", 1)], axis=1)
    assert bc.predictions_from_frame(frame, **LABELS).sizes["record"] == 2 * N


def test_other_classifiers_are_no_splits():
    frame = pd.DataFrame({"y": [0, 1, 1], "run_1": [0, 1, 0], "run_2": [1, 1, 1], "run_3": [0, 0, 1]})
    assert bc.predictions_from_frame(frame, y_true="y", y_pred=["run_1", "run_2"]).sizes["record"] == 3


@pytest.mark.parametrize("run", [["r1", "r2"], ["r1", "r1"]])
def test_a_run_per_classifier_is_no_repeat(run):
    rows = pd.DataFrame({"model": ["x", "x", "z", "z"], "id": [1, 2] * 2, "y": 1, "answer": [0, 1, 1, 1]})
    rows["run_id"] = np.repeat(run, 2)
    columns = {"classifier": "model", "record": "id", "y_true": "y", "y_pred": "answer"}
    assert bc.predictions_from_frame(rows, **columns).sizes["record"] == 2
    with pytest.raises(ValueError, match="The column 'run_id' must be used"):
        bc.predictions_from_frame(rows.assign(run_id=[1, 2, 1, 2]), **columns)


@pytest.mark.parametrize("key", ["repeat", "fold"])
def test_a_hold_out_has_neither_repeats_nor_folds(key):
    with pytest.raises(ValueError, match="`hold_out` must be given without `repeat` and `fold`"):
        bc.predictions_from_frame(log(k=FOLDS), **LABELS, hold_out=True, **{key: "k"})


def test_a_hold_out_is_what_it_is_without_saying_so():
    frame = log()
    xr.testing.assert_identical(
        bc.predictions_from_frame(frame, **LABELS, hold_out=True), bc.predictions_from_frame(frame, **LABELS)
    )


def test_records_that_occur_twice_are_pointed_to_repeats():
    with pytest.raises(ValueError, match=r"record 0 occurs twice .* Give `repeat`, the repeat of each row"):
        bc.predictions_from_frame(log(k=[*range(N)] * 2), **LABELS, record="k")
    long = pd.DataFrame({"model": ["x", "z"] * 2, "id": 1, "y": 1, "answer": 0})
    with pytest.raises(ValueError, match=r"record 1 of 'x' occurs twice\. Give `repeat`, the column of repeats"):
        bc.predictions_from_frame(long, classifier="model", record="id", y_true="y", y_pred="answer")


@pytest.mark.parametrize("to_frame", [lambda f: f, pa.Table.from_pandas], ids=["pandas", "pyarrow"])
def test_columns_of_one_name_are_refused(to_frame):
    names = ["y", "tree", "tree"]
    frame = to_frame(pd.DataFrame([[0, 1, 0]], columns=list("abc")))
    frame = frame.set_axis(names, axis=1) if isinstance(frame, pd.DataFrame) else frame.rename_columns(names)
    with pytest.raises(ValueError, match=r"^The columns of `frame` must have different names, but 'tree' occurs twice"):
        bc.predictions_from_frame(frame, y_true="y", y_pred=["tree"])


class TestIndex:
    """What a pandas index tells of the rows."""

    @staticmethod
    def log():
        y = np.tile([0, 1], 30)
        columns = {"repeat": np.repeat(range(6), 10), "rec": np.tile(range(10), 6), "y": y, "a": y, "b": 1 - y}
        return pd.DataFrame(columns)

    @pytest.mark.parametrize("name", ["repeat", "fold", "seed"])
    def test_levels_that_tell_of_splits_are_refused_as_columns_are(self, name):
        frame = self.log().rename(columns={"repeat": name}).set_index([name, "rec"])
        with pytest.raises(
            ValueError, match=rf"The column '{name}' must be used .* frame.reset_index\(\) makes it a column"
        ):
            bc.predictions_from_frame(frame, y_true="y", y_pred=["a", "b"])
        found = bc.predictions_from_frame(frame, y_true="y", y_pred=["a", "b"], hold_out=True)
        assert found.sizes["record"] == 60

    def test_other_levels_are_no_matter(self):
        frame = self.log().drop(columns=["repeat", "rec"]).rename_axis("patient")
        assert bc.predictions_from_frame(frame, y_true="y", y_pred=["a", "b"]).sizes["record"] == 60


def images(**columns):
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 40)
    labels = {"y": y, "a": np.where(rng.random(40) < 0.2, 1 - y, y), "b": np.where(rng.random(40) < 0.3, 1 - y, y)}
    return pd.DataFrame(labels | columns)


class TestGroupsLeftOut:
    PATIENT = np.arange(40) // 4

    @staticmethod
    def said(frame, **named):
        data = bc.predictions_from_frame(frame, y_true="y", **({"y_pred": ["a", "b"]} | named))
        return [note for note in bc.compare(data).notes if "is not used, and several records" in note]

    @pytest.mark.parametrize("name", ["patient", "Subject", "site_code", "speakers", "prompt"])
    def test_a_column_that_sounds_like_groups_is_said(self, name):
        frame = images(**{name: self.PATIENT})
        (note,) = self.said(frame)
        assert note.startswith(f"the column {name!r} is not used")
        assert not self.said(frame, group=name)

    def test_no_other_column_is(self):
        assert not self.said(images(patient=np.arange(40)))  # one record each
        assert not self.said(images(patient=np.zeros(40)))  # all of one
        assert not self.said(images(age=self.PATIENT, kind="x"))
        assert not self.said(images(prompt_tokens=self.PATIENT))
        assert not self.said(images(patient=self.PATIENT, task=np.arange(40) % 2), task="task")

    def test_repeats_and_rows_of_classifiers_are_no_records(self):
        frame = images(patient=np.arange(40), record=np.arange(40))
        twice = pd.concat(
            [frame.assign(repeat=0, fold=frame.index % 2), frame.assign(repeat=1, fold=frame.index // 20)]
        )
        keys = {"repeat": "repeat", "fold": "fold", "record": "record"}
        assert not self.said(twice, **keys)
        assert self.said(twice.assign(patient=np.tile(self.PATIENT, 2)), **keys)
        long = frame.melt(["y", "patient", "record"], ["a", "b"], "model", "label")
        named = {"classifier": "model", "y_pred": "label", "record": "record"}
        assert not self.said(long, **named)
        assert not self.said(long.assign(prompt=long["model"] + (long["record"] // 4).astype(str)), **named)
        assert self.said(long.assign(prompt=long["record"] // 4), **named)
        assert self.said(long.assign(patient=np.tile(self.PATIENT, 2)), **named)

    def test_texts_and_lists_are_values_as_well(self):
        turns = [["hello", number // 4] for number in range(40)]
        assert self.said(images(conversation=pd.Series(turns)))
        assert not self.said(images(conversation=pd.Series([[number] for number in range(40)])))

    def test_an_id_of_several_records_may_be_of_groups(self):
        frame = images(patient_id=self.PATIENT)
        with pytest.raises(
            ValueError, match=r"or group='patient_id' \(--group patient_id\) if it is of several records"
        ):
            self.said(frame)
        assert not self.said(frame, group="patient_id")
