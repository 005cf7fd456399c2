"""A Dirichlet process about data sets: points, its mean without draws, draws of vectors, the mean of those at hand."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.hierarchical import SampledPosterior
from bayescmp.posteriors import (
    DirichletMeanPosterior,
    DirichletPopulation,
    MixturePosterior,
    StudentPosterior,
)
from bayescmp.posteriors._on_datasets import batches_of, fewer_points, picked, points_of, weighted_mean_posterior

PRIOR = bc.posteriors.DirichletPrior()
MEANS, SDS = np.array([-0.1, 0.02, 0.05, 0.3]), np.array([0.02, 0.03, 0.01, 0.05])


def normal_points(means=MEANS, sds=SDS, count=64):
    own = StudentPosterior(location=xr.DataArray(means, dims="dataset"), scale=xr.DataArray(sds, dims="dataset"),
                           df=np.inf, name="difference")  # fmt: skip
    return points_of(own, count)


def drawn_population(own, prior, seed=0):
    """Return average and next data set of one difference, given draws (n_datasets, n_draws), with the prior's base."""
    found = DirichletPopulation(own=own[..., None], prior=prior, seed=seed, root=np.array([[prior.scale]]))
    return [SampledPosterior(draws=each.draws.isel(classifier=0), name=each.name)
            for each in (found.average, found.next_dataset)]  # fmt: skip


def tables(counts, n=60):
    first, second = np.array(counts).T
    return bc.paired_table(
        both_wrong=0 * first, only_first_wrong=first, only_second_wrong=second, both_right=n - first - second,
        dims=("dataset",),
    )  # fmt: skip


class TestPoints:
    """What stands for a posterior without draws."""

    @pytest.mark.parametrize("count", [8, 64])
    def test_have_its_mean_deviation_and_quantiles(self, count):
        found = normal_points(count=count)
        assert found.mean(axis=1) == pytest.approx(MEANS)
        assert found.std(axis=1) == pytest.approx(SDS, rel=0.05)
        middles = stats.norm.ppf((np.arange(count) + 0.5) / count)
        inner = slice(count // 8, -count // 8)
        assert ((found - MEANS[:, None]) / SDS[:, None])[:, inner] == pytest.approx(
            np.tile(middles, (4, 1))[:, inner], abs=0.15
        )

    @pytest.mark.parametrize("prior", ["dirichlet", "beta"])
    def test_of_tables_are_quantiles_of_their_differences(self, prior):
        found = bc.posteriors.paired_posterior(tables([(0, 4), (3, 5), (10, 1)]), prior=prior).difference
        points, shares = points_of(found, 32), (np.arange(32) + 0.5) / 32
        below = np.stack([found.cdf(xr.DataArray(points[:, k], dims="dataset")).to_numpy() for k in range(32)], axis=1)
        assert below == pytest.approx(np.tile(shares, (3, 1)), abs=0.03)

    def test_of_a_mixture_are_those_of_its_parts(self):
        centres = xr.DataArray([[-1.0, 1.0]], dims=("dataset", "part"))
        parts = StudentPosterior(location=centres, scale=0.01 + 0 * centres, df=np.inf, name="x")
        mixed = MixturePosterior(parts=parts, weights=xr.DataArray([0.25, 0.75], dims="part"), over="part", name="x")
        found = points_of(mixed, 64)[0]
        assert (found < 0).mean() == pytest.approx(0.25, abs=0.02)
        assert found.mean() == pytest.approx(0.5)

    @given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=4))
    def test_are_mirrored_with_the_data(self, counts):
        one, other = (points_of(bc.posteriors.paired_posterior(tables(each)).difference, 16)
                      for each in (counts, [pair[::-1] for pair in counts]))  # fmt: skip
        assert one == pytest.approx(-other[:, ::-1], abs=1e-9)

    def test_fewer_keep_mean_and_deviation(self):
        many = normal_points()
        few = fewer_points(many, 7)
        assert few.shape == (4, 7)
        assert few.mean(axis=1) == pytest.approx(many.mean(axis=1))
        assert few.std(axis=1) == pytest.approx(many.std(axis=1))

    def test_of_what_is_known_exactly_are_one(self):
        assert normal_points(sds=np.zeros(4)) == pytest.approx(np.tile(MEANS, (64, 1)).T, rel=1e-12)

    def test_of_what_says_nothing_are_infinite(self):
        assert np.isinf(normal_points(sds=np.full(4, np.inf))).any(axis=1).all()


class TestMean:
    """The mean of a Dirichlet process by its characteristic function."""

    @settings(max_examples=8, deadline=None)
    @given(st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(0.001, 0.1)), min_size=1, max_size=12),
           st.sampled_from([0.5, 1.0, 2.0, 5.0]))  # fmt: skip
    def test_agrees_with_draws_of_weights_and_processes(self, sets, mass):
        means, sds = np.array(sets).T
        prior, rng = bc.posteriors.DirichletPrior(mass=mass), np.random.default_rng(0)
        own = means[:, None] + sds[:, None] * rng.standard_normal((len(means), 40_000))
        drawn, _ = drawn_population(own, prior, seed=1)
        found = DirichletMeanPosterior(points=normal_points(means, sds), prior=prior)
        for share in (0.05, 0.5, 0.9):
            at = float(drawn.ppf(share))
            assert found.cdf(at) == pytest.approx(share, abs=0.012)
        assert found.mean == pytest.approx(means.sum() / (len(means) + mass))

    def test_of_two_points_is_a_beta_distribution(self):
        # Weights of atoms at 0 and 1 and of a base that is nearly 0 all but at 0 or 1: here at 0.
        points = np.repeat([[0.0], [0.0], [1.0], [1.0], [1.0]], 4, axis=1)
        found = DirichletMeanPosterior(points=points, prior=bc.posteriors.DirichletPrior(mass=2, scale=1e-9))
        at = np.array([0.2, 0.5, 0.8])
        assert found.cdf(at) == pytest.approx(stats.beta(3, 4).cdf(at), abs=2e-4)
        assert (found.mean, found.sd) == (pytest.approx(3 / 7), pytest.approx(stats.beta(3, 4).std(), rel=1e-6))
        assert found.ppf(0.3) == pytest.approx(stats.beta(3, 4).ppf(0.3), abs=2e-4)

    def test_its_parts_belong_together(self):
        found = DirichletMeanPosterior(points=normal_points(), prior=PRIOR)
        shares = np.array([0.001, 0.025, 0.5, 0.975, 0.999])
        assert found.cdf(found.ppf(shares)) == pytest.approx(shares, abs=1e-4)
        assert found.cdf(0.1) + found.sf(0.1) == pytest.approx(1)
        grid = np.linspace(-0.6, 0.8, 701)
        density = found.pdf(grid)
        assert density.sum() * 0.002 == pytest.approx(found.cdf(0.8) - found.cdf(-0.6), abs=1e-3)
        assert (density * grid).sum() * 0.002 == pytest.approx(found.mean, abs=2e-3)
        drawn = found.draw(40_000, 0)
        assert float((drawn < 0.1).mean()) == pytest.approx(found.cdf(0.1), abs=0.01)
        shortest, equal = found.interval(0.9, "hdi"), found.interval(0.9)
        assert shortest.high - shortest.low <= equal.high - equal.low + 1e-6
        assert found.cdf(shortest.high) - found.cdf(shortest.low) == pytest.approx(0.9, abs=2e-3)

    def test_mirrors_and_does_not_ask_for_an_order(self):
        found = DirichletMeanPosterior(points=normal_points(), prior=PRIOR)
        mirrored = DirichletMeanPosterior(points=-normal_points()[::-1], prior=PRIOR)
        for at in (-0.05, 0.0, 0.1):
            assert mirrored.cdf(-at) == pytest.approx(found.sf(at), abs=1e-9)

    def test_without_one_is_the_mean_of_the_others(self):
        points = normal_points()
        found = DirichletMeanPosterior(points=points, prior=PRIOR).without(0.05)
        for place in range(4):
            others = DirichletMeanPosterior(points=np.delete(points, place, axis=0), prior=PRIOR)
            assert found[place] == pytest.approx(others.cdf(0.05), abs=1e-3)

    def test_of_nothing_is_that_of_the_base(self):
        found = DirichletMeanPosterior(points=np.empty((0, 8)), prior=PRIOR)
        drawn, _ = drawn_population(np.empty((0, 40_000)), PRIOR, seed=2)
        assert found.mean == 0
        assert found.cdf(0.05) == pytest.approx(drawn.cdf(0.05), abs=0.01)


class TestPopulationOfVectors:
    """Losses of several classifiers at once."""

    def test_every_difference_has_the_base_of_a_pair(self):
        found = DirichletPopulation(own=np.zeros((1, 40_000, 3)), prior=bc.posteriors.DirichletPrior(mass=1e6), seed=0)
        apart = np.diff(found.next_dataset.draws.to_numpy().reshape(-1, 3), axis=1)
        assert stats.kstest(apart[:, 0] / 0.06, stats.t(3).cdf).pvalue > 1e-3
        assert np.corrcoef(apart.T)[0, 1] == pytest.approx(-0.5, abs=0.15)

    def test_every_data_set_has_its_share(self):
        own = np.arange(8.0)[:, None] + np.zeros((8, 1000))
        draws = drawn_population(own, PRIOR)[1].draws.to_numpy().ravel()
        assert [int((draws == one).sum()) for one in range(8)] == [100] * 8

    def test_the_average_is_a_weighted_mean(self):
        own = np.repeat([[0.0], [1.0]], 40_000, axis=1)
        found = drawn_population(own, bc.posteriors.DirichletPrior(mass=1, scale=1e-9))[0].draws
        assert stats.kstest(found.to_numpy().ravel(), stats.beta(1, 2).cdf).pvalue > 1e-3


class TestWeightedMean:
    """The mean over the data sets at hand, nothing pooled."""

    WEIGHTS = np.array([0.4, 0.3, 0.2, 0.1])

    def test_of_normal_posteriors_is_normal(self):
        found = weighted_mean_posterior(normal_points(), self.WEIGHTS, "these")
        mean, sd = self.WEIGHTS @ MEANS, np.sqrt(self.WEIGHTS**2 @ SDS**2)
        at = mean + sd * np.array([-2.5, -1, 0, 0.7, 2])
        assert found.cdf(at) == pytest.approx(stats.norm.cdf(at, mean, sd), abs=2e-3)
        assert (found.mean, found.sd) == (pytest.approx(mean, abs=1e-4), pytest.approx(sd, rel=5e-3))

    def test_of_two_small_tables_is_that_of_draws(self):
        found = bc.posteriors.paired_posterior(tables([(0, 4), (1, 6)], n=20)).difference
        drawn = found.draw(200_000, 0).mean("dataset").to_numpy()
        own = weighted_mean_posterior(points_of(found, 64), np.full(2, 0.5), "these")
        for share in (0.025, 0.2, 0.5, 0.8, 0.975):
            assert own.cdf(float(np.quantile(drawn, share))) == pytest.approx(share, abs=0.005)

    def test_of_points_is_a_point(self):
        found = weighted_mean_posterior(np.full((3, 8), 0.25), np.full(3, 1 / 3), "these")
        assert (found.mean, found.sd) == (pytest.approx(0.25), 0.0)


def test_posteriors_that_are_alike_are_one_batch_and_come_out_of_it_as_they_were():
    whole = bc.posteriors.paired_posterior(tables([(0, 4), (1, 6), (2, 2)]))
    apart = [picked(whole, dataset=place) for place in range(3)]
    other = bc.posteriors.paired_posterior(tables([(0, 4)]).isel(dataset=0), prior="beta")
    found = batches_of([apart[0], other, apart[1], apart[2]], "dataset")
    assert [places for places, _ in found] == [[0, 2, 3], [1]]
    assert found[0][1].difference.mean.to_numpy() == pytest.approx(whole.difference.mean.to_numpy())
    assert found[1][1].difference.mean.to_numpy() == pytest.approx([other.difference.mean])
