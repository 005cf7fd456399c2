"""Sums of outcomes over training sets, of any number of classifiers in one pass."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import xarray as xr

from bayescmp._support._typing import Array
from bayescmp.tables import tables_of_sums

_OWN = ("classifier", "repeat", "record")
_AT_ONCE = 2**15  # records, whose numbers a processor holds near


@dataclass(frozen=True, kw_only=True, eq=False)
class OutcomeSums:
    """What the outcomes of all classifiers add up to; a pair of classifiers is a difference of these.

    With w the wrong outcomes of a classifier, and t their sum over repeats on a record. Leading dims are experiments.
    What does not depend on classifiers is in `of_records`: `records`, `together`, `overlap`, `n_train`.
    """

    lead: tuple[str, ...]
    sizes: Array  # of validation sets, (..., repeat, fold)
    errors: Array  # sums of w over them, (..., classifier, repeat, fold)
    both: Array  # Gram matrices of w, (..., classifier, classifier, repeat, fold)
    times: Array  # in how many repeats records are validated
    totals: Array  # sums of t over the records that a set validates, by these, (..., classifier, times, set)
    products: Array  # Gram matrices of t, (..., classifier, classifier, times)
    of_records: dict[str, tuple[tuple[str, ...], Array]]
    used: Array  # positions of training sets among all repeats and folds: a repeat may have fewer folds

    def tables(self, first: Any, second: Any) -> xr.DataArray:
        """Return tables of two classifiers by their positions, or of pairs of them along the dim `pair`."""
        wrong_first, wrong_second = self.errors[..., first, :, :], self.errors[..., second, :, :]
        both, sizes = self.both[..., first, second, :, :], self.sizes[..., *(None,) * np.ndim(first), :, :]
        return tables_of_sums(both, wrong_first, wrong_second, sizes, (*self._lead(first), "repeat", "fold"))

    def difference(self, first: Any, second: Any) -> xr.Dataset:
        """Return sums of the differences, first - second, of two classifiers or of pairs of them."""
        # Sums over i of d, d^2 and d_i d_j as differences of those of w (docs/trust/formulas.md, "Crossed effects")
        lead = self._lead(first)
        errors = self.errors.reshape(*self.errors.shape[:-2], -1)[..., self.used]
        squares = self.both.sum((-2, -1))
        variables = {
            "difference": ((*lead, "training_set"), errors[..., first, :] - errors[..., second, :]),
            "total": ((*lead, "times", "training_set"), self.totals[..., first, :, :] - self.totals[..., second, :, :]),
            "squares": (lead, of_difference(squares[..., None], first, second)[..., 0]),
            "squared_totals": ((*lead, "times"), of_difference(self.products, first, second)),
        }
        return xr.Dataset(variables | self.of_records, coords={"times": self.times})

    def cells(self, first: Any, second: Any) -> xr.DataArray:
        """Return the tables over all repeats and folds."""
        return self.tables(first, second).sum(("repeat", "fold"))

    def with_never_wrong(self) -> "OutcomeSums":
        """Return the sums with a classifier more, the last one, that is never wrong."""

        def padded(array: Array, *axes: int) -> Array:
            return np.pad(array, [(0, int(axis in axes)) for axis in range(-array.ndim, 0)])

        return replace(
            self,
            errors=padded(self.errors, -3),
            both=padded(self.both, -4, -3),
            totals=padded(self.totals, -3),
            products=padded(self.products, -3, -2),
        )

    def _lead(self, first: Any) -> tuple[str, ...]:
        return self.lead + ("pair",) * np.ndim(first)


def of_difference(products: Array, first: Any, second: Any) -> Array:
    """Return squares of differences, or variances, from products of all, (..., classifier, classifier, any)."""
    # (a - b)^2 = a^2 + b^2 - 2ab
    squares = products[..., first, first, :] + products[..., second, second, :]
    return squares - 2 * products[..., first, second, :]


def sums_of(wrong: xr.DataArray, fold: xr.DataArray, train: xr.DataArray | None = None) -> OutcomeSums:
    """Add up outcomes, dims (..., classifier, record) or (..., classifier, repeat, record), over all sets.

    Without `repeat`, a record has one outcome in all repeats. `fold` has the dims (..., repeat, record), and -1 where
    none validates; `train` (..., repeat, fold, record), if None all records of a repeat outside the fold.
    """
    lead = tuple(dict.fromkeys(str(d) for one in (wrong, fold) for d in one.dims if d not in _OWN))
    own = tuple(dim for dim in lead if dim in fold.dims)
    folds = fold.transpose(*own, "repeat", "record").to_numpy()
    exists = np.stack([(folds == k).any(-1) for k in range(int(folds.max()) + 1)], axis=-1)  # (..., repeat, fold)
    if (exists != exists[(0,) * (exists.ndim - 2)]).any():
        raise ValueError("Experiments of a batch must have the same folds, but some have fewer: add them up apart.")
    used = np.flatnonzero(exists.any(tuple(range(exists.ndim - 2))).ravel())
    times = (folds >= 0).sum(-2, dtype=np.int32)
    counts = np.array([k for k in range(1, folds.shape[-2] + 1) if (times == k).any()])
    axes = tuple(fold.sizes[dim] if dim in own else 1 for dim in lead)

    w = wrong.expand_dims([dim for dim in (*lead, "repeat") if dim not in wrong.dims])
    outcomes = w.transpose(*lead, "repeat", "classifier", "record").to_numpy()
    trained = None if train is None else train.transpose(*own, "repeat", "fold", "record").to_numpy()

    def sums(rows: slice) -> tuple[Array, ...]:
        inside = folds[..., None, rows] == np.arange(exists.shape[-1])[:, None]  # (..., repeat, fold, record)
        fitted = ~inside if trained is None else trained[..., rows]
        is_times = times[..., None, rows] == counts[:, None]  # (..., times, record)
        by_set = _of_records(_sets(inside)[..., used, :], _sets(fitted)[..., used, :], is_times)
        members = inside.astype(np.float64).reshape(*axes, *inside.shape[-3:])
        is_times = is_times.reshape(*axes, *is_times.shape[-2:])
        return *_of_outcomes(outcomes[..., rows].astype(np.float64), members, is_times, used), *by_set

    parts = [sums(slice(begin, begin + _AT_ONCE)) for begin in range(0, folds.shape[-1], _AT_ONCE)]
    added = (np.sum(of_parts, axis=0) for of_parts in zip(*parts, strict=True))
    sizes, errors, both, totals, products, records, together, overlap, n_train = added
    # overlap = |S & S'| / (|S| |S'|) of training sets (docs/trust/formulas.md, "Crossed effects")
    divisor, of_sets = np.where(n_train > 0, n_train, 1.0), ("training_set", "other")
    return OutcomeSums(
        lead=lead,
        sizes=sizes,
        errors=errors,
        both=both,
        times=counts,
        totals=totals,
        products=products,
        of_records={
            "records": ((*own, "times"), records),
            "together": ((*own, "times", *of_sets), together),
            "overlap": ((*own, *of_sets), overlap / divisor[..., :, None] / divisor[..., None, :]),
            "n_train": (own, n_train.mean(-1)),
        },
        used=used,
    )


def _of_outcomes(outcomes: Array, members: Array, is_times: Array, used: Array) -> tuple[Array, ...]:
    """Return `sizes`, `errors`, `both`, `totals` and `products` of some records."""
    # Products of matrices with the records last: (..., repeat, classifier, record) by (..., repeat, record, fold)
    both, total, sets = [], np.zeros(()), _sets(members)[..., used, :].mT
    for k in range(members.shape[-2]):  # one fold of every repeat at a time
        chosen = outcomes * members[..., k, None, :]
        both.append(chosen @ chosen.mT)
        total = total + chosen.sum(-3)
    by_times = [total * is_times[..., k, None, :] for k in range(is_times.shape[-2])]  # (..., classifier, record)
    return (
        members.sum(-1),
        np.moveaxis(outcomes @ members.mT, -2, -3),
        np.moveaxis(np.stack(both, axis=-1), -4, -2),
        np.stack([chosen @ sets for chosen in by_times], axis=-2),
        np.stack([chosen @ total.mT for chosen in by_times], axis=-1),
    )


def _of_records(members: Array, trained: Array, is_times: Array) -> tuple[Array, ...]:
    """Return what does not depend on classifiers: `records`, `together`, what sets train on in common, and alone."""
    fitted, held = trained.astype(np.float64), members.astype(np.float64)
    by_times = [(held * is_times[..., k, None, :]) @ held.mT for k in range(is_times.shape[-2])]
    return is_times.sum(-1), np.stack(by_times, axis=-3), fitted @ fitted.mT, fitted.sum(-1)


def _sets(members: Array) -> Array:
    """Join the axes repeat and fold."""
    return members.reshape(*members.shape[:-3], -1, members.shape[-1])
