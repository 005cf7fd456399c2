"""Options of where several data sets stand in files, and what is read of them."""

import contextlib
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bayescmp as bc
from bayescmp._support._files import name_of_file
from bayescmp.cli._group_data import sizes_written
from bayescmp.cli._options import Group, by_name, option

if TYPE_CHECKING:
    import pandas as pd
    import xarray as xr


@dataclass(frozen=True, kw_only=True)
class DataSets(Group):
    """Options of where several data sets stand in files; None where one was not given."""

    by: str | None = option(
        "Coordinate of the records of one file of predictions whose values are the data sets: task.", "NAME"
    )
    dataset: str | None = option(
        "Column of the table with names of data sets.",
        "COLUMN",
        default_said="dataset, or a first column of such a name",
    )
    classifier: str | None = option(
        "Column of the table with names of classifiers.", "COLUMN", default_said="classifier"
    )
    scores: list[str] | None = option("Column of scores, repeatable; all other columns if not given.", "COLUMN")
    fold: str | None = option("Column of the table with validation sets, where each has a row of its own.", "COLUMN")
    sets: str | None = option(
        "Numbers of records of training and of validation sets, or columns of them; 9,1 of 10 folds without numbers.",
        "N,N",
    )
    per_cent: bool = option("The scores are in per cent; they are divided by 100.", "", "--per-cent", default=False)
    losses: bool | None = option("The scores are losses: lower is better; or they are not.", "", "--losses/--no-losses")

    def of_table(
        self, path: Path, metric: str | None
    ) -> "tuple[pd.DataFrame | dict[str, xr.DataArray], dict[str, Any]]":
        """Return the scores of every data set in a table, and what to tell a verb of them.

        Without validation sets they are plain numbers: one for each data set and classifier.
        """
        from bayescmp._support._table_files import read_table
        from bayescmp._support._validation import in_file

        if self.fold and self.sets is None:
            raise ValueError(
                "--sets must be given with --fold: records of training and of validation sets, such as 90,10."
            )
        with in_file(name_of_file(path)):
            frame = read_table(path)
            if self.sets is not None:
                return self._of_sets(frame, self.sets), {}
            if metric is None and self.losses is None:
                bc.predictions.check_called_so(path.stem, greater_is_better=True, what="file")
            greater_is_better = None if self.losses is None else not self.losses
            return self._plain_numbers(frame, metric), {"greater_is_better": greater_is_better}

    def _plain_numbers(self, frame: "pd.DataFrame", metric: str | None) -> "pd.DataFrame":
        """Return a table with a row for each data set and a column for each classifier.

        In a leaderboard classifiers have the rows, which --classifier tells; in a table of three columns both have.
        """
        if not {self.dataset, self.classifier} & set(frame.columns[:1]):
            frame = bc.doors.with_named_rows(frame)
        dataset = self.dataset or ("dataset" if "dataset" in frame else str(frame.columns[0]))
        classifier = self.classifier or bc.doors.column_of_classifiers(frame, dataset)
        for name in [*filter(None, [self.classifier]), *(self.scores or ())]:
            bc.doors.ColumnReader(frame)(name, "scores")  # which says what there is, if it is not
        if self.scores:
            frame = frame[[name for name in frame if name in {dataset, classifier, *self.scores}]]
        if classifier not in {None, dataset} and frame.shape[1] == 3 and dataset in frame:
            found = self._numbers(frame, {dataset, str(classifier)})
            name = next(name for name in found if name not in {dataset, classifier})
            if self.losses is None and metric is None:
                bc.predictions.check_called_so(str(name), greater_is_better=True)
            return bc.doors.widened(found, dataset, str(classifier))
        if self.classifier is not None:
            found = self._numbers(frame, {self.classifier}).set_index(self.classifier).T
            return found.rename_axis(index="dataset", columns=None)
        if self.dataset is None and bc.doors.rows_called(dataset) != "datasets":
            raise ValueError(
                f"The first column, {dataset!r}, must tell whether rows are data sets or classifiers. Name it by "
                "--dataset or by --classifier."
            )
        return self._numbers(frame, {dataset}).set_index(dataset)

    def predictions(self, files: Sequence[Path]) -> Any:
        """Return the predictions of each file by its name, or those of the one whose records are of data sets."""
        from bayescmp._support._validation import in_file

        self.refuse_all_but(["by"], "is for a table of scores, but the files are predictions.")
        if files[0].is_dir():
            return _of_experiment(files[0])
        found = {}
        for name, path in by_name((path.stem, path) for path in files).items():
            with in_file(path.name):
                found[name] = bc.read_predictions(path)
        return found if self.by is None or len(found) > 1 else found[name]

    def _of_sets(self, frame: "pd.DataFrame", sets: str) -> "dict[str, xr.DataArray]":
        """Return the scores of the validation sets of every data set."""
        dataset, sizes = self.dataset or "dataset", sizes_written(sets)
        classifier = self.classifier or bc.doors.column_of_classifiers(frame) or "classifier"
        n_train, n_test = (_size(frame, given, dataset) for given in sizes)
        names = {dataset, classifier, self.fold}
        frame = self._numbers(frame.drop(columns=[name for name in frame if name in {*sizes} - names]), names)
        columns = self.scores or bc.doors.columns_alike([name for name in frame if name not in names])
        how = bc.validation_sets(n_train, n_test, dataset=dataset, fold=self.fold)
        door = bc.losses if self.losses else bc.scores
        return door(columns, data=frame, classifier=classifier, how=how)

    def _numbers(self, frame: "pd.DataFrame", names: set[str | None]) -> "pd.DataFrame":
        """Return the table with its scores as numbers, however they are written, and as proportions."""
        import pandas as pd

        used = [column for column in self.scores or frame if column in frame and column not in names]
        for column in used:
            with contextlib.suppress(TypeError, ValueError):  # what is no number is refused by its name
                frame[column] = pd.to_numeric(frame[column])
        if not self.per_cent:
            return frame
        numbers = frame[used].select_dtypes("number")
        small = numbers.abs() <= 1
        if small.all(axis=1).any() or small.all().any():
            raise ValueError("--per-cent must be left out where a row or a column has no number above 1.")
        return frame.assign(**{str(column): numbers[column] / 100 for column in numbers})


def _of_experiment(folder: Path) -> "xr.DataTree":
    """Return the predictions of an experiment, of the data sets that two classifiers have."""
    from bayescmp.model_selection._experiment import Experiment, predictions_in

    tree, experiment = predictions_in(folder), Experiment.opened(folder)
    done, asked = len(experiment.units()), experiment.n_asked()
    if done < asked:
        warnings.warn(
            f"The experiment is not finished: {done} of {asked} units were worked on. `cross_val_datasets` goes on.",
            stacklevel=2,
        )
    alone = [name for name, one in tree.children.items() if one.sizes.get("classifier", 2) < 2]
    if alone:
        warnings.warn(f"Left out are data sets with one classifier: {', '.join(alone)}.", stacklevel=2)
    return tree.drop_nodes(alone)


def _size(frame: "pd.DataFrame", given: str, dataset: str) -> Any:
    """Return a size for all data sets, or of each from a column."""
    import pandas as pd

    with contextlib.suppress(ValueError):
        return float(given)
    read = bc.doors.ColumnReader(frame)
    rows = pd.Series(read(given, "sets"), read(dataset, "dataset").astype(str)).groupby(level=0, sort=False)
    several = rows.min() < rows.max()
    if several.any():
        raise ValueError(
            f"--sets must name one number for each data set, but {given!r} has several for {several.idxmax()!r}."
        )
    return rows.first().to_dict()
