"""A data set in a file: which columns are features, and what kind they are of."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from bayescmp.model_selection._data_file import data_from_file, numbers_of_csv

N = 20
ESTIMATORS = {"bayes": GaussianNB()}
FRAME = pd.DataFrame(
    {
        "id": [f"patient {i}" for i in range(N)],
        "dose": np.arange(N) / 7,
        "site": ["north", "south"] * (N // 2),
        "y": [0, 1] * (N // 2),
    }
)


@pytest.fixture
def write(tmp_path):
    def write(frame, name="data.csv"):
        frame.to_csv(tmp_path / name, index=False)
        return tmp_path / name

    return write


def test_a_text_column_with_a_value_per_record_is_refused(write):
    message = "at most half as many .* but 'id' of data.csv has 20 in 20 records, like .* Leave it out, by --drop id"
    with pytest.raises(ValueError, match=message):
        data_from_file(write(FRAME), "y", ESTIMATORS)


@pytest.mark.parametrize(("distinct", "refused"), [(N // 2, False), (N // 2 + 1, True)])
def test_the_limit_is_half_the_records(write, distinct, refused):
    path = write(FRAME.assign(id=[f"x{min(i, distinct - 1)}" for i in range(N)]))
    if refused:
        with pytest.raises(ValueError, match=f"'id' of data.csv has {distinct} in 20 records"):
            data_from_file(path, "y", ESTIMATORS)
    else:
        assert list(data_from_file(path, "y", ESTIMATORS).X) == ["id", "dose", "site"]


def test_dropped_columns_are_no_features_and_the_screen_says_so(write):
    data = data_from_file(write(FRAME), "y", ESTIMATORS, drop=["id", "site"])
    assert list(data.X) == ["dose"]
    assert data.description.endswith("2 classes in 'y'; without 'id', 'site'")


def test_a_dropped_column_may_have_missing_values(write):
    path = write(FRAME.assign(dose=[None, *range(N - 1)]))
    assert list(data_from_file(path, "y", ESTIMATORS, drop=["id", "dose"]).X) == ["site"]


@pytest.mark.parametrize(
    ("drop", "message"),
    [
        (["id", "nope"], r"`drop` must name columns of data.csv, but got 'nope'; there are \['id', 'dose'"),
        (["y"], "`drop` must name features, but got 'y', the target"),
        (["id", "dose", "site"], r"must have records and a column besides the target, but has the shape \(20, 0\)"),
    ],
)
def test_other_columns_cannot_be_dropped(write, drop, message):
    with pytest.raises(ValueError, match=message):
        data_from_file(write(FRAME), "y", ESTIMATORS, drop=drop)


@pytest.mark.parametrize("entries", [["1.50", "2"], ["1e-5", "1E5"], ["01", "1"], [" 1", "+2"]], ids=" ".join)
def test_features_that_hold_nothing_but_numbers_are_numbers(write, entries):
    X = data_from_file(write(FRAME.assign(id=entries * (N // 2))), "y", ESTIMATORS).X
    assert X["id"].tolist() == [float(entry) for entry in entries] * (N // 2)


@pytest.mark.parametrize("entries", [["1.50", "x"], ["1_0", "2"], ["1,5", "x"]], ids=" ".join)
def test_other_features_are_text(write, entries):
    X = data_from_file(write(FRAME.assign(id=entries * (N // 2))), "y", ESTIMATORS).X
    assert X["id"].tolist() == entries * (N // 2)


def test_labels_are_not_turned_into_numbers(write):
    data = data_from_file(write(FRAME.assign(y=["01", "1"] * (N // 2))), "y", ESTIMATORS, drop=["id"])
    assert data.y.tolist() == ["01", "1"] * (N // 2)


def test_only_csv_leaves_open_what_is_a_number():
    frame = pd.DataFrame({"zip": ["01", "02"]})
    assert numbers_of_csv(frame, "data.parquet")["zip"].tolist() == ["01", "02"]
    assert numbers_of_csv(frame, "data.csv.gz")["zip"].tolist() == [1.0, 2.0]
