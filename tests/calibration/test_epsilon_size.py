"""Rejection rates on the Epsilon scenario, where the null hypothesis is true, against the reference simulation."""

import csv
from pathlib import Path

import numpy as np
import pytest
import xarray as xr
from scipy import signal, stats

import bayescmp as bc
from bayescmp.studies import Epsilon
from bayescmp.tables import tables_of_losses
from tests.data import splits_of, standard_errors_apart, table

LEVEL = 0.05
WITH_REFERENCE = 100_000
with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as _file:
    REFERENCE = {row["test"]: float(row["simulated_100000_trials"]) for row in csv.DictReader(_file)}


def tables_of_trials(trials, *, scenario=None, per_batch=2000):
    """Ten tables per trial; losses are fixed per record, so that one partition serves all trials."""
    scenario, rng = scenario or Epsilon(), np.random.default_rng(1)
    fold = np.empty((5, scenario.n_records), dtype=int)
    for number, (_, test) in enumerate(splits_of(scenario.n_records)):
        fold[number // 2, test] = number % 2
    fold = xr.DataArray(fold, dims=("repeat", "record"))
    batches = []
    for _ in range(trials // per_batch):
        losses = scenario.draw(per_batch, rng)
        pair = (losses.sel(classifier=name, drop=True) for name in ("first", "second"))
        batches.append(tables_of_losses(*pair, fold))
    return xr.concat(batches, "experiment", join="override")


def rejected(pvalue):
    return float((pvalue <= LEVEL).mean())


@pytest.fixture(scope="module")
def tables():
    return tables_of_trials(20_000)


def rates(tables):
    twice = tables.copy(data=2 * tables.values)
    return {
        "bcv_mcnemar": rejected(bc.frequentist.bcv_mcnemar(tables).pvalue),
        "without correction": rejected(
            bc.frequentist.mcnemar(bc.effective_table(tables), method="chi2", correction=False).pvalue
        ),
        "twice the factor": rejected(bc.frequentist.bcv_mcnemar(twice).pvalue),
        "pooled tables": rejected(bc.frequentist.mcnemar(tables.sum(("repeat", "fold")), method="chi2").pvalue),
    }


def test_bcv_mcnemar_rejects_as_often_as_the_reference(tables):
    rate = rates(tables)["bcv_mcnemar"]
    assert standard_errors_apart(rate, 20_000, REFERENCE["bcv_mcnemar"], WITH_REFERENCE) < 3, rate


@pytest.mark.parametrize("wrong", ["without correction", "twice the factor", "pooled tables"])
def test_wrong_statistics_do_not(tables, wrong):
    rate = rates(tables)[wrong]
    assert standard_errors_apart(rate, 20_000, REFERENCE["bcv_mcnemar"], WITH_REFERENCE) > 3, rate


def joint_probability(n_records=300, epsilon=0.1):
    """Probabilities of the numbers of records on which only the first, and only the second, is wrong."""
    half = np.arange(n_records // 2 + 1)
    low, high = epsilon / 2, 3 * epsilon / 2
    only_first, only_second = low * (1 - high), high * (1 - low)
    n01, n10 = np.meshgrid(half, half, indexing="ij")
    discordant = stats.binom.pmf(n01 + n10, half[-1], only_first + only_second)
    bad_second = discordant * stats.binom.pmf(n01, n01 + n10, only_first / (only_first + only_second))
    return signal.fftconvolve(bad_second, bad_second.T)


def exact_rate():
    """By enumeration of the discordant counts: losses are fixed, so the sums over ten tables are five times them."""
    joint = joint_probability()
    n01, n10 = np.indices(joint.shape)
    none = np.zeros((*joint.shape, 5, 2), dtype=np.int64)
    n01, n10 = (none + count[..., None, None] for count in (n01, n10))
    # Each record is in one of the two folds of every repeat: put all of them in the first.
    n01[..., 1], n10[..., 1] = 0, 0
    tables = table(none, n01, n10, none, dims=("i", "j", "repeat", "fold"))
    return float(joint[bc.frequentist.bcv_mcnemar(tables).pvalue.values <= LEVEL].sum())


def test_the_exact_rate_agrees_with_the_reference():
    assert standard_errors_apart(exact_rate(), 10**9, REFERENCE["bcv_mcnemar"], WITH_REFERENCE) < 3, exact_rate()


def test_how_often_equal_classifiers_are_decided_between(tables):
    """The exact rate, .033, by simulation and by enumeration with scipy's Beta."""
    first_better = bc.posteriors.paired_posterior(bc.effective_table(tables)).prob_first_better
    rate = float(((first_better >= 0.975) | (first_better <= 0.025)).mean())
    joint = joint_probability()
    n01, n10 = (10 / 11 * count for count in np.indices(joint.shape))
    prob = stats.beta.cdf(0.5, n01 + 1, n10 + 1)
    exact = float(joint[(prob >= 0.975) | (prob <= 0.025)].sum())
    assert rate == pytest.approx(exact, abs=3 * np.sqrt(exact / 20_000))
    assert exact == pytest.approx(0.033, abs=0.0005)
