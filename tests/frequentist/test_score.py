"""Tango's score test and interval, and equivalence: likelihood, printed numbers, all tables of n records."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special
from statsmodels.stats.contingency_tables import mcnemar as statsmodels_mcnemar

import bayescmp as bc
from bayescmp.frequentist import tango, tost

counts = st.tuples(*[st.integers(0, 30)] * 4).filter(any)
levels = st.floats(0.5, 0.999)


def table(b, c, n, both_wrong=0):
    return bc.paired_table(
        both_wrong=both_wrong, only_first_wrong=b, only_second_wrong=c, both_right=n - b - c - both_wrong
    )


def of_cells(cells):
    names = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
    return bc.paired_table(**dict(zip(names, cells, strict=True)))


def interval(result, level):
    found = result.confidence_interval(level)
    return found.low, found.high


def all_tables(n):
    b, c = np.indices((n + 1, n + 1))
    inside = b + c <= n
    b, c = b[inside], c[inside]
    return (
        b,
        c,
        bc.paired_table(
            both_wrong=0 * b, only_first_wrong=b, only_second_wrong=c, both_right=n - b - c, dims=("table",)
        ),
    )


def probabilities(n, b, c, only_first, only_second):
    """Trinomial probabilities of tables of n records."""
    ways = special.gammaln(n + 1) - sum(special.gammaln(k + 1) for k in (b, c, n - b - c))
    rest = 1 - only_first - only_second
    return np.exp(ways + special.xlogy(b, only_first) + special.xlogy(c, only_second) + special.xlogy(n - b - c, rest))


def most_likely(b, c, n, difference):
    """Return where the slope of the likelihood is 0: the probability that only the second errs, for a difference."""
    largest = (1 - difference) / 2

    def slope(q):  # times q, q + difference and the probability that both err or neither
        rest = 1 - 2 * q - difference
        return b * q * rest + c * (q + difference) * rest - 2 * (n - b - c) * q * (q + difference)

    inside = [largest * share for share in (1e-12, 1 - 1e-12)]
    low, high = map(slope, inside)
    if low <= 0 or high >= 0:
        return 0.0 if low <= 0 else largest
    return optimize.brentq(slope, *inside, xtol=1e-15)


def z_of(b, c, n, difference):
    """Return Tango's statistic of a difference, by the likelihood."""
    if difference < 0:
        return -z_of(c, b, n, -difference)
    q = most_likely(b, c, n, difference)
    return (b - c - n * difference) / np.sqrt(n * (2 * q + difference * (1 - difference)))


class TestPrinted:
    def test_soft_contact_lenses(self):
        # Tango 1998, section 6.1: 43 of 44 agree, one is effective only with the standard; z = 1.709, p = .044 for a
        # margin of .1, lower limit of the 90 % interval -.096. As quoted by others from the article.
        lenses = table(0, 1, 44)
        result = tost(lenses, rope=0.1)
        assert result.statistic == pytest.approx(1.709, abs=5e-4)
        assert result.pvalue == pytest.approx(0.044, abs=5e-4)
        assert result.confidence_interval(0.9) is None
        assert tango(lenses).confidence_interval(0.9).low == pytest.approx(-0.096, abs=5e-4)

    def test_complete_response_before_and_after_consolidation_therapy(self):
        # Cavo et al. 2012, as the R package contingencytables 3.0.0 of Fagerland, Lydersen and Laake prints it.
        result = tango(of_cells((59, 6, 16, 80)))
        assert result.estimate == pytest.approx(-0.0621, abs=5e-5)
        assert interval(result, 0.95) == pytest.approx((-0.1240, -0.0054), abs=5e-5)
        assert result.statistic == pytest.approx(-2.132, abs=5e-4)
        assert result.pvalue == pytest.approx(0.033006, abs=5e-7)


@given(counts)
def test_the_square_of_the_statistic_is_mcnemars_without_correction(cells):
    result, ours = tango(of_cells(cells)), bc.frequentist.mcnemar(of_cells(cells), method="chi2", correction=False)
    assert result.statistic**2 == pytest.approx(ours.statistic, rel=1e-10, abs=1e-12)
    assert result.pvalue == pytest.approx(ours.pvalue, rel=1e-9)
    if cells[1] + cells[2]:
        theirs = statsmodels_mcnemar(np.reshape(cells, (2, 2)), exact=False, correction=False)
        assert result.pvalue == pytest.approx(theirs.pvalue, rel=1e-9, abs=1e-300)


@given(counts, st.floats(1e-3, 0.9))
def test_swapping_the_classifiers_mirrors_and_keeps_equivalence(cells, rope):
    tables = [of_cells(order) for order in (cells, (cells[0], cells[2], cells[1], cells[3]))]
    one, other = map(tango, tables)
    assert (other.statistic, other.pvalue, other.estimate) == (-one.statistic, one.pvalue, -one.estimate)
    assert interval(other, 0.9) == tuple(-end for end in interval(one, 0.9)[::-1])
    one, other = (tost(table, rope=rope) for table in tables)
    assert (other.statistic, other.pvalue, other.estimate) == (one.statistic, one.pvalue, -one.estimate)


@given(counts, levels)
def test_the_interval_has_the_differences_that_are_not_rejected_by_the_likelihood(cells, level):
    _, b, c, _ = cells
    n = sum(cells)
    low, high = interval(tango(of_cells(cells)), level)
    assert -1 <= low <= (b - c) / n <= high <= 1
    for end, sign in ((low, 1), (high, -1)):
        if abs(end) < 1 - 1e-9:
            assert 2 * special.ndtr(-sign * z_of(b, c, n, end)) == pytest.approx(1 - level, abs=1e-6)


@given(counts, st.floats(1e-3, 0.9), st.floats(0.001, 0.4))
def test_equivalence_is_shown_just_where_the_interval_of_1_less_2_alpha_is_inside_the_rope(cells, rope, alpha):
    result = tost(of_cells(cells), rope=rope)
    low, high = interval(tango(of_cells(cells)), 1 - 2 * alpha)
    if abs(result.pvalue - alpha) > 1e-9:
        assert (result.pvalue < alpha) == (-rope < low and high < rope)


class TestDefined:
    """Where counts are 0 or all alike."""

    @pytest.mark.parametrize("n", [1, 44])
    def test_without_differing_records(self, n):
        result = tango(table(0, 0, n))
        z = special.ndtri(0.975)
        assert (result.statistic, result.pvalue, result.estimate) == (0, 1, 0)
        assert interval(result, 0.95) == pytest.approx((-(z**2) / (n + z**2), z**2 / (n + z**2)), rel=1e-12)
        assert tost(table(0, 0, n), rope=0.1).statistic == pytest.approx(0.1 * np.sqrt(n / 0.09), rel=1e-12)

    @pytest.mark.parametrize("n", [1, 30])
    def test_if_the_first_alone_always_errs(self, n):
        result = tango(table(n, 0, n))
        z = special.ndtri(0.975)
        assert result.statistic == pytest.approx(np.sqrt(n))
        assert interval(result, 0.95) == pytest.approx(((n - z**2) / (n + z**2), 1), rel=1e-10)
        assert tost(table(n, 0, n), rope=0.1).pvalue > 0.5

    def test_without_records_nothing_is_known_and_no_table_gives_nan(self):
        result = tango(table(0, 0, 0))
        assert (result.statistic, result.pvalue, result.estimate) == (0, 1, 0)
        assert interval(result, 0.95) == pytest.approx((-1, 1), abs=1e-12)
        assert tost(table(0, 0, 0), rope=0.1).pvalue == 0.5
        _, _, tables = all_tables(12)
        for result in (tango(tables), tost(tables, rope=0.05), tost(tables, rope=(-0.3, 0.0))):
            assert all(one.notnull().all() for one in (result.statistic, result.pvalue))
        found = tango(tables).confidence_interval(0.99)
        assert found.low.notnull().all()
        assert found.high.notnull().all()


@pytest.mark.parametrize(("rope", "error", "message"), [
    (0.0, ValueError, "`rope` must be a region of equivalence wider than 0, but got 0.0"),
    (-0.1, ValueError, "`rope` must contain 0"),
])  # fmt: skip
def test_other_ropes_are_refused(rope, error, message):
    with pytest.raises(error, match=message):
        tost(table(1, 2, 10), rope=rope)


class TestAllTables:
    """Sizes and coverages without simulation: the probabilities of all tables are added up."""

    @pytest.mark.parametrize(("n", "most"), [(20, 0.0505), (50, 0.065)])
    def test_size_of_the_test(self, n, most):
        b, c, tables = all_tables(n)
        rejected = tango(tables).pvalue.to_numpy() <= 0.05
        sizes = [probabilities(n, b, c, q, q)[rejected].sum() for q in np.linspace(0.005, 0.5, 60)]
        assert 0.045 < max(sizes) < most

    @pytest.mark.parametrize(("n", "rope", "most"), [(20, 0.2, 0.07), (50, 0.1, 0.05)])
    def test_size_of_the_test_of_equivalence(self, n, rope, most):
        b, c, tables = all_tables(n)
        rejected = tost(tables, rope=rope).pvalue.to_numpy() <= 0.05
        sizes = [
            probabilities(n, b, c, only + rope, only)[rejected].sum() for only in np.linspace(0, (1 - rope) / 2, 60)
        ]
        assert 0.04 < max(sizes) < most

    @pytest.mark.parametrize("n", [10, 20])
    def test_coverage_of_the_interval(self, n):
        b, c, tables = all_tables(n)
        found = tango(tables).confidence_interval(0.95)
        found_in = []
        grid = np.linspace(0.02, 0.48, 8)
        for only_first, only_second in np.array(np.meshgrid(grid, grid)).reshape(2, -1).T:
            p = probabilities(n, b, c, only_first, only_second)
            truth = only_first - only_second
            found_in.append(p[((found.low - 1e-12 <= truth) & (truth <= found.high + 1e-12)).to_numpy()].sum())
        assert min(found_in) > 0.935
        assert 0.945 < np.mean(found_in) < 0.975
