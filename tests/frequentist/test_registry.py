"""The registry of named tests is complete and every entry says what it must say."""

import csv
from pathlib import Path

import numpy as np
import pytest

from bayescmp.frequentist import TESTS, registered_tests
from bayescmp.frequentist._registered import MEAN_METRICS, MEANS
from bayescmp.model_selection import PLANS

with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as _file:
    PAPER = {row["test"] for row in csv.DictReader(_file)}
MORE = {
    "resampled_t",
    "conservative_z",
    "bootstrap_percentile",
    "bootstrap_bca",
    "permutation",
    "holdout_mcnemar_exact",
    "holdout_mcnemar_midp",
    "holdout_score",
    "holdout_tost",
}
each = pytest.mark.parametrize("test", TESTS.values(), ids=TESTS)


def test_a_test_is_found_by_its_name():
    assert all(TESTS[test.name] is test for test in TESTS.values())


def test_every_test_of_the_papers_is_there():
    assert set(TESTS) >= PAPER | MORE


@each
def test_the_plan_exists(test):
    assert test.plan in PLANS


@each
@pytest.mark.parametrize("field", ["null", "reference", "status", "faults"])
def test_what_a_reader_must_know_is_said(test, field):
    said = getattr(test, field)
    assert said.strip() == said != ""


@each
def test_family_metrics_and_status_are_of_the_known_words(test):
    assert test.family in {"McNemar", "score", "t", "F", "Z", "resampling", "e-value"}
    assert test.metrics in {"error", "any label metric", "any metric", "roc_auc", MEAN_METRICS, MEANS}
    assert test.status[0] in "SDF"


@each
def test_the_faults_are_one_sentence(test):
    assert not test.faults.endswith(".")
    assert "\n" not in test.faults


@each
def test_the_test_of_two_proportions_or_of_tables_takes_errors_only(test):
    of_tables = test.family in {"McNemar", "score", "e-value"} or test.name in {"proportions", "kfold_ci_z"}
    assert (test.metrics == "error") == of_tables


def test_the_recommended_tests_share_the_block_regularized_5x2_fits():
    recommended = [test for test in TESTS.values() if test.recommended]
    assert {test.plan for test in recommended} == {"5 x 2 block-regularized"}


def test_the_recommended_tests_include_the_papers():
    assert "bcv_mcnemar" in {test.name for test in TESTS.values() if test.recommended}


@pytest.mark.parametrize(
    ("name", "plan", "splits", "training_share"),
    [
        ("repeated_holdout_t", "15 hold-outs 2/3", 15, 2 / 3),
        ("resampled_t", "30 hold-outs 2/3", 30, 2 / 3),
        ("corrected_repeated_holdout_t", "15 hold-outs 9/10", 15, 9 / 10),
        ("kfold_t", "10-fold", 10, 9 / 10),
        ("corrected_repeated_kfold_t", "10 x 10-fold", 100, 9 / 10),
        ("kfold_ci_z", "5-fold", 5, 4 / 5),
        ("naive_kfold_mcnemar", "10-fold", 10, 9 / 10),
        ("holdout_mcnemar", "hold-out 2/3", 1, 2 / 3),
        ("proportions", "hold-out 2/3", 1, 2 / 3),
        ("holdout_score", "hold-out 2/3", 1, 2 / 3),
        ("holdout_tost", "hold-out 2/3", 1, 2 / 3),
        ("t_5x2", "5 x 2 random", 10, 1 / 2),
        ("blocked_3x2_t", "3 x 2 block-regularized", 6, 1 / 2),
    ],
)
def test_a_test_is_bound_to_the_resampling_of_the_method_notes(name, plan, splits, training_share):
    test = TESTS[name]
    sizes = [len(train) for train, _ in PLANS[test.plan].splitter(0).split(np.zeros((300, 1)))]
    assert test.plan == plan
    assert len(sizes) == splits
    assert sizes == pytest.approx([training_share * 300] * splits, abs=1)


def test_the_table_has_one_row_each_in_the_same_order():
    table = registered_tests()
    assert table["test"].tolist() == list(TESTS)
    assert table["resampling"].tolist() == [test.plan for test in TESTS.values()]


def test_the_table_has_no_empty_cell():
    table = registered_tests()
    columns = {"test", "family", "resampling", "null", "metrics", "status", "faults", "reference"}
    assert columns <= set(table.columns)
    assert table.notna().all(axis=None)
    assert (table != "").all(axis=None)


def test_the_table_says_where_the_source_is_found():
    column = registered_tests().set_index("test")["reference"]
    assert column["t_5x2"] == "Dietterich 1998, doi:10.1162/089976698300017197"
    assert column["combined_5x2_t"] == "Yildiz 2013, IEEE Transactions on Knowledge and Data Engineering 25(9)"
