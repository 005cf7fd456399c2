"""Size, coverage and power by the number of repeats: the study `frontier-repeats`, read out."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._typing import Booleans, Floats
from bayescmp.frequentist._bcv_mcnemar import BCV_MCNEMAR
from bayescmp.levels._crossed_effects import CROSSED_EFFECTS
from bayescmp.model_selection import TEN_TIMES_TEN_FOLD, Plan
from bayescmp.studies._classifiers import names_of
from bayescmp.studies._frontier import mcnemar_rejects, reach_of_oracle
from bayescmp.studies._pairs import CAUTIOUS, pair_name
from bayescmp.studies._repeats import CORRECTED_T, DISAGREEMENT, JUDGED, NESTED, label
from bayescmp.studies._summary import results_of_cells

STOPPED = (CROSSED_EFFECTS.name, CAUTIOUS)
AT_FIRST = "at the first decision"


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
    rows = [row for cell, results in results_of_cells(out, ("pair",)) for row in _rows(results, cell)]
    if not rows:
        raise ValueError(
            f"`out` must hold two trials or more of pairs that differ in some, but {str(out)!r} does not. Run the "
            "study with more `trials`."
        )
    return pd.DataFrame(rows)


def _rows(results: xr.Dataset, cell: Mapping[str, Any]) -> Iterator[dict[str, object]]:
    n_records, alpha = cell["parameters"]["n_records"], results.attrs["alpha"]
    for first, second in combinations(names_of(cell["parameters"]["only"]), 2):
        of_pair = _OfPair(results.sel(pair=pair_name(first, second)), n_records, alpha)
        means = of_pair.means(NESTED[0])
        reach = reach_of_oracle(means.std(ddof=1), alpha) if means.size > 1 else 0.0
        if reach > 0:
            about = {"data": cell["name"], "first": first, "second": second}
            yield from (about | row for row in of_pair.rows(reach))


class _OfPair:
    """The trials of one pair of classifiers on one data set."""

    def __init__(self, results: xr.Dataset, n_records: int, alpha: float) -> None:
        self._results, self._n, self._alpha = results, n_records, alpha

    def means(self, plan: Plan) -> Floats:
        """Return the mean difference in every trial."""
        return self._of(CORRECTED_T, plan, "estimate")

    def rows(self, reach: float) -> Iterator[dict[str, object]]:
        """Judge every method under every plan, and decisions at the first number of repeats that allows one."""
        truth = float(self.means(NESTED[-1]).mean())
        for plan in NESTED:
            for method in JUDGED:
                yield self._row(method, plan, [plan], truth, reach)
        for method in STOPPED:
            yield self._row(f"{method}, {AT_FIRST}", NESTED[-1], NESTED, truth, reach, of=method)
        plan = TEN_TIMES_TEN_FOLD
        yield self._row(CORRECTED_T, plan, [plan], float(self.means(plan).mean()), reach)

    def _row(
        self, name: str, plan: Plan, looks: Sequence[Plan], truth: float, reach: float, of: str | None = None
    ) -> dict[str, object]:
        """Judge a method that rejects if it does at any of the looks."""
        method = of or name
        rejected, lower, upper = (
            np.any([self.rejects(method, look, truth + shift) for look in looks], axis=0)
            for shift in (0.0, -reach, reach)
        )
        has_interval = method != BCV_MCNEMAR.name and of is None
        means = self.means(plan)
        return {
            "method": name,
            "repeats": plan.n_repeats,
            "folds": plan.n_folds,
            "trials": means.size,
            "size": rejected.mean(),
            "coverage": 1 - rejected.mean() if has_interval else np.nan,
            "power": (lower.mean() + upper.mean()) / 2,
            "width": float(np.mean(self._width(method, plan))) if has_interval else np.nan,
            "sd": means.std(ddof=1),
            "difference": truth,
        }

    def rejects(self, method: str, plan: Plan, value: float) -> Booleans:
        """Tell in which trials the method rejects that the difference is `value`."""
        if method != BCV_MCNEMAR.name:
            return (self._of(method, plan, "low") > value) | (self._of(method, plan, "high") < value)
        away, disagreement = self.means(plan) - value, self._of(DISAGREEMENT, plan, "estimate")
        return mcnemar_rejects(away, disagreement, self._n, plan.n_repeats, self._alpha)

    def _width(self, method: str, plan: Plan) -> Floats:
        return self._of(method, plan, "high") - self._of(method, plan, "low")

    def _of(self, method: str, plan: Plan, variable: str) -> Floats:
        return self._results[variable].sel(method_name=label(method, plan)).to_numpy()
