"""The sampled losses of several classifiers over data sets: the density, what is read, answers, calibration.

What samples is slow, because the model takes up to half a minute to compile where Numba has kept nothing.
"""

import json

import numpy as np
import pytest
import xarray as xr
from scipy import stats

from bayescmp._population import PopulationPrior
from bayescmp.hierarchical import datasets_mcmc, datasets_ranking_mcmc
from bayescmp.hierarchical._degrees import degrees_of, draw_weights
from bayescmp.hierarchical._ranking_data import check_losses, contrast_data, contrasts

PRIOR = PopulationPrior()
NAMES = ("ada", "bob", "cy")


def arrays_of(mean, covariance, names=NAMES):
    coords = {"dataset": [f"set {i}" for i in range(len(mean))], "classifier": list(names)}
    return (
        xr.DataArray(mean, dims=("dataset", "classifier"), coords=coords),
        xr.DataArray(covariance, dims=("dataset", "classifier", "other"), coords=coords | {"other": list(names)}),
    )


def covariances(rng, n, k, sd=0.01):
    root = rng.normal(size=(n, k, k))
    return sd**2 * (0.5 * root @ root.swapaxes(1, 2) / k + 0.5 * np.eye(k))


def lkj(rng, k, concentration=2.0):
    """Draw a correlation matrix by the onion method."""
    corr, beta = np.eye(k), concentration + (k - 2) / 2
    corr[0, 1] = corr[1, 0] = 2 * rng.beta(beta, beta) - 1
    for m in range(2, k):
        beta -= 0.5
        z = rng.normal(size=m)
        w = np.linalg.cholesky(corr[:m, :m]) @ (np.sqrt(rng.beta(m / 2, beta)) * z / np.linalg.norm(z))
        corr[m, :m] = corr[:m, m] = w
    return corr


def world(rng, n, k, sd=0.01):
    """Return the truth and the data of a world that the prior draws."""
    average = rng.normal(0, PRIOR.average / np.sqrt(2), k) / np.sqrt(rng.gamma(1.5, 1 / 1.5))
    spread = PRIOR.spread / np.sqrt(2) * abs(rng.standard_t(3, k))
    root = np.linalg.cholesky(lkj(rng, k)) * 1.0
    weights = draw_weights(np.full(n + 1, rng.choice(PRIOR.df)), rng)
    vectors = average + spread * (rng.normal(size=(n + 1, k)) @ root.T) / np.sqrt(weights)[:, None]
    noise = covariances(rng, n, k, sd)
    mean = np.stack([rng.multivariate_normal(v, c) for v, c in zip(vectors[:n], noise, strict=True)])
    truth = {"average": average, "next_dataset": vectors[n], "loss": vectors[:n]}
    return {name: each - each.mean(-1, keepdims=True) for name, each in truth.items()}, mean, noise


def test_the_density_and_its_gradient():
    from bayescmp.hierarchical._ranking_density import log_density

    rng = np.random.default_rng(0)
    mean, covariance = check_losses(*arrays_of(rng.normal(0, 0.05, (5, 3)), covariances(rng, 5, 3)))
    data = contrast_data(mean, covariance, PRIOR)
    tables = data.mean, data.step, data.pull, degrees_of(PRIOR, 2)
    parameters = [rng.normal(size=(5, 2)), rng.normal(size=2), rng.normal(size=(2, 3))]

    def by_hand(position, average, factor):
        vectors = data.mean + np.einsum("nij,nj->ni", data.step, position)
        scale, total = factor @ factor.T, 0.0
        for vector, m, v in zip(vectors, data.mean, covariance.values / data.unit**2, strict=True):
            known = data.basis.T @ v @ data.basis
            total += stats.multivariate_normal(m, known).logpdf(vector) - stats.multivariate_normal(m, known).logpdf(m)
        laws = [
            stats.multivariate_normal(average, scale) if np.isinf(df) else stats.multivariate_t(average, scale, df)
            for df in PRIOR.df
        ]
        terms = np.log(PRIOR.df_probs) + [law.logpdf(vectors).sum() for law in laws]
        return total + np.logaddexp.reduce(terms)

    value, *slopes = log_density(*parameters, *tables)
    assert float(value) == pytest.approx(by_hand(*parameters), rel=1e-9)
    for at, slope in enumerate(slopes):
        direction, h = rng.normal(size=slope.shape), 1e-6
        ends = [[p + s * h * direction if i == at else p for i, p in enumerate(parameters)] for s in (1, -1)]
        numeric = (by_hand(*ends[0]) - by_hand(*ends[1])) / (2 * h)
        assert float((slope * direction).sum()) == pytest.approx(numeric, rel=1e-5)


def precision_of(data):
    """Precision of the losses, as the model has it."""
    inverse = np.linalg.inv(data.step)
    of_contrasts = inverse.swapaxes(1, 2) @ data.pull @ inverse
    return data.basis @ of_contrasts @ data.basis.T / data.unit**2


def test_a_missing_classifier_says_nothing():
    rng = np.random.default_rng(0)
    mean, covariance = rng.normal(0.2, 0.05, (2, 3)), covariances(rng, 2, 3)
    pair = contrast_data(*check_losses(*arrays_of(mean[:, :2], covariance[:, :2, :2], NAMES[:2])), PRIOR)
    mean[:, 2], covariance[:, 2] = np.nan, np.nan
    whole = contrast_data(*check_losses(*arrays_of(mean, covariance)), PRIOR)
    assert precision_of(whole)[:, :2, :2] == pytest.approx(precision_of(pair), rel=1e-8)
    assert precision_of(whole)[:, 2] == pytest.approx(0, abs=1e-6)
    assert (whole.basis @ whole.mean[0])[0] * 2 * whole.unit == pytest.approx(mean[0, 0] - mean[0, 1])


def test_a_shift_of_all_classifiers_changes_nothing():
    rng = np.random.default_rng(0)
    mean, covariance = rng.normal(0.2, 0.05, (2, 3)), covariances(rng, 2, 3)
    one = contrast_data(*check_losses(*arrays_of(mean, covariance)), PRIOR)
    other = contrast_data(*check_losses(*arrays_of(mean + np.array([[0.3], [0.1]]), covariance + 0.2)), PRIOR)
    for name, value in one.values().items():
        assert value == pytest.approx(other.values()[name], abs=1e-8)


def test_identical_classifiers_have_a_floor():
    mean, covariance = arrays_of(np.full((2, 3), 0.1), np.zeros((2, 3, 3)))
    data = contrast_data(*check_losses(mean, covariance), PRIOR)
    basis = contrasts(3)
    found = basis.T @ precision_of(data) @ basis
    assert found == pytest.approx(np.stack([np.eye(2)] * 2) / (PRIOR.spread / 1000) ** 2, rel=1e-4, abs=1e-3)


MESSAGES = {
    "kind": (TypeError, "`mean` must be a DataArray with the dims dataset, classifier", lambda m, c: (m.values, c)),
    "dims": (ValueError, "`covariance` must have the dims dataset, classifier, other", lambda m, c: (m, m)),
    "labels": (
        ValueError, "`covariance` must have the data sets and classifiers of `mean`",
        lambda m, c: (m.assign_coords(classifier=["x", "y", "z"]), c),
    ),
    "few": (
        ValueError, "two classifiers or more on each data set, but got fewer on \\['set 1'\\]",
        lambda m, c: (m.where((m.dataset != "set 1") | (m.classifier == "bob")), c),
    ),
    "negative": (ValueError, "must be a covariance matrix of the classifiers .* on 'set 0'", lambda m, c: (m, -c)),
    "gap": (ValueError, "must be a covariance matrix", lambda m, c: (m, c.where(c.other != "bob"))),
    "infinite": (ValueError, "`mean` must be finite", lambda m, c: (m / 0, c)),
    "repeated": (ValueError, "different names along classifier", lambda m, c: (m.isel(classifier=[0, 0]), c)),
    "text": (TypeError, "`mean` must hold numbers", lambda m, c: (m.astype(str), c)),
}  # fmt: skip


@pytest.mark.parametrize("case", MESSAGES)
def test_what_cannot_be_read(case):
    kind, message, spoil = MESSAGES[case]
    rng = np.random.default_rng(0)
    good = arrays_of(rng.uniform(0.1, 0.3, (2, 3)), covariances(rng, 2, 3))
    with pytest.raises(kind, match=message):
        datasets_ranking_mcmc(*spoil(*good))


def test_a_flat_prior_is_refused():
    good = arrays_of(np.zeros((2, 3)), np.stack([np.eye(3)] * 2))
    with pytest.raises(ValueError, match="`prior` must have finite scales to be sampled"):
        datasets_ranking_mcmc(*good, prior=PopulationPrior(spread=np.inf))


@pytest.mark.slow
def test_without_data_the_draws_are_the_prior():
    mean, covariance = arrays_of(np.zeros((2, 3)), 1e6 * np.stack([np.eye(3)] * 2))
    posterior = datasets_ranking_mcmc(mean, covariance, draws=4000, cores=1, rng=0)["posterior"]
    spread = posterior["spread"].values.reshape(-1, 3) * np.sqrt(2) / PRIOR.spread
    rng = np.random.default_rng(0)
    # Some 2,000 effective draws: a standard error of 3 %.
    assert np.quantile(spread, [0.25, 0.5, 0.75]) == pytest.approx(stats.t.ppf([0.625, 0.75, 0.875], 3), rel=0.1)
    expected = np.array([lkj(rng, 3)[[0, 0, 1], [1, 2, 2]] for _ in range(20_000)])
    found = np.stack([posterior["correlation"].values[..., i, j].ravel() for i, j in ((0, 1), (0, 2), (1, 2))])
    assert found.std(axis=1) == pytest.approx(expected.std(axis=0), rel=0.04)
    sd = PRIOR.average / np.sqrt(2) * np.sqrt(2 / 3)
    quartiles = np.quantile(posterior["average"].values.reshape(-1, 3), 0.75, axis=0)
    assert quartiles == pytest.approx(np.full(3, sd * stats.t.ppf(0.75, 3)), rel=0.1)


@pytest.mark.slow
def test_a_world_is_recovered_whatever_the_order_of_classifiers():
    rng = np.random.default_rng(1)
    average, spread = np.array([-0.04, 0.0, 0.04]), np.array([0.02, 0.03, 0.02])
    vectors = average + spread * rng.normal(size=(54, 3))
    noise = covariances(rng, 54, 3)
    mean = np.stack([rng.multivariate_normal(v, c) for v, c in zip(vectors, noise, strict=True)])
    gaps = mean.copy()
    gaps[:20, 1] = np.nan
    data = arrays_of(mean, noise)
    tree = datasets_ranking_mcmc(*data, cores=1, rng=0)
    assert json.loads(tree.attrs["diagnostics"])["passed"]
    posterior = tree["posterior"].to_dataset().mean(("chain", "draw"))
    assert posterior["average"].values == pytest.approx(average, abs=0.012)
    centred = vectors - vectors.mean(axis=1, keepdims=True)
    raw = mean - mean.mean(axis=1, keepdims=True)
    assert np.mean((posterior["loss"].values - centred) ** 2) < np.mean((raw - centred) ** 2)
    # Names that sort in another order: another run of the sampler.
    renamed = ("z", "b", "a")
    other = datasets_ranking_mcmc(*arrays_of(mean, noise, renamed), cores=1, rng=0)["posterior"].to_dataset()
    assert other["classifier"].values.tolist() == list(renamed)
    for name in ("average", "spread", "loss"):
        assert other[name].mean(("chain", "draw")).values == pytest.approx(posterior[name].values, abs=0.003)
    missing = datasets_ranking_mcmc(*arrays_of(gaps, noise), cores=1, rng=0)["posterior"].to_dataset()
    assert missing["average"].mean(("chain", "draw")).values == pytest.approx(average, abs=0.012)
    wide = missing["loss"].std(("chain", "draw")).sel(classifier="bob")
    assert float(wide[:20].min()) > 1.5 * float(wide[20:].max())


@pytest.mark.slow
def test_two_classifiers_are_a_pair():
    """The priors of the spread are not the same, so that 30 data sets agree only nearly."""
    rng = np.random.default_rng(2)
    difference, sd, grid = rng.normal(0.02, 0.04, 30), np.full(30, 0.01), np.linspace(-0.5, 0.5, 1001)
    likelihood = xr.DataArray(
        stats.norm.pdf(grid, difference[:, None], sd[:, None]), dims=("dataset", "difference"),
        coords={"dataset": np.arange(30), "difference": grid},
    )  # fmt: skip
    pair = datasets_mcmc(likelihood, cores=1, rng=0)["posterior"]
    mean = np.column_stack([difference, np.zeros(30)])
    covariance = np.eye(2) * sd[:, None, None] ** 2 / 2
    both = datasets_ranking_mcmc(*arrays_of(mean, covariance, NAMES[:2]), cores=1, rng=0)["posterior"]
    for name in ("average", "next_dataset"):
        gap = (both[name].sel(classifier="ada") - both[name].sel(classifier="bob")).values
        assert gap.mean() == pytest.approx(float(pair[name].mean()), abs=0.004)
        assert gap.std() == pytest.approx(float(pair[name].std()), rel=0.12)


@pytest.mark.slow
def test_ranks_of_prior_draws_are_uniform():
    """Simulation-based calibration; the control, scales that are too small by 3, must fail.

    A spread too wide by 3 is not told with so few worlds: its least p value was .005.
    """
    names = ("average", "next_dataset", "loss")
    priors = {"right": PRIOR, "narrow": PopulationPrior(average=0.03, spread=0.02)}
    ranks = {(kind, name): [] for kind in priors for name in (*names, "gap")}
    for trial in range(150):
        rng = np.random.default_rng([21, trial])
        truth, mean, noise = world(rng, 5, 3)
        for kind, prior in priors.items():
            tree = datasets_ranking_mcmc(
                *arrays_of(mean, noise), prior=prior, draws=199, tune=300, chains=2, cores=1, rng=trial
            )
            draws = tree["posterior"].to_dataset().isel(draw=slice(0, None, 4))
            for name in names:
                drawn, true = draws[name].isel(classifier=0), truth[name][..., 0]
                drawn, true = (drawn.isel(dataset=0), true[0]) if name == "loss" else (drawn, true)
                ranks[kind, name].append(float((drawn < true).mean()))
            far = abs(draws["next_dataset"] - draws["average"]).sum("classifier")
            ranks[kind, "gap"].append(float((far < abs(truth["next_dataset"] - truth["average"]).sum()).mean()))
    bins = np.linspace(0, 1 + 1e-9, 11)
    pvalues = {key: stats.chisquare(np.histogram(values, bins)[0]).pvalue for key, values in ranks.items()}
    assert min(value for (kind, _), value in pvalues.items() if kind == "right") > 0.002, pvalues
    assert min(value for (kind, _), value in pvalues.items() if kind == "narrow") < 1e-3, pvalues
