"""Tables of scores on several data sets, a row per data set and classifier."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._given import as_numbers
from bayescmp._support._text import shown
from bayescmp._support._typing import Array, Floats
from bayescmp._support._validation import check_integer, check_list, in_file
from bayescmp.metrics._scores import scores_from_arrays
from bayescmp.predictions import ColumnReader, check_called_so, plain_labels, with_named_rows


def scores_from_frame(
    frame: object,
    *,
    n_train: float | Mapping[str, float] | None = None,
    n_test: float | Mapping[str, float] | None = None,
    k_folds: int | None = None,
    dataset: str = "dataset",
    classifier: str = "classifier",
    scores: Sequence[str] | None = None,
    fold: str | None = None,
    n_repeats: int | None = None,
    greater_is_better: bool | None = None,
    noun: str = "score",
    bounds: tuple[float | None, float | None] | None = None,
) -> dict[str, xr.DataArray]:
    """Gather the scores of classifiers on several data sets from a table.

    Any data frame that narwhals knows: pandas, polars, pyarrow and others.

    Parameters
    ----------
    frame : data frame
        One row per data set and classifier, one column per validation set. A classifier may be missing on some data
        sets. Scores in per cent are divided by 100 before, as a rope and the prior of losses are proportions.
    n_train, n_test : float, or mapping of str to float
        Number of records of a training and of a validation set; their means, where they differ. A mapping has one for
        each data set.
    k_folds : int, optional
        Number of folds in place of both, where the numbers of records are not known: only the ratio of a validation to
        a training set is used.
    dataset, classifier : str
        Columns of the names of data sets and classifiers, "dataset" and "classifier" if not named.
    scores : list of str, optional
        Columns of the scores, in order. If None, all others; their names must then be alike but for numbers.
    fold : str, optional
        Column of the validation sets, where each has a row of its own, with one column of scores. They are named alike
        for all classifiers of a data set, and otherwise in each repeat: with `n_repeats`, they are taken repeat by
        repeat in the order of their numbers or, where names are no numbers, of the rows, which must be that of the
        numbers where names have several, such as "r1f2".
    n_repeats, greater_is_better, noun, bounds
        As in `scores_from_arrays`, the same for all data sets. What differs goes into a call of its own; mappings are
        joined by ``|``.

    Returns
    -------
    dict of str to DataArray
        For each data set what `scores_from_arrays` returns. Data sets and classifiers are in the order of the table.

    Raises
    ------
    KeyError
        If a column is not in the frame; the message lists those that are.
    TypeError, ValueError
        If a classifier has two rows on a data set, a data set has fewer than two classifiers, names or scores are
        missing, or scores are no numbers; also as from `scores_from_arrays`.

    Examples
    --------
    >>> import pandas as pd
    >>> import bayescmp as bc
    >>> rows = [["iris", "tree", 0.93, 0.95], ["iris", "svm", 0.97, 0.96], ["wine", "tree", 0.9, 0.88]]
    >>> rows += [["wine", "svm", 0.97, 0.99], ["wine", "bayes", 0.98, 0.97]]
    >>> table = pd.DataFrame(rows, columns=["dataset", "classifier", "s0", "s1"])
    >>> found = bc.scores_from_frame(table, n_train={"iris": 75, "wine": 89}, n_test={"iris": 75, "wine": 89})
    >>> {name: scores.sizes["classifier"] for name, scores in found.items()}
    {'iris': 2, 'wine': 3}
    """
    n_train, n_test = _sizes(n_train, n_test, k_folds)
    columns = ColumnReader(with_named_rows(frame) if isinstance(frame, pd.DataFrame) else frame)
    datasets, classifiers = _names(columns, dataset, "dataset"), _names(columns, classifier, "classifier")
    if dataset == classifier:
        raise ValueError(f"`classifier` must be another column than `dataset`, but both are {dataset!r}.")
    folds = None if fold is None else _names(columns, fold, "fold")
    used = _score_columns(columns.names, scores, {dataset, classifier, fold})
    values = np.stack([as_numbers(columns(name, "scores"), f"scores[{name!r}]") for name in used], axis=1)
    for name in used if greater_is_better is None else ():
        check_called_so(name, greater_is_better=True)
    if folds is not None:
        if len(used) > 1:
            raise ValueError(
                f"`scores` must be one column where each validation set has a row of its own, but got {list(used)}."
            )
        names = _in_order(folds, n_repeats, list(zip(datasets, classifiers, strict=True)))
        datasets, classifiers, used, values = _widened(datasets, classifiers, folds, values, names)
    _check_rows(datasets, classifiers)
    if len(used) == 1:
        raise ValueError(
            f"`scores` must be two columns or more, but {used[0]!r} is the only one: one score does not tell how far "
            "it is known. One number each is compared by `compare_datasets` of a frame with a row for each data set."
        )
    if k_folds is not None and len(used) % k_folds:
        raise ValueError(f"`k_folds` must divide the number of scores, but got {k_folds} for {len(used)} scores.")
    order, found = list(dict.fromkeys(classifiers)), {}
    for name in dict.fromkeys(datasets):
        rows = {classifiers[row]: values[row] for row in np.flatnonzero(datasets == name)}
        with in_file(f"the data set {name!r}"):
            found[name] = scores_from_arrays(
                {one: rows[one] for one in order if one in rows},
                n_train=_size_of(name, n_train, "n_train"),
                n_test=_size_of(name, n_test, "n_test"),
                n_repeats=n_repeats,
                greater_is_better=greater_is_better,
                noun=noun,
                bounds=bounds,
            )
    return found


def _sizes(n_train: Any, n_test: Any, k_folds: int | None) -> tuple[Any, Any]:
    """Return sizes of training and validation sets, as shares where only the number of folds is known."""
    if k_folds is None:
        if n_train is None or n_test is None:
            raise TypeError("`k_folds` must be given, or `n_train` and `n_test`, the numbers of records of the sets.")
        return n_train, n_test
    if n_train is not None or n_test is not None:
        raise TypeError("`k_folds` must be left out where `n_train` or `n_test` is given.")
    return float(check_integer("k_folds", k_folds, least=2)) - 1, 1.0


def _names(columns: ColumnReader, column: str, argument: str) -> Array:
    """Return a column of names as text."""
    values = columns(column, argument)
    if not values.size:
        raise ValueError("`frame` must have a row for each data set and classifier, but has none.")
    names = plain_labels(values, argument, lambda i: f"row {i}").astype(str).astype(object)
    if "" in names:
        raise ValueError(f"`{argument}` must hold names, but got '' in row {names.tolist().index('')}.")
    return names


def _score_columns(names: Sequence[str], scores: Sequence[str] | None, keys: set[str | None]) -> list[str]:
    if scores is None:
        return _alike([name for name in names if name not in keys])
    named = check_list("scores", scores)
    for name, count in Counter(name for name in named if isinstance(name, str)).items():
        if count > 1 or name in keys:
            raise ValueError(f"`scores` must name each column of scores once, and no other, but has {name!r}.")
    return named


def _alike(names: list[str]) -> list[str]:
    """Return columns if they may all be of scores: a mean, a size or a number of the row would pass for one."""
    if not names:
        raise ValueError("`frame` must have columns of scores beside those of names, but has none.")
    unnamed = [name for name in names if not isinstance(name, str)]
    if unnamed:
        raise TypeError(f"`frame` must have columns whose names are text, but got {shown(unnamed[0])}.")
    forms = {name: re.sub(r"\d+", "", name) for name in names}
    usual = Counter(forms.values()).most_common(1)[0][0]
    odd = [name for name in names if forms[name] != usual]
    if odd:
        raise ValueError(
            f"`scores` must name the columns of scores, as {odd[0]!r} is not called like the others: "
            f"scores=[{next(name for name in names if forms[name] == usual)!r}, ...]."
        )
    return names


def _widened(
    datasets: Array, classifiers: Array, folds: Array, values: Floats, names: list[str]
) -> tuple[Array, Array, list[str], Floats]:
    """Return rows of the scores of all validation sets, NaN where a data set and classifier have none of one."""
    rows = dict.fromkeys(zip(datasets.tolist(), classifiers.tolist(), strict=True))
    keys = list(zip(datasets.tolist(), classifiers.tolist(), folds.tolist(), strict=True))
    (dataset, classifier, name), count = Counter(keys).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"`frame` must have one row for each data set, classifier and validation set, but has {count} of "
            f"{classifier!r} on {dataset!r} in {name!r}."
        )
    found, row_of, column_of = np.full((len(rows), len(names)), np.nan), _places(rows), _places(names)
    for key, value in zip(keys, values[:, 0], strict=True):
        found[row_of[key[:2]], column_of[key[2]]] = value
    one, other = (np.array(part, dtype=object) for part in zip(*rows, strict=True))
    return one, other, names, found


def _in_order(folds: Array, n_repeats: int | None, rows: Sequence[tuple[str, str]]) -> list[str]:
    """Return the names of validation sets by their numbers, or as they appear; repeats are told by the order.

    So it must be the same in all `rows`, of data sets and classifiers, where the names do not tell it.
    """
    names = list(dict.fromkeys(folds.tolist()))
    forms = {re.sub(r"\d+", "#", name) for name in names}
    if forms <= {"#", "-#"}:
        return sorted(names, key=int)
    if len(forms) == 1 and min(forms).count("#") == 1:
        return sorted(names, key=lambda name: int(re.sub(r"\D", "", name)))
    if n_repeats in {None, 1}:
        return names
    is_one_form = len(forms) == 1  # such as r1f2, whose numbers have to be in order
    known = sorted(names, key=lambda name: [*map(int, re.findall(r"\d+", name))]) if is_one_form else names
    place, last = _places(known), dict[tuple[str, str], int]()
    for row, name in zip(rows, folds, strict=True):
        if place[name] < last.get(row, -1):
            raise ValueError(
                "`fold` must number the validation sets, repeat by repeat, or have them in one order for all "
                f"classifiers, but those of {row[1]!r} on {row[0]!r} come in another one."
            )
        last[row] = place[name]
    return names


def _places(keys: Iterable[Any]) -> dict[Any, int]:
    return {key: place for place, key in enumerate(keys)}


def _check_rows(datasets: Array, classifiers: Array) -> None:
    (dataset, classifier), count = Counter(zip(datasets, classifiers, strict=True)).most_common(1)[0]
    if count > 1:
        raise ValueError(
            f"`frame` must have one row for each data set and classifier, but has {count} of {classifier!r} on "
            f"{dataset!r}. Where each score has a row of its own, name the column of validation sets as `fold`."
        )
    name, count = Counter(datasets).most_common()[-1]
    if count < 2:
        raise ValueError(f"`frame` must have two classifiers or more on every data set, but has one on {name!r}.")


def _size_of(dataset: str, given: float | Mapping[str, float], argument: str) -> float:
    if not isinstance(given, Mapping):
        return given
    sizes = {str(name): size for name, size in given.items()}
    if dataset not in sizes:
        raise ValueError(f"`{argument}` must have a number for each data set, but lacks {dataset!r}.")
    return sizes[dataset]
