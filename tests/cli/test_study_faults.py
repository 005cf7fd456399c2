"""`bayescmp study` on folders that it must not use, that are damaged, or that hold pictures of the user's own."""

import fcntl
import os
from dataclasses import replace

import joblib
import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError

from bayescmp.studies import Cell, Epsilon, Study, method_named

pytestmark = pytest.mark.full

STUDY = Study(
    name="mine",
    cells=[Cell(scenario=Epsilon(n_records=40), name="epsilon")],
    methods=[method_named("bcv_mcnemar")],
    trials=20,
)
CHUNK = "000-t000000000.csv"


@pytest.fixture
def study(known):
    known(STUDY)
    return "mine"


@pytest.fixture
def done(run, study, tmp_path):
    assert run("study", "run", study, "--out", tmp_path / "out").code == 0
    return tmp_path / "out"


def test_results_do_not_go_into_what_the_study_reads(refused, study, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for out in (data, tmp_path / "data" / ".." / "data"):
        message = refused("study", "run", study, "--out", out, "--data", data)
        assert "`--out` must name a folder for results alone, but" in message
    assert list(data.iterdir()) == []


def test_a_damaged_chunk_is_named_and_computed_again(run, refused, study, done):
    shown = run("study", "show", done, "--format", "csv").out
    (done / "chunks" / CHUNK).write_bytes(b"")
    for command in ("show", "plot"):
        message = refused("study", command, done)
        assert message.startswith(f"bayescmp: '{CHUNK}' must be the results of a study as they were ")
        assert "which its run computes again" in message
    ended = run("study", "run", study, "--out", done)
    assert (ended.code, ended.err.count(CHUNK), ended.err.count("\n")) == (0, 1, 1)
    assert run("study", "show", done, "--format", "csv").out == shown


def test_a_folder_named_as_a_study_of_the_package_can_be_gone_on_with(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        assert run("study", "run", "f1", "--out", "f1", "--trials", "2").code == 0


def test_a_second_run_is_refused(refused, study, done):
    lock = os.open(done, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    assert "must be used by one run at a time, but another process" in refused("study", "run", study, "--out", done)
    os.close(lock)


def test_pictures_of_cells_that_differ_in_punctuation_are_as_many(run, known, tmp_path):
    names = ("a b", "a!b", "a b 2", "c", "a?b")
    known(replace(STUDY, cells=[Cell(scenario=Epsilon(n_records=40), name=name) for name in names]))
    assert run("study", "run", "mine", "--out", tmp_path / "out").code == 0
    paths = run("study", "plot", tmp_path / "out").out.split()
    found = [path.rpartition("/")[2].removesuffix(".svg") for path in paths if "statistics" in path]
    assert found == [f"statistics-{name}" for name in ("a-b", "a-b-2", "a-b-2-2", "c", "a-b-3")]


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_pictures_are_the_same_again_and_have_no_dates(suffix, run, done):
    first = run("study", "plot", done, "--suffix", suffix)
    paths = first.out.split()
    assert len(paths) == 2
    before = {path.name: path.read_bytes() for path in done.glob(f"*.{suffix}")}
    assert run("study", "plot", done, "--suffix", suffix).out == first.out
    assert {path.name: path.read_bytes() for path in done.glob(f"*.{suffix}")} == before
    assert not any(b"Date" in content for content in before.values())


LOST = "A worker process must live until its work is done, but one ended unexpectedly, perhaps for lack of memory."


def test_a_killed_worker_of_a_study_is_one_line_that_says_how_to_go_on(refused, study, tmp_path, monkeypatch):
    def lost(*_, **__):
        raise TerminatedWorkerError

    monkeypatch.setattr(joblib.Parallel, "__call__", lost)
    message = refused("study", "run", study, "--out", tmp_path / "out", "--jobs", "2")
    assert LOST in message
    assert f"(What is done is in '{tmp_path / 'out'}'; the same command goes on from there.)" in message
