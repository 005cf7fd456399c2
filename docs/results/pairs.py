"""Every pair of nine classifiers: the methods that are judged on it, and how often they reject differences.

What `frontier.py`, `frontier_repeats.py` and other commands of this folder share.
"""

import sys
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path

import joblib
import numpy as np
import pandas as pd
import xarray as xr
from scipy import stats

from bayescmp.frequentist import paired_t
from bayescmp.model_selection import BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2, Plan
from bayescmp.posteriors import crossed_effects_of_sums
from bayescmp.posteriors._crossed_effects import CrossedSums, variances_of
from bayescmp.studies import STUDY_METHODS, Cell, Classifiers, StudyMethod
from bayescmp.studies._fold_tables import of_pairs, pair_name, pairs_of
from bayescmp.studies._on_files import names_of
from bayescmp.studies._study_method import findings_of_posterior, findings_of_result
from bayescmp.studies._summary import results_of_cells

CROSSED, CAUTIOUS, MCNEMAR = "crossed-effects", "crossed-effects, cautious", "bcv_mcnemar"
CORRECTED_T, DISAGREEMENT = "corrected_repeated_kfold_t", "disagreement"
OF_F = {"calibrated_5x2_bcv_f": (7, 5), "combined_5x2_f": (10, 5)}
BY_BOTH = (CROSSED, CAUTIOUS, "effective-table", MCNEMAR)
"""Methods that are judged with the ten fits of 5 x 2, and with more repeats."""
NESTED = (BLOCKED_5_X_2, BLOCKED_9_X_2, BLOCKED_15_X_2, BLOCKED_31_X_2)
"""Each begins with the repeats of the one before, so that a training set is fitted once for all."""
POWER_OF_ORACLE = 0.80
DATA = ("balance", "car", "cmc", "krvskp", "letter", "magic", "pima", "tic_tac_toe", "titanic", "wave")
"""Files of the commands that take a FOLDER and go on in OUT."""


def cells_of(folder, only=None):
    """Return a cell for each CSV file of a folder, with the class in the last column; `only` names some classifiers."""
    asked = {} if only is None else {"only": only}
    return [
        Cell(scenario=Classifiers(path=str(path), n_records=304, **asked), name=path.name.partition(".")[0])
        for path in sorted(Path(folder).glob("*.csv*"))
    ]


def methods_of(cells, wanted):
    """Return methods, given by their label, name and plan, that find what they find of one pair for all of them."""
    pairs, named = pairs_of(names_of(cells[0].scenario.only))
    return [
        StudyMethod(
            name=label,
            plan=plan.name,
            assess=partial(of_pairs, OWN[name] if name in OWN else STUDY_METHODS[name].assess, pairs),
            coords={"pair": named},
        )
        for label, name, plan in wanted
    ]


def _cautious(outcomes, alpha):
    return findings_of_posterior(crossed_effects_of_sums(outcomes.sums, tau="cautious"), alpha)


def _folds(outcomes):
    return outcomes.evidence.differences.transpose("experiment", "repeat", "fold").to_numpy()


def _square(outcomes, _):
    return {"estimate": (_folds(outcomes) ** 2).mean((1, 2))}


def _within(outcomes, _):
    return {"estimate": _folds(outcomes).prod(2).mean(1)}


def _between(outcomes, _):
    folds = _folds(outcomes)
    n_repeats, total = folds.shape[1], folds.sum(2)
    apart = total.sum(1) ** 2 - (total**2).sum(1)  # products of folds of different repeats, each twice
    return {"estimate": apart / (4 * n_repeats * (n_repeats - 1))}


def _record_share(outcomes, _):
    variances = variances_of(CrossedSums.of(outcomes.sums))
    record, single = variances.record, variances.single
    return {"estimate": np.where(single > 0, record / np.where(single > 0, single, 1), 1.0), "statistic": single}


def _corrected_t(outcomes, alpha):
    """Assess the t test that is corrected for the overlap of any plan's training sets."""
    return findings_of_result(paired_t(outcomes.evidence.differences, test_to_train=outcomes.test_to_train), alpha)


MEASURED = {"square": _square, "within": _within, "between": _between, "record share": _record_share}
OWN = {CAUTIOUS: _cautious, CORRECTED_T: _corrected_t, **MEASURED}
"""Methods, and moments of folds, that are not those of a study by name."""


def results_of_pairs(out):
    """Yield the names of the data and of every pair of classifiers, with the results of the trials."""
    for cell, results in results_of_cells(out, ("pair",)):
        parameters = cell["parameters"]
        for first, second in combinations(names_of(parameters["only"]), 2):
            of_pair = results.sel(pair=pair_name(first, second)).assign_attrs(n_records=parameters["n_records"])
            yield {"data": cell["name"], "first": first, "second": second}, of_pair


def outside(low, high, value):
    """Tell which intervals do not hold a value."""
    return (low > value) | (high < value)


@dataclass(frozen=True, eq=False)
class TrialsOfPair:
    """The trials of one pair of classifiers on one data set under one plan."""

    results: xr.Dataset
    plan: Plan = BLOCKED_5_X_2

    @property
    def alpha(self):
        """Level of the tests."""
        return self.results.attrs["alpha"]

    @property
    def n_validation(self):
        """Records of a validation set of two folds."""
        return self.results.attrs["n_records"] / 2

    @cached_property
    def means(self):
        """Mean difference of every trial."""
        return self.of(CORRECTED_T if CORRECTED_T in self.results["method_name"] else MCNEMAR, "estimate")

    @property
    def mean(self):
        """Mean over the trials."""
        return float(self.means.mean())

    @property
    def sd(self):
        """Standard deviation over the trials, 0 of a single one."""
        return float(self.means.std(ddof=1)) if self.means.size > 1 else 0.0

    def of(self, method, variable):
        """Return a variable of all trials."""
        return self.results[variable].sel(method_name=method).to_numpy()

    def width(self, method):
        """Mean width of the intervals."""
        return float(np.mean(self.of(method, "high") - self.of(method, "low")))

    def rejects(self, method, value):
        """Tell in which trials the method rejects that the difference is `value`."""
        if method == MCNEMAR:
            return self._pvalue_of_mcnemar(value) <= self.alpha
        if method in OF_F:
            return stats.f.sf(self.shifted_f(method, value), *OF_F[method]) <= self.alpha
        return outside(self.of(method, "low"), self.of(method, "high"), value)

    def _pvalue_of_mcnemar(self, value):
        size = 2 * self.plan.n_repeats * self.results.attrs["n_records"] / (2 * self.plan.n_repeats + 1)
        excess = np.maximum(np.abs(size * (self.means - value)) - 1, 0)
        discordant = size * self.of(DISAGREEMENT, "estimate")
        statistic = np.divide(excess**2, discordant, out=np.zeros_like(discordant), where=discordant > 0)
        return stats.chi2.sf(statistic, 1)

    def shifted_f(self, method, value):
        """Return the statistic of F about a difference other than 0."""
        statistic, n_repeats = self.of(method, "statistic"), self.plan.n_repeats
        squares = 2 * n_repeats * self.of("square", "estimate")
        shifted = squares - 4 * n_repeats * value * self.means + 2 * n_repeats * value**2
        finite = np.isfinite(statistic) & (statistic > 0)
        ratio = statistic * shifted / np.where(squares > 0, squares, 1)
        return np.where(finite, ratio, np.where(statistic > 0, np.inf, 0))


def judged(rejected, truth, reach):
    """Return the size of what rejects differences, and its power on either side of the truth."""
    power = np.mean([rejected(truth + sign * reach) for sign in (-1, 1)])
    return {"size": float(np.mean(rejected(truth))), "power": float(power)}


def reach_of_oracle(sd, alpha):
    """Return the difference that a z-test finds with probability .80 if it knows the standard deviation of the mean."""
    return float((stats.norm.ppf(1 - alpha / 2) + stats.norm.ppf(POWER_OF_ORACLE)) * sd)


def rows_of_data(data, found, methods, pairs):
    """Judge intervals of probability .95 on all pairs of one data set, whose truth is the mean of the estimates.

    `found` has estimates and both ends of intervals, (trial, method, pair, 3). There is a row per method and pair whose
    estimates vary, with size, power as in `frontier.py`, width, and mean and standard deviation of the estimates.
    """
    for method, of_all in zip(methods, np.moveaxis(found, 1, 0), strict=True):
        for (first, second), trials in zip(pairs, np.moveaxis(of_all, 1, 0), strict=True):
            estimate, low, high = trials.T
            if estimate.std() > 0:
                truth, sd = float(estimate.mean()), float(estimate.std(ddof=1))
                names = {"data": data, "first": first, "second": second, "metric": method, "trials": len(found)}
                decided = judged(partial(outside, low, high), truth, reach_of_oracle(sd, 0.05))
                yield {**names, **decided, "width": float((high - low).mean()), "sd": sd, "difference": truth}


def write_table(name, chunk, rows_of, trials, size):
    """Compute chunks of `size` trials of every data set, unless they are there, and write a table beside this file."""
    folder, out = map(Path, sys.argv[1:3])
    numbers = range((int(sys.argv[3]) if len(sys.argv) > 3 else trials) // size)
    out.mkdir(exist_ok=True)
    paths = {data: next(folder.glob(f"{data}.csv*")) for data in DATA}
    work = [(path, out, number) for number in numbers for path in paths.values()]
    joblib.Parallel(n_jobs=2)(joblib.delayed(chunk)(*one) for one in work)
    rows = []
    for data in DATA:
        rows += rows_of(data, np.concatenate([np.load(out / f"{data}-{number}.npy") for number in numbers]))
    pd.DataFrame(rows).round(5).to_csv(Path(__file__).with_name(f"{name}.csv"), index=False)
