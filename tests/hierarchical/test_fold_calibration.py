"""Calibration of the fold-correlation model: ranks under its own prior, and coverage at fixed correlations."""

import numpy as np
import pytest
from scipy import stats

from bayescmp.hierarchical import fold_correlation, run_correlations
from bayescmp.hierarchical._fold_model import ArrayReader, Sampler, Shape, contrast_variances
from tests.data import mean_of, sd_of

FITS = 400
KEPT = 99
"""Draws kept of every fit, so that ranks run from 0 to 99."""
SAMPLER = Sampler(draws=500, tune=500, chains=4, cores=2, target_accept=0.9, nuts_sampler="nutpie", progress=False)
SHAPES = {
    "one run": (Shape(experiment=1), 1),
    "runs of six experiments": (Shape(experiment=6), 1),
    "many replicates of six": (Shape(experiment=6, centred=True), 20),
    "crossed effects": (Shape(experiment=12, dataset=4, pair=3, centred=True), 20),
}


def model_values(shape, replicates, repeats=5, n_validation=150):
    size = np.full(shape.experiment, float(n_validation))
    return {
        "degrees": np.array([replicates - 1.0, replicates * (repeats - 1.0), replicates * repeats]),
        "unit": 0.21 / size,
        "resolution": 1 / (12 * size**2),
        "n_repeats": float(repeats),
        "phi_scale_centre": 0.6,
        "dataset": np.arange(shape.experiment) // 3,
        "pair": np.arange(shape.experiment) % 3,
    }


def ranks(shape, replicates, fits, *, stretch=1.0, seed=0):
    """Ranks of the parameters drawn from the prior among their posterior draws, shape (fits,) by name.

    `stretch` multiplies the variances that the data are drawn with: above 1 the model is wrong.
    """
    rng = np.random.default_rng(seed)
    values = model_values(shape, replicates)
    truths = ArrayReader(shape, values, fits, rng).values
    parameters = (truths[name] for name in shape.parameters)
    variance = stretch * np.stack(contrast_variances(values, *parameters, has_phi=shape.has_phi), axis=-1)
    sums = variance * 2 * rng.standard_gamma(values["degrees"] / 2, variance.shape)
    found = {name: np.empty(fits, dtype=int) for name in truths}
    for i in range(fits):
        posterior = SAMPLER.sample(shape, {**values, "sums": sums[i]}, seed=i)["posterior"]
        for name, truth in truths.items():
            draws = posterior[name].values.reshape(SAMPLER.chains * SAMPLER.draws, -1)[:, 0]
            kept = draws[np.linspace(0, len(draws) - 1, KEPT).astype(int)]
            found[name][i] = (kept < truth[i, 0]).sum()
    return found


def pvalues(found):
    """Of the uniformity of the ranks in 20 bins."""
    return {name: stats.chisquare(np.bincount(rank // 5, minlength=20)).pvalue for name, rank in found.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_ranks_are_uniform(name):
    found = pvalues(ranks(*SHAPES[name], FITS))
    print(name, {key: round(value, 3) for key, value in found.items()})  # noqa: T201 - the numbers of the docs
    assert min(found.values()) > 0.01 / len(found)


@pytest.mark.slow
def test_ranks_of_a_wrong_model_are_not():
    shape, replicates = SHAPES["many replicates of six"]
    assert pvalues(ranks(shape, replicates, FITS // 2, stretch=1.3))["phi"] < 1e-4


@pytest.mark.slow
@pytest.mark.parametrize(("rho1", "rho2", "phi"), [(0.0, 0.15, 1.4), (0.1, 0.25, 1.5), (0.3, 0.3, 2.0)])
def test_intervals_cover(rho1, rho2, phi, fold_estimates):
    rng = np.random.default_rng(8)
    data = fold_estimates(rng, rho1=rho1, rho2=rho2, phi=phi, replicates=200, experiments=FITS)
    hits = {"rho1": 0, "rho2": 0, "phi": 0}
    width = dict.fromkeys(hits, 0.0)
    for i in range(FITS):
        posterior = fold_correlation(
            data.isel(experiment=[i]), draws=500, tune=500, rng=i, nuts_sampler="nutpie", statistic="disagreement"
        )["posterior"]
        for name, truth in (("rho1", rho1), ("rho2", rho2), ("phi", phi)):
            low, high = np.quantile(posterior[name], [0.05, 0.95])
            hits[name] += low <= truth <= high
            width[name] += (high - low) / FITS
    print((rho1, rho2, phi), {name: hit / FITS for name, hit in hits.items()}, width)  # noqa: T201
    assert all(0.85 <= hit / FITS <= 0.95 for hit in hits.values())


def test_the_posterior_of_the_grid_is_calibrated_in_a_small_run(fold_estimates):
    """The small version of the above: standardised errors of the posterior mean, drawn from the prior."""
    shape, values = Shape(experiment=1), {"phi_scale_centre": 0.6}
    rng = np.random.default_rng(9)
    truths = ArrayReader(shape, values, 50, rng).values
    errors = []
    for rho1, rho2, phi in np.hstack([truths[name] for name in ("rho1", "rho2", "phi")]):
        data = fold_estimates(rng, rho1=rho1, rho2=rho2, phi=phi, replicates=3, n_validation=1500)
        grid = run_correlations(data, statistic="disagreement")
        errors.append(
            [(mean_of(grid, name) - truth) / sd_of(grid, name) for name, truth in (("rho1", rho1), ("rho2", rho2))]
        )
    assert np.mean(errors, axis=0) == pytest.approx([0, 0], abs=0.5)
    assert np.std(errors, axis=0) == pytest.approx([1, 1], abs=0.35)
    too_narrow = np.std(2 * np.array(errors), axis=0)
    assert (too_narrow > 1.35).all()
