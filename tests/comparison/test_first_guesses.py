"""What people type first is right, or answered by the line to type."""

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
MEANS = pd.DataFrame(RNG.random((6, 3)), columns=list("abc"))


def run(*words):
    return CliRunner().invoke(app, list(map(str, words)))


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    p, q = (np.clip(RNG.normal(0.5 + 0.3 * (TRUTH - 0.5), 0.2), 0.01, 0.99).round(3) for _ in range(2))
    wide = pd.DataFrame({"id": range(60), "sick": TRUTH, "lasso": p, "xgb": q})
    wide.to_csv(folder / "wide.csv", index=False)
    long = wide.melt(id_vars=["id", "sick"], var_name="model", value_name="p")
    long.to_csv(folder / "long.csv", index=False)
    for name in ("lasso", "xgb"):
        wide.rename(columns={name: "credit"})[["id", "credit"]].sample(frac=1.0, random_state=1).to_csv(
            folder / f"{name}.csv", index=False
        )
    MEANS.assign(dataset=list("uvwxyz")).to_csv(folder / "means.csv", index=False)
    return folder


class TestProbabilities:
    def test_of_one_of_two_labels_are_read_in_every_form(self, files):
        frame = pd.read_csv(files / "wide.csv")
        shares = {name: frame[name] for name in ("lasso", "xgb")}
        expected = bc.predictions_from_arrays(frame["sick"], y_prob=shares)
        both = {name: np.column_stack([1 - one, one]) for name, one in shares.items()}
        assert bc.predictions_from_arrays(frame["sick"], y_prob=both).equals(expected)
        columns = {name: one.to_numpy()[:, None] for name, one in shares.items()}
        assert bc.predictions_from_arrays(frame["sick"].to_numpy(), y_prob=columns).equals(expected)
        for y_prob in (["lasso", "xgb"], {"lasso": "lasso", "xgb": "xgb"}):
            read = bc.predictions_from_frame(frame, y_true="sick", record="id", y_prob=y_prob)
            assert read["y_prob"].equals(expected["y_prob"])
        called = frame.rename(columns={"lasso": "p_lasso", "xgb": "p_xgb"})
        read = bc.predictions_from_frame(called, y_true="sick", record="id", y_prob="p_{classifier}")
        assert read["y_prob"].equals(expected["y_prob"])
        long = bc.read_predictions(files / "long.csv", y_true="sick", record="id", classifier="model", y_prob="p")
        assert long["y_prob"].equals(expected["y_prob"])
        assert long["y_pred"].equals(expected["y_pred"])

    def test_predict_the_most_probable_label(self):
        found = bc.predictions_from_arrays(["no", "yes", "no"], y_prob={"one": [0.2, 0.9, 0.5]}, labels=["no", "yes"])
        assert found["label"].to_numpy()[found["y_pred"].to_numpy().ravel()].tolist() == ["no", "yes", "no"]

    def test_beside_predicted_labels_are_those_of_the_second_label(self):
        found = bc.predictions_from_arrays([0, 1], {"one": [1, 1]}, y_prob={"one": [0.3, 0.6]})
        assert found["y_pred"].to_numpy().ravel().tolist() == [1, 1]
        assert found["y_prob"].to_numpy()[0, 0].tolist() == [[0.7, 0.3], [0.4, 0.6]]

    @pytest.mark.parametrize(
        ("truth", "shares", "message"),
        [
            (["a", "b", "c"], [0.1, 0.2, 0.3], "must have a column for each label"),
            (["no", "yes", "no"], [0.1, 0.2, 0.3], r"or as `labels` names them"),
            ([0, 1, 0], [0.1, 2.3, 0.3], "must hold probabilities from 0 to 1, but got 2.3"),
        ],
    )
    def test_that_are_none_are_refused(self, truth, shares, message):
        with pytest.raises(ValueError, match=message):
            bc.predictions_from_arrays(truth, y_prob={"one": shares})

    def test_on_the_command_line(self, files):
        options = ("--y-true", "sick", "--y-prob", "{classifier}", "--metric", "roc_auc")
        done = run("compare", "--predictions", files / "wide.csv", *options, "--first", "lasso", "--second", "xgb")
        assert done.exit_code == 0
        assert "lasso - xgb" in done.stdout
        done = run("compare", "--predictions", files / "wide.csv", *options, "--record", "id")
        assert done.exit_code != 0
        assert "--first and --second must name two columns" in str(done.exception)


class TestFiles:
    def test_of_each_system_are_joined_by_record(self, files):
        done = run(
            "compare", "--predictions", files / "lasso.csv", "--predictions", f"new={files / 'xgb.csv'}",
            "--record", "id", "--score", "credit",
        )  # fmt: skip
        assert done.exit_code == 0
        assert "lasso - new; positive where lasso has the higher score" in done.stdout
        frame = pd.read_csv(files / "wide.csv")
        expected = bc.compare(bc.predictions_from_arrays(score={"lasso": frame["lasso"], "xgb": frame["xgb"]}))
        read = bc.read_predictions([files / "lasso.csv", files / "xgb.csv"], record="id", score="credit")
        assert bc.compare(read).difference.mean == pytest.approx(expected.difference.mean)
        assert expected.difference.mean == pytest.approx(frame["lasso"].mean() - frame["xgb"].mean())

    def test_need_the_column_that_joins_them(self, files):
        done = run(
            "compare", "--predictions", files / "lasso.csv", "--predictions", files / "xgb.csv", "--score", "credit"
        )
        assert "`record`, the column that identifies records, must be given" in str(done.exception)

    def test_of_plain_numbers_are_ranked(self, files):
        done = run("datasets", "rank", files / "means.csv", "--draws", 400)
        assert done.exit_code == 0
        assert "mean score" in done.stdout


class TestTable:
    LINE = ("--both-wrong", 65, "--only-first-wrong", 12, "--only-second-wrong", 28, "--both-right", 95)

    def test_is_that_of_compare(self):
        done = run("table", *self.LINE, "--first", "tree", "--second", "svm")
        table = bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)
        assert done.exit_code == 0
        assert done.stdout.strip() == on_command_line(bc.compare(table, first="tree", second="svm"))

    def test_has_the_prior_that_is_asked_for(self):
        options = ("--level", "paired", "--prior", "beta", "--strength", 20)
        done = run("table", *self.LINE, "--first", "tree", "--second", "svm", *options)
        table = bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)
        usual, asked = (
            on_command_line(bc.compare(table, first="tree", second="svm", level=level))
            for level in ("auto", bc.levels.Paired(prior="beta", strength=20))
        )
        assert done.exit_code == 0
        assert done.stdout.strip() == asked != usual

    def test_of_bare_numbers_is_answered_by_the_line(self):
        assert "`bayescmp table --both-wrong 65 --only-first-wrong 12" in str(run("table", 65, 12, 28, 95).exception)


def test_folds_of_every_repeat_are_those_of_splits():
    fold = np.array([np.random.default_rng(k).permutation(60) % 2 for k in range(3)])
    answers = {"one": np.tile(ONE, (3, 1)), "other": np.tile(OTHER, (3, 1))}
    splits = [(np.flatnonzero(row != k), np.flatnonzero(row == k)) for row in fold for k in (0, 1)]
    by_fold = bc.predictions_from_arrays(TRUTH, answers, fold=fold)
    assert by_fold.equals(bc.predictions_from_arrays(TRUTH, answers, splits=splits))
    with pytest.raises(ValueError, match="must number the fold of every record"):
        bc.predictions_from_arrays(TRUTH, answers, fold=np.where(fold == 1, -1, fold))
