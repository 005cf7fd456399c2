"""`bayescmp rank`: several classifiers from predictions."""

import json
import re

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp import ranking
from bayescmp.levels import LEVELS, Auto, CrossedEffects, Paired
from tests.cli.screens import on_command_line

N = 60
RNG = np.random.default_rng(0)
Y = RNG.choice(["cat", "dog"], N)
NAMES = ("tree", "svm", "bayes")
ANSWERS = {name: np.where(RNG.random(N) < rate, "cat", Y) for name, rate in zip(NAMES, (0.9, 0.3, 0.1), strict=True)}
LOG = ("rank", "--predictions", "log.csv", "--y-true", "y")
WIDE = (*LOG, "--y-pred", "tree", "--y-pred", "svm", "--y-pred", "bayes")
LONG = ("rank", "--predictions", "long.jsonl", "--classifier", "model", "--record", "id")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
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
    folds = bc.predictions_from_arrays(Y, ANSWERS, fold=np.arange(N) % 5)
    bc.save_predictions(folds, folder / "folds.nc")
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
        found = json.loads(
            run("rank", "--predictions", "folds.nc", "--draws", 200, "--tau", "cautious", "--json", "-").out
        )
        assert (found["level"], found["options"]["tau"]) == ("crossed-effects", "cautious")

    def test_an_option_that_a_level_has_not_is_refused(self, refused, folder):
        rule = "--tau must be left out for the level 'paired', which has no such option"
        assert rule in refused(*WIDE, "--tau", "cautious", "--level", "paired")


class TestOutputs:
    """Files, and what becomes of them."""

    def test_files_hold_the_result_on_the_screen(self, run, folder):
        ended = run(*WIDE, "--draws", 200, "--json", "r.json", "--save", "r.nc")
        assert ended.out.strip() == expected() + "\n\nWrote r.json\nWrote r.nc"
        assert on_command_line(bc.load("r.nc")) == expected()
        assert json.loads((folder / "r.json").read_text()) == json.loads(bc.load("r.nc").to_json())

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


def test_help_names_options_and_levels(run):
    shown = re.sub(r"[\s│]+", "", run("rank", "--help").out)
    joint = [level.name for level in LEVELS.values() if level.has_joint]
    for text in ("--on-missing", f"auto,{','.join(joint)}.", "bayescmprank--predictionslog.csv"):
        assert text in shown
    assert set(re.findall(r"\{(\w+)\}", shown)) == {"classifier", "label"}  # of --y-prob; all others are filled in


MISTAKES = {
    "nothing": (("rank",), "What is ranked must be given, by --predictions FILE and columns, or by --log PATH."),
    "a file without its option": (("rank", "log.csv"), "`bayescmp rank --predictions log.csv`"),
    "columns without predictions": (("rank", "--y-pred", "tree"), "--y-pred is for predictions"),
    "the first of compare": ((*WIDE, "--first", "tree"), "There is no option --first. Did you mean '--y-pred'?"),
    "the second of compare": ((*WIDE, "--second", "tree"), "Did you mean '--y-pred'?"),
    "models": ((*WIDE, "--model", "tree"), "Did you mean '--classifier'?"),
    "a level without a joint posterior": (
        (*WIDE, "--level", "fold-correlation"),
        "'paired', 'label-counts', 'mean-loss', 'bayesian-bootstrap', but got",
    ),
    "a level that does not fit the predictions": ((*WIDE, "--level", "crossed-effects"), "'auto' or 'paired'"),
    "a rope in per cent": ((*WIDE, "--rope", 5), "5 per cent is --rope 0.05"),
    "another kind of interval": ((*WIDE, "--ci-kind", "hpd"), "`--ci-kind` must be one of 'eti', 'hdi'"),
    "a prior that is not known": ((*WIDE, "--tau", "carefully"), "`--tau` must be one of 'default', 'cautious'"),
    "a variance below 0": ((*WIDE, "--tau", "-1"), "`--tau` must be 0 or more"),
    "few draws": ((*WIDE, "--draws", 5), "'--draws'"),
    "an output of another kind": ((*WIDE, "--save", "r.json"), "`--save` must end in .nc"),
    "a report of another kind": ((*WIDE, "--report", "r.pdf"), "`--report` must end in .html, .md"),
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
}


@pytest.mark.full
@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.usefixtures("folder")
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
    assert "but holds ['x', 'y', 'z']" in refused("rank", "--predictions", path, "--preference", "winner")
