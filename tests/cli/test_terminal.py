"""What is shown on a terminal alone: the answer in bold and in colour; and the two kinds of help."""

import io
import sys
from types import SimpleNamespace

import pytest

import bayescmp as bc
from bayescmp.cli._printing import say
from tests.data import write_csv


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def said(stream, monkeypatch, style="bold green"):
    monkeypatch.setattr(sys, "stdout", stream)
    say("a is [b]better[/b]\nfor sure :smile:\n\n  table", style=style)
    return stream.getvalue()


PLAIN = "a is [b]better[/b]\nfor sure :smile:\n\n  table\n"


def test_the_first_paragraph_has_a_style_on_a_terminal(monkeypatch):
    found = said(Terminal(), monkeypatch)
    assert found.startswith("\x1b[1;32ma is [b]better[/b]")
    assert found.endswith("\x1b[0m\n\n  table\n")
    assert said(Terminal(), monkeypatch, style="") == PLAIN


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_who_wants_no_colour_gets_none(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    assert said(Terminal(), monkeypatch) == PLAIN


def test_a_pipe_gets_none_whatever_it_asks_for(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert said(io.StringIO(), monkeypatch) == PLAIN


def test_the_colour_is_that_of_the_answer():
    cells = {"both_wrong": 65, "both_right": 95}
    decided, open_ = (bc.compare(bc.paired_table(only_first_wrong=k, only_second_wrong=40, **cells)) for k in (5, 38))
    assert (decided.content.style(), open_.content.style()) == ("bold green", "bold yellow")
    content = decided.content
    content.result = SimpleNamespace(decision=decided.decision, reliable=False)
    assert content.style() == "bold red"


def test_a_command_colours_its_answer(run, tmp_path, monkeypatch):
    log = write_csv(tmp_path / "log.csv", {"y": [0, 1] * 20, "a": [0] * 40, "b": [0, 1] * 20})
    asked = ("compare", log, "--y-true", "y", "--first", "a", "--second", "b")
    plain = run(*asked).out
    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", terminal)
    run(*asked, "--save", tmp_path / "r.txt")
    assert terminal.getvalue().startswith("\x1b[1;32mb errs less than a")
    assert "\x1b" not in plain + (tmp_path / "r.txt").read_text()


@pytest.mark.parametrize(("command", "most"), [("compare", 90), ("rank", 90), ("datasets rank", 72)])
def test_help_is_short_and_help_all_has_every_option(run, command, most):
    short, full = (run(*command.split(), option).out for option in ("--help", "--help-all"))
    assert len(short.splitlines()) <= most
    assert short.rstrip().endswith("More options: --help-all")
    assert "--method" not in short
    assert "--method" in full
    assert "More options" not in full


def test_options_that_the_help_leaves_out_are_meant_too(refused):
    assert "--preferred" in refused("compare", "--preferd", "x")
