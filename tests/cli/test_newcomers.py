"""What a newcomer expects of the command line: pipes, right or wrong, warnings, and help."""

import io
import json
import sys
import warnings

import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.cli._printing import warnings_as_sentences
from tests.data import run_python, table

TWO = ("--correct", "tree", "--correct", "svm")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pd.DataFrame({"tree": [1, 0] * 20, "svm": [1, 1] * 20}).to_csv("wide.csv", index=False)
    pd.DataFrame({"id": [*range(40)] * 2, "model": ["tree"] * 40 + ["svm"] * 40, "ok": [1, 0] * 20 + [1] * 40}).to_csv(
        "long.csv", index=False
    )
    return tmp_path


def stdin(monkeypatch, content):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))


def test_the_module_runs_like_the_command_and_no_file_of_the_folder_does(folder):
    for module in ("numpy", "typing", "contextlib"):
        (folder / f"{module}.py").write_text("raise SystemError('run')")
    ended = run_python("-m", "bayescmp", "--version")
    assert (ended.returncode, ended.stdout) == (0, f"bayescmp {bc.__version__}\n")


class TestStandardInput:
    def test_predictions(self, run, folder, monkeypatch):
        stdin(monkeypatch, (folder / "wide.csv").read_bytes())
        assert run("compare", "-", *TWO).code == 0

    @pytest.mark.usefixtures("folder")
    def test_what_is_no_text_and_a_terminal_are_refused(self, refused, monkeypatch):
        stdin(monkeypatch, b"\x1f\x8b")
        assert "must be text in UTF-8" in refused("compare", "-", *TWO)
        stdin(monkeypatch, b"")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        assert "Standard input (-) must be a file or a pipe" in refused("compare", "-", *TWO)


def test_nothing_but_json_is_printed_where_it_goes_to_standard_output(run, folder):
    ended = run("compare", "wide.csv", *TWO, "--json", "-", "--save", "result.nc")
    assert json.loads(ended.out) == json.loads(bc.load(folder / "result.nc").to_json())


@pytest.mark.parametrize("options", [
    ("wide.csv", "--correct", "svm", "--correct", "tree", "--first", "tree", "--second", "svm"),
    ("long.csv", "--correct", "ok", "--classifier", "model", "--record", "id"),
])  # fmt: skip
@pytest.mark.usefixtures("folder")
def test_columns_of_0_and_1_are_enough(run, options):
    found = json.loads(run("compare", *options, "--json", "-").out)
    expected = bc.compare(table(0, 20, 0, 20), first="tree", second="svm")
    assert found["first"] == "tree"
    assert found["prob_first_better"] == pytest.approx(expected.prob_first_better, abs=1e-12)


def test_warnings_are_one_sentence_each(capsys):
    with warnings.catch_warnings(), warnings_as_sentences():
        warnings.simplefilter("always")
        for _ in range(2):
            warnings.warn("it did\nnot converge", RuntimeWarning, stacklevel=1)
    assert capsys.readouterr().err == "Warning: it did not converge\n"
