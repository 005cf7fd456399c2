"""The frontier judges methods at the cell's own mean, and finds what training sets add."""

import numpy as np
import pytest
from scipy import stats
from sklearn.datasets import load_iris

import bayescmp as bc
from bayescmp.frequentist import combined_f
from bayescmp.hierarchical import run_correlations, shipped_correlations
from bayescmp.studies import (
    Cell,
    Classifiers,
    Epsilon,
    Study,
    fold_tables,
    frontier_summary,
    frontier_table,
    method_named,
    read_study,
    run_study,
)
from bayescmp.studies._fold_tables import _run
from bayescmp.studies._frontier import _reach_of_oracle
from bayescmp.studies._methods_of_pairs import pair_methods
from bayescmp.studies._trials_of_pair import TrialsOfPair, interval_of_folds
from bayescmp.tables import fold_differences
from tests.data import table

pytestmark = pytest.mark.full

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
    """`frontier`, of three quick classifiers."""
    names = "tree, naive Bayes, majority"
    cells = [
        Cell(scenario=Classifiers(path=str(path), only=names), name=path.stem) for path in sorted(folder.glob("*.csv"))
    ]
    return Study(name="small", cells=cells, methods=pair_methods(names.split(", ")), trials=TRIALS, seed=304)


@pytest.fixture(scope="module")
def batch(folder):
    """The outcomes of tree and naive Bayes in the trials of the first data set."""
    study = study_of(folder)
    drawn = study.cells[0].scenario.batch(study.plans, study.trial_streams(0, range(TRIALS)))
    names = list(study.cells[0].scenario.estimators())
    return next(iter(drawn.outcomes.values())).pair(names.index("tree"), names.index("naive Bayes"))


@pytest.mark.full
def test_there_is_a_row_for_every_data_set_pair_and_method(out):
    table = frontier_table(out)
    assert set(table["data"]) == {"numbers", "words"}
    assert table.groupby(["data", "first", "second"]).size().eq(6).all()
    assert len(table) == 2 * 3 * 6
    assert (table["trials"] == TRIALS).all()
    assert table[["size", "power"]].stack().between(0, 1).all()
    assert (table["power"] >= table["size"]).mean() > 0.9


@pytest.mark.full
def test_the_size_of_a_level_is_the_share_of_intervals_without_the_mean(out):
    of_pair = read_study(out).sel(pair="tree - majority")
    results = of_pair.sel(method_name="crossed-effects")
    mean = float(of_pair["estimate"].sel(method_name="bcv_mcnemar").mean())
    outside = (results["low"] > mean) | (results["high"] < mean)
    row = frontier_table(out).query("data == 'numbers' and first == 'tree' and second == 'majority'")
    assert row.set_index("method").loc["crossed-effects", "size"] == float(outside.mean())


@pytest.fixture
def trials(out):
    return TrialsOfPair(read_study(out).assign_attrs(alpha=0.05, n_records=304).sel(pair="tree - naive Bayes"))


@pytest.mark.full
def test_the_level_of_fold_correlation_is_that_of_compare(out, batch, trials):
    known = shipped_correlations()
    table = frontier_table(out, correlations={"numbers": known, "words": known})
    assert table.groupby(["data", "first", "second"])["method"].last().eq("fold-correlation").all()
    judged = table[table["method"] == "fold-correlation"]
    assert ((judged["size"] >= 0) & (judged["size"] <= judged["power"]) & (judged["power"] <= 1)).all()
    low, high = interval_of_folds(trials, known)
    for k in range(3):
        result = bc.compare(batch.tables.isel(experiment=k), level=bc.levels.FoldCorrelation(known=known))
        assert (low[k], high[k]) == pytest.approx((result.interval.low, result.interval.high), abs=1e-6)


def test_the_statistic_of_f_shifts_as_the_differences_do(batch, trials):
    shifted = combined_f(fold_differences(batch.tables) - 0.03, df=(10, 5)).statistic
    np.testing.assert_allclose(trials.shifted_f("combined_5x2_f", 0.03), shifted.values, rtol=1e-9)


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


def test_another_study_is_refused(tmp_path):
    study = Study(name="s", cells=[Epsilon(n_records=40)], methods=[method_named("bcv_mcnemar")], trials=2)
    run_study(study, tmp_path)
    for read in (frontier_table, fold_tables):
        with pytest.raises(ValueError, match=r"`out` must hold a study whose methods find arrays of the dims \('pair'"):
            read(tmp_path)


def test_correlations_of_every_data_set_are_needed(out):
    with pytest.raises(KeyError, match="numbers") as no:
        frontier_table(out, correlations={})
    assert no.value.__notes__ == ["in `correlations`"]


def test_power_is_judged_where_an_oracle_of_both_sides_has_it():
    reach = _reach_of_oracle(0.02, 0.05)
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
