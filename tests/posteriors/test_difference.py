"""The posterior of the difference of error rates: moments, density, quantiles, intervals, draws."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.posteriors import BetaPosterior, DifferencePosterior, MixturePosterior


def difference(first, second, agree, *, prior="beta", strength=1.0):
    table = bc.paired_table(both_wrong=0, only_first_wrong=first, only_second_wrong=second, both_right=agree)
    return bc.posteriors.paired_posterior(table, prior=prior, strength=strength).difference


counts = st.one_of(st.integers(0, 5), st.floats(0, 7).map(lambda power: round(10**power)))
any_difference = st.builds(
    difference, counts, counts, counts, prior=st.sampled_from(["beta", "dirichlet"]),
    strength=st.sampled_from([0.5, 1.0, 2.0]),
)  # fmt: skip

GAUSS, GAUSS_OF_SIDE = (np.polynomial.legendre.leggauss(nodes) for nodes in (200, 60))


def ks_pvalue(draws, posterior):
    """Kolmogorov-Smirnov, with the supremum over 99 exact quantiles."""
    q = np.arange(1, 100) / 100
    below = np.searchsorted(np.sort(draws), posterior.ppf(q), side="right") / draws.size
    return stats.kstwo.sf(np.abs(below - q).max(), draws.size)


class TestMoments:
    @pytest.mark.parametrize(("counts", "strength"), [((0, 0, 10), 0.5), ((1, 2, 7), 1), ((3, 250, 20), 0.5)])
    def test_mean_and_sd_against_quadrature(self, counts, strength):
        posterior = difference(*counts, strength=strength)
        nodes, weights = GAUSS
        angle = (nodes + 1) * np.pi / 4  # x = sin(angle)^2 has a finite density of the angle at strength 0.5 too
        x = np.sin(angle) ** 2

        def moment(beta, values):
            mass = weights * np.sin(angle) ** (2 * beta.a - 1) * np.cos(angle) ** (2 * beta.b - 1)
            return (mass * values).sum() / mass.sum()

        first, second = (
            moment(posterior.disagreement, x**power) * moment(posterior.first_error, (2 * x - 1) ** power)
            for power in (1, 2)
        )
        assert (posterior.mean, posterior.sd) == pytest.approx((first, np.sqrt(second - first**2)), rel=1e-9, abs=1e-12)


class TestDensity:
    @pytest.mark.parametrize(("counts", "ends"), [
        ((0, 0, 10), (0.25, 0.7)), ((15, 12, 60), (0.25, 0.7)), ((3, 250, 20), (0.001, 0.25)),
    ])  # fmt: skip
    def test_integrates_to_the_cdf(self, counts, ends):
        posterior = difference(*counts, strength=0.5)
        low, high = posterior.ppf(np.array(ends))
        # Each side in log|x|, because the density may be infinite at 0.
        pieces = [(low, high)] if low * high > 0 else [(low, low * 1e-10), (high * 1e-10, high)]
        nodes, weights = GAUSS_OF_SIDE
        total = 0.0
        for begin, end in pieces:
            middle, half = np.log(begin * end) / 2, np.log(end / begin) / 2
            x = np.sign(begin) * np.exp(middle + half * nodes)
            total += half * (weights * x * posterior.pdf(x)).sum()
        assert total == pytest.approx(posterior.prob_between(low, high), abs=3e-5)

    @pytest.mark.parametrize("counts", [(1, 0, 5), (30, 25, 200)])
    def test_at_0_is_the_limit_infinite_where_disagreements_may_be_arbitrarily_rare(self, counts):
        assert difference(0, 0, 5).pdf(0.0) == np.inf
        posterior = difference(*counts, strength=2.0)
        assert posterior.pdf(0.0) == pytest.approx(posterior.pdf(1e-9), rel=1e-4)

    @pytest.mark.parametrize("x", [-1.0001, 7.0])
    def test_is_0_outside_the_range(self, x):
        posterior = difference(3, 4, 5)
        assert (posterior.pdf(x), posterior.cdf(x)) == (0, float(x > 0))


class TestQuantiles:
    @given(any_difference, st.floats(1e-6, 1 - 1e-6))
    def test_ppf_inverts_cdf(self, posterior, q):
        x = posterior.ppf(q)
        # Near -1 and 1 neighbouring floats may differ by more in probability than the tolerance.
        slack = posterior.prob_between(np.nextafter(x, -2), np.nextafter(x, 2))
        assert posterior.cdf(x) == pytest.approx(q, abs=1e-9 + 2 * slack)

    @given(any_difference, st.floats(0, 1), st.floats(0, 1))
    def test_ppf_rises(self, posterior, q, other):
        low, high = posterior.ppf(np.sort([q, other]))
        assert -1 <= low <= high <= 1

    def test_ends_and_missing_points_and_shares(self):
        assert difference(3, 4, 5).ppf(np.array([0.0, 1.0])).tolist() == [-1, 1]
        posterior = difference(3, 4, 5)
        assert np.isnan([getattr(posterior, method)(np.nan) for method in ("cdf", "pdf", "ppf")]).all()
        assert np.isnan([posterior.ppf(q) for q in (-0.1, 1.1)]).all()


class TestIntervals:
    @pytest.mark.parametrize("counts", [(0, 0, 10**6), (0, 6, 3), (40, 90, 0)])
    @pytest.mark.parametrize(("ci_kind", "ci_prob"), [("eti", 0.95), ("hdi", 0.5)])
    def test_hold_the_stated_probability(self, counts, ci_kind, ci_prob):
        interval = difference(*counts).interval(ci_prob, ci_kind)
        assert difference(*counts).prob_between(interval.low, interval.high) == pytest.approx(ci_prob, abs=1e-9)


class TestDraws:
    @pytest.mark.parametrize(("counts", "prior", "strength"), [
        ((0, 0, 10), "dirichlet", 0.5), ((1, 2, 7), "beta", 1), ((3, 250, 20), "beta", 1),
    ])  # fmt: skip
    def test_follow_the_exact_quantiles(self, counts, prior, strength):
        posterior = difference(*counts, prior=prior, strength=strength)
        assert ks_pvalue(posterior.draw(100_000, rng=4), posterior) > 0.005

    def test_of_another_table_do_not_and_they_have_batch_dims_and_then_draw(self):
        assert ks_pvalue(difference(15, 12, 60).draw(100_000, rng=4), difference(14, 12, 60)) < 0.001
        counts = np.array([1, 5])
        table = bc.paired_table(
            both_wrong=counts, only_first_wrong=counts, only_second_wrong=counts, both_right=counts, dims=("pair",)
        )
        draws = bc.posteriors.paired_posterior(table).difference.draw(9, rng=0)
        assert (draws.dims, draws.shape, draws.name) == (("pair", "draw"), (2, 9), "difference")
        xr.testing.assert_identical(draws, bc.posteriors.paired_posterior(table).difference.draw(9, rng=0))


def test_prob_between_takes_its_ends_in_order():
    posterior = difference(12, 20, 100)
    with pytest.raises(ValueError, match=r"`high` must be at least `low`, but got -0.1 and 0.1"):
        posterior.prob_between(0.1, -0.1)
    low = np.array([-0.2, 0.0])
    assert posterior.prob_between(low, low + 0.1)[1] == posterior.prob_between(0.0, 0.1)
    with pytest.raises(ValueError, match="`high` must be at least `low`"):
        posterior.prob_between(low, -0.1)


@pytest.mark.parametrize("counts", [(0.5, 60.0), (30.0, 270.0)])
def test_quantiles_of_a_mixture_are_those_of_its_distribution(counts):
    """Some parts are rough, some smooth, and one has no weight."""
    scale = xr.DataArray([[0.02, 0.5, 1.0, 3.0], [0.1, 0.7, 2.0, 4.0]], dims=("row", "part"))
    a, b = (count * scale for count in counts)
    disagreement = BetaPosterior(name="p_d", a=a, b=b)
    first_error = BetaPosterior(name="r", a=0.3 * a + 0.2, b=0.7 * a + 0.2)
    parts = DifferencePosterior(disagreement=disagreement, first_error=first_error)
    weights = xr.DataArray([0.0, 0.2, 0.5, 0.3], dims="part")
    mixture = MixturePosterior(parts=parts, weights=weights, over="part", name="difference")
    for q in (0.025, 0.6, 0.975):
        np.testing.assert_allclose(mixture.cdf(mixture.ppf(q)), q, atol=1e-11)
        np.testing.assert_allclose((weights * parts.cdf(mixture.ppf(q))).sum("part"), q, atol=1e-11)
    assert mixture.ppf(0.0).values.tolist() == [-1, -1]
