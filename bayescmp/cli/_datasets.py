"""`bayescmp datasets`: what holds over several data sets, from saved predictions or from a table of scores."""

from typing import Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._choices import WithChoices
from bayescmp.cli._datasets_files import (
    By,
    ClassifierOfTable,
    Columns,
    Dataset,
    Files,
    Losses,
    NTest,
    NTrain,
    PerCent,
    Scores,
    first_of,
    is_table,
    prior_written,
    read_datasets,
)
from bayescmp.cli._metrics import MetricName, PosLabel, check_metric, metric_of_predictions
from bayescmp.cli._options import Json, MaxBytes, ReportFile, Rope, Save, Threshold
from bayescmp.cli._outputs import check_outputs_of_result, write_then_say, writers_of_result
from bayescmp.cli._plans import check_level
from bayescmp.cli._screen import only_own_exits

datasets_app = typer.Typer(
    help="Tell what holds over several data sets: on the next one, and on average.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_EXAMPLES = """Examples:

bayescmp datasets compare iris.nc wine.nc glass.nc --first tree --second svm

bayescmp datasets compare scores.csv --n-train 900 --n-test 100 --prior default --first tree --second svm

bayescmp datasets compare log.nc --by task --first a --second b

A table of scores has a row per data set and classifier: dataset,classifier,s0,s1,... Saved predictions are what
bayescmp.save_predictions writes.
"""


@datasets_app.command("compare", cls=WithChoices, epilog=_EXAMPLES)
@only_own_exits()
def compare_datasets_command(
    context: typer.Context,
    files: Files,
    *,
    first: Annotated[str | None, typer.Option(help="A classifier; needed where there are more than two.")] = None,
    second: Annotated[str | None, typer.Option(help="The other classifier.")] = None,
    metric: MetricName = None,
    pos_label: PosLabel = None,
    by: By = None,
    inference: Annotated[
        str, typer.Option(help="Inference level of every data set: auto, {levels}.", metavar="NAME")
    ] = "auto",
    rope: Rope = 0.01,
    threshold: Threshold = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible intervals.")] = 0.95,
    prior: Annotated[
        str | None,
        typer.Option(
            help="Prior of the population: default, baycomp, or AVERAGE,SPREAD; needed with a table of scores.",
            metavar="PRIOR",
        ),
    ] = None,
    dataset: Dataset = None,
    classifier: ClassifierOfTable = None,
    scores: Scores = None,
    n_train: NTrain = None,
    n_test: NTest = None,
    per_cent: PerCent = False,
    losses: Losses = False,
    max_bytes: MaxBytes = MAX_BYTES,
    json: Json = None,
    save: Save = None,
    report: ReportFile = None,
) -> None:
    """Compare two classifiers over several data sets: which is better on the next one, and on average."""
    from bayescmp._settings import Settings  # noqa: PLC0415 - `--help` answers without loading the package
    from bayescmp.datasets import DatasetsComparison, compare_datasets  # noqa: PLC0415
    from bayescmp.levels import LEVELS  # noqa: PLC0415

    settings: dict[str, Any] = {"rope": rope, "threshold": threshold, "ci_prob": ci_prob}
    known = check_metric(metric, pos_label)
    table = is_table(files)
    Settings.checked(widest=None if table else known.widest, **settings)
    check_level(inference, None, known, LEVELS)
    population = prior_written(prior, needed=table)
    check_outputs_of_result(DatasetsComparison, json, save, report, inputs=files)
    columns = Columns(
        dataset=dataset,
        classifier=classifier,
        scores=scores,
        n_train=n_train,
        n_test=n_test,
        per_cent=per_cent,
        losses=losses,
    )
    data = read_datasets(context, files, columns, by=by, max_bytes=max_bytes)
    named = {} if table else metric_of_predictions(known, pos_label, first_of(data))
    result = compare_datasets(
        data, first=first, second=second, by=by, inference=inference, prior=population, **settings, **named
    )
    write_then_say(writers_of_result(result, json, save, report), str(result))
