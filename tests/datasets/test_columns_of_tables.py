"""Tables of plain numbers: columns that are no classifiers, numbers in two units, and numbers written as texts."""

import numpy as np
import pandas as pd
import pytest

import bayescmp as bc
from tests.data import hold_out

TABLE = pd.DataFrame(
    np.random.default_rng(0).uniform(0.6, 0.9, (6, 3)),
    index=[*"uvwxyz"],
    columns=["tree", "svm", "knn"],
)


def of_text(text):
    return TABLE.astype(object).assign(svm=[text, *TABLE["svm"][1:]])


LOSSES = pd.DataFrame({"a": [5.0, 6, 8], "b": [6.0, 8, 10], "c": [7.0, 9, 11]}, index=[*"xyz"])


def test_a_first_column_without_a_name_is_the_index_that_pandas_wrote():
    found = bc.rank_datasets(TABLE.reset_index(names="Unnamed: 0"), draws=400)
    assert list(found.levels) == [*"uvwxyz"]
    numbered = TABLE.reset_index(drop=True).reset_index(names="Unnamed: 0")
    assert list(bc.rank_datasets(numbered, draws=400).observed["classifier"].to_numpy()) == list(TABLE)


@pytest.mark.parametrize(
    ("options", "best"),
    [
        ({"metric": "rmse"}, "a"),
        ({"greater_is_better": False}, "a"),
        ({"metric": "bleu", "greater_is_better": True}, "c"),
    ],
)
def test_numbers_have_the_direction_that_is_told_or_that_their_name_tells(options, best, tmp_path):
    found = bc.rank_datasets(LOSSES, draws=400, **options)
    assert found.best == best
    found.save(tmp_path / "found.nc")
    assert bc.load(tmp_path / "found.nc").best == best


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        (LOSSES, {}, "`greater_is_better` must be given, for numbers beyond 0 and 1"),
        (LOSSES, {"metric": "bleu"}, "`greater_is_better` must be given, for the name 'bleu' does not tell"),
        (TABLE, {"metric": "accuracy", "greater_is_better": False}, "must be True of the accuracy, but got False"),
        ({"u": hold_out()}, {"greater_is_better": True}, "must be left out unless `data` hold one number for each"),
    ],
)
def test_a_direction_that_is_not_told_or_contradicts_is_asked_for(data, options, message):
    with pytest.raises(ValueError, match=message):
        bc.rank_datasets(data, **options)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (TABLE.assign(n=range(100, 106)), "a column for each classifier, but 'n' is called as a column is that says"),
        (TABLE.assign(Fold=1), "a column for each classifier, but 'Fold' is called"),
        (TABLE.assign(Average=TABLE.mean(axis=1)), "a column for each classifier, but 'Average' is the mean of"),
        (pd.concat([TABLE, TABLE.mean().to_frame("Avg.").T]), "a row for each data set, but 'Avg.' is the mean of"),
        (
            TABLE.assign(best=TABLE.max(axis=1)),
            "a column for each classifier, but 'best' is the greatest of the others",
        ),
        (1 - TABLE.assign(Oracle=TABLE.max(axis=1)), "for each classifier, but 'Oracle' is the least of the others"),
        (pd.concat([TABLE.std().to_frame("SD").T, TABLE]), "for each data set, but 'SD' is the standard deviation of"),
        (
            pd.concat([TABLE, TABLE.median().round(3).to_frame("Med").T]),
            "data set, but 'Med' is the median of the others",
        ),
        (
            pd.concat([TABLE, TABLE.std(ddof=0).to_frame("std").T]),
            "'std' is the standard deviation of all of the",
        ),
        (
            pd.concat([TABLE * 9, (TABLE * 9).std().round(0).to_frame("std").T]),
            "'std' is the standard deviation of the",
        ),
        (pd.concat([TABLE, TABLE.rank(axis=1).mean().to_frame("Avg. rank").T]), "'Avg. rank' holds the ranks of the"),
        (TABLE.describe().drop("count"), "'75%', 'max'] are of a summary. Give what it is of."),
        (
            TABLE.rename_axis("set").reset_index(),
            "'set' on 0 is 'u'. Names of data sets belong into the index: `frame.set_index('set')`",
        ),
        (
            TABLE.rename_axis("set").reset_index().melt("set", var_name="by", value_name="acc"),
            "`frame.pivot(index='set', columns='by', values='acc')` makes it so.",
        ),
        (of_text("0,81"), "'svm' on 'u' is '0,81'. Write numbers with a point in place of the comma"),
        (of_text("81 %"), "'svm' on 'u' is '81 %'. Write the number alone, without a sign of per cents or"),
        (of_text("0.81 ± 0.02"), "Write the number alone, without a sign of per cents or a standard deviation."),
        (TABLE.rename_axis("dataset").T, "the columns are called 'dataset': give `data.T`"),
        (TABLE.rename(columns={"svm": None}), "one of which is empty, missing or there twice"),
        (TABLE.mask(TABLE < 9).astype(object).fillna(pd.NA).assign(svm=0.5), "must have a number of every classifier"),
        (of_text("good"), "'svm' on 'u' is 'good'. Leave it empty where there is no number."),
        (
            TABLE.map(str).replace({str(TABLE.loc["w", "knn"]): "-"}),
            "'knn' on 'w' is '-'. Leave it empty where there is no number.",
        ),
        (TABLE.astype(object).assign(svm=["-", 0.5] * 3), "'svm' on 'u' is '-'. Leave it empty where there is no"),
        (TABLE.iloc[:1].astype(object).assign(svm="-"), "'svm' on 'u' is '-'. Leave it empty where there is no"),
        (TABLE.map(str), "Numbers are there as texts: `frame.astype(float)`."),
        (TABLE.assign(day=pd.Timestamp("2026-01-01")), "Names of data sets belong into the index"),
        (pd.concat([TABLE, TABLE.iloc[:1].map(lambda _: "7B").set_axis(["params"])]), "Leave out 'params', which has"),
        (TABLE.assign(params="7B"), "'params' on 'u' is '7B'. Names of data sets belong into the index: `frame.set_in"),
        (TABLE.assign(params="7B"), "A column of something else is left out; on the command line --scores names"),
        (TABLE.rename_axis("Model name"), "the rows are called 'Model name': give `data.T`"),
        (TABLE.rename_axis("LLM"), "the rows are called 'LLM': give `data.T`"),
        (TABLE.rename_axis("benchmarks").T, "the columns are called 'benchmarks': give `data.T`"),
    ],
)
def test_what_is_no_table_of_classifiers_is_refused(table, message):
    with pytest.raises((TypeError, ValueError)) as refused:
        bc.rank_datasets(table.astype({name: object for name in table if table[name].dtype == object}))
    assert message in str(refused.value)


def test_columns_of_two_levels_are_classifiers():
    table = TABLE.set_axis(pd.MultiIndex.from_product([[*TABLE.columns], [1]]), axis=1)
    assert bc.rank_datasets(table).best == str((bc.rank_datasets(TABLE).best, 1))


def test_a_column_that_is_called_a_mean_and_is_none_is_a_classifier():
    table = TABLE.assign(mean=TABLE["tree"] + 0.05)
    assert "mean" in bc.rank_datasets(table).classifiers.index


def test_per_cents_beside_proportions_are_warned_of():
    with pytest.warns(UserWarning, match="All numbers of 'tree' are above 1 and all of 'svm' below"):
        bc.rank_datasets(TABLE.assign(tree=TABLE["tree"] * 100), greater_is_better=True)
    assert bc.rank_datasets(TABLE * 100, greater_is_better=True).classifiers.index.size == 3  # without a warning


@pytest.mark.parametrize("text", ["0,5", " -1,25 ", ",5"])
def test_decimal_commas_are_named_wherever_numbers_are_read(text):
    with pytest.raises(TypeError, match=r"at record 1\. Write numbers with a point in place of the comma"):
        bc.predictions_from_arrays(loss={"a": [0.5, text, 0.25], "b": [0.5, 0.75, 1.0]})
