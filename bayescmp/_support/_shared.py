"""What several questions to the same data have in common, made once while they are asked."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any

_MADE: ContextVar[dict[Any, Any] | None] = ContextVar("made", default=None)
_BY_VALUE = (str, int, float, tuple, type(None))


@contextmanager
def sharing() -> Iterator[None]:
    """Let functions that are `shared` return to the end what they made of the same objects."""
    token = _MADE.set({})
    try:
        yield
    finally:
        _MADE.reset(token)


def shared[**P, R](function: Callable[P, R]) -> Callable[P, R]:
    """Let a function return what it made of the same objects before, within `sharing`; nobody may change that."""

    @wraps(function)
    def asked(*args: P.args, **named: P.kwargs) -> R:
        made = _MADE.get()
        if made is None:
            return function(*args, **named)
        given = (*args, *(part for pair in named.items() for part in pair))
        key = (asked, *(one if isinstance(one, _BY_VALUE) else id(one) for one in given))
        if key not in made:
            made[key] = function(*args, **named), given  # while these are kept, others have other numbers
        found: R = made[key][0]
        return found

    return asked
