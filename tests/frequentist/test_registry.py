"""The registry of named tests is complete and every entry says what it must say."""

import csv
from pathlib import Path

import numpy as np
import pytest

from bayescmp.frequentist import TESTS, registered_tests
from bayescmp.frequentist._registered import MEAN_METRICS, MEANS, RATES
from bayescmp.model_selection import PLANS

with (Path(__file__).parents[1] / "reference" / "epsilon.csv").open() as _file:
    PAPER = {row["test"] for row in csv.DictReader(_file)}
MORE = {
    "resampled_t", "conservative_z", "bootstrap_percentile", "bootstrap_bca", "permutation", "holdout_mcnemar_exact",
    "holdout_mcnemar_midp", "holdout_score", "holdout_tost",
}  # fmt: skip


def test_every_test_of_the_papers_is_there_and_says_what_a_reader_must_know():
    assert set(TESTS) >= PAPER | MORE
    assert all(name == test.name for name, test in TESTS.items())
    for test in TESTS.values():
        assert test.plan in PLANS
        assert all(said.strip() == said != "" for said in (test.null, test.reference, test.status, test.faults))
        assert not test.faults.endswith(".")
        assert "\n" not in test.faults
        assert test.family in {"McNemar", "score", "t", "F", "Z", "resampling", "e-value"}
        assert test.metrics in {"error", "any label metric", "any metric", "roc_auc", MEAN_METRICS, MEANS, RATES}
        assert test.status[0] in "SDF"
        of_tables = test.family in {"McNemar", "score", "e-value"} or test.name in {"proportions", "kfold_ci_z"}
        assert (test.metrics in {"error", RATES}) == of_tables


def test_the_recommended_tests_share_the_block_regularized_5x2_fits():
    recommended = [test for test in TESTS.values() if test.recommended]
    assert {test.plan for test in recommended} == {"5 x 2 block-regularized"}
    assert "bcv_mcnemar" in {test.name for test in recommended}


def test_a_test_is_bound_to_the_resampling_of_the_method_notes():
    for name, plan, splits, share in (
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
    ):
        sizes = [len(train) for train, _ in PLANS[TESTS[name].plan].splitter(0).split(np.zeros((300, 1)))]
        assert TESTS[name].plan == plan
        assert len(sizes) == splits
        assert sizes == pytest.approx([share * 300] * splits, abs=1)


def test_the_table_has_one_row_each_in_the_same_order_with_its_source():
    table = registered_tests()
    assert table["test"].tolist() == list(TESTS)
    assert table["resampling"].tolist() == [test.plan for test in TESTS.values()]
    assert {"family", "null", "metrics", "status", "faults", "reference"} <= set(table.columns)
    assert table.notna().all(axis=None)
    assert (table != "").all(axis=None)
    column = registered_tests().set_index("test")["reference"]
    assert column["t_5x2"] == "Dietterich 1998, doi:10.1162/089976698300017197"
    assert column["combined_5x2_t"] == "Yildiz 2013, IEEE Transactions on Knowledge and Data Engineering 25(9)"
