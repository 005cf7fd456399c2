"""Which experiment data come from: what was resampled, as the folds of predictions or the dims of tables tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import xarray as xr

from bayescmp._support._shared import shared
from bayescmp._support._text import counted
from bayescmp._support._typing import Array
from bayescmp._support._validation import about
from bayescmp.correlation import is_block_regularized
from bayescmp.predictions import are_answers, are_runs, check_predictions, groups_of, lacks_answers, once, training_sets

__all__ = ["ANSWERS", "CROSS_VALIDATION", "EFFECTIVE", "HOLD_OUT", "RUNS", "TWO_FOLD", "Design", "Sizes", "design_of"]

HOLD_OUT, TWO_FOLD, CROSS_VALIDATION, ANSWERS, RUNS, EFFECTIVE = (
    "hold-out", "two-fold", "cross-validation", "answers", "runs", "effective table",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Sizes:
    """Sizes of sets of records; all 0 where they are not known."""

    smallest: float = 0.0
    largest: float = 0.0
    mean: float = 0.0

    @classmethod
    def of(cls, sizes: Array) -> Self:
        """Summarise sizes, of which there is at least one."""
        return cls(smallest=float(sizes.min()), largest=float(sizes.max()), mean=float(sizes.mean()))

    def counted(self, noun: str) -> str:
        """Return such as "3 to 5 runs", or "5 runs" where all are alike."""
        few = f"{self.smallest:.0f} to " if self.smallest < self.largest else ""
        return few + counted(f"{self.largest:,.0f}", noun)


@dataclass(frozen=True, kw_only=True)
class Design:
    """What was resampled.

    Attributes
    ----------
    kind : str
        "hold-out"; "two-fold", a block-regularized m x 2 cross-validation; "cross-validation", any other design with
        several training sets; "answers", repeats without training; "runs", several trainings on one training set; or
        "effective table", one that a user brought.
    n_records : float
        Records that were validated, each counted once; 0 where not known.
    n_repeats, n_folds : int
        Repeats, and the largest number of folds of one.
    n_sets : int
        Validation sets: fewer than repeats times folds where repeats have different numbers of folds.
    train, validation : Sizes
        Sizes of the training and validation sets.
    test_to_train : float
        Size of a validation set relative to a training set, averaged; NaN where it is not known.
    has_records : bool
        Whether it is known which record had which outcome, and not only how many had.
    groups : Sizes
        Validated records of the groups of dependent ones; all 0 where records are independent.
    n_groups : int
        Number of the units that are groups of dependent records, or of several answers to a record.
    n_judged : int
        Records of which a judge has said right or wrong, where people have not of all; else 0.
    answers : Sizes
        Answers of one classifier to a record where there may be several; all 0 where there is one each.
    runs : Sizes
        Trainings of a classifier on the one training set; all 0 where there is one each.
    """

    kind: str
    n_records: float
    n_repeats: int = 1
    n_folds: int = 1
    n_sets: int = 1
    train: Sizes = Sizes()
    validation: Sizes = Sizes()
    test_to_train: float = float("nan")
    has_records: bool = False
    groups: Sizes = Sizes()
    n_groups: int = 0
    n_judged: int = 0
    answers: Sizes = Sizes()
    runs: Sizes = Sizes()

    @property
    def is_one_test_set(self) -> bool:
        """Whether all validations are of one test set."""
        return self.kind in {HOLD_OUT, RUNS}

    @property
    def are_scores_of_runs(self) -> bool:
        """Whether scores of runs are all that is known of one test set."""
        return self.kind == RUNS and not self.has_records

    @property
    def has_groups(self) -> bool:
        """Whether units are groups of records, and not of the answers to one."""
        return self.groups.largest > 0

    @property
    def units(self) -> str:
        """What is independent, in words."""
        return "groups of records" if self.has_groups else "records"

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of repeats and folds."""
        return self.n_repeats, self.n_folds


def design_of(predictions: xr.Dataset) -> Design:
    """Recognise the design of predictions by their folds and training sets.

    Parameters
    ----------
    predictions : Dataset
        As from `labels`.

    Returns
    -------
    Design

    Examples
    --------
    >>> import bayescmp as bc
    >>> from bayescmp.design import design_of
    >>> design_of(bc.labels([0, 1, 1], {"tree": [0, 0, 1], "svm": [0, 1, 0]})).kind
    'hold-out'
    """
    return recognised(check_predictions(predictions), training_sets(predictions))


@shared
def recognised(predictions: xr.Dataset, train: xr.DataArray) -> Design:
    """Recognise the design of predictions that are checked, with their training sets."""
    fold = predictions["fold"].transpose("repeat", "record").to_numpy()
    sizes = np.concatenate([np.bincount(row[row >= 0]) for row in fold])
    trained = train.to_numpy().sum(axis=-1)
    trained = trained[trained > 0]
    codes, groups = groups_of(predictions), np.zeros(0, dtype=int)
    if codes is not None:
        groups = np.bincount(codes[once(predictions, (fold >= 0).any(axis=0))])
        groups = groups[groups > 0]
    n_folds, ratio = int(fold.max()) + 1, float("nan")
    if are_runs(predictions) or "run_loss" in predictions:
        kind, n_records = RUNS, float((fold >= 0).any(axis=0).sum())
    elif (len(fold), n_folds) == (1, 1):
        kind, n_records = HOLD_OUT, float(once(predictions, fold[0] >= 0).sum())
    elif are_answers(predictions):
        kind, n_records = ANSWERS, float((fold >= 0).any(axis=0).sum())
    else:
        ratio = float(sizes.sum()) / sizes.size / float(trained.mean())
        two_fold = (fold.max(axis=1) == 1).all() and codes is None and "train" not in predictions
        two_fold = two_fold and is_block_regularized(train)
        kind, n_records = (TWO_FOLD, (fold[0] >= 0).sum()) if two_fold else (CROSS_VALIDATION, fold.shape[1])
    return Design(
        kind=kind,
        n_records=float(n_records),
        n_repeats=len(fold),
        n_folds=n_folds,
        n_sets=sizes.size,
        train=Sizes.of(trained) if trained.size else Sizes(),
        validation=Sizes.of(sizes),
        test_to_train=ratio,
        has_records=True,
        groups=Sizes.of(groups) if groups.size and groups.max() > 1 else Sizes(),
        n_groups=groups.size,
        n_judged=int((fold[0] >= 0).sum()) if "judged" in predictions and lacks_answers(predictions) else 0,
        answers=Sizes.of(predictions["n_answers"].to_numpy()) if "n_answers" in predictions else Sizes(),
        runs=Sizes.of(predictions["n_runs"].to_numpy()) if "n_runs" in predictions else Sizes(),
    )


def design_of_tables(tables: xr.DataArray, *, effective: bool = False) -> Design:
    """Recognise the design of tables, dims (repeat, fold, first, second)."""
    sizes = tables.to_numpy().sum(axis=(2, 3))
    if not sizes.sum() > 0:
        with about("data"):
            raise ValueError("A table must hold at least one record, but all counts are 0.")
    shape = tables.sizes["repeat"], tables.sizes["fold"]
    if shape == (1, 1):
        kind = EFFECTIVE if effective else HOLD_OUT
        return Design(kind=kind, n_records=float(sizes.sum()), validation=Sizes.of(sizes))
    if shape[1] != 2:
        raise ValueError(dims_words({"repeat": shape[0], "fold": shape[1]}))
    per_repeat = sizes.sum(axis=1)
    if (per_repeat != per_repeat[0]).any():
        raise ValueError(f"Every repeat must validate the same records, but the totals are {per_repeat.tolist()}.")
    return Design(
        kind=TWO_FOLD,
        n_records=float(per_repeat[0]),
        n_repeats=shape[0],
        n_folds=2,
        n_sets=2 * shape[0],
        train=Sizes.of(sizes),  # each fold is the training set of the other
        validation=Sizes.of(sizes),
    )


def dims_words(sizes: dict[str, int]) -> str:
    """Say which dims tables must have."""
    return (
        "`data` must be one table, or the tables of an m x 2 cross-validation with the dims repeat and fold (of size "
        f"2), but got the dims {sizes}. Compare several experiments one at a time."
    )


def design_of_splits(shape: tuple[int, int], splits: Sequence[tuple[Array, Array]], *, kind: str) -> Design:
    """Return the design of splits that a plan dealt."""
    train, test = (np.array([len(part) for part in side]) for side in zip(*splits, strict=True))
    return Design(
        kind=kind,
        n_records=float(np.unique(np.concatenate([rows for _, rows in splits])).size),
        n_repeats=shape[0],
        n_folds=shape[1],
        n_sets=len(splits),
        train=Sizes.of(train),
        validation=Sizes.of(test),
        test_to_train=float(np.mean(test / train)),
        has_records=True,
    )
