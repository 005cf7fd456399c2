"""`bayescmp datasets`: what holds over several data sets, from predictions of each or from one table of scores."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp.cli._command_experiment import show_experiment_command
from bayescmp.cli._group_datasets import DataSets
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import Question
from bayescmp.cli._options import TABLE, Draws, Pair, argument, command, option

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    type Read = dict[str, xr.Dataset] | dict[str, xr.DataArray] | xr.Dataset | pd.DataFrame

datasets_app = typer.Typer(
    help="Tell what holds over several data sets: on average, and on the next one.", no_args_is_help=True
)
_FILES: Any = argument(
    "Predictions (.nc), a data set each, called by the name of its file; the folder of `cross_val_datasets`; or one "
    f"table of scores: a {TABLE}.",
    "FILE",
)
_SHARED = """
    metric labels method prior rope threshold ci_prob
    Predictions: by
    Table of scores: dataset classifier scores fold sets per_cent losses
    Output: json save details
"""


def _asked(files: Sequence[Path], question: Question, source: DataSets) -> "tuple[Read, dict[str, Any]]":
    """Return the data sets and the options as arguments of a verb."""
    from bayescmp._support._table_files import suffix_of

    asked = {"by": source.by, "method": question.asked_method()}
    tables = [path for path in files if not path.is_dir() and suffix_of(path) != ".nc"]
    if len(files) > 1 and (tables or any(path.is_dir() for path in files)):
        raise ValueError(
            f"FILE must be one table of scores, one folder, or predictions that end in .nc, but got {len(files)} files."
        )
    if not tables:
        data = source.predictions(files)
        labelled = next(iter(data.values())) if isinstance(data, Mapping) else data  # a class is one of their labels
        return data, asked | question.asked_of(labelled)
    asked |= question.asked_of()
    if source.is_plain():
        more = source.greater_is_better()
        return source.plain_numbers(files[0], question.metric), asked | {"greater_is_better": more}
    return source.scores_of(files[0]), asked


@command(
    "compare",
    f"files Question: first second population {_SHARED}",
    method={"help": "Method of every data set: auto, {methods}."},
)
def compare_datasets_command(
    files: list[Path] = _FILES,
    *,
    population: str = option(
        "What the average over data sets is by: normal, or baycomp for the numbers of that package.",
        "NAME",
        default="normal",
    ),
    pair: Pair,
    question: Question,
    source: DataSets,
    outputs: Outputs,
) -> None:
    """Compare two classifiers over several data sets: which is better on average, and on the next one.

    Examples:

    bayescmp datasets compare iris.nc wine.nc glass.nc --first tree --second svm

    bayescmp datasets compare scores.csv --sets 9,1 --first tree --second svm

    bayescmp datasets compare accuracies.csv --metric accuracy --first tree --second svm

    bayescmp datasets compare log.nc --by task --first a --second b

    A table of scores has a row per data set and classifier, dataset,classifier,s0,s1,..., or of one number each a row
    per data set, dataset,tree,svm,..., or per data set and classifier, dataset,model,score. Saved predictions are what
    bayescmp.save_predictions writes.
    """
    outputs.check(bc.DatasetsComparison, files)
    data, asked = _asked(files, question, source)
    result = bc.compare_datasets(data, first=pair.first, second=pair.second, population=population, **asked)
    outputs.write_then_say(result)


@command(
    "rank",
    f"files Question: control draws seed {_SHARED}",
    method={"help": "Method of predictions: auto, {joint_methods}."},
    draws={"min": 400},
)
def rank_datasets_command(
    files: list[Path] = _FILES,
    *,
    control: str | None = option(
        "Control of Holm's procedure.", "NAME", default_said="the classifier with the least mean rank"
    ),
    drawn: Draws,
    question: Question,
    source: DataSets,
    outputs: Outputs,
) -> None:
    """Rank several classifiers over several data sets: which is best on average, and on the next one.

    Examples:

    bayescmp datasets rank iris.nc wine.nc glass.nc digits.nc

    bayescmp datasets rank scores.csv --sets 9,1 --control tree

    bayescmp datasets rank accuracies.csv --metric accuracy

    bayescmp datasets rank leaderboard.csv --classifier model --metric accuracy
    """
    outputs.check(bc.DatasetsRanking, files)
    data, asked = _asked(files, question, source)
    outputs.write_then_say(bc.rank_datasets(data, control=control, draws=drawn.draws, rng=drawn.seed, **asked))


for _add_to in (show_experiment_command, compare_datasets_command, rank_datasets_command):
    _add_to(datasets_app)
