"""Runs that are locked out or lose a worker end in a sentence, and what is done is not lost."""

import os
import signal

import joblib
import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier

import bayescmp as bc
from bayescmp.studies import (
    Cell,
    Simple,
    SixClass,
    Study,
    Tune,
    method_named,
    read_study,
    run_study,
    summarise_study,
    tune,
)

EQUAL = Tune(parameter="distortion", low=1.0, high=100.0, n_train=27, draws=4)
STUDY = Study(
    name="mine",
    cells=[
        Cell(scenario=Simple(n_records=30), name="simple"),
        Cell(scenario=SixClass(n_records=30), name="six-class", tune=EQUAL),
    ],
    methods=[method_named("kfold_ci_z"), method_named("holdout_mcnemar")],
    trials=12,
    truth_draws=4,
    seed=3,
)


def assert_same(out, unbroken):
    assert summarise_study(out).equals(summarise_study(unbroken))
    assert [read_study(out, cell).identical(read_study(unbroken, cell)) for cell in (0, 1)] == [True, True]
    names = [{path.name for path in folder.rglob("*.[cj]*")} for folder in (out, unbroken)]
    assert names[0] == names[1]


class TestLock:
    @pytest.mark.external
    def test_a_second_run_is_refused(self, claimed, unbroken, tmp_path):
        with claimed(tmp_path, STUDY):
            before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
            with pytest.raises(BlockingIOError, match=rf"^'{tmp_path}' must be used by one run at a time, but an"):
                run_study(STUDY, tmp_path)
            assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
        run_study(STUDY, tmp_path)
        assert_same(tmp_path, unbroken)

    @pytest.mark.external
    def test_results_are_read_while_a_study_runs(self, claimed, unbroken):
        with claimed(unbroken, STUDY):
            assert summarise_study(unbroken)["trials"].tolist() == [12] * 4

    def test_a_run_that_fails_is_not_in_the_way(self, claimed, tmp_path, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr("bayescmp.studies._storage.Folder.log", lambda *_, **__: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                run_study(STUDY, tmp_path)
        claimed(tmp_path, STUDY).close()


def dying():
    """Return a classifier that kills the worker that fits it; of no module, so that a worker finds it."""

    class Dying(ClassifierMixin, BaseEstimator):
        def __init__(self, parent=None):
            self.parent = parent

        def fit(self, X, y):
            import os

            assert os.getpid() != self.parent, "the main process must not fit"
            os.kill(os.getpid(), signal.SIGKILL)

        def predict(self, X):
            return X

    return Dying(parent=os.getpid())


X, Y = load_iris(return_X_y=True)
LOST = "^A worker process must live until its work is done, but one ended unexpectedly, perhaps for lack of memory"


@pytest.mark.external
def test_a_killed_worker_is_one_sentence_in_a_cross_validation():
    with pytest.raises(ChildProcessError, match=LOST):
        bc.cross_val_predictions({"a": dying(), "b": DummyClassifier()}, X, Y, rng=0, n_jobs=2)


def lost(*_, **__):
    raise TerminatedWorkerError


def test_a_killed_worker_is_one_sentence_in_tuning(monkeypatch):
    monkeypatch.setattr(joblib.Parallel, "__call__", lost)
    with pytest.raises(ChildProcessError, match=LOST):
        tune(SixClass(n_records=30), EQUAL, seed=0, n_jobs=2)


@pytest.mark.external
def test_what_a_worker_cannot_read_is_no_killed_worker():
    class Unreadable(DummyClassifier):
        def __reduce__(self):
            return (int, ("no number",))

    with pytest.raises(Exception, match="un-serialize"):
        bc.cross_val_predictions({"a": Unreadable(), "b": DummyClassifier()}, X, Y, rng=0, n_jobs=2)
