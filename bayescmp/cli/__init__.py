"""The command line: `bayescmp compare`, `rank`, `table`, `plan`, `datasets`, `report`, `tests` and others."""

import os
import sys
from functools import cache
from typing import Annotated, Any

import typer

import bayescmp as bc
from bayescmp.cli._command_compare import compare_command, evaluate_command, rank_command, table_command
from bayescmp.cli._command_correlation import correlation_command
from bayescmp.cli._command_datasets import datasets_app
from bayescmp.cli._command_gate import gate_command
from bayescmp.cli._command_plan import plan_command
from bayescmp.cli._command_reported import reported_command
from bayescmp.cli._command_study import study_app
from bayescmp.cli._command_tests import significance_command
from bayescmp.cli._command_watch import watch_command
from bayescmp.cli._group_outputs import report_command
from bayescmp.cli._printing import OF_PYTHON, lasting_streams, say, sentence_of, usage_sentence, warnings_as_sentences
from bayescmp.cli._typed_command import TypedGroup

app = typer.Typer(
    cls=TypedGroup, pretty_exceptions_enable=False, no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
for _add_to in (
    compare_command, rank_command, evaluate_command, table_command, reported_command, gate_command, plan_command,
    watch_command, report_command, significance_command, correlation_command,
):  # fmt: skip
    _add_to(app)
app.add_typer(datasets_app, name="datasets")
app.add_typer(study_app, name="study")

_USAGE: type[Exception] = typer.BadParameter.__mro__[1]  # the class of all mistakes in how a command is called
# The last two: data that are nested too deeply, or too large.
_BAD_INPUT = (ValueError, TypeError, KeyError, OSError, ImportError, RecursionError, MemoryError)


def _version(asked: bool) -> None:
    if asked:
        say(f"bayescmp {bc.__version__}")
        raise typer.Exit


@app.callback()
def _bayescmp(
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, metavar="", help="Show the version.")
    ] = False,
) -> None:
    """Tell whether classifier A is really better than B, by how much, and how sure that is."""


@cache
def _built() -> Any:
    """Return the commands as Typer makes them of their functions, which takes as long as many a command."""
    return typer.main.get_command(app)


def main() -> None:
    """Run the command line; bad input ends with one sentence on standard error and exit code 2."""
    # Else Python puts the current folder first on the path of worker processes, where a numpy.py would run.
    os.environ["PYTHONSAFEPATH"] = "1"
    with lasting_streams(), warnings_as_sentences():
        try:
            code = _built()(prog_name="bayescmp", standalone_mode=False)
        except _USAGE as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                say(error)
            else:
                say(f"bayescmp: {usage_sentence(error, _options())}", err=True)
            raise SystemExit(2) from None
        except Exception as error:
            # A note says in which file it happened, where it may be any exception.
            if not (isinstance(error, _BAD_INPUT) or getattr(error, "__notes__", None)):
                raise
            say(f"bayescmp: {sentence_of(error, _options())}", err=True)
            raise SystemExit(2) from None
        raise SystemExit(code)


def _options() -> dict[str, str]:
    """Return the options of the command that runs, by the names that Python gives what they set."""
    command = _built()
    for word in sys.argv[1:]:  # down to the command of a group
        if word not in getattr(command, "commands", {}):
            break
        command = command.commands[word]
    parameters = getattr(command, "params", [])
    options = {one.name: one.opts[0] for one in parameters if one.opts[0].startswith("--")}
    if "files" in [one.name for one in parameters]:
        options |= dict.fromkeys(("data", "paths", "path", "predictions"), "FILE")
    own, typed = {*options.values()}, {one.split("=")[0] for one in sys.argv}
    for python, option in OF_PYTHON:
        if option.split()[0] in own and (option in typed or python not in options):
            options[python] = option
    return options
