"""Several data sets from files: predictions of each, or one table of scores."""

import contextlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from bayescmp._files import MAX_BYTES
from bayescmp._registry import did_you_mean
from bayescmp.cli._metrics import MetricName, PosLabel, check_metric, metric_of_predictions
from bayescmp.cli._options import (
    TABLE,
    Json,
    MaxBytes,
    Prior,
    ReportFile,
    Rope,
    Save,
    Strength,
    Tau,
    Threshold,
    options_given,
)
from bayescmp.cli._outputs import check_outputs_of_result
from bayescmp.cli._plans import checked_level

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from bayescmp._registry import Registry
    from bayescmp._result import Result
    from bayescmp.levels import Level

    type Read = dict[str, Any] | xr.Dataset

Files = Annotated[
    list[Path],
    typer.Argument(
        help=f"Predictions (.nc), a data set each, called by the name of its file; or one table of scores: a {TABLE}.",
        metavar="FILE",
    ),
]
_OF_TABLES = ("dataset", "classifier", "scores", "n_train", "n_test", "k_folds", "per_cent", "losses")
"""Options of a table of scores."""


@dataclass(frozen=True, kw_only=True)
class Shared:
    """Options of all commands on several data sets; None where one was not given."""

    metric: MetricName = None
    pos_label: PosLabel = None
    by: Annotated[
        str | None,
        typer.Option(help="Coordinate of the records of one file of predictions whose values are the data sets: task."),
    ] = None
    prior: Prior = None
    strength: Strength = None
    tau: Tau = None
    rope: Rope = 0.0
    threshold: Threshold = 0.975
    ci_prob: Annotated[float, typer.Option(help="Probability of the credible intervals.")] = 0.95
    dataset: Annotated[
        str | None, typer.Option(help="Column of the table with names of data sets (default: dataset).")
    ] = None
    classifier: Annotated[
        str | None, typer.Option(help="Column of the table with names of classifiers (default: classifier).")
    ] = None
    scores: Annotated[
        list[str] | None,
        typer.Option(help="Column of scores, repeatable; all other columns if not given.", metavar="COLUMN"),
    ] = None
    n_train: Annotated[
        str | None,
        typer.Option(help="Records of a training set: a number, or a column of the table.", metavar="NUMBER|COLUMN"),
    ] = None
    n_test: Annotated[
        str | None,
        typer.Option(help="Records of a validation set: a number, or a column of the table.", metavar="NUMBER|COLUMN"),
    ] = None
    k_folds: Annotated[
        int | None,
        typer.Option(min=2, help="Number of folds, in place of --n-train and --n-test where these are not known."),
    ] = None
    per_cent: Annotated[
        bool, typer.Option("--per-cent", help="The scores are in per cent; they are divided by 100.")
    ] = False
    losses: Annotated[bool, typer.Option("--losses", help="The scores are losses: lower is better.")] = False
    max_bytes: MaxBytes = MAX_BYTES
    json: Json = None
    save: Save = None
    report: ReportFile = None


def read_asked(
    context: typer.Context,
    files: Sequence[Path],
    shared: Shared,
    *,
    level: str,
    population: str | None,
    levels: "Registry[Level]",
    kind: "type[Result]",
) -> "tuple[Read, dict[str, Any]]":
    """Return the data sets and the options as arguments of Python; options are checked before any file is read.

    Raises
    ------
    TypeError, ValueError
        If an option is out of range or of the other kind of file, files have one name, or something is wrong with what
        they hold.
    """
    from bayescmp._settings import Settings  # noqa: PLC0415 - `--help` answers without loading the package

    settings = {"rope": shared.rope, "threshold": shared.threshold, "ci_prob": shared.ci_prob}
    known, table = check_metric(shared.metric, shared.pos_label), _is_table(files)
    Settings.checked(widest=None if table else known.widest, **settings)
    options = {"prior": shared.prior, "strength": shared.strength, "tau": shared.tau}
    asked_level = checked_level(level, None, known, levels, options)
    asked = {"by": shared.by, "level": asked_level, "population": _population_written(population), **settings}
    check_outputs_of_result(kind, shared.json, shared.save, shared.report, inputs=files)
    data = _read(context, files, shared)
    if table:
        return data, asked
    labelled = next(iter(data.values())) if isinstance(data, dict) else data  # a class is one of their labels
    return data, asked | metric_of_predictions(known, shared.pos_label, labelled)


def _is_table(files: Sequence[Path]) -> bool:
    """Tell whether the files are a table of scores, or predictions; refuse both together, and several tables."""
    from bayescmp.predictions import suffix_of  # noqa: PLC0415 - `--help` answers without loading the package

    tables = [path for path in files if suffix_of(path) != ".nc"]
    if tables and len(files) > 1:
        raise ValueError(
            f"FILE must be one table of scores, or predictions that end in .nc, but got {len(files)} files, of which "
            f"{str(tables[0])!r} is a table."
        )
    return bool(tables)


def _read(context: typer.Context, files: Sequence[Path], shared: Shared) -> "Read":
    if _is_table(files):
        given = options_given(context, ["by", "metric", "pos_label"])
        if given:
            raise ValueError(f"{given[0]} is for predictions, but {files[0].name!r} is a table of scores.")
        return _scores_of(files[0], shared)
    given = options_given(context, _OF_TABLES)
    if given:
        raise ValueError(f"{given[0]} is for a table of scores, but the files are predictions.")
    if shared.by is not None and len(files) > 1:
        raise ValueError(f"--by must be given with one file of predictions, but got {len(files)} files.")
    return _predictions_of(files, shared)


def _predictions_of(files: Sequence[Path], shared: Shared) -> "dict[str, xr.Dataset] | xr.Dataset":
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
            found[name] = read_predictions(path, max_bytes=shared.max_bytes)
    return found if shared.by is None else found[names[0]]


def _scores_of(path: Path, shared: Shared) -> "dict[str, xr.DataArray]":
    from bayescmp._files import name_of_file  # noqa: PLC0415 - as above
    from bayescmp._validation import in_file  # noqa: PLC0415
    from bayescmp.metrics import scores_from_frame  # noqa: PLC0415
    from bayescmp.predictions import read_table  # noqa: PLC0415

    dataset, classifier = shared.dataset or "dataset", shared.classifier or "classifier"
    if shared.k_folds is None and (shared.n_train is None or shared.n_test is None):
        raise ValueError(
            "--k-folds must be given with a table of scores, such as 10 for 10-fold cross-validation, or --n-train and "
            "--n-test: numbers of records, or columns of them."
        )
    with in_file(name_of_file(path)):
        frame = read_table(path, max_bytes=shared.max_bytes)
        n_train, n_test = (_sizes(frame, name, getattr(shared, name), dataset) for name in ("n_train", "n_test"))
        sizes = {shared.n_train, shared.n_test} - {dataset, classifier}
        frame = frame.drop(columns=[name for name in frame if name in sizes])
        return scores_from_frame(
            _numbers(frame, shared, {dataset, classifier}),
            n_train=n_train,
            n_test=n_test,
            k_folds=shared.k_folds,
            dataset=dataset,
            classifier=classifier,
            scores=shared.scores or None,
            greater_is_better=not shared.losses,
            noun="loss" if shared.losses else "score",
        )


def _sizes(frame: "pd.DataFrame", name: str, given: str | None, dataset: str) -> Any:
    """Return a size for all data sets, or of each from a column; None where it was not given."""
    option = "--" + name.replace("_", "-")
    if given is None:
        return None
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


def _numbers(frame: "pd.DataFrame", shared: Shared, names: set[str]) -> "pd.DataFrame":
    """Return the table with its scores as numbers, however they are written, and as proportions."""
    import pandas as pd  # noqa: PLC0415 - as above

    for column in shared.scores or [name for name in frame if name not in names]:
        if column in frame:  # else refused by its name, as is what is no number
            with contextlib.suppress(TypeError, ValueError):
                frame[column] = pd.to_numeric(frame[column])
    if not shared.per_cent:
        return frame
    used = [column for column in shared.scores or frame if column in frame and column not in names]
    numbers = frame[used].select_dtypes("number")
    if (numbers.abs() <= 1).all(axis=1).any():
        raise ValueError("--per-cent must be left out where no score of a row is above 1: these are proportions.")
    return frame.assign(**{str(column): numbers[column] / 100 for column in numbers})


def _population_written(population: str | None) -> Any:
    """Return the population that an option names, or the prior that it gives as MASS,SCALE."""
    from bayescmp._population import DirichletPrior  # noqa: PLC0415 - as above
    from bayescmp.datasets._population import DIRICHLET, population_asked  # noqa: PLC0415

    if population is None:
        return DIRICHLET
    if "," not in population:
        return population_asked(population)
    try:
        mass, scale = map(float, population.split(","))
        return DirichletPrior(mass=mass, scale=scale)
    except (TypeError, ValueError):
        raise ValueError(f"--population must be a name, or MASS,SCALE above 0, but got {population!r}.") from None
