"""What makes a study the same: the results of another method, estimator or constant are never taken for it."""

import os
import subprocess
import sys
import threading
from dataclasses import replace
from functools import partial

import pytest
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

from bayescmp.studies import METHODS, Epsilon, Method, Population, Study, method_named, run_study

X, Y = load_iris(return_X_y=True)
STUDY = Study(name="mine", cells=[Epsilon(n_records=20)], methods=[method_named("kfold_t")], trials=10)


@pytest.mark.parametrize("value", [threading.Lock(), (x for x in ())], ids=["lock", "generator"])
def test_what_cannot_be_told_apart_is_refused_before_a_folder_is_made(value, tmp_path):
    method = Method(name="t", plan="10-fold", assess=partial(print, value))
    with pytest.raises(TypeError, match=r"^`assess` of the method `t` must be made of .*, but got .* Make it of "):
        run_study(replace(STUDY, methods=[method]), tmp_path / "out")
    assert not (tmp_path / "out").exists()


SCRIPT = """
from functools import partial
import numpy as np
from sklearn.dummy import DummyClassifier
from sklearn.preprocessing import FunctionTransformer
from bayescmp.studies import METHODS, Method
own = [{"a", "b", "c"}, lambda x: x in {"a", "b", "c"}, FunctionTransformer(lambda x: x + 1), DummyClassifier()]
mine = Method(name="mine", plan="10-fold", assess=partial(print, own, np.random.RandomState(0)))
print([method.identity() for method in [*METHODS.values(), mine]])
"""


@pytest.mark.external
def test_every_process_finds_the_same():
    def found(seed):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        return subprocess.check_output([sys.executable, "-c", SCRIPT], env=environment)  # noqa: S603 - our own

    assert found("1") == found("2")


def test_built_in_methods_differ_and_hold_no_code():
    found = {name: method.identity()["sha256"] for name, method in METHODS.items()}
    assert len(set(found.values())) == len(METHODS)
    # The same in every version of Python and after another wording of what is said about a test.
    assert found["kfold_t"][:16] == "d83901b5466932c3"
    assert found["disagreement"][:16] == "8136f8d66baebbdb"


def test_a_label_over_another_test_is_another_study(tmp_path):
    labelled = [replace(STUDY, methods=[method_named(n, label="t")]) for n in ("bcv_mcnemar", "calibrated_5x2_bcv_f")]
    run_study(labelled[0], tmp_path)
    with pytest.raises(
        ValueError, match=r"must hold the same study, but what study.methods\[0\] does or holds is not what"
    ):
        run_study(labelled[1], tmp_path)


def test_another_function_under_the_same_name_is_another_study():
    studies = [
        replace(STUDY, methods=[Method(name="m", plan="10-fold", assess=f)])
        for f in (lambda o, alpha: {"pvalue": 0.0}, lambda o, alpha: {"pvalue": 1.0})
    ]
    assert studies[0].identity() != studies[1].identity()


def test_the_first_and_the_second_classifier_are_not_exchanged():
    tree, dummy = DecisionTreeClassifier(), DummyClassifier()
    one = Population(X=X, y=Y, classifiers={"a": tree, "b": dummy})
    other = Population(X=X, y=Y, classifiers={"b": dummy, "a": tree})
    assert one.parameters() != other.parameters()
