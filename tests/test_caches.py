"""Sampling works where the home cannot be written to."""

import os

import pytest

import bayescmp as bc
from tests.data import cross_validated, run_python

pytestmark = pytest.mark.full

ASK = """
import sys, warnings
from bayescmp._support._caches import usable_caches
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    usable_caches()
    usable_caches()
print(len(caught))
import pytensor.tensor
import numba
print(pytensor.config.base_compiledir)
print(numba.config.CACHE_DIR or None)
"""
SAMPLE = """
import bayescmp as bc
predictions = bc.read_predictions("p.nc")
tree = bc.hierarchical.fold_correlation(predictions, draws=20, tune=20, chains=2, rng=0)
bc.write_report(bc.compare(predictions), "report.html")
print(float(tree["posterior"]["rho1"].mean()))
"""


def run(code, folder, home, **variables):
    environment = {name: value for name, value in os.environ.items() if name != "PYTENSOR_FLAGS"}
    environment |= {"HOME": str(home), "TMPDIR": str(folder), **variables}
    return run_python("-c", code, cwd=folder, env=environment, check=True)


def test_a_home_that_is_none_gives_temporary_caches_and_one_note(tmp_path):
    ended = run(ASK, tmp_path, "/proc/none")
    notes, folder, numba = ended.stdout.split()
    assert folder == numba
    assert notes == "1"
    assert folder.startswith(str(tmp_path / "bayescmp-"))
    assert not os.path.exists(folder)  # noqa: PTH110 - it goes with the process


@pytest.mark.full
@pytest.mark.parametrize("there", [True, False])
def test_a_home_as_it_should_be_or_that_can_be_made_is_used(tmp_path, there):
    home = tmp_path / "not" / "there" / "yet"
    if there:
        home.mkdir(parents=True)
    ended = run(ASK, tmp_path, home)
    assert ended.stdout.split() == ["0", str(home / ".pytensor"), "None"]
    assert {path.name for path in home.glob("*")} <= {".pytensor"}
    assert {path.name for path in tmp_path.iterdir()} <= {"not"}


def test_folders_that_were_named_are_left_alone(tmp_path):
    named = {"PYTENSOR_FLAGS": f"base_compiledir={tmp_path / 'mine'}", "NUMBA_CACHE_DIR": str(tmp_path / "mine")}
    ended = run(ASK, tmp_path, "/proc/none", **named)
    assert ended.stdout.split() == ["0", str(tmp_path / "mine"), str(tmp_path / "mine")]


@pytest.mark.slow
def test_sampling_and_reports_work_without_a_home(tmp_path):
    bc.save_predictions(cross_validated(), tmp_path / "p.nc")
    ended = run(SAMPLE, tmp_path, "/proc/none")
    assert -1 < float(ended.stdout) < 1
    assert "cannot be written to" in ended.stderr
    assert (tmp_path / "report.html").stat().st_size > 1000
