"""Size against power of methods on every pair of classifiers and data set: the study `frontier`, read out."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

from bayescmp._text import shown
from bayescmp._typing import Booleans, Floats
from bayescmp._validation import about
from bayescmp.frequentist._bcv_mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._f import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.levels._fold_correlation import FOLD_CORRELATION
from bayescmp.studies._classifiers import names_of
from bayescmp.studies._frontier_folds import fold_correlation_interval
from bayescmp.studies._pairs import JUDGED, OF_LEVELS, pair_name
from bayescmp.studies._summary import results_of_cells

_OF_F = {CALIBRATED_5X2_BCV_F.name: (7, 5), COMBINED_5X2_F.name: (10, 5)}
_POWER_OF_ORACLE = 0.80
_N_REPEATS = 5
FOLDS = FOLD_CORRELATION.name


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
    _check_correlations(correlations)
    rows: list[dict[str, object]] = []
    for cell, results in results_of_cells(out, ("pair",)):
        with about("correlations"):
            known = None if correlations is None else correlations[cell["name"]]
        rows += _rows_of_cell(results, cell, known)
    return pd.DataFrame(rows)


def _check_correlations(correlations: object) -> None:
    trees = correlations.values() if isinstance(correlations, Mapping) else [correlations]
    if correlations is not None and not all(isinstance(tree, xr.DataTree) for tree in trees):
        raise TypeError(f"`correlations` must be a mapping from data sets to DataTrees, but got {shown(correlations)}.")


def _rows_of_cell(
    results: xr.Dataset, cell: Mapping[str, Any], known: xr.DataTree | None
) -> Iterator[dict[str, object]]:
    for first, second in combinations(names_of(cell["parameters"]["only"]), 2):
        one = _Pair(results.sel(pair=pair_name(first, second)), cell["parameters"]["n_records"], known)
        if one.sd > 0:
            pair = {"data": cell["name"], "first": first, "second": second}
            yield from (pair | one.judged(method) | one.moments() for method in one.methods)


class _Pair:
    """The trials of one pair of classifiers on one data set."""

    def __init__(self, results: xr.Dataset, n_records: int, known: xr.DataTree | None) -> None:
        self._results, self._n, self._alpha = results, n_records, results.attrs["alpha"]
        self.mean_differences = self.of(BCV_MCNEMAR.name, "estimate")
        self.truth = float(self.mean_differences.mean())
        self.sd = float(self.mean_differences.std(ddof=1))
        self._folds = {} if known is None else self._intervals_of_folds(known)
        self.methods = (*JUDGED, *[FOLDS] * bool(self._folds))

    def of(self, method: str, variable: str) -> Floats:
        """Return a variable of all trials."""
        if method == FOLDS:
            return self._folds[variable]
        return self._results[variable].sel(method_name=method).to_numpy()

    def _intervals_of_folds(self, known: xr.DataTree) -> dict[str, Floats]:
        measured = {name: self.of(name, "estimate") for name in ("disagreement", "square", "within")}
        mean, alpha = self.mean_differences, self._alpha
        low, high = fold_correlation_interval(known, mean=mean, n_records=self._n, alpha=alpha, **measured)
        return {"low": low, "high": high}

    def judged(self, method: str) -> dict[str, object]:
        """Size, power and width of a method."""
        reach = reach_of_oracle(self.sd, self._alpha)
        power = np.mean([self._rejects(method, self.truth + sign * reach) for sign in (-1, 1)])
        width = float(np.mean(self.of(method, "high") - self.of(method, "low")))
        size = float(np.mean(self._rejects(method, self.truth)))
        return {"method": method, "trials": self.mean_differences.size, "size": size, "power": power, "width": width}

    def _rejects(self, method: str, value: float) -> Booleans:
        """Tell in which trials the method rejects that the difference is `value`."""
        if method in {*OF_LEVELS, FOLDS}:
            return (self.of(method, "low") > value) | (self.of(method, "high") < value)
        if method == BCV_MCNEMAR.name:
            away, disagreement = self.mean_differences - value, self.of("disagreement", "estimate")
            return mcnemar_rejects(away, disagreement, self._n, _N_REPEATS, self._alpha)
        return self._f(self.of(method, "statistic"), value) > stats.f.ppf(1 - self._alpha, *_OF_F[method])

    def _f(self, statistic: Floats, value: float) -> Floats:
        squares = 2 * _N_REPEATS * self.of("square", "estimate")
        shifted = squares - 4 * _N_REPEATS * value * self.mean_differences + 2 * _N_REPEATS * value**2
        finite = np.isfinite(statistic) & (statistic > 0)
        ratio = statistic * shifted / np.where(squares > 0, squares, 1)
        return np.where(finite, ratio, np.where(statistic > 0, np.inf, 0))

    def moments(self) -> dict[str, float]:
        """Moment estimates of what training sets add."""
        variance, within, between = (
            float(np.mean(self.of(name, "estimate"))) - self.truth**2 for name in ("square", "within", "between")
        )
        share, single = (float(np.mean(self.of("record share", name))) for name in ("estimate", "statistic"))
        phi = variance * (self._n / 2) / single
        between_repeats = 2 * between / variance * phi - share
        within_repeats = within / variance * phi
        single_fold = phi - 1 - between_repeats
        return {
            "difference": self.truth,
            "excess": between_repeats + (within_repeats + single_fold) / _N_REPEATS,
            "between_repeats": between_repeats,
            "within_repeats": within_repeats,
            "single_fold": single_fold,
            "record_share": share,
        }


def reach_of_oracle(sd: float, alpha: float) -> float:
    """Return the difference that a z-test finds with probability .80 if it knows the standard deviation of the mean."""
    return float((stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(_POWER_OF_ORACLE)) * sd)


def mcnemar_rejects(away: Floats, disagreement: Floats, n_records: int, n_repeats: int, alpha: float) -> Booleans:
    """Tell in which trials BCV McNemar rejects a difference that the mean difference is `away` from."""
    size = 2 * n_repeats * n_records / (2 * n_repeats + 1)
    excess, discordant = np.maximum(np.abs(size * away) - 1, 0), size * disagreement
    statistic = np.divide(excess**2, discordant, out=np.zeros_like(discordant), where=discordant > 0)
    return np.asarray(statistic > stats.chi2.ppf(1 - alpha, 1))


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
