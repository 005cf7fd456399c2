"""Estimators named in text: an import path with literal arguments, nothing evaluated."""

import ast
import importlib
import sys
from typing import Any


def estimator_from_text(text: str, option: str) -> Any:
    """Build the estimator that `text` names.

    Parameters
    ----------
    text : str
        An import path with optional keyword arguments, such as ``sklearn.svm.SVC(C=10)``. Modules in the current
        folder are found.
    option : str
        The option that held it, for messages.

    Returns
    -------
    estimator

    Raises
    ------
    ValueError
        If the text is not a path with literal keyword arguments, or does not name a class with fit and predict.
    """
    path, arguments = _parsed(text, option)
    found = imported(path, option)
    if not (isinstance(found, type) and hasattr(found, "fit") and hasattr(found, "predict")):
        raise ValueError(f"`{option}` must name a class with fit and predict, but {path!r} is not one.")
    try:
        return found(**arguments)
    except TypeError as error:
        raise ValueError(f"`{option}`: {path} does not take these arguments ({error}).") from error


def imported(path: str, option: str) -> Any:
    """Import what a dotted path names; modules in the current folder are found.

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
    if "" not in sys.path:
        sys.path.insert(0, "")  # a module in the current folder, as `python -m` would find it
    module, _, name = path.rpartition(".")
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise ValueError(f"`{option}` must name a class that can be imported, but got {path!r} ({error}).") from error


def _parsed(text: str, option: str) -> tuple[str, dict[str, Any]]:
    rule = f"`{option}` must be an import path with literal keyword arguments, such as 'sklearn.svm.SVC(C=10)'"
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise ValueError(f"{rule}, but got {text!r}.") from None
    call = node if isinstance(node, ast.Call) else ast.Call(func=node, args=[], keywords=[])
    if call.args:
        raise ValueError(f"{rule}, but {text!r} has an argument without a name.")
    path = ast.unparse(call.func)
    if "." not in path or not all(part.isidentifier() for part in path.split(".")):
        raise ValueError(f"{rule}, but got {text!r}.")
    try:
        arguments = {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
    except (ValueError, TypeError):
        raise ValueError(f"{rule}, but an argument of {text!r} is not a literal.") from None
    if len(arguments) != len(call.keywords):
        raise ValueError(f"{rule}, but got {text!r}.")
    return path, arguments


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
