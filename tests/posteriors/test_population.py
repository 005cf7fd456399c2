"""The population of data sets on a grid: against quadrature, itself on a finer grid, and the printed reference."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from bayescmp._population_priors import BAYCOMP, StudentPrior
from bayescmp.posteriors._likelihood import likelihood_cells, log_likelihood_of_counts
from bayescmp.posteriors._population_grid import Convolution, kernel_of, population_grid
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from bayescmp.model_selection import BlockRegularizedCV
from bayescmp.posteriors import (
    CellsPosterior,
    StudentPopulation,
    crossed_effects_posterior,
    likelihood_of_difference,
    paired_posterior,
)
from bayescmp.predictions import predictions_from_arrays
from bayescmp.tables import paired_table

ROPE = (-0.01, 0.01)
ACCURACIES = Path(__file__).parents[3] / "shared/reference/accuracies.csv.gz"


def normal_cells(means, sds, cells=2001, half=1.0):
    middles = np.linspace(-half, half, cells)
    found = [
        likelihood_cells(lambda x, m=m, s=s: stats.norm.pdf(x, m, s), m, s, middles)
        for m, s in zip(means, sds, strict=True)
    ]
    names = [f"set {place}" for place in range(len(found))]
    return xr.DataArray(found, dims=("dataset", "difference"), coords={"dataset": names, "difference": middles})


def posterior_of(likelihood, prior=None, scale=0.03):
    prior = StudentPrior() if prior is None else prior
    return StudentPopulation(grid=population_grid(likelihood, prior, scale), prior=prior)


MEANS, SDS = [-0.05, -0.02, 0.01, -0.04], [0.02, 0.03, 0.01, 0.05]


@pytest.fixture(scope="module")
def four():
    return posterior_of(normal_cells(MEANS, SDS))


def by_quadrature(means, sds, prior):
    """Posterior of the average, and predictive of the next difference, by sums over all unknowns."""
    x = np.linspace(-1, 1, 201)
    average = np.linspace(-0.36, 0.36, 145)
    spread = np.geomspace(2e-4, 1, 40)
    below = np.concatenate([[0], prior.spread_cdf(np.sqrt(spread[1:] * spread[:-1]), most=1.0), [1]])
    total, ahead = np.zeros(average.size), np.zeros(x.size)
    fine = np.linspace(-1, 1, 1001)
    curves = [stats.norm.pdf(fine, m, s) for m, s in zip(means, sds, strict=True)]
    for df, prob in zip(prior.df, prior.df_probs, strict=True):
        for s, weight in zip(spread, np.diff(below), strict=True):
            if s < 4e-3:  # the data sets do not differ
                marginals = [np.interp(average, fine, curve) for curve in curves]
            else:
                density = stats.t.pdf((fine[:, None] - average) / s, df)
                density /= density.sum(axis=0)
                marginals = [curve @ density for curve in curves]
            mass = prob * weight * np.prod(marginals, axis=0) * stats.t.pdf(average, 3, scale=prior.average)
            total += mass
            cdf = stats.t.cdf((x[:, None] - average) / s, df)
            inside = stats.t.cdf((1 - average) / s, df) - stats.t.cdf((-1 - average) / s, df)
            ahead += (cdf - stats.t.cdf((-1 - average) / s, df)) / inside @ mass
    return (average, np.cumsum(total) / total.sum() - total / 2 / total.sum()), (x, ahead / total.sum())


def test_equals_quadrature_over_average_spread_and_tails():
    prior = StudentPrior(df=(3.0, np.inf), df_probs=(0.4, 0.6))
    found = posterior_of(normal_cells(MEANS, SDS), prior)
    (average, below), (x, ahead) = by_quadrature(MEANS, SDS, prior)
    np.testing.assert_allclose(found.average.cdf(average[::2]), below[::2], atol=2e-3)
    np.testing.assert_allclose(found.next_dataset.cdf(x[::4]), ahead[::4], atol=2e-3)


def test_a_finer_grid_changes_next_to_nothing(four):
    finer = posterior_of(normal_cells(MEANS, SDS, cells=8001))
    at = np.array([-0.05, -0.01, 0.0, 0.01])
    for name in ("average", "next_dataset"):
        np.testing.assert_allclose(getattr(four, name).cdf(at), getattr(finer, name).cdf(at), atol=1e-3)
    np.testing.assert_allclose(
        four.spread.cdf(np.array([0.01, 0.05])), finer.spread.cdf(np.array([0.01, 0.05])), atol=2e-3
    )
    np.testing.assert_allclose(four.largest_region(ROPE), finer.largest_region(ROPE), atol=0.02)


def test_leaving_a_data_set_out_is_the_posterior_of_the_others(four):
    at = np.array([-0.05, -0.01, 0.01])
    for left in range(4):
        kept = [place for place in range(4) if place != left]
        others = posterior_of(normal_cells([MEANS[k] for k in kept], [SDS[k] for k in kept]))
        name = f"set {left}"
        for whole, own in ((four.average_without, others.average), (four.next_without, others.next_dataset)):
            one = CellsPosterior(probs=whole.probs.sel(dataset=name, drop=True), edges=whole.edges, name="one")
            np.testing.assert_allclose(one.cdf(at), own.cdf(at), atol=3e-3)


def test_leaving_out_a_data_set_near_the_ends_of_the_grid():
    means, sds, prior = [0.9, 0.95, 0.6, 0.97], [0.03] * 4, StudentPrior(average=0.5, spread=0.3)
    whole = posterior_of(normal_cells(means, sds), prior, 0.15).next_without
    others = posterior_of(normal_cells(means[1:], sds[1:]), prior, 0.15).next_dataset
    at = np.array([0.0, 0.5, 0.8, 0.95])
    np.testing.assert_allclose(whole.cdf(at)[0], others.cdf(at), atol=3e-3)


def test_differences_are_the_product_of_own_likelihood_and_of_what_the_others_predict(four):
    product = four.next_without.probs.to_numpy() * four.grid.likelihood.to_numpy()
    product /= product.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(four.differences.probs, product, atol=1e-12)
    spread = np.abs(np.asarray(four.differences.mean) - float(four.average.mean))
    assert (spread < np.abs(np.array(MEANS) - float(four.average.mean))).all()


def test_mirrored_data_have_mirrored_answers(four):
    other = posterior_of(normal_cells([-m for m in MEANS], SDS))
    at = np.array([-0.02, 0.0, 0.03])
    for name in ("average", "next_dataset"):
        np.testing.assert_allclose(getattr(other, name).cdf(at), getattr(four, name).sf(-at), atol=1e-9)
    np.testing.assert_allclose(other.largest_region(ROPE), four.largest_region(ROPE)[::-1], atol=1e-9)


def test_regions_of_populations_average_to_the_next_data_set(four):
    regions = four.region_probs(ROPE)
    mean = (regions * regions["prob"]).sum("node") / regions["prob"].sum()
    below, above = float(four.next_dataset.cdf(ROPE[0])), float(four.next_dataset.sf(ROPE[1]))
    np.testing.assert_allclose(mean, [below, 1 - below - above, above], atol=1e-6)
    drawn = four.draw_regions(ROPE, 4000, rng=0)
    np.testing.assert_allclose(drawn.sum("region"), 1, atol=1e-9)
    np.testing.assert_allclose(drawn.mean("draw"), mean, atol=0.02)


def test_a_rope_that_is_wider_than_the_grid_has_everything_within(four):
    np.testing.assert_allclose(four.region_probs((-3.0, 3.0)), [[0, 1, 0]] * four.region_probs(ROPE).sizes["node"])


def test_points_need_no_noise():
    middles = np.linspace(-1, 1, 2001)
    cells = [likelihood_cells(lambda x: x, centre, 0.0, middles) for centre in (0.0, 0.0, 0.0, 0.0)]
    likelihood = xr.DataArray(
        cells, dims=("dataset", "difference"), coords={"dataset": list("abcd"), "difference": middles}
    )
    found = posterior_of(likelihood, scale=0.0)
    assert found.average.prob_between(*ROPE) > 0.99
    assert found.average.cdf(0.0) == pytest.approx(0.5, abs=1e-9)
    assert float(found.spread.mean) < 0.01


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(1e-4, 0.2)), min_size=1, max_size=6))
def test_every_answer_is_a_distribution(sets):
    means, sds = zip(*sets, strict=True)
    found = posterior_of(normal_cells(means, sds, cells=801), scale=max(0.01, float(np.std(means))))
    for one in (found.average, found.next_dataset, found.spread):
        assert float(one.probs.sum()) == pytest.approx(1, abs=1e-9)
        assert (one.probs >= 0).all()
    assert sum(found.largest_region(ROPE)) == pytest.approx(1)


class TestReference:
    """Three classifiers on 54 data sets, with the priors of baycomp."""

    @pytest.fixture(scope="class")
    @staticmethod
    def scores():
        pd = pytest.importorskip("pandas")
        if not ACCURACIES.exists():
            pytest.skip("needs the reference data")
        return pd.read_csv(ACCURACIES)

    @staticmethod
    def likelihood(scores, first, second):
        middles, found = np.linspace(-1, 1, 4001), []
        rows = [
            scores[scores["classifier"] == name].filter(regex=r"^s\d+$").to_numpy() / 100 for name in (first, second)
        ]
        for differences in rows[1] - rows[0]:
            mean, scale = differences.mean(), np.sqrt((1 / 100 + 1 / 9) * differences.var(ddof=1))
            scale = scale if scale > 1e-12 else 0.0
            found.append(
                likelihood_cells(lambda x, m=mean, s=scale: stats.t.pdf((x - m) / s, 99), mean, scale, middles)
            )
        coords = {"dataset": np.arange(len(found)), "difference": middles}
        return xr.DataArray(found, dims=("dataset", "difference"), coords=coords)

    # The largest regions of the second pair were found by quadrature of the same model: .201, .015, .784.
    @pytest.mark.full
    @pytest.mark.parametrize(
        ("pair", "ahead", "largest", "average", "spread", "df"),
        [
            (("nbc", "aode"), (0.127, 0.396, 0.477), (0.000, 0.305, 0.695), 0.968, 1.23, 2.26),
            (("nbc", "j48"), (0.336, 0.224, 0.440), (0.201, 0.015, 0.784), 0.488, 3.24, 4.26),
            (("aode", "j48"), (0.369, 0.396, 0.235), (0.457, 0.520, 0.022), -0.440, 1.61, 2.05),
        ],
    )
    def test_the_table_is_met(self, scores, pair, ahead, largest, average, spread, df):
        found = posterior_of(self.likelihood(scores, *pair), BAYCOMP)
        ahead_found = found.next_dataset
        got = (ahead_found.cdf(ROPE[0]), ahead_found.prob_between(*ROPE), ahead_found.sf(ROPE[1]))
        np.testing.assert_allclose(got, ahead, atol=0.005)
        np.testing.assert_allclose(found.largest_region(ROPE), largest, atol=0.02)
        assert 100 * float(found.average.mean) == pytest.approx(average, abs=0.02)
        assert 100 * float(found.spread.mean) == pytest.approx(spread, abs=0.03)
        assert float((found.df * found.df["df"]).sum()) == pytest.approx(df, abs=0.2)


class TestCells:
    def test_of_a_normal_distribution(self):
        edges = np.linspace(-6, 6, 1201)
        probs = np.diff(stats.norm.cdf(edges))
        found = CellsPosterior(probs=xr.DataArray(probs / probs.sum(), dims="cell"), edges=edges, name="x")
        at = np.array([-2.5, 0.013, 1.0])
        np.testing.assert_allclose(found.cdf(at), stats.norm.cdf(at), atol=1e-5)
        np.testing.assert_allclose(found.sf(at), stats.norm.sf(at), atol=1e-5)
        np.testing.assert_allclose(found.pdf(at), stats.norm.pdf(at), atol=2e-3)
        np.testing.assert_allclose(found.ppf(stats.norm.cdf(at)), at, atol=1e-3)
        assert (found.mean, found.sd) == (pytest.approx(0, abs=1e-9), pytest.approx(1, abs=1e-4))
        assert found.draw(4000, rng=0).std() == pytest.approx(1, abs=0.05)
        shortest = found.interval(0.9, "hdi")
        assert shortest.low == pytest.approx(-1.645, abs=0.02)

    def test_of_a_batch(self, four):
        batch = four.differences
        assert batch.cdf(0.0).dims == ("dataset",)
        assert batch.interval(0.9).low.dims == ("dataset",)
        assert batch.draw(7, rng=0).dims == ("dataset", "draw")


class TestLikelihoodCells:
    @pytest.mark.parametrize("sd", [1e-6, 1e-4, 7e-4, 0.004, 0.05, 0.4])
    def test_mean_and_width_are_kept(self, sd):
        middles = np.linspace(-1, 1, 2001)
        found = likelihood_cells(lambda x: stats.norm.pdf(x, 0.1234, sd), 0.1234, sd, middles)
        assert found.sum() == pytest.approx(1)
        truth = stats.truncnorm(-1.1234 / sd, 0.8766 / sd, loc=0.1234, scale=sd)
        assert found @ middles == pytest.approx(truth.mean(), abs=1e-4)
        width = np.sqrt(found @ (middles - found @ middles) ** 2)
        assert width == pytest.approx(truth.std(), abs=6e-4)

    def test_tails_are_not_cut(self):
        middles = np.linspace(-1, 1, 2001)
        found = likelihood_cells(lambda x: stats.t.pdf(x / 2e-4, 3), 0.0, 2e-4, middles)
        far = np.abs(middles) > 0.1
        assert found[far].sum() == pytest.approx(2 * stats.t.sf(0.1 / 2e-4, 3), rel=0.05)

    def test_nothing_anywhere_is_refused(self):
        with pytest.raises(ValueError, match="above 0 somewhere"):
            likelihood_cells(np.zeros_like, 0.0, 0.1, np.linspace(-1, 1, 101))


@pytest.mark.parametrize(
    "counts", [(14, 28, 320), (0, 0, 12), (50, 0, 50), (3.5, 2.25, 15.5), (0, 7, 0), (200, 250, 2000)]
)
def test_the_likelihood_of_counts_is_its_integral(counts):
    a, b, c = map(float, counts)
    at = np.array([-0.3, -0.1, -0.02, 1e-9, 0.05, 0.2])

    def integral(delta):
        def integrand(v):
            one, other = (a, b) if delta >= 0 else (b, a)
            log = other * np.log(v) + (c + 1) * np.log1p(-v) + one * np.log(2 * abs(delta) + (1 - abs(delta)) * v)
            return np.exp(log - top)

        grid = np.linspace(1e-6, 1 - 1e-6, 20001)
        one, other = (a, b) if delta >= 0 else (b, a)
        top = np.max(
            other * np.log(grid) + (c + 1) * np.log1p(-grid) + one * np.log(2 * abs(delta) + (1 - abs(delta)) * grid)
        )
        return top + np.log(integrate.simpson(integrand(grid), x=grid)) + (other + c) * np.log1p(-abs(delta))

    found = log_likelihood_of_counts(np.array(a), np.array(b), np.array(c), at)
    expected = np.array([integral(delta) for delta in at])
    np.testing.assert_allclose(found - found[2], expected - expected[2], atol=2e-4)


def test_the_likelihood_of_a_table_at_the_ends_of_the_differences():
    """All 5 records wrong by the second only: at -1 it is 32 B(1, 2) = 16, and at 0 B(6, 2) = 1/42."""
    posterior = paired_posterior(paired_table(both_wrong=0, only_first_wrong=0, only_second_wrong=5, both_right=0))
    found = likelihood_of_difference(posterior, np.array([-np.inf, -1.5, -1.0, 0.0, 1.0, 1e308]))
    np.testing.assert_allclose(found, [0, 0, 1, 1 / (16 * 42), 0, 0], rtol=1e-6)
    for alone, expected in ((-1, 1.0), (1, 0.0), (-2, 0.0)):
        at = likelihood_of_difference(posterior, alone)
        assert (at.shape, float(at)) == ((), expected)
    assert likelihood_of_difference(posterior, np.array([])).shape == (0,)


def test_the_likelihood_of_parts_is_0_where_no_difference_is():
    rng, y = np.random.default_rng(0), np.arange(24) % 2
    splits = list(BlockRegularizedCV(2, random_state=0).split(np.zeros((24, 1))))
    answers = {name: np.where(rng.random((2, 24)) < 0.3, 1 - y, y) for name in ("a", "b")}
    posterior = crossed_effects_posterior(predictions_from_arrays(y, answers, splits=splits))
    found = likelihood_of_difference(posterior, np.array([-np.inf, -1.0, 0.0, 1.0, 1.5, 1e308]))
    assert found[2] > 0
    np.testing.assert_array_equal(np.delete(found, 2), 0)


@pytest.mark.parametrize("spread", [0.004, 0.1, 0.8])
def test_a_data_set_that_says_nothing_prefers_no_average(spread):
    """Also not one in the middle of the grid, about which less of the distribution is cut off."""
    flat = xr.DataArray(
        np.full((1, 401), 1 / 401),
        dims=("dataset", "difference"),
        coords={"dataset": ["a"], "difference": np.linspace(-1, 1, 401)},
    )
    convolution = Convolution.of(flat)
    for df in (2.0, np.inf):
        kernel = kernel_of(convolution, df, spread)
        found = convolution.marginal(slice(None), kernel, convolution.window.of_kernel(kernel))
        np.testing.assert_allclose(found, flat, rtol=1e-9)


def test_a_narrow_kernel_is_that_of_its_cells():
    convolution = Convolution.of(normal_cells([0.0], [0.1], cells=401))
    kernel = kernel_of(convolution, 4.0, 0.004)
    edges = (np.arange(-400, 402) - 0.5) * convolution.step
    np.testing.assert_allclose(kernel.shares, np.diff(stats.t.cdf(edges / 0.004, 4)), atol=1e-12)
    assert (kernel.inside <= 1 + 1e-12).all()


def test_the_probabilities_of_baycomp_are_those_of_its_prior():
    rng = np.random.default_rng(0)
    a, b = rng.uniform(1, 2, 200_000), rng.uniform(0.01, 0.1, 200_000)
    drawn = 1 + rng.gamma(a, 1 / b)
    df = np.array(BAYCOMP.df)
    counted = np.histogram(drawn, np.concatenate([[1], np.sqrt(df[1:] * df[:-1]), [np.inf]]))[0] / drawn.size
    np.testing.assert_allclose(BAYCOMP.df_probs, counted, atol=0.005)


@pytest.mark.full
class TestCalibration:
    """Populations drawn from the prior: ranks of the truth are uniform."""

    @staticmethod
    def ranks(worlds, prior, q=4):
        own, rng = StudentPrior(), np.random.default_rng(0)
        found = []
        for _ in range(worlds):
            df = rng.choice(own.df, p=own.df_probs)
            average, spread = own.average * rng.standard_t(3), abs(rng.standard_t(3)) * own.spread
            standard = rng.standard_t(df, 40 * q) if np.isfinite(df) else rng.normal(size=40 * q)
            truth = (average + spread * standard)[np.abs(average + spread * standard) < 1][: q + 1]
            if truth.size <= q or abs(average) > 1:
                continue
            sds = rng.uniform(0.005, 0.05, q)
            seen = truth[:q] + sds * rng.normal(size=q)
            posterior = posterior_of(normal_cells(seen, sds, cells=1001, half=1.0), prior, max(0.02, float(seen.std())))
            found.append(
                [
                    posterior.average.cdf(average),
                    posterior.spread.cdf(spread),
                    posterior.next_dataset.cdf(truth[q]),
                    float(posterior.differences.cdf(truth[0])[0]),
                ]
            )
        return np.array(found)

    @staticmethod
    def pvalues(ranks):
        return [stats.kstest(one, "uniform").pvalue for one in ranks.T]

    def test_a_few_worlds(self):
        ranks = self.ranks(16, StudentPrior())
        assert min(self.pvalues(ranks)) > 1e-3

    @pytest.mark.full
    def test_a_wrong_prior_is_seen(self):
        assert min(self.pvalues(self.ranks(16, StudentPrior(spread=0.005)))) < 1e-3

    @pytest.mark.slow
    def test_many_worlds(self):
        assert min(self.pvalues(self.ranks(1500, StudentPrior()))) > 1e-3


def test_one_of_more_than_fifty_data_sets_is_left_out_as_exactly_as_one_of_few():
    """One of 51 differs so much from the others that what is probable without it is improbable with it."""
    means, sds = [0.8, *np.linspace(-0.02, 0.02, 50)], [0.02] * 51
    whole = posterior_of(normal_cells(means, sds, cells=401))
    others = posterior_of(normal_cells(means[1:], sds[1:], cells=401))
    at = np.array([-0.05, -0.01, 0.0, 0.01, 0.05])
    for one, own in ((whole.next_without, others.next_dataset), (whole.average_without, others.average)):
        np.testing.assert_allclose(one.cdf(at)[0], own.cdf(at), atol=3e-3)
