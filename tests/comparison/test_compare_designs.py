"""What compare makes of each kind of data: the counts, the method and the question answered."""

import numpy as np
import pytest
from sklearn.model_selection import ShuffleSplit

import bayescmp as bc
from tests.data import answered, splits_of

N = 40
Y, _ = answered(n=N, labels=3)


def predictions_of(splits=None, n_repeats=None):
    _, y_pred = answered({"tree": 0.4, "svm": 0.2}, N, repeats=n_repeats, labels=3)
    return bc.labels(Y, y_pred, how=splits and bc.splits(splits)), y_pred


def two_fold(n_repeats=5):
    splits = splits_of(N, n_repeats)
    return (*predictions_of(splits, n_repeats), splits)


def counts_of(rows, y_true, first, second):
    wrong_first, wrong_second = first[rows] != y_true[rows], second[rows] != y_true[rows]
    return [
        [int(np.sum(wrong_first & wrong_second)), int(np.sum(wrong_first & ~wrong_second))],
        [int(np.sum(~wrong_first & wrong_second)), int(np.sum(~wrong_first & ~wrong_second))],
    ]


def test_hold_out_predictions_are_counted():
    data, y_pred = predictions_of()
    result = bc.compare(data)
    assert result.tables.values.tolist() == counts_of(slice(None), Y, y_pred["tree"], y_pred["svm"])
    assert result.errors == {name: np.mean(values != Y) for name, values in y_pred.items()}


@pytest.mark.parametrize("n_repeats", [1, 3])
def test_cross_validated_predictions_are_counted_fold_by_fold(n_repeats):
    data, y_pred, splits = two_fold(n_repeats)
    result = bc.compare(data)
    expected = [counts_of(test, Y, y_pred["tree"][i // 2], y_pred["svm"][i // 2]) for i, (_, test) in enumerate(splits)]
    assert result.tables.dims == ("repeat", "fold", "first", "second")
    assert result.tables.values.reshape(-1, 2, 2).tolist() == expected


@pytest.mark.parametrize("squeezed", [False, True])
def test_the_tables_of_predictions_say_the_same_as_the_predictions(squeezed):
    data = predictions_of()[0] if squeezed else two_fold()[0]
    tables = bc.paired_tables(data)
    method = "paired" if squeezed else "effective-table"
    one = bc.compare(data, method=method)
    other = bc.compare(tables.squeeze(drop=True) if squeezed else tables)
    assert (one.first, one.second) == (other.first, other.second) == ("tree", "svm")
    assert one.errors == other.errors
    assert one.prob_first_better == other.prob_first_better
    assert one.methods.query("method != 'crossed-effects'").reset_index(drop=True).equals(other.methods)


DESIGNS = {
    "hold-out": (lambda: predictions_of()[0], "paired", "holdout_mcnemar_exact", "two fitted classifiers on new"),
    "part": (lambda: predictions_of(list(ShuffleSplit(1, test_size=10, random_state=0).split(Y)))[0], "paired",
     "holdout_mcnemar_exact", "two fitted classifiers, trained on 30 records"),
    "5 x 2": (lambda: two_fold(5)[0], "crossed-effects", "bcv_mcnemar", "algorithms trained on 20 records"),
    "1 x 1 tables": (lambda: bc.paired_tables(predictions_of()[0]), "paired", "holdout_mcnemar_exact", "fitted"),
    "5 x 2 tables": (lambda: bc.paired_tables(two_fold()[0]).transpose("fold", "first", "second", "repeat"),
     "effective-table", "bcv_mcnemar", "algorithms trained on 20 records"),
}  # fmt: skip


@pytest.mark.parametrize("design", DESIGNS)
def test_auto_takes_the_method_that_fits_the_design(design):
    build, method, test, question = DESIGNS[design]
    data = build()
    result = bc.compare(data)
    assert result.method.name == method
    found = result.methods["method"].tolist()
    assert found[0] == method
    assert next(name for name, kind in zip(found, result.methods["kind"], strict=True) if kind == "test") == test
    assert question in result.estimand
    assert bc.compare(data, method=method).to_json() == result.to_json()


@pytest.mark.parametrize("method", ["crossed-effects", "effective-table"])
def test_the_tables_of_a_result_name_the_classifiers_in_its_order(method):
    data = two_fold()[0]
    results = [bc.compare(data, first="svm", second="tree", method=method)]
    results += [bc.compare(bc.paired_tables(data), first="svm", second="tree")] * (method == "effective-table")
    for result in results:
        for table in (result.tables, result.effective_table):
            assert (table.attrs["first_name"], table.attrs["second_name"]) == ("svm", "tree")
        assert result.errors["svm"] == pytest.approx(
            float(result.tables.sel(first="wrong").sum() / result.tables.sum())
        )
