"""Answers that are right or wrong are compared by their accuracy: the numbers are those of the error, turned."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayescmp as bc
from bayescmp.metrics import METRIC_OF_VERDICTS, metric_of_data
from tests.data import gathered, table

verdicts = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=4, max_size=40)
ROPE = (-0.01, 0.03)


def of(rows, **more):
    return gathered(correct=dict(zip("ab", np.array(rows, dtype=int).T, strict=True)), **more)


@settings(max_examples=10)
@given(rows=verdicts, are_in_groups=st.booleans())
def test_accuracies_are_errors_turned(rows, are_in_groups):
    data = of(rows, **({"group": np.arange(len(rows)) // 2} if are_in_groups else {}))
    found = bc.compare(data, rope=ROPE)
    error = bc.compare(data, metric="error", rope=tuple(-end for end in ROPE[::-1]))
    assert found.evidence.metric == METRIC_OF_VERDICTS
    assert found.difference.mean == pytest.approx(-error.difference.mean, abs=1e-9)
    assert (found.interval.low, found.interval.high) == pytest.approx(
        (-error.interval.high, -error.interval.low), abs=1e-9
    )
    assert found.probabilities == pytest.approx(error.probabilities, abs=1e-9)
    assert found.decision == error.decision
    assert found.observed == pytest.approx({name: 1 - value for name, value in error.observed.items()}, abs=1e-9)
    assert found.errors == pytest.approx(error.errors, abs=1e-9)


@settings(max_examples=5)
@given(rows=verdicts)
def test_rankings_of_accuracies_are_those_of_errors(rows):
    data = of(rows)
    found, error = (bc.rank(data, metric=metric, draws=200) for metric in (None, "error"))
    assert list(found.classifiers.index) == list(error.classifiers.index)
    assert found.classifiers["estimate"].to_list() == pytest.approx((1 - error.classifiers["estimate"]).to_list())
    assert found.classifiers["prob_best"].to_list() == pytest.approx(error.classifiers["prob_best"].to_list())
    assert found.pairs["prob_first_better"].to_list() == pytest.approx(error.pairs["prob_first_better"].to_list())


def test_preferences_are_compared_by_wins_and_tell_the_same_as_verdicts():
    rows = [(1, 0)] * 9 + [(0, 1)] * 3 + [(1, 1)] * 4
    preferred = ["a"] * 9 + ["b"] * 3 + ["tie"] * 4
    wins, right = bc.compare(bc.preferences(preferred)), bc.compare(of(rows))
    assert wins.evidence.metric.noun == "share of wins"
    assert wins.prob_first_better == right.prob_first_better
    assert wins.observed == right.observed == {"a": 13 / 16, "b": 7 / 16}


def test_labels_and_tables_are_of_the_error_as_before():
    labelled = bc.labels([0, 1, 1], {"a": [0, 1, 0], "b": [0, 0, 0]})
    assert [metric_of_data(one, None).name for one in (labelled, table(1, 2, 3, 4))] == ["error", "error"]


def test_data_sets_of_both_kinds_need_a_metric():
    labelled = bc.labels([0, 1] * 10, {"a": [0, 1] * 10, "b": [1, 1] * 10})
    both = {"one": of([(1, 0), (1, 1)] * 10), "two": labelled}
    with pytest.raises(ValueError, match=r"'one' is of the accuracy and 'two' of the error. Name one of them"):
        bc.compare_datasets(both)
    assert bc.compare_datasets(both, metric="accuracy").metric.name == "accuracy"
