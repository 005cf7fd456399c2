"""`bayescmp datasets rank`: several classifiers over several data sets."""

from typing import Annotated

import typer

from bayescmp.cli._datasets_files import Files, Shared, read_asked
from bayescmp.cli._options import Seed
from bayescmp.cli._outputs import write_then_say, writers_of_result
from bayescmp.cli._screen import only_own_exits
from bayescmp.cli._shared import with_options

EXAMPLES = """Examples:

bayescmp datasets rank iris.nc wine.nc glass.nc digits.nc

bayescmp datasets rank scores.csv --k-folds 10 --control tree
"""


@only_own_exits()
@with_options(Shared)
def rank_datasets_command(
    context: typer.Context,
    files: Files,
    *,
    level: Annotated[
        str, typer.Option(help="Inference level of predictions: auto, {joint_levels}.", metavar="NAME")
    ] = "auto",
    population: Annotated[
        str | None,
        typer.Option(help="MASS,SCALE of the prior of the population (default: 2,0.06).", metavar="MASS,SCALE"),
    ] = None,
    control: Annotated[
        str | None, typer.Option(help="Control of Holm's procedure (default: the classifier with the least mean rank).")
    ] = None,
    draws: Annotated[int, typer.Option(min=400, help="Draws of who is best.")] = 20_000,
    seed: Seed = 0,
    shared: Shared,
) -> None:
    """Rank several classifiers over several data sets: which is best on the next one, and on average."""
    from bayescmp.datasets import DatasetsRanking, rank_datasets  # noqa: PLC0415 - as in `read_asked`
    from bayescmp.levels._registry import joint_levels  # noqa: PLC0415

    data, asked = read_asked(
        context, files, shared, level=level, population=population, levels=joint_levels(), kind=DatasetsRanking
    )
    result = rank_datasets(data, control=control, draws=draws, rng=seed, **asked)
    write_then_say(writers_of_result(result, shared.json, shared.save, shared.report, shared.max_bytes), str(result))
