"""Results over data sets where more is better: swapped classifiers mirror them, and errors are the same read backwards.

A rope that is not symmetric tells the two sides apart.
"""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc

ROPE = (-0.01, 0.03)
MIRRORED = (-0.03, 0.01)
PARTS = ["prob_first_better", "prob_equivalent", "prob_second_better"]
POPULATIONS = ("normal", "baycomp")
ANSWERS = ("next_dataset", "average", "these")
TURNED = {"first better": "second better", "second better": "first better"}

accuracy = st.integers(500, 990).map(lambda number: number / 1000)
frames = st.lists(st.tuples(accuracy, accuracy), min_size=2, max_size=5).map(
    lambda rows: pd.DataFrame(rows, [f"set {place}" for place in range(len(rows))], ["tree", "svm"])
)
few = settings(max_examples=2, deadline=None)


@pytest.fixture(scope="module", autouse=True)
def _few_cells():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("bayescmp.datasets._baycomp._CELLS", 401)
        yield


def compared(data, population, metric="accuracy", first="tree", second="svm", rope=ROPE):
    return bc.compare_datasets(data, metric=metric, first=first, second=second, rope=rope, population=population)


def ends(interval):
    return np.array([interval.low, interval.high])


def close(one, other, atol=1e-9):
    np.testing.assert_allclose(np.asarray(one, float), np.asarray(other, float), atol=atol)


def check_rows(one, other, before="", *, turned, negated, atol=1e-9):
    """Compare rows of probabilities, decisions and, where there are any, of estimates with their intervals."""
    parts = [f"{before}{part}" for part in PARTS]
    close(one[parts], other[parts[::-1] if turned else parts], atol)
    if f"{before}decision" in one:
        wanted = other[f"{before}decision"]
        assert one[f"{before}decision"].tolist() == (wanted.replace(TURNED) if turned else wanted).tolist()
    if f"{before}low" in one:
        sign = -1 if negated else 1
        close(one[f"{before}estimate"], sign * other[f"{before}estimate"], atol)
        low, high = (f"{before}{end}" for end in (("high", "low") if negated else ("low", "high")))
        close(one[[f"{before}low", f"{before}high"]], sign * other[[low, high]], atol)


def check_same(one, other, *, turned, atol=1e-9):
    """Compare everything that two results say, whose differences are each other's negative.

    The classifiers are swapped (`turned`), or the same ones are compared by a metric of which less is better.
    """
    order = slice(None, None, -1 if turned else 1)
    for name in ANSWERS:
        a, b = getattr(one, name), getattr(other, name)
        close(a.probabilities, b.probabilities[order], atol)
        assert a.decision == (TURNED.get(b.decision, b.decision) if turned else b.decision)
        close(a.estimate, -b.estimate, atol)
        close(ends(a.interval), -ends(b.interval)[::-1], atol)
    close(one.datasets["observed"], -other.datasets["observed"])
    close(one.datasets["sd"], other.datasets["sd"])
    check_rows(one.datasets, other.datasets, turned=turned, negated=True, atol=atol)
    for before in ("next_dataset_", "average_"):
        check_rows(one.leave_one_out, other.leave_one_out, before, turned=turned, negated=True, atol=atol)
    assert one.baselines["method"].tolist() == other.baselines["method"].tolist()
    check_rows(one.baselines, other.baselines, turned=turned, negated=True, atol=0.02 if turned else atol)
    close(one.baselines["pvalue"], other.baselines["pvalue"])


@pytest.mark.full
@pytest.mark.parametrize("population", POPULATIONS)
class TestFrames:
    """Of accuracies, one for each data set and classifier."""

    @few
    @given(frames)
    def test_swapped_classifiers_mirror_everything(self, population, frame):
        one = compared(frame, population)
        other = compared(frame, population, first="svm", second="tree", rope=MIRRORED)
        check_same(one, other, turned=True)

    def test_the_first_is_better_above_the_rope(self, population):
        """By hand: 0.02 is inside of the rope, 0.04 above it, -0.02 below it."""
        frame = pd.DataFrame({"tree": [0.82, 0.84, 0.78, 0.80], "svm": 0.8}, list("abcd"))
        found = compared(frame, population).datasets
        assert found["decision"].tolist() == ["equivalent", "first better", "second better", "equivalent"]
        close(found["estimate"], [0.02, 0.04, -0.02, 0.0])


@few
@given(frames, st.sampled_from([0.0, 0.01]))
def test_a_ranking_of_errors_is_that_of_accuracies_backwards(frame, rope):
    frame = frame.assign(knn=0.75)
    one = bc.rank_datasets(frame, metric="accuracy", rope=rope, draws=500)
    other = bc.rank_datasets(1 - frame, metric="error", rope=rope, draws=500)
    assert one.classifiers.index.tolist() == other.classifiers.index.tolist()
    assert (one.tiers, one.unbeaten, one.best) == (other.tiers, other.unbeaten, other.best)
    for before in ("next_dataset_", "average_"):
        check_rows(one.pairs, other.pairs, before, turned=False, negated=True)
    close(one.observed, 1 - other.observed)
    close(one.classifiers["estimate"], -other.classifiers["estimate"])
    close(one.classifiers[["low", "high"]], -other.classifiers[["high", "low"]])
    rest = one.classifiers.columns.drop(["estimate", "low", "high"])
    close(one.classifiers[rest], other.classifiers[rest])
    close(one.tests["pvalue"], other.tests["pvalue"])
    close(one.against_control["pvalue_holm"], other.against_control["pvalue_holm"])
    drawn, mirrored = (found.to_datatree(100, rng=0)["posterior"].to_dataset() for found in (one, other))
    assert set(drawn) == set(mirrored) >= {"next_dataset"}
    for name in drawn:
        close(drawn[name], -mirrored[name])
