"""Data sets by name, however they are given: arrays, data frames, files, a folder of files, scikit-learn's loaders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from numpy.typing import ArrayLike
from sklearn import datasets as toys
from sklearn.base import BaseEstimator

from bayescmp._support._registry import did_you_mean
from bayescmp._support._text import shown
from bayescmp._support._validation import check_storable, in_file
from bayescmp.model_selection._data_file import Data, data_from_file
from bayescmp.predictions import FORMATS, suffix_of

LOADERS = ("iris", "wine", "breast_cancer", "digits")
"""Data that come with scikit-learn, by the names of their loaders."""
_IN_FOLDERS = tuple(one for one in FORMATS if one != ".json")


def data_sets_of(
    datasets: object,
    estimators: Mapping[str, BaseEstimator],
    *,
    target: str | None,
    groups: Mapping[str, ArrayLike] | str | None,
) -> dict[str, Data]:
    """Return the data sets under their names, each with the estimators that are fitted to it.

    Parameters
    ----------
    datasets : mapping, list, str or Path
        As in `cross_val_datasets`.
    estimators : mapping of str to estimator
        Classifiers; in files their features are prepared.
    target : str or None
        Column of the classes in files and data frames.
    groups : mapping of str to array, str or None
        Groups of records by data set, or a column of files and data frames.

    Returns
    -------
    dict of str to Data

    Raises
    ------
    FileNotFoundError, KeyError, TypeError, ValueError
        If something is no data set.
    """
    found = dict(_named(datasets))
    if not found:
        raise ValueError("`datasets` must hold a data set or more, but hold none.")
    if isinstance(groups, Mapping):
        unknown = [name for name in groups if name not in found]
        if unknown:
            raise ValueError(f"`groups` must be of `datasets`, but {unknown[0]!r} is none of them.")
    if groups is not None and not isinstance(groups, (str, Mapping)):
        raise TypeError(f"`groups` must be a mapping from data sets to groups, or a column, but got {shown(groups)}.")
    data = {}
    for name, given in found.items():
        own = groups.get(name) if isinstance(groups, Mapping) else groups
        column = own if isinstance(own, str) else None
        if column and isinstance(groups, Mapping) and not _has_columns(given):
            raise ValueError(f"`groups[{name!r}]` must be an array, for the data set has no columns, but got {own!r}.")
        one = _data_set(name, given, estimators, target, column)
        data[name] = one if own is None or column else replace(one, groups=own)
    if isinstance(groups, str) and all(one.groups is None for one in data.values()):
        raise ValueError(f"`groups` must be a column of a file or a data frame, but got {groups!r} and none of these.")
    return data


def _has_columns(given: Any) -> bool:
    if isinstance(given, (str, Path)):
        return given not in LOADERS
    return not isinstance(given, (tuple, list)) or isinstance(given[-1], str)


def _named(datasets: object) -> Iterator[tuple[str, Any]]:
    """Yield data sets by name: of a folder every table in it."""
    if isinstance(datasets, Mapping):
        for name, given in datasets.items():
            if not isinstance(name, str) or not name.strip():
                raise TypeError(f"The names in `datasets` must be non-empty text, but got {shown(name)}.")
            if "/" in name or name in {".", ".."}:
                raise ValueError(f"The names in `datasets` must be no paths, but got {name!r}.")
            yield check_storable("The names in `datasets`", name), given
        return
    listed = [datasets] if isinstance(datasets, (str, Path)) else datasets
    if not isinstance(listed, Sequence):
        raise TypeError(
            "`datasets` must be a mapping from names, a list of names of scikit-learn's data or of files, or a folder, "
            f"but got {shown(datasets)}."
        )
    seen = set()
    for one in listed:
        if not isinstance(one, (str, Path)):
            raise TypeError(f"`datasets` must be names, files or folders, but got {shown(one)}. Name it in a mapping.")
        inside = _tables_in(Path(one)) if one not in LOADERS and Path(one).is_dir() else [one]
        for part in inside:
            name = part if part in LOADERS else Path(part).name.partition(".")[0]
            if name in seen:
                raise ValueError(f"`datasets` must have names of their own, but two are called {name!r}.")
            seen.add(name)
            yield str(name), part


def _tables_in(folder: Path) -> list[Path]:
    """Return the tables in a folder, without hidden files."""
    found = [file for file in folder.iterdir() if suffix_of(file) in _IN_FOLDERS and not file.name.startswith(".")]
    if not found:
        raise ValueError(f"`datasets` must be files or folders of them, but there is no table in {str(folder)!r}.")
    return sorted(found)


def _data_set(
    name: str, given: Any, estimators: Mapping[str, BaseEstimator], target: str | None, group: str | None
) -> Data:
    if isinstance(given, str) and given in LOADERS:
        X, y = getattr(toys, f"load_{given}")(return_X_y=True)
        return Data(X=X, y=y, estimators=estimators)
    if isinstance(given, (str, Path)):
        return _of_file(Path(given), estimators, target, group)
    if isinstance(given, (tuple, list)) and len(given) == 2:
        X, y = given
        if not isinstance(y, str):
            return Data(X=X, y=y, estimators=estimators)
        target, given = y, X
    return _of_frame(name, given, estimators, target, group)


def _of_file(path: Path, estimators: Mapping[str, BaseEstimator], target: str | None, group: str | None) -> Data:
    if not path.exists():
        hint = did_you_mean(str(path), LOADERS)
        raise FileNotFoundError(
            f"`datasets` must be files, or {', '.join(LOADERS)}, but there is no file {str(path)!r}.{hint}"
        )
    if target is None:
        raise ValueError(f"`target` must name the column of the classes in {path.name!r}, but is not given.")
    with in_file(path.name):
        return data_from_file(path, target, estimators, group=group)


def _of_frame(
    name: str, frame: Any, estimators: Mapping[str, BaseEstimator], target: str | None, group: str | None
) -> Data:
    """Split a data frame into features and classes; its columns are what the estimators take."""
    if not hasattr(frame, "columns") or not hasattr(frame, "drop"):
        raise TypeError(
            f"`datasets[{name!r}]` must be (X, y), a data frame of pandas, a file or one of {', '.join(LOADERS)}, but "
            f"got {shown(frame)}."
        )
    for argument, column in (("target", target), ("groups", group)):
        if column is not None and column not in frame.columns:
            hint = did_you_mean(column, map(str, frame.columns))
            raise KeyError(f"`{argument}` must be a column of `datasets[{name!r}]`, but got {column!r}.{hint}")
    if target is None:
        raise ValueError(f"`target` must name the column of the classes of `datasets[{name!r}]`, but is not given.")
    X = frame.drop(columns=[target, *([group] if group else [])])
    own = None if group is None else frame[group].to_numpy()
    return Data(X=X, y=frame[target].to_numpy(), estimators=estimators, groups=own)
