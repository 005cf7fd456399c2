"""The frontier judges methods at the cell's own mean, and finds what training sets add."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.datasets import load_iris

import bayescmp as bc
from bayescmp.frequentist import combined_f
from bayescmp.hierarchical import run_correlations, shipped_correlations
from bayescmp.studies import Classifiers, read_study, run_study
from bayescmp.studies._fold_tables import _run
from bayescmp.tables import fold_differences
from tests.data import module_at, table

SCRIPT = module_at(Path(__file__).parents[2] / "docs" / "results" / "frontier.py")
TRIALS = 6


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
    run_study(study_of(folder), path)
    return path


def study_of(folder):
    """The study, of three quick classifiers."""
    return SCRIPT.study_of(folder, TRIALS, only="tree, naive Bayes, majority")


@pytest.fixture(scope="module")
def rows(out):
    known = shipped_correlations()
    return pd.DataFrame(SCRIPT.rows_of(out, {"numbers": known, "words": known}))


@pytest.fixture(scope="module")
def batch(folder):
    """The outcomes of tree and naive Bayes in the trials of the first data set."""
    study = study_of(folder)
    drawn = study.cells[0].scenario.batch(study.plans, study.trial_streams(0, range(TRIALS)))
    names = list(study.cells[0].scenario.estimators())
    return next(iter(drawn.outcomes.values())).pair(names.index("tree"), names.index("naive Bayes"))


def test_there_is_a_row_for_every_data_set_pair_and_method(rows):
    assert set(rows["data"]) == {"numbers", "words"}
    assert rows.groupby(["data", "first", "second"]).size().eq(7).all()
    assert len(rows) == 2 * 3 * 7
    assert (rows["trials"] == TRIALS).all()
    assert rows[["size", "power"]].apply(lambda one: one.between(0, 1)).all(axis=None)
    assert (rows["power"] >= rows["size"]).mean() > 0.9
    recorded = pd.read_csv(Path(SCRIPT.__file__).with_name("frontier.csv"))
    assert list(rows) == list(recorded)
    assert set(rows["method"]) == set(recorded["method"])


def test_the_size_of_a_method_is_the_share_of_intervals_without_the_mean(out, rows):
    of_pair = read_study(out).sel(pair="tree - majority")
    results = of_pair.sel(method_name="crossed-effects")
    mean = float(of_pair["estimate"].sel(method_name="bcv_mcnemar").mean())
    outside = (results["low"] > mean) | (results["high"] < mean)
    row = rows.query("data == 'numbers' and first == 'tree' and second == 'majority'")
    assert row.set_index("method").loc["crossed-effects", "size"] == float(outside.mean())


@pytest.fixture
def trials(out):
    return SCRIPT.TrialsOfPair(read_study(out).assign_attrs(alpha=0.05, n_records=304).sel(pair="tree - naive Bayes"))


def test_the_method_of_fold_correlation_is_that_of_compare(batch, trials):
    known = shipped_correlations()
    low, high = SCRIPT.interval_of_folds(trials, known)
    for k in range(3):
        result = bc.compare(batch.tables.isel(experiment=k), method=bc.methods.FoldCorrelation(known=known))
        assert (low[k], high[k]) == pytest.approx((result.interval.low, result.interval.high), abs=1e-6)


def test_the_statistic_of_f_shifts_as_the_differences_do(batch, trials):
    shifted = combined_f(fold_differences(batch.tables) - 0.03, df=(10, 5)).statistic
    np.testing.assert_allclose(trials.shifted_f("combined_5x2_f", 0.03), shifted.values, rtol=1e-9)


def test_columns_of_text_are_one_hot_encoded(folder):
    X, y = Classifiers(path=str(folder / "words.csv")).population()
    assert X.shape == (150, 3)
    assert set(y) == {"k0", "k1", "k2"}


def test_power_is_judged_where_an_oracle_of_both_sides_has_it():
    reach = SCRIPT.reach_of_oracle(0.02, 0.05)
    assert stats.norm.sf(1.959964, reach / 0.02) + stats.norm.cdf(-1.959964, reach / 0.02) == pytest.approx(
        0.8, abs=1e-4
    )


def test_what_one_run_tells_of_its_folds_is_weighted_by_the_posterior():
    tables = table(*([[k] * 2] * 5 for k in (9, 20, 31, 300)), dims=("repeat", "fold"))
    points = run_correlations(tables)
    found = _run(tables.assign_coords(dataset="d", pair="p"), "difference")
    for name in ("rho1", "rho2", "phi"):
        weights, values = points["weight"].to_numpy(), points[name].to_numpy()
        assert found[f"{name}_run"] == pytest.approx(np.average(values, weights=weights))
        assert found[f"{name}_run_sd"] == pytest.approx(np.sqrt(np.cov(values, aweights=weights, ddof=0)))
