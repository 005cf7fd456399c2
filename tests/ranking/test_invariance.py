"""What a ranking says of a pair depends on no other classifier, on no order, and is what `compare` says."""

from functools import partial

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests

import bayescmp as bc
from tests.data import splits_of

N = 120
OWN = ["estimate", "low", "high", "prob_first_better", "prob_equivalent", "prob_second_better", "pvalue"]
"""Columns of a pair that are its own; the pooled and adjusted ones look at all pairs."""
OPTIONS = {"rope": 0.01, "draws": 2000}


def outcomes(shape=()):
    rng = np.random.default_rng(8)
    latent = rng.standard_normal((4, *(1 for _ in shape), N)) + rng.standard_normal(N)
    cut = np.reshape([-2.2, -1.6, -1.5, -0.6], (4, *(1 for _ in shape), 1))
    wrong = latent + rng.standard_normal((4, *shape, N)) < cut
    return dict(zip("abcd", wrong.astype(int), strict=True))


DESIGNS = {"hold-out": (), "cross-validation": (5,)}


@pytest.fixture(scope="module", params=DESIGNS)
def design(request):
    """A function from named outcomes to predictions, the outcomes, and their ranking."""
    shape = DESIGNS[request.param]
    make = partial(bc.labels, np.zeros(N, int), how=bc.splits(splits_of(N)) if shape else None)
    return make, outcomes(shape), bc.rank(make(outcomes(shape)), **OPTIONS)


def of_pairs(ranking, columns=OWN):
    return ranking.pairs.set_index(["first", "second"])[columns]


def test_another_order_mirrors_pairs_and_changes_no_classifier(design):
    make, named, ranking = design
    other = bc.rank(make({name: named[name] for name in "dbca"}), **OPTIONS)
    here, there = of_pairs(ranking, [*OWN, "pooled_prob_first_better"]), of_pairs(other)
    for first, second in there.index:
        if (first, second) in here.index:
            np.testing.assert_allclose(there.loc[first, second], here.loc[(first, second), OWN], rtol=1e-12)
        else:
            mirrored = here.loc[(second, first), OWN].to_numpy()[[0, 2, 1, 5, 4, 3, 6]]
            mirrored[:3] *= -1
            np.testing.assert_allclose(there.loc[first, second], mirrored, rtol=1e-9, atol=1e-12)
    exact = ["estimate", "low", "high", "pooled_estimate"]
    pd.testing.assert_frame_equal(ranking.classifiers[exact], other.classifiers[exact], rtol=1e-7)
    drawn = ["prob_best", "expected_rank", "expected_regret"]
    np.testing.assert_allclose(ranking.classifiers[drawn], other.classifiers[drawn], atol=0.08)
    assert ranking.tiers == other.tiers
    assert ranking.unbeaten == other.unbeaten


def test_a_pair_is_what_compare_says(design):
    make, named, ranking = design
    for first, second in (("a", "b"), ("c", "d")):
        row = ranking.pairs.set_index(["first", "second"]).loc[first, second]
        result = bc.compare(
            make(named), first=first, second=second, method=bc.methods.Auto(prior="dirichlet"), rope=0.01
        )
        assert row["estimate"] == pytest.approx(float(result.difference.mean), abs=1e-12)
        assert (row["low"], row["high"]) == pytest.approx((result.interval.low, result.interval.high), abs=1e-9)
        assert row["prob_first_better"] == pytest.approx(result.prob_first_better, abs=1e-12)
        assert row["decision"] == result.decision
        assert ranking.comparison(first, second).prob_first_better == result.prob_first_better


def test_two_classifiers_are_those_of_compare(design):
    make, named, _ = design
    predictions = make({name: named[name] for name in "bc"})
    ranking, result = bc.rank(predictions), bc.compare(predictions, method=bc.methods.Auto(prior="dirichlet"))
    assert ranking.pairs["prob_first_better"][0] == pytest.approx(result.prob_first_better, abs=1e-12)
    assert ranking.classifiers.loc["b", "prob_best"] == pytest.approx(result.prob_first_better, abs=0.02)
    assert ranking.simultaneous_prob == pytest.approx(0.95, abs=0.01)
    row = ranking.pairs.iloc[0]
    assert row["posterior_holm"] == pytest.approx(2 * min(result.prob_first_better, 1 - result.prob_first_better))


@pytest.mark.parametrize("data", ["hold-out", "5 x 2"])
def test_differences_to_the_best_are_those_of_its_pairs_at_the_probability_for_all(ranked, data):
    ranking = ranked(data)
    assert list(ranking.to_best.index) == list(ranking.classifiers.index[1:])
    for name, row in ranking.to_best.iterrows():
        difference = ranking.comparison(name, ranking.best).difference
        interval = difference.interval(ranking.simultaneous_prob)
        assert row.to_list() == pytest.approx([difference.mean, interval.low, interval.high], abs=1e-8)
        assert row["low"] < row["estimate"] < row["high"]


@pytest.mark.parametrize("data", ["hold-out", "5 x 2"])
def test_differences_to_a_control_are_those_of_compare_with_holm_over_them_alone(ranked, data):
    ranking = ranked(data, control="c1", rope=0.02)
    rows = ranking.against_control
    assert list(rows["first"]) == list(ranking.classifiers.index.drop("c1"))
    assert list(rows.columns) == list(ranking.pairs.columns)
    for row in rows.itertuples():
        result = ranking.comparison(row.first, "c1")
        told = [result.difference.mean, result.interval.low, result.interval.high, *result.probabilities]
        own = [row.estimate, row.low, row.high, row.prob_first_better, row.prob_equivalent, row.prob_second_better]
        assert own == pytest.approx(told, abs=1e-8)
        assert (row.second, row.decision) == ("c1", result.decision)
    unsure = rows["prob_equivalent"] + rows[["prob_first_better", "prob_second_better"]].min(axis=1)
    for own, adjusted in (((2 * unsure).clip(upper=1), "posterior_holm"), (rows["pvalue"], "pvalue_holm")):
        assert rows[adjusted].to_list() == pytest.approx(multipletests(own, method="holm")[1].tolist())
    assert ranked(data, rope=0.02).against_control is None
    assert ranked(data, rope=0.02).pairs.equals(ranking.pairs)
