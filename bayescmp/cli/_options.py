"""Which options a user wrote, and which have their defaults."""

from collections.abc import Iterable

import typer


def options_given(context: typer.Context, names: Iterable[str]) -> list[str]:
    """Return those of the parameters that stand on the command line, as they are written there."""
    given = [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]
    return ["DATA" if name == "data" else "--" + name.replace("_", "-") for name in given]
