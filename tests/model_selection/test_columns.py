"""Numbers however they are written, and marks of what is missing."""

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from bayescmp.model_selection._data_file import data_from_file, numbers_of_csv


@pytest.fixture
def read(tmp_path):
    def read(*entries, separator=";"):
        lines = [f"{entry}{separator}{'ab'[i % 2]}" for i, entry in enumerate(entries * 4)]
        (tmp_path / "data.csv").write_text("\n".join([f"x{separator}y", *lines]))
        return data_from_file(tmp_path / "data.csv", "y")

    return read


@pytest.mark.parametrize(("entries", "numbers"), [
    (("0,5", "1,50"), [0.5, 1.5]), (("1,5e-3", "1"), [0.0015, 1]), (("1,500", "2,25"), [1.5, 2.25]),
])  # fmt: skip
def test_decimal_commas_are_numbers(read, entries, numbers):
    assert read(*entries).X["x"].tolist() == numbers * 4


def test_quoted_decimal_commas_in_a_file_with_commas_are_numbers(read):
    assert read('"0,5"', '"1,5"', separator=",").X["x"].tolist() == [0.5, 1.5] * 4


def test_other_files_cannot_hold_decimal_commas_as_numbers():
    found = numbers_of_csv(pd.DataFrame({"x": ["0,5", None], "zip": ["01", "02"]}), "data.json")
    assert found["x"].tolist()[0] == 0.5
    assert np.isnan(found["x"].tolist()[1])
    assert found["zip"].tolist() == ["01", "02"]


@pytest.mark.parametrize("entries", [("1,500", "2"), ("1,000,000", "2,000"), ("1,234", "5,678")])
def test_what_may_be_thousands_is_refused(read, entries):
    with pytest.raises(ValueError, match=r"must be written with a point or without a comma, but 'x' has '1,"):
        read(*entries)


def test_points_beside_decimal_commas_may_separate_thousands():
    with pytest.raises(ValueError, match="'x' has commas and 'population' points"):
        numbers_of_csv(pd.DataFrame({"x": ["0,5", "1"], "population": [950, 1.5]}), "data.csv")
    assert numbers_of_csv(pd.DataFrame({"x": ["0,5", "1"], "size": [950.0, np.nan]}), "data.csv")["x"].tolist() == [
        0.5,
        1,
    ]


@pytest.mark.parametrize("mark", ["?", "None"])
def test_numbers_with_a_mark_are_refused(read, mark):
    with pytest.raises(ValueError, match=r"'x' of data.csv must be without marks .* in record 2\. Leave"):
        read("1", "2", mark, "4.50")


def test_marks_among_texts_and_missing_texts_are_categories(read):
    assert read("red", "?").X["x"].tolist() == ["red", "?"] * 4
    data = read("red", "", "green")
    data.fitted_by({"bayes": GaussianNB()})["bayes"].fit(data.X, data.y).predict(data.X)


@pytest.fixture
def read_frame(tmp_path):
    def read_frame(target="y", **columns):
        pd.DataFrame(columns).to_csv(tmp_path / "data.csv", index=False)
        return data_from_file(tmp_path / "data.csv", target)

    return read_frame


@pytest.mark.parametrize("labels", [["1", "2", "-"], ["cat", "dog", "NA"]])
def test_marks_of_what_is_missing_are_no_labels(read_frame, labels):
    with pytest.raises(ValueError, match=r"'y' of data.csv must be without marks of what is missing, but"):
        read_frame(x=[0.5] * 12, y=labels * 4)


@pytest.mark.parametrize("labels", [["+", "-"], ["mild", "none"], ["Na", "K"]])
def test_labels_that_are_words_or_signs_are_labels(read_frame, labels):
    assert read_frame(x=[0.5] * 12, y=labels * 6).y.tolist() == labels * 6
