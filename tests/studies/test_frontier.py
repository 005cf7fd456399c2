"""The frontier judges methods at the cell's own mean, and finds what training sets add."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

import bayescmp as bc
from bayescmp.frequentist import combined_f
from bayescmp.hierarchical import shipped_correlations
from bayescmp.studies import Classifiers, frontier_summary, frontier_table, read_study, read_study_file, run_study
from bayescmp.studies._frontier import _Pair, _rows_of_data
from bayescmp.studies._study import trial_streams
from bayescmp.tables import fold_differences

TRIALS = 20


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two data sets, one with a column of text."""
    path = tmp_path_factory.mktemp("data")
    X, y = load_iris(return_X_y=True)
    lines = [",".join(map(str, row)) + f",{label}" for row, label in zip(X, y, strict=True)]
    (path / "numbers.csv").write_text("a,b,c,d,class\n" + "\n".join(lines) + "\n")
    lines = [f"{'long' if row[2] > 3 else 'short'},{row[0]},k{label}" for row, label in zip(X, y, strict=True)]
    (path / "words.csv").write_text("a,b,class\n" + "\n".join(lines) + "\n")
    return path


@pytest.fixture(scope="module")
def out(folder, tmp_path_factory):
    path = tmp_path_factory.mktemp("out")
    run_study(read_study_file("frontier", data=folder, trials=TRIALS), path)
    return path


def test_there_is_a_row_for_every_data_set_pair_and_method(out):
    table = frontier_table(out)
    assert set(table["data"]) == {"numbers", "words"}
    assert table.groupby(["data", "first", "second"]).size().eq(6).all()
    assert (table["trials"] == TRIALS).all()
    assert table[["size", "power"]].stack().between(0, 1).all()
    assert (table["power"] >= table["size"]).mean() > 0.9


def test_the_size_of_a_level_is_the_share_of_intervals_without_the_mean(out):
    results = read_study(out).sel(method_name="tree - majority: crossed-effects")
    mean = float(read_study(out)["estimate"].sel(method_name="tree - majority: bcv_mcnemar").mean())
    outside = (results["low"] > mean) | (results["high"] < mean)
    row = frontier_table(out).query("data == 'numbers' and first == 'tree' and second == 'majority'")
    assert row.set_index("method").loc["crossed-effects", "size"] == float(outside.mean())


def test_the_level_of_fold_correlation_is_that_of_compare(out, folder):
    known = shipped_correlations()
    results = read_study(out)
    one_pair = results["method_name"].str.startswith("tree - naive Bayes: ")
    rows = _rows_of_data(results.isel(method_name=one_pair.to_numpy()), "numbers", 304, 0.05, known)
    assert [row["method"] for row in rows][-1] == "fold-correlation"
    assert 0 <= rows[-1]["size"] <= rows[-1]["power"] <= 1
    study = read_study_file("frontier", data=folder, trials=TRIALS)
    batch = study.cells[0].scenario.batch(study.plans, trial_streams(study.seed, 0, range(TRIALS)))
    names = list(study.cells[0].scenario.estimators())
    outcomes = next(iter(batch.outcomes.values())).pair(names.index("tree"), names.index("naive Bayes"))
    pair = _Pair(read_study(out), "tree - naive Bayes", 304)
    pair.add_fold_correlation(known, 0.05)
    for k in range(3):
        one = outcomes.tables.isel(experiment=k)
        result = bc.compare(one, inference="fold-correlation", correlations=known)
        assert (pair.of("fold-correlation", "low")[k], pair.of("fold-correlation", "high")[k]) == pytest.approx(
            (result.interval.low, result.interval.high), abs=1e-6
        )


def test_the_statistic_of_f_shifts_as_the_differences_do(out, folder):
    study = read_study_file("frontier", data=folder, trials=TRIALS)
    batch = study.cells[0].scenario.batch(study.plans, trial_streams(study.seed, 0, range(TRIALS)))
    names = list(study.cells[0].scenario.estimators())
    outcomes = next(iter(batch.outcomes.values())).pair(names.index("tree"), names.index("naive Bayes"))
    pair = _Pair(read_study(out), "tree - naive Bayes", 304)
    shifted = combined_f(fold_differences(outcomes.tables) - 0.03, df=(10, 5)).statistic
    found = pair._f(pair.of("combined_5x2_f", "statistic"), 0.03)
    np.testing.assert_allclose(found[:TRIALS], shifted.values[:TRIALS], rtol=1e-9)


def test_columns_of_text_are_one_hot_encoded(folder):
    X, y = Classifiers(path=str(folder / "words.csv")).population()
    assert X.shape == (150, 3)
    assert set(y) == {"k0", "k1", "k2"}


def test_the_summary_has_mean_worst_and_share_above(out):
    table = frontier_table(out)
    row = frontier_summary(table).set_index("method").loc["bcv_mcnemar"]
    sizes = table.loc[table["method"] == "bcv_mcnemar", "size"]
    assert row["worst"] == sizes.max()
    assert row["size"] == pytest.approx(sizes.mean())
    assert row["above"] == pytest.approx((sizes > 0.055).mean())
