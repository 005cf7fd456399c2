"""Bad input ends with exit code 2 and one sentence, before the fits where it can be known before."""

import numpy as np
import pytest

from tests.data import write_csv

TREE, BAYES = "sklearn.tree.DecisionTreeClassifier", "sklearn.naive_bayes.GaussianNB"
MODELS = """
from sklearn.base import BaseEstimator, ClassifierMixin

class Fails(ClassifierMixin, BaseEstimator):
    def __init__(self, kind="ValueError"):
        self.kind = kind
    def fit(self, X, y):
        raise {k.__name__: k for k in (ValueError, RuntimeError, IndexError, KeyError)}[self.kind]("no\\nsolution")
    def predict(self, X):
        return X

class Predicts:
    def predict(self, X):
        return X

class Fits:
    def fit(self, X, y):
        return self
"""


@pytest.fixture
def data(tmp_path, monkeypatch):
    (tmp_path / "broken_models.py").write_text(MODELS)
    monkeypatch.syspath_prepend(tmp_path)
    rng = np.random.default_rng(0)
    columns = {"x": rng.normal(size=40), "size": rng.normal(size=40), "kind": np.arange(40) % 2}
    return write_csv(tmp_path / "data.csv", columns)


def arguments(data, **changes):
    options = {"--target": "kind", "--first": TREE, "--second": BAYES}
    options |= {f"--{name.replace('_', '-')}": value for name, value in changes.items()}
    return ["compare", data, *[text for option in options.items() if option[1] is not None for text in option]]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"target": "nope"},
            "`--target` must be a column of data.csv, but got 'nope'; there are ['x', 'size', 'kind']",
        ),
        ({"target": None}, "must be given together, but got no --target."),
        ({"first": None, "second": None}, "must be given together, but got no --first, --second."),
        ({"drop": "nope"}, "`--drop` must name columns of data.csv, but got 'nope'"),
        ({"drop": "kind"}, "`--drop` must name features, but got 'kind', the target"),
        ({"y_true": "kind"}, "--y-true is for predictions: give --predictions FILE"),
        ({"first": "sklearn.svm.SVC("}, "`--first` must be an import path"),
        ({"second": "sklearn.svm.SVC("}, "`--second` must be an import path"),
        ({"first": ""}, "`--first` must be an import path"),
        ({"first": "SVD"}, "or one of tree, forest"),
        ({"first": "SVD"}, "Did you mean 'svm'?"),
        ({"first": "nowhere.SVC"}, "No module named 'nowhere'"),
        ({"first": "sklearn.svm.SVC(10)"}, "has an argument without a name"),
        ({"first": "sklearn.svm.SVC(c=10)"}, "SVC has no argument 'c'. Did you mean 'C'?"),
        ({"second": "__import__('os').system('true')"}, "`--second` must be an import path"),
        ({"second": "broken_models.Predicts"}, "must name a class with fit and predict"),
        ({"second": "broken_models.Fits"}, "must name a class with fit and predict"),
        ({"rope": "5"}, "5 per cent is --rope 0.05"),
        ({"rope": "nan"}, "`--rope` must be finite"),
        ({"save": "result.txt"}, "must end in .nc, but got 'result.txt'"),
        ({"json": "no/such/folder/result.json"}, "no/such/folder"),
    ],
    ids=lambda value: str(value)[:40],
)
@pytest.mark.usefixtures("unfitted")
def test_arguments_are_refused_before_any_fit(refused, data, changes, message):
    assert message in refused(*arguments(data, **changes))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            "x,kind\n1,0\n,1\n2,0\n",
            "no missing values for 'GaussianNB', which does not take them, but column 'x' has one in record 1",
        ),
        ("x,kind\n1,0\n1,\n2,0\n", "`--target` must be in every record, but 'kind' of data.csv has none in record 1"),
        ("kind\n0\n1\n", "must have records and a column besides the target, but has the shape (2, 0)"),
        ("x,kind\n", "must have records"),
        ("", "No columns"),
        ("x,kind\n1,0\n1,2,3\n", "as many fields as the header (2), but line 3 has 3"),
        ("x,kind\n" + "".join(f"{i % 9},{i / 7}\n" for i in range(30)), "which looks like a continuous target"),
        ("x,kind\n" + "".join(f"{i % 5},{i % 2}\n" for i in range(7)), "at least 8 records for 5 repeats"),
    ],
    ids=["missing value", "missing label", "only a target", "header only", "empty", "shifted", "continuous", "too few"],
)
def test_unfit_data_are_refused(refused, data, content, message):
    data.write_text(content)
    assert message in refused(*arguments(data))


@pytest.mark.parametrize("command", ["compare", "tests", "correlation"])
def test_a_column_is_dropped_from_a_table_of_data_only(refused, command):
    assert "DATA, --target, --first and --second must be given together" in refused(command, "--drop", "x")


@pytest.mark.parametrize("name", ["nothing.csv", "nothing.parquet", "data.xlsx", "."])
@pytest.mark.usefixtures("data")
def test_a_file_that_cannot_be_read_is_named(refused, tmp_path, name):
    (tmp_path / "data.xlsx").touch()
    assert (name if name != "." else "must be a file") in refused(*arguments(tmp_path / name))


@pytest.mark.parametrize("kind", ["ValueError", "KeyError", "RuntimeError", "IndexError"])
def test_a_failing_fit_names_classifier_repeat_and_fold(refused, data, kind):
    line = refused(*arguments(data, second=f"broken_models.Fails(kind='{kind}')"))
    assert "no solution" in line.replace("\\n", " ")
    assert f"classifier \"Fails(kind='{kind}')\" in repeat 0, fold 0" in line


def test_an_estimator_that_refuses_its_parameters_is_named(refused, data):
    line = refused(*arguments(data, first="sklearn.tree.DecisionTreeClassifier(max_depth=-1)"))
    assert "The 'max_depth' parameter" in line
    assert "'DecisionTreeClassifier(max_depth=-1)' in repeat 0, fold 0" in line


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("sklearn.linear_model.LinearRegression", "regressor"),
        ("sklearn.cluster.KMeans", "clusterer"),
        ("sklearn.ensemble.IsolationForest", "outlier_detector"),
    ],
)
@pytest.mark.parametrize("command", ["compare", "tests", "correlation"])
def test_what_is_no_classifier_is_refused(refused, data, command, path, kind):
    line = refused(command, *arguments(data, first=path)[1:])
    assert f"must be a classifier, but got {path.rpartition('.')[2]} of the kind '{kind}'" in line


@pytest.mark.parametrize("option", [["--bogus"], ["--repeats", "0"], ["--seed", "-1"], ["--rope", "wide"]])
def test_unknown_options_and_values_end_with_code_2(run, option):
    ended = run("compare", *option)
    assert ended.code == 2
    assert option[0] in ended.err
    assert "Traceback" not in ended.err
