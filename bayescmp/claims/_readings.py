"""How printed numbers may be read: the posterior of the difference for every value of what is not told."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy
import xarray as xr

from bayescmp._support._typing import Array, Booleans, Floats, Integers
from bayescmp.evidence._runs import welch_df
from bayescmp.frequentist import mcnemar
from bayescmp.frequentist._differences import ratio
from bayescmp.posteriors import BetaPosterior, paired_posterior
from bayescmp.posteriors._mixture import MixturePosterior
from bayescmp.posteriors._one_quantity import StudentPosterior
from bayescmp.posteriors._untold import (
    FISHER_Z,
    LOG_ODDS_RATIO,
    IndependentDifference,
    correlations,
    some_of,
    tables_of_margins,
)  # fmt: skip
from bayescmp.results import Posterior, in_one_line
from bayescmp.tables import CELLS, OUTCOMES

MEASURED, ALIKE = "as in other pairs", "all alike"
OVERLAP, CORRELATION, SPREAD, ROUNDING = "overlap", "correlation", "spread", "rounding"
SPREADS = ("standard error", "standard deviation", "95 % interval")
"""What may stand behind "+-", the widest first."""
DIM = "untold"
type Cases = tuple[Floats, Floats]
"""Differences that print so, and how likely each is, (case,)."""
_CHOSEN = "how the systems were chosen"


@dataclass(frozen=True, kw_only=True, eq=False)
class Readings:
    """Posteriors of value(first) - value(second), one for each value of what is not told.

    Attributes
    ----------
    told, model, leaves_open : str
        What was told, by which model it is read, and what that leaves open, in words.
    by : dict of str to array of shape (n_values,)
        All that is not told: the "overlap" of the errors, how many records both get wrong, what a "spread" is, the
        "correlation" of the folds, and the "rounding", a number for each case.
    parts : Posterior
        A batch along the dim `untold`.
    weights : dict of str to array of shape (n_values,)
        Probabilities of the values, by the prior.
    as_printed : array of shape (n_values,)
        Where numbers are those that are printed, or the nearest that may be.
    test : str
        The two-sided test of papers, in words.
    pvalues : array of shape (n_values,)
        Of that test, for each value of what is not told.
    disagreement : float or None
        Mean share of the records on which exactly one errs, where there is one test set.
    variances : array of shape (2,) or None
        Of one record or run of each, where those of both are independent.
    """

    told: str
    model: str
    leaves_open: str
    by: Mapping[str, Array]
    parts: Any
    weights: Mapping[str, Floats]
    as_printed: Booleans
    test: str
    pvalues: Floats
    disagreement: float | None = None
    variances: Floats | None = None
    __repr__ = in_one_line

    @property
    def kind(self) -> str:
        """What `untold` has values of."""
        return next(iter(self.by))

    @property
    def untold(self) -> Array:
        """The values of what is not told first."""
        return self.by[self.kind]

    def mixed(self, prior: str) -> Posterior:
        """Return the posterior over all that is not told."""
        weights = xr.DataArray(self.weights[prior], dims=DIM)
        return MixturePosterior(parts=self.parts, weights=weights, over=DIM, name="difference")

    @cached_property
    def main(self) -> Posterior:
        """The posterior by the first prior."""
        return self.mixed(next(iter(self.weights)))


def of_one_test_set(
    told: str, first: Integers, second: Integers, n: int, only_one: Integers | None = None, *, more_is_better: bool
) -> Readings:
    """Return the readings of counts of wrong answers to the same records, and of those that only one gives, if told."""
    cells, measured, alike = tables_of_margins(first, second, n, only_one=only_one)
    if only_one is not None and not len(cells):
        least = max(first[0] - second[-1], second[0] - first[-1], 0)
        most = min(first[-1] + second[-1], 2 * n - first[0] - second[0])
        step = 2 if first.size == second.size == 1 else 1
        raise ValueError(
            f"`disagreement` must be {least:,}, {least + step:,}, {least + 2 * step:,} or so, up to {most:,}, as these "
            f"values allow, but got {only_one[0]:,}."
        )
    tables = cells.reshape(-1, 2, 2)  # of the accuracies the difference is that of the errors of the swapped pair
    tables = tables.swapaxes(1, 2) if more_is_better else tables
    labelled = xr.DataArray(tables, dims=(DIM, *CELLS), coords={side: list(OUTCOMES) for side in CELLS})
    mean, sd = LOG_ODDS_RATIO
    of_first, of_second = cells[:, 0] + cells[:, 1], cells[:, 0] + cells[:, 2]
    model = (
        "The posterior of the difference is the mixture of those of all tables with these margins, the log odds ratio "
        f"of whose errors is normal with mean {mean:g} and standard deviation {sd:g}, as measured on other pairs."
    )
    rounding = np.unique(of_first * (n + 1) + of_second, return_inverse=True)[1]
    by, weights = {OVERLAP: cells[:, 0], ROUNDING: rounding}, {MEASURED: measured, ALIKE: alike}
    if only_one is not None:  # by which the table is known, up to rounding
        by, weights = {ROUNDING: rounding}, {"": measured}
        model = "The posterior of the difference is that of the table of both, over what rounds so."
    return Readings(
        told=told, model=model, leaves_open=f"how they would differ when trained on other data, and {_CHOSEN}",
        by=by, parts=paired_posterior(labelled).difference, weights=weights,
        as_printed=_near((of_first, first), (of_second, second)),
        test="McNemar's exact test", pvalues=np.asarray(mcnemar(labelled).pvalue),
        disagreement=float(measured @ cells[:, 1:3].sum(axis=1) / n),
    )  # fmt: skip


def of_two_test_sets(
    told: str, first: Integers, second: Integers, n: tuple[int, int], *, more_is_better: bool
) -> Readings:
    """Return the readings of counts of wrong answers to records of two test sets."""
    counts, shares = zip(some_of(first), some_of(second), strict=True)
    both, (of_first, of_second) = (np.stack([g.ravel() for g in np.meshgrid(*some)]) for some in (counts, shares))
    # The margins of Dirichlet(1, 1, 1, 1), the prior of one test set
    rates = [
        BetaPosterior(name="rate", a=xr.DataArray(wrong + 2.0, dims=DIM), b=xr.DataArray(size - wrong + 2.0, dims=DIM))
        for wrong, size in zip(both, n, strict=True)
    ]
    difference, size = IndependentDifference(first=rates[0], second=rates[1]), both.shape[1]
    # z = (p_A - p_B) / sqrt(p (1 - p) (1/n_A + 1/n_B)), p = (wrong_A + wrong_B) / (n_A + n_B)
    share, pooled = both / np.reshape(n, (2, 1)), both.sum(axis=0) / sum(n)
    z = ratio(share[0] - share[1], np.sqrt(pooled * (1 - pooled) * (1 / n[0] + 1 / n[1])))
    return Readings(
        told=told, model="Both rates have independent Beta posteriors.",
        leaves_open="how far the two test sets differ, which is as likely a reason as the systems",
        by={ROUNDING: np.arange(size)}, parts=difference.mirrored if more_is_better else difference,
        weights={"": of_first * of_second}, as_printed=_near((both[0], first), (both[1], second)),
        test="the z test of two proportions", pvalues=2 * scipy.special.ndtr(-np.abs(z)),
        variances=np.array([(rate * (1 - rate)).mean() for rate in share]),
    )  # fmt: skip


def of_runs(told: str, means: Cases, sds: Floats, counts: Floats) -> Readings:
    """Return the readings of means of independent runs: differences, sds (case, spread, 2), by rounding."""
    own = sds**2 / counts
    df = welch_df(own, counts - 1)
    model = "The posterior is the t distribution of the two-sample test with unequal variances."
    left = "how they would differ on new records, or trained on other data"
    none = np.zeros(1), np.ones(1), np.ones(1)
    scale = np.sqrt(own.sum(axis=-1))[..., None]
    found = _of_values(told, model, left, "Welch's t test", means, scale, df[..., None], none)
    return replace(found, variances=sds[len(sds) // 2, 0] ** 2)  # as printed, by the widest of what "+-" may be


def of_folds(told: str, means: Cases, sds: Floats, count: int, test_to_train: float) -> Readings:
    """Return the readings of means over the folds of one cross-validation, by the corrected t distribution."""
    values, *priors = correlations()
    a, b = sds[..., :1], sds[..., 1:]
    # (s_A^2 + s_B^2 - 2 rho s_A s_B) (1/k + n_test / n_train) (docs/trust/formulas.md, "Reported numbers")
    variance = ((a - b) ** 2 + 2 * (1 - values) * a * b) * (1 / count + test_to_train)
    mean, sd = FISHER_Z
    model = (
        "The posterior is the mixture of the corrected t distributions of the folds, Fisher's z of whose correlation "
        f"is normal with mean {mean:g} and standard deviation {sd:g}, as measured on other pairs."
    )
    left = f"whether the folds were the same for both, and {_CHOSEN}"
    df = np.full(variance.shape, count - 1.0)
    test = "the corrected resampled t test"
    return _of_values(told, model, left, test, means, np.sqrt(variance), df, (values, *priors))


def spreads_of(printed: Floats, count: Array) -> Floats:
    """Return the standard deviations that numbers behind "+-" may stand for, (..., 3, 2), in the order of `SPREADS`."""
    root = np.sqrt(count)
    return np.stack([printed * root, printed, printed * root / scipy.stats.t.ppf(0.975, count - 1)], axis=-2)


def _of_values(
    told: str, model: str, left: str, test: str, cases: Cases, scale: Floats, df: Floats,
    correlation: tuple[Floats, ...],
) -> Readings:  # fmt: skip
    """Return readings by scales (case, spread, correlation), of several spreads by the widest, which is the first."""
    (means, chances), (values, measured, alike), shape = cases, correlation, scale.shape
    n_cases, n_spreads, n_values = shape

    def flat(one: Array) -> Array:
        return np.broadcast_to(one, shape).ravel()

    arrays = (xr.DataArray(flat(one), dims=DIM) for one in (means[:, None, None], scale, df))
    parts = StudentPosterior(**dict(zip(("location", "scale", "df"), arrays, strict=True)), name="difference")
    below = np.asarray(parts.cdf(0.0))  # of the t distribution that the test has, too
    every = {SPREAD: np.arange(n_spreads)[:, None], CORRELATION: values, ROUNDING: np.arange(n_cases)[:, None, None]}
    priors = {MEASURED: measured, ALIKE: alike} if n_values > 1 else {"": measured}
    if n_spreads > 1:
        priors = dict(zip(SPREADS, np.eye(n_spreads)[:, :, None] * measured, strict=True))
    return Readings(
        told=told, model=model, leaves_open=left, parts=parts,
        by={kind: flat(one) for kind, one in every.items() if kind == ROUNDING or one.size > 1},
        weights={name: flat(one * chances[:, None, None]) for name, one in priors.items()},
        as_printed=flat((np.arange(n_cases) == n_cases // 2)[:, None, None]),
        test=test, pvalues=2 * np.minimum(below, 1 - below),
    )  # fmt: skip


def _near(first: tuple[Integers, Integers], second: tuple[Integers, Integers]) -> Booleans:
    """Tell which counts of both are next to the middles of those that may be, of each counts and these."""
    apart = sum(np.abs(counts - (possible[0] + possible[-1]) / 2) for counts, possible in (first, second))
    return np.asarray(apart == np.min(apart))
