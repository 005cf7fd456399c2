"""Systems that were not run on some records: a pair has what both answered, the joint what all answered."""

import numpy as np
import pytest

import bayescmp as bc
from tests.data import splits_of

MISSING = 6


@pytest.fixture(scope="module")
def data(data_of):
    return data_of("hold-out", missing=MISSING)


@pytest.fixture(scope="module")
def ranking(data):
    return bc.rank(data, draws=500)


def shared(data, names):
    """The records that classifiers answered, by hand."""
    chosen = data.sel(classifier=list(names))
    kept = ~chosen["missing"].any(("classifier", "repeat")).to_numpy()
    labels = data["label"].to_numpy()
    predicted = {name: labels[chosen["y_pred"].sel(classifier=name).to_numpy()[0, kept]] for name in names}
    return bc.labels(labels[chosen["y_true"].to_numpy()[kept]], predicted)


def test_a_pair_has_the_records_that_both_answered(data, ranking):
    for row in ranking.pairs.itertuples():
        by_hand = bc.compare(shared(data, (row.first, row.second)), method=bc.methods.Auto(prior="dirichlet"))
        assert (row.estimate, row.low, row.high) == pytest.approx(
            (by_hand.difference.mean, by_hand.interval.low, by_hand.interval.high), abs=1e-12
        )
        assert ranking.comparison(row.first, row.second).interval.low == by_hand.interval.low
        assert (
            bc.compare(data, first=row.first, second=row.second, method=bc.methods.Auto(prior="dirichlet")).errors
            == by_hand.errors
        )


def test_the_joint_has_the_records_that_all_answered(data, ranking):
    of_all = bc.rank(shared(data, ranking.evidence.classifiers), draws=500)
    assert ranking.classifiers["estimate"].to_dict() == pytest.approx(of_all.classifiers["estimate"].to_dict())
    assert ranking.rank_probabilities.equals(of_all.rank_probabilities)


def test_what_is_left_out_is_said(data, ranking):
    n = data.sizes["record"]
    assert f"the joint leaves out {3 * MISSING} of {n} records" in " ".join(str(ranking).split())
    assert f"{3 * MISSING} of {n} records left out" in " ".join(str(ranking.comparison("c0", "c1")).split())
    assert f"{2 * MISSING} of {n} records left out" in " ".join(str(ranking.comparison("c1", "c2")).split())
    assert ranking.comparison("c2", "c3").notes == ()


def test_observed_values_are_those_of_records_that_all_answered_as_intervals_are(data, ranking):
    answered = data.isel(record=~data["missing"].any(("classifier", "repeat")).values)
    wrong = (answered["y_pred"] != answered["y_true"]).mean(("repeat", "record"))
    assert list(ranking.observed.values()) == pytest.approx(wrong.values.tolist())
    found = ranking.classifiers
    assert all(found.loc[name, "low"] < value < found.loc[name, "high"] for name, value in ranking.observed.items())


def test_two_that_share_no_record_are_refused():
    nan = np.nan
    data = bc.labels(
        [0.0, 1, 0, 1], {"a": [0.0, 1, nan, nan], "b": [nan, nan, 0, 1], "c": [0.0, 1, 0, 1]}, on_missing="drop"
    )
    with pytest.raises(ValueError, match="`data` must have a record that 'a' and 'b' answered, but have none"):
        bc.rank(data)
    assert bc.compare(data, first="a", second="c").errors == {"a": 0.0, "c": 0.0}


def test_a_cross_validation_must_have_every_answer():
    y = np.arange(20) % 2
    some = np.where(np.arange(20) == 3, np.nan, y).astype(float)
    labels = {"a": np.tile(some, (5, 1)), "b": np.tile(y, (5, 1)).astype(float), "c": np.tile(1.0 - y, (5, 1))}
    data = bc.labels(y, labels, on_missing="drop", how=bc.splits(splits_of(20)))
    with pytest.raises(ValueError, match="must have every answer"):
        bc.rank(data)


def test_a_record_that_nothing_validates_counts_as_answered_by_nobody():
    y, half = np.arange(60) % 2, (np.arange(30), np.arange(30, 60))
    wrong = {name: np.where(np.arange(60) % every == 0, 1.0 - y, y) for name, every in (("a", 4), ("b", 5), ("c", 3))}
    wrong["b"][50:] = np.nan
    data = bc.labels(y.astype(float), wrong, on_missing="drop", how=bc.splits([half]))
    inside = {name: values[30:] for name, values in wrong.items()}
    own = bc.rank(bc.labels(y[30:].astype(float), inside, on_missing="drop"), draws=200)
    found = bc.rank(data, draws=200)
    assert found.observed == own.observed
    assert found.pairs.equals(own.pairs)
    assert found.classifiers.equals(own.classifiers)
    said = " ".join(str(found).split())
    assert "one hold-out of 30 records, of which all classifiers answered 20" in said
    assert "the joint leaves out 10 of 30 records" in said
    assert "10 of 30 records left out" in " ".join(str(found.comparison("a", "b")).split())
    wrong["b"][30:] = np.nan
    data = bc.labels(y.astype(float), wrong, on_missing="drop", how=bc.splits([half]))
    with pytest.raises(ValueError, match="`data` must have a record that 'a' and 'b' answered, but have none"):
        bc.rank(data)
