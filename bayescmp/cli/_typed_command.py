"""A command as it is typed: names from the registries in help and on the tab key."""

import re
import shlex
from collections.abc import Callable
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

_MEMBERS = {
    "methods": ("methods", "METHODS"),
    "joint_methods": ("methods._registry", "joint_methods"),
    "metrics": ("metrics", "METRICS"),
    "plots": ("plots", "PLOTS"),
    "readers": ("readers", "READERS"),
    "studies": ("studies", "builtin_studies"),
}
"""Where the names are, by the word that stands for them."""
_ALL = "bayescmp.help_all"


class TypedCommand(TyperCommand):
    """A command whose help may hold {methods}, {metrics} and so on: loaded then, for it takes a second."""

    rare: frozenset[str] = frozenset()
    """Options that --help leaves out and --help-all shows."""

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help with the names in place, without what is rare unless all is asked for."""
        self.help, every, said = _filled(self.help), self.params, self.epilog
        if self.rare and not ctx.meta.get(_ALL):
            self.params = [one for one in every if one.name not in self.rare]
            self.epilog = "\n\n".join(filter(None, [said, "More options: --help-all"]))
        for parameter in self.params:
            parameter.help = _filled(parameter.help)  # type: ignore[attr-defined]
            if parameter.param_type_name == "argument":  # of which the name tells what it is
                vars(parameter)["display_type_rich"] = lambda ctx: None  # noqa: ARG005 - Typer's
        super().format_help(ctx, formatter)
        self.params, self.epilog = every, said

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option --help, which stands last as outputs do."""
        found: Any = super().get_help_option(ctx)
        panels = [getattr(parameter, "rich_help_panel", None) for parameter in self.params]
        found.metavar = ""  # a flag takes no value
        found.rich_help_panel = next((panel for panel in reversed(panels) if panel), None)
        return found


class TypedGroup(TyperGroup):
    """A group of commands, whose options are flags."""

    def get_params(self, ctx: Any) -> list[Any]:
        """Return the options, which take no value."""
        found = super().get_params(ctx)
        for one in found:
            one.metavar = ""
        return found


def help_of_all(ctx: typer.Context, asked: bool) -> None:
    """Show the help with what is rare, and end."""
    if asked and not ctx.resilient_parsing:
        ctx.meta[_ALL] = True
        typer.echo(ctx.get_help(), nl=False)
        raise typer.Exit


def names_of(word: str) -> list[str]:
    """Return the names that a word stands for, such as "metrics"."""
    module, registry = _MEMBERS[word]
    found = getattr(import_module(f"bayescmp.{module}"), registry)
    return list(found() if callable(found) else found)


def completion(text: str | None) -> Callable[[str], list[str]] | None:
    """Return what completes the value of an option whose help has such a word; None where it has none."""
    words = [word for word in _MEMBERS if f"{{{word}}}" in (text or "")]
    if not words:
        return None

    def completed(incomplete: str) -> list[str]:
        return [found for found in map(shlex.quote, names_of(words[0])) if found.startswith(incomplete)]

    return completed


def _filled(text: str | None) -> str | None:
    for word in _MEMBERS:
        if text and f"{{{word}}}" in text:
            text = text.replace(f"{{{word}}}", ", ".join(names_of(word)))
    return text and re.sub(r"(?<!\n)\n *(?=\S)", " ", text)  # one line of a paragraph, which screens fill
