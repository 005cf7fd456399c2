"""Run the command line in this process."""

import shutil
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

import bayescmp as bc
from bayescmp.cli import main


@pytest.fixture
def run(monkeypatch, capsys):
    """Return a function from arguments to the exit code and what was printed."""
    monkeypatch.setenv("COLUMNS", "80")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["bayescmp", *map(str, arguments)])
        with pytest.raises(SystemExit) as stopped:
            main()
        out, err = capsys.readouterr()
        return SimpleNamespace(code=stopped.value.code, out=out, err=err)

    return run


@pytest.fixture
def refused(run):
    """Return a function that runs bad input and returns the one line that it must end with."""

    def refused(*arguments):
        ended = run(*arguments)
        assert ended.code == 2
        assert ended.err.startswith("bayescmp: ")
        assert ended.err.count("\n") == 1
        assert ended.err.endswith("\n")
        assert "Traceback" not in ended.err + ended.out
        return ended.err

    return refused


@pytest.fixture
def folder(files, tmp_path, monkeypatch):
    """Go to a folder with the files of the module."""
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def known(monkeypatch):
    """Return what makes a study the one that `bayescmp study run` finds by any name."""

    def known(study):
        def found(name, *, data=None, trials=None, seed=None):
            given = {"trials": trials, "seed": seed}
            return replace(study, name=name, **{key: value for key, value in given.items() if value is not None})

        monkeypatch.setattr(bc.studies, "builtin_study", found)

    return known
