"""Probabilities and losses on the command line: `--y-prob` and `--loss` of files."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line

N = 60
RNG = np.random.default_rng(0)
Y = RNG.integers(0, 2, N)
P = {name: np.clip(Y * 0.3 + 0.35 + RNG.normal(0, spread, N), 0.01, 0.99) for name, spread in (("a", 0.4), ("b", 0.1))}
LABELS = np.array(["no", "yes"])
ANSWERS = {name: LABELS[(p > 0.5).astype(int)] for name, p in P.items()}
LOSSES = {name: np.abs(Y - p) * 3 for name, p in P.items()}
PREDICTIONS = bc.probabilities(LABELS[Y], {name: np.column_stack([1 - p, p]) for name, p in P.items()}, y_pred=ANSWERS)
PAIR = ("--first", "a", "--second", "b")
WIDE = ("wide.csv", "--y-true", "y")
LONG = ("long.jsonl", "--classifier", "model", "--record", "id")
OF_WIDE = ("--y-prob", "P({label}|{classifier})")
OF_LONG = ("--y-true", "y", "--y-pred", "said", "--y-prob", "p_{label}")
AUC = ("--metric", "roc_auc", "--labels", "yes")
BRIER = ("--metric", "neg_brier_score")
FAST = ("--draws", 200)


pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Write the files that all tests read."""
    folder = tmp_path_factory.mktemp("files")
    wide = {f"P({label}|{name})": p if label == "yes" else 1 - p for name, p in P.items() for label in LABELS}
    pd.DataFrame({"y": LABELS[Y], **ANSWERS, **wide}).to_csv(folder / "wide.csv", index=False)
    rows = [
        {"id": range(N), "model": name, "y": LABELS[Y], "said": ANSWERS[name], "p_no": 1 - p, "p_yes": p}
        | {"nll": LOSSES[name]}
        for name, p in P.items()
    ]
    pd.concat(map(pd.DataFrame, rows)).to_json(folder / "long.jsonl", orient="records", lines=True, double_precision=15)
    bc.save_predictions(PREDICTIONS, folder / "log.nc")
    pd.DataFrame(LOSSES).to_csv(folder / "losses.csv", index=False)
    return folder


@pytest.mark.parametrize("metric", ["neg_brier_score", "accuracy"])
@pytest.mark.parametrize("verb", ["compare", "rank"])
def test_columns_of_probabilities_need_no_predicted_labels(run, files, verb, metric):
    columns = [name for name in pd.read_csv("wide.csv") if name not in ANSWERS]
    pd.read_csv("wide.csv")[columns].to_csv("bare.csv", index=False)
    pair, draws = (PAIR, ()) if verb == "compare" else ((), FAST)
    asked = ("--y-true", "y", *OF_WIDE, "--metric", metric, *draws)
    sources = (("bare.csv", pair), ("wide.csv", pair), ("bare.csv", ()))
    said = [run(verb, name, *asked, *names) for name, names in sources]
    assert [one.code for one in said] == [0, 0, 0]
    assert said[0].out == said[1].out == said[2].out


def narrow(ended):
    assert (ended.code, ended.err) == (0, "")
    assert max(map(len, ended.out.splitlines())) <= 80
    return ended.out


class TestFilesOfProbabilities:
    """Every form says the same as the library."""

    @pytest.mark.parametrize(("given", "metric", "pos_label"), [
        ((*WIDE, *PAIR, *OF_WIDE), BRIER, None),
        ((*LONG, *PAIR, *OF_LONG), BRIER, None),
        (("log.nc",), BRIER, None),
        ((*WIDE, *PAIR, *OF_WIDE), AUC, "yes"),
    ], ids=["wide", "long", "saved", "wide, AUC"])  # fmt: skip
    def test_compare(self, run, given, metric, pos_label):
        expected = bc.compare(PREDICTIONS, metric=metric[1], pos_label=pos_label)
        assert narrow(run("compare", *given, *metric)).strip() == on_command_line(expected)

    def test_what_are_no_probabilities_is_said_with_the_columns(self, refused):
        frame = pd.read_csv("wide.csv")
        frame.assign(**{"P(no|a)": frame["P(no|a)"] / 2}).to_csv("halves.csv", index=False)
        said = refused("compare", "halves.csv", "--y-true", "y", *PAIR, *OF_WIDE, *BRIER)
        assert "`--y-prob` of `FILE` must sum to 1 over the labels" in said


class TestLosses:
    """Columns of losses, which are compared by their mean."""

    @pytest.mark.parametrize(
        "given", [("losses.csv", "--loss", "a", "--loss", "b"), (*LONG, "--loss", "nll")], ids=["wide", "long"]
    )
    def test_they_are_those_of_the_library(self, run, given):
        data = bc.losses(LOSSES)
        assert narrow(run("compare", *given)).strip() == on_command_line(bc.compare(data))
        assert narrow(run("rank", *given, *FAST)).strip() == on_command_line(bc.rank(data, draws=200))
        assert run("compare", *given, "--rope", 2).code == 0  # in their units


def test_decision_values_stand_in_columns(run):
    pd.DataFrame({"y": Y, "a": 10 * P["a"] - 5, "b": 3 * P["b"]}).to_csv("values.csv", index=False)
    named = ("values.csv", "--y-true", "y", "--y-score", "a", "--y-score", "b")
    ended = run("compare", *named, "--metric", "roc_auc")
    expected = bc.decision_values(Y, {"a": 10 * P["a"] - 5, "b": 3 * P["b"]})
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.strip() == on_command_line(bc.compare(expected, metric="roc_auc"))
    assert "must be one of order, such as 'roc_auc'" in run("compare", *named).err
    assert "got 'neg_brier_score', which needs probabilities" in run("rank", *named, *BRIER).err


@pytest.mark.parametrize("labels", [(1, 2), (False, True)])
def test_columns_of_single_probabilities_may_be_listed(run, labels):
    y = np.array(labels)[Y]
    pd.DataFrame({"y": y, **P, "other": 1}).to_csv("single.csv", index=False)
    given = ("single.csv", "--y-true", "y", "--y-prob", "a", "--y-prob", "b", "--metric", "roc_auc")
    options = [text for label in labels for text in ("--labels", str(label))]
    expected = bc.probabilities(y, P, labels=list(labels))
    for command, analyse in (("compare", bc.compare), ("rank", bc.rank)):
        ended = run(command, *given, *options)
        assert ended.err == ""
        assert ended.out.strip() == on_command_line(analyse(expected, metric="roc_auc", pos_label=labels[1]))


def test_labels_say_of_which_text_a_single_probability_is(run):
    pd.DataFrame({"y": LABELS[Y], **P}).to_csv("single.csv", index=False)
    given = ("compare", "single.csv", "--y-true", "y", "--y-prob", "{classifier}", *PAIR)
    assert "`--labels` must name two labels" in run(*given, *AUC).err
    expected = bc.compare(bc.probabilities(LABELS[Y], P, labels=["no", "yes"]), metric="roc_auc",
                          pos_label="yes")  # fmt: skip
    assert narrow(run(*given, "--metric", "roc_auc", "--labels", "no", "--labels", "yes")).strip() == on_command_line(
        expected
    )
