"""Groups of dependent records: the units whose sums inference adds up in place of those of records."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import scipy
import xarray as xr

from bayescmp._support._typing import Array, Floats, Integers
from bayescmp.evidence._sums import OutcomeSums, sums_of

_ROUNDING = 1e-14  # relative, of sums of squares
_DIGITS = 12  # of mean differences, which are equal but for rounding
_FEWEST = 4  # groups, of whose t distribution there is a standard deviation


@dataclass(frozen=True, kw_only=True, eq=False)
class GroupSums:
    r"""What the outcomes of all classifiers, or their influences, add up to over groups.

    Notes
    -----
    With G groups of :math:`n_g` of n records, a group takes the place of a record with

    .. math:: z_{gr} = \frac{G}{n} \sum_{i \in g} (d_{ir} - \bar d)

    so that the mean of z varies as the mean of d does where groups are independent (status D). Training sets that
    share groups correlate by :math:`\frac{n^2}{G \sum n_g^2} \sum_{g \in S \cap S'} n_g^2 / (N_S N_{S'})`, with
    :math:`N_S` records. Sums of squares about the mean say too little of groups of unequal size, so that variances are
    larger by the factor `widened` (derived, for groups whose records are alike).
    """

    values: Floats  # what validations add to the loss, less its mean, 0 of others, (classifier, repeat, record)
    fold: xr.DataArray
    train: xr.DataArray  # with whole groups in each set, as in those of `fold`
    codes: Integers  # the group of every record, counted from 0
    classes: Integers | None = None  # that of every record, of metrics that tell them apart

    def __post_init__(self) -> None:
        if self.count < 2:
            raise ValueError(
                "`data` must hold two groups or more (`group`), but all records are in one: nothing tells how groups "
                "vary. Leave `group` out only if records are independent."
            )

    @cached_property
    def validated(self) -> Array:
        """Where a record is validated, (n_repeats, n_records)."""
        return np.asarray(self.fold.transpose("repeat", "record").to_numpy() >= 0)

    @cached_property
    def sizes(self) -> Floats:
        """Number of validated records of every group."""
        return np.bincount(self.codes, self.validated.any(0), minlength=int(self.codes.max()) + 1)

    @property
    def count(self) -> float:
        """Number of groups with validated records."""
        return float((self.sizes > 0).sum())

    @cached_property
    def df(self) -> float:
        """Degrees of freedom of a variance between groups, of metrics of order those of the class in fewest of them."""
        if self.classes is None:
            return self.count - 1
        inside = self.validated.any(0)
        known = np.unique(self.classes[inside])
        of_class = [np.unique(self.codes[inside & (self.classes == one)]).size for one in known]
        return min(self.count, max(min(of_class), _FEWEST)) - 1.0

    @cached_property
    def widened(self) -> float:
        """Factor of variances, 1 for groups of equal size."""
        n, squares, cubes = (float((self.sizes**power).sum()) for power in (1, 2, 3))
        return (self.count - 1) / self.count / (1 - 2 * cubes / (n * squares) + squares / n**2)

    @property
    def worth_alike(self) -> float:
        """Number of independent records that groups are worth whose records are all alike."""
        return float(self.sizes.sum() ** 2 / (self.sizes**2).sum())

    @cached_property
    def added(self) -> Floats:
        """What groups add in place of records, z, (n_classifiers, n_repeats, n_groups)."""
        scale = (self._folds >= 0).sum() / self.validated.sum()
        return scale * np.array([[self._sum(one) for one in of_one] for of_one in self.values])

    @cached_property
    def _folds(self) -> Integers:
        """The fold that validates a group, (n_repeats, n_groups)."""
        found = np.full((len(self.validated), self.sizes.size), -1)
        for row, fold in zip(found, self.fold.transpose("repeat", "record").to_numpy(), strict=True):
            np.maximum.at(row, self.codes, fold)
        return found

    def _sum(self, values: Array) -> Floats:
        return np.bincount(self.codes, values, minlength=int(self.codes.max()) + 1)

    @cached_property
    def sums(self) -> OutcomeSums:
        """Sums over training sets, of one classifier more, the last one, that is never wrong."""
        trained = self.train.transpose("repeat", "fold", "record").to_numpy()
        whole = np.array([[self._sum(one) for one in of_repeat] for of_repeat in trained])  # records of each group
        found = sums_of(
            xr.DataArray(self.added, dims=("classifier", "repeat", "record")),
            xr.DataArray(self._folds, dims=("repeat", "record")),
            xr.DataArray(whole > 0, dims=("repeat", "fold", "record")),
        )
        sets = whole.reshape(-1, self.sizes.size)[found.used]
        own = np.where(sets.sum(1) > 0, sets.sum(1), 1.0)
        all_of = np.bincount(self.codes).astype(float)
        shared = (sets @ sets.T) / np.outer(own, own) * all_of.sum() ** 2 / (all_of.size * (all_of**2).sum())
        shared = shared if len(sets) > 1 else np.zeros_like(shared)  # one training set is not one of several
        of_records = found.of_records | {"overlap": (("training_set", "other"), shared)}
        of_records["n_train"] = ((), np.asarray(sets.sum(1).mean()))
        return replace(found, of_records=of_records).with_never_wrong()

    @property
    def covariance(self) -> Floats:
        """Covariance of the losses of all classifiers on a hold-out, (n_classifiers, n_classifiers)."""
        added = self.added[:, 0]
        return np.asarray(self.widened * added @ added.T / (self.count * (self.count - 1)))

    def difference(self, first: Integers | int, second: Integers | int) -> xr.Dataset:
        """Return sums of differences of two classifiers or of pairs, as `OutcomeSums.difference`, and more of groups.

        `per_record`, the variance of the difference on one record; `typical`, the mean square of what groups differ by,
        where they do; `widened` and `df`; `n_records`; `most`, the number of records of a hold-out, more than which it
        is not worth.
        """
        found = self.sums.difference(first, second)
        flat = np.pad(self.values.reshape(len(self.values), -1), ((0, 1), (0, 0)))
        products = flat @ flat.T / self.validated.sum()
        own = products[first, first] + products[second, second]
        per_record, squares = own - 2 * products[first, second], found["squares"].to_numpy()
        is_noise = per_record <= _ROUNDING * own
        is_hold_out = found.sizes["training_set"] == 1
        if is_hold_out:  # groups of equal sums are worth their records, and no more
            independent = per_record / self.sizes.sum() * self.count * (self.count - 1) / self.widened
            squares = np.where(squares <= _ROUNDING * independent, independent, squares)
        varied = {"per_record": per_record, "squares": squares}
        of_pairs = {name: np.where(is_noise, 0.0, values) for name, values in varied.items()}
        of_pairs["typical"] = np.where(is_noise, 1.0, self._typical(first, second))
        lead = found["squares"].dims
        return found.assign({name: (lead, values) for name, values in of_pairs.items()}).assign(
            widened=self.widened,
            alike=self.worth_alike,
            df=self.df,
            n_records=float(self.validated.any(0).sum()),
            most=float(self.validated.sum()) if is_hold_out else np.inf,
        )

    def effect(self, first: Integers, second: Integers) -> float:
        """Return the design effect, of several pairs the largest: how many times more a mean difference varies.

        It is the variance of one pass over all records, over that of as many independent ones. Pairs without a
        difference tell it only where no pair has one: then records of a group are taken to be alike.
        """
        of_records = self.difference(first, second)["per_record"].to_numpy() / self.sizes.sum()
        differ = of_records > 0
        if not differ.any():
            return float(self.sizes.sum() / self.worth_alike)
        return float((self.variance(first, second)[differ] / of_records[differ]).max())

    def variance(self, first: Integers, second: Integers) -> Floats:
        """Return the variances of mean differences of pairs in one pass over all records."""
        n_passes = float((self._folds >= 0).sum()) / self.count
        squares = self.difference(first, second)["squares"].to_numpy()
        return np.asarray(self.widened * squares / n_passes / (self.count * (self.count - 1)))

    def told_by_sizes(self, first: Integers, second: Integers) -> tuple[float, float]:
        """Return what `told_by_sizes` says of the pair with the least p-value, times their number."""
        own = self.sizes > 0
        added = self.added.sum(1)[:, own] / self.sizes[own]
        found = [told_by_sizes(self.sizes[own], added[a] - added[b]) for a, b in zip(first, second, strict=True)]
        correlation, p = min(found, key=lambda one: one[1])
        return correlation, min(1.0, len(found) * p)

    def _typical(self, first: Integers | int, second: Integers | int) -> Floats:
        """Return the mean square of differences of groups, of those that differ."""
        added = np.pad(self.added, ((0, 1), (0, 0), (0, 0)))

        def square(a: int, b: int) -> float:
            squares = (added[a] - added[b]) ** 2
            differ = squares > _ROUNDING * (added[a] ** 2 + added[b] ** 2)
            return float(squares[differ].mean()) if differ.any() else 1.0

        return np.vectorize(square, otypes=[float])(first, second)


def told_by_sizes(sizes: Floats, differences: Floats) -> tuple[float, float]:
    """Return the rank correlation of the sizes of groups with their mean differences, and its p-value.

    Notes
    -----
    Spearman's, by its t distribution with G - 2 degrees of freedom: a few large groups, and means of small ones that
    vary more, hardly move it. Where sizes or differences are all the same it is 0.
    """
    rounded = differences.round(_DIGITS)
    if not (np.ptp(sizes) and np.ptp(rounded)):
        return 0.0, 1.0
    found = scipy.stats.spearmanr(sizes, rounded)
    return float(found.statistic), float(found.pvalue)
