"""Estimators named in text: an import path, or a short name, with literal arguments; nothing is evaluated."""

import ast
import importlib
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.machinery import PathFinder
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from bayescmp._exits import no_exit
from bayescmp._registry import did_you_mean
from bayescmp._text import cut, shown

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

_DEEPEST = 20
"""Lists in lists that an argument may be; scikit-learn prints it by recursion, which has a limit."""
_LONGEST_SHOWN = 200
SHORT_NAMES: Mapping[str, str] = {
    "tree": "sklearn.tree.DecisionTreeClassifier",
    "forest": "sklearn.ensemble.RandomForestClassifier",
    "extra-trees": "sklearn.ensemble.ExtraTreesClassifier",
    "hist-gradient-boosting": "sklearn.ensemble.HistGradientBoostingClassifier",
    "logistic": "sklearn.linear_model.LogisticRegression",
    "svm": "sklearn.svm.SVC",
    "knn": "sklearn.neighbors.KNeighborsClassifier",
    "naive-bayes": "sklearn.naive_bayes.GaussianNB",
    "mlp": "sklearn.neural_network.MLPClassifier",
    "dummy": "sklearn.dummy.DummyClassifier",
}
"""What each stands for; arguments in brackets may follow, as in ``svm(C=10)``."""


def estimator_from_text(text: str, option: str, find: Callable[[str, str], object] | None = None) -> "BaseEstimator":
    """Build the estimator that `text` names."""
    if not isinstance(text, str):
        raise TypeError(f"`{option}` must be an import path, but got {shown(text)}.")
    try:
        path, arguments = _parsed(full_path(text), text, option)
    except (RecursionError, MemoryError):  # of thousands of brackets or dots
        raise ValueError(f"`{option}` must be an import path, but got a text of {len(text)} characters.") from None
    found = (find or imported)(path, option)
    if not (isinstance(found, type) and hasattr(found, "fit") and hasattr(found, "predict")):
        raise ValueError(f"`{option}` must name a class with fit and predict, but {path!r} is not one.")
    _check_arguments(found, path, arguments, option)
    with no_exit(f"while making {path}"):
        try:
            return found(**arguments)
        except TypeError as error:
            raise ValueError(f"`{option}`: {path} does not take these arguments ({error}).") from error
        except Exception as error:  # whatever code of the user's raises
            raise ValueError(f"`{option}`: {path} cannot be made ({_said(error)}).") from error


def _check_arguments(found: type, path: str, given: Collection[str], option: str) -> None:
    """Refuse arguments that a class does not have, and too few, as far as it says what it takes."""
    parameters: Mapping[str, inspect.Parameter] = {}
    with suppress(Exception), no_exit(f"while making {path}"):  # whatever code of the user's raises
        parameters = inspect.signature(found).parameters
    kinds, name = {parameter.kind for parameter in parameters.values()}, path.rpartition(".")[2]
    for argument in given if parameters and inspect.Parameter.VAR_KEYWORD not in kinds else ():
        if argument not in parameters:
            raise ValueError(f"`{option}`: {name} has no argument {argument!r}.{did_you_mean(argument, parameters)}")
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    missing = [
        argument
        for argument, parameter in parameters.items()
        if parameter.kind in named and parameter.default is parameter.empty and argument not in given
    ]
    if missing:
        example = f"{path}({', '.join(f'{argument}=...' for argument in missing)})"
        raise ValueError(f"`{option}`: {name} needs {', '.join(missing)}: '{example}'.")


def imported(path: str, option: str, allow_import: Collection[str] = ()) -> object:
    """Import what a dotted path names; allowed modules in the current folder are found after all others."""
    module, _, name = path.rpartition(".")
    with no_exit(f"while importing {module}"):
        try:
            return getattr(_module(module, allow_import), name)
        except _NotAllowedError:
            raise ValueError(
                f"`{option}` must name a class in a module that may be imported, but {module!r} is one of the current "
                f"folder. If you trust its code, allow it: --allow-import {module}."
            ) from None
        except Exception as error:  # whatever code of the user's raises
            raise ValueError(
                f"`{option}` must name a class that can be imported, but got {path!r} ({_said(error)}).{hint_at(path)}"
            ) from error


class _NotAllowedError(ImportError):
    """A module of the current folder that was not allowed."""


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {error}"


def _module(name: str, allowed: Collection[str]) -> ModuleType:
    top = name.partition(".")[0]
    if top in sys.modules or find_spec(top) is not None:
        return importlib.import_module(name)
    if not {name, top} & set(allowed) and PathFinder.find_spec(top, [str(Path.cwd())]) is not None:
        raise _NotAllowedError
    before = set(sys.modules)
    with _current_folder() as folder:
        found = importlib.import_module(name)
    # Other processes do not look for modules there: those of the folder go to them by value.
    for other in set(sys.modules) - before:
        if "." not in other and folder in _folders(sys.modules[other]):
            for pickler in ("cloudpickle", "joblib.externals.cloudpickle"):  # joblib has its own copy before 1.6
                with suppress(ImportError):
                    importlib.import_module(pickler).register_pickle_by_value(sys.modules[other])
    return found


@contextmanager
def _current_folder() -> Iterator[str]:
    """Look for modules in the current folder too, last: a file there that is called like a library is not run."""
    folder = str(Path.cwd())
    sys.path.append(folder)
    try:
        yield folder
    finally:
        with suppress(ValueError):  # the module may have changed the path itself
            del sys.path[len(sys.path) - 1 - sys.path[::-1].index(folder)]


def _folders(module: ModuleType) -> set[str]:
    """Return where a module or package lies."""
    paths = [*getattr(module, "__path__", [])] or [getattr(module, "__file__", None) or ""]
    return {str(Path(path).parent) for path in paths}


def _parsed(text: str, given: str, option: str) -> tuple[str, dict[str, Any]]:
    got = repr(cut(given, _LONGEST_SHOWN))
    rule = f"`{option}` must be an import path with literal keyword arguments, such as 'sklearn.svm.SVC(C=10)'"
    if text == given and re.fullmatch(r"\w[\w\s-]*", name := text.partition("(")[0].strip()):
        raise ValueError(f"{rule}, or one of {', '.join(SHORT_NAMES)}, but got {got}.{hint_at(name)}")
    try:
        node = ast.parse(text.strip(), mode="eval").body
        ast.unparse(node)  # as `names_of` does
    except (SyntaxError, ValueError):  # the latter of NUL, and of numbers with thousands of digits
        raise ValueError(f"{rule}, but got {got}.") from None
    if any(_depth(keyword.value) > _DEEPEST for keyword in getattr(node, "keywords", [])):
        raise ValueError(f"{rule} that are nested at most {_DEEPEST} deep, but got {got}.")
    call = node if isinstance(node, ast.Call) else ast.Call(func=node, args=[], keywords=[])
    if call.args:
        raise ValueError(f"{rule}, but {got} has an argument without a name.")
    path = ast.unparse(call.func)
    names = {keyword.arg for keyword in call.keywords} - {None}  # None is that of **
    if "." not in path or not all(part.isidentifier() for part in path.split(".")) or len(names) < len(call.keywords):
        raise ValueError(f"{rule}, but got {got}.")
    try:
        return path, {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}
    except (ValueError, TypeError):
        raise ValueError(f"{rule}, but an argument of {got} is not a literal.") from None


def _depth(node: ast.AST) -> int:
    level, depth = [node], 0
    while level:  # no recursion, which has a limit of its own
        level, depth = [child for parent in level for child in ast.iter_child_nodes(parent)], depth + 1
    return depth


def name_of(text: str) -> str:
    """Return a name for an estimator: its text without the module."""
    return re.sub(r"^[^(]*\.", "", _written(text))


def _written(text: str) -> str:
    text = text.strip()
    return text if stands_for(text) else ast.unparse(ast.parse(text, mode="eval"))


def names_of(first: str, second: str) -> tuple[str, str]:
    """Return names for two estimators: their text without the module, told apart where they are the same."""
    short, same = name_of(first), name_of(second)
    if short != same:
        return short, same
    one, other = _written(first), _written(second)
    return (one, other) if one != other else (f"{short} [first]", f"{short} [second]")


# --- short names of the usual classifiers, and names of scikit-learn's classes without their module -------------------


def full_path(text: str) -> str:
    """Return the text of an estimator with the path of the class that a short name, or the class alone, stands for."""
    name, bracket, arguments = text.strip().partition("(")
    name = name.strip()
    if name in SHORT_NAMES:
        name = SHORT_NAMES[name]
    elif name.isidentifier():
        name = _paths().get(name, name)
    return name + bracket + arguments


def stands_for(text: str) -> str | None:
    """Return the path for which a short name at the start of a text stands, if there is one."""
    return SHORT_NAMES.get(text.partition("(")[0].strip())


def hint_at(path: str) -> str:
    """Return the question which known classifier was meant by a name or path that leads to none."""
    module, _, name = path.rpartition(".")
    if module.partition(".")[0] not in {"", "sklearn"}:
        return ""
    found = _paths()
    if module:
        hint = did_you_mean(name, found)
        return hint and f" Did you mean {found[hint.split("'")[1]]!r}?"
    return did_you_mean(name, [*SHORT_NAMES, *found])


@cache
def _paths() -> Mapping[str, str]:
    """Return the public paths of scikit-learn's classifiers by the names of their classes; it takes some seconds."""
    from sklearn.utils import all_estimators

    with warnings.catch_warnings(action="ignore"):
        found = all_estimators(type_filter="classifier")
    return {name: f"{kind.__module__.partition('._')[0]}.{name}" for name, kind in found}
