"""Over worlds drawn from the prior, the mean assurance is the share of the larger experiments that decide.

The prior is the flat one, so that the assurance is that of this prior and not the smaller of two. Each world has its
own true difference, share of the records and tau. A small experiment is compared and planned from; then the larger one
is made, and compared by itself.
"""

from functools import cache
from unittest import mock

import numpy as np
import pytest

import bayescmp as bc
from bayescmp.comparison import _foreseen
from tests.calibration import test_crossed_effects_model as model
from tests.data import splits_of

SMALL, LARGE = 64, 256


def experiment(truth, n, rng):
    """Compare two classifiers in a world, on n records."""
    d = model.outcomes(truth, model.halves(n), rng)[0]
    labels = {"a": (d > 0).astype(int), "b": (d < 0).astype(int)}
    predictions = bc.labels(np.zeros(n, int), labels, how=bc.splits(splits_of(n)))
    return bc.compare(predictions, method=bc.methods.Auto(strength=model.STRENGTH))


@cache
def promises(worlds):
    """Return assurance, power at the estimate, and what happened in every world, (3, n_worlds)."""
    rng, rows = np.random.default_rng(11), []
    for _ in range(worlds):
        truth = model.truths(1, rng)
        small = experiment(truth, SMALL, rng)
        with mock.patch.object(_foreseen, "density_of_difference", lambda middle, *_: np.ones_like(middle)):
            foreseen = bc.plan(small, n_records=[LARGE], n_repeats=[5], difference=small.difference.mean).table
        decided = experiment(truth, LARGE, rng).decision != "undecided"
        power = foreseen.get("power", np.nan)  # of no difference nothing is right
        rows.append([foreseen["assurance"].item(), float(np.squeeze(power)), float(decided)])
    return np.array(rows).T


def standard_errors_off(promised, happened):
    off = promised - happened
    return off.mean() / (off.std(ddof=1) / np.sqrt(off.size))


SIZES = [pytest.param(5, marks=pytest.mark.full), pytest.param(600, marks=pytest.mark.slow)]


@pytest.mark.parametrize("worlds", SIZES)
def test_the_mean_promise_is_the_share_decided(worlds):
    assurance, _, happened = promises(worlds)
    assert abs(standard_errors_off(assurance, happened)) < 3.5


@pytest.mark.slow
def test_a_promise_that_forgets_half_of_the_spread_is_noticed():
    assurance, _, happened = promises(600)
    assert abs(standard_errors_off(np.sqrt(assurance), happened)) > 4


@pytest.mark.parametrize("worlds", SIZES)
def test_power_at_the_estimate_is_another_number(worlds):
    assurance, power, _ = promises(worlds)
    assert np.nanmean(np.abs(assurance - power)) > 0.05
