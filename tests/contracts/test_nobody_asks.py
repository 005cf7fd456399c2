"""Nobody asks which method, plan, metric, test, plot or scenario something is: its file has the answer."""

import ast
import dataclasses
import importlib
import inspect
from functools import cache
from pathlib import Path

import pytest

import bayescmp
from bayescmp.frequentist import TESTS
from bayescmp.methods import METHODS
from bayescmp.metrics import METRICS
from bayescmp.model_selection import PLANS
from bayescmp.plots import PLOTS
from bayescmp.posteriors import Posterior

pytestmark = pytest.mark.full

PACKAGE = Path(bayescmp.__file__).parent
Registry = type(METHODS)
FILES = sorted(PACKAGE.rglob("*.py"))
REGISTRIES = {
    "METHODS": METHODS, "PLANS": PLANS, "METRICS": METRICS, "TESTS": TESTS, "PLOTS": PLOTS,
}  # fmt: skip
MEMBERS = [member for registry in REGISTRIES.values() for member in registry.values()]
NAMES = {member.name for member in MEMBERS}
OTHER_WORDS = {
    "accuracy": "an argument, as papers name what they report",
    "f1": "a loss of a scenario",
    "difference": "a quantity",
    "looks": "an entry of a result",
    "values": "an argument, and what many frames hold",
    "gate": "a command, and a verb in files",
    "error": "a quantity, an entry of a failed trial, and a policy for missing answers",
    "forest": "an estimator",
    "judged": "a variable of predictions, and an argument",
    "methods": "an entry of a result",
    "permutation": "a method of NumPy",
    "sensitivity": "a skill of a judge, and a section",
    "specificity": "a skill of a judge",
    "tau": "a parameter",
    "tiers": "an entry of a result",
}
"""Names that are words for other things too: these may stand anywhere, but nothing may be compared with them."""
ASKED = {"method", "metric", "plan", "name", "section", "test"}
"""What may not be compared with the name of a member."""


def module_of(path):
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return importlib.import_module(".".join(parts).removesuffix(".__init__"))


def source_of(path):
    return path.read_text(encoding="utf-8")


def named(node):
    """Return the last name of an expression: `name` of `method.name`."""
    return getattr(node, "id", None) or getattr(node, "attr", None)


def classes_asked_for(source):
    """Yield line and name of every class that an object is asked for."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance" | "issubclass"), args=[_, kinds]):
                asked = ast.walk(kinds)
            case ast.Compare(left=ast.Call(func=ast.Name(id="type")), comparators=kinds):
                asked = kinds
            case ast.MatchClass(cls=kind):
                asked = [kind]
            case _:
                asked = []
        yield from ((kind.lineno, named(kind)) for kind in asked if named(kind))


@cache
def texts(source):
    """Return line and value of every text that is no docstring."""
    tree = ast.parse(source)
    docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
    ]


def names_asked_for(source):
    """Yield line and value of every text that a name is compared with, or that a registry is asked for."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare(left=left, comparators=others) if any(named(one) in ASKED for one in (left, *others)):
                asked = [left, *others]
            case ast.Match(subject=subject, cases=cases) if named(subject) in ASKED:
                asked = [one.pattern for one in cases]
            case ast.Subscript(value=ast.Name(id=registry), slice=key) if registry in REGISTRIES:
                asked = [key]
            case ast.Call(func=ast.Attribute(value=ast.Name(id=registry)), args=given) if registry in REGISTRIES:
                asked = given[-1:]  # of `check`, the first one is the name of an argument
            case _:
                continue
        for part in (part for one in asked for part in ast.walk(one)):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield node.lineno, part.value


def assigned(path):
    """Return what a file assigns, by the name."""
    names = [
        target.id
        for node in ast.parse(source_of(path)).body
        for target in getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(target, ast.Name)
    ]
    return {name: vars(module_of(path))[name] for name in names if name in vars(module_of(path))}


@pytest.fixture(scope="module")
def homes():
    """Files that define a member, by its name: they have its class, assign it, or the registry that makes it."""
    found = {}
    for path in FILES:
        for value in assigned(path).values():
            held = value if isinstance(value, tuple) else value.values() if isinstance(value, Registry) else [value]
            for member in MEMBERS:
                if any(one is member for one in held):
                    found.setdefault(member.name, []).append((isinstance(value, Registry), path))
    homes = {name: {path for whole, path in files if whole == min(files)[0]} for name, files in found.items()}
    named = [member for member in MEMBERS if vars(type(member)).get("name") == member.name]  # by their classes
    return homes | {member.name: {Path(inspect.getfile(type(member)))} for member in named}


@pytest.fixture(scope="module")
def posteriors():
    """Files of the classes that posteriors are and consist of, by their names."""
    rooms = ("bayescmp.posteriors", "bayescmp.hierarchical")
    modules = [module_of(path) for path in FILES if path.parent.name in {"posteriors", "hierarchical"}]
    kinds = {thing for module in modules for thing in vars(module).values() if isinstance(thing, type)}
    return {
        kind.__name__: Path(importlib.import_module(kind.__module__).__file__)
        for kind in kinds
        if issubclass(kind, Posterior) or (dataclasses.is_dataclass(kind) and kind.__module__.startswith(rooms))
    }


def test_every_member_has_a_file(homes):
    assert set(homes) == NAMES
    assert homes["crossed-effects"] == {PACKAGE / "methods" / "_crossed_effects_method.py"}


def test_the_classes_of_posteriors_are_found(posteriors):
    assert set(posteriors) >= {
        "PairedPosterior", "CrossedEffectsPosterior", "EffectivePosterior", "PartsPosterior",
        "MixturePosterior", "DifferencePosterior", "BetaPosterior", "SampledPosterior",
    }  # fmt: skip


def places(find, is_elsewhere):
    """Return where something stands that is of another file."""
    found = ((path, line, text) for path in FILES for line, text in find(source_of(path)))
    return [f"{path.relative_to(PACKAGE)}:{line} {text!r}" for path, line, text in found if is_elsewhere(path, text)]


def test_nobody_asks_which_posterior_it_is(posteriors):
    assert places(classes_asked_for, lambda path, name: path != posteriors.get(name, path)) == []


def test_nobody_writes_the_name_of_a_member_that_is_elsewhere(homes):
    def is_elsewhere(path, text):
        # studies of the package name their methods, and what others call members is told by their names
        is_free = path.name in {"_builtin.py", "_called.py"} or text in OTHER_WORDS
        return path not in homes.get(text, [path]) and not is_free and not is_exported(path, text)

    assert places(texts, is_elsewhere) == []


def is_exported(path, text):
    """Tell whether a text is the name of what a room exports: tests have the names of their formulas."""
    return path.name == "__init__.py" and hasattr(module_of(path), text)


def test_nobody_asks_which_member_it_is(homes):
    assert places(names_asked_for, lambda path, text: path not in homes.get(text, [path])) == []


@pytest.mark.parametrize("word", OTHER_WORDS)
def test_a_word_for_other_things_is_a_name_and_used_elsewhere(homes, word):
    assert word in NAMES
    assert any(word == text and path not in homes[word] for path in FILES for _, text in texts(source_of(path)))


PLANTED = '''
"""Docstrings may name paired."""
def f(posterior, method, metric):
    if isinstance(posterior, PairedPosterior) or isinstance(posterior, (int, posteriors.MixturePosterior)):
        return METHODS["paired"]
    if type(posterior) is EffectivePosterior or method.name in {"crossed-effects", "other"}:
        return METHODS.get("paired")
    match posterior:
        case CrossedEffectsPosterior():
            return metric == "error"
    match method.name:
        case "fold-correlation":
            return isinstance(method, Method)
    return {"error": 1, "ordinary": "text"}
'''


class TestTheChecksFind:
    """What is planted, so that an empty list means something."""

    def test_classes(self):
        found = {(line, name) for line, name in classes_asked_for(PLANTED) if name.endswith("Posterior")}
        expected = {(4, "PairedPosterior"), (4, "MixturePosterior"), (6, "EffectivePosterior")}
        assert found == expected | {(9, "CrossedEffectsPosterior")}

    def test_names(self):
        found = [(line, text) for line, text in texts(PLANTED) if text in NAMES]
        expected = [(5, "paired"), (6, "crossed-effects"), (7, "paired"), (10, "error"), (12, "fold-correlation")]
        assert sorted(found) == sorted([*expected, (14, "error")])

    def test_comparisons(self):
        found = sorted((line, text) for line, text in names_asked_for(PLANTED))
        expected = [(5, "paired"), (6, "crossed-effects"), (6, "other"), (7, "paired"), (10, "error")]
        assert found == [*expected, (11, "fold-correlation")]
