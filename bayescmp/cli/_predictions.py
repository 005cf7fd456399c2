"""Predictions in a file, and the options that say where they stand in it."""

import warnings
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from bayescmp.cli._options import options_given

if TYPE_CHECKING:
    import xarray as xr

_ANSWERS = ("y_pred", "correct", "loss")
"""Options of columns of answers."""


def refuse_columns(context: typer.Context, columns: Mapping[str, object]) -> None:
    """Refuse options of predictions where there is no file of them."""
    given = options_given(context, [*columns, *_ANSWERS])
    if given:
        raise ValueError(f"{given[0]} is for predictions: give --predictions FILE, or leave it out.")


def refuse_with_predictions(context: typer.Context, others: Sequence[str]) -> None:
    """Refuse options that would be silently without effect: those of fits, and others."""
    given = options_given(context, ["data", "target", "drop", "allow_import", "repeats", "plan", "jobs", *others])
    if given:
        need = " (--y-pred goes with --classifier)" if "--y-pred" in given else ""
        need = " (columns of predictions are named by --y-pred)" if "--estimator" in given else need
        raise ValueError(f"--predictions must be given without {', '.join(given)}{need}. Leave out one of them.")


def is_wide(path: Path, columns: Mapping[str, object]) -> bool:
    """Tell whether a file has a column for each classifier."""
    from bayescmp.predictions import suffix_of  # noqa: PLC0415 - `--help` answers without the package

    return suffix_of(path) != ".nc" and columns["classifier"] is None


def read(
    path: Path,
    columns: Mapping[str, str | bool | None],
    answers: Mapping[str, Sequence[str]],
    *,
    used: Collection[str] | None = None,
    max_bytes: int,
) -> "xr.Dataset":
    """Read predictions by the options of a command.

    Parameters
    ----------
    path : Path
        The file.
    columns : mapping
        Arguments of `read_predictions`; None where an option was not given.
    answers : mapping of str to sequence of str
        Columns of predicted labels, of right and wrong, or of losses, by the names in `_ANSWERS`: one with
        ``--classifier``, else one for each classifier.
    used : collection of str, optional
        The classifiers that matter; all if None.
    max_bytes : int
        As in `read_predictions`.

    Returns
    -------
    Dataset

    Raises
    ------
    ValueError
        As `read_predictions`, or if labels would be wrong for their capitals or blanks alone.
    """
    from bayescmp.predictions import read_predictions  # noqa: PLC0415 - as above

    named: dict[str, Any] = {name: value for name, value in columns.items() if value is not None}
    for name, given in answers.items():
        if len(given) > 1 and "classifier" in named:
            option = "--" + name.replace("_", "-")
            raise ValueError(f"{option} must be given once with --classifier, but got {len(given)} columns.")
        if given:
            named[name] = given[0] if "classifier" in named else list(given)
    with warnings.catch_warnings(record=True) as said:
        warnings.filterwarnings("always", message="No label of")
        found = read_predictions(path, max_bytes=max_bytes, **named)
    _check_written_alike(found, used, named)
    for warning in said:
        warnings.warn(warning.message, stacklevel=2)
    return found


def _check_written_alike(found: "xr.Dataset", used: Collection[str] | None, columns: Mapping[str, Any]) -> None:
    """Refuse labels that would be wrong for their capitals or blanks alone."""
    from bayescmp.evidence._fact import labels_without_truth  # noqa: PLC0415 - as above

    for fact in labels_without_truth(found) if "y_pred" in found else ():
        if fact.alike and (used is None or fact.name in used):
            column = columns.get("y_pred", "y_pred") if "classifier" in columns else fact.name
            raise ValueError(
                f"The labels of {column!r} must be written as in {columns.get('y_true', 'y_true')!r}, but it has "
                f"{fact.label} where that has {fact.alike}. Write them alike."
            )
