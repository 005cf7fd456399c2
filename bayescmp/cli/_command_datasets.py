"""`bayescmp datasets`: what holds over several data sets, from predictions of each or from one table of scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import bayescmp as bc
from bayescmp.cli._command_experiment import show_experiment_command
from bayescmp.cli._group_datasets import DataSets
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import SEED, TABLE, command, option

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from bayescmp._support._registry import Registry
    from bayescmp.levels import Level
    from bayescmp.results._result import Result

    type Read = dict[str, xr.Dataset] | dict[str, xr.DataArray] | xr.Dataset | pd.DataFrame

datasets_app = typer.Typer(
    help="Tell what holds over several data sets: on average, and on the next one.", no_args_is_help=True
)
_Files = Annotated[
    list[Path],
    typer.Argument(
        help="Predictions (.nc), a data set each, called by the name of its file; the folder of `cross_val_datasets`; "
        f"or one table of scores: a {TABLE}.",
        metavar="FILE",
    ),
]
_SHARED = """
    metric pos_label level prior strength tau rope threshold ci_prob
    Predictions: by
    Table of scores: dataset classifier scores fold n_train n_test k_folds per_cent losses max_bytes
    Output: json save report details
"""


def _is_table(files: Sequence[Path]) -> bool:
    """Tell whether the files are a table of scores, or predictions; refuse both together, and several tables."""
    folders = [path for path in files if path.is_dir()]
    if folders and len(files) > 1:
        raise ValueError(f"FILE must be one folder of an experiment, or files, but got {len(files)}.")
    tables = [] if folders else [path for path in files if bc.predictions.suffix_of(path) != ".nc"]
    if tables and len(files) > 1:
        raise ValueError(
            f"FILE must be one table of scores, or predictions that end in .nc, but got {len(files)} files, of which "
            f"{str(tables[0])!r} is a table. Join tables into one, a row for each data set, a column for each method."
        )
    return bool(tables)


def _asked(
    context: typer.Context,
    files: Sequence[Path],
    groups: tuple[Question, DataSets, Outputs],
    levels: "Registry[Level]",
    kind: "type[Result]",
) -> "tuple[Read, dict[str, Any]]":
    """Return the data sets and the options as arguments of a verb; options are checked before any file is read."""
    question, source, outputs = groups
    table = _is_table(files)
    is_plain = table and source.is_plain()
    more = None if source.losses is None else not source.losses
    own = bc.datasets.metric_of_numbers(question.metric, greater_is_better=more) if is_plain else None
    metric = question.checked_metric() if own is None else own
    asked = question.checked_settings(None if table else metric.widest)
    asked |= {"by": source.by, "level": question.checked_level(levels)}
    outputs.check(kind, files)
    source.check(context, files, table=table)
    if is_plain:
        return source.plain_numbers(files[0], own), asked | {"metric": own}
    if table:
        return source.scores_of(files[0]), asked
    data = source.predictions(files)
    labelled = next(iter(data.values())) if isinstance(data, Mapping) else data  # a class is one of their labels
    return data, asked | question.metric_of_predictions(metric, labelled)


_COMPARE_EXAMPLES = """Examples:

    bayescmp datasets compare iris.nc wine.nc glass.nc --first tree --second svm

    bayescmp datasets compare scores.csv --k-folds 10 --first tree --second svm

    bayescmp datasets compare accuracies.csv --metric accuracy --first tree --second svm

    bayescmp datasets compare log.nc --by task --first a --second b

    A table of scores has a row per data set and classifier, dataset,classifier,s0,s1,..., or of one number each a row
    per data set, dataset,tree,svm,..., or per data set and classifier, dataset,model,score. Saved predictions are what
    bayescmp.save_predictions writes.
"""
_RANK_EXAMPLES = """Examples:

    bayescmp datasets rank iris.nc wine.nc glass.nc digits.nc

    bayescmp datasets rank scores.csv --k-folds 10 --control tree

    bayescmp datasets rank accuracies.csv --metric accuracy

    bayescmp datasets rank leaderboard.csv --classifier model --metric accuracy
"""


@command(
    "compare",
    f"context files Question: first second population {_SHARED}",
    examples=_COMPARE_EXAMPLES,
    level={"help": "Inference level of every data set: auto, {levels}."},
)
def compare_datasets_command(
    context: typer.Context,
    files: _Files,
    *,
    first: str | None = option(None, "A classifier; needed where there are more than two.", metavar="NAME"),
    second: str | None = option(None, "The other classifier.", metavar="NAME"),
    population: str = option(
        "normal",
        "What the average over data sets is by: normal, or baycomp for the numbers of that package.",
        metavar="NAME",
    ),
    question: Question,
    source: DataSets,
    outputs: Outputs,
) -> None:
    """Compare two classifiers over several data sets: which is better on average, and on the next one."""
    from bayescmp._support._validation import check_choice
    from bayescmp.datasets._population import NORMAL
    from bayescmp.results._call import BAYCOMP

    groups = question, source, outputs
    check_choice("population", population, (NORMAL, BAYCOMP))
    data, asked = _asked(context, files, groups, bc.levels.LEVELS, bc.DatasetsComparison)
    outputs.write_then_say(bc.compare_datasets(data, first=first, second=second, population=population, **asked))


@command(
    "rank",
    f"context files Question: control draws seed {_SHARED}",
    examples=_RANK_EXAMPLES,
    level={"help": "Inference level of predictions: auto, {joint_levels}."},
)
def rank_datasets_command(
    context: typer.Context,
    files: _Files,
    *,
    control: str | None = option(
        None,
        "Control of Holm's procedure.",
        default_said="the classifier with the least mean rank",
        metavar="NAME",
    ),
    draws: int = option(20_000, "Draws of who is best.", metavar="NUMBER", min=400),
    seed: int = option(0, SEED, metavar="NUMBER", min=0),
    question: Question,
    source: DataSets,
    outputs: Outputs,
) -> None:
    """Rank several classifiers over several data sets: which is best on average, and on the next one."""
    from bayescmp.levels._registry import joint_levels

    groups = question, source, outputs
    data, asked = _asked(context, files, groups, joint_levels(), bc.DatasetsRanking)
    outputs.write_then_say(bc.rank_datasets(data, control=control, draws=draws, rng=seed, **asked))


show_experiment_command.add_to(datasets_app)
compare_datasets_command.add_to(datasets_app)
rank_datasets_command.add_to(datasets_app)
