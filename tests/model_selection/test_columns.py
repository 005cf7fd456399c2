"""Numbers however they are written, marks of what is missing, and which estimators take missing numbers."""

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from bayescmp.model_selection._data_file import data_from_file, numbers_of_csv, takes_missing

ESTIMATORS = {"bayes": GaussianNB()}


@pytest.fixture
def read(tmp_path):
    def read(*entries, estimators=ESTIMATORS, separator=";"):
        lines = [f"{entry}{separator}{'ab'[i % 2]}" for i, entry in enumerate(entries * 4)]
        (tmp_path / "data.csv").write_text("\n".join([f"x{separator}y", *lines]))
        return data_from_file(tmp_path / "data.csv", "y", estimators)

    return read


@pytest.mark.parametrize(
    ("entries", "numbers"),
    [
        (("0,5", "1,50"), [0.5, 1.5]),
        (("-0,123", "2"), [-0.123, 2]),
        (("1,5e-3", "1"), [0.0015, 1]),
        (("1,500", "2,25"), [1.5, 2.25]),
    ],
)
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


@pytest.mark.parametrize("mark", ["?", "NA", "N/A", "-", "None"])
def test_numbers_with_a_mark_are_refused(read, mark):
    with pytest.raises(ValueError, match=r"holds numbers and .* leave them empty in the file; else leave the col"):
        read("1", "2", mark, "4.50")


def test_a_mark_among_texts_is_a_category(read):
    assert read("red", "?").X["x"].tolist() == ["red", "?"] * 4


def test_a_missing_text_is_a_category(read):
    data = read("red", "", "green")
    data.estimators["bayes"].fit(data.X, data.y).predict(data.X)


@pytest.mark.parametrize(
    ("estimator", "takes"),
    [
        (HistGradientBoostingClassifier(), True),
        (RandomForestClassifier(), True),
        (DecisionTreeClassifier(), True),
        (LogisticRegression(), False),
        (SVC(), False),
        (make_pipeline(SimpleImputer(), SVC()), True),
        (make_pipeline(StandardScaler(), SimpleImputer(), SVC()), True),
        (make_pipeline(StandardScaler(), SVC()), False),
        (make_pipeline(StandardScaler(), DecisionTreeClassifier()), True),
        (GaussianNB, False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_estimators_that_take_missing_numbers(estimator, takes):
    assert takes_missing(estimator) is takes


def test_the_estimator_that_takes_none_is_named(read):
    read("1", "", "3", estimators={"tree": DecisionTreeClassifier()})
    with pytest.raises(ValueError, match=r"no missing values for 'svm', .* but column 'x' has one in record 1"):
        read("1", "", "3", estimators={"tree": DecisionTreeClassifier(), "svm": SVC()})


@pytest.fixture
def read_frame(tmp_path):
    def read_frame(target="y", **columns):
        pd.DataFrame(columns).to_csv(tmp_path / "data.csv", index=False)
        return data_from_file(tmp_path / "data.csv", target, ESTIMATORS)

    return read_frame


@pytest.mark.parametrize("labels", [["1", "2", "-"], ["0", "1", "none"], ["cat", "dog", "NA"], ["a", "b", "?"]])
def test_marks_of_what_is_missing_are_no_labels(read_frame, labels):
    with pytest.raises(ValueError, match=r"`target` must be in every record, but 'y' of data.csv has .* in record 2"):
        read_frame(x=[0.5] * 12, y=labels * 4)


@pytest.mark.parametrize("labels", [["+", "-"], ["mild", "none"], ["Na", "K"]])
def test_labels_that_are_words_or_signs_are_labels(read_frame, labels):
    assert read_frame(x=[0.5] * 12, y=labels * 6).y.tolist() == labels * 6


@pytest.mark.parametrize("name", ["ID", "patient_id", "nr"])
def test_whole_numbers_under_the_name_of_an_identifier_are_warned_of(read_frame, name):
    with pytest.warns(UserWarning, match=f"^'{name}' looks like an identifier; leave it out if it is one.$"):
        data = read_frame(**{name: [7, 3, 12, 9]}, y=["a", "b"] * 2)
    assert data.X[name].tolist() == [7, 3, 12, 9]


@pytest.mark.parametrize("name", ["patient id", "subject", "sessionId"])
def test_features_that_are_called_as_groups_are_warned_of(read_frame, name):
    columns = {"y": ["a", "b"] * 12, "x": range(0, 48, 2)}
    twice = [*range(7, 40, 3), 5] * 2
    with pytest.warns(UserWarning, match=f"^'{name}' is a feature, and several .* `groups='{name}'` makes it the unit"):
        read_frame(**columns, **{name: twice})
    for own in ({name: range(5, 77, 3)}, {name: [7, 3] * 12}, {f"{name} size": twice}):
        read_frame(**columns, **own)  # a warning would be an error


def test_numbers_that_count_the_records_are_warned_of(read_frame):
    with pytest.warns(UserWarning, match="'case number' looks like an identifier"):
        read_frame(**{"case number": [3, 4, 5, 6]}, y=["a", "b"] * 2)


@pytest.mark.parametrize("columns", [{"x": [7, 3, 12, 9]}, {"id": [1, 1, 2, 3]}, {"id": [0.5, 1.5, 2.5, 3.5]}])
def test_other_numbers_are_not_warned_of(read_frame, columns):
    read_frame(**columns, y=["a", "b"] * 2)


@pytest.mark.parametrize("entries", [("1.702", "1702"), ("0.702", "702"), ("1.75", "702"), ("1.702", "2.5")])
def test_points_that_separate_no_thousands_are_decimal_points(tmp_path, entries):
    lines = [f"1,5;{entry};{'ab'[i % 2]}" for i, entry in enumerate(entries * 4)]
    (tmp_path / "data.csv").write_text("\n".join(["x;z;y", *lines]))
    data = data_from_file(tmp_path / "data.csv", "y", ESTIMATORS)
    assert data.X["z"].tolist() == [float(entry) for entry in entries] * 4


def test_the_only_class_is_shown_as_it_is_written(read_frame):
    with pytest.raises(ValueError, match=r"has only 0\.$"):
        read_frame(x=[0.5] * 4, y=[0] * 4)
