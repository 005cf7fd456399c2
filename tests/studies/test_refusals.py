"""Parameters that no scenario, method or study has are refused in a sentence."""

import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

from bayescmp.studies import (
    Digits,
    Epsilon,
    Letter,
    Population,
    RareClass,
    Simple,
    SixClass,
    Study,
    StudyMethod,
    Text,
    builtin_study,
    method_named,
)

X, Y = load_iris(return_X_y=True)
TWO = {"bayes": GaussianNB(), "majority": DummyClassifier()}


def population(**changes):
    return Population(**({"X": X, "y": Y, "classifiers": TWO} | changes))


def method(coords):
    return StudyMethod(name="mine", plan="10-fold", assess=dict, coords=coords)


REFUSED = [
    (lambda: Epsilon(n_records=301), "`n_records` must be even, but got 301"),
    (lambda: Epsilon(epsilon=0.7), "`epsilon` must be between 0 and 2/3, but got 0.7"),
    (lambda: Epsilon(epsilon=-0.1), "`epsilon` must be between 0 and 2/3, but got -0.1"),
    (lambda: Epsilon().draw(0), "`n` must be at least 1, but got 0"),
    (lambda: Simple(n_records=19), "`n_records` must be at least 20, but got 19"),
    (lambda: Simple(shift="1"), "`shift` must be a number, but got '1'"),
    (lambda: Simple(shift=1.0).truth(50, draws=0, seed=0), "`draws` must be at least 1, but got 0"),
    (lambda: Simple().with_parameter("p", 1), "`p` must be a parameter of Simple: n_records, shift"),
    (lambda: SixClass(n_records=19), "`n_records` must be at least 20, but got 19"),
    (lambda: SixClass(distortion=0), "`distortion` must be above 0, but got 0"),
    (lambda: Letter(n_records=19), "`n_records` must be at least 20, but got 19"),
    (lambda: Letter(distortion=-1), "`distortion` must be above 0, but got -1"),
    (lambda: Letter(path="missing.csv").population(), "There is no file"),
    (lambda: Digits(hidden=0), "`hidden` must be at least 1, but got 0"),
    (lambda: Digits(penalty=-0.1), r"`penalty` must be 0 or more, but got -0\.1"),
    (lambda: Text(n_records=19), "`n_records` must be at least 20, but got 19"),
    (lambda: Text(imbalance=0.01), r"`imbalance` must be between 0\.02 and 0\.5, but got 0\.01"),
    (lambda: Text(pair="svm"), "`pair` must be one of 'linear-rbf', 'linear-mlp', but got 'svm'"),
    (lambda: Text(equal="auc"), "`equal` must be one of 'error', 'f1', but got 'auc'"),
    (lambda: Text(seed=-1), "`seed` must be at least 0, but got -1"),
    (lambda: RareClass(tilt=-0.3), "must be those of classifiers that exist"),
    (lambda: RareClass(prevalence=0.99), "must be those of classifiers that exist"),
    (lambda: RareClass(n_records=2), "`n_records` must be at least 20"),
    (lambda: RareClass(prevalence=1.5), "`prevalence` must"),
    (lambda: RareClass(f1=2), "`f1` must"),
    (lambda: population(classifiers=TWO | {"third": GaussianNB()}), r"`classifiers` must be two, but got \['bayes', "),
    (lambda: population(y=Y[:10]), "`y` must have a label for each of the 150 records of `X`, but got 10"),
    (lambda: population(n_records=3), "`n_records` must be at least 4, but got 3"),
    (lambda: population(n_records=151, replace=False), "`n_records` must be at most 150 without replacement"),
    (lambda: population().with_parameter("oak__depth", 1), "`oak__depth` must be a parameter of Population: X, y, "),
    (lambda: population().with_parameter("bayes__", 1), "`bayes__` must be a parameter of Population"),
    (lambda: Study(name="a", cells=[Text()], methods=[method_named("kfold_t")]), "only supports the plans"),
    (
        lambda: Study(name="a", cells=[], methods=[method_named("kfold_t")]),
        "`cells` must be a list with at least one",
    ),
    (
        lambda: Study(name="a", cells=[Epsilon()], methods=["kfold_t"]),
        "`methods` must be a list, each of class StudyMethod",
    ),
    (lambda: method([1]), "`coords` must be a mapping from names of dims to their coordinates, but got"),
    (lambda: method({"trial": [1]}), r"`coords` must have dims of other names than \['trial'\]"),
    (lambda: method({"k": []}), "`coords` must be a list with at least one item"),
    (lambda: method({"k": [1.5]}), "`coords` must have distinct texts or integers for 'k'"),
    (lambda: method({"k": [1, 1]}), "`coords` must have distinct texts or integers for 'k', but got"),
    (lambda: method_named("kfold"), r"`name` must be one of .*, but got 'kfold'\."),
    (lambda: method_named("kfold_t", plan="11-fold"), r"`plan` must be one of .*, but got '11-fold'\."),
    (lambda: builtin_study("table-7"), "`name` must be one of .*smoke.*, but got 'table-7'"),
    (lambda: builtin_study("figure-1"), r"The study 'figure-1' must have `data`"),
    (lambda: builtin_study("figure-1", data="nowhere"), "`data` must be a file or a folder of files, but there is no "),
]


def test_what_cannot_be_is_refused():
    for call, message in REFUSED:
        with pytest.raises((TypeError, ValueError, FileNotFoundError), match=message):
            call()
