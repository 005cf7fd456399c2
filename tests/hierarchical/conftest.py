"""Fold estimates with known correlations."""

import numpy as np
import pytest
import xarray as xr

import bayescmp as bc
from bayescmp.studies import Epsilon
from bayescmp.tables import tables_of_losses

DIMS = ("experiment", "replicate", "repeat", "fold")


@pytest.fixture(scope="session")
def fold_estimates():
    """Draw multivariate normal estimates of a disagreement."""

    def draw(rng, *, rho1, rho2, phi, replicates, experiments=1, repeats=5, mean=0.3, n_validation=150):
        rho1, rho2, phi = (np.broadcast_to(value, (experiments,)) for value in (rho1, rho2, phi))
        same_repeat = np.kron(np.eye(repeats), np.ones((2, 2)))
        same_fold = np.eye(2 * repeats)
        other_fold = (same_repeat - same_fold) * rho1[:, None, None]
        correlation = (1 + 1e-12) * same_fold + other_fold + (1 - same_repeat) * rho2[:, None, None]
        sd = np.sqrt(phi * mean * (1 - mean) / n_validation)
        noise = rng.standard_normal((experiments, replicates, 2 * repeats))
        values = mean + sd[:, None, None] * np.einsum("jab,jrb->jra", np.linalg.cholesky(correlation), noise)
        return xr.DataArray(
            values.reshape(experiments, replicates, repeats, 2), dims=DIMS, attrs={"n_validation": n_validation}
        )

    return draw


@pytest.fixture(scope="session")
def epsilon_tables():
    """Tables of losses that depend on the validation records only: rho1 = 0, rho2 = 1/2, phi = 1."""
    splits = list(bc.BlockRegularizedCV(5, random_state=0).split(np.zeros((300, 1)), np.zeros(300)))
    fold = np.full((5, 300), -1)
    for i, (_, validation) in enumerate(splits):
        fold[i // 2, validation] = i % 2

    def draw(replicates, seed):
        losses = Epsilon().draw(replicates, rng=seed).rename(experiment="replicate")
        first, second = (losses.sel(classifier=name, drop=True) for name in ("first", "second"))
        return tables_of_losses(first, second, xr.DataArray(fold, dims=("repeat", "record")))

    return draw
