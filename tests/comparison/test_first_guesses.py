"""What people type first is right, or answered by the line to type."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp import frequentist
from bayescmp.cli import app
from tests.cli.screens import on_command_line

X, Y = load_iris(return_X_y=True)
ESTIMATORS = {"nb": GaussianNB(), "dummy": DummyClassifier()}
RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 2, 60)
ONE, OTHER = TRUTH * (RNG.random(60) < 0.8), TRUTH * (RNG.random(60) < 0.6)
MEANS = pd.DataFrame(RNG.random((6, 3)), columns=list("abc"))
BARE = [[65, 12], [28, 95]]


def predictions():
    return bc.predictions_from_arrays(TRUTH, {"one": ONE, "other": OTHER})


ANSWERED = {
    "compare estimators": (lambda: bc.compare(ESTIMATORS, X, Y), "compare(cross_val_predictions("),
    "compare arrays": (lambda: bc.compare(TRUTH, ONE, OTHER), "compare(predictions_from_arrays("),
    "estimators in a row": (lambda: bc.cross_val_predictions(*ESTIMATORS.values(), X, Y), "cross_val_predictions({"),
    "a list of estimators": (lambda: bc.cross_val_predictions([*ESTIMATORS.values()], X, Y), '{"tree": ...}'),
    "alpha": (lambda: bc.compare(predictions(), alpha=0.05), "ci_prob=0.95"),
    "alpha of a ranking": (lambda: bc.rank(predictions(), alpha=0.05), "threshold=0.975"),
    "a misspelt keyword": (lambda: bc.compare(predictions(), metrics="f1"), "Did you mean 'metric'?"),
    "macro_f1": (lambda: bc.compare(predictions(), metric="macro_f1"), "Did you mean 'f1_macro'?"),
    "auc": (lambda: bc.compare(predictions(), metric="auc"), "one of 27 names, but got 'auc'. Did you mean 'roc_auc'?"),
    "brier": (lambda: bc.compare(predictions(), metric="brier"), "Did you mean 'neg_brier_score'?"),
    "no sizes": (lambda: bc.scores_from_arrays({"a": [0.1], "b": [0.2]}), "n_train=90, n_test=10"),
    "probabilities as labels": (lambda: bc.predictions_from_arrays(TRUTH, {"a": RNG.random(60)}), "`y_prob`"),
    "one array": (lambda: bc.predictions_from_arrays(TRUTH, ONE), '{"tree": ...}'),
    "tests of predictions": (lambda: bc.run_tests(predictions()), "compare(predictions).levels"),
    "a bare table": (lambda: bc.paired_table(BARE), "paired_table(both_wrong=65"),
    "bare counts": (lambda: bc.paired_table(65, 12, 28, 95), "paired_table(both_wrong=65"),
    "b and c": (lambda: bc.paired_table(b=12, c=28, n=200), "paired_table(both_wrong=65"),
    "McNemar of a bare table": (lambda: frequentist.mcnemar(BARE), "paired_table(both_wrong=65"),
    "Friedman of a frame": (lambda: frequentist.friedman(MEANS), "DataArray(1 - frame"),
    "Nemenyi of a frame": (lambda: frequentist.nemenyi(MEANS), "DataArray(1 - frame"),
    "Cochran of an array": (lambda: frequentist.cochran_q(MEANS.to_numpy() < 0.5), "DataArray(array > 0"),
    "5x2 of an array": (
        lambda: frequentist.t_5x2(RNG.normal(size=(5, 2))),
        "DataArray(array, dims=('repeat', 'fold'))",
    ),
    "to_frame": (lambda: bc.compare(predictions()).to_frame(), "`summary()`"),
    "pvalue": (lambda: bc.compare(predictions()).pvalue, "`levels`"),
    "report": (lambda: bc.compare(predictions()).report, "write_report(result, 'report.html')"),
    "savefig": (lambda: bc.compare(predictions()).savefig("a.png"), "plot().figure.savefig('difference.png')"),
    "a misspelt attribute": (lambda: bc.compare(predictions()).decisions, "Did you mean 'decision'?"),
    "a function of a room": (lambda: bc.delong, "`bayescmp.frequentist`"),
    "a misspelt function": (lambda: bc.cross_val_prediction, "Did you mean 'cross_val_predictions'?"),
}


@pytest.mark.parametrize(("guess", "line"), ANSWERED.values(), ids=ANSWERED)
def test_the_message_is_what_to_type(guess, line):
    with pytest.raises((TypeError, ValueError, AttributeError), match=re.escape(line)):
        guess()


@pytest.mark.parametrize("name", ["p_value", "ci", "hdi", "draws", "samples", "prob_best", "winner", "to_frame"])
@pytest.mark.parametrize(
    "result",
    [
        lambda: bc.compare(predictions()),
        lambda: bc.rank(predictions()),
        lambda: bc.compare_datasets(MEANS[["a", "b"]]),
        lambda: bc.rank_datasets(MEANS, draws=400),
        lambda: bc.SequentialComparison(first="a", second="b"),
    ],
    ids=["compare", "rank", "compare_datasets", "rank_datasets", "sequential"],
)
def test_an_attribute_of_other_packages_is_said_to_be_where_it_is(result, name):
    found = result()
    if name not in vars(found):
        with pytest.raises(AttributeError) as error:
            getattr(found, name)
        told = re.search(r"`(?:result\.)?(\w+)", str(error.value).split(". ", 1)[1])
        assert hasattr(found, told[1])


RIGHT = {
    "tiers over data sets": lambda: bc.plots.plot_tiers(bc.rank_datasets(MEANS, draws=400)),
    "mean ranks": lambda: bc.plots.plot_mean_ranks(bc.rank_datasets(MEANS, draws=400)),
    "ranking a frame over data sets": lambda: bc.rank_datasets(MEANS, draws=400),
    "a mapping of mappings": lambda: bc.rank_datasets({"iris": {"a": 0.9, "b": 0.8}, "wine": {"a": 0.7, "b": 0.8}}),
    "truths of 0 and 1": lambda: frequentist.delong(TRUTH, RNG.random(60), RNG.random(60)),
    "one test by its name": lambda: bc.run_tests(ESTIMATORS, X, Y, tests="kfold_t", random_state=0),
    "a plot": lambda: bc.compare(predictions()).plot(),
    "LaTeX": lambda: bc.compare(predictions()).to_latex(),
}


@pytest.mark.parametrize("guess", RIGHT.values(), ids=RIGHT)
def test_what_is_right_is_answered(guess):
    assert guess() is not None


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
        for y_prob in (["lasso", "xgb"], {"lasso": "lasso", "xgb": "xgb"}):
            read = bc.predictions_from_frame(frame, y_true="sick", record="id", y_prob=y_prob)
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
            (["a", "b", "c"], [0.1, 0.2, 0.3], "must name two labels"),
            (["no", "yes", "no"], [0.1, 0.2, 0.3], "must name two labels"),
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
        assert "must be given with --first and --second" in str(done.exception)


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
