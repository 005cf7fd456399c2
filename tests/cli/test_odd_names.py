"""Names that would control a terminal are printed as escapes, and make harmless file names."""

import io
import sys

import pytest

from bayescmp.runner import announce, with_progress
from bayescmp.studies import Cell, Simple, Study, method_named, run_study
from tests.data import is_clean, write_csv

ODD = "tree\x1b[31m\u202e"
SHOWN = r"tree\x1b[31m\u202e"


@pytest.fixture
def log(tmp_path):
    columns = {"y": ["a\x1b", "b"] * 20, ODD: ["a\x1b"] * 40, "svm": ["a\x1b", "b", "b", "b"] * 10}
    return write_csv(tmp_path / "log.csv", columns)


STUDY = Study(
    name="odd",
    cells=[
        Cell(scenario=Simple(n_records=40, shift=shift), name=f"{ODD}/../../up", varied={"shift": shift})
        for shift in (0.0, 1.0)
    ],
    methods=[method_named("bcv_mcnemar", label=ODD)],
    trials=6,
    truth_draws=2,
)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """Return the folder of the results of a study."""
    out = tmp_path_factory.mktemp("study") / "out"
    run_study(STUDY, out)
    return out


def test_a_comparison_prints_escapes(run, log):
    ended = run("compare", log, "--y-true", "y", "--first", ODD, "--second", "svm")
    assert ended.code == 0
    assert SHOWN in ended.out
    assert is_clean(ended.out + ended.err)


def test_an_error_prints_escapes(refused, log):
    (log.parent / f"{ODD}.xlsx").touch()
    assert SHOWN in refused("compare", log.parent / f"{ODD}.csv", "--first", "a", "--second", "b")
    line = refused("compare", log, "--y-true", "y", "--first", ODD, "--second", f"{ODD}2")
    assert all(letter.isprintable() for letter in line.rstrip("\n"))


def test_a_study_prints_escapes(run, study, known):
    known(STUDY)
    shown = [("show", study, "--format", output) for output in ("text", "csv", "latex")]
    for arguments in (("run", "odd", "--out", study), *shown):
        ended = run("study", *arguments)
        assert ended.code == 0
        assert is_clean(ended.out + ended.err)


def test_pictures_of_a_study_have_plain_names_in_their_folder(run, study, tmp_path):
    ended = run("study", "plot", study, "--to", tmp_path / "pictures")
    assert (ended.code, ended.err) == (0, "")
    assert is_clean(ended.out + ended.err)
    written = [path for path in (tmp_path / "pictures").rglob("*") if path.is_file()]
    assert len(written) == len(ended.out.split())
    assert all(path.name.isprintable() and path.parent == tmp_path / "pictures" for path in written)
    assert all(letter.isprintable() or letter == "\n" for path in written for letter in path.read_text())


def test_progress_shows_escapes_and_takes_no_name_for_markup(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    assert list(with_progress(iter([1, 2]), 2, "odd[/red]\u202e", visible=True)) == [1, 2]
    announce(ODD, visible=True)
    assert "\u202e" not in screen.getvalue()
    assert "odd[/red]" in screen.getvalue()
    assert SHOWN in screen.getvalue()
