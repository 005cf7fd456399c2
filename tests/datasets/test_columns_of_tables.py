"""Tables of plain numbers: columns that are no classifiers, numbers in two units, and numbers written as texts."""

import re

import numpy as np
import pandas as pd
import pytest
import scipy.stats

import bayescmp as bc
from tests.data import hold_out

TABLE = pd.DataFrame(
    np.random.default_rng(0).uniform(0.6, 0.9, (6, 3)), index=[*"uvwxyz"], columns=["tree", "svm", "knn"]
)


LOSSES = pd.DataFrame({"a": [5.0, 6, 8], "b": [6.0, 8, 10], "c": [7.0, 9, 11]}, index=[*"xyz"])


@pytest.mark.parametrize(("options", "best"), [
    ({"metric": "rmse"}, "a"), ({"greater_is_better": False}, "a"),
    ({"metric": "bleu", "greater_is_better": True}, "c"),
])  # fmt: skip
def test_numbers_have_the_direction_that_is_told_or_that_their_name_tells(options, best, tmp_path):
    found = bc.rank_datasets(LOSSES, draws=400, **options)
    assert found.best == best
    found.save(tmp_path / "found.nc")
    assert bc.load(tmp_path / "found.nc").best == best


@pytest.mark.parametrize(("data", "options", "message"), [
    (LOSSES, {}, "`greater_is_better` must be given, for numbers beyond 0 and 1"),
    (LOSSES, {"metric": "bleu"}, "`greater_is_better` must be given, for the name 'bleu' does not tell"),
    (TABLE, {"metric": "accuracy", "greater_is_better": False}, "must be True of the accuracy, but got False"),
    (TABLE * 100, {"metric": "accuracy"}, "must hold values of the accuracy, but hold"),
    ({"u": hold_out()}, {"greater_is_better": True}, "must be left out unless `data` hold one number for each"),
])  # fmt: skip
def test_a_direction_that_is_not_told_or_contradicts_is_asked_for(data, options, message):
    with pytest.raises(ValueError, match=message):
        bc.rank_datasets(data, **options)


@pytest.mark.parametrize(("table", "message"), [
    (TABLE.assign(n=range(100, 106)), "'n' is neither"),
    (TABLE.reset_index(names="Unnamed: 0"), "'Unnamed: 0' is neither"),
    (TABLE.assign(Average=0.7), "'Average' is neither"),
    (TABLE.rename(index={"u": "Avg. rank"}), "'Avg. rank' is neither"),
    (TABLE.describe().drop("count"), "'mean' is neither"),
    (TABLE.assign(fold=1), "Values of folds are for `scores` with `how=validation_sets`"),
    (TABLE.set_index([TABLE.index, [*range(6)]]), "rows are named by [None, None]. Values of folds are for"),
    (TABLE.astype(object).assign(svm=["0,81", *TABLE["svm"][1:]]),
     "`data['svm']` must hold numbers, but got '0,81' at 'u'."),
    (TABLE.assign(svm=True), "`data['svm']` must hold numbers"),
    (TABLE.assign(svm=np.inf), "finite numbers up to 1e+100 of every classifier, but not 'svm'"),
    (TABLE.assign(svm=np.nan), "of every classifier, but not 'svm'"),
    (TABLE.iloc[:0], "`data` must hold a data set or more"),
    (TABLE[["svm"]], "two classifiers or more"),
    (TABLE.rename(columns={"svm": "tree"}), "one of which is empty, missing or there twice"),
    (TABLE.rename(index={"u": "v"}), "The names of the data sets of `data` must differ as texts"),
    (TABLE.rename_axis("dataset").T, "the columns are called 'dataset': give `data.T`"),
    (TABLE.rename_axis("Model name"), "the rows are called 'Model name': give `data.T`"),
])  # fmt: skip
def test_what_is_no_table_of_classifiers_is_refused(table, message):
    with pytest.raises((TypeError, ValueError)) as refused:
        bc.rank_datasets(table)
    assert message in str(refused.value)


def test_data_sets_may_stand_in_the_first_column():
    named = bc.rank_datasets(TABLE.rename_axis("set").reset_index())
    assert named.to_json() == bc.rank_datasets(TABLE).to_json()


def test_tables_of_polars_and_long_ones_say_the_same():
    pl = pytest.importorskip("polars")
    wide = TABLE.rename_axis(index="dataset").reset_index()
    long = wide.melt("dataset", var_name="model", value_name="accuracy")
    said = str(bc.rank_datasets(TABLE, draws=400))
    for table in (long, pl.from_pandas(wide), pl.from_pandas(long)):
        assert str(bc.rank_datasets(table, draws=400)) == said
    with pytest.raises(ValueError, match="column 'rmse' is called as losses are"):
        bc.rank_datasets(long.rename(columns={"accuracy": "rmse"}))


def test_a_report_has_the_statistics_of_tests_of_mean_ranks():
    ranking = bc.rank_datasets(TABLE)
    found = scipy.stats.friedmanchisquare(*TABLE.to_numpy().T)
    said = " ".join(ranking.details().split())
    assert f"Friedman's chi-squared is {found.statistic:.2f} with 2 degrees of freedom" in said
    f = 5 * found.statistic / (6 * 2 - found.statistic)  # Iman and Davenport 1980
    assert f"Iman and Davenport's F {f:.2f} with 2 and 10" in said


def test_rows_may_be_numbered():
    assert bc.compare_datasets(pd.concat([TABLE] * 13, ignore_index=True), first="tree", second="svm").datasets.size


MESSAGES = {
    "Did you mean 'Tree'?": lambda frame: bc.rank_datasets(frame, metric="accuracy", control="tree"),
    "'d2' is there twice": lambda frame: bc.rank_datasets(frame.set_axis(["d1", "d2", "d2"])),
    "`pd.read_csv(path)`": lambda _: bc.rank_datasets("accuracies.csv"),
    "('d2', 'SVM')": lambda frame: bc.frequentist.nemenyi(frame.replace(0.5, np.nan)),
    "`losses.dropna()`": lambda frame: bc.frequentist.friedman(frame.replace(0.5, np.nan)),
}


@pytest.mark.parametrize("said", MESSAGES)
def test_messages_on_a_table_lead_on(said):
    frame = pd.DataFrame({"Tree": [0.7, 0.6, 0.8], "SVM": [0.8, 0.5, 0.9]}, index=["d1", "d2", "d3"])
    with pytest.raises((TypeError, ValueError, AttributeError), match=re.escape(said)):
        MESSAGES[said](frame)


def test_numbers_too_large_for_errors_are_noted():
    frame = pd.DataFrame({"tree": [0.7, 0.6, 0.8], "svm": [0.8, 0.5, 0.9]}, index=["d1", "d2", "d3"])
    for many, is_noted in ((frame, True), (1 - frame, False)):
        said = " ".join(str(bc.rank_datasets(many, metric="error", draws=400)).split())
        assert ("are they accuracies?" in said) is is_noted
