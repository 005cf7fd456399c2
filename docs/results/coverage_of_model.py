"""Coverage of crossed effects in data of their own model: `python docs/results/coverage_of_model.py` (minutes).

Writes coverage.csv beside it. Truths come from the prior (an empty tau), or tau is given. An outcome falls where a
uniform number does: one of the record, in the same place in every repeat, or a fresh one; a training set shifts it.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

import bayescmp as bc
from bayescmp.evidence import crossed_sums_of_losses
from bayescmp.posteriors import crossed_effects_of_sums

LEVELS = (0.5, 0.8, 0.95)
STRENGTH = 8.0  # disagreements are so frequent that a shift by a training set leaves probabilities
BATCH = 1000
CELLS = [(304, None, 20_000), (64, None, 20_000), (40, None, 20_000), *((304, t, 4000) for t in (0, 0.1, 0.3, 1, 3))]


def design(n_records):
    """Return the fold of every record, and the training sets, of 5 x 2 block-regularized cross-validation."""
    splits = bc.BlockRegularizedCV(random_state=0).split(np.zeros((n_records, 1)))
    train = np.zeros((10, n_records), dtype=bool)
    for row, (members, _) in zip(train, splits, strict=True):
        row[members] = True
    train = xr.DataArray(train.reshape(5, 2, n_records), dims=("repeat", "fold", "record"))
    return (~train).argmax("fold"), train


def ranks(n_records, tau, experiments, rng):
    """Posterior probabilities below the true difference."""
    fold, train = design(n_records)
    p_d, r = rng.beta(STRENGTH, STRENGTH, (2, experiments))
    share = rng.uniform(0.2, 0.9, experiments)
    tau = np.abs(stats.t.rvs(df=2, scale=0.3, size=experiments, random_state=rng)) if tau is None else tau
    delta = p_d * (2 * r - 1)
    each = np.s_[:, None, None]

    of_record = np.sqrt(tau * (p_d - delta**2))[:, None] * rng.standard_normal((experiments, n_records))
    members = train.to_numpy() / train.to_numpy().sum(-1, keepdims=True)
    of_set = np.einsum("rki,ei->erk", members, of_record, optimize=True)
    effect = np.take_along_axis(of_set, np.broadcast_to(fold.to_numpy(), (experiments, *fold.shape)), axis=2)

    only_first, only_second = (p_d * r)[each], (p_d * (1 - r))[each]
    room = np.minimum(np.minimum(only_first, only_second), 1 - np.maximum(only_first, only_second))
    shift = np.clip(effect / 2, -room, room)
    own = rng.random(effect.shape) < np.sqrt(share[each])  # in both of two repeats with the probability `share`
    place = np.where(own, rng.random((experiments, 1, n_records)), rng.random(effect.shape))
    losses = [
        xr.DataArray(wrong, dims=("experiment", "repeat", "record"))
        for wrong in (place > 1 - only_first - shift, place < only_second - shift)
    ]
    posterior = crossed_effects_of_sums(crossed_sums_of_losses(*losses, fold, train), strength=STRENGTH)
    return posterior.difference.cdf(xr.DataArray(delta, dims="experiment")).to_numpy()


def main():
    rows = []
    for number, (n_records, tau, experiments) in enumerate(CELLS):
        rng = np.random.default_rng([20230403, number])
        rank = np.concatenate([ranks(n_records, tau, BATCH, rng) for _ in range(experiments // BATCH)])
        for level in LEVELS:
            share = float((np.abs(rank - 0.5) <= level / 2).mean())
            error = np.sqrt(level * (1 - level) / experiments)
            about = {"n_records": n_records, "tau": tau, "level": level, "trials": experiments}
            rows.append(about | {"coverage": round(share, 5), "coverage_se": round(error, 5)})
    pd.DataFrame(rows).to_csv(Path(__file__).with_name("coverage.csv"), index=False)


if __name__ == "__main__":
    main()
