"""What is compared: predictions in a file, and where they stand in it."""

import shlex
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import check_there, name_of_file
from bayescmp._support._text import counted, shown
from bayescmp.cli._group_question import PROBABILITIES
from bayescmp.cli._options import TABLE, Files, option, options_given, written

if TYPE_CHECKING:
    import xarray as xr

    from bayescmp.metrics import Metric

_COLUMNS = (
    "y_true",
    "truth",
    "y_prob",
    "labels",
    "classifier",
    "record",
    "repeat",
    "fold",
    "answer",
    "group",
    "task",
    "time",
    "judged",
    "hold_out",
    "on_missing",
)
_ANSWERS = ("y_pred", "correct", "preference", "loss", "score", "y_score")
"""Options of columns of answers."""
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

    def values(self) -> str | None:
        """Return what stands in place of labels: "loss", "score", or None for neither."""
        return "loss" if self.loss else "score" if self.score else None

    def has_one_probability(self) -> bool:
        """Tell whether there is a column of the probability of one of two labels for each classifier."""
        return bool(self.y_prob) and "{label}" not in self.pattern()

    def pattern(self) -> str:
        """Return the pattern of columns of probabilities, "" without one, or where they are listed."""
        return self.y_prob[0] if self.y_prob and len(self.y_prob) == 1 else ""

    def is_table(self) -> bool:
        """Tell whether the file is a table, which has columns."""
        return bool(self.predictions) and bc.predictions.suffix_of(Path(self.files()[0])) != ".nc"

    def files(self) -> list[Path]:
        """Return the files of predictions."""
        return list(map(Path, self._named().values()))

    def _named(self) -> dict[str, str]:
        """Return the files by their names; one alone has none."""
        found: dict[str, str] = {}
        for one in self.predictions or []:
            name, _, path = ("", "", one) if Path(one).exists() or "=" not in one else one.partition("=")
            name = name or bc.predictions.name_of_system(Path(path))
            if name in found:
                raise ValueError(
                    f"--predictions must be files with names of their own, but two are {name!r}: NAME=FILE."
                )
            found[name] = path
        return found

    @contextmanager
    def or_scores(self, command: str) -> Iterator[None]:
        """Answer a table of scores, which cannot be read as predictions, with the line that takes it.

        That a file is not there is said before its columns are asked for.
        """
        for path in self.files():
            check_there(path)
        try:
            yield
        except (ValueError, KeyError):
            path = self.files()[0]
            if (
                self.y_true is not None
                or self.answers(None)
                or self.judged
                or self.record
                or self.group
                or self.answer
                or self.of_sets()
                or not self.is_wide()
                or path == Path("-")
                or not path.is_file()
            ):
                raise
            frame = bc.predictions.read_table(path, max_bytes=self.max_bytes)
            numbers = frame.iloc[:, 1:].select_dtypes("number")
            few = numbers.shape[1] < max(2, frame.shape[1] - 2)
            if few or "y_true" in frame or numbers.isin([0, 1, float("nan")]).all(axis=None):
                raise
            k_folds = " --k-folds 10" if "classifier" in frame else ""
            line = f"bayescmp datasets {command} {shlex.quote(str(path))}{k_folds}"
            of_sets = (
                "; on the validation sets of one: --score COLUMN for each of two, with --n-train and --n-test, and in "
                "rows of one classifier each once, with --classifier and --fold"
            )
            raise ValueError(
                "--predictions must hold a row for each record, with the true labels (--y-true COLUMN). If "
                f"{path.name!r} has scores on several data sets: `{line}`{of_sets * (command == 'compare')}."
            ) from None

    def is_wide(self) -> bool:
        """Tell whether the file has a column for each classifier."""
        return self.is_table() and self.classifier is None and len(self.predictions or ()) == 1

    def widest(self, metric: "Metric") -> float | None:
        """Return the widest difference of a metric; what is in a file may be losses that say what they are."""
        return None if self.predictions else metric.widest

    def check_probabilities(self, metric: "Metric") -> None:
        """Refuse a metric of probabilities without columns of them."""
        if metric.needs == PROBABILITIES and self.is_table() and not self.y_prob and not self.y_score:
            raise ValueError(
                f"--metric {metric.name!r} needs predicted probabilities: name their columns by --y-prob, such as "
                "'{classifier}_{label}', or 'p_{label}' with --classifier; of two labels also '{classifier}', the "
                "probability of the second one."
            )

    def refuse_columns(self, context: typer.Context, metric: "Metric") -> None:
        """Refuse options of predictions where there is no file of them, and a metric of several answers."""
        given = options_given(context, [*_COLUMNS, *_ANSWERS, *_OF_SETS, "first", "second"])
        if given:
            raise ValueError(f"{given[0]} is for predictions: give --predictions FILE, or leave it out.")
        if metric.of_counts is not None:
            raise ValueError(
                f"--metric {metric.name} needs several answers to each record, a row for each: give --predictions FILE "
                "with --classifier, --record and --correct COLUMN, or --log."
            )

    def refuse_beside_logs(self, context: typer.Context, also: Collection[str]) -> None:
        """Refuse options of predictions in a table where there are logs; these have some, `also`."""
        of_tables = ["predictions", *_COLUMNS, *_ANSWERS, *_OF_SETS]
        given = options_given(context, [name for name in of_tables if name not in also])
        if given:
            raise ValueError(f"--log must be given without {', '.join(dict.fromkeys(given))}. Leave out one of them.")

    def refuse(self, context: typer.Context, names: Sequence[str]) -> None:
        """Refuse options that would be silently without effect."""
        given = options_given(context, names)
        if given == ["--y-pred"]:
            raise ValueError(
                "--y-pred must be given with --classifier, the column that says which classifier a row is of, and "
                "--record. Where each classifier has a column of its own, name two by --first and --second."
            )
        if given:
            raise ValueError(f"--predictions must be given without {', '.join(given)}. Leave out one of them.")

    def names(self) -> list[str]:
        """Return the names of the files."""
        return list(self._named())

    def read_two(self, y_pred: str | None, first: str | None, second: str | None) -> "xr.Dataset":
        """Read the predictions of two classifiers, which are columns where no other options name them."""
        answers = self.answers([] if y_pred is None else [y_pred])
        if self.is_wide() and not answers:
            if self.y_prob and first is None and second is None:
                return self.read(answers)
            if first is None or second is None:
                path = self.files()[0]
                known = [] if path == Path("-") else [*bc.predictions.read_table(path, max_bytes=self.max_bytes)]
                raise ValueError(
                    "--first and --second must name two columns of the predictions, or --classifier a column"
                    f"{f', of {shown(known)}' if known else ''}."
                )
            if first == second:
                raise ValueError(f"--first and --second must name two columns, but both are {first!r}.")
            if not self.has_one_probability():
                answers["y_pred"] = [first, second]
        return self.read(answers, None if first is None or second is None else {first, second})

    def of_sets(self) -> bool:
        """Tell whether a row of the file is of a whole validation set."""
        return self.n_train is not None or self.n_test is not None

    def scores_of_sets(self, context: typer.Context) -> "xr.DataArray":
        """Read the scores or losses of classifiers on validation sets, a row each, or a row for each classifier."""
        from bayescmp._support._validation import in_file

        kind, columns = self.values(), self.loss or self.score or []
        few, keys = len(columns) < 2, ("classifier", "fold", "repeat")
        is_long = self.classifier is not None and self.fold is not None and len(columns) == 1
        is_table = self.is_table() and len(self.predictions or ()) == 1
        if kind is None or (few and not is_long) or self.n_train is None or self.n_test is None or not is_table:
            raise ValueError(
                "--n-train and --n-test must be given together, with one table, whose rows are validation sets, and "
                "--score COLUMN (or --loss COLUMN) for each classifier; or, with a row for each classifier, once, with "
                "--classifier and --fold COLUMN, and --repeat COLUMN of several repeats."
            )
        others = [name for name in _COLUMNS if not (is_long and name in keys)]
        given = options_given(context, [*others, *(name for name in _ANSWERS if name != kind)])
        if given:
            raise ValueError(f"{given[0]} must be left out with --n-train: a row is a validation set, not a record.")
        path, more = self.files()[0], kind == "score"
        read = bc.predictions.ColumnReader(bc.predictions.read_table(path, max_bytes=self.max_bytes))
        with in_file(name_of_file(path)):
            for name in columns:
                bc.predictions.check_called_so(name, greater_is_better=more)
            found = (
                self._by_classifier(read, kind, columns[0]) if is_long else {one: read(one, kind) for one in columns}
            )
            n_repeats = len(set(read(self.repeat, "repeat"))) if self.repeat else None
            sizes: dict[str, Any] = {"n_train": self.n_train, "n_test": self.n_test, "n_repeats": n_repeats}
            return bc.scores_from_arrays(found, greater_is_better=more, noun=kind, **sizes)

    def _by_classifier(self, read: Callable[..., Any], kind: str, column: str) -> dict[str, Any]:
        """Return the scores of each classifier, which has a row for each validation set, in the order of the sets."""
        import pandas as pd

        keys = {name: read(value, name) for name in ("repeat", "fold", "classifier") if (value := getattr(self, name))}
        rows = pd.Series(read(column, kind), index=pd.MultiIndex.from_arrays(list(keys.values())))
        if rows.index.has_duplicates:
            first = rows.index[rows.index.duplicated()][0]
            place = ", ".join(f"{name} {value}" for name, value in zip(keys, first, strict=True))
            more = "" if self.repeat else ": --repeat COLUMN tells several repeats apart"
            raise ValueError(
                f"Each classifier must have one row of a validation set, but there are two of {place}{more}."
            )
        return dict(rows.unstack().items())  # noqa: PD010 - of an index, whose entries are there once

    def answers(self, y_pred: Sequence[str] | None) -> dict[str, Sequence[str]]:
        """Return the columns of answers that are given, by what they are."""
        given = {
            "correct": self.correct,
            "preference": self.preference and [self.preference],
            "loss": self.loss,
            "score": self.score,
            "y_score": self.y_score,
            "y_pred": y_pred,
        }
        return {name: columns for name, columns in given.items() if columns}

    def _columns_of_probabilities(self, used: Collection[str] | None) -> Any:
        """Return the pattern of probabilities, or the column of the one of two labels by its classifier."""
        pattern = self.pattern()
        if not self.is_wide() or not pattern:
            return pattern or self.y_prob
        if self.has_one_probability() and used:
            return {name: pattern.replace("{classifier}", name) for name in sorted(used)}
        if self.has_one_probability() and "{classifier}" in pattern:
            raise ValueError(
                f"--y-prob {pattern!r} must be given with --first and --second. Else name the columns: --y-prob COLUMN "
                "for each."
            )
        return pattern

    def read(self, answers: Mapping[str, Sequence[str]], used: Collection[str] | None = None) -> "xr.Dataset":
        """Read predictions with these columns of answers; refuse labels, of those used, written unlike the true."""
        columns: dict[str, Any] = {name: getattr(self, name) for name in _COLUMNS}
        named = {name: value for name, value in columns.items() if value}
        if self.y_prob:
            named["y_prob"] = self._columns_of_probabilities(used)
        for name, given in {**answers, **({"judged": self.judged} if self.judged else {})}.items():
            if len(given) > 1 and not self.is_wide():
                raise ValueError(f"{written(name)} must be given once with --classifier, but got {len(given)} columns.")
            if len(given) == 1 and name in answers and self.is_wide() and not self.preference:
                each = f"{written(name)} {given[0]} {written(name)} COLUMN"
                raise ValueError(
                    f"{written(name)} must name a column of each classifier, or --classifier the column of their "
                    f"names, but there is {given[0]!r} alone: {each}."
                )
            named[name] = list(given) if self.is_wide() and not self.preference else given[0]
        with warnings.catch_warnings(record=True) as said:
            warnings.filterwarnings("always", message="No label of")
            files = self._named()
            path = files if len(files) > 1 else next(iter(files.values()))
            found = bc.read_predictions(path, max_bytes=self.max_bytes, **named)
        _check_written_alike(found, used, named)
        for warning in said:
            warnings.warn(warning.message, stacklevel=2)
        return found


def _check_written_alike(found: "xr.Dataset", used: Collection[str] | None, columns: Mapping[str, Any]) -> None:
    """Refuse labels that would be wrong for their capitals or blanks alone."""
    from bayescmp.evidence._fact import labels_without_truth, truths_alike

    if "y_pred" not in found:
        return
    true = columns.get("y_true", "y_true")
    for fact in truths_alike(found, look_the_same=True):
        raise ValueError(
            f"The labels of {true!r} must be written in one way, but it has {fact.label} beside {fact.alike}, and no "
            f"classifier predicts such ({counted(fact.count, 'record')}). Write them alike."
        )
    for fact in labels_without_truth(found):
        if fact.alike and (used is None or fact.name in used):
            column = columns.get("y_pred", "y_pred") if "classifier" in columns else fact.name
            raise ValueError(
                f"The labels of {column!r} must be written as in {true!r}, but it has {fact.label} where that has "
                f"{fact.alike}. Write them alike."
            )
