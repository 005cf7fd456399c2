"""What the command line prints: names from files and options may hold characters that control a terminal."""

import typer

from bayescmp._text import visible


def say(text: object, *, err: bool = False) -> None:
    """Print a text, on standard output or standard error, in which every character prints."""
    typer.echo(visible(text), err=err)
