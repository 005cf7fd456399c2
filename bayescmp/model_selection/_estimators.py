"""Estimators named in text: an import path with literal arguments, nothing evaluated."""

import ast
import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from bayescmp._exits import no_exit
from bayescmp._text import cut

_DEEPEST = 20
"""Lists in lists that an argument may be; scikit-learn prints it by recursion, which has a limit."""
_LONGEST_SHOWN = 200


def estimator_from_text(text: str, option: str, find: Callable[[str, str], Any] | None = None) -> Any:
    """Build the estimator that `text` names.

    Parameters
    ----------
    text : str
        An import path with optional keyword arguments, such as ``sklearn.svm.SVC(C=10)``. Modules in the current
        folder are found.
    option : str
        The option that held it, for messages.
    find : callable, optional
        Returns what a path names, given `option` too; `imported` if None.

    Returns
    -------
    estimator

    Raises
    ------
    ValueError
        If the text is not a path with literal keyword arguments, or does not name a class with fit and predict.
    """
    if not isinstance(text, str):
        raise TypeError(f"`{option}` must be an import path, but got {text!r}.")
    try:
        path, arguments = _parsed(text, option)
    except (RecursionError, MemoryError):  # of thousands of brackets or dots
        raise ValueError(f"`{option}` must be an import path, but got a text of {len(text)} characters.") from None
    found = (find or imported)(path, option)
    if not (isinstance(found, type) and hasattr(found, "fit") and hasattr(found, "predict")):
        raise ValueError(f"`{option}` must name a class with fit and predict, but {path!r} is not one.")
    with no_exit(f"while making {path}"):
        try:
            return found(**arguments)
        except TypeError as error:
            raise ValueError(f"`{option}`: {path} does not take these arguments ({error}).") from error
        except Exception as error:  # whatever code of the user's raises
            raise ValueError(f"`{option}`: {path} cannot be made ({_said(error)}).") from error


def imported(path: str, option: str) -> Any:
    """Import what a dotted path names; modules in the current folder are found after all others.

    Parameters
    ----------
    path : str
        Such as ``sklearn.svm.SVC``.
    option : str
        The option that held it, for messages.

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If there is no such thing.
    """
    module, _, name = path.rpartition(".")
    with no_exit(f"while importing {module}"):
        try:
            return getattr(_module(module), name)
        except Exception as error:  # whatever code of the user's raises
            raise ValueError(
                f"`{option}` must name a class that can be imported, but got {path!r} ({_said(error)})."
            ) from error


def _said(error: Exception) -> str:
    return str(error) if isinstance(error, ImportError | AttributeError) else f"{type(error).__name__}: {error}"


def _module(name: str) -> ModuleType:
    top = name.partition(".")[0]
    if top in sys.modules or find_spec(top) is not None:
        return importlib.import_module(name)
    before = set(sys.modules)
    with _current_folder() as folder:
        found = importlib.import_module(name)
    # Other processes do not look for modules there: those of the folder go to them by value.
    for other in set(sys.modules) - before:
        if "." not in other and folder in _folders(sys.modules[other]):
            _send_by_value(sys.modules[other])
    return found


def _send_by_value(module: ModuleType) -> None:
    for name in ("cloudpickle", "joblib.externals.cloudpickle"):  # joblib has its own copy before 1.6
        with suppress(ImportError):
            importlib.import_module(name).register_pickle_by_value(module)


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


def _parsed(text: str, option: str) -> tuple[str, dict[str, Any]]:
    shown = repr(cut(text, _LONGEST_SHOWN))
    rule = f"`{option}` must be an import path with literal keyword arguments, such as 'sklearn.svm.SVC(C=10)'"
    try:
        node = ast.parse(text.strip(), mode="eval").body
        ast.unparse(node)  # as `names_of` does
    except (SyntaxError, ValueError):  # the latter of NUL, and of numbers with thousands of digits
        raise ValueError(f"{rule}, but got {shown}.") from None
    if any(_depth(keyword.value) > _DEEPEST for keyword in getattr(node, "keywords", [])):
        raise ValueError(f"{rule} that are nested at most {_DEEPEST} deep, but got {shown}.")
    call = node if isinstance(node, ast.Call) else ast.Call(func=node, args=[], keywords=[])
    if call.args:
        raise ValueError(f"{rule}, but {shown} has an argument without a name.")
    path = ast.unparse(call.func)
    if "." not in path or not all(part.isidentifier() for part in path.split(".")):
        raise ValueError(f"{rule}, but got {shown}.")
    try:
        arguments = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
    except (ValueError, TypeError):
        raise ValueError(f"{rule}, but an argument of {shown} is not a literal.") from None
    if len(arguments) != len(call.keywords):
        raise ValueError(f"{rule}, but got {shown}.")
    return path, arguments


def _depth(node: ast.AST) -> int:
    level, depth = [node], 0
    while level:  # no recursion, which has a limit of its own
        level, depth = [child for parent in level for child in ast.iter_child_nodes(parent)], depth + 1
    return depth


def names_of(first: str, second: str) -> tuple[str, str]:
    """Return names for two estimators: their text without the module, told apart where they are the same."""
    names = [ast.unparse(ast.parse(text.strip(), mode="eval")) for text in (first, second)]
    short = [_without_module(name) for name in names]
    if short[0] != short[1]:
        return short[0], short[1]
    if names[0] != names[1]:
        return names[0], names[1]
    return f"{short[0]} [first]", f"{short[1]} [second]"


def _without_module(name: str) -> str:
    path, bracket, arguments = name.partition("(")
    return path.rpartition(".")[2] + bracket + arguments
