"""Estimators named in text: literals only, nothing evaluated."""

import sys

import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.svm import SVC

from bayescmp.model_selection import estimator_from_text, names_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sklearn.svm.SVC", SVC()),
        ("sklearn.svm.SVC()", SVC()),
        ("  sklearn.svm.SVC(C=10)  ", SVC(C=10)),
        ("sklearn.svm.SVC(C=1e-3, kernel='poly', shrinking=False)", SVC(C=1e-3, kernel="poly", shrinking=False)),
        ("sklearn.svm.SVC(class_weight={0: 1, 1: 2.5})", SVC(class_weight={0: 1, 1: 2.5})),
        ("sklearn.svm.SVC(class_weight={'a': -1}, tol=None)", SVC(class_weight={"a": -1}, tol=None)),
        (
            "sklearn.ensemble.RandomForestClassifier(class_weight=[{0: 1, 1: (2, 3)}, {'x': [None, True]}])",
            RandomForestClassifier(class_weight=[{0: 1, 1: (2, 3)}, {"x": [None, True]}]),
        ),
    ],
)
def test_literals_become_arguments(text, expected):
    estimator = estimator_from_text(text, "--first")
    assert type(estimator) is type(expected)
    assert estimator.get_params() == expected.get_params()


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('touch {path}')",
        "sklearn.svm.SVC(C=__import__('os').system('touch {path}'))",
        "sklearn.svm.SVC(C=open('{path}', 'w'))",
        "sklearn.svm.SVC(C=[open('{path}', 'w')])",
        "sklearn.svm.SVC(**dict(C=open('{path}', 'w')))",
        "(lambda: open('{path}', 'w'))()",
        "sklearn.svm.SVC(C=f\"{{open('{path}', 'w')}}\")",
        "os.system('touch {path}')",
        "os.system(command='touch {path}')",
        "pathlib.Path.touch(self='{path}')",
    ],
)
def test_nothing_is_evaluated(tmp_path, text):
    path = tmp_path / "touched"
    with pytest.raises(ValueError, match="`--first` must"):
        estimator_from_text(text.format(path=path), "--first")
    assert not path.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "must be an import path with literal keyword arguments, such as .*, but got ''"),
        ("SVC", "but got 'SVC'"),
        ("sklearn.svm.SVC(", r"but got 'sklearn\.svm\.SVC\('"),
        ("sklearn.svm.SVC; import os", "must be an import path"),
        ("sklearn svm SVC", "must be an import path"),
        (".svm.SVC", "must be an import path"),
        ("sklearn.svm.SVC()()", "must be an import path"),
        ("sklearn.svm['SVC']", "must be an import path"),
        ("sklearn.svm.SVC(10)", "has an argument without a name"),
        ("sklearn.svm.SVC(*[10])", "has an argument without a name"),
        ("sklearn.svm.SVC(**{'C': 10})", "must be an import path"),
        ("sklearn.svm.SVC(C=1, C=2)", "must be an import path"),
        ("sklearn.svm.SVC(C=x)", "is not a literal"),
        ("sklearn.svm.SVC(C=2*3)", "is not a literal"),
        ("sklearn.svm.SVC(C={[]: 1})", "is not a literal"),
        ("nowhere.svm.SVC", r"must name a class that can be imported, but got 'nowhere\.svm\.SVC' \(No module named"),
        ("sklearn.svm.SVM", "has no attribute 'SVM'"),
        ("sklearn.svm", "must name a class with fit and predict, but 'sklearn.svm' is not one"),
        ("sklearn.model_selection.cross_validate", "must name a class with fit and predict"),
        ("sklearn.preprocessing.StandardScaler", "must name a class with fit and predict"),
        ("collections.OrderedDict", "must name a class with fit and predict"),
        ("sklearn.svm.SVC(c=10)", r"sklearn\.svm\.SVC does not take these arguments .*'c'"),
    ],
)
def test_what_names_no_classifier_is_refused(text, message):
    with pytest.raises(ValueError, match=f"`--second`.*{message}"):
        estimator_from_text(text, "--second")


def test_only_the_named_module_is_imported(tmp_path, monkeypatch):
    (tmp_path / "trap.py").write_text("raise SystemError('imported')")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ValueError, match="is not a literal"):
        estimator_from_text("trap.Classifier(C=print(1))", "--first")
    assert "trap" not in sys.modules


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("sklearn.svm.SVC(C=10)", "sklearn.tree.DecisionTreeClassifier", ("SVC(C=10)", "DecisionTreeClassifier")),
        ("sklearn.svm.SVC(C=1.5)", "sklearn.svm.SVC(C=2.5)", ("SVC(C=1.5)", "SVC(C=2.5)")),
        ("a.b.C", "d.C", ("a.b.C", "d.C")),
        ("a.C(x=1)", "b.C( x = 1 )", ("a.C(x=1)", "b.C(x=1)")),
        ("a.C", " a.C ", ("C [first]", "C [second]")),
        ("a.C(x=1)", "a.C(x = 1)", ("C(x=1) [first]", "C(x=1) [second]")),
    ],
)
def test_names_are_short_and_distinct(first, second, expected):
    assert names_of(first, second) == expected
