"""The command line: `bayescmp compare`, `report`, `tests`, `correlation` and `study`."""

import os
import textwrap
from pathlib import Path
from typing import Annotated

import typer

from bayescmp._text import names_argument, one_line
from bayescmp.cli._choices import WithChoices
from bayescmp.cli._compare import compare_command
from bayescmp.cli._correlation import correlation_command
from bayescmp.cli._report import report_command
from bayescmp.cli._screen import lasting_streams, only_own_exits, say
from bayescmp.cli._significance import significance_command
from bayescmp.cli._study import study_app

app = typer.Typer(
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


# The last two: data that are nested too deeply, or too large.
_BAD_INPUT = (ValueError, TypeError, KeyError, OSError, ImportError, RecursionError, MemoryError)


def _version(asked: bool) -> None:
    if asked:
        from bayescmp import __version__  # noqa: PLC0415

        say(f"bayescmp {__version__}")
        raise typer.Exit


@app.callback()
def _bayescmp(
    _: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    """Tell whether classifier A is really better than B, by how much, and how sure that is."""


app.command("compare", cls=WithChoices)(only_own_exits()(compare_command))
app.command("report", cls=WithChoices)(only_own_exits()(report_command))
app.command("tests", cls=WithChoices)(only_own_exits()(significance_command))
app.command("correlation")(only_own_exits()(correlation_command))
app.add_typer(study_app, name="study")


def main() -> None:
    """Run the command line; bad input ends with one sentence on standard error and exit code 2."""
    # Else Python puts the current folder first on the path of worker processes, where a numpy.py would run.
    os.environ["PYTHONSAFEPATH"] = "1"
    with lasting_streams():
        try:
            app()
        except Exception as error:
            # A note says that it happened in a user's fit, where it may be any exception.
            if not (isinstance(error, _BAD_INPUT) or getattr(error, "__notes__", None)):
                raise
            say(f"bayescmp: {_sentence(error)}", err=True)
            raise SystemExit(2) from None


def _sentence(error: Exception) -> str:
    """Return what an error says, with its notes, in one line."""
    message = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    if isinstance(error, OSError) and error.strerror:  # without the number
        names_file = error.filename is None or repr(Path(error.filename).name) in error.strerror
        message = error.strerror if names_file else f"{error.strerror}: {error.filename!r}"
    message = message or f"The data are too large ({type(error).__name__})."
    notes = [f"({note})" for note in getattr(error, "__notes__", []) if not names_argument(note)]
    return textwrap.shorten(one_line(" ".join([message, *notes])), 590, placeholder=" ...")
