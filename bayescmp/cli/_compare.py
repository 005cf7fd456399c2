"""`bayescmp compare`: from files, import paths or nothing at all to one screen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._files import MAX_BYTES, write_whole
from bayescmp.cli._options import options_given
from bayescmp.cli._outputs import check_outputs, write_then_say

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class _Columns:
    """Columns of a predictions file."""

    y_true: str | None
    y_pred: str | None
    classifier: str | None
    record: str | None
    repeat: str | None
    fold: str | None
    hold_out: bool | None


def compare_command(
    context: typer.Context,
    data: Annotated[Path | None, typer.Argument(help="CSV or Parquet file with features and target.")] = None,
    *,
    target: Annotated[str | None, typer.Option(help="Column of the class labels in DATA.")] = None,
    drop: Annotated[
        list[str] | None, typer.Option(help="Column of DATA to leave out; may be repeated.", metavar="COLUMN")
    ] = None,
    first: Annotated[
        str | None, typer.Option(help="Estimator, such as 'sklearn.svm.SVC(C=10)'; or a column or classifier.")
    ] = None,
    second: Annotated[str | None, typer.Option(help="As --first.")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Repeats of the two-fold cross-validation.")] = 5,
    plan: Annotated[
        str | None, typer.Option(help="Resampling plan in place of the repeats: {plans}.", metavar="NAME")
    ] = None,
    metric: Annotated[
        str | None, typer.Option(help="What is compared: {metrics}.  [default: the first]", metavar="NAME")
    ] = None,
    inference: Annotated[
        str | None, typer.Option(help="Inference level: {levels}.  [default: the first]", metavar="NAME")
    ] = None,
    rope: Annotated[float, typer.Option(help="Half-width of practical equivalence, a proportion.")] = 0.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of splits and estimators.")] = 0,
    jobs: Annotated[int, typer.Option(help="Processes for the fits; -1 for all cores.")] = 1,
    predictions: Annotated[Path | None, typer.Option(help="File of predictions instead of DATA.")] = None,
    y_true: Annotated[str | None, typer.Option(help="Column of true labels in the predictions.")] = None,
    y_pred: Annotated[str | None, typer.Option(help="Column of predicted labels (with --classifier).")] = None,
    classifier: Annotated[
        str | None, typer.Option(help="Column of classifier names, for a row per prediction.")
    ] = None,
    record: Annotated[str | None, typer.Option(help="Column that identifies records.")] = None,
    repeat: Annotated[str | None, typer.Option(help="Column of repeats.")] = None,
    fold: Annotated[str | None, typer.Option(help="Column of folds.")] = None,
    hold_out: Annotated[bool, typer.Option("--hold-out", help="The predictions are those of one hold-out.")] = False,
    max_bytes: Annotated[int, typer.Option(min=1, help="Most bytes that a file may hold, unpacked.")] = MAX_BYTES,
    json: Annotated[Path | None, typer.Option(help="Write the result as JSON.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the result as NetCDF (.nc).")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report (.html, .md, .tex or .txt).")] = None,
) -> None:
    """Compare two classifiers: which is better, by how much, and how sure that is.

    Without arguments: logistic regression against a random forest on data that come with scikit-learn.
    """
    from bayescmp.cli._data import chosen_data, cross_validated  # noqa: PLC0415 - as below
    from bayescmp.comparison import compare  # noqa: PLC0415 - `--help` answers without loading the package

    _check_before_fitting(rope, json, save, report, inputs=[data, predictions])
    named = _check_names(context, plan, metric, inference)
    columns = _Columns(
        y_true=y_true,
        y_pred=y_pred,
        classifier=classifier,
        record=record,
        repeat=repeat,
        fold=fold,
        hold_out=hold_out or None,
    )
    if predictions is not None:
        _refuse_with_predictions(context)
        found = _read(predictions, first, second, columns, max_bytes)
        pair = [first, second]
    else:
        if any(vars(columns).values()):
            raise ValueError("Columns such as --y-true need --predictions FILE, but it was not given.")
        chosen = chosen_data(data, target, first, second, drop, max_bytes=max_bytes)
        found = cross_validated(chosen, repeats=repeats, plan=plan, seed=seed, jobs=jobs)
        pair = list(chosen.estimators)
    result = compare(found, first=pair[0], second=pair[1], rope=rope, **named)
    write_then_say(_writers(result, json, save, report), str(result))


def _check_names(context: typer.Context, plan: str | None, metric: str | None, inference: str | None) -> dict[str, Any]:
    """Check names before any work, and return those that `compare` takes."""
    from bayescmp.levels import LEVELS  # noqa: PLC0415
    from bayescmp.levels._registry import AUTO  # noqa: PLC0415
    from bayescmp.metrics import METRICS  # noqa: PLC0415
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    if plan is not None:
        PLANS.check("--plan", plan)
        if options_given(context, ["repeats"]):
            raise ValueError("--plan must be given without --repeats, for a plan has its own.")
    found = {}
    if metric is not None:
        found["metric"] = METRICS.check("--metric", metric)
    if inference is not None:
        found["inference"] = LEVELS.check("--inference", inference, also=[AUTO])
        if plan is not None and inference != AUTO:
            _check_fits(inference, plan)
    return found


def _check_fits(inference: str, plan: str) -> None:
    """Refuse a level that is not valid for a plan, before anything is fitted."""
    from bayescmp.design import Design  # noqa: PLC0415 - as above
    from bayescmp.levels import LEVELS  # noqa: PLC0415
    from bayescmp.metrics._registry import DEFAULT_METRIC  # noqa: PLC0415
    from bayescmp.model_selection import PLANS  # noqa: PLC0415

    design = Design(kind=PLANS[plan].kind, n_records=0, has_records=True)
    fitting = [level.name for level in LEVELS.values() if level.fits(design, DEFAULT_METRIC)]
    if inference not in fitting:
        named = ", ".join(fitting)
        raise ValueError(f"--inference must be one of {named} for the plan {plan!r}, but got {inference!r}.")


def _check_before_fitting(
    rope: float, json: Path | None, save: Path | None, report: Path | None, *, inputs: Sequence[Path | None]
) -> None:
    from bayescmp._validation import check_rope  # noqa: PLC0415 - as above

    check_rope(rope)
    if save is not None and save.suffix != ".nc":
        raise ValueError(f"`--save` must end in .nc, but got {save.name!r}.")
    outputs = {"`--json`": json, "`--save`": save, "`--report`": report}
    if report is not None:
        from bayescmp.reports import files_of_report  # noqa: PLC0415 - as above

        beside = files_of_report("--report", report)[1:]
        outputs |= {f"the {path.suffix} file beside `--report`": path for path in beside}
    check_outputs(outputs, inputs)


def _refuse_with_predictions(context: typer.Context) -> None:
    """Refuse options that would be silently without effect."""
    names = ["data", "target", "drop", "repeats", "plan", "seed", "jobs"]
    if context.params["classifier"] is None:
        names.append("y_pred")
    given = options_given(context, names)
    if given:
        need = " (--y-pred goes with --classifier)" if "--y-pred" in given else ""
        raise ValueError(f"--predictions must be given without {', '.join(given)}{need}.")


def _read(path: Path, first: str | None, second: str | None, columns: _Columns, max_bytes: int) -> "xr.Dataset":
    from bayescmp.predictions import read_predictions  # noqa: PLC0415

    named: dict[str, Any] = {name: column for name, column in vars(columns).items() if column is not None}
    if path.suffix != ".nc" and columns.classifier is None:
        if first is None or second is None:
            raise ValueError("--first and --second must name two columns of the predictions, or --classifier a column.")
        named["y_pred"] = [first, second]
    return read_predictions(path, max_bytes=max_bytes, **named)


def _writers(
    result: "Comparison", json: Path | None, save: Path | None, report: Path | None
) -> list[tuple[list[Path], Callable[[], object]]]:
    """Return what writes the files that were asked for."""
    from bayescmp.reports import files_of_report, write_report  # noqa: PLC0415 - as above

    writers: list[tuple[list[Path], Callable[[], object]]] = []
    if json is not None:
        writers.append(([json], lambda: write_whole(f"{result.to_json()}\n".encode(), json)))
    if save is not None:
        writers.append(([save], lambda: result.save(save)))
    if report is not None:
        writers.append((files_of_report("--report", report), lambda: write_report(result, report)))
    return writers
