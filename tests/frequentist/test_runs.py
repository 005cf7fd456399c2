"""Tests of runs: Welch's t-test of their values, and the split-plot t-test of runs and records."""

import numpy as np
import pytest
from scipy import stats

import bayescmp as bc
from bayescmp.frequentist import runs_t, split_plot_t

RNG = np.random.default_rng(0)
N = 12
RECORD = RNG.normal(size=N)
FIRST, SECOND = (
    RECORD + 0.3 * RNG.normal(size=(r, 1)) + 0.5 * RNG.normal(size=(r, N)) + shift for r, shift in ((3, 0.4), (4, 0.0))
)


def by_hand(first, second):
    """Return the statistic and the degrees of freedom from sums over rows and columns, one entry after the other."""
    n, apart = first.shape[1], [a.mean() - b.mean() for a, b in zip(first.T, second.T, strict=True)]
    sampling = np.var(apart, ddof=1) / n
    variance, below = sampling, sampling**2 / (n - 1)
    for x in (first, second):
        r = len(x)
        rest = sum(
            (x[k, i] - x[k].mean() - x[:, i].mean() + x.mean()) ** 2 for k in range(r) for i in range(n)
        ) / ((r - 1) * (n - 1))  # fmt: skip
        between = x.mean(axis=1).var(ddof=1)
        variance += between / r - rest / (n * r)
        below += (between / r) ** 2 / (r - 1)
    variance = max(variance, sampling)
    return np.mean(apart) / np.sqrt(variance), variance**2 / below


def test_runs_t_is_that_of_scipy():
    a, b = FIRST.mean(1), SECOND.mean(1)
    found, expected = runs_t(a, b), stats.ttest_ind(a, b, equal_var=False)
    assert (found.statistic, found.pvalue, found.df) == pytest.approx(
        (expected.statistic, expected.pvalue, expected.df)
    )
    interval, other = found.confidence_interval(0.9), expected.confidence_interval(0.9)
    assert (interval.low, interval.high) == pytest.approx((other.low, other.high))


@pytest.mark.parametrize("runs", [0.0, 1.0])
def test_split_plot_t_is_a_sum_of_mean_squares(runs):
    """Also where runs vary less than records and runs together would make them."""
    first, second = (
        x if runs else x - x.mean(1, keepdims=True) + x.mean() for x in (FIRST, SECOND)
    )  # fmt: skip
    statistic, df = by_hand(first, second)
    found = split_plot_t(first, second)
    assert (found.statistic, found.df) == pytest.approx((statistic, df))
    assert found.pvalue == pytest.approx(2 * stats.t.sf(abs(statistic), df))


@pytest.mark.parametrize(("test", "values"), [
    (runs_t, (FIRST.mean(1), SECOND.mean(1))), (split_plot_t, (FIRST, SECOND)),
])  # fmt: skip
def test_swapping_mirrors_and_the_order_of_runs_changes_nothing(test, values):
    found, other = test(*values), test(values[1][::-1], values[0][::-1])
    assert (other.statistic, other.pvalue, other.df) == pytest.approx((-found.statistic, found.pvalue, found.df))
    same = test(values[0], values[0])
    assert (same.statistic, same.pvalue) == (0, 1)


@pytest.mark.parametrize(("test", "first", "second", "message"), [
    (runs_t, [0.1], [0.1, 0.2], r"`first` must hold finite numbers of shape \(n_runs,\), two or more, but got \(1,\)"),
    (runs_t, [0.1, 0.2], [0.1, np.nan], "`second` must hold finite numbers"),
    (runs_t, FIRST, SECOND, r"shape \(n_runs,\)"),
    (split_plot_t, FIRST, SECOND[0], r"`second` must hold finite numbers of shape \(n_runs, n_records\)"),
    (split_plot_t, FIRST[:, :1], SECOND[:, :1], "two or more"),
    (split_plot_t, FIRST, SECOND[:, :-1], "`second` must be of the 12 records of `first`, but got 11"),
])  # fmt: skip
def test_other_arguments_are_refused(test, first, second, message):
    with pytest.raises((TypeError, ValueError), match=message):
        test(first, second)


def test_they_stand_beside_a_comparison_of_runs_and_not_of_one_run():
    """They are of the losses of runs that each has."""
    rows = {"a": FIRST.ravel(), "b": np.append(SECOND[:3].ravel(), [])}
    keys = {"record": np.tile(np.arange(N), 3), "how": bc.runs(np.repeat([1, 2, 3], N))}
    found = bc.compare(bc.losses(rows, **keys)).methods.set_index("method")
    for name, expected in (
        ("split_plot_t", split_plot_t(FIRST, SECOND[:3])), ("runs_t", runs_t(FIRST.mean(1), SECOND[:3].mean(1))),
    ):  # fmt: skip
        assert found.loc[name, ["statistic", "pvalue"]].tolist() == pytest.approx([expected.statistic, expected.pvalue])
    assert {"wilcoxon_signed_rank", "sign_flip"}.isdisjoint(found.index)
    gap = rows | {"b": np.where(np.arange(3 * N) < N, rows["b"], np.nan)}
    assert {"split_plot_t", "runs_t"}.isdisjoint(bc.compare(bc.losses(gap, **keys)).methods["method"])
