"""What stands above a room and serves it: the facade registers it, so that no room imports what shows its objects."""

from importlib import import_module

TYPE_CHECKING = False  # as in the facade, which imports this first
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

ABOVE: dict[str, str] = {}
"""Functions, such as "plots.plot_result", by what they are asked for."""
VERBS: dict[str, str] = {}
"""The verbs whose calls files hold, by name."""


def above(name: str, registered: "Mapping[str, str]" = ABOVE) -> "Callable[..., Any]":
    """Return the function that is registered by a name; its room is loaded when it is first asked."""
    room, _, function = registered[name].rpartition(".")
    found: Callable[..., Any] = getattr(import_module(f"bayescmp.{room}"), function)
    return found
