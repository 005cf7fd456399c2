"""`bayescmp datasets rank`: several classifiers over several data sets."""

from typing import Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
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
from bayescmp.cli._options import Json, MaxBytes, ReportFile, Rope, Save, Seed, Threshold
from bayescmp.cli._outputs import check_outputs_of_result, write_then_say, writers_of_result
from bayescmp.cli._plans import check_level
from bayescmp.cli._screen import busy, only_own_exits

EXAMPLES = """Examples:

bayescmp datasets rank iris.nc wine.nc glass.nc digits.nc

bayescmp datasets rank scores.csv --n-train 900 --n-test 100 --prior default --control tree
"""


@only_own_exits()
def rank_datasets_command(
    context: typer.Context,
    files: Files,
    *,
    metric: MetricName = None,
    pos_label: PosLabel = None,
    by: By = None,
    inference: Annotated[
        str, typer.Option(help="Inference level of predictions: auto, {joint_levels}.", metavar="NAME")
    ] = "auto",
    rope: Rope = 0.01,
    threshold: Threshold = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible intervals.")] = 0.95,
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
    """Rank several classifiers over several data sets: which is best on the next one, and on average."""
    from bayescmp._settings import Settings  # noqa: PLC0415 - `--help` answers without loading the package
    from bayescmp.datasets import DatasetsRanking, rank_datasets  # noqa: PLC0415
    from bayescmp.levels._registry import joint_levels  # noqa: PLC0415

    settings: dict[str, Any] = {"rope": rope, "threshold": threshold, "ci_prob": ci_prob}
    known = check_metric(metric, pos_label)
    table = is_table(files)
    Settings.checked(widest=None if table else known.widest, **settings)
    check_level(inference, None, known, joint_levels())
    population = prior_written(prior, needed=table)
    check_outputs_of_result(DatasetsRanking, json, save, report, inputs=files)
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
    with busy("Sampling"):
        result = rank_datasets(
            data,
            by=by,
            inference=inference,
            prior=population,
            control=control,
            draws=draws,
            tune=tune,
            rng=seed,
            **settings,
            **named,
        )
    write_then_say(writers_of_result(result, json, save, report), str(result))
