"""`bayescmp rank`: several classifiers from predictions."""

import json

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from bayescmp import ranking
from bayescmp.methods import Auto, CrossedEffects
from tests.cli.screens import on_command_line

N = 60
RNG = np.random.default_rng(0)
Y = RNG.choice(["cat", "dog"], N)
NAMES = ("tree", "svm", "bayes")
ANSWERS = {name: np.where(RNG.random(N) < rate, "cat", Y) for name, rate in zip(NAMES, (0.9, 0.3, 0.1), strict=True)}
LOG = ("rank", "log.csv", "--y-true", "y")
WIDE = (*LOG, "--y-pred", "tree", "--y-pred", "svm", "--y-pred", "bayes")
LONG = ("rank", "long.jsonl", "--classifier", "model", "--record", "id")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    log = pd.DataFrame({"y": Y, **ANSWERS})
    log.to_csv(folder / "log.csv", index=False)
    log.assign(tree=[None, *log["tree"][1:]]).to_csv(folder / "gaps.csv", index=False)
    rows = [pd.DataFrame({"id": range(N), "model": name, "y": Y, "said": ANSWERS[name]}) for name in NAMES]
    pd.concat(rows).to_json(folder / "long.jsonl", orient="records", lines=True)
    bc.save_predictions(bc.labels(Y, ANSWERS), folder / "log.nc")
    folds = bc.labels(Y, ANSWERS, how=bc.folds(np.arange(N) % 5))
    bc.save_predictions(folds, folder / "folds.nc")
    return folder


class TestPredictions:
    """Files of predictions, in every form."""

    @pytest.mark.parametrize(
        "arguments",
        [WIDE, (*LONG, "--y-true", "y", "--y-pred", "said"), ("rank", "log.nc")],
        ids=["wide", "long", "saved"],
    )
    def test_every_form_gives_the_screen_of_the_library(self, run, folder, arguments):
        ended = run(*arguments, "--draws", 200)
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.strip() == on_command_line(bc.rank(bc.labels(Y, ANSWERS), draws=200))
        assert max(map(len, ended.out.splitlines())) <= 80

    def test_missing_answers_are_wrong_on_demand(self, run, refused, folder):
        gaps = [part.replace("log.csv", "gaps.csv") for part in WIDE]
        assert "must have no missing values" in refused(*gaps)
        assert run(*gaps, "--on-missing", "wrong", "--draws", 200).code == 0

    @pytest.mark.parametrize(("of_method", "method"), [
        ((), Auto(strength=0.5, tau=1.5)),
        (("--method", "crossed-effects"), CrossedEffects(strength=0.5, tau=1.5)),
    ])  # fmt: skip
    def test_settings_are_passed_on(self, run, folder, monkeypatch, of_method, method):
        asked = {}

        def rank(data, **given):
            asked.update(given)
            return bc.rank(data, draws=200)

        monkeypatch.setattr(ranking, "rank", rank)
        options = ("--rope", 0.02, "--threshold", 0.9, "--ci-prob", 0.8, "--ci-kind", "hdi", *of_method)
        options += ("--method", "strength=0.5", "--method", "tau=1.5")
        assert run(*WIDE, *options, "--control", "svm", "--draws", 150, "--seed", 4).code == 0
        given = {"rope": 0.02, "threshold": 0.9, "ci_prob": 0.8, "ci_kind": "hdi", "draws": 150, "rng": 4}
        assert asked == {"method": method, "metric": None, "control": "svm", **given}

    def test_a_named_prior_of_the_variance(self, run, folder):
        asked = ("--draws", 200, "--method", "tau=cautious", "--json", "-")
        found = json.loads(run("rank", "folds.nc", *asked).out)
        assert (found["method"], found["options"]["tau"]) == ("crossed-effects", "cautious")


def test_preferences_of_two_are_ranked_and_of_three_refused(run, refused, tmp_path):
    path = tmp_path / "votes.csv"
    path.write_text("\n".join(["winner", *["x"] * 12, *["y"] * 5, "tie"]))
    ended = run("rank", path, "--preferred", "winner", "--draws", "400")
    assert ended.code == 0, ended.err
    assert "x is best with probability" in " ".join(ended.out.split())
    path.write_text("winner\nx\ny\nz")
    assert "but holds ['x', 'y', 'z']" in refused("rank", path, "--preferred", "winner")
