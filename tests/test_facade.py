"""The public names, and what importing them loads."""

import re
from pathlib import Path

import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier

import bayescmp as bc
from tests.data import run_python

ROOMS = bc._ROOMS
HEAVY = ["pymc", "pytensor", "arviz", "matplotlib", "jinja2", "pybtex", "dask", "nutpie"]
EVERY_LIBRARY = ["numpy", "pandas", "xarray", "scipy", "sklearn", *HEAVY]


def loaded_after(statements, names):
    """Run statements in a fresh interpreter and return which of `names` it has loaded."""
    code = f"{statements}\nimport sys\nprint(*({names!r} & sys.modules.keys()))"
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


def test_importing_the_package_loads_no_library():
    assert loaded_after("import bayescmp", set(EVERY_LIBRARY)) == set()


@pytest.mark.full
def test_importing_every_room_and_using_every_public_name_loads_no_heavy_library():
    statements = "\n".join([f"import bayescmp.{room}" for room in ROOMS] + ["from bayescmp import *"])
    assert loaded_after(statements, {*HEAVY, "numpy"}) == {"numpy"}


@pytest.mark.full
def test_the_first_comparison_loads_only_what_it_needs():
    table = "bc.paired_table(both_wrong=65, only_first_wrong=12, only_second_wrong=28, both_right=95)"
    # xarray loads dask where it is installed, and dask others
    statements = f"import sys\nsys.modules['dask'] = None\nimport bayescmp as bc\nstr(bc.compare({table}))"
    unused = {*HEAVY, "scipy.stats", "sklearn", "joblib", "numba", "rich", "narwhals", "typer"}
    assert loaded_after(statements, unused) == {"dask"}


def test_every_public_name_resolves_is_documented_and_listed():
    assert [name for name in bc.__all__ if getattr(bc, name) is not getattr(bc, name)] == []
    assert [name for name in bc.__all__ if name != "__version__" and not getattr(bc, name).__doc__] == []
    for room in ROOMS:
        module = getattr(bc, room)
        assert module.__name__ == f"bayescmp.{room}"
        assert [name for name in module.__all__ if not hasattr(module, name)] == []
    assert dir(bc) == sorted(bc.__all__)
    from importlib.metadata import version

    assert bc.__version__ == version("bayescmp")


NO_TABLE = (
    'Predictions need no table: `compare(y, {"a": a, "b": b}).pvalue` is the p-value, and `.methods` has all tests.'
)


@pytest.mark.parametrize(("name", "hint"), [
    ("nothing", None),
    ("mcnemar", f"It is `bayescmp.frequentist.mcnemar`. {NO_TABLE}"),
    ("mcnemar_table", "It is `bayescmp.paired_table`."),
    ("two_on_multiple", "It is `bayescmp.compare_datasets`."),
    ("nadeau_bengio", "It is `bayescmp.frequentist.paired_t`."),
    ("compar", "Did you mean 'compare'?"),
    ("_compar", None),
    ("compare_scores", "Did you mean 'compare_datasets'?"),
    ("prediction_from_cross_validate", "Did you mean 'predictions_from_cross_validate'?"),
])  # fmt: skip
def test_unknown_names_are_looked_for_elsewhere(name, hint):
    with pytest.raises(AttributeError) as error:
        getattr(bc, name)
    said = f"module 'bayescmp' has no attribute {name!r}."
    assert str(error.value) == f"{said} {hint or ''}".strip()


@pytest.mark.parametrize("args", [([0, 1], [0, 1], [1, 1]), ([[850, 55], [62, 33]],)])
@pytest.mark.parametrize(
    "test", [bc.frequentist.mcnemar, bc.frequentist.tango, bc.frequentist.proportions, bc.frequentist.e_value]
)
def test_tests_of_tables_say_what_predictions_are_given_to(test, args):
    with pytest.raises(TypeError, match=re.escape(NO_TABLE)):
        test(*args)


def test_unknown_names_cannot_be_imported_and_no_public_one_looks_like_a_test():
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        from bayescmp import nothing  # noqa: F401
    assert not [name for name in bc.__all__ if name.startswith("test")]


def test_the_three_lists_of_names_agree():
    # what type checkers see, what is loaded on first use, and what `from bayescmp import *` gives
    import ast

    tree = ast.parse(Path(bc.__file__).with_suffix(".pyi").read_text())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    typed = {
        (node.module.removeprefix("bayescmp").lstrip("."), alias.asname) for node in imports for alias in node.names
    }
    assert all(alias.name == alias.asname for node in imports for alias in node.names)
    lazy = {("", room) for room in bc._ROOMS} | {(home, name) for name, home in bc._HOME.items()}
    assert typed == lazy
    assert sorted(bc.__all__) == sorted([name for _, name in lazy] + ["__version__"])


EACH = {"a": [0, 1, 1, 0], "b": [1, 1, 1, 0]}
ANSWERED = {
    "labels() has no argument `groups`. It is called `group`.": lambda: bc.labels([0, 1], EACH, groups=[0, 1]),
    "verdicts() has no argument `answer`. `how=answers(...)` takes it.": lambda: bc.verdicts(EACH, answer="sample"),
    "labels() has no argument `fold`. `how=folds(fold=...)` takes it.": lambda: bc.labels([0, 1], EACH, fold=[0, 1]),
    "scores() has no argument `metric`. It is called `noun`.": lambda: bc.scores(EACH, metric="accuracy"),
    "scores() has no argument `n_train`. `how=validation_sets(n_train=...)` takes it.": (
        lambda: bc.scores(EACH, n_train=9)
    ),
    "scores of seeds are for `scores({...}, how=one_test_set(n))`": (
        lambda: bc.compare({"a": [0.8, 0.9], "b": [0.7, 0.8]})
    ),
    "has no argument `seeds`. It is called `n_runs`.": lambda: bc.plan(None, seeds=5),
    "It is `bayescmp.compare`.": lambda: bc.compare_seeds,
    "paired_table() got too many arguments without a name. It is called as `bc.paired_table(both_wrong=": (
        lambda: bc.paired_table([[850, 55], [62, 33]])
    ),
    "31 names, but got 'calibration'. It is `bayescmp.metrics.calibration`.": (
        lambda: bc.compare([0, 1, 1, 0], EACH, metric="calibration")
    ),
    "Did you mean 'corrected_repeated_kfold_t'?": lambda: run_tests("nadeau_bengio"),
    "names, but got '5x2cv'. Did you mean 't_5x2'?": lambda: run_tests("5x2cv"),
    "better divided by 100. Did you mean 'accuracy'?": (
        lambda: bc.compare_datasets(pd.DataFrame({"a": [0.9, 0.8], "b": [0.8, 0.7]}), metric="acuracy")
    ),
    'got 912. Of counts give text, as "912/1000"': lambda: bc.reported(accuracy={"a": 912, "b": 900}, n=1000),
    "It is of a rule: {'default': {'drop': 0.1}}.": lambda: bc.gate(bc.labels(EACH["a"], EACH), {"drop": 0.1}),
    "but got 2 arguments: Series, Series. Scores of folds are for `scores(": (
        lambda: bc.compare(pd.Series([0, 1]), pd.Series([0, 1]))
    ),
}  # fmt: skip


def run_tests(name):
    return bc.run_tests(dict.fromkeys("ab", DecisionTreeClassifier()), [[0], [1]] * 9, [0, 1] * 9, tests=name)


@pytest.mark.parametrize("said", ANSWERED)
def test_first_guesses_are_answered_by_the_call_to_type(said):
    with pytest.raises((AttributeError, TypeError, ValueError)) as error:
        ANSWERED[said]()
    assert said in str(error.value)
