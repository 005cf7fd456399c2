"""Rejection rates of every test of the Epsilon column, where the null hypothesis is true, against the reference."""

import csv
from pathlib import Path

import pytest

from bayescmp.frequentist import TESTS, paired_t
from bayescmp.studies import STUDY_METHODS, Epsilon, Study, StudyMethod, run_study
from tests.data import standard_errors_apart

FEW, MANY, WITH_REFERENCE = 4_000, 100_000, 100_000
with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as _file:
    REFERENCE = {row["test"]: float(row["simulated_100000_trials"]) for row in csv.DictReader(_file)}
COLUMN = {name: test for name, test in TESTS.items() if name in REFERENCE}
CORRECTED = ["corrected_repeated_holdout_t", "corrected_repeated_kfold_t"]


def uncorrected(outcomes, alpha):
    return {"pvalue": paired_t(outcomes.evidence.differences, test_to_train=0.0).pvalue}


def rejection_rates(trials, folder):
    """Of the tests of the column, and of the corrected ones without their correction."""
    broken = [StudyMethod(name=f"{name} uncorrected", plan=COLUMN[name].plan, assess=uncorrected) for name in CORRECTED]
    methods = [*(STUDY_METHODS[name] for name in COLUMN), *broken]
    study = Study(name="epsilon", cells=[Epsilon()], methods=methods, trials=trials, seed=7)
    return run_study(study, folder).set_index("method")["rejected"]


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    return rejection_rates(FEW, tmp_path_factory.mktemp("few"))


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    return rejection_rates(MANY, tmp_path_factory.mktemp("many"))


def test_every_test_of_the_column_is_registered():
    assert set(COLUMN) == set(REFERENCE)


def apart(rates, trials, suffix=""):
    """Standard errors between shares and the reference, of each test or of the corrected ones without correction."""
    names = CORRECTED if suffix else REFERENCE
    return {
        name: standard_errors_apart(rates[f"{name}{suffix}"], trials, REFERENCE[name], WITH_REFERENCE) for name in names
    }


def test_a_few_trials_reject_as_often_as_the_reference_and_without_the_correction_do_not(few):
    assert max(apart(few, FEW).values()) < 3, apart(few, FEW)
    assert min(apart(few, FEW, " uncorrected").values()) > 3


@pytest.mark.slow
def test_100000_trials_reject_as_often_as_the_reference_and_without_the_correction_do_not(many):
    assert max(apart(many, MANY).values()) < 3, apart(many, MANY)
    assert min(apart(many, MANY, " uncorrected").values()) > 3
