"""How commands are declared: options in groups, names from the registries in help, and which ones a user wrote."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from bayescmp._files import MAX_BYTES
from bayescmp.cli._printing import only_own_exits

TABLE = "table (.csv, .tsv, .json, .jsonl, .ndjson; also with .gz; .parquet; - for a CSV on standard input)"
SEED = "Seed of splits, estimators and draws."


def option(default: Any, said: str, *names: str, kind: Callable[..., Any] = typer.Option, **how: Any) -> Any:
    """Declare an option, as the default of a parameter of a command or of a field of a group."""
    return field(default=default, metadata={"declared": kind(*names, help=said, **how)})


@dataclass(frozen=True, kw_only=True)
class Files:
    """A group of options about files, which are read as far as they are not too large."""

    max_bytes: int = option(MAX_BYTES, "Most bytes that a file may hold, unpacked.", min=1)


@dataclass(frozen=True)
class Command:
    """A command that may be added to the command line, or to a part of it."""

    name: str
    run: Callable[..., None]
    examples: str

    def add_to(self, app: typer.Typer) -> None:
        """Add the command."""
        app.command(self.name, cls=_WithChoices, epilog=inspect.cleandoc(self.examples))(self.run)


def command(name: str, options: str, *, examples: str, **declared: Any) -> Callable[[Callable[..., None]], Command]:
    """Declare a command: its options in their order, from its parameters and the fields of those that are groups.

    Other arguments are options that this command declares otherwise than their group does.
    """

    def decorated(run: Callable[..., None]) -> Command:
        own = inspect.signature(run).parameters
        groups = {
            one.name: one.annotation
            for one in own.values()
            if isinstance(one.annotation, type) and is_dataclass(one.annotation)
        }
        known = {one.name: _parameter(one.name, one.type, one) for group in groups.values() for one in fields(group)}
        known |= {one.name: _parameter(one.name, one.annotation, one.default) for one in own.values()}
        known |= {option: _declared(known[option], info) for option, info in declared.items()}
        chosen = [known[option] for option in options.split()]

        @only_own_exits()
        @wraps(run)
        def called(**given: Any) -> None:
            made = {name: _made(group, given) for name, group in groups.items()}
            run(**made, **{name: given[name] for name in own if name not in groups})

        called.__annotations__ = {one.name: one.annotation for one in chosen}
        vars(called)["__signature__"] = inspect.Signature(chosen)  # what Typer reads
        return Command(name, called, examples)

    return decorated


def _parameter(name: str, kind: Any, default: Any) -> Parameter:
    if isinstance(default, Field):
        kind, default = Annotated[kind, default.metadata["declared"]], default.default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _made(group: type[Any], given: Mapping[str, Any]) -> object:
    return group(**{one.name: given[one.name] for one in fields(group) if one.name in given})


def _declared(option: Parameter, info: Any) -> Parameter:
    return option.replace(annotation=Annotated[option.annotation.__origin__, info])


def options_given(context: typer.Context, names: Iterable[str]) -> list[str]:
    """Return those of the parameters that stand on the command line, as they are written there."""
    given = [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]
    return ["DATA" if name == "data" else written(name) for name in given]


def written(name: str) -> str:
    """Return the option of a parameter."""
    return "--" + name.replace("_", "-")


class _WithChoices(TyperCommand):
    """A command whose help may hold {estimators}, {levels}, {metrics} and so on: loaded then, for it takes a second."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help with the names in place."""
        self.help = _filled(self.help)
        for parameter in self.params:
            if getattr(parameter, "help", None):
                parameter.help = _filled(parameter.help)  # type: ignore[attr-defined]
        super().format_help(ctx, formatter)


def _filled(text: str | None) -> str | None:
    for name, (module, registry) in _MEMBERS.items():
        if text and f"{{{name}}}" in text:
            found = getattr(import_module(f"bayescmp.{module}"), registry)
            text = text.replace(f"{{{name}}}", ", ".join(found() if callable(found) else found))
    return text


_MEMBERS = {
    "estimators": ("model_selection._named_estimators", "SHORT_NAMES"),
    "levels": ("levels", "LEVELS"),
    "joint_levels": ("levels._registry", "joint_levels"),
    "metrics": ("metrics", "METRICS"),
    "plans": ("model_selection", "PLANS"),
    "tests": ("frequentist", "TESTS"),
    "plots": ("plots", "PLOTS"),
    "scenarios": ("studies", "SCENARIOS"),
}
"""Where the names are, by the word that stands for them."""
