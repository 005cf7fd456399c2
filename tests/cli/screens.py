"""What a command prints of a result."""

from bayescmp.cli._group_outputs import MORE


def on_command_line(result):
    """Return the screen, whose last line names options and not methods."""
    return result.content.screen(more=MORE)
