"""How commands are declared: options in groups and in panels of the help, and which ones a user wrote."""

import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from functools import wraps
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.models import ArgumentInfo

from bayescmp._support._text import twice
from bayescmp.cli._typed_command import TypedCommand, completion, help_of_all

TABLE = "table (.csv, .tsv, .json, .jsonl, .ndjson, also .gz; .parquet; - is CSV on standard input)"


def option(
    said: str,
    metavar: str | None,
    *names: str,
    default: Any = None,
    kind: Callable[..., Any] = typer.Option,
    default_said: str | None = None,
    **how: Any,
) -> Any:
    """Declare an option, as the default of a parameter of a command or of a field of a group.

    The help shows `default_said` where the default itself only tells that the option was not given.
    """
    said += "" if default_said is None else rf" [dim]\[default: {default_said}][/dim]"
    return field(default=default, metadata={"declared": kind(*names, help=said, metavar=metavar, **how)})


_HELP_ALL = option("Show all options.", "", "--help-all", default=False, callback=help_of_all, is_eager=True)


def argument(said: str, metavar: str | None) -> Any:
    """Declare an argument that has to be given."""
    return option(said, metavar, default=..., kind=typer.Argument)


@dataclass(frozen=True, kw_only=True)
class Group:
    """Options that several commands have."""

    def given(self) -> list[str]:
        """Return the options that were given."""
        return [one.name for one in fields(self) if getattr(self, one.name) not in (one.default, None, [])]

    def refuse_all_but(self, allowed: Collection[str], why: str) -> None:
        """Refuse options that would be without effect."""
        self.refuse(set(self.given()).difference(allowed), why)

    def refuse(self, names: Collection[str], why: str) -> None:
        """Refuse some options."""
        for name in self.given():
            if name in names:
                raise ValueError(f"{written(name)} {why}")


@dataclass(frozen=True, kw_only=True)
class Pair(Group):
    """Options of the two that are compared."""

    first: str | None = option("The first classifier, or its column.", "NAME")
    second: str | None = option("The second; needed where there are more.", "NAME")


@dataclass(frozen=True, kw_only=True)
class Draws(Group):
    """Options of what is drawn at random."""

    draws: int = option("Number of joint draws.", "NUMBER", default=20_000)
    seed: int = option("Seed of draws.", "NUMBER", default=0, min=0)


def command(
    name: str, options: str, **otherwise: Mapping[str, Any]
) -> Callable[[Callable[..., None]], Callable[[typer.Typer], None]]:
    """Declare a command, and return what adds it to the command line, or to a part of it.

    Its options are in their order, from its parameters and the fields of those that are groups. A text before a colon,
    such as "Output:", is the head of the panel of those after it, and those with a star are rare: only --help-all shows
    them. Other arguments are what this command declares otherwise than the group of an option does. In the help,
    examples and what follows them stand after the options.
    """

    def decorated(run: Callable[..., None]) -> Callable[[typer.Typer], None]:
        own = inspect.signature(run).parameters
        kinds = {one.name: one.annotation for one in own.values()}
        groups = {part: kind for part, kind in kinds.items() if isinstance(kind, type) and issubclass(kind, Group)}
        known: dict[str, Any] = {one.name: (one.type, one) for group in groups.values() for one in fields(group)}
        known |= {one.name: (one.annotation, one.default) for one in own.values()}
        rare = frozenset(re.findall(r"(\w+)\*", options))
        known["help_all"] = bool, _HELP_ALL
        parts = ["", *re.split(r"([A-Z][\w -]*):", options.replace("*", "") + " help_all" * bool(rare))]
        chosen = [
            _parameter(option, known[option], panel, otherwise.get(option, {}))
            for panel, names in zip(parts[::2], parts[1::2], strict=True)
            for option in names.split()
        ]

        @wraps(run)
        def called(**given: Any) -> None:
            made = {part: _made(group, given) for part, group in groups.items()}
            run(**made, **{option: given[option] for option in own if option not in groups})

        called.__annotations__ = {one.name: one.annotation for one in chosen}
        vars(called)["__signature__"] = inspect.Signature(chosen)  # what Typer reads
        said, found, examples = (inspect.getdoc(run) or "").partition("Example")

        def add_to(app: typer.Typer) -> None:
            kind = type(name, (TypedCommand,), {"rare": rare})
            app.command(name, cls=kind, help=said, epilog=found + examples)(called)

        return add_to

    return decorated


def _made(group: type[Any], given: Mapping[str, Any]) -> object:
    return group(**{one.name: given[one.name] for one in fields(group) if one.name in given})


def _parameter(name: str, declared: tuple[Any, Any], panel: str, otherwise: Mapping[str, Any]) -> Parameter:
    """Return an option in its panel, arguments apart; names from a registry that its help lists complete it."""
    kind, default = declared
    info = copy(default.metadata["declared"])
    vars(info).update(otherwise)
    if not isinstance(info, ArgumentInfo):
        info.rich_help_panel = panel or None
    info.autocompletion = info.autocompletion or completion(info.help)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default.default, annotation=Annotated[kind, info])


def written(name: str) -> str:
    """Return the option of a parameter."""
    return "--" + name.replace("_", "-")


def by_name(named: Iterable[tuple[str, Path]]) -> dict[str, Path]:
    """Return files by their names, which have to differ."""
    pairs = list(named)
    if (name := twice(name for name, _ in pairs)) is not None:
        raise ValueError(f"FILE must be files with names of their own, but two are {name!r}: NAME=FILE names them.")
    return dict(pairs)
