"""Files and tables on the command line are those of the library."""

import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from tests.cli.screens import on_command_line

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 60)
ONE, OTHER = TRUTH * (RNG.random(60) < 0.8), TRUTH * (RNG.random(60) < 0.6)


def run(*words):
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    p, q = (np.clip(RNG.normal(0.5 + 0.3 * (TRUTH - 0.5), 0.2), 0.01, 0.99).round(3) for _ in range(2))
    for name, credit in (("lasso", p), ("xgb", q)):
        rows = pd.DataFrame({"id": range(60), "credit": credit}).sample(frac=1.0, random_state=1)
        rows.to_csv(folder / f"{name}.csv", index=False)
    return folder


def test_files_of_each_system_are_joined_by_record(files):
    done = run("compare", files / "lasso.csv", f"new={files / 'xgb.csv'}", "--record", "id", "--score", "credit")
    assert done.exit_code == 0
    assert "lasso - new; positive where lasso has a higher score" in done.stdout


class TestTable:
    LINE = ("--both-wrong", 65, "--only-first-wrong", 12, "--only-second-wrong", 28, "--both-right", 95)

    def test_is_that_of_compare_with_the_prior_that_is_asked_for(self):
        options = ("--method", "paired", "--method", "beta", "--method", "strength=20")
        done = run("table", *self.LINE, "--first", "tree", "--second", "svm", *options)
        table = bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)
        usual, asked = (
            on_command_line(bc.compare(table, first="tree", second="svm", method=method))
            for method in ("auto", bc.methods.Paired(prior="beta", strength=20))
        )
        assert done.exit_code == 0
        assert done.stdout.strip() == asked != usual


def test_folds_of_every_repeat_are_those_of_splits():
    fold = np.array([np.random.default_rng(k).permutation(60) % 2 for k in range(3)])
    answers = {"one": np.tile(ONE, (3, 1)), "other": np.tile(OTHER, (3, 1))}
    splits = [(np.flatnonzero(row != k), np.flatnonzero(row == k)) for row in fold for k in (0, 1)]
    by_fold = bc.labels(TRUTH, answers, how=bc.folds(fold))
    assert by_fold.equals(bc.labels(TRUTH, answers, how=bc.splits(splits)))
    with pytest.raises(ValueError, match="must number the fold of every record"):
        bc.labels(TRUTH, answers, how=bc.folds(np.where(fold == 1, -1, fold)))


@pytest.mark.parametrize(("ask", "error", "message"), [
    (lambda _: bc.mcnemar_bcv, AttributeError, "It is `bayescmp.frequentist.bcv_mcnemar`"),
    (lambda result: result.to_latex(which="pairs"), TypeError, "It has `path`, `caption`, `label`."),
    (lambda result: result.to_latex("r.html"), ValueError, "`path` must end in .tex or .txt, but got 'r.html'"),
])  # fmt: skip
def test_what_is_meant_is_named(ask, error, message):
    result = bc.compare(TRUTH, {"a": ONE, "b": OTHER})
    with pytest.raises(error, match=message):
        ask(result)
