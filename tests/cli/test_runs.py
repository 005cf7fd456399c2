"""`--run`: a column that tells trainings of an algorithm apart."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.cli.screens import on_command_line
from tests.data import write_csv

N, R = 20, 3
RNG = np.random.default_rng(0)
COLUMNS = {"q": np.tile(np.arange(N), R), "seed": np.repeat(np.arange(R), N), "who": np.tile(np.arange(N) // 2, R)}
COLUMNS |= {name: (RNG.random(N * R) < rate).astype(int) for name, rate in (("big", 0.8), ("small", 0.6))}
ASKED = ("--correct", "big", "--correct", "small", "--record", "q")


@pytest.mark.parametrize(("asked", "given"), [((), {}), (("--group", "who"), {"group": "who"})])
def test_runs_have_the_screen_of_python(run, tmp_path, asked, given):
    path = write_csv(tmp_path / "runs.csv", COLUMNS)
    ended = run("compare", path, *ASKED, "--run", "seed", *asked)
    data = bc.verdicts(["big", "small"], data=pd.DataFrame(COLUMNS), record="q", how=bc.runs("seed"), **given)
    assert (ended.code, ended.err, ended.out.strip()) == (0, "", on_command_line(bc.compare(data)))


def test_a_column_of_seeds_is_asked_about_by_the_option(refused, tmp_path):
    said = refused("compare", write_csv(tmp_path / "runs.csv", COLUMNS), *ASKED)
    assert "'seed'" in said
    assert "--run" in said
    assert "runs(" not in said


def test_a_plan_foresees_runs(run, tmp_path):
    path = write_csv(tmp_path / "runs.csv", COLUMNS)
    run("compare", path, *ASKED, "--run", "seed", "--save", tmp_path / "now.nc")
    ended = run("plan", tmp_path / "now.nc", "--runs", "3", "--runs", "10", "--records", str(N))
    assert ended.code == 0
    table = ended.out.split("\n\n")[1].splitlines()
    assert [line.split()[:2] for line in table[1:]] == [[str(N), "3"], [str(N), "10"]]
