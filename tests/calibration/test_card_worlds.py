"""The simulated worlds of the calibration card give its rows, and cover as those of the recorded results."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bayescmp.studies import card
from tests.data import module_at

RESULTS = Path(__file__).parents[2] / "docs" / "results"
SCRIPT = module_at(RESULTS / "card_worlds.py")
TRIALS = 200


@pytest.mark.parametrize("world", ["hold out", "five by two", "judge"])
def test_a_world_has_the_columns_and_the_rows_of_the_card(world):
    rows = SCRIPT.rows_of([world], trials=2, seed=3)
    assert list(rows) == list(card())
    recorded = pd.read_csv(RESULTS / "card-worlds.csv").query("data == @rows.data.iloc[0]")
    about = ["method", "metric", "verb", "units", "design"]
    pd.testing.assert_frame_equal(rows[about], recorded[about].reset_index(drop=True))
    pd.testing.assert_frame_equal(rows, SCRIPT.rows_of([world], trials=2, seed=3))


def test_of_a_tie_of_claims_half_is_right():
    assert SCRIPT.share_led(np.array([[0.5, 0.5], [0.4, 0.4 + 1e-15], [0.7, 0.3], [0.9, 0.1]])) == 0.75


@pytest.mark.slow
@pytest.mark.parametrize(("world", "apart", "cell"), [
    ("groups", True, "metric == 'error' and groups == 10 and sizes == 'equal' and icc == 0.2 and second == 0.15"),
    ("answers", False, "metric == 'error' and records == 30 and answers == '3'"),
])  # fmt: skip
def test_worlds_cover_as_those_of_the_results(world, apart, cell):
    rng = np.random.default_rng(7)
    held = np.mean([SCRIPT.WORLDS[world](rng, apart=apart).holds[-1] for _ in range(TRIALS)])
    recorded = pd.read_csv(RESULTS / f"{world}.csv", dtype={"answers": str}).query(f"method == '{world}' and {cell}")
    (expected,) = recorded["covered"]
    assert held == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / TRIALS))
