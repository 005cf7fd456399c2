"""The outcomes of two classifiers, aggregated into what the crossed-effects likelihood depends on, and its grid."""

from dataclasses import dataclass

import numpy as np
import xarray as xr

from bayescmp._typing import Floats, Integers
from bayescmp.correlation import overlap_matrix
from bayescmp.predictions import OF_ANSWERS, check_equal_records, training_sets, wrong

STEP = 0.25
NODES = np.arange(-6.5, 6.5 + STEP / 2, STEP)  # normal scores beyond 6.5 have probability 8e-11
r"""The grid of normal scores on which the effects of a record on the two classifiers are integrated out.

The trapezoid rule with the bivariate normal density of the correlation as weights: all weights are positive, so that
no logarithm fails. With step h the relative error is about :math:`2 e^{-4\pi^2 (1 - |\rho|)/h^2}` for the density and
:math:`2 e^{-2\pi^2/(\sigma h)}` for a logistic curve of slope sigma. Measured on patterns of three and five repeats,
the rarest included, against a grid ten times as fine and up to scores of 9: at most 2e-3 for sigma up to 5, and 4e-5
for sigma = 3; 5e-2 for sigma = 8. 81 Gauss-Hermite nodes a side leave 7e-2 for sigma = 5 and 7e-1 for 8, because their
spacing shrinks with the root of their number only.
"""


@dataclass(frozen=True, kw_only=True, eq=False)
class Patterns:
    """Sufficient statistics of the errors of two classifiers on the same records.

    A row is a group of records that the same models validate, one of the classifiers, and a number of its errors on
    such a record.
    """

    training_set: tuple[str, ...]  # "repeat/fold"
    n_train: float  # their mean size
    factor: Floats  # (n_sets, rank), F with F F' = the overlap correlations of the training sets
    errors: Floats  # (2, n_sets), of the first and the second on each validation set
    row_errors: Floats  # (n_rows, 2), in the column of the classifier
    row_membership: Floats  # 0 and 1, (n_rows, 2 n_sets): the models that validate; first those of the first classifier
    pattern_row: Integers  # (2, n_patterns), the row of the first and of the second in each pattern that occurs
    pattern_count: Floats  # (n_patterns,), records with the pattern
    n_validation: Integers  # (n_sets,), records in each validation set
    n_records: int  # with an outcome


def patterns_of(predictions: xr.Dataset, first: str, second: str) -> Patterns:
    """Aggregate records with the same validating models and the same numbers of errors.

    Given the effects, outcomes are independent; the training-set effects enter linearly with the errors per
    training set, and the record effects with the errors per record. So nothing else of the data matters.
    """
    check_equal_records(predictions, units=False)
    fold = predictions["fold"].drop_vars("fold", errors="ignore").transpose("repeat", "record").values
    train = training_sets(predictions)
    sets = [(repeat, k) for repeat in range(fold.shape[0]) for k in np.unique(fold[repeat][fold[repeat] >= 0])]
    sizes, overlaps = _overlaps(train, sets)
    _check_training(sizes, overlaps)
    used = (fold >= 0).any(axis=0)
    fold = fold[:, used]
    mistakes = wrong(predictions).sel(classifier=[first, second]).transpose(*OF_ANSWERS)
    mistakes_of = mistakes.values[:, :, used]
    _, representative, group = np.unique(fold, axis=1, return_index=True, return_inverse=True)
    per_record = mistakes_of.sum(axis=1)
    cells, pattern_count = np.unique(np.vstack([group, per_record]), axis=1, return_counts=True)
    membership = np.stack([fold[repeat, representative] == k for repeat, k in sets], axis=1).astype(float)
    row_errors, row_membership, pattern_row = _rows(cells, membership)
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


def _rows(cells: Integers, membership: Floats) -> tuple[Floats, Floats, Integers]:
    """Return the rows that the cells (group, errors of the first, errors of the second) are made of.

    `membership` tells which models validate a record of each group, (n_groups, n_sets).
    """
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
