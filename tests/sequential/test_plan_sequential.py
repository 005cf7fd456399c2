"""How many records a decision takes: against streams that are looked at one by one, and betting."""

import math
from pathlib import Path

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.frequentist._e_value import confidence_sequence

RESULTS = Path(__file__).parents[2] / "docs" / "results"


def stops(difference, disagreement, rope=0.0, runs=30, most=1000, every=1):
    """Return where streams stop, by the confidence sequence at every look."""
    rng, found = np.random.default_rng(5), []
    first = (disagreement + difference) / 2
    for _ in range(runs):
        drawn = rng.random(most)
        a, b = np.cumsum(drawn < first), np.cumsum((drawn >= first) & (drawn < disagreement))
        n = np.arange(1, most + 1)
        looks = slice(every - 1, most, every)
        low, high = confidence_sequence(a[looks], b[looks], n[looks] - a[looks] - b[looks], 0.05)
        decided = (high < -rope) | (low > rope) | ((-rope < low) & (high < rope))
        found.append(n[looks][decided.argmax()] if decided.any() else math.inf)
    return np.array(found)


@pytest.mark.full
@pytest.mark.parametrize(("difference", "disagreement", "rope", "every"), [
    (-0.1, 0.2, 0.0, 4),
    pytest.param(0.12, 0.15, 0.02, 5, marks=pytest.mark.slow),
    pytest.param(0.0, 0.1, 0.08, 20, marks=pytest.mark.slow),
])  # fmt: skip
def test_streams_stop_as_foreseen(difference, disagreement, rope, every):
    foreseen = bc.plan_sequential(difference, disagreement, rope=rope, draws=1000, power=0.5)
    found = stops(difference, disagreement, rope, every=every)
    spread = 1.25 * found.std() / math.sqrt(len(found))  # of a median
    assert foreseen.table.set_index("quantile")["n_records"][0.5] == pytest.approx(np.median(found), abs=4 * spread)
    right = "equivalent" if difference == 0 else "first better" if difference < 0 else "second better"
    assert foreseen.decisions[right] > 0.95


def test_equal_systems_are_hardly_ever_decided():
    foreseen = bc.plan_sequential(0, 0.1, draws=500)
    assert foreseen.decisions["continue"] > 0.93
    assert foreseen.table["n_records"].iloc[1] == math.inf
    assert "more than 1,000,000" in str(foreseen)
    assert "No number of records gives one look that is planned a power of 0.8." in " ".join(str(foreseen).split())


def test_one_planned_look_is_that_of_the_plan():
    foreseen = bc.plan_sequential(0.02, 0.1, draws=100, power=0.8)
    assert foreseen.fixed == bc.plan_hold_out(difference=0.02, disagreement=0.1).needed[0.8]
    again = bc.plan_sequential(0.02, 0.1, draws=100, power=0.8)
    assert again.table.equals(foreseen.table)
    assert foreseen.summary().equals(foreseen.table)
    assert "One look that is planned needs 1,950" in " ".join(str(foreseen).split())


def test_streams_are_given_up_after_a_million_records():
    foreseen = bc.plan_sequential(2.2e-5, 1e-4, draws=200)
    finite = foreseen.table["n_records"][np.isfinite(foreseen.table["n_records"])]
    assert (finite <= 1_000_000).all()
    assert foreseen.mean <= 1_000_000
    assert foreseen.decisions["continue"] > 0.5


@pytest.mark.parametrize(("asked", "said"), [
    ((0.3, 0.1), "`difference` must be at most the disagreement"),
    ((0.1, 2), "`disagreement` must be a proportion"),
    ((0.1, 0), "`disagreement` must be a proportion"),
])  # fmt: skip
def test_what_is_impossible_is_refused(asked, said):
    with pytest.raises((TypeError, ValueError), match=said):
        bc.plan_sequential(*asked)


def test_records_are_at_least_the_disagreements_that_a_decision_takes():
    least = next(n for n in range(1, 50) if 2.0**n / (n + 1) >= 20)  # all of them on one side
    found = bc.plan_sequential(-0.8, 0.9, draws=200).table["n_records"]
    assert found.min() >= least
