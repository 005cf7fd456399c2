"""What several data sets are put together by: points, batches, and the mean of those at hand."""

import numpy as np
import pytest
import xarray as xr
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import bayescmp as bc
from bayescmp.posteriors import MixturePosterior, StudentPosterior
from bayescmp.posteriors._laws_over_datasets import batches_of, picked, points_of, weighted_mean_posterior

MEANS, SDS = np.array([-0.1, 0.02, 0.05, 0.3]), np.array([0.02, 0.03, 0.01, 0.05])


def normal_points(means=MEANS, sds=SDS, count=64):
    own = StudentPosterior(location=xr.DataArray(means, dims="dataset"), scale=xr.DataArray(sds, dims="dataset"),
                           df=np.inf, name="difference")  # fmt: skip
    return points_of(own, count)


def tables(counts, n=60):
    first, second = np.array(counts).T
    return bc.paired_table(
        both_wrong=0 * first, only_first_wrong=first, only_second_wrong=second, both_right=n - first - second,
        dims=("dataset",),
    )  # fmt: skip


class TestPoints:
    """What stands for a posterior without draws."""

    def test_have_its_mean_deviation_and_quantiles(self):
        count = 64
        found = normal_points(count=count)
        assert found.mean(axis=1) == pytest.approx(MEANS)
        assert found.std(axis=1) == pytest.approx(SDS, rel=0.05)
        middles = stats.norm.ppf((np.arange(count) + 0.5) / count)
        inner = slice(count // 8, -count // 8)
        assert ((found - MEANS[:, None]) / SDS[:, None])[:, inner] == pytest.approx(
            np.tile(middles, (4, 1))[:, inner], abs=0.15
        )

    def test_of_tables_are_quantiles_of_their_differences_and_of_a_mixture_those_of_its_parts(self):
        found = bc.posteriors.paired_posterior(tables([(0, 4), (3, 5), (10, 1)])).difference
        points, shares = points_of(found, 32), (np.arange(32) + 0.5) / 32
        below = np.stack([found.cdf(xr.DataArray(points[:, k], dims="dataset")).to_numpy() for k in range(32)], axis=1)
        assert below == pytest.approx(np.tile(shares, (3, 1)), abs=0.03)
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

    def test_of_what_is_known_exactly_are_one_and_of_what_says_nothing_infinite(self):
        assert normal_points(sds=np.zeros(4)) == pytest.approx(np.tile(MEANS, (64, 1)).T, rel=1e-12)
        assert np.isinf(normal_points(sds=np.full(4, np.inf))).any(axis=1).all()


class TestWeightedMean:
    """The mean over the data sets at hand, nothing pooled."""

    WEIGHTS = np.array([0.4, 0.3, 0.2, 0.1])

    def test_of_normal_posteriors_of_small_tables_and_of_points(self):
        found = weighted_mean_posterior(normal_points(), self.WEIGHTS, "these")
        mean, sd = self.WEIGHTS @ MEANS, np.sqrt(self.WEIGHTS**2 @ SDS**2)
        at = mean + sd * np.array([-2.5, -1, 0, 0.7, 2])
        assert found.cdf(at) == pytest.approx(stats.norm.cdf(at, mean, sd), abs=2e-3)
        assert (found.mean, found.sd) == (pytest.approx(mean, abs=1e-4), pytest.approx(sd, rel=5e-3))
        found = bc.posteriors.paired_posterior(tables([(0, 4), (1, 6)], n=20)).difference
        drawn = found.draw(200_000, 0).mean("dataset").to_numpy()
        own = weighted_mean_posterior(points_of(found, 64), np.full(2, 0.5), "these")
        for share in (0.025, 0.2, 0.5, 0.8, 0.975):
            assert own.cdf(float(np.quantile(drawn, share))) == pytest.approx(share, abs=0.005)
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
