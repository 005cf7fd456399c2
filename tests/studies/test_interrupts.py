"""A study that is killed, interrupted, or meets a full disk goes on from there to the results of an unbroken run."""

import os
import resource
import runpy
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest

from bayescmp.studies import read_study, run_study, summarise_study

pytestmark = pytest.mark.external

CHUNKS = 12
SCRIPT = """
import os
import signal
import sys
import time
from pathlib import Path

from bayescmp.studies import Cell, Epsilon, Study, StudyMethod, method_named, run_study


class Small(Epsilon):
    trials_per_chunk = 50


def slow(outcomes, alpha):
    time.sleep(float(os.environ.get("SLEEP", 0)))
    if "SUICIDE" in os.environ and len(list(Path(os.environ["SUICIDE"]).glob("chunks/*.csv"))) >= 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return {"estimate": outcomes.wrong.mean(("classifier", "record")).values, "pvalue": 1.0}


study = Study(
    name="interrupted",
    cells=[Small(n_records=20), Cell(scenario=Small(n_records=40, epsilon=0.3), name="other")],
    methods=[
        StudyMethod(name="slow", plan="10-fold", assess=slow),
        StudyMethod(name="no", plan="5-fold", assess=lambda *_: {}),
        method_named("bcv_mcnemar"),
    ],
    trials=300,
    seed=5,
)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job of a shell inherits that it is ignored
    run_study(study, sys.argv[1], n_jobs=int(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    path = tmp_path_factory.mktemp("script") / "script.py"
    path.write_text(SCRIPT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def study(script):
    return runpy.run_path(str(script))["study"]


@pytest.fixture(scope="module")
def unbroken(study, tmp_path_factory):
    out = tmp_path_factory.mktemp("unbroken")
    return run_study(study, out), [read_study(out, cell) for cell in (0, 1)]


@contextmanager
def started(script, out, *, n_jobs=1, **environment):
    """Run the script in a session of its own, of which nothing is left over."""
    command = [sys.executable, "-W", "error", str(script), str(out), str(n_jobs)]
    with subprocess.Popen(  # noqa: S603 - our own script
        command, env=os.environ | environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            end_session(process)


@contextmanager
def room_for(size):
    """Let files be of at most this size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def end_session(process):
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def errors(process):
    end_session(process)
    return process.stderr.read()


def chunks(out):
    return {path: path.stat().st_mtime_ns for path in sorted(out.glob("chunks/*.csv"))}


def wait_for_two_chunks(process, out):
    end = time.monotonic() + 60
    while len(chunks(out)) < 2 and time.monotonic() < end and process.poll() is None:
        time.sleep(0.01)
    assert process.poll() is None, errors(process)


def assert_unbroken(out, unbroken):
    summary, results = unbroken
    assert summarise_study(out).equals(summary)
    assert [read_study(out, cell).identical(results[cell]) for cell in (0, 1)] == [True, True]


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_run_can_be_read_and_goes_on_to_the_same_results_from_the_chunks_that_are_there(
    kind, script, study, unbroken, tmp_path
):
    with started(script, tmp_path, SLEEP="0.3") as process:
        wait_for_two_chunks(process, tmp_path)
        process.send_signal(kind)
        assert process.wait(30) == -kind
    finished = chunks(tmp_path)
    assert 2 <= len(finished) < CHUNKS
    done = read_study(tmp_path)
    assert done.identical(unbroken[1][0].sel(trial=done["trial"]))
    assert summarise_study(tmp_path)["trials"].sum() == 3 * 50 * len(finished)
    run_study(study, tmp_path)
    assert len(chunks(tmp_path)) == CHUNKS
    assert finished.items() <= chunks(tmp_path).items()
    assert_unbroken(tmp_path, unbroken)


def test_a_killed_worker_is_an_error_and_the_same_call_goes_on(script, study, unbroken, tmp_path):
    # So slow that chunks are left when a busy main process has written two.
    with started(script, tmp_path, n_jobs=2, SLEEP="1", SUICIDE=str(tmp_path)) as process:
        assert process.wait(60) == 1
        last = errors(process).splitlines()[-2:]
    assert last[0].startswith("ChildProcessError: A worker process must live until its work is done, but one ended")
    assert last[1] == f"What is done is in {str(tmp_path)!r}; the same command goes on from there."
    finished = chunks(tmp_path)
    assert 2 <= len(finished) < CHUNKS
    run_study(study, tmp_path)
    assert finished.items() <= chunks(tmp_path).items()
    assert_unbroken(tmp_path, unbroken)


def test_a_full_disk_is_an_error_that_costs_no_finished_file(study, unbroken, tmp_path):
    run_study(replace(study, trials=100), tmp_path)
    contents = {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.name != "log.jsonl"}
    assert len(chunks(tmp_path)) == 4
    size = min(path.stat().st_size for path in chunks(tmp_path)) // 2
    with pytest.raises(OSError, match=r"^\[Errno 27\] ") as stopped, room_for(size):
        run_study(study, tmp_path)
    assert str(stopped.value).endswith(f"File too large: {str(tmp_path / 'chunks' / '000-t000000100.csv')!r}")
    assert stopped.value.__notes__ == [f"What is done is in {str(tmp_path)!r}; the same command goes on from there."]
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*") if path.name != "log.jsonl"} == contents
    finished = chunks(tmp_path)
    run_study(study, tmp_path)
    assert finished.items() <= chunks(tmp_path).items()
    assert_unbroken(tmp_path, unbroken)


def test_a_disk_that_was_full_from_the_start_leaves_no_broken_file(study, unbroken, tmp_path):
    with pytest.raises(OSError, match=r"study\.json"), room_for(100):
        run_study(study, tmp_path)
    assert list(tmp_path.rglob("*")) == []
    run_study(study, tmp_path)
    assert_unbroken(tmp_path, unbroken)
