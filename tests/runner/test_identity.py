"""What tells two values apart: the results of another estimator, parameter or array are never taken for the same."""

import threading

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier

from bayescmp.runner import fingerprint_of

X, Y = load_iris(return_X_y=True)


def same(one, other):
    return fingerprint_of(one, "one") == fingerprint_of(other, "other")


class Plain:
    """A classifier that is no BaseEstimator and prints no parameters."""

    def __init__(self, depth):
        self.depth = depth

    def __repr__(self):
        return "Plain()"


class Holder(BaseEstimator):
    def __init__(self, part=None):
        self.part = part


def columns(last):
    return ColumnTransformer([("some", "passthrough", [*range(40), last])])


def changed_late(size=2000):
    values = np.zeros(size)
    values[size // 2] = 1
    return values


def adding(number):
    return lambda values: values + number


DIFFERENT = {
    "functions": (FunctionTransformer(columns), FunctionTransformer(changed_late)),
    "long lists": (columns(40), columns(41)),
    "long arrays": (DummyClassifier(constant=np.zeros(2000)), DummyClassifier(constant=changed_late())),
    "frames": (pd.DataFrame({"a": [1, 2]}), pd.DataFrame({"a": [1, 3]})),
    "plain classes": (Plain(1), Plain(2)),
    "plain classes within": (Holder(Plain(1)), Holder(Plain(2))),
    "parameters in pipelines": (make_pipeline(DummyClassifier()), make_pipeline(DummyClassifier(strategy="uniform"))),
    "order of steps": (make_pipeline(Holder(1), Holder(2)), make_pipeline(Holder(2), Holder(1))),
    "what was fitted": (
        FrozenEstimator(DecisionTreeClassifier().fit(X, Y)), FrozenEstimator(DecisionTreeClassifier().fit(X, Y[::-1])),
    ),
    "random states": (np.random.RandomState(0), np.random.RandomState(1)),
    "classes": (Plain, Holder),
    "kinds of numbers": (1, True),
    "list and tuple": ([1], (1,)),
    "dicts": ({"a": 1}, {"a": 2}),
}  # fmt: skip


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_differs_has_another_fingerprint(what):
    one, other = DIFFERENT[what]
    assert same(one, one)
    assert not same(one, other)


def test_what_is_equal_has_one_fingerprint():
    assert same({"a": 1, "b": 2}, {"b": 2, "a": 1})
    assert same(adding(1), adding(2))  # a function is known by its name
    assert same(Holder(Plain(1)), Holder(Plain(1)))
    frame = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0]})
    assert same(frame, frame.copy())
    assert not same(frame, frame.rename(columns={"b": "c"}))
    rows, summed = sparse.csr_matrix(X), sparse.csr_matrix(X)
    summed.sum_duplicates()
    assert same(rows, summed)
    assert not same(rows, 2 * rows)
    assert same(DecisionTreeClassifier(), DecisionTreeClassifier().fit(X, Y))  # each trial fits a clone


@pytest.mark.parametrize("value", [threading.Lock(), (x for x in ())], ids=["lock", "generator"])
def test_what_cannot_be_told_apart_is_refused(value):
    with pytest.raises(TypeError, match=r"^`part` must be made of .*, but got .* Make it of "):
        fingerprint_of({"some": [value]}, "part")
