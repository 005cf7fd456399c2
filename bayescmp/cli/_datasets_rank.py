"""`bayescmp datasets rank`: several classifiers over several data sets."""

from typing import Annotated

import typer

from bayescmp.cli._datasets_files import Files, Shared, read_asked
from bayescmp.cli._options import Seed
from bayescmp.cli._outputs import write_then_say, writers_of_result
from bayescmp.cli._screen import busy, only_own_exits
from bayescmp.cli._shared import with_options

EXAMPLES = """Examples:

bayescmp datasets rank iris.nc wine.nc glass.nc digits.nc

bayescmp datasets rank scores.csv --n-train 900 --n-test 100 --prior default --control tree
"""


@only_own_exits()
@with_options(Shared)
def rank_datasets_command(
    context: typer.Context,
    files: Files,
    *,
    inference: Annotated[
        str, typer.Option(help="Inference level of predictions: auto, {joint_levels}.", metavar="NAME")
    ] = "auto",
    prior: Annotated[
        str | None,
        typer.Option(
            help="Prior of the population: default, or AVERAGE,SPREAD; needed with a table of scores.", metavar="PRIOR"
        ),
    ] = None,
    control: Annotated[
        str | None, typer.Option(help="Control of Holm's procedure (default: the classifier with the least mean rank).")
    ] = None,
    draws: Annotated[int, typer.Option(min=4, help="Draws of each of four chains.")] = 2000,
    tune: Annotated[int, typer.Option(min=1, help="Draws of each chain before them, by which it adapts.")] = 1000,
    seed: Seed = 0,
    shared: Shared,
) -> None:
    """Rank several classifiers over several data sets: which is best on the next one, and on average."""
    from bayescmp.datasets import DatasetsRanking, rank_datasets  # noqa: PLC0415 - as in `read_asked`
    from bayescmp.levels._registry import joint_levels  # noqa: PLC0415

    data, asked = read_asked(
        context, files, shared, inference=inference, prior=prior, levels=joint_levels(), kind=DatasetsRanking
    )
    with busy("Sampling"):
        result = rank_datasets(data, control=control, draws=draws, tune=tune, rng=seed, **asked)
    write_then_say(writers_of_result(result, shared.json, shared.save, shared.report), str(result))
