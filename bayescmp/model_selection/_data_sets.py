"""Data sets by name, however they are given: arrays, data frames, files, a folder of files, scikit-learn's loaders."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
from numpy.typing import ArrayLike
from sklearn import datasets as toys

from bayescmp._support._table_files import FORMATS, suffix_of
from bayescmp._support._text import shown, twice
from bayescmp._support._validation import check_storable, in_file
from bayescmp.model_selection._data_file import Data, data_from_file, data_from_frame

LOADERS = ("iris", "wine", "breast_cancer", "digits")
"""Data that come with scikit-learn, by the names of their loaders."""
_IN_FOLDERS = tuple(one for one in FORMATS if one != ".json")


def data_sets_of(
    datasets: object, *, target: str | None, groups: Mapping[str, ArrayLike] | str | None
) -> dict[str, Data]:
    """Return the data sets under their names."""
    named = dict(_named(datasets))
    if not named:
        raise ValueError("`datasets` must hold a data set or more, but hold none.")
    if groups is not None and not isinstance(groups, (str, Mapping)):
        raise TypeError(f"`groups` must be a mapping from data sets to groups, or a column, but got {shown(groups)}.")
    for name in groups if isinstance(groups, Mapping) else ():
        if name not in named:
            raise ValueError(f"`groups` must be of `datasets`, but {name!r} is none of them.")
    data = {}
    for name, given in named.items():
        own = groups.get(name) if isinstance(groups, Mapping) else groups
        column = own if isinstance(own, str) else None
        one = _data_set(name, given, target, column)
        if column is not None and one.groups is None:
            raise ValueError(f"`groups` must be an array for {name!r}, which has no columns, but got {own!r}.")
        data[name] = one if column is not None else replace(one, groups=own)
    return data


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
    if not isinstance(listed, Sequence) or not all(isinstance(one, (str, Path)) for one in listed):
        raise TypeError(
            "`datasets` must be a mapping from names, or names of scikit-learn's data, files or folders, but got "
            f"{shown(datasets)}."
        )
    found = list[tuple[str, Any]]()
    for one in listed:
        inside = _tables_in(Path(one)) if one not in LOADERS and Path(one).is_dir() else [one]
        found += [(str(part) if part in LOADERS else Path(part).name.partition(".")[0], part) for part in inside]
    if (name := twice(name for name, _ in found)) is not None:
        raise ValueError(f"`datasets` must have names of their own, but two are called {name!r}.")
    yield from found


def _tables_in(folder: Path) -> list[Path]:
    """Return the tables in a folder, without hidden files."""
    found = [file for file in folder.iterdir() if suffix_of(file) in _IN_FOLDERS and not file.name.startswith(".")]
    if not found:
        raise ValueError(f"`datasets` must be files or folders of them, but there is no table in {str(folder)!r}.")
    return sorted(found)


def _data_set(name: str, given: Any, target: str | None, groups: str | None) -> Data:
    if isinstance(given, str) and given in LOADERS:
        X, y = getattr(toys, f"load_{given}")(return_X_y=True)
        return Data(X=X, y=y)
    if isinstance(given, (tuple, list)) and len(given) == 2:
        given, beside = given
        if not isinstance(beside, str):
            return Data(X=given, y=beside)
        target = beside
    is_file = isinstance(given, (str, Path))
    if is_file and not Path(given).exists():
        raise FileNotFoundError(
            f"`datasets` must be files, or {', '.join(LOADERS)}, but there is no file {str(given)!r}."
        )
    if not is_file and not isinstance(given, pd.DataFrame):
        raise TypeError(
            f"`datasets[{name!r}]` must be (X, y), a data frame of pandas, a file or one of {', '.join(LOADERS)}, but "
            f"got {shown(given)}."
        )
    if target is None:
        raise ValueError(f"`target` must name the column of the classes of {name!r}, but is not given.")
    if is_file:
        with in_file(Path(given).name):
            return data_from_file(Path(given), target, groups=groups)
    return data_from_frame(given, f"`datasets[{name!r}]`", target, groups=groups)
