"""Rejection rates of every test of the Epsilon column, where the null hypothesis is true, against the reference."""

import csv
from pathlib import Path

import numpy as np
import pytest
import xarray as xr

from bayescmp.frequentist import TESTS, evidence_of_tables, paired_t
from bayescmp.model_selection import PLANS
from bayescmp.studies import Epsilon
from bayescmp.tables import tables_of_losses

LEVEL = 0.05
FEW, MANY, WITH_REFERENCE = 4_000, 100_000, 100_000
with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as _file:
    REFERENCE = {row["test"]: float(row["simulated_100000_trials"]) for row in csv.DictReader(_file)}
COLUMN = {test.name: test for test in TESTS if test.name in REFERENCE}
CORRECTED = ["corrected_repeated_holdout_t", "corrected_repeated_kfold_t"]


def layout(plan, n_records, seed):
    """Validating fold of every record in every repeat, and size of the validation relative to the training sets."""
    splits = list(PLANS[plan].splitter(seed).split(np.zeros((n_records, 1))))
    fold = np.full((PLANS[plan].n_repeats, n_records), -1)
    for number, (_, test) in enumerate(splits):
        repeat, k = divmod(number, PLANS[plan].n_folds)
        fold[repeat, test] = k
    ratio = np.mean([len(test) / len(train) for train, test in splits])
    return xr.DataArray(fold, dims=("repeat", "record")), float(ratio)


def losses_of_trials(trials, rng):
    """Fixed losses of both classifiers, the records of each trial in random order.

    So a layout deals other records in every trial. How much its splits overlap stays, hence a new layout per batch.
    """
    losses = Epsilon().draw(trials, rng)
    order = np.argsort(rng.random((trials, 1, losses.sizes["record"]), dtype=np.float32), axis=-1)
    shuffled = losses.copy(data=np.take_along_axis(losses.values, order, axis=-1))
    return [shuffled.sel(classifier=name, drop=True) for name in ("first", "second")]


def rejection_rates(trials, per_batch=500):
    """Of the tests of the column, and of the corrected ones without their correction."""
    rng = np.random.default_rng(7)
    rejected = dict.fromkeys([*COLUMN, *(f"{name} uncorrected" for name in CORRECTED)], 0)
    for batch in range(trials // per_batch):
        layouts = {test.plan: layout(test.plan, Epsilon().n_records, batch) for test in COLUMN.values()}
        pair = losses_of_trials(per_batch, rng)
        evidence = {
            plan: evidence_of_tables(tables_of_losses(*pair, fold), test_to_train=ratio)
            for plan, (fold, ratio) in layouts.items()
        }
        for name, test in COLUMN.items():
            rejected[name] += int((test.assess(evidence[test.plan]).pvalue <= LEVEL).sum())
        for name in CORRECTED:
            pvalue = paired_t(evidence[COLUMN[name].plan].differences).pvalue
            rejected[f"{name} uncorrected"] += int((pvalue <= LEVEL).sum())
    return {name: count / trials for name, count in rejected.items()}


def standard_errors_apart(rate, trials, reference):
    """With the pooled rate, which is above 0 also where few trials reject nothing."""
    pooled = (rate * trials + reference * WITH_REFERENCE) / (trials + WITH_REFERENCE)
    return abs(rate - reference) / np.sqrt(pooled * (1 - pooled) * (1 / trials + 1 / WITH_REFERENCE))


@pytest.fixture(scope="module")
def few():
    return rejection_rates(FEW)


@pytest.fixture(scope="module")
def many():
    return rejection_rates(MANY)


def test_every_test_of_the_column_is_registered():
    assert set(COLUMN) == set(REFERENCE)


@pytest.mark.parametrize("name", REFERENCE)
def test_a_few_trials_reject_as_often_as_the_reference(few, name):
    assert standard_errors_apart(few[name], FEW, REFERENCE[name]) < 3, few[name]


@pytest.mark.parametrize("name", CORRECTED)
def test_a_few_trials_without_the_correction_do_not(few, name):
    assert standard_errors_apart(few[f"{name} uncorrected"], FEW, REFERENCE[name]) > 3, few[f"{name} uncorrected"]


@pytest.mark.slow
@pytest.mark.parametrize("name", REFERENCE)
def test_100000_trials_reject_as_often_as_the_reference(many, name):
    assert standard_errors_apart(many[name], MANY, REFERENCE[name]) < 3, many[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", CORRECTED)
def test_100000_trials_without_the_correction_do_not(many, name):
    assert standard_errors_apart(many[f"{name} uncorrected"], MANY, REFERENCE[name]) > 3, many[f"{name} uncorrected"]
