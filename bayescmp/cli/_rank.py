"""`bayescmp rank`: several classifiers from files, import paths or nothing at all to one screen."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._metrics import MetricName, PosLabel, check_metric, metric_of_data, metric_of_predictions
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
    Target,
    Threshold,
    YTrue,
)
from bayescmp.cli._outputs import STANDARD_OUTPUT, check_outputs_of_result, write_then_say, writers_of_result
from bayescmp.cli._plans import check_level, check_plan
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
    inference: Annotated[
        str, typer.Option(help="Inference level of all pairs: auto, {joint_levels}.", metavar="NAME")
    ] = "auto",
    rope: Rope = 0.0,
    threshold: Threshold = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible intervals.")] = 0.95,
    ci_kind: Annotated[str, typer.Option(help="Intervals: eti (equal-tailed) or hdi (shortest).")] = "eti",
    strength: Annotated[float, typer.Option(help="Prior records in each cell of a pair's table.")] = 1.0,
    tau: Annotated[
        str, typer.Option(help="Prior of the variance that training sets add: default, cautious, or a number.")
    ] = "default",
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
    correct: Correct = None,
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
    from bayescmp.cli._data import cross_validated, data_of_several  # noqa: PLC0415 - as below
    from bayescmp.levels._registry import joint_levels  # noqa: PLC0415 - as below
    from bayescmp.ranking import Ranking, rank  # noqa: PLC0415 - `--help` answers without loading the package

    settings = _checked_settings(
        rope=rope, threshold=threshold, ci_prob=ci_prob, ci_kind=ci_kind, strength=strength, tau=tau
    )
    check_outputs_of_result(Ranking, json, save, report, inputs=[data, predictions])
    check_plan(context, plan)
    known = check_metric(metric, pos_label)
    check_level(inference, plan, known, joint_levels())
    columns = {
        "y_true": y_true,
        "classifier": classifier,
        "record": record,
        "repeat": repeat,
        "fold": fold,
        "hold_out": hold_out or None,
        "on_missing": on_missing,
    }
    if predictions is not None:
        refuse_with_predictions(context, ["estimator"])
        found = _read(predictions, columns, y_pred or [], correct or [], max_bytes)
        named = metric_of_predictions(known, pos_label, found)
    else:
        refuse_columns(context, columns)
        chosen = data_of_several(data, target, estimator, drop, allow_import=allow_import, max_bytes=max_bytes)
        named = metric_of_data(known, pos_label, chosen)
        said = json != STANDARD_OUTPUT
        found = cross_validated(chosen, repeats=repeats, plan=plan, seed=seed, jobs=jobs, said=said)
    with busy("Drawing"):
        result = rank(found, **named, inference=inference, draws=draws, rng=seed, **settings)
    write_then_say(writers_of_result(result, json, save, report), str(result))


def _checked_settings(*, tau: str, **given: Any) -> dict[str, Any]:
    """Check settings before any work, and return those that `rank` takes."""
    from bayescmp._settings import Settings  # noqa: PLC0415 - as above
    from bayescmp.posteriors._training_variance import tau_grid  # noqa: PLC0415

    Settings.checked(**given)
    known: str | float = tau
    with suppress(ValueError):  # of the name of a prior
        known = float(tau)
    tau_grid(known)
    return {**given, "tau": known}


def _read(
    path: Path,
    columns: Mapping[str, str | bool | None],
    y_pred: Sequence[str],
    correct: Sequence[str],
    max_bytes: int,
) -> "xr.Dataset":
    if is_wide(path, columns):
        option, named = ("--correct", correct) if correct else ("--y-pred", y_pred)
        if not named:
            raise ValueError("--y-pred must name the column of each classifier, or --classifier a column of names.")
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
    found = read(path, columns, y_pred=y_pred, correct=correct, max_bytes=max_bytes)
    if found.sizes["classifier"] < 2:
        only = str(found["classifier"].to_numpy()[0])
        raise ValueError(f"--predictions must hold two classifiers or more, but there is {only!r} only.")
    return found
