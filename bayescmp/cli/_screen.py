"""How commands print and end, whatever names hold and whatever code of the user's does."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from bayescmp._exits import no_exit
from bayescmp._text import visible


def say(text: object, *, err: bool = False) -> None:
    """Print a text, on standard output or standard error, in which every character prints."""
    typer.echo(visible(text), err=err)


@contextmanager
def only_own_exits() -> Iterator[None]:
    """Make an error of an exit that code of the user's asks for; ours are by `typer.Exit`, and never with code 0."""
    try:
        with no_exit("in a command"):
            yield
    except typer.Exit as error:
        if error.exit_code:
            raise
        with no_exit("in a command"):
            raise SystemExit(0) from error
