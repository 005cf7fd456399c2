"""Several data sets from files: predictions of each, or one table of scores."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._registry import did_you_mean
from bayescmp.cli._options import TABLE, options_given

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

Files = Annotated[
    list[Path],
    typer.Argument(
        help=f"Predictions (.nc), a data set each, called by the name of its file; or one table of scores: a {TABLE}.",
        metavar="FILE",
    ),
]
Dataset = Annotated[str | None, typer.Option(help="Column of the table with names of data sets (default: dataset).")]
ClassifierOfTable = Annotated[
    str | None, typer.Option(help="Column of the table with names of classifiers (default: classifier).")
]
Scores = Annotated[
    list[str] | None,
    typer.Option(help="Column of scores, repeatable; all other columns if not given.", metavar="COLUMN"),
]
NTrain = Annotated[
    str | None,
    typer.Option(help="Records of a training set: a number, or a column of the table.", metavar="NUMBER|COLUMN"),
]
NTest = Annotated[
    str | None,
    typer.Option(help="Records of a validation set: a number, or a column of the table.", metavar="NUMBER|COLUMN"),
]
PerCent = Annotated[bool, typer.Option("--per-cent", help="The scores are in per cent; they are divided by 100.")]
Losses = Annotated[bool, typer.Option("--losses", help="The scores are losses: lower is better.")]
By = Annotated[
    str | None,
    typer.Option(help="Coordinate of the records of one file of predictions whose values are the data sets: task."),
]
_OF_TABLES = ("dataset", "classifier", "scores", "n_train", "n_test", "per_cent", "losses")
"""Options of a table of scores."""


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Where scores stand in a table, as the options say; None where one was not given."""

    dataset: str | None
    classifier: str | None
    scores: Sequence[str] | None
    n_train: str | None
    n_test: str | None
    per_cent: bool
    losses: bool


def is_table(files: Sequence[Path]) -> bool:
    """Tell whether the files are a table of scores, or predictions; refuse both together, and several tables."""
    from bayescmp.predictions._formats import suffix_of  # noqa: PLC0415 - `--help` answers without loading the package

    tables = [path for path in files if suffix_of(path) != ".nc"]
    if tables and len(files) > 1:
        raise ValueError(
            f"FILE must be one table of scores, or predictions that end in .nc, but got {len(files)} files, of which "
            f"{str(tables[0])!r} is a table."
        )
    return bool(tables)


def read_datasets(
    context: typer.Context, files: Sequence[Path], columns: Columns, *, by: str | None, max_bytes: int
) -> "dict[str, xr.DataArray] | dict[str, xr.Dataset] | xr.Dataset":
    """Read the data sets by name, or one file of predictions, whose parts `by` says.

    Raises
    ------
    ValueError
        If options are of the other kind of file, files have one name, or something is wrong with what they hold.
    """
    if is_table(files):
        given = options_given(context, ["by", "metric", "pos_label"])
        if given:
            raise ValueError(f"{given[0]} is for predictions, but {files[0].name!r} is a table of scores.")
        return _scores_of(files[0], columns, max_bytes)
    given = options_given(context, _OF_TABLES)
    if given:
        raise ValueError(f"{given[0]} is for a table of scores, but the files are predictions.")
    if by is not None and len(files) > 1:
        raise ValueError(f"--by must be given with one file of predictions, but got {len(files)} files.")
    return _predictions_of(files, by, max_bytes)


def _predictions_of(files: Sequence[Path], by: str | None, max_bytes: int) -> "dict[str, xr.Dataset] | xr.Dataset":
    from bayescmp._validation import check_storable, in_file  # noqa: PLC0415 - as above
    from bayescmp.predictions import read_predictions  # noqa: PLC0415

    names = [check_storable("The name of a file", path.stem) for path in files]
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"FILE must have another name for each data set, but {count} files are called {name!r}. Rename one."
        )
    found = {}
    for name, path in zip(names, files, strict=True):
        with in_file(path.name):
            found[name] = read_predictions(path, max_bytes=max_bytes)
    return found if by is None else found[names[0]]


def _scores_of(path: Path, columns: Columns, max_bytes: int) -> "dict[str, xr.DataArray]":
    from bayescmp._files import name_of_file  # noqa: PLC0415 - as above
    from bayescmp._validation import in_file  # noqa: PLC0415
    from bayescmp.metrics import scores_from_frame  # noqa: PLC0415
    from bayescmp.predictions._tables import read_table  # noqa: PLC0415

    dataset, classifier = columns.dataset or "dataset", columns.classifier or "classifier"
    with in_file(name_of_file(path)):
        frame = read_table(path, max_bytes=max_bytes)
        n_train, n_test = (_sizes(frame, name, getattr(columns, name), dataset) for name in ("n_train", "n_test"))
        sizes = {columns.n_train, columns.n_test} - {dataset, classifier}
        frame = frame.drop(columns=[name for name in frame if name in sizes])
        return scores_from_frame(
            _numbers(frame, columns, {dataset, classifier}),
            n_train=n_train,
            n_test=n_test,
            dataset=dataset,
            classifier=classifier,
            scores=columns.scores or None,
            greater_is_better=not columns.losses,
            noun="loss" if columns.losses else "score",
        )


def _sizes(frame: "pd.DataFrame", name: str, given: str | None, dataset: str) -> Any:
    """Return a size for all data sets, or of each from a column."""
    option = "--" + name.replace("_", "-")
    if given is None:
        raise ValueError(f"{option} must be given with a table of scores: a number of records, or a column of them.")
    with contextlib.suppress(ValueError):
        return float(given)
    if given not in frame:
        hint = did_you_mean(given, map(str, frame))
        raise ValueError(f"{option} must be a number or a column of the table, but got {given!r}.{hint}")
    if dataset not in frame:  # refused where names are read
        return 1.0
    found = frame.groupby(frame[dataset].astype(str), sort=False)[given]
    several = found.agg(lambda sizes: len(set(sizes))) > 1
    if several.any():
        raise ValueError(f"{option} must be one number for each data set, but has several for {several.idxmax()!r}.")
    return found.first().to_dict()


def _numbers(frame: "pd.DataFrame", columns: Columns, names: set[str]) -> "pd.DataFrame":
    """Return the table with its scores as numbers, however they are written, and as proportions."""
    import pandas as pd  # noqa: PLC0415 - as above

    for column in columns.scores or [name for name in frame if name not in names]:
        if column in frame:  # else refused by its name, as is what is no number
            with contextlib.suppress(TypeError, ValueError):
                frame[column] = pd.to_numeric(frame[column])
    if not columns.per_cent:
        return frame
    used = [column for column in columns.scores or frame if column in frame and column not in names]
    numbers = frame[used].select_dtypes("number")
    if (numbers.abs() <= 1).all(axis=None):
        raise ValueError("--per-cent must be left out where no score is above 1: these are proportions already.")
    return frame.assign(**{str(column): numbers[column] / 100 for column in numbers})


def prior_written(prior: str | None, *, needed: bool) -> Any:
    """Return the prior of the population that an option names, or gives as AVERAGE,SPREAD."""
    from bayescmp._population import PRIORS, PopulationPrior  # noqa: PLC0415 - as above
    from bayescmp._validation import check_choice  # noqa: PLC0415

    if prior is None:
        if needed:
            raise ValueError(
                "--prior must be given for scores, which have no bounds: AVERAGE,SPREAD, the scales of the average "
                "difference and of the spread between data sets; or default, .1,.06, which is meant for proportions."
            )
        return None
    if "," not in prior:
        if prior not in PRIORS and prior.replace(".", "").isdigit():
            raise ValueError(f"--prior must be two numbers, AVERAGE,SPREAD, or a name, but got {prior!r}.")
        return check_choice("--prior", prior, tuple(PRIORS))
    parts = prior.split(",")
    try:
        average, spread = map(float, parts)
        return PopulationPrior(average=average, spread=spread)
    except (TypeError, ValueError):
        raise ValueError(f"--prior must be a name, or AVERAGE,SPREAD above 0, but got {prior!r}.") from None


def first_of(data: Any) -> "xr.Dataset":
    """Return the predictions of the first data set, of whose labels a class on the command line is one."""
    found: xr.Dataset = next(iter(data.values())) if isinstance(data, dict) else data
    return found
