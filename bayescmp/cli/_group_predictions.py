"""What is compared: predictions in a file, and where they stand in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import name_of_file
from bayescmp.cli._options import TABLE, Files, Pair, by_name, named_paths, option, refuse_options

if TYPE_CHECKING:
    import xarray as xr

_KEYS = (
    "y_true", "truth", "labels", "classifier", "record", "repeat", "fold", "answer", "group", "task", "time",
    "hold_out", "on_missing",
)  # fmt: skip
"""Options that are arguments of Python as they are."""
_ANSWERS = ("correct", "judged", "loss", "score", "y_score")
"""Options of columns of answers, of which there may be one for each classifier."""
_OF_SETS = ("n_train", "n_test")
"""Options of rows that are of validation sets."""


@dataclass(frozen=True, kw_only=True)
class Predictions(Files):
    """Options of a file of predictions, and of where they stand in it; columns of labels are those of a command."""

    predictions: list[str] | None = option(
        None,
        f"File of predictions: a {TABLE}, or .nc. Repeated, one for each classifier, joined by "
        "--record and named by its file, or as NAME=FILE.",
        metavar="FILE",
    )
    y_true: str | None = option(None, "Column of true labels.", default_said="y_true", metavar="COLUMN")
    truth: Path | None = option(
        None,
        "Table of the true labels, where the predictions have none, joined by --record; --y-true is a column of it.",
        metavar="FILE",
    )
    y_prob: list[str] | None = option(
        None,
        "Columns of probabilities, for a metric of them: '{classifier}_{label}', or with --classifier "
        "'p_{label}', and any other text around these parts; of two labels also '{classifier}', or repeated a column "
        "for each, the probability of the second one, such as 1 of 0 and 1. Without columns of predicted labels the "
        "most probable ones are taken.",
        metavar="PATTERN",
    )
    labels: list[str] | None = option(
        None,
        "Of two labels of text, given twice: the other one, and the one of which '{classifier}' is the probability.",
        metavar="LABEL",
    )
    correct: list[str] | None = option(
        None,
        "Instead of labels, column of 1 where the classifier was right and 0 where it was wrong (with "
        "--classifier); or, repeated, a column for each classifier.",
        metavar="COLUMN",
    )
    judged: list[str] | None = option(
        None,
        "With --correct, verdicts of people on some records, column of what a judge says of all; as --correct. With "
        "--log, its judgement of all answers, where --score is of people.",
        metavar="COLUMN",
    )
    preference: str | None = option(
        None,
        "Instead of labels, column of the name of the system that is preferred, of two, or tie; with --judged, that of "
        "a judge.",
        metavar="COLUMN",
    )
    loss: list[str] | None = option(
        None, "Instead of labels, column of losses, lower is better; as --correct.", metavar="COLUMN"
    )
    score: list[str] | None = option(
        None, "Instead of labels, column of scores, higher is better; as --correct.", metavar="COLUMN"
    )
    y_score: list[str] | None = option(
        None,
        "Instead of probabilities, column of decision values of two labels, larger for the second one, for a metric of "
        "order such as roc_auc; as --correct.",
        metavar="COLUMN",
    )
    group: str | None = option(
        None, "Column of groups of dependent records, such as patients with several images.", metavar="COLUMN"
    )
    classifier: str | None = option(None, "Column of classifier names, for a row per prediction.", metavar="COLUMN")
    record: str | None = option(None, "Column that identifies records.", metavar="COLUMN")
    repeat: str | None = option(None, "Column of repeats.", metavar="COLUMN")
    fold: str | None = option(None, "Column of folds.", metavar="COLUMN")
    answer: str | None = option(
        None,
        "Column that tells several answers of the same system to a record apart: samples, seeds of sampling.",
        metavar="COLUMN",
    )
    task: str | None = option(
        None,
        "Column of tasks, the parts of an evaluation: of a hold-out the answer over the tasks, each as one, is "
        "printed, too.",
        metavar="COLUMN",
    )
    time: str | None = option(
        None,
        "Column of times of the records of a hold-out, which are put in this order; blocks of them are the units.",
        metavar="COLUMN",
    )
    hold_out: bool = option(False, "The predictions are those of one hold-out.", "--hold-out", metavar="")
    n_train: float | None = option(
        None,
        "With --score or --loss of each of two classifiers, where a row is of a whole validation set: mean number of "
        "records that were trained on.",
        metavar="NUMBER",
    )
    n_test: float | None = option(None, "With --n-train, mean number of records of a validation set.", metavar="NUMBER")
    on_missing: str | None = option(
        None, "Predictions that are missing: error, drop or wrong.", default_said="error", metavar="NAME"
    )

    def is_table(self) -> bool:
        """Tell whether the file is a table, which has columns."""
        return bool(self.predictions) and bc.predictions.suffix_of(self.files()[0]) != ".nc"

    def files(self) -> list[Path]:
        """Return the files of predictions."""
        return list(self.named().values())

    def named(self) -> dict[str, Path]:
        """Return the files by the names of their systems."""
        given = named_paths("--predictions", self.predictions or ())
        named = ((name or bc.predictions.name_of_system(path), path) for name, path in given)
        return by_name("--predictions", named)

    def is_wide(self) -> bool:
        """Tell whether the file has a column for each classifier."""
        return self.is_table() and self.classifier is None and len(self.predictions or ()) == 1

    def read_two(self, pair: Pair, y_pred: str | None = None) -> "xr.Dataset":
        """Read the predictions of two classifiers, which are columns where no other options name them."""
        has_answers = y_pred or self.preference or any(getattr(self, name) for name in _ANSWERS)
        if not self.is_wide() or has_answers:
            return self.read([] if y_pred is None else [y_pred])
        if pair.first is None or pair.second is None:
            if self.y_prob is None:
                raise ValueError("--first and --second must name columns of predictions, or --classifier their column.")
            return self.read([])
        two = [pair.first, pair.second]
        if self.y_prob is None or "{label}" in self.y_prob[0]:
            return self.read(two)
        if len(self.y_prob) > 1:
            return self.read([])
        return self.read([], {name: self.y_prob[0].replace("{classifier}", name) for name in two})

    def read(self, y_pred: Sequence[str], y_prob: Mapping[str, str] | None = None) -> "xr.Dataset":
        """Read predictions with these columns of labels, and of probabilities where the options do not name them."""
        named: dict[str, Any] = {name: value for name in _KEYS if (value := getattr(self, name))}
        if self.preference:
            named["preference"] = self.preference
        if y_prob:
            named["y_prob"] = y_prob
        columns_of = {"y_pred": y_pred, "y_prob": self.y_prob, **{name: getattr(self, name) for name in _ANSWERS}}
        for name, columns in columns_of.items():
            if columns and name not in named:
                named[name] = columns[0] if len(columns) == 1 else list(columns)
        files = self.named()
        path = files if len(files) > 1 else self.files()[0]
        return bc.read_predictions(path, max_bytes=self.max_bytes, **named)

    def of_sets(self) -> bool:
        """Tell whether a row of the file is of a whole validation set."""
        return self.n_train is not None or self.n_test is not None

    def scores_of_sets(self, context: typer.Context) -> "xr.DataArray":
        """Read the scores or losses of classifiers on validation sets, a row each."""
        from bayescmp._support._validation import in_file

        kind, path = "loss" if self.loss else "score", self.files()[0]
        others = [name for name in (*_KEYS, *_ANSWERS, "y_pred", "y_prob", "preference") if name != kind]
        refuse_options(context, others, "must be left out with --n-train: a row is a validation set, not a record.")
        read = bc.predictions.ColumnReader(bc.predictions.read_table(path, max_bytes=self.max_bytes))
        more, found = kind == "score", {}
        with in_file(name_of_file(path)):
            for name in getattr(self, kind) or ():
                bc.predictions.check_called_so(name, greater_is_better=more)
                found[name] = read(name, kind)
            sizes: dict[str, Any] = {name: getattr(self, name) for name in _OF_SETS}
            return bc.scores_from_arrays(found, **sizes, greater_is_better=more, noun=kind)
