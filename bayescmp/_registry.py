"""Named members of one kind: inference levels, significance tests, resampling plans, plots, and so on."""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol


class Named(Protocol):
    """What a registry holds: an object that knows its name."""

    @property
    def name(self) -> str: ...


class Registry[Member: Named](Mapping[str, Member]):
    """Members by name, in the order in which they were registered.

    Parameters
    ----------
    kind : str
        What a member is, for messages, such as "plan".
    members : iterable, optional
        The first members.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> from bayescmp._registry import Registry
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
        """Return `name` if a member has it, or it is one of the words in `also`; else say which there are."""
        known = [*also, *self]
        if isinstance(name, str) and name in known:
            return name
        listed = ", ".join(map(repr, known))
        near = difflib.get_close_matches(name, known, n=1) if isinstance(name, str) else []
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"`{argument}` must be one of {listed}, but got {name!r}.{hint}")

    def __getitem__(self, name: str) -> Member:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)
