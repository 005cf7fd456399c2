"""Regret of choosing the best of several classifiers falls with more records, and is about as large as expected.

The flat prior expects larger differences than these classifiers have: with 50 records that shows, by about a sixth.
"""

from pathlib import Path

import numpy as np
import pytest

from tests.data import module_at

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "rank_regret.py"


@pytest.fixture(scope="module")
def script():
    return module_at(SCRIPT)


def apart(found):
    """The mean of regret less expected regret, and its standard error, in units of the expected one."""
    scaled = (found[:, 0] - found[:, 1]) / found[:, 1].mean()
    return scaled.mean(), scaled.std(ddof=1) / np.sqrt(len(scaled))


@pytest.mark.full
def test_regret_is_as_expected_and_falls_and_less_is_promised_of_records_that_count_eight_times(script):
    means = []
    for n in (50, 800):
        found = script.regrets(n, 150, np.random.default_rng([1, n]), draws=300)
        mean, error = apart(found)
        assert abs(mean) < 0.2 + 3 * error
        means.append(found.mean(0))
    assert (np.diff(means, axis=0) < 0).all()
    mean, error = apart(script.regrets(50, 100, np.random.default_rng([1, 50]), counted=8, draws=300))
    assert mean > 0.5 + 3 * error


def test_documented_regret_is_as_expected(script):
    table = script.pd.read_csv(SCRIPT.with_name("rank-regret.csv"))
    large = table[table["n_records"] > 50]
    assert (large["apart"].abs() < 3 * large["apart_se"]).all()
    assert (table["apart"].abs() < 0.2 * table["expected"]).all()
    assert table["regret"].is_monotonic_decreasing
