"""What a newcomer expects of the command line: pipes, short names, right or wrong, warnings, and help."""

import io
import json
import sys
import warnings

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp.cli._printing import warnings_as_sentences
from tests.data import run_python, table

PAIR = ("--first", "tree", "--second", "naive-bayes", "--repeats", "1")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"size": rng.normal(size=40), "kind": ["yes", "no"] * 20})
    frame.to_csv("data.csv", index=False)
    frame.assign(size=[None, *range(39)]).to_csv("gaps.csv", index=False)
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
    @pytest.mark.full
    def test_data(self, run, folder, monkeypatch):
        named = run("compare", "data.csv", "--target", "kind", *PAIR)
        stdin(monkeypatch, (folder / "data.csv").read_bytes())
        piped = run("compare", "-", "--target", "kind", *PAIR)
        assert piped.out.startswith("standard input: 40 records")
        assert piped.out.split("\n\n", 1)[1] == named.out.split("\n\n", 1)[1]

    def test_predictions(self, run, folder, monkeypatch):
        stdin(monkeypatch, (folder / "wide.csv").read_bytes())
        assert run("compare", "--predictions", "-", "--correct", "tree", "--correct", "svm").code == 0

    @pytest.mark.usefixtures("folder")
    def test_the_limit_is_kept(self, refused, monkeypatch):
        stdin(monkeypatch, b"size,kind\n" + b"1,yes\n" * 100)
        line = refused("compare", "-", "--target", "kind", *PAIR, "--max-bytes", "100")
        assert "'standard input' must hold at most 100 bytes" in line

    @pytest.mark.parametrize(("content", "what"), [(b"\x1f\x8b", "gzip"), (b"PAR1", "Parquet")])
    @pytest.mark.usefixtures("folder")
    def test_what_is_no_text_is_refused(self, refused, monkeypatch, content, what):
        stdin(monkeypatch, content)
        assert what in refused("compare", "-", "--target", "kind", *PAIR)

    @pytest.mark.usefixtures("folder")
    def test_a_terminal_is_refused(self, refused, monkeypatch):
        stdin(monkeypatch, b"")
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        assert "Standard input (-) must be a file or a pipe" in refused("compare", "-", "--target", "kind", *PAIR)


class TestJsonOnStandardOutput:
    def test_nothing_else_is_printed(self, run, folder):
        ended = run("compare", "data.csv", "--target", "kind", *PAIR, "--json", "-", "--save", "result.nc")
        assert json.loads(ended.out) == json.loads(bc.load(folder / "result.nc").to_json())

    @pytest.mark.usefixtures("folder")
    def test_tables_of_tests_too(self, run):
        ended = run("tests", "data.csv", "--target", "kind", *PAIR[:4], "--tests", "bcv_mcnemar", "--csv", "-")
        assert pd.read_csv(io.StringIO(ended.out))["test"].tolist() == ["bcv_mcnemar"]


class TestRightOrWrong:
    TABLE = table(0, 20, 0, 20)

    @pytest.mark.parametrize(
        "options",
        [
            ("wide.csv", "--correct", "tree", "--correct", "svm"),
            ("wide.csv", "--correct", "svm", "--correct", "tree", "--first", "tree", "--second", "svm"),
            ("long.csv", "--correct", "ok", "--classifier", "model", "--record", "id"),
        ],
    )
    @pytest.mark.usefixtures("folder")
    def test_columns_of_0_and_1_are_enough(self, run, options):
        found = json.loads(run("compare", "--predictions", *options, "--json", "-").out)
        expected = bc.compare(self.TABLE, first="tree", second="svm")
        assert found["first"] == "tree"
        assert found["prob_first_better"] == pytest.approx(expected.prob_first_better, abs=1e-12)

    @pytest.mark.usefixtures("folder")
    def test_it_is_given_once_for_long_files(self, refused):
        options = ("--correct", "ok", "--correct", "id", "--classifier", "model", "--record", "id")
        assert "--correct must be given once" in refused("compare", "--predictions", "long.csv", *options)


@pytest.mark.usefixtures("folder")
def test_threshold_and_interval_are_passed_on(run):
    options = ("--correct", "tree", "--correct", "svm", "--threshold", "0.9", "--ci-prob", "0.8", "--json", "-")
    found = json.loads(run("compare", "--predictions", "wide.csv", *options).out)
    assert (found["threshold"], found["ci_prob"]) == (0.9, 0.8)


@pytest.mark.full
@pytest.mark.usefixtures("folder")
def test_missing_numbers_go_to_estimators_that_take_them(run):
    ended = run("compare", "gaps.csv", "--target", "kind", "--first", "tree", "--second", "forest", "--repeats", "1")
    assert "1 numeric feature (scaled; 1 value missing)" in " ".join(ended.out.split())


@pytest.mark.full
@pytest.mark.usefixtures("folder")
def test_the_screen_says_what_short_names_stand_for(run):
    said = " ".join(run("compare", "data.csv", "--target", "kind", *PAIR).out.split())
    assert "tree is sklearn.tree.DecisionTreeClassifier; naive-bayes is sklearn.naive_bayes.GaussianNB" in said


@pytest.mark.usefixtures("folder")
def test_tests_of_equivalence_take_a_rope(run):
    ended = run("tests", "data.csv", "--target", "kind", *PAIR[:4], "--tests", "holdout_tost", "--rope", "0.1")
    assert "holdout_tost" in ended.out


def test_warnings_are_one_sentence_each(capsys):
    with warnings.catch_warnings(), warnings_as_sentences():
        warnings.simplefilter("always")
        for _ in range(2):
            warnings.warn("it did\nnot converge", RuntimeWarning, stacklevel=1)
    assert capsys.readouterr().err == "Warning: it did not converge\n"


@pytest.mark.external
@pytest.mark.usefixtures("folder")
def test_warnings_of_other_processes_are_sentences_too():
    command = ["-m", "bayescmp", "compare", "data.csv", "--target", "kind", "--jobs", "2"]
    command += ["--first", "logistic(max_iter=1, tol=1e-12)", "--second", "tree", "--repeats", "1"]
    ended = run_python(*command)
    assert ended.returncode == 0
    assert ended.stderr.startswith("Warning: lbfgs failed to converge")
    assert all(line.startswith("Warning: ") for line in ended.stderr.splitlines())


@pytest.mark.parametrize("command", ["compare", "tests", "correlation"])
def test_help_has_an_example_and_all_formats(run, command):
    said = " ".join(run(command, "--help").out.replace("│", "").split())
    assert f"bayescmp {command} data.csv" in said
    for text in (".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".gz", "standard input", "naive-bayes"):
        assert text in said, text


def test_the_help_of_other_commands_has_an_example(run):
    assert "bayescmp report result.nc report.html" in run("report", "--help").out
    for command in ("run", "show", "plot"):
        assert f"bayescmp study {command} " in run("study", command, "--help").out.split("Example")[-1]
