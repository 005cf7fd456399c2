"""A data set in a file: which columns are features, and what kind they are of."""

import numpy as np
import pandas as pd
import pytest

from bayescmp.model_selection._data_file import data_from_file, numbers_of_csv

N = 20
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


@pytest.mark.parametrize("entries", [["1.50", "2"], ["1e-5", "1E5"], ["01", "1"], [" 1", "+2"]], ids=" ".join)
def test_features_that_hold_nothing_but_numbers_are_numbers(write, entries):
    X = data_from_file(write(FRAME.assign(id=entries * (N // 2))), "y").X
    assert X["id"].tolist() == [float(entry) for entry in entries] * (N // 2)


@pytest.mark.parametrize("entries", [["1.50", "x"], ["1_0", "2"], ["1,5", "x"]], ids=" ".join)
def test_other_features_are_text(write, entries):
    X = data_from_file(write(FRAME.assign(id=entries * (N // 2))), "y").X
    assert X["id"].tolist() == entries * (N // 2)


def test_labels_are_not_turned_into_numbers(write):
    data = data_from_file(write(FRAME.drop(columns="id").assign(y=["01", "1"] * (N // 2))), "y")
    assert data.y.tolist() == ["01", "1"] * (N // 2)


def test_only_csv_leaves_open_what_is_a_number():
    frame = pd.DataFrame({"zip": ["01", "02"]})
    assert numbers_of_csv(frame, "data.parquet")["zip"].tolist() == ["01", "02"]
    assert numbers_of_csv(frame, "data.csv.gz")["zip"].tolist() == [1.0, 2.0]
