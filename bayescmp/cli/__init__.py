"""The command line: `bayescmp compare`, `rank`, `datasets`, `report`, `tests`, `correlation` and `study`."""

import os
import sys
import textwrap
from collections.abc import Callable
from typing import Annotated, Any

import typer

from bayescmp.cli._choices import WithChoices
from bayescmp.cli._compare import compare_command
from bayescmp.cli._correlation import correlation_command
from bayescmp.cli._datasets import datasets_app
from bayescmp.cli._datasets_rank import EXAMPLES as RANK_DATASETS
from bayescmp.cli._datasets_rank import rank_datasets_command
from bayescmp.cli._rank import rank_command
from bayescmp.cli._report import report_command
from bayescmp.cli._screen import lasting_streams, only_own_exits, say
from bayescmp.cli._sentences import OF_PYTHON, sentence_of, usage_sentence, warnings_as_sentences
from bayescmp.cli._significance import significance_command
from bayescmp.cli._study_commands import study_app

app = typer.Typer(
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


_USAGE: type[Exception] = typer.BadParameter.__mro__[1]  # the class of all mistakes in how a command is called
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


_EXAMPLES = {
    "compare": """
        bayescmp compare data.csv --target kind --first svm --second 'SVC(C=10)'

        bayescmp compare data.csv --target kind --first tree --second svm --plan 10-fold

        bayescmp compare --predictions log.csv --y-true y --first tree --second svm

        bayescmp compare --predictions log.csv --first a --second b --y-prob '{classifier}_{label}' --metric roc_auc

        bayescmp compare --predictions log.json --classifier model --record id --correct ok
    """,
    "rank": """
        bayescmp rank data.csv --target kind --estimator tree --estimator svm --estimator 'rbf=SVC(C=10)'

        bayescmp rank --predictions log.csv --y-true y --y-pred tree --y-pred svm --y-pred bayes

        bayescmp rank --predictions log.jsonl --classifier model --record id --correct ok
    """,
    "report": "bayescmp report result.nc report.html",
    "tests": "bayescmp tests data.csv --target kind --first svm --second forest --tests all",
    "correlation": "bayescmp correlation data.csv --target kind --first svm --second forest",
}


_COMMANDS: tuple[Callable[..., None], ...] = (
    compare_command,
    rank_command,
    report_command,
    significance_command,
    correlation_command,
)
for (_name, _examples), _run in zip(_EXAMPLES.items(), _COMMANDS, strict=True):
    _epilog = "Examples:\n\n" + textwrap.dedent(_examples).strip()
    app.command(_name, cls=WithChoices, epilog=_epilog)(only_own_exits()(_run))
datasets_app.command("rank", cls=WithChoices, epilog=RANK_DATASETS)(rank_datasets_command)
app.add_typer(datasets_app, name="datasets")
app.add_typer(study_app, name="study")


def main() -> None:
    """Run the command line; bad input ends with one sentence on standard error and exit code 2."""
    # Else Python puts the current folder first on the path of worker processes, where a numpy.py would run.
    os.environ["PYTHONSAFEPATH"] = "1"
    with lasting_streams(), warnings_as_sentences():
        try:
            code = app(prog_name="bayescmp", standalone_mode=False)
        except _USAGE as error:
            if type(error).__name__ == "NoArgsIsHelpError":
                say(error)
            else:
                say(f"bayescmp: {usage_sentence(error)}", err=True)
            raise SystemExit(2) from None
        except Exception as error:
            # A note says that it happened in a user's fit, where it may be any exception.
            if not (isinstance(error, _BAD_INPUT) or getattr(error, "__notes__", None)):
                raise
            say(f"bayescmp: {sentence_of(error, _options())}", err=True)
            raise SystemExit(2) from None
        raise SystemExit(code)


def _options() -> dict[str, str]:
    """Return the options of the command that runs, by the names that Python gives what they set."""
    command: Any = typer.main.get_command(app)
    for word in sys.argv[1:]:  # down to the command of a group
        if word not in getattr(command, "commands", {}):
            break
        command = command.commands[word]
    parameters = getattr(command, "params", [])
    options = {parameter.name: parameter.opts[0] for parameter in parameters if parameter.opts[0].startswith("--")}
    return options | {python: options[name] for python, name in OF_PYTHON.items() if name in options}
