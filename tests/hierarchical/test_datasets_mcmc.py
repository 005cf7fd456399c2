"""A sampled difference over data sets: its density, its answers against quadrature, its calibration.

What samples is slow, because the model takes up to half a minute to compile where Numba has kept nothing.
"""

import json

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from bayescmp._population import PopulationPrior
from bayescmp.hierarchical import datasets_mcmc
from bayescmp.hierarchical._datasets_data import check_covariate, check_likelihood, values_of
from bayescmp.hierarchical._datasets_model import log_tails
from bayescmp.hierarchical._datasets_result import _truncated
from bayescmp.hierarchical._degrees import degrees_of, draw_weights

GRID = np.linspace(-1, 1, 801)
PRIOR = PopulationPrior()


def likelihood_of(mean, sd, grid=GRID):
    values = stats.norm.pdf(grid, np.asarray(mean)[:, None], np.asarray(sd)[:, None])
    coords = {"dataset": [f"set {i}" for i in range(len(values))], "difference": grid}
    return xr.DataArray(values, dims=("dataset", "difference"), coords=coords)


def law_of(df):
    return stats.norm if np.isinf(df) else stats.t(df)


def mass_of(law, low, high):
    return np.where(low > 0, law.sf(low) - law.sf(high), law.cdf(high) - law.cdf(low))


def population(difference, center, spread, prior):
    """Log density of differences, written down with SciPy."""
    terms = []
    for df, prob in zip(prior.df, prior.df_probs, strict=True):
        law = law_of(df)
        inside = mass_of(law, (-1 - center) / spread, (1 - center) / spread)
        density = law.logpdf((difference - center) / spread) - np.log(spread) - np.log(inside)
        terms.append(np.log(prob) + density.sum())
    return np.logaddexp.reduce(terms)


@pytest.mark.parametrize(
    ("average", "spread"), [(0.0, 0.05), (0.9, 0.3), (1.3, 0.1), (-1.3, 0.1), (0.2, 2.0), (0.0, 1e-4)]
)
def test_the_density_and_its_gradient(average, spread):
    from bayescmp.hierarchical._datasets_density import log_density

    prior = PopulationPrior(df=(1.5, 4.0, 30.0, np.inf), df_probs=(0.1, 0.2, 0.3, 0.4))
    rng = np.random.default_rng(0)
    difference, center = rng.uniform(-1, 1, 4), average + rng.normal(0, 0.02, 4)
    values = values_of(check_likelihood(likelihood_of([-0.1, 0.0, 0.1, 0.3], [0.1, 0.2, 0.3, 0.4])))
    tables = values["grid"], values["log_likelihood"], degrees_of(prior, 1), log_tails(prior)

    def by_hand(difference, center, spread):
        data = sum(np.interp(x, GRID, row) for x, row in zip(difference, values["log_likelihood"], strict=True))
        return population(difference, center, spread, prior) + data

    value, by_difference, by_center, by_spread = log_density(difference, center, np.asarray(spread), *tables)
    assert float(value) == pytest.approx(by_hand(difference, center, spread), rel=1e-8)
    h = 1e-6 * min(spread, 1)
    slopes = [
        (by_hand(difference + h * e, center, spread) - by_hand(difference - h * e, center, spread)) / (2 * h)
        for e in np.eye(4)
    ]
    assert by_difference == pytest.approx(np.array(slopes), rel=1e-4)
    slopes = [
        (by_hand(difference, center + h * e, spread) - by_hand(difference, center - h * e, spread)) / (2 * h)
        for e in np.eye(4)
    ]
    assert by_center == pytest.approx(np.array(slopes), rel=1e-4)
    slope = (by_hand(difference, center, spread + h) - by_hand(difference, center, spread - h)) / (2 * h)
    assert float(by_spread) == pytest.approx(slope, rel=1e-4)


def test_a_likelihood_of_any_level_has_a_floor_with_a_slope():
    narrow = likelihood_of([0.0, 0.5], [0.001, 0.3])
    logs, other = (values_of(check_likelihood(each))["log_likelihood"] for each in (narrow, narrow * [[1e3], [1e99]]))
    assert logs == pytest.approx(other)
    assert np.isfinite(logs).all()
    assert (np.diff(logs[0, :401]) > 0).all()
    assert (np.diff(logs[0, 400:]) < 0).all()
    assert logs.max(axis=1) == pytest.approx(0)


def test_the_covariate_is_standardised():
    found = check_covariate([1, 2, 6], 3)
    assert found.mean() == pytest.approx(0)
    assert found.std() == pytest.approx(1)


def test_new_data_sets_follow_the_truncated_distribution():
    rng = np.random.default_rng(0)
    for average, spread, df in ((0.0, 0.5, 2.0), (1.4, 0.2, np.inf), (-1.4, 0.2, 4.0)):
        drawn = _truncated(*(np.full(4000, value) for value in (average, spread, df)), GRID, rng)
        law, low = law_of(df), (-1 - average) / spread
        share = mass_of(law, low, (drawn - average) / spread) / mass_of(law, low, (1 - average) / spread)
        assert stats.kstest(share, "uniform").pvalue > 1e-3


MESSAGES = {
    "kind": (TypeError, "`likelihood` must be a DataArray", lambda good: good.values),
    "dims": (ValueError, "must have the dims dataset and difference", lambda good: good.rename(dataset="task")),
    "grid": (ValueError, "regular grid", lambda good: good.isel(difference=[0, 1, 3])),
    "negative": (ValueError, "must be 0 or more everywhere, but got -", lambda good: -good),
    "point": (
        ValueError, "above 0 at two differences or more, but got 1 on 'set 0'",
        lambda good: good.where(good.difference == 0, 0),
    ),
    "names": (ValueError, "different names", lambda good: good.isel(dataset=[0, 0])),
}  # fmt: skip


@pytest.mark.parametrize("case", MESSAGES)
def test_likelihoods_that_cannot_be_read(case):
    kind, message, spoil = MESSAGES[case]
    with pytest.raises(kind, match=message):
        datasets_mcmc(spoil(likelihood_of([0.0, 0.1], [0.1, 0.1])))


def test_other_arguments_that_cannot_be():
    good = likelihood_of([0.0, 0.1], [0.1, 0.1])
    with pytest.raises(ValueError, match="`prior` must have finite scales to be sampled, but got average=inf"):
        datasets_mcmc(good, prior=PopulationPrior(average=np.inf))
    with pytest.raises(TypeError, match="`prior` must be a PopulationPrior"):
        datasets_mcmc(good, prior="default")
    with pytest.raises(ValueError, match="`covariate` must be a finite number for each of 2 data sets"):
        datasets_mcmc(good, covariate=[1, 1])
    with pytest.raises(TypeError, match="`covariate` must hold numbers"):
        datasets_mcmc(good, covariate=["a", "b"])


def probabilities(draws, rope=0.01):
    return np.array([(draws < -rope).mean(), (abs(draws) <= rope).mean()])


def by_quadrature(likelihood, rope=0.01):
    """P(next < -rope), P(next in the rope), P(average < 0), by bin masses on a grid of average and spread."""
    averages, logs = np.linspace(-0.6, 0.6, 400), np.linspace(np.log(3e-4), np.log(3), 120)
    edges = np.concatenate([[-1], (GRID[1:] + GRID[:-1]) / 2, [1]])
    total = np.zeros(4)
    for df, prob in zip(PRIOR.df, PRIOR.df_probs, strict=True):
        for spread in np.exp(logs):
            below = law_of(df).cdf((edges - averages[:, None]) / spread)
            inside = below[:, -1] - below[:, 0]
            marginal = np.prod(np.diff(below) / inside[:, None] @ likelihood.values.T, axis=1)
            prior = stats.t.pdf(averages, 3, scale=PRIOR.average) * stats.t.pdf(spread / PRIOR.spread, 3) * spread
            weight = prob * prior * marginal
            low, high = ((law_of(df).cdf((end - averages) / spread) - below[:, 0]) / inside for end in (-rope, rope))
            total += [(weight * x).sum() for x in (1.0, low, high - low, averages < 0)]
    return total[1:] / total[0]


@pytest.fixture(scope="module")
def small():
    return likelihood_of([-0.03, 0.01, -0.08, 0.02], [0.02, 0.03, 0.015, 0.05])


@pytest.mark.slow
def test_the_answers_are_those_of_quadrature(small):
    tree = datasets_mcmc(small, draws=3000, cores=1, rng=0)
    assert json.loads(tree.attrs["diagnostics"])["passed"]
    posterior = tree["posterior"]
    found = [*probabilities(posterior["next_dataset"].values), float((posterior["average"] < 0).mean())]
    assert found == pytest.approx(by_quadrature(small), abs=0.017)
    assert set(np.unique(posterior["df"])) <= set(PRIOR.df)
    assert posterior["difference"].dims == ("chain", "draw", "dataset")


@pytest.mark.slow
def test_swapping_the_classifiers_mirrors(small):
    mirrored = small.assign_coords(difference=-small["difference"])
    one, other = (datasets_mcmc(each, draws=2000, cores=1, rng=0)["posterior"] for each in (small, mirrored))
    for name in ("average", "next_dataset", "difference"):
        assert one[name].mean(("chain", "draw")).values == pytest.approx(
            -other[name].mean(("chain", "draw")).values, abs=0.004
        )
    assert float(one["spread"].mean()) == pytest.approx(float(other["spread"].mean()), abs=0.004)


@pytest.mark.slow
def test_a_slope_is_found():
    rng = np.random.default_rng(0)
    covariate = rng.normal(size=30)
    mean = 0.02 + 0.05 * (covariate - covariate.mean()) / covariate.std() + rng.normal(0, 0.02, 30)
    tree = datasets_mcmc(likelihood_of(mean, np.full(30, 0.01)), covariate=covariate, cores=1, rng=0)
    assert float(tree["posterior"]["slope"].mean()) == pytest.approx(0.05, abs=0.012)
    assert float(tree["posterior"]["average"].mean()) == pytest.approx(0.02, abs=0.012)


@pytest.mark.slow
def test_ranks_of_prior_draws_are_uniform():
    """Simulation-based calibration; the controls, a prior scale wrong by 3 each way, must fail."""
    names = ("average", "spread", "next_dataset", "difference")
    priors = {"right": PRIOR, "narrow": PopulationPrior(spread=0.02), "wide": PopulationPrior(spread=0.18)}
    ranks = {(kind, name): [] for kind in priors for name in names}
    for trial in range(150):
        rng = np.random.default_rng([20, trial])
        truth, mean, sd = simulated(rng, 4)
        for kind, prior in priors.items():
            tree = datasets_mcmc(
                likelihood_of(mean, sd), prior=prior, draws=199, tune=300, chains=2, cores=1, rng=trial
            )
            draws = tree["posterior"].to_dataset().isel(dataset=0, draw=slice(0, None, 4))
            for name in names:
                ranks[kind, name].append(float((draws[name] < truth[name]).mean()))
    pvalues = {
        key: stats.chisquare(np.histogram(values, np.linspace(0, 1 + 1e-9, 11))[0]).pvalue
        for key, values in ranks.items()
    }
    assert min(pvalues["right", name] for name in names) > 0.002, pvalues
    assert pvalues["narrow", "spread"] < 1e-3, pvalues
    assert pvalues["wide", "spread"] < 1e-3, pvalues


def simulated(rng, n):
    """Return parameters, and observed differences with their standard errors."""
    average, spread = PRIOR.average * rng.standard_t(3), PRIOR.spread * abs(rng.standard_t(3))
    df = rng.choice(PRIOR.df)
    drawn = []
    while len(drawn) <= n:
        each = average + spread * rng.normal() / np.sqrt(draw_weights(np.asarray(df), rng))
        drawn += [each] if abs(each) <= 1 else []
    sd = rng.uniform(0.01, 0.05, n)
    truth = {"average": average, "spread": spread, "next_dataset": drawn[n], "difference": drawn[0]}
    return truth, rng.normal(drawn[:n], sd), sd
