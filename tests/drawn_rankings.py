"""Rankings over data sets from generated draws, for what reads a result and need not wait for a sampler."""

import numpy as np
import xarray as xr

from bayescmp._results import Trust
from bayescmp._settings import Settings
from bayescmp.datasets._population import prior_of
from bayescmp.datasets._rank_datasets import result_of
from bayescmp.hierarchical._sampler import Sampler
from bayescmp.metrics import METRICS
from bayescmp.predictions._dataset import versions

NAMES = ("tree", "svm", "knn")


def drawn_ranking(names=NAMES, sets=6, *, rope=0.01, missing=False, reliable=True, by=None, control=None, apart=0.03):
    """Return a ranking whose classifiers lie so far apart; with missing ones, the first is not on the first set."""
    rng = np.random.default_rng(0)
    names, k = list(names), len(names)
    sets = [f"set {number}" for number in range(sets)] if isinstance(sets, int) else list(sets)
    truth = apart * (np.arange(k)[::-1] - (k - 1) / 2)
    losses = xr.DataArray(
        np.clip(0.3 + truth / max(k - 1, 1) + rng.normal(0, 0.02, (len(sets), k)), 0, 1),
        {"dataset": sets, "classifier": names},
    )
    if missing:
        losses[0, 0] = np.nan
    metric = METRICS["error"]
    sampler = Sampler(draws=250, tune=500, chains=2, cores=1, target_accept=0.9, nuts_sampler="nutpie", progress=False)
    sentence = "2 chains of 250 draws: R-hat at most 1.01, effective sample sizes from 410"
    return result_of(
        _draws(truth, names, rng),
        losses,
        Settings.checked(rope=rope, ci_prob=0.95, ci_kind="eti", threshold=0.975, prior="dirichlet", rng=0),
        metric=metric,
        by=by,
        prior=prior_of(None, metric, {}),
        control=control,
        shrunken=(losses - losses.mean("classifier")).fillna(0.0),
        levels={name: ("paired", 200.0 + place) for place, name in enumerate(sets)},
        trust=Trust(sentence=sentence if reliable else f"NOT RELIABLE: {sentence}", reliable=reliable, prob_error=0.02),
        provenance={"versions": versions(), "sampler": sampler.provenance("datasets_ranking_mcmc", 0)},
    )


def _draws(truth, names, rng):
    """Return draws of the average about the truth, and of the next data set about those."""
    dims, shape = ("chain", "draw", "classifier"), (2, 250, len(names))

    def centred(values):
        return values - values.mean(axis=-1, keepdims=True)

    average = truth + rng.normal(0, 0.012, shape)
    following = average + rng.normal(0, 0.03, shape)
    drawn = {
        "average": (dims, centred(average)),
        "next_dataset": (dims, centred(following)),
        "spread": (dims, np.abs(rng.normal(0.03, 0.005, shape))),
    }
    return xr.Dataset(drawn, {"classifier": names, "chain": [0, 1], "draw": np.arange(250)})
