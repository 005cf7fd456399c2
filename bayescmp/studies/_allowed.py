"""What the file of a study may name: what is registered, classifiers of scikit-learn, and parts of allowed modules.

A file comes from anywhere, and importing a module runs it. So no other module is imported for a file, and what is found
in one is called only if it is what the place in the file is for.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any

from sklearn import datasets
from sklearn.base import BaseEstimator

from bayescmp._registry import did_you_mean
from bayescmp._text import shown
from bayescmp._validation import reading
from bayescmp.model_selection._named_estimators import estimator_from_text, imported

_BUILT_IN = ("breast_cancer", "digits", "iris", "wine")
"""Data sets that come with scikit-learn."""

_MARK = "_loads_data_of_a_study"


def data_loader[F: Callable[..., object]](function: F) -> F:
    """Mark a function as one that files of studies may call for the records of a population.

    Parameters
    ----------
    function : callable
        A function without arguments that returns features and labels.

    Returns
    -------
    callable
        The same function.

    Raises
    ------
    TypeError
        If it is not a function.

    Examples
    --------
    >>> from sklearn.datasets import make_classification
    >>> from bayescmp.studies import data_loader
    >>> @data_loader
    ... def my_records():
    ...     return make_classification(random_state=0)
    """
    if not isinstance(function, FunctionType):
        raise TypeError(f"`function` must be a function, but got {shown(function)}.")
    setattr(function, _MARK, True)
    return function


def check_modules(allow_import: Sequence[str]) -> tuple[str, ...]:
    """Return the names of modules that a file may import."""
    is_list = isinstance(allow_import, Iterable) and not isinstance(allow_import, (str, bytes))
    with reading("allow_import", allow_import):
        names = tuple(allow_import) if is_list else ()
    if not is_list or not all(isinstance(name, str) for name in names):
        raise TypeError(f"`allow_import` must be a list of names of modules, but got {shown(allow_import)}.")
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            raise ValueError(f"`allow_import` must hold names of modules, such as 'my_module', but got {shown(name)}.")
    return names


def loader_of(path: str, modules: Sequence[str]) -> Callable[[], Any]:
    """Return the loader of a data set of scikit-learn, or a marked one from an allowed module."""
    if not isinstance(path, str):
        raise TypeError(f"`loader` must be a name, but got {shown(path)}.")
    name = path.removeprefix("sklearn.datasets.load_")
    if name in _BUILT_IN:
        return partial(getattr(datasets, f"load_{name}"), return_X_y=True)
    if "." not in path:
        raise ValueError(
            f"`loader` must be one of {list(_BUILT_IN)} or a function, but got {shown(path)}."
            + did_you_mean(path, _BUILT_IN)
        )
    return part_of(path, "loader", modules, "a function marked by `data_loader`", _is_loader)


def estimator_of(text: str, option: str, modules: Sequence[str]) -> BaseEstimator:
    """Return a classifier of scikit-learn, or one from an allowed module."""
    estimator = estimator_from_text(text, option, partial(_estimator_class, modules=modules))
    if type(estimator).__module__.startswith("sklearn.") and getattr(estimator, "memory", None) is not None:
        raise ValueError(f"`{option}` must be without `memory`, which loads what others stored, but got {text!r}.")
    return estimator


def _estimator_class(path: str, option: str, modules: Sequence[str]) -> Any:
    first, *rest = path.split(".")
    hidden = any(part.startswith("_") or part in {"conftest", "tests"} for part in rest)
    if first != "sklearn" or hidden or path.rpartition(".")[0] in modules:
        return part_of(path, option, modules)
    return _checked(
        imported(path, option), path, option, "a class with fit and predict of scikit-learn", _is_of_sklearn
    )


def _is_loader(found: object) -> bool:
    return isinstance(found, FunctionType) and getattr(found, _MARK, False) is True


def _is_of_sklearn(found: object) -> bool:
    return isinstance(found, type) and issubclass(found, BaseEstimator) and found.__module__.startswith("sklearn.")


def _checked(found: Any, path: str, option: str, what: str, is_one: Callable[[object], bool]) -> Any:
    if not is_one(found):
        raise ValueError(f"`{option}` must name {what}, but {path!r} is not one.")
    return found


def part_of(
    path: str, option: str, modules: Sequence[str], what: str = "", is_one: Callable[[object], bool] = lambda _: True
) -> Any:
    """Import a part of an allowed module, if it is what the place in the file is for; any other is refused."""
    module = path.rpartition(".")[0]
    if module not in modules:
        raise ValueError(
            f"`{option}` must be in a module that the study may import, but got {path!r}. If you trust the code of "
            f"{module!r}, allow it: --allow-import {module}, or `allow_import`."
        )
    return _checked(imported(path, option, modules), path, option, what, is_one)
