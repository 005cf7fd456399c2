"""`bayescmp datasets`: what holds over several data sets, from saved predictions or from a table of scores."""

from typing import Annotated

import typer

from bayescmp.cli._choices import WithChoices
from bayescmp.cli._datasets_files import Files, Shared, read_asked
from bayescmp.cli._outputs import write_then_say, writers_of_result
from bayescmp.cli._screen import only_own_exits
from bayescmp.cli._shared import with_options

datasets_app = typer.Typer(
    help="Tell what holds over several data sets: on the next one, and on average.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_EXAMPLES = """Examples:

bayescmp datasets compare iris.nc wine.nc glass.nc --first tree --second svm

bayescmp datasets compare scores.csv --k-folds 10 --first tree --second svm

bayescmp datasets compare log.nc --by task --first a --second b

A table of scores has a row per data set and classifier: dataset,classifier,s0,s1,... Saved predictions are what
bayescmp.save_predictions writes.
"""


@datasets_app.command("compare", cls=WithChoices, epilog=_EXAMPLES)
@only_own_exits()
@with_options(Shared)
def compare_datasets_command(
    context: typer.Context,
    files: Files,
    *,
    first: Annotated[str | None, typer.Option(help="A classifier; needed where there are more than two.")] = None,
    second: Annotated[str | None, typer.Option(help="The other classifier.")] = None,
    level: Annotated[
        str, typer.Option(help="Inference level of every data set: auto, {levels}.", metavar="NAME")
    ] = "auto",
    population: Annotated[
        str | None,
        typer.Option(
            help="What the data sets come from: dirichlet, student, baycomp, or MASS,SCALE of the prior of dirichlet.",
            metavar="POPULATION",
        ),
    ] = None,
    shared: Shared,
) -> None:
    """Compare two classifiers over several data sets: which is better on the next one, and on average."""
    from bayescmp.datasets import DatasetsComparison, compare_datasets  # noqa: PLC0415 - as in `read_asked`
    from bayescmp.levels import LEVELS  # noqa: PLC0415

    data, asked = read_asked(
        context, files, shared, level=level, population=population, levels=LEVELS, kind=DatasetsComparison
    )
    result = compare_datasets(data, first=first, second=second, **asked)
    write_then_say(writers_of_result(result, shared.json, shared.save, shared.report, shared.max_bytes), str(result))
