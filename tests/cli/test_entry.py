"""The command itself: help, version, and real processes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import run_python, write_csv

SCRIPT = shutil.which("bayescmp", path=Path(sys.executable).parent)
COMMAND = [SCRIPT] if SCRIPT else [sys.executable, "-c", "from bayescmp.cli import main; main()"]
WATCHED = """
import sys
from bayescmp.cli import main
sys.argv = ["bayescmp", *sys.argv[1:]]
try:
    main()
finally:
    sys.stderr.write(" ".join(sorted({"numpy", "pandas", "sklearn", "xarray", "pymc"} & set(sys.modules))))
"""


def process(*command):
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)  # noqa: S603


def test_h_is_help(run):
    ended = run("compare", "-h")
    assert (ended.code, ended.out) == (0, run("compare", "--help").out)


@pytest.mark.full
@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["study", "--help"], ["datasets", "--help"]])
def test_help_and_version_load_nothing_heavy(arguments):
    ended = run_python("-c", WATCHED, *arguments)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.fixture
def log(tmp_path):
    columns = {"y": ["ä", "ö"] * 20, "tree": ["ä"] * 40, "svm": ["ä", "ö", "ö", "ä"] * 10}
    return write_csv(tmp_path / "log.csv", columns)


@pytest.mark.full
def test_the_installed_command_says_what_the_library_says(log):
    ended = process(*COMMAND, "compare", log, "--y-true", "y", "--first", "tree", "--second", "svm")
    predictions = bc.labels("y", ["tree", "svm"], data=log)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.strip() == on_command_line(bc.compare(predictions))


def test_the_version_is_said_and_workers_do_not_import_from_the_current_folder(run, monkeypatch):
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    assert run("--version").out == f"bayescmp {bc.__version__}\n"
    assert os.environ["PYTHONSAFEPATH"] == "1"
