"""`bayescmp compare`: from files, import paths or nothing at all to one screen."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._options import (
    ESTIMATOR,
    TABLE,
    AllowImport,
    Data,
    Drop,
    Jobs,
    MaxBytes,
    Second,
    Target,
    options_given,
)
from bayescmp.cli._outputs import STANDARD_OUTPUT, check_outputs, write_text, write_then_say
from bayescmp.cli._screen import busy

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.comparison import Comparison


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
    repeats: Annotated[int, typer.Option(min=1, help="Repeats of the two-fold cross-validation.")] = 5,
    plan: Annotated[
        str | None, typer.Option(help="Resampling plan in place of the repeats: {plans}.", metavar="NAME")
    ] = None,
    metric: Annotated[
        str | None, typer.Option(help="What is compared: {metrics} (default: the first).", metavar="NAME")
    ] = None,
    inference: Annotated[
        str | None, typer.Option(help="Inference level: auto, {levels} (default: the first).", metavar="NAME")
    ] = None,
    rope: Annotated[float, typer.Option(help="Half-width of practical equivalence, a proportion.")] = 0.0,
    threshold: Annotated[float, typer.Option(help="Probability that a decision needs, above 0.5.")] = 0.975,
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible interval.")] = 0.95,
    seed: Annotated[int, typer.Option(min=0, help="Seed of splits, estimators and draws.")] = 0,
    jobs: Jobs = 1,
    predictions: Annotated[
        Path | None, typer.Option(help=f"File of predictions instead of DATA: a {TABLE}, or .nc.", metavar="FILE")
    ] = None,
    y_true: Annotated[str | None, typer.Option(help="Column of true labels in the predictions.")] = None,
    y_pred: Annotated[str | None, typer.Option(help="Column of predicted labels (with --classifier).")] = None,
    correct: Annotated[
        list[str] | None,
        typer.Option(
            help="Instead of labels, column of 1 where the classifier was right and 0 where it was wrong (with "
            "--classifier); or, given twice, a column for each classifier.",
            metavar="COLUMN",
        ),
    ] = None,
    classifier: Annotated[
        str | None, typer.Option(help="Column of classifier names, for a row per prediction.")
    ] = None,
    record: Annotated[str | None, typer.Option(help="Column that identifies records.")] = None,
    repeat: Annotated[str | None, typer.Option(help="Column of repeats.")] = None,
    fold: Annotated[str | None, typer.Option(help="Column of folds.")] = None,
    hold_out: Annotated[bool, typer.Option("--hold-out", help="The predictions are those of one hold-out.")] = False,
    on_missing: Annotated[
        str | None, typer.Option(help="Predictions that are missing: error, drop or wrong (default: error).")
    ] = None,
    max_bytes: MaxBytes = MAX_BYTES,
    json: Annotated[Path | None, typer.Option(help="Write the result as JSON; - prints it, and nothing else.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the result as NetCDF (.nc).")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report (.html, .md, .tex or .txt).")] = None,
) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    from bayescmp._settings import Settings  # noqa: PLC0415 - as below
    from bayescmp.cli._data import chosen_data, cross_validated  # noqa: PLC0415 - as below
    from bayescmp.comparison import compare  # noqa: PLC0415 - `--help` answers without loading the package

    settings: dict[str, Any] = {"rope": rope, "threshold": threshold, "ci_prob": ci_prob}
    Settings.checked(**settings)
    _check_outputs(json, save, report, inputs=[data, predictions])
    named = _check_names(context, plan, metric, inference, seed)
    columns: dict[str, Any] = {
        "y_true": y_true,
        "y_pred": y_pred,
        "classifier": classifier,
        "record": record,
        "repeat": repeat,
    }
    columns |= {"fold": fold, "hold_out": hold_out or None, "on_missing": on_missing}
    columns = {name: value for name, value in columns.items() if value is not None}
    if predictions is not None:
        _refuse_with_predictions(context, draws="rng" in named)
        found = _read(predictions, first, second, correct or [], columns, max_bytes)
        pair = [first, second]
    else:
        of_predictions = options_given(context, [*columns, "correct"])
        if of_predictions:
            raise ValueError(f"{of_predictions[0]} is for predictions: give --predictions FILE, or leave it out.")
        chosen = chosen_data(data, target, first, second, drop, allow_import=allow_import, max_bytes=max_bytes)
        said = json != STANDARD_OUTPUT
        found = cross_validated(chosen, repeats=repeats, plan=plan, seed=seed, jobs=jobs, said=said)
        pair = list(chosen.estimators)
    with busy("Sampling") if "rng" in named else nullcontext():
        result = compare(found, first=pair[0], second=pair[1], **settings, **named)
    write_then_say(_writers(result, json, save, report), str(result))


def _check_names(
    context: typer.Context, plan: str | None, metric: str | None, inference: str | None, seed: int
) -> dict[str, Any]:
    """Check names before any work, and return those that `compare` takes."""
    from bayescmp.design import Design  # noqa: PLC0415 - as above
    from bayescmp.levels import LEVELS  # noqa: PLC0415
    from bayescmp.levels._registry import AUTO  # noqa: PLC0415
    from bayescmp.metrics import METRICS  # noqa: PLC0415
    from bayescmp.metrics._registry import DEFAULT_METRIC  # noqa: PLC0415
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    if plan is not None:
        PLANS.check("--plan", plan)
        if options_given(context, ["repeats"]):
            raise ValueError("--plan must be given without --repeats, for a plan has its own.")
    found: dict[str, Any] = {}
    if metric is not None:
        found["metric"] = METRICS.check("--metric", metric)
    if inference is not None:
        found["inference"] = LEVELS.check("--inference", inference, also=[AUTO])
    if inference is not None and inference != AUTO:
        if plan is not None:
            design = Design(kind=PLANS[plan].kind, n_records=0, has_records=True)
            fitting = [level.name for level in LEVELS.values() if level.fits(design, DEFAULT_METRIC)]
            if inference not in fitting:
                rule = f"--inference must be one of {', '.join(fitting)} for the plan {plan!r}"
                raise ValueError(f"{rule}, but got {inference!r}.")
        if LEVELS[inference].samples:
            found["rng"] = seed
    return found


def _check_outputs(json: Path | None, save: Path | None, report: Path | None, *, inputs: Sequence[Path | None]) -> None:
    outputs = {"`--json`": json, "`--save`": save, "`--report`": report}
    if report is not None:
        from bayescmp.reports import files_of_report  # noqa: PLC0415 - as above

        beside = files_of_report("--report", report)[1:]
        outputs |= {f"the {path.suffix} file beside `--report`": path for path in beside}
    check_outputs(outputs, inputs)


def _refuse_with_predictions(context: typer.Context, *, draws: bool) -> None:
    """Refuse options that would be silently without effect."""
    names = ["data", "target", "drop", "allow_import", "repeats", "plan", "jobs"]
    if not draws:
        names.append("seed")
    if context.params["classifier"] is None:
        names.append("y_pred")
    given = options_given(context, names)
    if given:
        need = " (--y-pred goes with --classifier)" if "--y-pred" in given else ""
        raise ValueError(f"--predictions must be given without {', '.join(given)}{need}. Leave out one of them.")


def _read(
    path: Path, first: str | None, second: str | None, correct: list[str], columns: Mapping[str, Any], max_bytes: int
) -> "xr.Dataset":
    from bayescmp.predictions import read_predictions  # noqa: PLC0415
    from bayescmp.predictions._formats import suffix_of  # noqa: PLC0415

    named = {**columns}
    if correct and "classifier" in columns and len(correct) > 1:
        raise ValueError(f"--correct must be given once with --classifier, but got {len(correct)} columns.")
    if correct:
        named["correct"] = correct[0] if "classifier" in columns else correct
    elif suffix_of(path) != ".nc" and "classifier" not in columns:
        if first is None or second is None:
            raise ValueError("--first and --second must name two columns of the predictions, or --classifier a column.")
        if first == second:
            raise ValueError(f"--first and --second must name two columns, but both are {first!r}.")
        named["y_pred"] = [first, second]
    with warnings.catch_warnings(record=True) as said:
        warnings.filterwarnings("always", message="No label of")
        found = read_predictions(path, max_bytes=max_bytes, **named)
    _check_written_alike(found, {first, second}, columns)
    for warning in said:
        warnings.warn(warning.message, stacklevel=2)
    return found


def _check_written_alike(found: "xr.Dataset", pair: set[str | None], columns: Mapping[str, Any]) -> None:
    """Refuse labels that would be wrong for their capitals or blanks alone."""
    from bayescmp.evidence._facts import labels_without_truth  # noqa: PLC0415 - as above

    for fact in labels_without_truth(found) if "y_pred" in found else ():
        if fact.alike and (fact.name in pair or None in pair):
            column = columns.get("y_pred", "y_pred") if "classifier" in columns else fact.name
            raise ValueError(
                f"The labels of {column!r} must be written as in {columns.get('y_true', 'y_true')!r}, but it has "
                f"{fact.label} where that has {fact.alike}. Write them alike."
            )


def _writers(
    result: "Comparison", json: Path | None, save: Path | None, report: Path | None
) -> list[tuple[list[Path], Callable[[], object]]]:
    """Return what writes the files that were asked for."""
    from bayescmp.reports import files_of_report, write_report  # noqa: PLC0415 - as above

    writers: list[tuple[list[Path], Callable[[], object]]] = []
    if json is not None:
        writers.append(([json], lambda: write_text(result.to_json(), json)))
    if save is not None:
        writers.append(([save], lambda: result.save(save)))
    if report is not None:
        writers.append((files_of_report("--report", report), lambda: write_report(result, report)))
    return writers
