"""The outcomes of two classifiers, aggregated into what the crossed-effects likelihood depends on."""

from dataclasses import dataclass

import numpy as np
import xarray as xr
from numpy.typing import NDArray

from bayescmp._typing import Floats, Integers
from bayescmp.correlation import overlap_matrix
from bayescmp.predictions._check import check_independent_records
from bayescmp.predictions._dataset import training_sets, wrong


@dataclass(frozen=True, kw_only=True, eq=False)
class Patterns:
    """Sufficient statistics of the errors of two classifiers on the same records.

    Attributes
    ----------
    training_set : tuple of str
        The training sets, "repeat/fold".
    n_train : float
        Their mean size.
    factor : array, shape (n_sets, rank)
        F with F F' = the overlap correlations of the training sets.
    errors : array, shape (2, n_sets)
        Errors of the first and the second on each validation set.
    row_errors : array, shape (n_rows, 2)
        A row is a group of records that the same models validate, one of the classifiers, and a number of its
        errors on such a record, which stands in the column of the classifier.
    row_membership : array of 0 and 1, shape (n_rows, 2 n_sets)
        The models of the classifier that validate the group; first those of the first classifier.
    pattern_row : array, shape (2, n_patterns)
        The row of the first and of the second in each pattern that occurs.
    pattern_count : array, shape (n_patterns,)
        Records with the pattern.
    n_validation : array of int, shape (n_sets,)
        Records in each validation set.
    n_records : int
        Records with an outcome.
    """

    training_set: tuple[str, ...]
    n_train: float
    factor: Floats
    errors: Floats
    row_errors: Floats
    row_membership: Floats
    pattern_row: Integers
    pattern_count: Floats
    n_validation: Integers
    n_records: int


def patterns_of(predictions: xr.Dataset, first: str, second: str) -> Patterns:
    """Aggregate records with the same validating models and the same numbers of errors.

    Given the effects, outcomes are independent; the training-set effects enter linearly with the errors per
    training set, and the record effects with the errors per record. So nothing else of the data matters.
    """
    check_independent_records(predictions)
    fold = predictions["fold"].drop_vars("fold", errors="ignore").transpose("repeat", "record").values
    train = training_sets(predictions)
    sets = [(repeat, k) for repeat in range(fold.shape[0]) for k in np.unique(fold[repeat][fold[repeat] >= 0])]
    sizes, overlaps = _overlaps(train, sets)
    _check_training(sizes, overlaps)
    used = (fold >= 0).any(axis=0)
    fold = fold[:, used]
    mistakes = wrong(predictions).sel(classifier=[first, second]).transpose("classifier", "repeat", "record")
    mistakes_of = mistakes.values[:, :, used]
    group, representative = _numbered(fold)
    per_record = mistakes_of.sum(axis=1)
    cells, pattern_count = np.unique(np.vstack([group, per_record]), axis=1, return_counts=True)
    row_errors, row_membership, pattern_row = _rows(cells, _membership(fold[:, representative], sets))
    errors = [[mistakes_of[c, repeat, fold[repeat] == k].sum() for repeat, k in sets] for c in range(2)]
    repeats = predictions["repeat"].values
    return Patterns(
        training_set=tuple(f"{repeats[repeat]}/{k}" for repeat, k in sets),
        n_train=float(sizes.mean()),
        factor=_factor(overlaps / np.sqrt(np.outer(sizes, sizes))),
        errors=np.array(errors, dtype=float),
        row_errors=row_errors,
        row_membership=row_membership,
        pattern_row=pattern_row,
        pattern_count=pattern_count.astype(float),
        n_validation=np.array([(fold[repeat] == k).sum() for repeat, k in sets]),
        n_records=int(used.sum()),
    )


def _overlaps(train: xr.DataArray, sets: list[tuple[int, int]]) -> tuple[Floats, Floats]:
    repeats, folds = (list(part) for part in zip(*sets, strict=True))
    overlaps = overlap_matrix(train).values[repeats, folds][:, repeats, folds].astype(float)
    return np.diagonal(overlaps), overlaps


def _check_training(sizes: Floats, overlaps: Floats) -> None:
    if sizes.size < 2 or np.all(overlaps == sizes[0]):
        raise ValueError(
            f"`predictions` must come from at least two different training sets, but got {min(sizes.size, 1)}: the "
            "effect of the training set cannot be told. Use predictions of a cross-validation, such as "
            "`cross_val_predictions` makes; a hold-out is for `compare`."
        )


def _numbered(fold: NDArray[np.int32]) -> tuple[Integers, Integers]:
    """Give distinct columns numbers in lexical order: the number of each column, and one column of each number."""
    number = np.zeros(fold.shape[1], dtype=np.int64)
    width = int(fold.max()) + 2
    for row in fold:
        # Numbered anew at each step, so that the code cannot overflow.
        _, number = np.unique(number * width + row + 1, return_inverse=True)
    _, representative = np.unique(number, return_index=True)
    return number, representative


def _membership(fold: NDArray[np.int32], sets: list[tuple[int, int]]) -> Floats:
    """Tell which models validate a record of each group, shape (n_groups, n_sets)."""
    return np.stack([fold[repeat] == k for repeat, k in sets], axis=1).astype(float)


def _rows(cells: Integers, membership: Floats) -> tuple[Floats, Floats, Integers]:
    """Return the rows that the cells (group, errors of the first, errors of the second) are made of."""
    errors, memberships, pattern_row, n_rows = [], [], [], 0
    for c in range(2):
        rows, number = np.unique(cells[[0, 1 + c]], axis=1, return_inverse=True)
        unit = np.eye(2)[c]
        errors.append(np.outer(rows[1], unit))
        memberships.append(np.kron(unit, membership[rows[0]]))
        pattern_row.append(number.ravel() + n_rows)
        n_rows += rows.shape[1]
    return np.concatenate(errors), np.concatenate(memberships), np.stack(pattern_row)


def _factor(correlation: Floats) -> Floats:
    """Return F of full column rank with F F' = `correlation`, which may be singular."""
    values, vectors = np.linalg.eigh(correlation)
    kept = values > 1e-9 * values[-1]
    return vectors[:, kept] * np.sqrt(values[kept])
