"""The trials of one pair of classifiers: what methods reject there, and what training sets add."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import xarray as xr
from scipy import stats

from bayescmp._typing import Array, Booleans, Floats
from bayescmp.frequentist._mcnemar import BCV_MCNEMAR
from bayescmp.frequentist._two_fold import CALIBRATED_5X2_BCV_F, COMBINED_5X2_F
from bayescmp.hierarchical._fold_data import Contrasts
from bayescmp.hierarchical._run_correlations import weights_given
from bayescmp.model_selection import BLOCKED_5_X_2, Plan
from bayescmp.posteriors import effective_posterior
from bayescmp.studies._method import rejects
from bayescmp.studies._methods_of_pairs import CORRECTED_T, DISAGREEMENT
from bayescmp.tables import CELLS

_OF_F = {CALIBRATED_5X2_BCV_F.name: (7, 5), COMBINED_5X2_F.name: (10, 5)}


def under_plan(results: xr.Dataset, plan: Plan) -> xr.Dataset:
    """Return the results of the methods under a plan, which stands after their names."""
    end = f", {plan.name}"
    names = [name for name in results["method_name"].values if name.endswith(end)]
    return results.sel(method_name=names).assign_coords(method_name=[name.removesuffix(end) for name in names])


def outside(low: Floats, high: Floats, value: float) -> Booleans:
    """Tell which intervals do not hold a value."""
    return (low > value) | (high < value)


@dataclass(frozen=True, eq=False)
class TrialsOfPair:
    """The trials of one pair of classifiers on one data set under one plan."""

    results: xr.Dataset
    plan: Plan = BLOCKED_5_X_2

    @property
    def alpha(self) -> float:
        """Level of the tests."""
        return self.results.attrs["alpha"]

    @property
    def n_validation(self) -> float:
        """Records of a validation set of two folds."""
        return self.results.attrs["n_records"] / 2

    @cached_property
    def means(self) -> Floats:
        """Mean difference of every trial."""
        has_t = CORRECTED_T in self.results["method_name"]
        return self.of(CORRECTED_T if has_t else BCV_MCNEMAR.name, "estimate")

    @property
    def mean(self) -> float:
        """Mean over the trials."""
        return float(self.means.mean())

    @property
    def sd(self) -> float:
        """Standard deviation over the trials, 0 of a single one."""
        return float(self.means.std(ddof=1)) if self.means.size > 1 else 0.0

    def of(self, method: str, variable: str) -> Floats:
        """Return a variable of all trials."""
        return self.results[variable].sel(method_name=method).to_numpy()

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
            return outside(self.of(method, "low"), self.of(method, "high"), value)
        return rejects(pvalue, self.alpha).astype(bool)

    def _pvalue_of_mcnemar(self, value: float) -> Floats:
        size = 2 * self.plan.n_repeats * self.results.attrs["n_records"] / (2 * self.plan.n_repeats + 1)
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


def what_training_adds(trials: TrialsOfPair) -> dict[str, float]:
    """Return moment estimates of what training sets add, by the formulas of `frontier_table`."""
    truth = trials.mean
    variance, within, between = (
        float(np.mean(trials.of(name, "estimate"))) - truth**2 for name in ("square", "within", "between")
    )
    share, single = (float(np.mean(trials.of("record share", name))) for name in ("estimate", "statistic"))
    phi = variance * trials.n_validation / single
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


def interval_of_folds(trials: TrialsOfPair, known: xr.DataTree) -> tuple[Array, Array]:
    """Return the credible interval of the level "fold-correlation" in every trial, from moments of its ten folds."""
    mean, n_validation, n_repeats = trials.means, trials.n_validation, trials.plan.n_repeats
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
