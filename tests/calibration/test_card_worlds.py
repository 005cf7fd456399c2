"""The short form of the calibration card agrees with the card, and its worlds with those of the recorded results."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from bayescmp.studies import measure_card
from bayescmp.studies._card import disagreements
from bayescmp.studies._card_worlds import WORLDS

RESULTS = Path(__file__).parents[2] / "docs" / "results"
TRIALS = 200


@pytest.mark.slow
def test_measured_again_it_is_the_same():
    assert disagreements(measure_card(100, seed=7, n_jobs=2)).empty


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world", "apart", "cell"),
    [
        ("groups", True, "metric == 'error' and groups == 10 and sizes == 'equal' and icc == 0.2 and second == 0.15"),
        ("answers", False, "metric == 'error' and records == 30 and answers == '3'"),
    ],
)
def test_worlds_cover_as_those_of_the_results(world, apart, cell):
    rng = np.random.default_rng(7)
    held = np.mean([WORLDS[world](rng, apart=apart).holds[-1] for _ in range(TRIALS)])
    recorded = pd.read_csv(RESULTS / f"{world}.csv", dtype={"answers": str}).query(f"method == '{world}' and {cell}")
    (expected,) = recorded["covered"]
    assert held == pytest.approx(expected, abs=4 * np.sqrt(expected * (1 - expected) / TRIALS))
