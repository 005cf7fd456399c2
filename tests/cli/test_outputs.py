"""Outputs of commands: none is an input, none replaces what nobody named, and all are written before the screen."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.cli._group_outputs import Outputs
from tests.data import table, write_csv

RUN = [sys.executable, "-c", "from bayescmp.cli import main; main()"]
FORKS = """
import contextlib, io, json, os, resource, socket, sys
from bayescmp.cli import main

with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
with socket.socket(fileno=0) as asking:
    while True:
        asked, streams, *_ = socket.recv_fds(asking, 100_000, 2)
        if not asked:
            break
        if not os.fork():
            folder, arguments, limit = json.loads(asked)
            os.chdir(folder)
            for number, stream in enumerate(streams, 1):
                os.dup2(stream, number)
                os.close(stream)
            sys.stdout, sys.stderr = open(1, "w", closefd=False), open(2, "w", closefd=False)
            if limit:
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            sys.argv = ["bayescmp", *arguments]
            main()
        for stream in streams:
            os.close(stream)
        asking.send(str(os.waitstatus_to_exitcode(os.wait()[1])).encode())
"""
"""A process that has loaded everything, and runs each command in a process of its own."""
TABLE = table(2, 4, 18, 76)


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Make files to read."""
    path = tmp_path_factory.mktemp("files")
    write_csv(path / "log.csv", {"y": [0, 1] * 20, "tree": [0] * 40, "svm": [0, 1, 1, 0] * 10})
    log = bc.labels("y", ["tree", "svm"], data=path / "log.csv")
    bc.save_predictions(log, path / "log.nc")
    bc.compare(TABLE).save(path / "result.nc")
    return path


LOG = ("compare", "log.csv", "--y-true", "y", "--first", "tree", "--second", "svm")


@pytest.mark.full
@pytest.mark.parametrize(("arguments", "message"), [
    ((*LOG, "--json", "log.csv"), "`--json` must not be a file that is read, but got 'log.csv'"),
    ((*LOG, "--json", "./log.csv"), "`--json` must not be a file that is read"),
    ((*LOG, "--json", "link.csv"), "`--json` must not be a file that is read, but got 'link.csv'"),
    (("compare", "log.nc", "--save", "log.nc"), "`--save` must not be a file that is read"),
    (("correlation", "log.nc", "--save", "log.nc"), "`--save` must not be a file that is read"),
    (("report", "result.nc", "link.html"), "'link.html' must not be a file that is read"),
    ((*LOG, "--json", "r.nc", "--save", "r.nc"), "`--save` and `--json` must be two files, but both are 'r.nc'"),
    ((*LOG, "--json", "r.txt", "--save", "./r.txt"), "`--save` and `--json` must be two files"),
    ((*LOG, "--json", "r-references.bib", "--save", "r.tex"), "the .bib file beside `--save` and `--json` must"),
    ((*LOG, "--json", "nowhere/r.json"), "`--json` must be in a folder that exists, but got 'nowhere/r.json'"),
    ((*LOG, "--json", "sub"), "`--json` must be a file, but 'sub' is a folder"),
    (("correlation", "log.nc", "--save", "nowhere/t.nc"), "`--save` must be in a folder that exists"),
])  # fmt: skip
def test_outputs_that_are_refused_before_anything_is_written(refused, folder, arguments, message):
    (folder / "sub").mkdir()
    (folder / "link.csv").symlink_to("log.csv")
    (folder / "link.html").hardlink_to(folder / "result.nc")
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert message in refused(*arguments)
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


def test_a_report_leaves_the_references_of_the_user(run, folder):
    (folder / "paper.bib").write_text("@book{mine}")
    for _ in range(2):
        assert run("report", "result.nc", "paper.tex").code == 0
    assert (folder / "paper.bib").read_text() == "@book{mine}"
    assert (folder / "paper-references.bib").exists()


@pytest.fixture(scope="module")
def asking(files):
    """Start what forks, and return the socket that asks it."""
    ours, theirs = socket.socketpair()
    with ours, theirs, subprocess.Popen([sys.executable, "-c", FORKS, *LOG], stdin=theirs, cwd=files):  # noqa: S603
        theirs.close()
        ours.settimeout(100)
        yield ours
        ours.close()


@pytest.fixture
def run_here(asking):
    """Return a function that runs a command in a process of its own: its code, and what it wrote into pipes."""

    def run_here(*arguments, limit=0, **streams):
        pipes = {name: os.pipe() for name in ("stdout", "stderr") if name not in streams}
        written = {name: writer for name, (_, writer) in pipes.items()} | streams
        asked = json.dumps([str(Path.cwd()), arguments, limit]).encode()
        socket.send_fds(asking, [asked], [written["stdout"], written["stderr"]])
        code = int(asking.recv(100))
        said = {}
        for name, (reader, writer) in pipes.items():
            os.close(writer)
            with os.fdopen(reader, encoding="utf-8") as pipe:
                said[name] = pipe.read()
        return SimpleNamespace(returncode=code, **said)

    return run_here


@pytest.mark.external
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")  # noqa: PTH110
def test_a_full_device_keeps_what_was_asked_for(run_here, folder):
    with open("/dev/full", "w") as full:  # noqa: PTH123
        ended = run_here(*LOG, "--save", "r.nc", "--json", "r.json", stdout=full.fileno())
    assert ended.returncode == 2
    assert ended.stderr == "bayescmp: Not everything could be printed: No space left on device.\n"
    assert bc.load("r.nc").to_json() + "\n" == (folder / "r.json").read_text()


@pytest.mark.external
@pytest.mark.parametrize("arguments", [LOG, ("compare",)])
def test_a_closed_pipe_keeps_what_was_asked_for(run_here, folder, arguments):
    reader, writer = os.pipe()
    os.close(reader)
    ended = run_here(*arguments, "--save", "r.nc", stdout=writer)
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert bc.load("r.nc") is not None


@pytest.mark.external
def test_no_standard_output_at_all(folder):
    command = " ".join([f"'{part}'" for part in (*RUN, *LOG, "--save", "r.nc")]) + " >&-"
    assert subprocess.run(command, shell=True, check=False, timeout=100).returncode == 0  # noqa: S602
    assert bc.load("r.nc") is not None


SCORES = ("datasets", "compare", "scores.csv", "--sets", "90,10")


@pytest.mark.full
@pytest.mark.parametrize("arguments", [LOG, ("rank", *LOG[1:4], "--y-pred", "tree", "--y-pred", "svm"), SCORES])
def test_what_was_to_be_printed_without_standard_output_ends_as_without_a_reader(run, folder, monkeypatch, arguments):
    rows = [["iris", "a", 0.9, 0.8, 0.9, 0.7], ["iris", "b", 0.9, 0.7, 0.8, 0.7]]
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", "s0", "s1", "s2", "s3"])
    frame.to_csv("scores.csv", index=False)
    assert run(*arguments, "--json", "-").code == 0
    monkeypatch.setattr(sys, "stdout", None)
    ended = run(*arguments, "--json", "-")
    assert (ended.code, [line for line in ended.err.splitlines() if line.startswith("bayescmp: ")]) == (1, [])


def test_another_output_that_fails_is_said_where_standard_output_is_closed(refused, folder, monkeypatch):
    (folder / "r.nc").symlink_to("/dev/full")
    monkeypatch.setattr(sys, "stdout", None)
    assert "Could not write 'r.nc': No space left on device" in refused(*LOG, "--json", "-", "--save", "r.nc")


@pytest.mark.external
def test_what_a_terminal_cannot_show_is_its_escape(folder):
    frame = pd.read_csv("log.csv").rename(columns={"tree": "дерево"})
    frame.to_csv("log.csv", index=False)
    arguments = ["дерево" if part == "tree" else part for part in LOG]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
    command = [*RUN, *arguments, "--save", "r.nc"]
    ended = subprocess.run(command, check=False, timeout=100, capture_output=True, env=environment)  # noqa: S603
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert rb"\u0434\u0435\u0440\u0435\u0432\u043e" in ended.stdout
    assert bc.load("r.nc").first == "дерево"


@pytest.mark.external
def test_a_screen_is_shown_and_other_files_are_written_where_one_cannot_be(run_here, folder):
    """The JSON of 5 kB fits; the NetCDF file of 20 kB does not."""
    (folder / "r.nc").write_text("old")
    ended = run_here(*LOG, "--save", "r.nc", "--json", "r.json", limit=10_000)
    assert ended.returncode == 2
    assert ended.stderr == "bayescmp: Could not write 'r.nc': File too large\n"
    assert ended.stdout.startswith("Undecided: the data favour neither tree nor svm.")
    assert ended.stdout.endswith("\n\nWrote r.json\n")
    assert (folder / "r.nc").read_text() == "old"
    assert list(folder.glob("*.part")) == []


@pytest.mark.external
def test_a_link_to_standard_output_that_is_a_file_is_refused(run_here, folder):
    with (folder / "both.txt").open("w") as both:
        ended = run_here(*LOG, "--json", "/dev/stdout", stdout=both.fileno())
    assert ended.returncode == 2
    assert ended.stderr == "bayescmp: Could not write 'stdout': it goes to a file; name that file\n"
    assert (folder / "both.txt").read_text().startswith("Undecided")


@pytest.mark.external
def test_json_goes_into_a_pipe_as_it_is(run_here, folder):
    ended = run_here(*LOG, "--json", "/dev/stdout")
    assert ended.returncode == 0
    assert ended.stdout.startswith('{\n  "schema": 1,')
    assert os.path.islink("/dev/stdout")  # noqa: PTH114


def test_a_first_file_that_fails_keeps_neither_the_others_nor_the_screen_from_being_shown(run, folder):
    (folder / "r.json").symlink_to("/dev/full")
    ended = run(*LOG, "--json", "r.json", "--save", "r.nc", "--save", "r.txt")
    assert (ended.code, ended.err) == (2, "bayescmp: Could not write 'r.json': No space left on device\n")
    assert ended.out.startswith("Undecided: the data favour neither tree nor svm.")
    assert ended.out.endswith("\n\nWrote r.nc\nWrote r.txt\n")
    assert bc.load("r.nc").first == "tree"
    assert (folder / "r.txt").exists()


@pytest.mark.parametrize("place", ["while a report is made", "while files take their places"])
def test_an_interrupted_command_replaces_no_file(folder, monkeypatch, place):
    outputs = {name: f"old {name}" for name in ("r.json", "r.nc", "r.txt")}
    for name, text in outputs.items():
        (folder / name).write_text(text)
    before = sorted(folder.iterdir())
    replace, replaced = Path.replace, []

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    def second_time(path, target):
        replaced.append(target)
        if len(replaced) == 2:
            raise KeyboardInterrupt
        return replace(path, target)

    if place == "while a report is made":
        monkeypatch.setattr(bc.reports, "write_report", interrupted)
    else:
        monkeypatch.setattr(Path, "replace", second_time)
    with pytest.raises(KeyboardInterrupt):
        Outputs(json=Path("r.json"), save=[Path("r.nc"), Path("r.txt")]).write_then_say(bc.compare(TABLE))
    assert {name: (folder / name).read_text() for name in outputs} == outputs
    assert sorted(folder.iterdir()) == before
