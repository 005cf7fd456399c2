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


@pytest.mark.parametrize(("asked", "given", "said"), [
    ((), {}, "one hold-out of 20 records with 4 answers each"),
    (("--metric", "pass@2"), {"metric": "pass@2"}, "pass@2"),
    (("--metric", "pass^3"), {"metric": "pass^3"}, "pass^3"),
    (("--group", "who"), {"group": "who"}, "10 groups of 2 records each"),
])  # fmt: skip
def test_answers_have_the_screen_of_python(run, wide, asked, given, said):
    ended = run("compare", wide, "--correct", "big", "--correct", "small", *KEYS, *asked)
    assert (ended.code, ended.err, ended.out.strip()) == (0, "", on_command_line(compared(**given)))
    assert said in " ".join(ended.out.split())
