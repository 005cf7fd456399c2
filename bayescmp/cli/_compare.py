"""`bayescmp compare`: from files, import paths or nothing at all to one screen."""

from contextlib import nullcontext
from typing import Annotated, Any

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
    Prior,
    Record,
    Repeat,
    Repeats,
    ReportFile,
    Rope,
    Save,
    Second,
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


def compare_command(
    context: typer.Context,
    data: Data = None,
    *,
    target: Target = None,
    drop: Drop = None,
    first: Annotated[
        str | None, typer.Option(help=f"Estimator: {ESTIMATOR}. With --predictions, a column or classifier.")
    ] = None,
    second: Second = None,
    allow_import: AllowImport = None,
    repeats: Repeats = 5,
    plan: Plan = None,
    metric: MetricName = None,
    pos_label: PosLabel = None,
    level: Annotated[str, typer.Option(help="Inference level: auto, {levels}.", metavar="NAME")] = "auto",
    prior: Prior = None,
    strength: Strength = None,
    tau: Tau = None,
    rope: Rope = 0.0,
    threshold: Threshold = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible interval.")] = 0.95,
    seed: Seed = 0,
    jobs: Jobs = 1,
    predictions: Predictions = None,
    y_true: YTrue = None,
    y_pred: Annotated[str | None, typer.Option(help="Column of predicted labels (with --classifier).")] = None,
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
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    from bayescmp._settings import Settings  # noqa: PLC0415 - as below
    from bayescmp.cli._data import chosen_data, cross_validated  # noqa: PLC0415 - as below
    from bayescmp.comparison import Comparison, compare  # noqa: PLC0415 - `--help` answers without loading the package
    from bayescmp.levels import LEVELS, Level  # noqa: PLC0415

    settings: dict[str, Any] = {"rope": rope, "threshold": threshold, "ci_prob": ci_prob}
    known = check_metric(metric, pos_label, loss)
    check_probabilities_named(known, predictions, y_prob)
    # What is in a file may be losses that say what they are; `compare` asks them.
    Settings.checked(widest=known.widest if predictions is None else None, **settings)
    check_outputs_of_result(Comparison, json, save, report, inputs=[data, predictions])
    check_plan(context, plan)
    asked = checked_level(level, plan, known, LEVELS, {"prior": prior, "strength": strength, "tau": tau})
    samples = isinstance(asked, Level) and asked.samples
    named: dict[str, Any] = {"level": asked, "rng": seed if samples else None}
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
        unused = {"seed": not samples, "y_pred": classifier is None}
        refuse_with_predictions(context, [name for name, is_unused in unused.items() if is_unused])
        given = {"correct": correct or [], "loss": loss or []}
        needed = is_wide(predictions, columns) and not any(given.values())
        given["y_pred"] = [y_pred] if y_pred is not None else _pair(needed, first, second)
        used = None if first is None or second is None else {first, second}
        found = read(predictions, columns, given, used=used, max_bytes=max_bytes)
        pair = [first, second]
        named |= metric_of_predictions(known, pos_label, found)
    else:
        refuse_columns(context, columns)
        chosen = chosen_data(data, target, first, second, drop, allow_import=allow_import, max_bytes=max_bytes)
        named |= metric_of_data(known, pos_label, chosen)
        said, probabilities = json != STANDARD_OUTPUT, known.needs == PROBABILITIES
        found = cross_validated(
            chosen, repeats=repeats, plan=plan, seed=seed, jobs=jobs, probabilities=probabilities, said=said
        )
        pair = list(chosen.estimators)
    with busy("Sampling") if samples else nullcontext():
        result = compare(found, first=pair[0], second=pair[1], **settings, **named)
    write_then_say(writers_of_result(result, json, save, report, max_bytes), str(result))


def _pair(needed: bool, first: str | None, second: str | None) -> list[str]:
    """Return the two columns of predicted labels, none where the file or other options name them."""
    if not needed:
        return []
    if first is None or second is None:
        raise ValueError("--first and --second must name two columns of the predictions, or --classifier a column.")
    if first == second:
        raise ValueError(f"--first and --second must name two columns, but both are {first!r}.")
    return [first, second]
