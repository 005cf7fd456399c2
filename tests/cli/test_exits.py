"""Code of the user's that calls `sys.exit` ends the command with code 2 and one sentence, never with success."""

import sys

import pytest
from joblib.externals.loky import get_reusable_executor

from tests.data import write_csv

MODELS = """
import sys
import typer
from sklearn.base import BaseEstimator, ClassifierMixin

class Ends(ClassifierMixin, BaseEstimator):
    def __init__(self, where="fit", how="sys", code=0):
        self.where, self.how, self.code = where, how, code
    def end(self, where):
        if where == self.where:
            raise typer.Exit(self.code) if self.how == "typer" else SystemExit(self.code)
    def fit(self, X, y):
        self.end("fit")
        self.classes_ = [y[0]]
        return self
    def predict(self, X):
        self.end("predict")
        return [self.classes_[0]] * len(X)
    def get_params(self, deep=True):
        self.end("get_params")
        return super().get_params(deep)

class Made:
    fit = predict = None
    def __init__(self):
        sys.exit()
"""


@pytest.fixture
def data(tmp_path, monkeypatch):
    (tmp_path / "ending_models.py").write_text(MODELS)
    (tmp_path / "ending_module.py").write_text("import sys\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    get_reusable_executor().shutdown(wait=True)  # processes of earlier tests do not know the folder
    yield write_csv(tmp_path / "data.csv", {"x": [i / 2 for i in range(40)], "kind": ["a", "b"] * 20})
    for name in ("ending_models", "ending_module"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.external)])
@pytest.mark.parametrize(
    "estimator",
    [
        "ending_models.Ends",
        "ending_models.Ends(where='predict')",
        "ending_models.Ends(where='get_params')",
        "ending_models.Ends(how='typer')",
        "ending_models.Made",
        "ending_module.Own",
    ],
)
def test_no_exit_of_an_estimator_is_success(refused, data, estimator, jobs):
    options = ("--target", "kind", "--first", estimator, "--second", "sklearn.dummy.DummyClassifier")
    line = refused("compare", data, *options, "--jobs", jobs, "--repeats", "1")
    if "predict" in estimator or estimator == "ending_models.Ends":
        assert "must not end Python, but called sys.exit(0)" in line
        assert "while fitting classifier" in line


@pytest.mark.parametrize("command", ["tests", "correlation"])
def test_other_commands_are_guarded_too(refused, data, command):
    options = ("--target", "kind", "--first", "ending_models.Ends", "--second", "sklearn.dummy.DummyClassifier")
    assert "must not end Python" in refused(command, data, *options)
