"""Regret of choosing the best of several classifiers, as expected and as it is: `python docs/results/rank_regret.py`.

Writes rank-regret.csv beside it (a minute or two). Each data set is a hold-out of five classifiers whose true error
rates are drawn anew, a mean between .05 and .30 and normal deviations of .03 from it; outcomes are
correlated.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special

from bayescmp.posteriors import dirichlet_process_posterior
from bayescmp.ranking._draws import of_draws

K, SHARED, DRAWS = 5, 0.6, 4000


def regrets(n, data_sets, rng, *, counted=1, draws=DRAWS):
    """Regret and expected regret of the chosen classifier in every data set; `counted`: how often a record counts."""
    found = []
    for _ in range(data_sets):
        true = np.clip(rng.uniform(0.05, 0.3) + 0.03 * rng.standard_normal(K), 0.01, 0.5)
        latent = np.sqrt(SHARED) * rng.standard_normal(n) + np.sqrt(1 - SHARED) * rng.standard_normal((K, n))
        wrong = xr.DataArray(latent < special.ndtri(true)[:, None], dims=("classifier", "record"))
        posterior = dirichlet_process_posterior(xr.concat([wrong] * counted, "record"))
        chosen = int(posterior.losses.mean.to_numpy().argmin())
        expected = of_draws(posterior.draw(draws, rng).to_numpy(), 0.0).regret[chosen]
        found.append((true[chosen] - true.min(), expected))
    return np.array(found)


def summary(data_sets, seed=0, sizes=(50, 200, 800)):
    """One row per number of records: means with standard errors, and of the difference of the two."""
    rows = []
    for n in sizes:
        found = regrets(n, data_sets, np.random.default_rng([seed, n]))
        mean, error = found.mean(0), found.std(0, ddof=1) / np.sqrt(data_sets)
        apart = found[:, 0] - found[:, 1]
        rows.append(
            {"n_records": n, "data_sets": data_sets, "regret": mean[0], "regret_se": error[0], "expected": mean[1],
             "expected_se": error[1], "apart": apart.mean(), "apart_se": apart.std(ddof=1) / np.sqrt(data_sets)}
        )  # fmt: skip
    return pd.DataFrame(rows)


if __name__ == "__main__":
    summary(2000).round(6).to_csv(Path(__file__).with_name("rank-regret.csv"), index=False)
