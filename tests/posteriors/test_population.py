"""The population of baycomp on a grid: against quadrature, itself on a finer grid, and the printed reference."""

from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from bayescmp.posteriors import CellsPosterior
from bayescmp.posteriors._student_population import DF, DF_PROBS, kernel_of, student_population

ROPE = (-0.01, 0.01)
ACCURACIES = Path(__file__).parents[3] / "shared/reference/accuracies.csv.gz"


def cells_of(cdf, cells=1001):
    """Return middles, and the shares of distributions over data sets in the cells between -1 and 1."""
    middles = np.linspace(-1, 1, cells)
    edges = np.append(middles, 1 + 2 / (cells - 1)) - 1 / (cells - 1)
    found = np.diff(cdf(edges[:, None]), axis=0).T
    return found / found.sum(axis=1, keepdims=True), middles


def normal_cells(means, sds, cells=1001):
    return cells_of(stats.norm(means, sds).cdf, cells)


def posterior_of(cells, scale=0.03):
    return student_population(*cells, scale)


MEANS, SDS = [-0.05, -0.02, 0.01, -0.04], [0.02, 0.03, 0.01, 0.05]


@pytest.fixture(scope="module")
def four():
    return posterior_of(normal_cells(MEANS, SDS))


def by_quadrature(means, sds):
    """Posterior of the average, and predictive of the next difference, by sums over all unknowns."""
    x, fine, average = np.linspace(-1, 1, 51), np.linspace(-1, 1, 801), np.linspace(-0.2, 0.2, 81)
    spread = np.geomspace(2e-4, 1, 40)
    widths = np.diff([0, *np.sqrt(spread[1:] * spread[:-1]), 1])
    total, ahead = np.zeros(average.size), np.zeros(x.size)
    curves = [stats.norm.pdf(fine, m, s) for m, s in zip(means, sds, strict=True)]
    for df, prob in zip(DF, DF_PROBS, strict=True):
        for s, width in zip(spread, widths, strict=True):
            density = stats.t.pdf((fine[:, None] - average) / s, df)
            density /= density.sum(axis=0)
            apart = s > 4e-3  # below, the data sets do not differ
            mass = (
                prob
                * width
                * np.prod([curve @ density if apart else np.interp(average, fine, curve) for curve in curves], axis=0)
            )
            total += mass
            low, at, high = (stats.t.cdf((end - average) / s, df) for end in (-1, x[:, None], 1))
            ahead += (at - low) / (high - low) @ mass
    below = integrate.cumulative_simpson(total, initial=0)
    return (average, below / below[-1]), (x, ahead / total.sum())


@pytest.mark.full
def test_equals_quadrature_over_average_spread_and_tails():
    means, sds = [*MEANS, 0.0, -0.03], [*SDS, 0.02, 0.02]
    found = posterior_of(normal_cells(means, sds))
    (average, below), (x, ahead) = by_quadrature(means, sds)
    np.testing.assert_allclose(found.average.cdf(average), below, atol=2e-3)
    np.testing.assert_allclose(found.next_dataset.cdf(x), ahead, atol=2e-3)


def test_a_finer_grid_changes_next_to_nothing(four):
    finer = posterior_of(normal_cells(MEANS, SDS, cells=4001))
    at = np.array([-0.05, -0.01, 0.0, 0.01])
    for name in ("average", "next_dataset"):
        np.testing.assert_allclose(getattr(four, name).cdf(at), getattr(finer, name).cdf(at), atol=1e-3)
    np.testing.assert_allclose(four.largest_region(ROPE), finer.largest_region(ROPE), atol=0.02)


def test_leaving_a_data_set_out_is_the_posterior_of_the_others(four):
    at = np.array([-0.05, -0.01, 0.01])
    for left in range(4):
        kept = [place for place in range(4) if place != left]
        others = posterior_of(normal_cells([MEANS[k] for k in kept], [SDS[k] for k in kept]))
        for whole, own in ((four.average_without, others.average), (four.next_without, others.next_dataset)):
            one = CellsPosterior(probs=whole.probs.isel(dataset=left), edges=whole.edges, name="one")
            np.testing.assert_allclose(one.cdf(at), own.cdf(at), atol=3e-3)


def test_mirrored_answers_and_regions_that_average_to_the_next_data_set(four):
    other = posterior_of(normal_cells([-m for m in MEANS], SDS))
    at = np.array([-0.02, 0.0, 0.03])
    for name in ("average", "next_dataset"):
        np.testing.assert_allclose(getattr(other, name).cdf(at), getattr(four, name).sf(-at), atol=1e-9)
    np.testing.assert_allclose(other.largest_region(ROPE), four.largest_region(ROPE)[::-1], atol=1e-9)
    regions = four.region_probs(ROPE)
    mean = (regions * regions["prob"]).sum("node") / regions["prob"].sum()
    below, above = float(four.next_dataset.cdf(ROPE[0])), float(four.next_dataset.sf(ROPE[1]))
    np.testing.assert_allclose(mean, [below, 1 - below - above, above], atol=1e-6)
    np.testing.assert_allclose(four.region_probs((-3.0, 3.0)), [[0, 1, 0]] * four.region_probs(ROPE).sizes["node"])


@settings(max_examples=4, deadline=None)
@given(st.lists(st.tuples(st.floats(-0.3, 0.3), st.floats(1e-4, 0.2)), min_size=1, max_size=6))
def test_every_answer_is_a_distribution(sets):
    means, sds = zip(*sets, strict=True)
    found = posterior_of(normal_cells(means, sds, cells=801), scale=max(0.01, float(np.std(means))))
    for one in (found.average, found.next_dataset):
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
        rows = [
            scores[scores["classifier"] == name].filter(regex=r"^s\d+$").to_numpy() / 100 for name in (first, second)
        ]
        apart = rows[1] - rows[0]
        scale = np.sqrt((1 / 100 + 1 / 9) * apart.var(axis=1, ddof=1))
        return cells_of(stats.t(99, apart.mean(axis=1), np.maximum(scale, 1e-6)).cdf, 4001)

    # The largest regions of the second pair were found by quadrature of the same model: .201, .015, .784.
    @pytest.mark.full
    @pytest.mark.parametrize(("pair", "ahead", "largest", "average", "spread", "df"), [
        (("nbc", "aode"), (0.127, 0.396, 0.477), (0.000, 0.305, 0.695), 0.968, 1.23, 2.26),
        (("nbc", "j48"), (0.336, 0.224, 0.440), (0.201, 0.015, 0.784), 0.488, 3.24, 4.26),
        (("aode", "j48"), (0.369, 0.396, 0.235), (0.457, 0.520, 0.022), -0.440, 1.61, 2.05),
    ])  # fmt: skip
    def test_the_table_is_met(self, scores, pair, ahead, largest, average, spread, df):
        found = posterior_of(self.likelihood(scores, *pair))
        ahead_found = found.next_dataset
        got = (ahead_found.cdf(ROPE[0]), ahead_found.prob_between(*ROPE), ahead_found.sf(ROPE[1]))
        np.testing.assert_allclose(got, ahead, atol=0.005)
        np.testing.assert_allclose(found.largest_region(ROPE), largest, atol=0.02)
        assert 100 * float(found.average.mean) == pytest.approx(average, abs=0.02)
        of_spread = found.probs.sum(axis=(0, 2))
        edges = np.array([0.0, *np.sqrt(found.spread[1:] * found.spread[:-1]), 1.0])
        assert 100 * of_spread @ (edges[1:] + edges[:-1]) / 2 == pytest.approx(spread, abs=0.03)
        assert found.probs.sum(axis=(1, 2)) @ DF == pytest.approx(df, abs=0.2)


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
        batch = four.next_without
        assert batch.cdf(0.0).dims == ("dataset",)
        assert batch.interval(0.9).low.dims == ("dataset",)
        assert batch.draw(7, rng=0).dims == ("dataset", "draw")


@pytest.mark.parametrize("spread", [0.004, 0.8])
def test_a_data_set_that_says_nothing_prefers_no_average(spread):
    """Also not one in the middle of the grid, about which less of the distribution is cut off."""
    flat = np.full((1, 401), 1 / 401)
    for df in (DF[0], DF[-1]):
        found = kernel_of(df, spread, 401, 1 / 200).marginal(flat)
        np.testing.assert_allclose(found, flat, rtol=1e-9)


def test_a_narrow_kernel_is_that_of_its_cells_and_baycomps_probabilities_those_of_its_prior():
    kernel = kernel_of(4.0, 0.004, 401, 1 / 200)
    edges = (np.arange(-400, 402) - 0.5) / 200
    np.testing.assert_allclose(kernel.shares, np.diff(stats.t.cdf(edges / 0.004, 4)), atol=1e-12)
    assert (kernel.inside <= 1 + 1e-12).all()
    rng = np.random.default_rng(0)
    a, b = rng.uniform(1, 2, 200_000), rng.uniform(0.01, 0.1, 200_000)
    drawn = 1 + rng.gamma(a, 1 / b)
    counted = np.histogram(drawn, [1, *np.sqrt(np.multiply(DF[1:], DF[:-1])), np.inf])[0] / drawn.size
    np.testing.assert_allclose(DF_PROBS, counted, atol=0.005)


def test_one_of_more_than_fifty_data_sets_is_left_out_as_exactly_as_one_of_few():
    """One of 51 differs so much from the others that what is probable without it is improbable with it."""
    means, sds = [0.8, *np.linspace(-0.02, 0.02, 50)], [0.02] * 51
    whole = posterior_of(normal_cells(means, sds, cells=401))
    others = posterior_of(normal_cells(means[1:], sds[1:], cells=401))
    at = np.array([-0.05, -0.01, 0.0, 0.01, 0.05])
    for one, own in ((whole.next_without, others.next_dataset), (whole.average_without, others.average)):
        np.testing.assert_allclose(one.cdf(at)[0], own.cdf(at), atol=3e-3)
