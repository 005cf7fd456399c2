"""Size against power of methods on every pair and data set: the studies `frontier` and `frontier-repeats`, read out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

from bayescmp._text import shown
from bayescmp._typing import Array, Booleans, Floats
from bayescmp._validation import about
from bayescmp.frequentist._mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._two_fold import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.hierarchical._fold_data import Contrasts
from bayescmp.hierarchical._run_correlations import weights_given
from bayescmp.levels import CrossedEffects, FoldCorrelation
from bayescmp.model_selection import BLOCKED_5_X_2, TEN_TIMES_TEN_FOLD, Plan
from bayescmp.posteriors import effective_posterior
from bayescmp.studies._method import rejects
from bayescmp.studies._methods_of_pairs import (
    CAUTIOUS,
    CORRECTED_T,
    DISAGREEMENT,
    JUDGED,
    JUDGED_BY_REPEATS,
    NESTED,
    label,
    pair_name,
)
from bayescmp.studies._on_files import names_of
from bayescmp.studies._summary import results_of_cells
from bayescmp.tables import CELLS

_OF_F = {CALIBRATED_5X2_BCV_F.name: (7, 5), COMBINED_5X2_F.name: (10, 5)}
_POWER_OF_ORACLE = 0.80
_FOLDS = FoldCorrelation.name
_STOPPED = (CrossedEffects.name, CAUTIOUS)
_AT_FIRST = "at the first decision"


def frontier_table(out: str | Path, *, correlations: Mapping[str, xr.DataTree] | None = None) -> pd.DataFrame:
    r"""Judge every method on every pair of classifiers and data set of the study `frontier`.

    Parameters
    ----------
    out : str or Path
        Folder of the study.
    correlations : mapping of str to DataTree, optional
        For each data set what other data sets tell about the correlations of folds, as from
        `bayescmp.hierarchical.new_experiment`; adds the method "fold-correlation".

    Returns
    -------
    DataFrame
        One row per data set, pair and method: data, first, second, method, trials, size (share of the trials that
        reject the cell's own mean difference), power (share that reject a difference from it at which a z-test that
        knew the true variance would reject with probability .80, averaged over both directions), width (mean width of
        the intervals, NaN for tests); and of the pair: difference (the cell's mean), record_share, and moment estimates
        of what training sets add in units of the sampling variance: excess, between_repeats, within_repeats,
        single_fold.

    Raises
    ------
    FileNotFoundError
        If there is no study in the folder.
    ValueError
        If it is another study.

    Notes
    -----
    The truth of a cell is its own mean: a data set drawn with replacement holds records twice, so that its validation
    sets are not new to the classifiers. An interval is shifted with the hypothesis, and so are the statistics of the
    tests, exactly for F and t; for BCV McNemar with the observed disagreement.

    What training sets add comes from moments over the trials: with phi the variance of a fold's difference relative to
    that of independent records, s the share of the record effects, rho1 and rho2 the correlations of folds,
    between_repeats is :math:`2 \rho_2 \phi - s`, within_repeats :math:`\rho_1 \phi`, and single_fold what is left,
    :math:`\phi - 1` less between_repeats. The whole excess of the variance of the mean over :math:`s + (1 - s)/m` is
    between_repeats + (within_repeats + single_fold)/m (status D).
    """
    trees = correlations.values() if isinstance(correlations, Mapping) else [correlations]
    if correlations is not None and not all(isinstance(tree, xr.DataTree) for tree in trees):
        raise TypeError(f"`correlations` must be a mapping from data sets to DataTrees, but got {shown(correlations)}.")
    rows: list[dict[str, object]] = []
    for cell, results in results_of_cells(out, ("pair",)):
        with about("correlations"):
            known = None if correlations is None else correlations[cell["name"]]
        for pair in _pairs_of(cell):
            rows += _rows_of_pair(_Trials(results, cell, pair), {"data": cell["name"], **pair}, known)
    return pd.DataFrame(rows)


def repeats_table(out: str | Path) -> pd.DataFrame:
    """Judge every method at every number of repeats, on every pair and data set of the study `frontier-repeats`.

    Parameters
    ----------
    out : str or Path
        Folder of the study.

    Returns
    -------
    DataFrame
        One row per data set, pair, method and design: data, first, second, method, repeats, folds, trials; size (share
        of the trials that reject the true difference), coverage (share of the intervals that hold it, NaN for tests
        without one), power (share that reject a difference from it at which, on five repeats, a z-test that knew the
        true variance would reject with probability .80, averaged over both directions: the same difference whatever
        the design), width (mean width of the intervals); sd (standard deviation of the mean difference over the
        trials) and difference (the true one).

    Raises
    ------
    FileNotFoundError
        If there is no study in the folder.
    ValueError
        If it is another study, or has no two trials yet.

    Notes
    -----
    The true difference of the m x 2 designs, which train on the same number of records, is the mean over the trials of
    the longest; that of 10 x 10-fold its own. Statistics are shifted with the hypothesis as in `frontier_table`.

    A method "at the first decision" rejects if it does at any number of repeats: what looking after every extension of
    the same cross-validation leads to.
    """
    rows: list[dict[str, object]] = []
    for cell, results in results_of_cells(out, ("pair",)):
        for pair in _pairs_of(cell):
            plans = (*NESTED, TEN_TIMES_TEN_FOLD)
            by_plan = {plan.name: _Trials(results, cell, pair, plan, labelled=True) for plan in plans}
            rows += ({"data": cell["name"], **pair, **row} for row in _rows_by_repeats(by_plan))
    if not rows:
        raise ValueError(
            f"`out` must hold two trials or more of pairs that differ in some, but {str(out)!r} does not. Run the "
            "study with more `trials`."
        )
    return pd.DataFrame(rows)


def frontier_summary(table: pd.DataFrame) -> pd.DataFrame:
    """Summarise a frontier over its cells, one row per method and, where the table has them, design.

    Parameters
    ----------
    table : DataFrame
        As from `frontier_table` or `repeats_table`.

    Returns
    -------
    DataFrame
        method, repeats and folds where the table has them, cells, size (mean), above (share of the cells with a size
        above .055), worst (largest size), power (mean) and width (mean).
    """
    if not isinstance(table, pd.DataFrame):
        raise TypeError(f"`table` must be a DataFrame as from `frontier_table`, but got {type(table).__name__}.")
    missing = [name for name in ("method", "size", "power", "width") if name not in table]
    if missing:
        raise ValueError(f"`table` must have the columns of `frontier_table`, but lacks {missing}.")
    above = table.assign(cells=1, above=table["size"] > 0.055, worst=table["size"])
    means = dict.fromkeys(("power", "width"), "mean")
    how = {"cells": "sum", "size": "mean", "above": "mean", "worst": "max"} | means
    design = [name for name in ("repeats", "folds") if name in table]
    return above.groupby(["method", *design], sort=False).agg(how).reset_index()


def rows_of_data(
    data: str, found: Floats, methods: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> Iterator[dict[str, object]]:
    """Judge intervals of probability .95 on all pairs of one data set, whose truth is the mean of the estimates.

    `found` has estimates and both ends of intervals, (trial, method, pair, 3). There is a row per method and pair whose
    estimates vary, with size, power as in `frontier_table`, width, and mean and standard deviation of the estimates.
    """
    for method, of_pairs in zip(methods, np.moveaxis(found, 1, 0), strict=True):
        for (first, second), trials in zip(pairs, np.moveaxis(of_pairs, 1, 0), strict=True):
            estimate, low, high = trials.T
            if estimate.std() > 0:
                truth, sd = float(estimate.mean()), float(estimate.std(ddof=1))
                names = {"data": data, "first": first, "second": second, "metric": method, "trials": len(found)}
                judged = _judged(partial(_outside, low, high), truth, _reach_of_oracle(sd, 0.05))
                yield {**names, **judged, "width": float((high - low).mean()), "sd": sd, "difference": truth}


def _judged(rejected: Callable[[float], Booleans], truth: float, reach: float) -> dict[str, float]:
    """Return the size of what rejects differences, and its power on either side of the truth."""
    power = np.mean([rejected(truth + sign * reach) for sign in (-1, 1)])
    return {"size": float(np.mean(rejected(truth))), "power": float(power)}


def _reach_of_oracle(sd: float, alpha: float) -> float:
    """Return the difference that a z-test finds with probability .80 if it knows the standard deviation of the mean."""
    return float((stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(_POWER_OF_ORACLE)) * sd)


def _outside(low: Floats, high: Floats, value: float) -> Booleans:
    return (low > value) | (high < value)


def _pairs_of(cell: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    for first, second in combinations(names_of(cell["parameters"]["only"]), 2):
        yield {"first": first, "second": second}


class _Trials:
    """The trials of one pair of classifiers on one data set under one plan."""

    def __init__(
        self,
        results: xr.Dataset,
        cell: Mapping[str, Any],
        pair: Mapping[str, str],
        plan: Plan = BLOCKED_5_X_2,
        *,
        labelled: bool = False,
    ) -> None:
        self._results = results.sel(pair=pair_name(**pair))
        self.n_records, self.alpha = cell["parameters"]["n_records"], results.attrs["alpha"]
        self.plan, self._labelled = plan, labelled
        self.means = self.of(CORRECTED_T if labelled else BCV_MCNEMAR.name, "estimate")

    def of(self, method: str, variable: str) -> Floats:
        """Return a variable of all trials."""
        name = label(method, self.plan) if self._labelled else method
        return self._results[variable].sel(method_name=name).to_numpy()

    def width(self, method: str) -> float:
        """Mean width of the intervals."""
        return float(np.mean(self.of(method, "high") - self.of(method, "low")))

    def rejects(self, method: str, value: float) -> Booleans:
        """Tell in which trials the method rejects that the difference is `value`."""
        if method == BCV_MCNEMAR.name:
            pvalue = self._pvalue_of_mcnemar(value)
        elif method in _OF_F:
            pvalue = stats.f.sf(self.shifted_f(method, value), *_OF_F[method])
        else:
            return _outside(self.of(method, "low"), self.of(method, "high"), value)
        return rejects(pvalue, self.alpha).astype(bool)

    def _pvalue_of_mcnemar(self, value: float) -> Floats:
        size = 2 * self.plan.n_repeats * self.n_records / (2 * self.plan.n_repeats + 1)
        excess = np.maximum(np.abs(size * (self.means - value)) - 1, 0)
        discordant = size * self.of(DISAGREEMENT, "estimate")
        statistic = np.divide(excess**2, discordant, out=np.zeros_like(discordant), where=discordant > 0)
        return np.asarray(stats.chi2.sf(statistic, 1))

    def shifted_f(self, method: str, value: float) -> Floats:
        """Return the statistic of F about a difference other than 0."""
        statistic, n_repeats = self.of(method, "statistic"), self.plan.n_repeats
        squares = 2 * n_repeats * self.of("square", "estimate")
        shifted = squares - 4 * n_repeats * value * self.means + 2 * n_repeats * value**2
        finite = np.isfinite(statistic) & (statistic > 0)
        ratio = statistic * shifted / np.where(squares > 0, squares, 1)
        return np.where(finite, ratio, np.where(statistic > 0, np.inf, 0))


def _rows_of_pair(
    trials: _Trials, about_pair: Mapping[str, object], known: xr.DataTree | None
) -> Iterator[dict[str, object]]:
    """Judge every method of the frontier on one pair, unless it never varies."""
    truth, sd = float(trials.means.mean()), float(trials.means.std(ddof=1))
    if not sd > 0:
        return
    reach, moments = _reach_of_oracle(sd, trials.alpha), _moments(trials, truth)
    judged = {method: (partial(trials.rejects, method), trials.width(method)) for method in JUDGED}
    if known is not None:
        low, high = interval_of_folds(trials, known)
        judged[_FOLDS] = partial(_outside, low, high), float(np.mean(high - low))
    for method, (rejected, width) in judged.items():
        found = {"trials": trials.means.size, **_judged(rejected, truth, reach), "width": width}
        yield {**about_pair, "method": method, **found, **moments}


def _moments(trials: _Trials, truth: float) -> dict[str, float]:
    """Return moment estimates of what training sets add."""
    variance, within, between = (
        float(np.mean(trials.of(name, "estimate"))) - truth**2 for name in ("square", "within", "between")
    )
    share, single = (float(np.mean(trials.of("record share", name))) for name in ("estimate", "statistic"))
    phi = variance * (trials.n_records / 2) / single
    between_repeats = 2 * between / variance * phi - share
    within_repeats = within / variance * phi
    single_fold = phi - 1 - between_repeats
    return {
        "difference": truth,
        "excess": between_repeats + (within_repeats + single_fold) / trials.plan.n_repeats,
        "between_repeats": between_repeats,
        "within_repeats": within_repeats,
        "single_fold": single_fold,
        "record_share": share,
    }


def interval_of_folds(trials: _Trials, known: xr.DataTree) -> tuple[Array, Array]:
    """Return the credible interval of the level "fold-correlation" in every trial, from moments of its ten folds."""
    mean, n_validation, n_repeats = trials.means, trials.n_records / 2, trials.plan.n_repeats
    disagreement, square, within = (trials.of(name, "estimate") for name in (DISAGREEMENT, "square", "within"))
    between = n_repeats * (square + within) - 2 * n_repeats * mean**2
    folds = Contrasts(
        sums=np.stack([np.zeros_like(mean), between, n_repeats * (square - within)], axis=-1),
        degrees=np.array([0, n_repeats - 1, n_repeats]),
        unit=np.maximum(disagreement - mean**2, 0) / n_validation,
        resolution=np.full(mean.size, 1 / (12 * n_validation**2)),
        has_phi=True,
        n_repeats=n_repeats,
        n_replicates=1,
    )
    only = np.maximum(disagreement + mean, 0) / 2, np.maximum(disagreement - mean, 0) / 2  # not -1e-17
    # How the rest is right or wrong together does not matter for the difference.
    cells = np.stack([np.zeros_like(mean), *only, 1 - disagreement], axis=-1).reshape(-1, 2, 2) * n_validation
    table = xr.DataArray(cells, dims=("experiment", *CELLS), coords={cell: ["wrong", "right"] for cell in CELLS})
    tables = table.assign_attrs(effective=1).expand_dims({"repeat": n_repeats, "fold": 2})
    interval = effective_posterior(tables, weights_given(folds, known)).difference.interval(1 - trials.alpha)
    return interval.low.to_numpy(), interval.high.to_numpy()


def _rows_by_repeats(by_plan: Mapping[str, _Trials]) -> Iterator[dict[str, object]]:
    """Judge every method under every plan, and decisions at the first number of repeats that allows one."""
    nested, (*_, tenfold) = [by_plan[plan.name] for plan in NESTED], by_plan.values()
    shortest, longest = nested[0], nested[-1]
    reach = _reach_of_oracle(shortest.means.std(ddof=1), shortest.alpha) if shortest.means.size > 1 else 0.0
    if not reach > 0:
        return
    truth = float(longest.means.mean())
    for trials in nested:
        for method in JUDGED_BY_REPEATS:
            yield _row(method, method, [trials], truth, reach)
    for method in _STOPPED:
        yield _row(f"{method}, {_AT_FIRST}", method, nested, truth, reach)
    yield _row(CORRECTED_T, CORRECTED_T, [tenfold], float(tenfold.means.mean()), reach)


def _row(name: str, method: str, looks: Sequence[_Trials], truth: float, reach: float) -> dict[str, object]:
    """Judge a method that rejects if it does at any of the looks."""
    last = looks[-1]
    has_interval = method != BCV_MCNEMAR.name and len(looks) == 1
    judged = _judged(lambda value: np.any([look.rejects(method, value) for look in looks], axis=0), truth, reach)
    return {
        "method": name,
        "repeats": last.plan.n_repeats,
        "folds": last.plan.n_folds,
        "trials": last.means.size,
        "size": judged["size"],
        "coverage": 1 - judged["size"] if has_interval else np.nan,
        "power": judged["power"],
        "width": last.width(method) if has_interval else np.nan,
        "sd": last.means.std(ddof=1),
        "difference": truth,
    }
