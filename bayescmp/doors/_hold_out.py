"""Columns that are not used, but tell that rows are of several splits or repeats, or of one record."""

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from bayescmp._support._typing import Array

_REPEATS = {"repeat", "rep", "repetition", "replicate", "replication"}
_FOLDS = {
    "fold", "kfold", "cvfold", "foldid", "split", "cv", "partition", "resample", "resampling", "validation", "outer",
    "k",
}  # fmt: skip
_WORDS = {
    "fold": _FOLDS,
    "repeat": {
        *_REPEATS, "seed", "run", "iteration", "iter", "epoch", "trial", "state", "randomstate", "bootstrap", "shuffle",
        "permutation", "rng", "round", "checkpoint",
    },
}  # fmt: skip
_ID_WORDS = {
    "id", "uid", "uuid", "guid", "key", "index", "idx", "record", "row", "sample", "item", "question", "example",
    "instance", "unnamed", "file", "filename", "path", "nr", "no", "number",
}  # fmt: skip
_HOW = {"fold": "folds(fold)", "repeat": "folds(fold, repeat=...), runs(ids) of algorithms or answers(ids) of systems"}
REPEATED = ("repeat", "run", "answer")  # what tells rows of one record apart
_OR_ONE = "or how=hold_out() if the rows are those of one hold-out."


def check_nothing_unused(
    columns: Callable[[str], Array], names: Sequence[str], used: Mapping[str, str | None], labels: Sequence[str]
) -> None:
    """Refuse columns that are not used but say that the rows are not those of one hold-out."""
    taken = {*labels, *used.values()}
    alike = {_words(str(name)) for name in labels}  # run_1 and run_2, where run_3 is another classifier
    for name in names:
        words = _words(str(name))
        if name in taken or words in alike:
            continue
        for argument, tell_of_it in _WORDS.items():
            if _head(words) in tell_of_it:
                _check_one_split(columns, name, used, argument)
        if not _ID_WORDS.isdisjoint(words) and used["record"] is None:
            _check_different(columns, name, used)


def _words(name: str) -> tuple[str, ...]:
    """Return the words of a name such as cv_fold, foldId or run_1, in small letters and the singular."""
    words = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)
    return tuple(word.lower().removesuffix("s") for word in words)


def _head(words: Sequence[str]) -> str:
    """Return the word that says what a column is, the last that names no id; "" for k or cv within a name."""
    *others, head = [word for word in words if word not in {*_ID_WORDS, "name"}] or [""]
    return "" if others and len(head) < 3 else head


def _within(columns: Callable[[str], Array], name: str, keys: Sequence[str | None]) -> pd.DataFrame:
    """Return the column as text, beside the columns that may explain its values."""
    named = [name, *(key for key in keys if key is not None)]
    return pd.DataFrame({key: [str(value) for value in columns(key).tolist()] for key in named})


def _check_one_split(columns: Callable[[str], Array], name: str, used: Mapping[str, str | None], argument: str) -> None:
    """Refuse more values of a column than what is used explains."""
    head = _head(_words(name))
    is_split = head in _REPEATS | _FOLDS  # a fold may be called 1.2
    values = columns(name)
    if not is_split and values.dtype.kind == "f" and (np.isfinite(values) & (values != np.floor(values))).any():
        return  # measured, such as the time of a run
    # Folds may be numbered through over the repeats, so that they do not stand for repeats as they do for seeds.
    alone = not any(used[key] for key in REPEATED) and head in _REPEATS
    keys = ("classifier",) if alone else ("classifier", "fold", *REPEATED)
    table = _within(columns, name, [used[key] for key in keys])
    n_explained = len(table.drop(columns=name).assign(all=0).drop_duplicates())
    if len(table.drop_duplicates()) == n_explained or table[name].nunique() < 2:
        return
    raise ValueError(
        f"The column {name!r} must be used if it tells how records were split or repeated, but it has "
        f"{table[name].nunique()} values and is not. Give it by how={_HOW[argument]}, "
        f"{_OR_ONE}"
    )


def _check_different(columns: Callable[[str], Array], name: str, used: Mapping[str, str | None]) -> None:
    table = _within(columns, name, [used[key] for key in REPEATED])
    twice = table.duplicated()
    if twice.any() and (table[name] != table[name][0]).any():
        raise ValueError(
            f"Each record must have one row per repeat, but {name!r} has {table[name][twice.idxmax()]} twice (again in "
            f"row {twice.idxmax()}). Give it as `record`, and by `how` what tells its rows apart, the column "
            f"of classifiers as `classifier`, or it as `group`, {_OR_ONE}"
        )


def check_index(index: pd.Index | None, used: Mapping[str, str | None]) -> None:
    """Refuse a pandas index that repeats, as after pd.concat of the logs of several repeats."""
    if index is not None and index.has_duplicates and not any(used[key] for key in ("record", "fold", *REPEATED)):
        raise ValueError(
            f"Each record must have one row per repeat, but the index of the frame has {index[index.duplicated()][0]} "
            f"twice. Give `record`, and by `how` what tells its rows apart, {_OR_ONE}"
        )
