"""A study's file comes from anywhere: it imports nothing that the user did not allow, and calls nothing else."""

import os
import subprocess
import sys
import time

import pytest
from sklearn.datasets import load_wine

from bayescmp.studies import Epsilon, data_loader, population_of, read_study_file

MODULE = """
import sys
from os import abort, getcwd
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from bayescmp.studies import Epsilon, Method, data_loader

@data_loader
def records():
    return load_iris(return_X_y=True)

def unmarked():
    raise AssertionError("called")

@data_loader
def ends():
    sys.exit(0)

class Small(Epsilon):
    pass

class Ending(Epsilon):
    def __init__(self, **fields):
        sys.exit(0)

class Bayes(GaussianNB):
    pass

class Plain:
    def __init__(self, *_):
        raise AssertionError("called")

never = Method(name="never", plan="10-fold", assess=lambda outcomes, alpha: {"reject": 0.0})
"""
TRAP = "raise SystemError('imported')"
METHODS = 'methods = ["bcv_mcnemar"]\n'
EPSILON = '[[scenario]]\nkind = "epsilon"\n'
TREE, DUMMY = "sklearn.tree.DecisionTreeClassifier", "sklearn.dummy.DummyClassifier"
TREE_MEMORY = "sklearn.pipeline.Pipeline(steps=[('a', 'passthrough')], memory='cache')"


def population(first=TREE, second=DUMMY, loader="iris", more=""):
    entry = f'[[scenario]]\nkind = "population"\nfirst = "{first}"\nsecond = "{second}"\nloader = "{loader}"\n'
    return f"{METHODS}{entry}{more}\n"


def scenario(kind, more=""):
    return f'{METHODS}[[scenario]]\nkind = "{kind}"\n{more}\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "own_parts.py").write_text(MODULE)
    for name in ("trap_of_study", "own_parts_trap"):
        (tmp_path / f"{name}.py").write_text(TRAP)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("own_parts", None)


@pytest.fixture
def study_of(folder):
    def read(text, *modules):
        (folder / "mine.toml").write_text(text)
        return read_study_file(folder / "mine.toml", allow_import=modules)

    return read


@pytest.mark.parametrize(
    "text",
    [
        scenario("subprocess.run", 'args = "touch touched"\nshell = true'),
        scenario("os.abort"),
        scenario("builtins.print"),
        scenario("pathlib.Path.touch"),
        scenario("trap_of_study.Scenario"),
        scenario("own_parts_trap.Scenario"),
        scenario("own_parts.sub.Scenario"),
        scenario("bayescmp.studies.Epsilon"),
        population(loader="os.abort"),
        population(loader="trap_of_study.load"),
        population(loader="sklearn.datasets.fetch_openml"),
        population(loader="sklearn.datasets.load_files"),
        population(first="os.abort"),
        population(first="trap_of_study.Model"),
        population(second="sklearn.datasets._base.load_iris"),
        population(second="sklearn.conftest.Model"),
        METHODS.replace("bcv_mcnemar", "os.abort") + EPSILON,
        METHODS.replace("bcv_mcnemar", "trap_of_study.method") + EPSILON,
        METHODS.replace('"bcv_mcnemar"', '{method = "os.abort", name = "a"}') + EPSILON,
    ],
)
def test_nothing_is_imported_that_is_not_allowed(study_of, folder, text):
    with pytest.raises(ValueError, match=r"must be in a module that the study may import, .*--allow-import"):
        study_of(text, "own_parts")
    assert "trap_of_study" not in sys.modules
    assert not (folder / "touched").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (scenario("own_parts.abort"), "`kind` must name a subclass of Scenario"),
        (scenario("own_parts.Plain"), "`kind` must name a subclass of Scenario"),
        (scenario("own_parts.records"), "`kind` must name a subclass of Scenario"),
        (population(loader="own_parts.abort"), "`loader` must name a function marked by `data_loader`"),
        (population(loader="own_parts.unmarked"), "`loader` must name a function marked by `data_loader`"),
        (population(loader="own_parts.Plain"), "`loader` must name a function marked by `data_loader`"),
        (population(first="own_parts.Plain(x=1)"), "`first` must name a class with fit and predict"),
        (population(first="sklearn.datasets.load_iris"), "must name a class with fit and predict of scikit-learn"),
        (population(first="sklearn.svm.np"), "`first` must name a class"),
        (METHODS.replace("bcv_mcnemar", "own_parts.abort") + EPSILON, "`method` must name a Method"),
        (METHODS.replace("bcv_mcnemar", "own_parts.Small") + EPSILON, "`method` must name a Method"),
        (population(loader="diabetes"), "`loader` must be one of .*iris"),
        (population(loader="irs"), r"`loader` must be one of .*Did you mean 'iris'\?"),
        (scenario("nothing"), "`kind` must be one of"),
        (scenario("own_parts.Nothing"), "`kind` must name a class that can be imported"),
    ],
)
def test_what_an_allowed_module_has_is_checked_before_it_is_called(study_of, text, message):
    with pytest.raises(ValueError, match=message):
        study_of(text, "own_parts")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (population(more='allow_import = ["os"]'), "must be without `allow_import`"),
        (population(more='DecisionTreeClassifier__memory = "cache"'), "a cache in a folder loads what others stored"),
        (population(more='DecisionTreeClassifier__a__memory = ["a", "b"]'), "a cache in a folder loads what others"),
        (population(TREE_MEMORY), "must be without `memory`"),
        (population(more="DecisionTreeClassifier__decisiontreeclassifier__max_depth__x = 1"), "must be a parameter of"),
        (scenario("simple", "\n".join(f"{name} = [{'1, ' * 999}1]" for name in "abcd")), "at most 10000 cells"),
        ("trials = 1000000000000000\n" + scenario("simple"), "`trials` must make at most 1000000 chunks"),
        ("x = " + "[" * 5000, "must be TOML"),
        (population("a" + ".a" * 5000), "`first` must be"),
        (population("(" * 5000), "`first` must be"),
        (population("-" * 20000 + "a.b"), "`first` must be"),
        (population("a.b(x=" + "[" * 5000), "`first` must be"),
        (METHODS.replace('["bcv_mcnemar"]', '"bcv_mcnemar"') + EPSILON, "`methods` must be a list"),
        (METHODS.replace('"bcv_mcnemar"', "3") + EPSILON, "A method must be a name"),
        (METHODS.replace('"bcv_mcnemar"', "{method = 3}") + EPSILON, "A method must be a name"),
        (METHODS.replace('["bcv_mcnemar"]', "3") + EPSILON, "`methods` must be a list"),
        (METHODS + '[scenario]\nkind = "epsilon"\n', r"a table \[\[scenario\]\]"),
        (METHODS + 'scenario = ["epsilon"]\n', r"a table \[\[scenario\]\]"),
        (METHODS + "[[scenario]]\nkind = 3\n", "The `kind` of a scenario must be a text"),
        (METHODS + '[[scenario]]\nkind = ["epsilon"]\n', "The `kind` of a scenario must be a text"),
        (scenario("epsilon", "name = 3"), "The `name` of a scenario must be a text"),
        (scenario("classifiers", 'path = "x.csv"\nonly = 3'), "`only` must be a text"),
        (population().replace(f'"{TREE}"', "3"), "`first` must be an import path"),
        (population().replace('"iris"', "3"), "`loader` must be a name"),
    ],
    ids=range(24),
)
def test_what_runs_code_or_hangs_is_refused_at_once(study_of, text, message):
    begin = time.perf_counter()
    with pytest.raises((ValueError, TypeError), match=message):
        study_of(text)
    assert time.perf_counter() - begin < 10


def test_parts_of_allowed_modules_are_used(study_of):
    text = (
        METHODS.replace("bcv_mcnemar", "own_parts.never") + '[[scenario]]\nkind = "own_parts.Small"\nn_records = 40\n'
    )
    study = study_of(text, "own_parts")
    assert isinstance(study.cells[0].scenario, Epsilon)
    assert study.methods[0].name == "never"
    (cell,) = study_of(population("own_parts.Bayes", loader="own_parts.records"), "own_parts").cells
    assert list(cell.scenario.classifiers) == ["Bayes", "DummyClassifier"]
    assert cell.scenario.X.shape == (150, 4)


@pytest.mark.parametrize("loader", ["wine", "sklearn.datasets.load_wine"])
def test_data_of_scikit_learn_have_names(loader):
    found = population_of(first=TREE, second=DUMMY, loader=loader)
    assert (load_wine().data == found.X).all()


def test_a_caller_of_python_allows_modules_too(folder):
    arguments = {"first": "own_parts.Bayes", "second": DUMMY, "loader": "iris"}
    assert "Bayes" in population_of(**arguments, allow_import=["own_parts"]).classifiers
    with pytest.raises(ValueError, match="may import"):
        population_of(**arguments)


@pytest.mark.parametrize(
    ("modules", "error"), [("os", TypeError), ([3], TypeError), (["a b"], ValueError), ([""], ValueError)]
)
def test_names_of_modules_are_checked(folder, modules, error):
    with pytest.raises(error, match="`allow_import` must"):
        read_study_file("smoke", allow_import=modules)


@pytest.mark.parametrize("other", [Epsilon, print, "f", type("Callable", (), {"__call__": os.abort})()])
def test_only_functions_are_marked(other):
    with pytest.raises(TypeError, match="`function` must be a function"):
        data_loader(other)


@pytest.mark.parametrize("text", [population(loader="own_parts.ends"), scenario("own_parts.Ending")])
def test_an_exit_is_an_error(study_of, text):
    with pytest.raises(RuntimeError, match="must not end Python"):
        study_of(text, "own_parts")


@pytest.mark.external
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_command_line_allows_modules_of_the_current_folder(folder, jobs):
    text = 'trials = 20\ntruth_draws = 2\nmethods = ["own_parts.never"]\n[[scenario]]\nkind = "own_parts.Small"\n'
    own = population("own_parts.Bayes", loader="own_parts.records", more="n_records = 40").removeprefix(METHODS)
    (folder / "mine.toml").write_text(f"{text}n_records = 40\n{own}")
    command = [sys.executable, "-P", "-c", "from bayescmp.cli import main; main()", "study", "run", "mine.toml"]
    command += ["--out", "out", "--jobs", jobs]
    if jobs == "1":
        refused = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        assert refused.returncode == 2
        assert "allow it: --allow-import own_parts" in refused.stderr
    command += ["--allow-import", "os", "--allow-import", "own_parts"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert ended.returncode == 0, ended.stderr
    assert "own_parts.Small (20 trials)" in ended.stdout
    assert "failed" not in ended.stdout
