"""A method, a plan, a metric, a test, a plot and a kind of answer is one file and one line of its registry."""

import ast
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.data import run_python

ROOT, HERE = Path(__file__).parents[2], Path(__file__).parent
MEMBERS = {
    "dummy_sign": ("frequentist/_registry.py", "DUMMY_SIGN", "DUMMY_SIGN"),
    "dummy_method": ("methods/_registry.py", "DummyMethod", "DummyMethod()"),
    "dummy_metric": ("metrics/_registry.py", "DUMMY_METRIC", "DUMMY_METRIC"),
    "dummy_plan": ("model_selection/_registered_plans.py", "DUMMY_PLAN", "DUMMY_PLAN"),
    "dummy_plot": ("plots/_registry.py", "DUMMY_PLOT", "DUMMY_PLOT"),
    "dummy_kind": ("doors/_registry.py", "DummyKind", "DummyKind"),
    "dummy_reader": ("readers/_registry.py", "DummyReader", "DummyReader()"),
}
"""File of the registry, what is imported, and the line, by the dummy's file."""

DOCUMENTED = ("dummy_sign", "dummy-method", "dummy_metric", "dummy-plot")


def with_member(source, module, imported, line):
    """Return the source of a registry with an import and a line more, at the end of its members."""
    tree = ast.parse(source)
    call = next(
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Registry" and len(node.args) > 1
    )
    last = call.args[1].elts[-1]
    lines = source.splitlines()
    text = lines[last.end_lineno - 1]
    lines[last.end_lineno - 1] = f"{text[: last.end_col_offset]}, {line}{text[last.end_col_offset :]}"
    first = next(node.lineno for node in tree.body if isinstance(node, ast.ImportFrom))
    return "\n".join([*lines[: first - 1], f"from {module} import {imported}", *lines[first - 1 :], ""])


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copy_with_dummies(folder):
    """Copy the package and the tables of the documentation, and add the dummies; return what each touched."""
    shutil.copytree(ROOT / "bayescmp", folder / "bayescmp")  # with what is compiled
    (folder / "docs").mkdir()
    for path in (ROOT / "docs").glob("_*.py"):
        shutil.copy(path, folder / "docs")
    shutil.copytree(ROOT / "docs" / "results", folder / "docs" / "results")
    touched, before = {}, contents(folder)
    for dummy, (registry, imported, line) in MEMBERS.items():
        file = folder / "bayescmp" / registry
        shutil.copy(HERE / "dummies" / f"{dummy}.py", file.with_name(f"_{dummy}.py"))
        module = f"bayescmp.{file.parent.name}._{dummy}"
        file.write_text(with_member(file.read_text(encoding="utf-8"), module, imported, line), encoding="utf-8")
        after = contents(folder)
        touched[dummy] = {name for name, content in after.items() if before.get(name) != content}
        before = after
    return touched


def unwrapped(text):
    """Return a screen without line ends and frames."""
    return re.sub(r"[\s│]+", "", text)


@pytest.mark.full
def test_a_member_is_one_file_and_one_line(tmp_path):
    package, work = tmp_path / "package", tmp_path / "work"
    work.mkdir()
    touched = copy_with_dummies(package)
    assert {len(files) for files in touched.values()} == {2}

    environment = os.environ | {"PYTHONPATH": str(package), "OMP_NUM_THREADS": "1"}
    run = run_python("-W", "error", HERE / "ask_for_dummies.py", work, env=environment, cwd=work)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout.splitlines()[-1])

    assert found["package"] == str(package)

    # `compare` and its report
    assert {"dummy-method", "dummy_sign"} <= set(found["methods"])
    assert found["options"] == {"strength": 2}
    for text in ("dummy-method", "dummy_sign", 'id="dummy-plot-title"', "A dummy line."):
        assert text in found["html"], text
    for sentences in found["metric"]:
        assert "has a higher dummy metric than" in " ".join(sentences.split())
    assert "  dummy metric  observed" in found["metric"][0]
    assert "tree - bayes; positive where tree has a higher dummy metric" in " ".join(found["metric"][0].split())
    assert "error" not in found["metric"][0]
    assert found["loaded"] == [True, True]

    # the command line
    named = {"compare": ("dummy-method", "dummy_metric", "dummy-reader"), "report": ("dummy-plot",)}
    for command, names in named.items():
        for name in names:
            assert unwrapped(name) in unwrapped(found["help"][command]), (command, name)
    assert "dummy_sign" in found["listed tests"]

    # predictions
    same = ["dummy_kind", [[[0.0, 0.4, 1.0, 0.0, 0.4]], [[0.2, None, 0.8, 0.2, 0.8]]], "mean-loss", True]
    assert found["kind"] == same

    # logs
    assert "3 of 3 records are in the logs of all 2 systems (Dummy, verdict)" in " ".join(found["logs"].split())

    # the plan
    assert found["design"] == [1, 3]
    assert found["study"] == [["dummy_sign", 3, 0], ["kfold_t, dummy 3-fold", 3, 0]]

    # the documentation
    for name in DOCUMENTED:
        assert f"| `{name}`" in found["docs"], name
