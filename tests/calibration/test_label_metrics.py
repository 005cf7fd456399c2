"""Coverage of intervals of label metrics; at length by docs/results/label_metrics.py."""

from pathlib import Path

import numpy as np
import pytest

from bayescmp.metrics import METRICS
from tests.data import module_at

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "label_metrics.py"


@pytest.fixture(scope="module")
def script():
    return module_at(SCRIPT)


def coverage(script, *cell, trials):
    return min(row["coverage"] for row in script.measured(*cell, trials))


@pytest.mark.parametrize("population", ["different", "equal", "far apart", "false alarms"])
@pytest.mark.parametrize(("classes", "prevalence"), [(2, 0.05), (4, 0.25), (10, 0.02)])
def test_a_population_is_a_distribution_and_the_truth_that_of_its_records(script, population, classes, prevalence):
    joint = script.joint_of(classes, prevalence, population)
    assert joint.min() >= 0
    assert joint.sum() == pytest.approx(1)
    assert joint[-1].sum() == pytest.approx(prevalence)
    rows = script.measured(classes, prevalence, 100, population, "Bayesian bootstrap", 2)
    counts = np.round(2e4 * joint).astype(int).ravel()
    y, first, second = (np.repeat(codes, counts) for codes in script.places(classes))
    for row in rows:
        value = METRICS[row["metric"]].value
        assert row["truth"] == pytest.approx(value(y, second) - value(y, first), abs=5e-3)
        assert (abs(row["truth"]) < 1e-12) == (population == "equal")


def test_intervals_hold_the_truth_and_those_of_other_priors_do_not(script):
    assert coverage(script, 2, 0.05, 100, "different", "label-counts", trials=60) > 0.85
    assert coverage(script, 2, 0.05, 100, "different", "Bayesian bootstrap", trials=60) < 0.7
    assert coverage(script, 10, 0.1, 200, "different", "label-counts", trials=30) > 0.75
    assert coverage(script, 10, 0.1, 200, "different", "one in each cell", trials=10) < 0.3
    one, again = (script.measured(4, 0.05, 100, "equal", "label-counts", 3) for _ in range(2))
    assert one == again
