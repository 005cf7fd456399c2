"""Run the command line in this process."""

import sys
from types import SimpleNamespace

import pytest

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
