"""What is compared: tables, logs of evaluations or saved predictions, and where answers stand in them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import STANDARD_INPUT, name_of_file
from bayescmp._support._text import cut
from bayescmp.cli._options import TABLE, Group, Pair, by_name, option, written

if TYPE_CHECKING:
    from bayescmp.doors import Kind, OneTestSet, ValidationSets

_VALUES = {"losses": "loss", "scores": "score"}
"""The options of the values of kinds, by the kind; those of other fields are called as the field."""
_RECORDS = ("classifier", "record", "group", "task", "on_missing")
_OF_LOGS = ("files", "score", "loss", "judge", "filter", "group", "task", "by", "on_missing")
"""Options that logs have, too."""


@dataclass(frozen=True, kw_only=True)
class Data(Group):
    """Options of files, and of where answers stand in them: the arguments of the doors."""

    files: list[str] | None = option(
        f"A {TABLE}, or several that --record joins; logs of evaluations, or folders of them; or a .nc of "
        "`save_predictions`. NAME=FILE names a system.",
        "FILE",
        kind=typer.Argument,
    )
    y_true: str | None = option("Column of true labels.", "COLUMN", default_said="y_true")
    y_pred: list[str] | None = option(
        "Column of labels of each classifier, repeatable, or of all with --classifier.", "COLUMN", default_said="y_pred"
    )
    y_prob: list[str] | None = option(
        "Columns of probabilities: '{classifier}_{label}', or with --classifier 'p_{label}'; of two labels also a "
        "column of the second, as --y-pred or '{classifier}'.",
        "COLUMN",
    )
    y_score: list[str] | None = option("Columns of decision values of two labels.", "COLUMN")
    correct: list[str] | None = option("Columns of 1 where right and 0 where wrong.", "COLUMN")
    judge: list[str] | None = option("What a judge says of all, where people say some.", "COLUMN")
    preferred: str | None = option("Column of the preferred one of two, or tie.", "COLUMN")
    loss: list[str] | None = option("Columns of losses, lower is better.", "COLUMN")
    score: list[str] | None = option(
        "Columns of scores, higher is better. Of logs, as --loss and --judge, which one to take.", "COLUMN"
    )
    filter: list[str] | None = option("Of logs, the filter, or value of Inspect, to take.", "NAME")
    classifier: str | None = option("Column of classifiers, where a row is of one.", "COLUMN")
    record: str | None = option("Column that identifies records.", "COLUMN")
    group: str | None = option("Column, or key of logs, of dependent records.", "COLUMN")
    task: str | None = option(
        "Column of tasks, over which is a second answer; of logs those to take, such as 'mmlu_*'.", "COLUMN"
    )
    by: str | None = option(
        "Column, or key of logs, of slices of records, a row each as of tasks; numbers by their quarters.", "COLUMN"
    )
    on_missing: str | None = option("Missing answers: error, drop or wrong.", "NAME", default_said="error")
    fold: str | None = option("Column of folds.", "COLUMN")
    repeat: str | None = option("Column of repeats.", "COLUMN")
    run: str | None = option("Column that tells trainings of an algorithm apart.", "COLUMN")
    answer: str | None = option("Column that tells answers of a system apart.", "COLUMN")
    time: str | None = option("Column of times: their blocks are the units.", "COLUMN")
    hold_out: bool = option("The rows are those of one hold-out.", "", "--hold-out", default=False)
    sets: str | None = option(
        "Records of training and validation sets, such as 90,10, or of the test set of several runs, where a row "
        "has the --score or --loss of one.",
        "N,N",
    )

    def named(self) -> list[tuple[str, Path]]:
        """Return the files, each with its name where it is given as NAME=FILE, or ""."""
        found = []
        for one in self.files or ():
            name, is_named, path = ("", "", one) if Path(one).exists() else one.partition("=")
            if is_named and not (name and path):
                raise ValueError(f"FILE must be a path or NAME=FILE, but got {one!r}.")
            found.append((name, Path(path)) if is_named else ("", Path(one)))
        return found

    def check_given(self, what: str) -> None:
        """Refuse a command without files."""
        if not self.files:
            raise ValueError(f"FILE must be given, {what}.")

    def paths(self) -> list[Path]:
        """Return the files."""
        return [path for _, path in self.named()]

    def by_name(self) -> dict[str, Path]:
        """Return the files by the names of their systems."""
        return by_name((name or bc.predictions.name_of_system(path), path) for name, path in self.named())

    def are_saved(self) -> bool:
        """Tell whether the file is one of saved predictions."""
        return any(path.suffix.lower() == ".nc" for path in self.paths())

    def read(self, labels: Sequence[str] | None, pair: Pair | None = None) -> Any:
        """Read what the files are, with these labels; two classifiers may be columns that no other option names."""
        paths, named = self.paths(), [name for name, _ in self.named() if name]
        if missing := [path for path in paths if not (path.exists() or path == STANDARD_INPUT)]:
            raise FileNotFoundError(f"There is no file or folder {str(missing[0])!r}.")
        if self.are_saved():
            self.refuse_all_but(
                ["files"], "must be left out with a file of predictions (.nc), which has its own names."
            )
        elif any(bc.readers.is_log(path) or path.is_dir() for path in paths):
            self.refuse_all_but(_OF_LOGS, "must be left out with logs.")
            return self._logs()  # which says of a folder that there are none
        if named and len(paths) == 1:
            raise ValueError(f"FILE must have no name where it is the only one, but is called {named[0]!r}.")
        if not self.are_saved():
            return self._table(labels, pair)
        if len(paths) > 1:
            raise ValueError(
                f"FILE must be the only one where it is one of predictions (.nc), but is one of {len(paths)}."
            )
        return bc.read_predictions(paths[0])

    def _logs(self) -> Any:
        if self.score and self.loss:
            raise ValueError("--loss must be left out with --score: of both sides one is better.")
        asked = {name: getattr(self, name) for name in ("judge", "filter", "task", "group", "by")}
        return bc.read_logs(
            self.paths(),
            score=self.score or self.loss,
            greater_is_better=True if self.score else False if self.loss else None,
            names={path: name for name, path in self.named() if name},
            on_missing=self.on_missing or "error",
            **asked,
        )

    def _table(self, labels: Sequence[str] | None, pair: Pair | None) -> Any:
        """Return what a door makes of a table, or of several."""
        kind = self._kind()
        options = _options_of(kind)
        told = {field: _one_or_all(getattr(self, name)) for name, field in options.items() if name in self.given()}
        if "y_true" in options:
            told.setdefault("y_true", "y_true")
        if labels is not None and len(labels) > 1 and "labels" in {one.name for one in fields(kind)}:
            told["labels"] = labels_written(labels)
        if "y_pred" in options and "y_pred" not in told:
            told |= self._predicted(told, pair)
        paths = self.paths()
        data = paths[0] if len(paths) == 1 else self.by_name()
        more = {name: value for name in _RECORDS if (value := getattr(self, name)) is not None}
        if self.by is not None:
            if self.task is not None:
                raise ValueError("--by must be left out with --task of a table: each is what its rows are told by.")
            more["task"] = self.by
        if self.sets is None:
            found = bc.doors.predictions_of(kind(**told), data=data, how=self._how(), **more)
        elif kind.name in _VALUES:
            found = getattr(bc, kind.name)(told["values"], data=data, how=self._how(), **more)
        else:
            raise ValueError("--sets must be given with --score or --loss, of which a row has one of a validation set.")
        if self.by is None:
            return found
        return found.assign_coords(task=found["task"].copy(data=bc.predictions.slices(found["task"])))

    def _columns(self) -> str:
        """Say what the columns of the first file are."""
        from bayescmp._support._table_files import read_table

        named = cut(", ".join(repr(str(name)) for name in read_table(self.paths()[0])), 200)
        return f"The columns of {name_of_file(self.paths()[0])} are {named}"

    def _kind(self) -> "type[Kind]":
        """Return the kind of answers that the options tell of; labels, if none does."""
        kinds = {kind.name: _options_of(kind) for kind in bc.doors.KINDS.values()}
        given = [name for name in self.given() if any(name in options for options in kinds.values())]
        answers = {name: _called(kind, kind.answers) for name, kind in bc.doors.KINDS.items()}
        told = [name for name, own in answers.items() if own in given] or ["labels"]
        for name in told:
            if set(given) <= kinds[name].keys():
                return bc.doors.KINDS[name]
        odd = next(name for name in given if name not in kinds[told[0]])
        if answers[told[0]] in given:
            raise ValueError(
                f"{written(odd)} must be left out with {written(answers[told[0]])}: answers are of one kind."
            )
        beside = " or ".join(written(answers[name]) for name, options in kinds.items() if odd in options)
        raise ValueError(f"{written(odd)} must be given with {beside}.")

    def _predicted(self, told: dict[str, Any], pair: Pair | None) -> dict[str, Any]:
        """Return the columns of predicted labels that are not named, of labels or beside probabilities."""
        is_wide = self.classifier is None and len(self.files or ()) == 1
        two = [] if pair is None else [name for name in (pair.first, pair.second) if name is not None]
        pattern = told.get("y_prob")
        if pattern is None:
            if is_wide and len(two) < 2:
                own = "--y-pred must name" if pair is None else "--first and --second, or --y-pred, must name"
                raise ValueError(
                    f"{self._columns()}: {own} those of predicted labels, or --classifier that of names, with "
                    "--correct, --y-pred, --loss or --score that of answers."
                )
            return {"y_pred": two if is_wide else "y_pred"}
        if not is_wide or len(two) < 2 or isinstance(pattern, list) or "{label}" in pattern:
            return {}  # where they are found by the pattern
        return {"y_prob": {name: pattern.replace("{classifier}", name) for name in two}}

    def _how(self) -> Any:
        """Return how answers came about."""
        ways = {
            "fold": lambda: bc.folds(self.fold, repeat=self.repeat),
            "run": lambda: bc.runs(str(self.run), answer=self.answer),
            "answer": lambda: bc.answers(str(self.answer)),
            "time": lambda: bc.in_time(str(self.time)),
            "hold_out": bc.hold_out,
            "sets": lambda: _sizes(str(self.sets)),
        }
        given = ["fold" if name == "repeat" else name for name in self.given()]
        if self.run is not None:  # which may have several answers
            given = [name for name in given if name != "answer"]
        asked = [name for name in ways if name in given]
        if len(asked) > 1:
            one, other = (name if getattr(self, name) else "repeat" for name in asked[:2])
            raise ValueError(f"{written(other)} must be left out with {written(one)}: answers came about in one way.")
        return ways[asked[0]]() if asked else None


def _called(kind: "type[Kind]", field: str) -> str:
    """Return the option of a field of a kind."""
    return _VALUES[kind.name] if field == "values" else field


def _options_of(kind: "type[Kind]") -> dict[str, str]:
    """Return the fields of a kind by their options."""
    return {_called(kind, field): field for field in (*kind.of_rows, *kind.of_classifiers)}


def _one_or_all(given: Any) -> Any:
    return given[0] if isinstance(given, list) and len(given) == 1 else given


def labels_written(texts: Sequence[str]) -> list[Any]:
    """Return the labels that texts stand for in a file that has no others."""
    from bayescmp._support._table_files import value_of_entry

    values = [value_of_entry(text) for text in texts]
    return list(texts) if any(isinstance(value, str) for value in values) else values


def sizes_written(given: str) -> tuple[str, str]:
    """Return what stands for the sizes of training and validation sets."""
    train, _, test = given.rpartition(",")
    if not (train and test):
        raise ValueError(f"--sets must be N_TRAIN,N_TEST, such as 90,10, but got {given!r}.")
    return train.strip(), test.strip()


def _sizes(given: str) -> "OneTestSet | ValidationSets":
    """Return the sizes of training and validation sets, or that of the test set of all runs."""
    sizes = []
    with suppress(ValueError):
        sizes = [float(one) for one in given.split(",")]
    if len(sizes) not in {1, 2}:
        raise ValueError(f"--sets must be two numbers, such as 90,10, or one of a test set, but got {given!r}.")
    return bc.one_test_set(*sizes) if len(sizes) == 1 else bc.validation_sets(*sizes)
