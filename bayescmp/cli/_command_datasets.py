"""`bayescmp datasets`: what holds over several data sets, and what is done of an experiment on them."""

import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._text import WIDTH, counted, cut, one_line
from bayescmp.cli._group_datasets import DataSets
from bayescmp.cli._group_outputs import Outputs
from bayescmp.cli._group_question import OPTIONS_OF_METHOD, Question
from bayescmp.cli._options import TABLE, Draws, Pair, argument, command, option
from bayescmp.cli._printing import say
from bayescmp.cli._typed_command import TypedGroup

if TYPE_CHECKING:
    import pandas as pd

datasets_app = typer.Typer(
    cls=TypedGroup, no_args_is_help=True,
    help="Tell what holds over several data sets: on average, and on the next one.",
)  # fmt: skip
_FILES: Any = argument(
    "Predictions (.nc), a data set each, called by the name of its file; the folder of `cross_val_datasets`; or one "
    f"table of scores: a {TABLE}.",
    "FILE",
)
_METRIC = {
    "help": "What is compared: {metrics}; of answers pass@5, pass^5. "
    r"[dim]\[default: error, of verdicts accuracy, of a table its scores, higher is better][/dim]"
}
_NAME, _SHOWN = 28, 20
"""Characters of a name, and failures that `show` lists."""
_SHARED = """
    metric labels* method* rope threshold ci_prob*
    Predictions: by*
    Table of scores: dataset classifier scores fold* sets per_cent losses
    Output: json save details
"""


def _asked(files: Sequence[Path], question: Question, source: DataSets) -> tuple[Any, dict[str, Any]]:
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
        question.one_metric()
        return data, asked | question.asked_of(labelled)
    table, more = source.of_table(files[0], question.one_metric())
    return table, asked | question.asked_of() | more


@command(
    "compare",
    f"files Question: first second population* {_SHARED}",
    metric=_METRIC,
    method={"help": "Method of every data set: auto, {methods}." + OPTIONS_OF_METHOD},
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
    f"files Question: control* draws* seed* {_SHARED}",
    metric=_METRIC,
    method={"help": "Method of predictions: auto, {joint_methods}." + OPTIONS_OF_METHOD},
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


@command("show", "out")
def show_experiment_command(out: Path = argument("Folder of `cross_val_datasets`.", "DIR")) -> None:
    """Show what is done of an experiment, what runs, and what failed.

    Examples:

    bayescmp datasets show experiment
    """
    from bayescmp.model_selection._experiment import FAILED, Experiment

    units, folder = bc.model_selection.units_of(out), Experiment.opened(out)
    running = "; a process works on it" if folder.is_claimed() else ""
    failed = units[units["status"] == FAILED]
    of = f" of {folder.n_asked()}" if folder.n_asked() > len(units) else ""
    head = (
        f"{counted(f'{len(units) - len(failed)}{of}', 'unit')} done, {len(failed)} failed, "
        f"{units['seconds'].sum():.0f} s of work{running}; seed {folder.specification['seed']}"
    )
    blocks = [textwrap.fill(head, WIDTH), _by_dataset(units), _by_classifier(units)]
    for row in failed.head(_SHOWN).itertuples():
        said = f"{one_line(row.classifier)} on {one_line(row.dataset)}: {one_line(row.error)}"
        blocks.append(textwrap.fill(said, WIDTH, subsequent_indent="  "))
    if len(failed) > _SHOWN:
        blocks.append(f"{len(failed) - _SHOWN} more failed; `units_of` lists all.")
    say("\n\n".join(blocks))


def _by_dataset(units: "pd.DataFrame") -> str:
    """Return a line for each data set: units that are done, repeats of those, and seconds."""
    from bayescmp.model_selection._experiment import DONE

    done = units["status"] == DONE
    units = units.assign(done=done, failed=~done, repeats=units["n_repeats"].where(done))
    table = units.groupby("dataset", sort=False)
    return _written(table.agg({"done": "sum", "failed": "sum", "repeats": "min", "seconds": "sum"}))


def _by_classifier(units: "pd.DataFrame") -> str:
    """Return a line for each classifier: fits, their mean time, and the longest on a data set."""
    fitted = units[units["n_fits"] > 0]
    seconds = fitted["seconds_per_fit"] * fitted["n_fits"]
    table = fitted.assign(seconds=seconds).groupby("classifier", sort=False)
    found = table.agg(fits=("n_fits", "sum"), seconds=("seconds", "sum"), longest=("seconds_per_fit", "max"))
    return _written(found.assign(seconds=found["seconds"] / found["fits"]).rename(columns={"seconds": "seconds a fit"}))


def _written(table: "pd.DataFrame") -> str:
    names = [cut(one_line(name), _NAME) for name in table.index]
    return table.set_axis(names).rename_axis(table.index.name, axis="columns").to_string(float_format="{:.3g}".format)


for _add_to in (show_experiment_command, compare_datasets_command, rank_datasets_command):
    _add_to(datasets_app)
