"""`bayescmp rank`: several classifiers from data, from predictions, or from nothing at all."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from bayescmp import ranking
from bayescmp.cli import _group_data
from bayescmp.levels import LEVELS, Auto, CrossedEffects, Paired
from bayescmp.model_selection import PLANS
from tests.cli.screens import on_command_line

N = 60
RNG = np.random.default_rng(0)
Y = RNG.choice(["cat", "dog"], N)
NAMES = ("tree", "svm", "bayes")
ANSWERS = {name: np.where(RNG.random(N) < rate, "cat", Y) for name, rate in zip(NAMES, (0.9, 0.3, 0.1), strict=True)}
THREE = ("--estimator", "tree(max_depth=1)", "--estimator", "nb=sklearn.naive_bayes.GaussianNB", "--estimator", "dummy")
DATA = ("rank", "data.csv", "--target", "kind")
FAST = ("--repeats", 1, "--draws", 200)
LOG = ("rank", "--predictions", "log.csv", "--y-true", "y")
WIDE = (*LOG, "--y-pred", "tree", "--y-pred", "svm", "--y-pred", "bayes")
LONG = ("rank", "--predictions", "long.jsonl", "--classifier", "model", "--record", "id")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    size = rng.normal(size=40)
    data = pd.DataFrame({"size": size, "noise": rng.normal(size=40), "kind": np.where(size > 0, "yes", "no")})
    data.to_csv(folder / "data.csv", index=False)
    log = pd.DataFrame({"y": Y, **ANSWERS})
    log.to_csv(folder / "log.csv", index=False)
    log.assign(svm=log["svm"].str.upper()).to_csv(folder / "capitals.csv", index=False)
    log.assign(tree=[None, *log["tree"][1:]]).to_csv(folder / "gaps.csv", index=False)
    log[list(NAMES)].eq(log["y"], axis=0).astype(int).to_csv(folder / "right.csv", index=False)
    rows = [pd.DataFrame({"id": range(N), "model": name, "y": Y, "said": ANSWERS[name]}) for name in NAMES]
    long = pd.concat(rows).assign(ok=lambda rows: (rows["said"] == rows["y"]).astype(int))
    long.to_json(folder / "long.jsonl", orient="records", lines=True)
    rows[0].to_csv(folder / "one.csv", index=False)
    bc.save_predictions(bc.predictions_from_arrays(Y, ANSWERS), folder / "log.nc")
    return folder


def expected():
    return on_command_line(bc.rank(bc.predictions_from_arrays(Y, ANSWERS), draws=200))


class TestPredictions:
    """Files of predictions, in every form."""

    @pytest.mark.parametrize(
        "arguments",
        [
            WIDE,
            (*LONG, "--y-true", "y", "--y-pred", "said"),
            ("rank", "--predictions", "log.nc"),
        ],
        ids=["wide", "long", "saved"],
    )
    def test_every_form_gives_the_screen_of_the_library(self, run, folder, arguments):
        ended = run(*arguments, "--draws", 200)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.strip() == expected()
        assert max(map(len, ended.out.splitlines())) <= 80

    def test_right_and_wrong_are_enough(self, run, folder):
        columns = [part for name in NAMES for part in ("--correct", name)]
        wide = run("rank", "--predictions", "right.csv", *columns, "--draws", 200)
        assert (wide.code, wide.err) == (0, "")
        assert wide.out == run(*LONG, "--correct", "ok", "--draws", 200).out
        assert wide.out.startswith("Undecided between bayes and svm")

    def test_missing_answers_are_wrong_on_demand(self, run, refused, folder):
        gaps = [part.replace("log.csv", "gaps.csv") for part in WIDE]
        assert "must have no missing values" in refused(*gaps)
        assert run(*gaps, "--on-missing", "wrong", "--draws", 200).code == 0

    @pytest.mark.parametrize(
        ("of_level", "level"),
        [
            ((), Auto()),
            (("--strength", 0.5, "--tau", 1.5), Auto(strength=0.5, tau=1.5)),
            (("--strength", 0.5, "--level", "paired"), Paired(strength=0.5)),
            (("--strength", 0.5, "--tau", 1.5, "--level", "crossed-effects"), CrossedEffects(strength=0.5, tau=1.5)),
        ],
    )
    def test_settings_are_passed_on(self, run, folder, monkeypatch, of_level, level):
        asked = {}

        def rank(data, **given):
            asked.update(given)
            return bc.rank(data, draws=200)

        monkeypatch.setattr(ranking, "rank", rank)
        options = ("--rope", 0.02, "--threshold", 0.9, "--ci-prob", 0.8, "--ci-kind", "hdi", *of_level)
        assert run(*WIDE, *options, "--draws", 150, "--seed", 4).code == 0
        assert asked == {
            "level": level,
            "rope": 0.02,
            "threshold": 0.9,
            "ci_prob": 0.8,
            "ci_kind": "hdi",
            "draws": 150,
            "rng": 4,
        }

    def test_a_named_prior_of_the_variance(self, run, folder):
        found = json.loads(run(*DATA, *THREE, *FAST, "--tau", "cautious", "--json", "-").out)
        assert (found["level"], found["options"]["tau"]) == ("crossed-effects", "cautious")

    def test_an_option_that_a_level_has_not_is_refused(self, refused, folder):
        rule = "--tau must be left out for the level 'paired', which has no such option"
        assert rule in refused(*WIDE, "--tau", "cautious", "--level", "paired")


class TestData:
    """Estimators that are cross-validated."""

    def test_the_result_is_that_of_the_library(self, run, folder):
        ended = run(*DATA, *THREE, *FAST, "--seed", 3)
        frame = pd.read_csv("data.csv")
        estimators = {
            "tree(max_depth=1)": make_pipeline(StandardScaler(), DecisionTreeClassifier(max_depth=1)),
            "nb": make_pipeline(StandardScaler(), GaussianNB()),
            "dummy": DummyClassifier(),
        }
        found = bc.cross_val_predictions(
            estimators, frame[["size", "noise"]], frame["kind"], cv=bc.BlockRegularizedCV(1), random_state=3
        )
        assert (ended.code, ended.err) == (0, "")
        said, screen = ended.out.split("\n\n", 1)
        assert screen.strip() == on_command_line(bc.rank(found, draws=200, rng=3))
        named = "; nb is sklearn.naive_bayes.GaussianNB; dummy is sklearn.dummy.DummyClassifier"
        assert " ".join(said.split()).endswith(
            f"in 'kind'; tree(max_depth=1) is sklearn.tree.DecisionTreeClassifier(max_depth=1){named}"
        )

    def test_a_plan(self, run, folder):
        assert "one hold-out" in run(*DATA, *THREE, "--resampling", "hold-out 2/3", "--draws", 200).out

    @pytest.mark.parametrize("seed", [0, 3])
    def test_a_plan_splits_as_its_seed_says(self, run, folder, seed):
        given = ("--estimator", "naive-bayes", "--estimator", "dummy", "--resampling", "hold-out 2/3", "--draws", 200)
        ended = run(*DATA, *given, "--seed", seed)
        frame = pd.read_csv("data.csv")
        estimators = {"naive-bayes": make_pipeline(StandardScaler(), GaussianNB()), "dummy": DummyClassifier()}
        splitter = PLANS["hold-out 2/3"].splitter(seed)
        found = bc.cross_val_predictions(
            estimators, frame[["size", "noise"]], frame["kind"], cv=splitter, random_state=seed
        )
        assert ended.out.split("\n\n", 1)[1].strip() == on_command_line(bc.rank(found, draws=200, rng=seed))

    def test_a_short_name_may_be_another_estimator(self, run, folder):
        said = run(*DATA, "--estimator", "tree=dummy", "--estimator", "dummy=tree", *FAST).out.split("\n\n", 1)[0]
        assert "tree is sklearn.dummy.DummyClassifier; dummy is sklearn.tree." in " ".join(said.split())

    def test_without_arguments_the_default_classifiers_are_ranked(self, run, monkeypatch):
        X, y = load_breast_cancer(return_X_y=True)
        X, y = X[:60, :2], y[:60]
        monkeypatch.setattr("sklearn.datasets.load_breast_cancer", lambda **_: (X, y))
        monkeypatch.setattr(_group_data, "_SIX", ("tree", "naive-bayes"))
        ended = run("rank", *FAST)
        estimators = {
            "tree": make_pipeline(StandardScaler(), DecisionTreeClassifier()),
            "naive-bayes": make_pipeline(StandardScaler(), GaussianNB()),
        }
        found = bc.cross_val_predictions(estimators, X, y, cv=bc.BlockRegularizedCV(1), random_state=0)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.split("\n\n", 1)[1].strip() == on_command_line(bc.rank(found, draws=200))

    def test_the_six_are_distinct(self):
        chosen = _group_data.default_data_of_several()
        assert len({type(model[-1]) for model in chosen.estimators.values()}) == 6


@pytest.mark.parametrize(
    ("given", "parts"),
    [
        ("tree", (None, "tree")),
        ("SVC(C=10)", (None, "SVC(C=10)")),
        ("sklearn.svm.SVC(kernel='rbf', C=10)", (None, "sklearn.svm.SVC(kernel='rbf', C=10)")),
        ("SVC(kernel='=(')", (None, "SVC(kernel='=(')")),
        ("mine=SVC(C=10)", ("mine", "SVC(C=10)")),
        (" mine = svm", ("mine", "svm")),
        ("SVM (C=10)=SVC(C=10)", ("SVM (C=10)", "SVC(C=10)")),
    ],
)
def test_a_name_stands_before_the_first_equals_sign_outside_of_brackets(given, parts):
    assert _group_data.named_estimator(given) == parts


class TestOutputs:
    """Files, and what becomes of them."""

    def test_files_hold_the_result_on_the_screen(self, run, folder):
        ended = run(*WIDE, "--draws", 200, "--json", "r.json", "--save", "r.nc")
        assert ended.out.strip() == expected() + "\n\nWrote r.json\nWrote r.nc"
        assert on_command_line(bc.load("r.nc")) == expected()
        assert json.loads((folder / "r.json").read_text()) == json.loads(bc.load("r.nc").to_json())

    def test_nothing_else_is_printed_with_the_json_of_data(self, run, folder):
        ended = run(*DATA, *THREE, *FAST, "--json", "-")
        assert json.loads(ended.out)["result"] == "Ranking"

    @pytest.mark.full
    @pytest.mark.parametrize(
        "suffix", ["html", "txt", *(pytest.param(suffix, marks=pytest.mark.full) for suffix in ("md", "tex"))]
    )
    def test_a_report_is_the_same_at_once_and_later(self, run, folder, suffix):
        (folder / "later").mkdir()
        ended = run(*WIDE, "--draws", 200, "--save", "r.nc", "--report", f"r.{suffix}")
        assert (ended.code, ended.err) == (0, "")
        assert run("report", "r.nc", f"later/r.{suffix}").code == 0
        assert (folder / f"r.{suffix}").read_bytes() == (folder / "later" / f"r.{suffix}").read_bytes()


def test_help_names_options_plans_and_levels(run):
    shown = re.sub(r"[\s│]+", "", run("rank", "--help").out)
    joint = [level.name for level in LEVELS.values() if level.has_joint]
    for text in (
        "[NAME=]ESTIMATOR",
        "--on-missing",
        "Withoutarguments",
        f"auto,{','.join(joint)}.",
        "bayescmprankdata.csv",
    ):
        assert text in shown
    assert ",".join(PLANS).replace(" ", "") in shown
    assert set(re.findall(r"\{(\w+)\}", shown)) == {"classifier", "label"}  # of --y-prob; all others are filled in


MISTAKES = {
    "one estimator": ((*DATA, "--estimator", "tree"), "--estimator must be given twice or more, but got 'tree' only"),
    "no estimator": (DATA, "DATA, --target and --estimator must be given together, but got no --estimator"),
    "no target": ((*DATA[:2], *THREE), "but got no --target"),
    "no data": (("rank", *THREE), "but got no DATA, --target"),
    "an estimator twice": (
        (*DATA, *THREE, "--estimator", "SVC(C=1)", "--estimator", "sklearn.svm.SVC(C = 1)"),
        "two are called 'SVC(C=1)'. Give one another name: --estimator 'other=sklearn.svm.SVC(C = 1)'",
    ),
    "a name twice": (
        (*DATA, "--estimator", "a=tree", "--estimator", "a=svm"),
        "two are called 'a'. Give one another name: --estimator other=svm",
    ),
    "a name that is a short name": (
        (*DATA, "--estimator", "tree=svm", "--estimator", "tree"),
        "--estimator must have a name of its own each, but two are called 'tree'",
    ),
    "a name without an estimator": ((*DATA, *THREE, "--estimator", "mine="), "NAME=ESTIMATOR, or ESTIMATOR alone"),
    "an estimator with an empty name": ((*DATA, *THREE, "--estimator", "=svm"), "but got '=svm'"),
    "a misspelt estimator": ((*DATA, *THREE, "--estimator", "forrest"), "Did you mean 'forest'?"),
    "a misspelt argument": ((*DATA, *THREE, "--estimator", "a=SVC(c=1)"), "SVC has no argument 'c'. Did you mean 'C'?"),
    "a regressor": ((*DATA, *THREE, "--estimator", "sklearn.svm.SVR"), "`--estimator` must be a classifier"),
    "the first of compare": ((*DATA, "--first", "tree"), "There is no option --first. Did you mean '--estimator'?"),
    "the second of compare": ((*DATA, "--second", "tree"), "Did you mean '--estimator'?"),
    "models": ((*DATA, "--model", "tree"), "Did you mean '--estimator'?"),
    "an estimator of compare": (("compare", "--estimator", "tree"), "Did you mean '--first'?"),
    "a column that is misspelt": (("rank", "data.csv", "--target", "knd", *THREE), "Did you mean 'kind'?"),
    "a plan in words": ((*DATA, *THREE, "--resampling", "ten-fold"), "Did you mean '10-fold'?"),
    "a plan and repeats": (
        (*DATA, *THREE, "--resampling", "10-fold", "--repeats", 2),
        "--resampling must be given without",
    ),
    "a level without a joint posterior": (
        (*DATA, *THREE, "--level", "fold-correlation"),
        "'paired', 'label-counts', 'mean-loss', 'bayesian-bootstrap', but got",
    ),
    "a level that does not fit the plan": (
        (*DATA, *THREE, "--resampling", "10-fold", "--level", "paired"),
        "--level must be one of crossed-effects for the plan '10-fold', but got 'paired'",
    ),
    "a level that does not fit the predictions": ((*WIDE, "--level", "crossed-effects"), "'auto' or 'paired'"),
    "a rope in per cent": ((*DATA, *THREE, "--rope", 5), "5 per cent is --rope 0.05"),
    "another kind of interval": ((*DATA, *THREE, "--ci-kind", "hpd"), "`--ci-kind` must be one of 'eti', 'hdi'"),
    "a prior that is not known": (
        (*DATA, *THREE, "--tau", "carefully"),
        "`--tau` must be one of 'default', 'cautious'",
    ),
    "a variance below 0": ((*DATA, *THREE, "--tau", "-1"), "`--tau` must be 0 or more"),
    "few draws": ((*DATA, *THREE, "--draws", 5), "'--draws'"),
    "an output of another kind": ((*DATA, *THREE, "--save", "r.json"), "`--save` must end in .nc"),
    "a report of another kind": ((*DATA, *THREE, "--report", "r.pdf"), "`--report` must end in .html, .md"),
    "one column": (
        (*LOG, "--y-pred", "tree"),
        "--y-pred must be given once for each classifier, twice or more, or with --classifier COLUMN, but",
    ),
    "no column": (LOG, "--y-pred must name the column of each classifier, or --classifier a column of names"),
    "a column twice": ((*WIDE, "--y-pred", "svm"), "--y-pred must name each column once, but got 'svm' 2 times"),
    "a misspelt column": ((*LOG, "--y-pred", "tree", "--y-pred", "smv"), "Did you mean 'svm'?"),
    "one column of right and wrong": (
        ("rank", "--predictions", "right.csv", "--correct", "svm"),
        "--correct must be given once for each classifier, twice or more",
    ),
    "two columns of a long file": (
        (*LONG, "--y-true", "y", "--y-pred", "said", "--y-pred", "ok"),
        "--y-pred must be given once with --classifier, but got 2 columns",
    ),
    "one classifier": (
        ("rank", "--predictions", "one.csv", *LONG[3:], "--y-true", "y", "--y-pred", "said"),
        "--predictions must hold two classifiers or more, but there is 'tree' only",
    ),
    "columns of a saved file": (
        ("rank", "--predictions", "log.nc", "--y-pred", "tree"),
        "A .nc file has its own names",
    ),
    "labels in capitals": (("rank", "--predictions", "capitals.csv", *WIDE[3:]), "The labels of 'svm' must be written"),
    "predictions and estimators": ((*WIDE, *THREE), "--predictions must be given without --estimator"),
    "columns without predictions": ((*DATA, *THREE, "--y-pred", "tree"), "--y-pred is for predictions"),
    "estimators in a row": (("rank", "data.csv", "--estimator", "tree", "svm"), "unexpected extra argument"),
}


@pytest.mark.full
@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.usefixtures("folder", "unfitted")
def test_a_mistake_is_answered_by_one_sentence(refused, mistake):
    arguments, message = MISTAKES[mistake]
    line = refused(*arguments)
    assert message in line
    assert len(line) < 600


def test_preferences_of_two_are_ranked_and_of_three_refused(run, refused, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("\n".join(["winner", *["x"] * 12, *["y"] * 5, "tie"]))
    ended = run("rank", "--predictions", path, "--preference", "winner", "--draws", "400")
    assert ended.code == 0, ended.err
    assert "x is best with probability" in " ".join(ended.out.split())
    path.write_text("winner\nx\ny\nz")
    assert "Keep the rows of two of them" in refused("rank", "--predictions", path, "--preference", "winner")
