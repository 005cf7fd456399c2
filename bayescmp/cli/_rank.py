"""`bayescmp rank`: several classifiers from files, import paths or nothing at all to one screen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._metrics import (
    PROBABILITIES,
    MetricName,
    PosLabel,
    check_metric,
    check_probabilities_named,
    metric_of_data,
    metric_of_predictions,
)
from bayescmp.cli._options import (
    ESTIMATOR,
    AllowImport,
    Classifier,
    Correct,
    Data,
    Drop,
    Fold,
    HoldOut,
    Jobs,
    Json,
    Loss,
    MaxBytes,
    OnMissing,
    Plan,
    Predictions,
    Record,
    Repeat,
    Repeats,
    ReportFile,
    Rope,
    Save,
    Seed,
    Strength,
    Target,
    Tau,
    Threshold,
    YProb,
    YTrue,
)
from bayescmp.cli._outputs import STANDARD_OUTPUT, check_outputs_of_result, write_then_say, writers_of_result
from bayescmp.cli._plans import check_plan, checked_level
from bayescmp.cli._predictions import is_wide, read, refuse_columns, refuse_with_predictions
from bayescmp.cli._screen import busy

if TYPE_CHECKING:
    import xarray as xr


def rank_command(
    context: typer.Context,
    data: Data = None,
    *,
    target: Target = None,
    drop: Drop = None,
    estimator: Annotated[
        list[str] | None,
        typer.Option(
            help=f"Estimator, twice or more: {ESTIMATOR}. A name may stand before it: 'mine=SVC(C=10)'.",
            metavar="[NAME=]ESTIMATOR",
        ),
    ] = None,
    allow_import: AllowImport = None,
    repeats: Repeats = 5,
    plan: Plan = None,
    metric: MetricName = None,
    pos_label: PosLabel = None,
    level: Annotated[
        str, typer.Option(help="Inference level of all pairs: auto, {joint_levels}.", metavar="NAME")
    ] = "auto",
    rope: Rope = 0.0,
    threshold: Threshold = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible intervals.")] = 0.95,
    ci_kind: Annotated[str, typer.Option(help="Intervals: eti (equal-tailed) or hdi (shortest).")] = "eti",
    strength: Strength = None,
    tau: Tau = None,
    draws: Annotated[int, typer.Option(min=100, help="Number of joint draws.")] = 20_000,
    seed: Seed = 0,
    jobs: Jobs = 1,
    predictions: Predictions = None,
    y_true: YTrue = None,
    y_pred: Annotated[
        list[str] | None,
        typer.Option(
            help="Column of predicted labels, for each classifier; with --classifier, one for all.", metavar="COLUMN"
        ),
    ] = None,
    y_prob: YProb = None,
    correct: Correct = None,
    loss: Loss = None,
    classifier: Classifier = None,
    record: Record = None,
    repeat: Repeat = None,
    fold: Fold = None,
    hold_out: HoldOut = False,
    on_missing: OnMissing = None,
    max_bytes: MaxBytes = MAX_BYTES,
    json: Json = None,
    save: Save = None,
    report: ReportFile = None,
) -> None:
    """Rank several classifiers: which is best, how sure that is, and which cannot be told apart.

    Without arguments: six classifiers on data that come with scikit-learn.
    """
    from bayescmp._settings import Settings  # noqa: PLC0415 - as below
    from bayescmp.cli._data import cross_validated, data_of_several  # noqa: PLC0415 - as below
    from bayescmp.levels._registry import joint_levels  # noqa: PLC0415 - as below
    from bayescmp.ranking import Ranking, rank  # noqa: PLC0415 - `--help` answers without loading the package

    known = check_metric(metric, pos_label, loss)
    check_probabilities_named(known, predictions, y_prob)
    settings: dict[str, Any] = {
        "rope": rope,
        "threshold": threshold,
        "ci_prob": ci_prob,
        "ci_kind": ci_kind,
    }
    # What is in a file may be losses that say what they are; `rank` asks them.
    Settings.checked(widest=known.widest if predictions is None else None, **settings)
    check_outputs_of_result(Ranking, json, save, report, inputs=[data, predictions])
    check_plan(context, plan)
    asked = checked_level(level, plan, known, joint_levels(), {"strength": strength, "tau": tau})
    columns = {
        "y_true": y_true,
        "y_prob": y_prob,
        "classifier": classifier,
        "record": record,
        "repeat": repeat,
        "fold": fold,
        "hold_out": hold_out or None,
        "on_missing": on_missing,
    }
    if predictions is not None:
        refuse_with_predictions(context, ["estimator"])
        found = _read(predictions, columns, {"correct": correct, "loss": loss, "y_pred": y_pred}, max_bytes)
        named = metric_of_predictions(known, pos_label, found)
    else:
        refuse_columns(context, columns)
        said, probabilities = json != STANDARD_OUTPUT, known.needs == PROBABILITIES
        chosen = data_of_several(
            data,
            target,
            estimator,
            drop,
            probabilities=probabilities,
            allow_import=allow_import,
            max_bytes=max_bytes,
        )
        named = metric_of_data(known, pos_label, chosen)
        found = cross_validated(
            chosen, repeats=repeats, plan=plan, seed=seed, jobs=jobs, probabilities=probabilities, said=said
        )
    with busy("Drawing"):
        result = rank(found, **named, level=asked, draws=draws, rng=seed, **settings)
    write_then_say(writers_of_result(result, json, save, report, max_bytes), str(result))


def _read(
    path: Path,
    columns: Mapping[str, str | bool | None],
    answers: Mapping[str, Sequence[str] | None],
    max_bytes: int,
) -> "xr.Dataset":
    given = {name: named for name, named in answers.items() if named}
    if is_wide(path, columns):
        if not given:
            raise ValueError("--y-pred must name the column of each classifier, or --classifier a column of names.")
        argument, named = next(iter(given.items()))
        option = "--" + argument.replace("_", "-")
        again = [name for name, times in Counter(named).items() if times > 1]
        if again:
            raise ValueError(
                f"{option} must name each column once, but got {again[0]!r} {named.count(again[0])} times."
            )
        if len(named) == 1:
            raise ValueError(
                f"{option} must be given once for each classifier, twice or more, or with --classifier COLUMN, but got "
                f"{named[0]!r} only."
            )
    found = read(path, columns, given, max_bytes=max_bytes)
    if found.sizes["classifier"] < 2:
        only = str(found["classifier"].to_numpy()[0])
        raise ValueError(f"--predictions must hold two classifiers or more, but there is {only!r} only.")
    return found
