"""Named members of one kind: methods, significance tests, resampling plans, plots, and so on."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, ValuesView
from fnmatch import fnmatchcase
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction, signature
from typing import Protocol, override

from bayescmp._support._called import CALLED, NO_TABLE
from bayescmp._support._text import shown

_FEW = 9
"""Names that are all listed beside the one that was probably meant."""


def fits(name: str, pattern: str) -> bool:
    """Tell whether something is called so, or fits the pattern."""
    return name == pattern or fnmatchcase(name, pattern)


_NEAR = 0.7  # of the letters of two names, by which one may be meant by the other


def did_you_mean(name: object, known: Iterable[object]) -> str:
    """Return the question that ends a message on an unknown name, with a space before it; nothing where none is near.

    Letters count as lower case. The start of a name is near it: "acc" is near "accuracy", not "jaccard".
    """
    plain = {_plain(other): other for other in reversed([other for other in known if isinstance(other, str)])}
    if not isinstance(name, str) or not plain:
        return ""
    asked = _plain(name)
    near = [_plain(word) for word in CALLED.get(name.lower(), "").split() if word in plain.values()]
    near = near or sorted((other for other in plain if len(asked) > 2 and other.startswith(asked)), key=len)
    near = near or difflib.get_close_matches(asked, plain, n=1, cutoff=_NEAR)
    return f" Did you mean {plain[near[0]]!r}?" if near else ""


def public() -> dict[str, str]:
    """Return the module of every public name, the package itself of those that it has."""
    there = dict.fromkeys(import_module("bayescmp").__all__, "bayescmp")
    rooms = [import_module(f"bayescmp.{name}") for name in there if find_spec(f"bayescmp.{name}")]
    return {name: room.__name__ for room in reversed(rooms) for name in room.__all__} | there


def where(name: str) -> str:
    """Return the sentence on which public name is meant, with a space before it; nothing where there is none."""
    homes = public()
    words = [word for word in (name, *CALLED.get(name.lower(), "").split()) if word in homes]
    if not words:
        return ""
    made = getattr(import_module(homes[words[0]]), words[0])
    takes_tables = isfunction(made) and next(iter(signature(made).parameters), "") in {"table", "tables"}
    return f" It is `{homes[words[0]]}.{words[0]}`.{NO_TABLE * takes_tables}"


def _plain(name: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", name.lower()))


class Named(Protocol):
    """What a registry holds: an object that knows its name."""

    @property
    def name(self) -> str: ...


class Registry[Member: Named](Mapping[str, Member]):
    """Members by name, in the order in which they were registered; messages call one by the `kind`, such as "plan".

    >>> from dataclasses import dataclass
    >>> from bayescmp._support._registry import Registry
    >>> @dataclass(frozen=True)
    ... class Fruit:
    ...     name: str
    >>> fruits = Registry("fruit", [Fruit("apple"), Fruit("pear")])
    >>> list(fruits), fruits["pear"]
    (['apple', 'pear'], Fruit(name='pear'))
    >>> fruits.check("fruit", "aple")
    Traceback (most recent call last):
        ...
    ValueError: `fruit` must be one of 'apple', 'pear', but got 'aple'. Did you mean 'apple'?
    """

    def __init__(self, kind: str, members: Iterable[Member] = ()) -> None:
        self.kind = kind
        self._members: dict[str, Member] = {}
        for member in members:
            self.register(member)

    def register(self, member: Member) -> Member:
        """Add a member; one that is there already under its name may only be the same one."""
        if not isinstance(member.name, str) or not member.name or not member.name.isprintable():
            raise ValueError(f"A {self.kind} must have a name of printable characters, but got {member.name!r}.")
        if self._members.setdefault(member.name, member) is not member:
            raise ValueError(f"A {self.kind} must have a new name, but {member.name!r} is registered.")
        return member

    def check(self, argument: str, name: object, *, also: Iterable[str] = ()) -> str:
        """Return `name` if a member has it, or it is one of the words in `also`; else say which is meant, or all."""
        known = [*also, *self._members]
        if isinstance(name, str) and name in known:
            return name
        hint = did_you_mean(name, known) or (where(name) if isinstance(name, str) else "")
        listed = f"{len(known)} names" if hint and len(known) > _FEW else ", ".join(map(repr, known))
        raise ValueError(f"`{argument}` must be one of {listed}, but got {shown(name)}.{hint}")

    def __getitem__(self, name: str) -> Member:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    @override
    def values(self) -> ValuesView[Member]:
        return self._members.values()  # without a look-up of each
