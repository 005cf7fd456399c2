"""P(best) of the leader on real hold-outs, as claimed and as it is: `python docs/results/rank_hold_out.py FILE.npz`.

Writes rank-hold-out.csv beside this file (ten minutes). FILE holds pools: arrays of bool, records by classifiers, of
whether a classifier is wrong; each is a data set with one training set, named `{data set}_{seed}`. A hold-out is a
sample of a pool with replacement, the errors on the whole pool are the truth, and so classifiers are as near to each
other as real ones are. The classifiers are the three with the least true errors (leaders that are nearly equal), five
at random, or all. Standard errors are clustered by data set.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp.posteriors import dirichlet_process_posterior
from bayescmp.ranking._draws import of_draws
from bayescmp.ranking._pooled import pooled

CHOICES = ("three best", "five at random", "all")
SIZES = (50, 150, 500)
SAMPLES, DRAWS, ROPE, SEED = 40, 2000, 0.01, 23
CLAIMS = [(0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.0)]


def pools(path):
    """Return a name, its data set and the outcomes of every pool."""
    with np.load(path) as file:
        return [(name, name.rpartition("_")[0], file[name]) for name in file.files if name != "classifiers"]


def chosen(true, choice, rng):
    """Return the places of the classifiers that are ranked."""
    if choice == "three best":
        return np.sort(np.argsort(true, kind="stable")[:3])
    return rng.choice(true.size, 5, replace=False) if choice == "five at random" else np.arange(true.size)


def judged(wrong, true, rng, *, counted=1):
    """What is claimed of the leader of one hold-out, and what is so, means over leaders that err equally often.

    `counted`: how often a record counts.
    """
    _, first, place = np.unique(wrong, axis=1, return_index=True, return_inverse=True)
    alike = first[place.ravel()]
    labelled = xr.DataArray(np.repeat(wrong, counted, axis=0), dims=("record", "classifier"))
    posterior = dirichlet_process_posterior(labelled)
    found = of_draws(posterior.draw(DRAWS, rng).to_numpy(), ROPE, alike)
    shrunk = pooled(posterior.moments, (0.0, 0.0), alike=alike, draws=DRAWS, rng=rng).prob_best
    best, leads = np.isclose(true, true.min(), rtol=0, atol=1e-12), wrong.sum(0) == wrong.sum(0).min()
    flat, regret = found.ranks[:, 0], true - true.min()
    of_leader = {
        "claimed": flat,
        "claimed_pooled": shrunk,
        "claimed_smaller": np.minimum(flat, shrunk),
        "happened": best / best.sum(),
        "within": found.within_rope,
        "is_within": regret <= ROPE,
        "expected_regret": found.regret,
        "regret": regret,
    }
    scores = {"score": score(flat, best), "score_pooled": score(shrunk, best)}
    return {name: values[leads].mean() for name, values in of_leader.items()} | scores


def score(probabilities, best):
    """Logarithm of the probability of the best, at least that of half a draw."""
    return float(np.log(np.maximum(probabilities[best], 0.5 / DRAWS)).mean())


def measured(path, samples=SAMPLES, sizes=SIZES, **options):
    """One row per hold-out and choice of classifiers."""
    rows = []
    for number, (pool, data, outcomes) in enumerate(pools(path)):
        for n in sizes:
            rng = np.random.default_rng([SEED, number, n])
            for _ in range(samples):
                sample = outcomes[rng.integers(len(outcomes), size=n)]
                for choice in CHOICES:
                    places = chosen(outcomes.mean(0), choice, rng)
                    found = judged(sample[:, places], outcomes.mean(0)[places], rng, **options)
                    rows.append({"pool": pool, "data": data, "n_records": n, "classifiers": choice} | found)
    return pd.DataFrame(rows)


def clustered(values, cluster):
    """A mean and its standard error, clustered."""
    values = np.asarray(values, float)
    sums = pd.Series(values - values.mean()).groupby(np.asarray(cluster)).sum()
    return values.mean(), np.sqrt((sums**2).sum() * len(sums) / (len(sums) - 1)) / len(values)


QUANTITIES = {
    "P(best) of the leader": ("claimed", "happened"),
    "the same, pooled": ("claimed_pooled", "happened"),
    "the smaller of the two": ("claimed_smaller", "happened"),
    "P(leader within .01 of the best)": ("within", "is_within"),
    "regret of the leader": ("expected_regret", "regret"),
    "log score of who is best: flat, pooled": ("score", "score_pooled"),
}
"""What is claimed and what happened; of the log score what the flat and what the pooled prior reach."""


def rows_of(frame, about):
    for quantity, (claimed, happened) in QUANTITIES.items():
        value, error = clustered(frame[happened], frame["data"])
        apart = clustered(frame[happened] - frame[claimed], frame["data"])[1]
        yield about | {"quantity": quantity, "claimed": frame[claimed].mean(), "value": value, "se": error,
                       "apart_se": apart, "count": len(frame)}  # fmt: skip


def summary(frame):
    """Rows by choice and size, the near-equal ones first, and by the size of the smaller claim."""
    rows = []
    for choice in CHOICES:
        for n, here in frame[frame["classifiers"] == choice].groupby("n_records"):
            rows += rows_of(here, {"classifiers": choice, "n_records": n})
    for choice in (CHOICES[0], "any"):
        of_choice = frame[(frame["classifiers"] == choice) | (choice == "any")]
        for low, high in CLAIMS:
            claim = of_choice["claimed_smaller"]
            inside = of_choice[(claim >= low) & ((claim < high) | (high == 1))]
            value, error = clustered(inside["happened"], inside["data"])
            rows.append(
                {"classifiers": choice, "n_records": np.nan, "quantity": f"smaller claim, {low:.1f} to {high:.1f}",
                 "claimed": inside["claimed_smaller"].mean(), "value": value, "se": error, "count": len(inside)}
            )  # fmt: skip
    return pd.DataFrame(rows)


def main():
    found = measured(sys.argv[1], *map(int, sys.argv[2:3]))
    summary(found).round(5).to_csv(Path(__file__).with_name("rank-hold-out.csv"), index=False)


if __name__ == "__main__":
    main()
