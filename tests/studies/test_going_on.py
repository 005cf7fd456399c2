"""Runs that are killed, locked out, or lose a worker or the disk end in a sentence, and what is done is not lost."""

import errno
import fcntl
import multiprocessing
import os
import platform
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier

import bayescmp as bc
from bayescmp.studies import Population, Tune, read_study, run_study, summarise_study, tune

CODE = """
from bayescmp.studies import Cell, Simple, SixClass, Study, Tune, method_named, run_study

tune = Tune(parameter="distortion", low=1.0, high=100.0, n_train=27, draws=4)
study = Study(
    name="mine",
    cells=[
        Cell(scenario=Simple(n_records=30), name="simple"),
        Cell(scenario=SixClass(n_records=30), name="six-class", tune=tune),
    ],
    methods=[method_named("kfold_ci_z"), method_named("holdout_mcnemar")],
    trials=40,
    truth_draws=4,
    seed=3,
)
"""


@pytest.fixture(scope="module")
def study():
    made = {}
    exec(CODE, made)  # noqa: S102 - the code that other processes run
    return made["study"]


@pytest.fixture(scope="module")
def unbroken(study, tmp_path_factory):
    """The results of an unbroken run, and the seconds that it took."""
    out = tmp_path_factory.mktemp("unbroken")
    begin = time.monotonic()
    run_study(study, out)
    return out, time.monotonic() - begin


@contextmanager
def started(out):
    """Run the study in a session of its own, of which nothing is left over."""
    command = [sys.executable, "-c", f"{CODE}\nrun_study(study, {str(out)!r})"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:  # noqa: S603
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


SERVER = multiprocessing.get_context("forkserver")
SERVER.set_forkserver_preload(["bayescmp.studies"])  # one process imports it for all runs


def killed(out, after):
    """Run the study, and kill it so many seconds after it began to use its folder."""
    (out / "lock").unlink(missing_ok=True)
    code = f"{CODE}\nrun_study(study, {str(out)!r})"
    process = SERVER.Process(target=exec, args=(code,))
    process.start()
    while not (out / "lock").exists() and process.is_alive():
        time.sleep(0.001)
    time.sleep(after)
    process.kill()
    process.join()


def assert_same(out, unbroken):
    assert summarise_study(out).equals(summarise_study(unbroken))
    assert [read_study(out, cell).identical(read_study(unbroken, cell)) for cell in (0, 1)] == [True, True]
    names = [{path.name for path in folder.rglob("*")} for folder in (out, unbroken)]
    assert names[0] == names[1]


@pytest.mark.external
def test_kill_9_at_random_moments_costs_nothing_that_was_done(study, unbroken, tmp_path):
    moments = random.Random(0)  # noqa: S311 - for tests
    for _ in range(3):
        killed(tmp_path, moments.uniform(0, unbroken[1] / 2))
    run_study(study, tmp_path)
    assert_same(tmp_path, unbroken[0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kill_9_at_any_moment_costs_nothing_that_was_done(seed, study, unbroken, tmp_path):
    killed(tmp_path, random.Random(seed).uniform(0, unbroken[1]))  # noqa: S311 - for tests
    run_study(study, tmp_path)
    assert_same(tmp_path, unbroken[0])


class TestLock:
    @pytest.mark.external
    def test_a_second_run_is_refused_and_the_first_is_named(self, claimed, study, unbroken, tmp_path):
        with claimed(tmp_path, study):
            before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
            who = f"process {os.getpid()} on {platform.node()}"
            with pytest.raises(BlockingIOError, match=rf"^'{tmp_path}' must be used by one run at a time, but {who} "):
                run_study(study, tmp_path)
            assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
        run_study(study, tmp_path)
        assert_same(tmp_path, unbroken[0])

    @pytest.mark.parametrize("owner", ["", "[", "[" * 5000, '{"process": "x"}'])
    def test_who_is_first_may_be_unknown(self, claimed, owner, study, tmp_path):
        with claimed(tmp_path, study):
            (tmp_path / "lock").write_text(owner)
            with pytest.raises(BlockingIOError, match="one run at a time, but another process runs"):
                run_study(study, tmp_path)

    @pytest.mark.external
    def test_results_are_read_while_a_study_runs(self, claimed, study, unbroken):
        with claimed(unbroken[0], study):
            assert summarise_study(unbroken[0])["trials"].tolist() == [40] * 4

    def test_a_run_that_fails_is_not_in_the_way(self, claimed, study, tmp_path, monkeypatch):
        with monkeypatch.context() as patched:
            patched.setattr("bayescmp.studies._storage.Folder.log", lambda *_, **__: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                run_study(study, tmp_path)
        claimed(tmp_path, study).close()

    @pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
    def test_without_locks_a_run_warns_and_goes_on(self, claimed, number, study, tmp_path, monkeypatch):
        def fail(*_):
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(fcntl, "flock", fail)
        with pytest.warns(UserWarning, match="is on a file system without locks: start no second run"):
            claimed(tmp_path, study).close()

    def test_any_other_failure_of_the_lock_is_an_error(self, claimed, study, tmp_path, monkeypatch):
        def fail(*_):
            raise OSError(errno.EIO, "broken")

        monkeypatch.setattr(fcntl, "flock", fail)
        with pytest.raises(OSError, match="broken"):
            claimed(tmp_path, study)


def dying():
    """Return a classifier that kills the worker that fits it; of no module, so that a worker finds it."""

    class Dying(ClassifierMixin, BaseEstimator):
        def __init__(self, parent=None):
            self.parent = parent

        def fit(self, X, y):
            import os
            import signal

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
        bc.cross_val_predictions({"a": dying(), "b": DummyClassifier()}, X, Y, random_state=0, n_jobs=2)


@pytest.mark.external
def test_a_killed_worker_is_one_sentence_in_tests():
    with pytest.raises(ChildProcessError, match=LOST):
        bc.run_tests({"a": dying(), "b": DummyClassifier()}, X, Y, random_state=0, n_jobs=2)


@pytest.mark.external
def test_a_killed_worker_is_one_sentence_in_tuning():
    scenario = Population(X=X, y=Y, classifiers={"a": dying(), "b": DummyClassifier()})
    with pytest.raises(ChildProcessError, match=LOST):
        tune(scenario, Tune(parameter="n_records", low=20, high=30, n_train=20, draws=20), seed=0, n_jobs=2)


@pytest.mark.external
def test_what_a_worker_cannot_read_is_no_killed_worker():
    class Unreadable(DummyClassifier):
        def __reduce__(self):
            return (int, ("no number",))

    with pytest.raises(Exception, match="un-serialize"):
        bc.cross_val_predictions({"a": Unreadable(), "b": DummyClassifier()}, X, Y, random_state=0, n_jobs=2)


@pytest.fixture
def small_disk(tmp_path):
    """A file system that is full after some chunks, and can grow."""
    disk = tmp_path / "disk"
    disk.mkdir()
    found = subprocess.run(  # noqa: S603 - a fixed command
        ["mount", "-t", "tmpfs", "-o", "size=60k", "tmpfs", str(disk)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        pytest.skip(f"No small file system can be mounted here: {found.stderr.strip()}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)  # noqa: S603, S607


def grow(disk):
    subprocess.run(["mount", "-o", "remount,size=50m", str(disk)], check=True)  # noqa: S603, S607


@pytest.mark.external
def test_a_full_disk_is_named_and_costs_nothing_that_was_done(study, unbroken, small_disk):
    out = small_disk / "out"
    with started(out) as process:
        assert process.wait(120) == 1
        said = process.stderr.read().splitlines()
    assert "Could not write '" in " ".join(said[-3:])
    done = {path: path.read_bytes() for path in out.glob("chunks/*.csv")}
    assert 1 <= len(done) < len(list(unbroken[0].glob("chunks/*.csv")))
    summarise_study(out)
    grow(small_disk)
    run_study(study, out)
    assert_same(out, unbroken[0])
    assert all(path.read_bytes() == content for path, content in done.items())


def test_a_log_on_a_full_disk_is_named_and_goes_on_after_the_line_that_was_cut(folder_of, small_disk):
    folder = folder_of(small_disk)

    def fill():
        for number in range(100):
            folder.log(event=f"{number} " + "x" * 5001)

    with pytest.raises(OSError, match=r"Could not write 'log\.jsonl': No space left on device"):
        fill()
    whole = folder.events()
    assert 1 < len(whole) < 100
    grow(small_disk)
    folder.log(event="after")
    assert folder.events() == [*whole, {"event": "after"}]
