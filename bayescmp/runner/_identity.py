"""What tells two estimators or functions apart: a fingerprint of everything in them that results depend on.

A value is described by lists and texts, the same in every process, and the description is hashed. What a description
would leave out is refused, for two values that are taken for the same would share their results.
"""

import copyreg
import dataclasses
import functools
import hashlib
import json
import reprlib
import sys
import sysconfig
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.base import BaseEstimator

from bayescmp._typing import Array

type _Described = list[object]
"""Lists and texts."""
type _Inside = Callable[[object], _Described]
type _Describe = Callable[[Any, _Inside], _Described]

_SCALARS = {type(None), bool, int, float, complex, str, bytes, type(...), type(NotImplemented)}
_LIBRARIES = tuple(Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "platstdlib", "purelib", "platlib"))
_Cached = type(functools.cache(len))
_OF_EVERY_CLASS = {"__dict__", "__weakref__", "__module__", "__doc__", "__firstlineno__", "__static_attributes__"}


def fingerprint_of(value: object, name: str) -> str:
    """Return the SHA-256 of a value: equal where results are; what cannot be told from another one is a `TypeError`.

    Functions of the user's count with their code, those of libraries and of this package with their names.
    """
    try:
        described = _described(value, ())
    except _UnknownError as unknown:
        raise TypeError(
            f"`{name}` must be made of functions, classes and data that can be pickled, but got {unknown}, which "
            "cannot be told from another one in a later run. Make it of those, or make this part inside the function."
        ) from None
    except RecursionError:
        raise TypeError(f"`{name}` must be nested less deeply, but got {reprlib.repr(value)}. Simplify it.") from None
    return hashlib.sha256(_text(described).encode()).hexdigest()


class _UnknownError(TypeError):
    """A value of which nothing is known but its address."""


def _text(described: object) -> str:
    return json.dumps(described, sort_keys=True)


def _described(value: object, above: tuple[int, ...]) -> _Described:
    """Describe a value within those whose addresses are `above`."""
    if type(value) in _SCALARS:
        return [type(value).__name__, repr(value)]
    if id(value) in above:  # a cycle: how far up it leads
        return ["above", len(above) - above.index(id(value))]
    inside = functools.partial(_described, above=(*above, id(value)))
    if type(value) in _EXACT:  # subclasses may hold more
        return _EXACT[type(value)](value, inside)
    for kind, describe in _KINDS:
        if isinstance(value, kind):
            return describe(value, inside)
    return _other(value, inside)


def _other(value: Any, inside: _Inside) -> _Described:
    if isinstance(value, (pd.DataFrame, pd.Series)):
        return _frame(value, inside)
    if scipy.sparse.issparse(value):
        return _sparse(value, inside)
    if type(value).__module__.partition(".")[0] == "pandas" or _clones_itself(value):
        return [_path(type(value)), _pickled(value)]
    if callable(getattr(value, "get_params", None)):  # of an estimator, all that its clone has
        return [_path(type(value)), _mapping(value.get_params(deep=False), inside)]
    if dataclasses.is_dataclass(value):
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return [_path(type(value)), _mapping(fields, inside)]
    return _object(value, inside)


def _frame(value: pd.DataFrame | pd.Series, inside: _Inside) -> _Described:
    """Describe a frame or a series by what it holds, and not by how it lies in memory."""
    frame = value.to_frame() if isinstance(value, pd.Series) else value
    try:
        rows = pd.util.hash_pandas_object(frame).to_numpy()
    except TypeError:  # of lists and the like in it
        return [_path(type(value)), _pickled(value)]
    return [_path(type(value)), inside(frame.columns.tolist()), list(map(str, frame.dtypes)), inside(rows)]


def _sparse(value: Any, inside: _Inside) -> _Described:
    """Describe a sparse array by its entries in order."""
    rows = value.tocsr(copy=True)
    rows.sum_duplicates()
    return [_path(type(value)), list(rows.shape), *map(inside, (rows.data, rows.indices, rows.indptr))]


def _sequence(value: Collection[object], inside: _Inside) -> _Described:
    return [type(value).__name__, *map(inside, value)]


def _set(value: Collection[object], inside: _Inside) -> _Described:
    return [type(value).__name__, *sorted(map(inside, value), key=_text)]


def _mapping(values: Mapping[Any, object], inside: _Inside) -> _Described:
    return ["dict", *sorted(([inside(key), inside(value)] for key, value in values.items()), key=_text)]


def _array(value: Array, inside: _Inside) -> _Described:
    about = ["array", value.dtype.str, str(value.dtype.descr), list(value.shape)]
    if value.dtype.hasobject:
        return [*about, inside(value.tolist())]
    return [*about, hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()]


def _class(value: type, inside: _Inside) -> _Described:
    """Describe a class by its path, and by what is in it where no path leads to it."""
    if _found(value) is value:
        return ["class", _path(value)]
    own = {name: part for name, part in vars(value).items() if name not in _OF_EVERY_CLASS and "_abc_" not in name}
    return ["class", _path(value), inside(value.__bases__), _mapping(own, inside)]


def _function(value: types.FunctionType, inside: _Inside) -> _Described:
    """Describe a function by its path and what it holds; those of the user's also by their code."""
    library = _is_of_library(value)
    if library and _found(value) is value:
        return ["function", _path(value)]
    held = [inside(cell.cell_contents) for cell in value.__closure__ or () if _is_filled(cell)]
    is_own = value.__module__.partition(".")[0] == "bayescmp"
    # Without the module of a user's: a script has another name where it is imported.
    path = _path(value) if library or is_own else value.__qualname__
    described: _Described = ["function", path, inside(value.__defaults__), inside(value.__kwdefaults__), held]
    if is_own:  # the code is of another form in each version of Python
        return described
    return [*described, inside(value.__code__), inside(vars(value)), [] if library else _globals(value, inside)]


def _globals(value: types.FunctionType, inside: _Inside) -> _Described:
    """Describe numbers, texts, lists and the like, and functions of the user's module that a function uses."""
    names = {name for name in _names(value.__code__) if name in value.__globals__ and not name.startswith("__")}
    used = {name: value.__globals__[name] for name in names}
    plain = _SCALARS | set(_EXACT)
    return _mapping({name: one for name, one in used.items() if type(one) in plain or _is_of_user(one)}, inside)


def _is_of_user(value: object) -> bool:
    own = value.__wrapped__ if isinstance(value, _Cached) else value
    return isinstance(own, types.FunctionType) and not _is_of_library(own)


def _names(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _code(value: types.CodeType, inside: _Inside) -> _Described:
    return ["code", value.co_code.hex(), inside(value.co_consts), list(value.co_names), list(value.co_varnames)]


def _object(value: object, inside: _Inside) -> _Described:
    """Describe an object by what pickle would keep of it."""
    try:
        reduce = copyreg.dispatch_table.get(type(value))
        kept = reduce(value) if reduce else value.__reduce_ex__(4)
    except Exception as error:  # whatever a class says that cannot be pickled
        raise _unknown(value) from error
    if isinstance(kept, str):  # the name of something that there is once
        return ["global", _path(type(value)), str(getattr(value, "__module__", None)), kept]
    make, arguments, state, items, pairs = (*kept, None, None, None)[:5]
    return [
        _path(type(value)), inside(make), inside(arguments), inside(state),
        *(inside(list(part)) if isinstance(part, Iterable) else [] for part in (items, pairs)),
    ]  # fmt: skip


def _pickled(value: object) -> str:
    try:
        return str(joblib.hash(value, hash_name="sha1"))
    except Exception as error:  # as above
        raise _unknown(value) from error


def _unknown(value: object) -> _UnknownError:
    return _UnknownError(f"a {_path(type(value))}, {reprlib.repr(value)}")


def _clones_itself(value: object) -> bool:
    """Tell whether a clone keeps more than the parameters, such as the fit of a FrozenEstimator."""
    clone = getattr(type(value), "__sklearn_clone__", None)
    return clone not in {None, BaseEstimator.__sklearn_clone__}


def _path(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _found(value: Any) -> object:
    """Return what is at the path of a function or class."""
    found = sys.modules.get(value.__module__)
    for name in value.__qualname__.split("."):
        found = getattr(found, name, None)
    return found


def _is_of_library(value: types.FunctionType) -> bool:
    file = Path(value.__code__.co_filename)
    return value.__module__ in sys.stdlib_module_names or (
        value.__module__ != "__main__" and any(folder in file.resolve().parents for folder in _LIBRARIES)
    )


def _is_filled(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018 - empty before the name is bound
    except ValueError:
        return False
    return True


_EXACT: dict[type, _Describe] = {
    list: _sequence, tuple: _sequence, set: _set, frozenset: _set, dict: _mapping, np.ndarray: _array,
    np.memmap: _array,
}  # fmt: skip
_KINDS: tuple[tuple[Any, _Describe], ...] = (
    (type, _class),
    (types.FunctionType, _function),
    (_Cached, lambda value, inside: ["cached", inside(value.__wrapped__)]),
    (types.MethodType, lambda value, inside: ["method", inside(value.__func__), inside(value.__self__)]),
    (types.CodeType, _code),
    (types.ModuleType, lambda value, _: ["module", value.__name__]),
    (staticmethod | classmethod, lambda value, inside: [_path(type(value)), inside(value.__func__)]),
    (property, lambda value, inside: ["property", *map(inside, (value.fget, value.fset, value.fdel))]),
    (np.generic, lambda value, inside: ["scalar", value.dtype.str, inside(value.tolist())]),
    (functools.partial, lambda value, inside: ["partial", *map(inside, (value.func, value.args, value.keywords))]),
)
