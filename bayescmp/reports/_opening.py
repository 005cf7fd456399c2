"""What stands above the sections: the title, and the answer in one sentence."""

from collections.abc import Callable
from typing import Any

from bayescmp._result import has_parts
from bayescmp._text import listed
from bayescmp.reports._section import AnyResult
from bayescmp.words import answer_of, headline_of_ranking, name_text

_ANSWERS: tuple[tuple[tuple[str, ...], Callable[[Any], str]], ...] = (
    (("decision",), answer_of),
    (("unbeaten",), headline_of_ranking),
)
"""The parts that an answer needs, and the answer."""
_MOST_NAMES = 4


def answer_to(result: AnyResult) -> str:
    """Return the answer in one sentence."""
    return next(write(result) for needs, write in _ANSWERS if has_parts(result, needs))


def title_of(result: AnyResult) -> str:
    """Return a title: the names of the classifiers, or how many there are."""
    names = [name_text(name) for name in result.observed]
    if len(names) == 2:
        return " against ".join(names)
    return listed(names) if len(names) <= _MOST_NAMES else f"{len(names)} classifiers"
