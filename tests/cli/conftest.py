"""Run the command line in this process."""

import shutil
import sys
from types import SimpleNamespace

import pytest

from bayescmp import model_selection
from bayescmp.cli import main
from bayescmp.frequentist import _run_tests


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
def unfitted(monkeypatch):
    """Let no estimator be fitted."""

    def fit(*_, **__):
        raise AssertionError("fitted")

    monkeypatch.setattr(model_selection, "cross_val_predictions", fit)
    monkeypatch.setattr(_run_tests, "predict_splits", fit)
