"""Coverage of the interval of one classifier's error, exactly: every number of errors with its probability."""

import numpy as np
import pytest
from scipy import stats

from bayescmp import compare, paired_table


def coverage(n, error):
    found = 0.0
    for wrong in range(int(stats.binom.ppf(1 - 1e-6, n, error)) + 1):
        counts = {"both_wrong": 0, "only_first_wrong": wrong, "only_second_wrong": 0, "both_right": n - wrong}
        own = compare(paired_table(**counts)).classifiers.loc["first"]
        found += stats.binom.pmf(wrong, n, error) * (own["low"] <= error <= own["high"])
    return found


@pytest.mark.parametrize(("n", "error", "covered"), [(50, 0.3, 0.957), (1000, 0.01, 0.949)])
def test_several_expected_errors_are_enough(n, error, covered):
    assert coverage(n, error) == pytest.approx(covered, abs=0.001)


@pytest.mark.parametrize(("n", "error", "covered"), [(1000, 0.001, 0.736), (40, 0.02, 0.810)])
def test_few_expected_errors_lie_below_the_interval_too_often(n, error, covered):
    """The prior adds two errors and two right answers: no slip of the code, and said on the page on assumptions."""
    assert coverage(n, error) == pytest.approx(covered, abs=0.001)


def test_the_difference_of_such_classifiers_is_covered():
    """Two classifiers with an expected error each: the prior is symmetric there."""
    n, error, rng = 1000, 0.001, np.random.default_rng(0)
    wrong, times = np.unique(rng.binomial(n, error, (4000, 2)), axis=0, return_counts=True)
    held = 0
    for (first, second), number in zip(wrong.tolist(), times.tolist(), strict=True):
        counts = {"only_first_wrong": first, "only_second_wrong": second, "both_right": n - first - second}
        interval = compare(paired_table(both_wrong=0, **counts)).interval
        held += number * (interval.low <= 0 <= interval.high)
    assert held / 4000 > 0.95
