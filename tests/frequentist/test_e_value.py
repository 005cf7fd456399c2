"""E-values and their confidence sequence: against a sum that is exact and as a martingale."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import special

import bayescmp as bc
from bayescmp.frequentist import e_value
from bayescmp.frequentist._e_value import confidence_sequence, excluded, log_e_of_region, log_e_values
from tests.data import swapped, table

PRIORS = [(10.0, 10.0), (1.0, 1.0), (0.5, 3.0)]
COUNTS = st.tuples(*[st.integers(0, 300)] * 3)
DIFFERENCES = st.floats(-0.98, 0.98).filter(lambda d: abs(d) > 1e-9)


def log_of_sum(a, b, c, difference, prior=(10.0, 10.0)):
    """Return log E by expanding the factor of the ties: a sum of c + 1 Beta integrals."""
    x, y, k = 1 / (1 + difference), 1 / (1 - difference), np.arange(c + 1.0)
    terms = (
        special.gammaln(c + 1) - special.gammaln(k + 1) - special.gammaln(c - k + 1)
        + k * math.log(x) + (c - k) * math.log(y) + special.betaln(a + k + prior[0], b + c - k + prior[1])
    )  # fmt: skip
    fixed = (a + b) * math.log(2) + a * math.log(x) + b * math.log(y) - special.betaln(*prior)
    return fixed + special.logsumexp(terms)


@given(COUNTS, DIFFERENCES, st.sampled_from(PRIORS))
def test_the_integral_is_the_sum(counts, difference, prior):
    expected = log_of_sum(*counts, difference, prior)
    assert log_e_values(*counts, difference, prior) == pytest.approx(expected, abs=1e-10, rel=1e-10)


@pytest.mark.parametrize(("counts", "difference"), [
    ((400_000, 399_000, 200_000), 0.002), ((3, 0, 10**6), -2e-5), ((0, 10**6, 0), -0.9),
])  # fmt: skip
def test_a_million_records(counts, difference):
    assert log_e_values(*counts, difference) == pytest.approx(log_of_sum(*counts, difference), rel=1e-9, abs=1e-6)
    low, high = confidence_sequence(*counts, 0.05)
    observed = (counts[0] - counts[1]) / sum(counts)
    assert low <= observed <= high
    assert high - low < 0.01 + (counts[2] == 0)


@pytest.mark.parametrize("counts", [(65, 12, 28, 95), (0, 0, 0, 9)])
def test_with_a_flat_prior_it_is_the_bayes_factor(counts):
    found = e_value(table(*counts), prior=(1, 1)).statistic
    assert found == pytest.approx(bc.compare(table(*counts)).bayes_factor, rel=1e-10)
    near = e_value(table(*counts), prior=(1, 1), difference=1e-9).statistic
    assert near == pytest.approx(found, rel=1e-6)


@given(COUNTS, DIFFERENCES, st.floats(0, 1))
def test_a_record_changes_nothing_on_average_where_the_hypothesis_holds(counts, difference, share):
    # Any probabilities of the three outcomes with this difference: the others as large as they can be, times a share.
    rest = share * (1 - abs(difference))
    first, second = (1 - rest + difference) / 2, (1 - rest - difference) / 2
    now = log_e_values(*counts, difference)
    later = [log_e_values(*(np.array(counts) + one), difference) for one in np.eye(3)]
    expected = special.logsumexp(later, b=[first, second, rest])
    assert expected == pytest.approx(now, abs=1e-9)


@given(COUNTS, st.floats(-0.9, 0.9), st.floats(-0.9, 0.9))
def test_it_is_log_convex_and_at_most_one_at_what_is_observed(counts, one, other):
    middle = log_e_values(*counts, (one + other) / 2)
    assert middle <= (log_e_values(*counts, one) + log_e_values(*counts, other)) / 2 + 1e-9
    observed = (counts[0] - counts[1]) / max(sum(counts), 1)
    if abs(observed) < 1:
        assert log_e_values(*counts, observed) <= 1e-12


@pytest.mark.full
@settings(max_examples=10)
@given(COUNTS, st.sampled_from([0.2, 0.05, 0.001]))
def test_the_confidence_sequence_has_what_is_not_excluded(counts, alpha):
    low, high = (float(end) for end in np.ravel(confidence_sequence(*counts, alpha)))
    mirrored = np.ravel(confidence_sequence(counts[1], counts[0], counts[2], alpha))
    assert -mirrored[::-1] == pytest.approx([low, high], abs=1e-9)
    for end in (low, high):
        if abs(end) < 1:
            assert log_e_values(*counts, end) == pytest.approx(-math.log(alpha), abs=1e-6)
    assert not excluded(*counts, (low + high) / 2, alpha)
    assert excluded(*counts, 0.0, alpha) == (low > 0 or high < 0)


def test_against_a_region_it_is_the_least():
    first, second, rest = np.array([[5, 30, 60, 40, 0], [60, 32, 5, 8, 0], [200, 300, 100, 900, 0]], dtype=float)
    found = log_e_of_region(first, second, rest, (-0.05, 0.02))
    grid = np.linspace(-0.05, 0.02, 4001)
    least = log_e_values(first[:, None], second[:, None], rest[:, None], grid).min(axis=1)
    assert found == pytest.approx(least, abs=1e-6)


def test_the_result_has_the_names_of_scipy_and_works_on_batches():
    tables = table(*np.transpose([[65, 12, 28, 95], [1, 0, 0, 3], [0, 40, 0, 10**5]]), dims=("dataset",))
    found = e_value(tables)
    assert found.statistic.dims == ("dataset",)
    alone = e_value(tables.isel(dataset=0, drop=True))
    assert (alone.pvalue, alone.df) == (min(1.0, 1 / alone.statistic), None)
    assert alone.estimate == pytest.approx(-16 / 200)
    mirrored = e_value(swapped(tables))
    assert np.allclose(mirrored.statistic, found.statistic)
    assert np.allclose(-mirrored.confidence_interval(0.9).high, found.confidence_interval(0.9).low)
    assert e_value(table(0, 10**5, 0, 0)).statistic == math.inf


def test_what_is_no_stream_of_records_is_refused():
    effective = bc.effective_table(table(*np.full((4, 5, 2), 9), dims=("repeat", "fold")))
    with pytest.raises(ValueError, match="`table` must hold records one by one, but is an effective table"):
        e_value(effective)
    with pytest.raises(ValueError, match="`difference` must be between -1 and 1"):
        e_value(table(1, 2, 3, 4), difference=1)
    with pytest.raises(TypeError, match="`prior` must be two numbers"):
        e_value(table(1, 2, 3, 4), prior=3)
    for prior in ((0, 1), (0.4, 1), (1, 1e7)):
        with pytest.raises(ValueError, match="`prior` must be"):
            e_value(table(1, 2, 3, 4), prior=prior)


def test_it_stands_beside_the_tests_of_a_comparison():
    methods = bc.compare(table(4, 2, 9, 85)).methods.set_index("method")
    found = e_value(table(4, 2, 9, 85))
    interval = found.confidence_interval(0.95)
    row = methods.loc["holdout_e_value"]
    assert row[["pvalue", "low", "high"]].tolist() == pytest.approx([found.pvalue, interval.low, interval.high])
