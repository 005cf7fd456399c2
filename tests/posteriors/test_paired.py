"""The exact posterior of a paired table."""

from fractions import Fraction
from math import factorial

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc

CELLS = ("both_wrong", "only_first_wrong", "only_second_wrong", "both_right")
PARTS = (
    "disagreement", "first_error_on_disagreement", "first_error_given_second_right", "first_error_given_second_wrong",
)  # fmt: skip
DEGENERATE = {
    "no records": (0, 0, 0, 0), "one record": (0, 1, 0, 0), "both right": (0, 0, 0, 50),
    "only the first wrong": (0, 50, 0, 0),
}  # fmt: skip
small_counts = st.tuples(*[st.integers(0, 40)] * 4)
priors = st.sampled_from(["beta", "dirichlet"])
strengths = st.sampled_from([0.5, 1.0, 2.0])


def table(*counts, **options):
    return bc.paired_table(**dict(zip(CELLS, counts, strict=True)), **options)


class TestParameters:
    """Of the worked example: 3 both wrong, 1 only the first, 2 only the second, 4 both right."""

    @pytest.mark.parametrize(("prior", "on_pd", "strength"), [("beta", 1, 0.5), ("dirichlet", 2, 3)])
    def test_counts_plus_pseudo_records(self, prior, on_pd, strength):
        posterior = bc.posteriors.paired_posterior(table(3, 1, 2, 4), prior=prior, strength=strength)
        expected = dict(zip(PARTS, [(3, 7), (1, 2), (1, 4), (3, 2)], strict=True))
        for name, (successes, failures) in expected.items():
            part, added = getattr(posterior, name), strength * (on_pd if name == "disagreement" else 1)
            assert (part.name, part.a, part.b) == (name, successes + added, failures + added)

    def test_modes_are_sample_estimates_and_the_difference_is_first_minus_second_by_label(self):
        posterior = bc.posteriors.paired_posterior(table(3, 1, 2, 4), prior="beta")
        parts = [getattr(posterior, name) for name in PARTS]
        modes = [(part.a - 1) / (part.a + part.b - 2) for part in parts]
        assert modes == pytest.approx([3 / 10, 1 / 3, 1 / 5, 3 / 5])
        assert bc.posteriors.paired_posterior(table(3, 1, 2, 4)).difference.mean == pytest.approx(
            5 / 14 * (2 * 2 / 5 - 1)
        )
        assert bc.posteriors.paired_posterior(table(0, 0, 30, 70)).difference.interval(0.95).high < 0
        shuffled = table(3, 1, 2, 4).sel(first=["right", "wrong"]).transpose("second", "first")
        assert bc.posteriors.paired_posterior(shuffled).first_error_given_second_right.a == 2


class TestProbFirstBetter:
    @pytest.mark.parametrize(("counts", "expected"), [((3, 1, 2, 4), 11 / 16), ((0, 0, 4, 0), 31 / 32)])
    def test_by_hand(self, counts, expected):
        assert bc.posteriors.paired_posterior(table(*counts)).prob_first_better == pytest.approx(expected, abs=1e-15)

    @given(small_counts)
    def test_is_the_one_sided_midp_at_strength_1(self, counts):
        _, n01, n10, _ = counts
        midp = stats.binom.cdf(n01, n01 + n10, 0.5) - stats.binom.pmf(n01, n01 + n10, 0.5) / 2
        assert 1 - bc.posteriors.paired_posterior(table(*counts)).prob_first_better == pytest.approx(midp, abs=1e-13)

    @given(small_counts, priors, strengths)
    def test_is_the_probability_of_a_negative_difference(self, counts, prior, strength):
        posterior = bc.posteriors.paired_posterior(table(*counts), prior=prior, strength=strength)
        assert posterior.prob_first_better == pytest.approx(posterior.difference.cdf(0.0), abs=1e-12)


def exact_bayes_factor(n01, n10):
    """At strength 1: (n01! n10! / (n01 + n10 + 1)!) 2^(n01 + n10)."""
    return Fraction(factorial(n01) * factorial(n10) * 2 ** (n01 + n10), factorial(n01 + n10 + 1))


class TestBayesFactor:
    @given(small_counts)
    def test_against_exact_fractions(self, counts):
        expected = float(exact_bayes_factor(*counts[1:3]))
        assert bc.posteriors.paired_posterior(table(*counts)).bayes_factor == pytest.approx(expected, rel=1e-11)

    @pytest.mark.parametrize(
        ("n01", "n10", "strength"), [(10**7, 10**7, 0.5), (5_000_000, 5_003_000, 1), (3, 10**5, 2)]
    )
    def test_logarithm_of_large_counts_against_mpmath(self, n01, n10, strength):
        with mp.workdps(40):
            a, b, prior = mp.mpf(n01) + strength, mp.mpf(n10) + strength, mp.mpf(strength)
            log_beta = [mp.loggamma(p) + mp.loggamma(q) - mp.loggamma(p + q) for p, q in ((a, b), (prior, prior))]
            expected = float(log_beta[0] - log_beta[1] + (n01 + n10) * mp.log(2))
        found = bc.posteriors.paired_posterior(table(0, n01, n10, 0), strength=strength).log_bayes_factor
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-7)

    def test_is_infinite_without_a_warning_where_it_overflows(self):
        posterior = bc.posteriors.paired_posterior(table(0, 5000, 0, 0))
        assert posterior.bayes_factor == np.inf
        assert np.isfinite(posterior.log_bayes_factor)


@pytest.mark.parametrize("counts", list(DEGENERATE.values()), ids=list(DEGENERATE))
def test_degenerate_tables_have_finite_answers(counts):
    posterior = bc.posteriors.paired_posterior(table(*counts), prior="beta", strength=0.5)
    for quantity in (*(getattr(posterior, name) for name in PARTS), posterior.difference):
        eti, hdi = quantity.interval(0.95), quantity.interval(0.95, "hdi")
        assert np.isfinite([quantity.mean, quantity.sd, quantity.cdf(0.1), posterior.log_bayes_factor]).all()
        assert -1 <= eti.low < quantity.mean < eti.high <= 1
        assert hdi.high - hdi.low <= eti.high - eti.low + 1e-9


@given(small_counts, priors, strengths)
def test_swapping_the_classifiers_mirrors(counts, prior, strength):
    n00, n01, n10, n11 = counts
    ours, theirs = (
        bc.posteriors.paired_posterior(table(*cells), prior=prior, strength=strength)
        for cells in (counts, (n00, n10, n01, n11))
    )
    assert ours.prob_first_better + theirs.prob_first_better == pytest.approx(1, abs=1e-14)
    assert ours.difference.mean == -theirs.difference.mean
    assert ours.bayes_factor == pytest.approx(theirs.bayes_factor, rel=1e-14)
    for mine, other in ((ours, theirs), (theirs, ours)):
        assert mine.difference.cdf(0.13) == pytest.approx(1 - other.difference.cdf(-0.13), abs=1e-12)
        assert mine.difference.interval(0.9).low == pytest.approx(-other.difference.interval(0.9).high, abs=1e-9)


def test_batch_is_one_by_one():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, [[[20, 5, 60, 900]]], size=(2, 3, 4))
    counts[0, 0], counts[1, 1, 1:3] = 0, 80
    batch = bc.posteriors.paired_posterior(table(*np.moveaxis(counts, -1, 0), dims=("repeat", "fold")))
    for repeat, fold in np.ndindex(2, 3):
        single, at = bc.posteriors.paired_posterior(table(*counts[repeat, fold])), {"repeat": repeat, "fold": fold}
        one, many = single.difference, batch.difference
        values = [
            one.cdf(0.01), one.pdf(0.01), one.ppf(0.3), one.mean, one.sd, single.bayes_factor, single.prob_first_better,
        ]  # fmt: skip
        batched = [
            many.cdf(0.01), many.pdf(0.01), many.ppf(0.3), many.mean, many.sd, batch.bayes_factor,
            batch.prob_first_better,
        ]  # fmt: skip
        np.testing.assert_allclose([float(value.sel(at)) for value in batched], values, rtol=1e-13, atol=1e-13)


def test_effective_tables_may_be_fractional():
    ones = np.ones((5, 2), dtype=int)
    effective = bc.effective_table(table(*(k * ones for k in (2, 3, 7, 10)), dims=("repeat", "fold")))
    posterior = bc.posteriors.paired_posterior(effective, prior="beta")
    assert (posterior.disagreement.a, posterior.first_error_on_disagreement.a) == pytest.approx(
        (200 / 11 + 1, 60 / 11 + 1)
    )


@pytest.mark.parametrize(("options", "error", "message"), [
    ({"prior": "jeffreys"}, ValueError, r"`prior` must be one of 'dirichlet', 'beta', but got 'jeffreys'"),
    ({"strength": 0}, ValueError, r"`strength` must be above 0, but got 0"),
    ({"strength": "1"}, TypeError, r"`strength` must be a number, but got '1'"),
])  # fmt: skip
def test_refuses_priors(options, error, message):
    with pytest.raises(error, match=message):
        bc.posteriors.paired_posterior(table(3, 1, 2, 4), **options)
