"""Options that several commands have, and which options a user wrote."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

TABLE = "table (.csv, .tsv, .json, .jsonl, .ndjson; also with .gz; .parquet; - for a CSV on standard input)"
Data = Annotated[Path | None, typer.Argument(help=f"File with features and target: a {TABLE}.")]
Target = Annotated[str | None, typer.Option(help="Column of the class labels in DATA.", metavar="COLUMN")]
Drop = Annotated[list[str] | None, typer.Option(help="Column of DATA to leave out; repeatable.", metavar="COLUMN")]
ESTIMATOR = (
    "{estimators} (numeric columns are scaled for all); a classifier of scikit-learn, such as 'SVC(C=10)'; or the path "
    "of any class, such as 'my_module.MyClassifier'"
)
First = Annotated[str | None, typer.Option(help=f"Estimator: {ESTIMATOR}.", metavar="ESTIMATOR")]
Second = Annotated[str | None, typer.Option(help="As --first.", metavar="ESTIMATOR")]


def without_py(modules: list[str] | None) -> list[str] | None:
    """Refuse files where modules are meant."""
    for module in modules or ():
        if module.endswith(".py"):
            raise ValueError(f"--allow-import must be a module, but got {module!r}. Give the module without .py.")
    return modules


AllowImport = Annotated[
    list[str] | None,
    typer.Option(
        help="Module of the current folder that an estimator may come from; repeatable.",
        metavar="MODULE",
        callback=without_py,
    ),
]
Repeats = Annotated[
    int,
    typer.Option(
        min=1,
        help="Repeats of the two-fold cross-validation; 15 or 31 are safer, for classifiers that are quick to fit.",
    ),
]
Plan = Annotated[str | None, typer.Option(help="Resampling plan in place of the repeats: {plans}.", metavar="NAME")]
Seed = Annotated[int, typer.Option(min=0, help="Seed of splits, estimators and draws.")]
Jobs = Annotated[int, typer.Option(help="Processes for the fits; -1 for all cores.")]
MaxBytes = Annotated[int, typer.Option(min=1, help="Most bytes that a file may hold, unpacked.")]
Prior = Annotated[str | None, typer.Option(help="Prior of a table: dirichlet (the default) or beta.", metavar="NAME")]
Strength = Annotated[float | None, typer.Option(help="Prior records in each cell of a table (default: 1).")]
Tau = Annotated[
    str | None, typer.Option(help="Prior of the variance that training sets add: default, cautious, or a number.")
]
Rope = Annotated[float, typer.Option(help="Half-width of practical equivalence, a proportion.")]
Threshold = Annotated[float, typer.Option(help="Probability that a decision needs, above 0.5.")]
Predictions = Annotated[
    Path | None, typer.Option(help=f"File of predictions instead of DATA: a {TABLE}, or .nc.", metavar="FILE")
]
YTrue = Annotated[str | None, typer.Option(help="Column of true labels in the predictions.")]
Correct = Annotated[
    list[str] | None,
    typer.Option(
        help="Instead of labels, column of 1 where the classifier was right and 0 where it was wrong (with "
        "--classifier); or, repeated, a column for each classifier.",
        metavar="COLUMN",
    ),
]
Loss = Annotated[
    list[str] | None,
    typer.Option(help="Instead of labels, column of losses, lower is better; as --correct.", metavar="COLUMN"),
]
YProb = Annotated[
    str | None,
    typer.Option(
        help="Columns of probabilities, for a metric of them: '{classifier}_{label}', or with --classifier "
        "'p_{label}', and any other text around these parts.",
        metavar="PATTERN",
    ),
]
Classifier = Annotated[str | None, typer.Option(help="Column of classifier names, for a row per prediction.")]
Record = Annotated[str | None, typer.Option(help="Column that identifies records.")]
Repeat = Annotated[str | None, typer.Option(help="Column of repeats.")]
Fold = Annotated[str | None, typer.Option(help="Column of folds.")]
HoldOut = Annotated[bool, typer.Option("--hold-out", help="The predictions are those of one hold-out.")]
OnMissing = Annotated[
    str | None, typer.Option(help="Predictions that are missing: error, drop or wrong (default: error).")
]
Json = Annotated[Path | None, typer.Option(help="Write the result as JSON; - prints it, and nothing else.")]
Save = Annotated[Path | None, typer.Option(help="Write the result as NetCDF (.nc).")]
ReportFile = Annotated[Path | None, typer.Option(help="Write a report (.html, .md, .tex or .txt).")]


def options_given(context: typer.Context, names: Iterable[str]) -> list[str]:
    """Return those of the parameters that stand on the command line, as they are written there."""
    given = [name for name in names if str(context.get_parameter_source(name)).endswith("COMMANDLINE")]
    return ["DATA" if name == "data" else "--" + name.replace("_", "-") for name in given]
