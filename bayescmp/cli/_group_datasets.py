"""Options of where several data sets stand in files, and what is read of them."""

import contextlib
import shlex
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

import bayescmp as bc
from bayescmp._support._files import name_of_file
from bayescmp._support._registry import did_you_mean
from bayescmp.cli._options import Files, option, options_given, written

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr

    from bayescmp.metrics import Metric

_OF_TABLES = ("dataset", "classifier", "scores", "fold", "n_train", "n_test", "k_folds", "per_cent", "losses")
"""Options of a table of scores."""
_NEEDS_SIZES = (
    "--k-folds must be given with a table of scores, such as 10 for 10-fold cross-validation, or --n-train and "
    "--n-test: numbers of records, or columns of them."
)
_TASKS = " Predictions whose data sets are in a column are read by `bayescmp compare --predictions FILE --task COLUMN`."


@dataclass(frozen=True, kw_only=True)
class DataSets(Files):
    """Options of where several data sets stand in files; None where one was not given."""

    by: str | None = option(
        None,
        "Coordinate of the records of one file of predictions whose values are the data sets: task.",
        metavar="NAME",
    )
    dataset: str | None = option(
        None,
        "Column of the table with names of data sets.",
        default_said="dataset, or a first column of such a name",
        metavar="COLUMN",
    )
    classifier: str | None = option(
        None, "Column of the table with names of classifiers.", default_said="classifier", metavar="COLUMN"
    )
    scores: list[str] | None = option(
        None, "Column of scores, repeatable; all other columns if not given.", metavar="COLUMN"
    )
    fold: str | None = option(
        None, "Column of the table with validation sets, where each has a row of its own.", metavar="COLUMN"
    )
    n_train: str | None = option(
        None, "Records of a training set: a number, or a column of the table.", metavar="NUMBER|COLUMN"
    )
    n_test: str | None = option(
        None, "Records of a validation set: a number, or a column of the table.", metavar="NUMBER|COLUMN"
    )
    k_folds: int | None = option(
        None, "Number of folds, in place of --n-train and --n-test where these are not known.", metavar="NUMBER", min=2
    )
    per_cent: bool = option(False, "The scores are in per cent; they are divided by 100.", "--per-cent", metavar="")
    losses: bool | None = option(
        None, "The scores are losses: lower is better; or they are not.", "--losses/--no-losses", metavar=""
    )

    def check(self, context: typer.Context, files: Sequence[Path], *, table: bool) -> None:
        """Refuse options of the other kind of file."""
        plain = table and self.is_plain()
        given = options_given(context, ["by", "pos_label", *["metric"] * (not plain)] if table else _OF_TABLES)
        if given and table:
            plainly = " Leave --k-folds and the sizes out for one number each." if given == ["--metric"] else ""
            raise ValueError(
                f"{given[0]} is for predictions, but {files[0].name!r} is read as a table of scores.{plainly}{_TASKS}"
            )
        if given:
            raise ValueError(f"{given[0]} is for a table of scores, but the files are predictions.")
        if self.by is not None and len(files) > 1:
            raise ValueError(f"--by must be given with one file of predictions, but got {len(files)} files.")
        if table and not plain and self.k_folds is None and (self.n_train is None or self.n_test is None):
            raise ValueError(_NEEDS_SIZES)

    def is_plain(self) -> bool:
        """Tell whether a table has one number for each data set and classifier, of which no more is told."""
        return not self.fold and not any((self.n_train, self.n_test, self.k_folds))

    def plain_numbers(self, path: Path, metric: "Metric | None") -> "pd.DataFrame":
        """Return a table with a row for each data set and a column for each classifier.

        In a leaderboard classifiers have the rows, which their column tells; in a table of three columns both have.
        """
        import pandas as pd

        from bayescmp._support._validation import in_file

        with in_file(name_of_file(path)):
            frame = bc.predictions.read_table(path, max_bytes=self.max_bytes)
            if not {self.dataset, self.classifier} & set(frame.columns[:1]):
                frame = bc.predictions.with_named_rows(frame)
            if metric is None and self.losses is None:
                bc.predictions.check_called_so(path.stem, greater_is_better=True, what="file")
            dataset = self.dataset or ("dataset" if "dataset" in frame else str(frame.columns[0]))
            others = [name for name in frame if name != dataset and not pd.api.types.is_numeric_dtype(frame[name])]
            called = self.classifier or _column_of_classifiers(others)
            if self.scores:
                for name in self.scores:
                    bc.predictions.ColumnReader(frame)(name, "scores")  # which says what there is, if it is not
                frame = frame[[name for name in frame if name in {dataset, called, *self.scores}]]
            if called is not None and called != dataset and frame.shape[1] == 3 and {called, dataset} <= set(frame):
                return self._widened(frame, dataset, called, metric)
            if self.classifier is not None:
                return self._leaderboard(frame, self.classifier)
            is_named = dataset in frame and (self.dataset or not pd.api.types.is_numeric_dtype(frame[dataset]))
            if called is not None or "classifier" in frame.columns[1:] or not is_named:
                raise ValueError(
                    "The table must have a row for each data set, named by --dataset, and a column of numbers for each "
                    "classifier; or a row for each data set and classifier, named by --classifier, and one column of "
                    "numbers; or, with --k-folds, such as 10, or --n-train and --n-test, numbers of every fold, in "
                    "columns or in rows of their own, whose fold is in the column --fold." + _TASKS
                )
            sounds = bc.predictions.rows_called(dataset)
            if sounds != "datasets" and self.dataset is None:
                how = "as the column {!r} sounds" if sounds else "of which the column {!r} does not tell"
                name = shlex.quote(dataset)
                raise ValueError(
                    f"The table must say whether its rows are classifiers, {how.format(dataset)}, or data sets. Give "
                    f"--classifier {name} where they are classifiers, --dataset {name} where not."
                )
            return self._numbers(frame, {dataset}).set_index(dataset)

    def _widened(self, frame: "pd.DataFrame", dataset: str, classifier: str, metric: "Metric | None") -> "pd.DataFrame":
        """Return a table with a row for each data set and classifier, and one number in it, as a wide one."""
        found = self._numbers(frame, {dataset, classifier}).set_index([dataset, classifier]).iloc[:, 0]
        if self.losses is None and (metric is None or metric.name not in str(found.name)):
            greater = metric is None or metric.greater_is_better
            bc.predictions.check_called_so(str(found.name), greater_is_better=greater)
        if found.index.has_duplicates:
            one, other = found.index[found.index.duplicated()][0]
            raise ValueError(
                f"Each classifier must have one row on a data set, but {other!r} has several on {one!r}. Where "
                "there is one for each fold, name the column of folds by --fold, and how many there are by --k-folds."
            )
        wide = found.unstack()  # noqa: PD010 - of an index, whose names are there once
        wide = wide.reindex(index=frame[dataset].unique(), columns=frame[classifier].unique())
        return wide.rename_axis(index=dataset, columns=None)

    def _leaderboard(self, frame: "pd.DataFrame", classifier: str) -> "pd.DataFrame":
        """Return a table with a row for each classifier the other way round."""
        if self.dataset is not None or "dataset" in frame:
            raise ValueError(_NEEDS_SIZES)
        bc.predictions.ColumnReader(frame)(classifier, "classifier")
        twice = frame[classifier].duplicated()
        if twice.any():
            raise ValueError(f"Each classifier must have one row, but {frame[classifier][twice].iloc[0]!r} has two.")
        found = self._numbers(frame, {classifier}).set_index(classifier).T
        return found.rename_axis(index="dataset", columns=None)

    def predictions(self, files: Sequence[Path]) -> Any:
        """Return the predictions of each file by its name, or those of the one whose records are of data sets."""
        from bayescmp._support._validation import check_storable, in_file

        if files[0].is_dir():
            from bayescmp.model_selection._experiment import experiment_in, predictions_in

            tree, experiment = predictions_in(files[0]), experiment_in(files[0])
            done, asked = len(experiment.units()), experiment.n_asked()
            if done < asked:
                warnings.warn(
                    f"The experiment is not finished: {done} of {asked} units were worked on, and those that are there "
                    "may be unlike the others. `cross_val_datasets` goes on with it.",
                    stacklevel=2,
                )
            alone = [name for name, one in tree.children.items() if one.sizes.get("classifier", 2) < 2]
            if alone:
                warnings.warn(f"Left out are data sets with one classifier: {', '.join(alone)}.", stacklevel=2)
            return tree.drop_nodes(alone)
        names = [check_storable("The name of a file", path.stem) for path in files]
        name, count = Counter(names).most_common(1)[0]
        if count > 1:
            raise ValueError(
                f"FILE must have another name for each data set, but {count} files are called {name!r}. Rename one."
            )
        found = {}
        for name, path in zip(names, files, strict=True):
            with in_file(path.name):
                found[name] = bc.read_predictions(path, max_bytes=self.max_bytes)
        return found if self.by is None else found[names[0]]

    def scores_of(self, path: Path) -> "dict[str, xr.DataArray]":
        """Return the scores of every data set in a table."""
        from bayescmp._support._validation import in_file

        dataset = self.dataset or "dataset"
        with in_file(name_of_file(path)):
            frame = bc.predictions.read_table(path, max_bytes=self.max_bytes)
            classifier = self.classifier or _column_of_classifiers(frame) or "classifier"
            n_train, n_test = (_sizes(frame, name, getattr(self, name), dataset) for name in ("n_train", "n_test"))
            sizes = {self.n_train, self.n_test} - {dataset, classifier}
            frame = frame.drop(columns=[name for name in frame if name in sizes])
            names = {dataset, classifier} | ({self.fold} if self.fold else set())
            return bc.scores_from_frame(
                self._numbers(frame, names),
                n_train=n_train,
                n_test=n_test,
                k_folds=self.k_folds,
                dataset=dataset,
                classifier=classifier,
                scores=self.scores or None,
                fold=self.fold,
                greater_is_better=None if self.losses is None else not self.losses,
                noun="loss" if self.losses else "score",
            )

    def _numbers(self, frame: "pd.DataFrame", names: set[str]) -> "pd.DataFrame":
        """Return the table with its scores as numbers, however they are written, and as proportions."""
        import pandas as pd

        for column in self.scores or [name for name in frame if name not in names]:
            if column in frame:  # else refused by its name, as is what is no number
                with contextlib.suppress(TypeError, ValueError):
                    frame[column] = pd.to_numeric(frame[column])
        if not self.per_cent:
            return frame
        used = [column for column in self.scores or frame if column in frame and column not in names]
        numbers = frame[used].select_dtypes("number")
        small = numbers.abs() <= 1
        if small.all(axis=1).any():
            raise ValueError("--per-cent must be left out where no score of a row is above 1: these are proportions.")
        if small.all().any():
            raise ValueError(
                f"--per-cent is for tables of per cents alone, but no number of {small.columns[small.all()][0]!r} is "
                "above 1. Write all numbers in one unit."
            )
        return frame.assign(**{str(column): numbers[column] / 100 for column in numbers})


def _column_of_classifiers(names: Iterable[object]) -> str | None:
    """Return the first column that is called as one of the names of classifiers is."""
    return next((str(name) for name in names if bc.predictions.rows_called(name) == "classifiers"), None)


def _sizes(frame: "pd.DataFrame", name: str, given: str | None, dataset: str) -> Any:
    """Return a size for all data sets, or of each from a column; None where it was not given."""
    if given is None:
        return None
    with contextlib.suppress(ValueError):
        return float(given)
    if given not in frame:
        hint = did_you_mean(given, map(str, frame))
        raise ValueError(f"{written(name)} must be a number or a column of the table, but got {given!r}.{hint}")
    if dataset not in frame:  # refused where names are read
        return 1.0
    found = frame.groupby(frame[dataset].astype(str), sort=False)[given]
    several = found.agg(lambda sizes: len(set(sizes))) > 1
    if several.any():
        raise ValueError(
            f"{written(name)} must be one number for each data set, but has several for {several.idxmax()!r}."
        )
    return found.first().to_dict()
