"""Run in a copy of the package that has the dummies: print as JSON where their names turn up."""

import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB
from typer.testing import CliRunner

import bayescmp as bc
from bayescmp.cli import app
from bayescmp.doors import KINDS, predictions_of
from bayescmp.methods import METHODS
from bayescmp.model_selection import PLANS
from bayescmp.studies import Simple, Study, method_named, run_study


def hold_out():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, 80)
    answers = {name: np.where(rng.random(80) < rate, 1 - y, y) for name, rate in (("tree", 0.1), ("bayes", 0.4))}
    return bc.labels(y, answers)


def of_the_command(*arguments):
    return CliRunner().invoke(app, arguments, catch_exceptions=False).output


def answers(folder):
    yield "package", str(Path(bc.__file__).parents[1])
    data = hold_out()
    by_error, by_metric = (
        bc.compare(data),
        bc.compare(data, metric="dummy_metric", method=METHODS["dummy-method"].with_options({"strength": 2})),
    )
    for name, result in (("error", by_error), ("metric", by_metric)):
        result.save(folder / f"{name}.nc")
        bc.write_report(result, folder / f"{name}.html")
    yield "methods", by_error.methods["method"].tolist()
    yield "options", json.loads(by_metric.to_json())["options"]
    yield "html", (folder / "error.html").read_text(encoding="utf-8")
    yield "metric", [str(by_metric), (folder / "metric.html").read_text(encoding="utf-8")]
    loaded = bc.load(folder / "metric.nc")
    yield "loaded", [loaded.to_json() == by_metric.to_json(), str(loaded) == str(by_metric)]
    yield (
        "help",
        {
            name: of_the_command(*name.split(), "--help-all" if name == "compare" else "--help")
            for name in ("compare", "report")
        },
    )
    for name, verdicts in (("a", "110"), ("b", "100")):
        lines = "".join(f"{record} {verdict}\n" for record, verdict in enumerate(verdicts))
        (folder / f"{name}.dummy").write_text(lines, encoding="utf-8")
    yield "logs", of_the_command("compare", str(folder / "a.dummy"), str(folder / "b.dummy"))
    yield "listed tests", of_the_command("tests")
    marks = {"a": ["A", "C", "F", "A", "C"], "b": ["B", None, "E", "B", "E"]}
    wide = pd.DataFrame(marks | {"id": [7, 8, 9, 10, 11]})
    long = wide.melt("id", var_name="model", value_name="mark")
    told = {"record": "id", "on_missing": "drop"}
    kind = KINDS["dummy_kind"]
    found = [
        predictions_of(kind(marks=marks), record=[7, 8, 9, 10, 11], on_missing="drop"),
        predictions_of(kind(marks=["a", "b"]), data=wide, **told),
        predictions_of(kind(marks="mark"), data=long, classifier="model", **told),
    ]
    values = found[0]["loss"].to_numpy().astype(object)
    values[found[0]["missing"].to_numpy()] = None
    alike = all(one.identical(found[0]) for one in found)
    yield "kind", [kind.name, values.tolist(), bc.compare(found[0]).method.name, alike]
    X, y = load_iris(return_X_y=True)
    folds = bc.cross_val_predictions(
        {"bayes": GaussianNB(), "none": DummyClassifier()}, X, y, cv=PLANS["dummy 3-fold"].splitter(0)
    )
    yield "design", list(bc.compare(folds).design.shape)
    methods = [method_named("dummy_sign"), method_named("kfold_t", plan="dummy 3-fold")]
    study = run_study(Study(name="dummies", cells=[Simple(n_records=30)], methods=methods, trials=3), folder / "study")
    yield "study", study[["method", "trials", "failed"]].to_numpy().tolist()
    sys.path.insert(0, str(Path(bc.__file__).parents[1] / "docs"))
    from _measured import tables

    yield "docs", "".join(tables().values())


if __name__ == "__main__":
    print(json.dumps(dict(answers(Path(sys.argv[1])))))  # noqa: T201
