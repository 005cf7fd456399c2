"""`--answer`: a column that tells several answers of the same systems to a record apart."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import gathered, write_csv

N, K = 20, 4
ITEM, ANSWER = np.repeat(np.arange(N), K), np.tile(np.arange(K), N)
RNG = np.random.default_rng(0)
RIGHT = {name: (RNG.random(N * K) < RNG.beta(2, b, N)[ITEM]).astype(int) for name, b in (("big", 1), ("small", 2))}
KEYS = ("--record", "q", "--answer", "sample")


@pytest.fixture
def wide(tmp_path):
    return write_csv(tmp_path / "wide.csv", {"q": ITEM, "sample": ANSWER, "who": ITEM // 2, **RIGHT})


def compared(metric=None, **options):
    frame = pd.DataFrame({"q": ITEM, "sample": ANSWER, "who": ITEM // 2, **RIGHT})
    data = gathered(data=frame, correct=["big", "small"], record="q", answer="sample", **options)
    return bc.compare(data, metric=metric)


def test_answers_have_the_screen_of_python(run, wide):
    ended = run("compare", wide, "--correct", "big", "--correct", "small", *KEYS)
    assert (ended.code, ended.err, ended.out.strip()) == (0, "", on_command_line(compared()))
    assert "one hold-out of 20 records with 4 answers each" in " ".join(ended.out.split())


@pytest.mark.parametrize("metric", ["pass@2", "pass^3"])
def test_metrics_of_several_answers_are_named(run, wide, metric):
    ended = run("compare", wide, "--correct", "big", "--correct", "small", *KEYS, "--metric", metric)
    assert (ended.code, ended.err, ended.out.strip()) == (0, "", on_command_line(compared(metric)))


def test_groups_of_records_go_with_them(run, wide):
    columns = ("--correct", "big", "--correct", "small", *KEYS, "--group", "who")
    ended = run("compare", wide, *columns)
    assert (ended.code, ended.out.strip()) == (0, on_command_line(compared(group="who")))
    assert "10 groups of 2 records each" in " ".join(ended.out.split())
