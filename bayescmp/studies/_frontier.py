"""Size against power of methods on every pair and data set: the studies `frontier` and `frontier-repeats`, read out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

from bayescmp._text import shown
from bayescmp._typing import Booleans, Floats
from bayescmp._validation import about
from bayescmp.frequentist._mcnemar import BCV_MCNEMAR
from bayescmp.levels import CrossedEffects, FoldCorrelation
from bayescmp.model_selection import TEN_TIMES_TEN_FOLD
from bayescmp.studies._methods_of_pairs import CAUTIOUS, CORRECTED_T, JUDGED, JUDGED_BY_REPEATS, NESTED, pair_name
from bayescmp.studies._on_files import names_of
from bayescmp.studies._summary import results_of_cells
from bayescmp.studies._trials_of_pair import TrialsOfPair, interval_of_folds, outside, under_plan, what_training_adds

_POWER_OF_ORACLE = 0.80
_STOPPED = (CrossedEffects.name, CAUTIOUS)


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
    for names, results in _pairs(out):
        with about("correlations"):
            known = None if correlations is None else correlations[names["data"]]
        rows += (names | row for row in _rows(TrialsOfPair(results), known))
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
    for names, results in _pairs(out):
        nested = [TrialsOfPair(under_plan(results, plan), plan) for plan in NESTED]
        tenfold = TrialsOfPair(under_plan(results, TEN_TIMES_TEN_FOLD), TEN_TIMES_TEN_FOLD)
        rows += (names | row for row in _rows_by_repeats(nested, tenfold))
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
                judged = _judged(partial(outside, low, high), truth, _reach_of_oracle(sd, 0.05))
                yield {**names, **judged, "width": float((high - low).mean()), "sd": sd, "difference": truth}


def _pairs(out: str | Path) -> Iterator[tuple[dict[str, str], xr.Dataset]]:
    """Yield the names of the data and of every pair of classifiers, with the results of the trials."""
    for cell, results in results_of_cells(out, ("pair",)):
        parameters = cell["parameters"]
        for first, second in combinations(names_of(parameters["only"]), 2):
            of_pair = results.sel(pair=pair_name(first, second)).assign_attrs(n_records=parameters["n_records"])
            yield {"data": cell["name"], "first": first, "second": second}, of_pair


def _judged(rejected: Callable[[float], Booleans], truth: float, reach: float) -> dict[str, float]:
    """Return the size of what rejects differences, and its power on either side of the truth."""
    power = np.mean([rejected(truth + sign * reach) for sign in (-1, 1)])
    return {"size": float(np.mean(rejected(truth))), "power": float(power)}


def _reach_of_oracle(sd: float, alpha: float) -> float:
    """Return the difference that a z-test finds with probability .80 if it knows the standard deviation of the mean."""
    return float((stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(_POWER_OF_ORACLE)) * sd)


def _rows(trials: TrialsOfPair, known: xr.DataTree | None) -> Iterator[dict[str, object]]:
    """Judge every method of the frontier on one pair, unless it never varies."""
    if not trials.sd > 0:
        return
    reach, moments = _reach_of_oracle(trials.sd, trials.alpha), what_training_adds(trials)
    judged = {method: (partial(trials.rejects, method), trials.width(method)) for method in JUDGED}
    if known is not None:
        low, high = interval_of_folds(trials, known)
        judged[FoldCorrelation.name] = partial(outside, low, high), float(np.mean(high - low))
    for method, (rejected, width) in judged.items():
        found = {"trials": trials.means.size, **_judged(rejected, trials.mean, reach), "width": width}
        yield {"method": method, **found, **moments}


def _rows_by_repeats(nested: Sequence[TrialsOfPair], tenfold: TrialsOfPair) -> Iterator[dict[str, object]]:
    """Judge every method under every plan, and decisions at the first number of repeats that allows one."""
    shortest, longest = nested[0], nested[-1]
    reach = _reach_of_oracle(shortest.sd, shortest.alpha)
    if not reach > 0:
        return
    for trials in nested:
        for method in JUDGED_BY_REPEATS:
            yield _row(method, method, [trials], longest.mean, reach)
    for method in _STOPPED:
        yield _row(f"{method}, at the first decision", method, nested, longest.mean, reach)
    yield _row(CORRECTED_T, CORRECTED_T, [tenfold], tenfold.mean, reach)


def _row(name: str, method: str, looks: Sequence[TrialsOfPair], truth: float, reach: float) -> dict[str, object]:
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
        "sd": last.sd,
        "difference": truth,
    }
