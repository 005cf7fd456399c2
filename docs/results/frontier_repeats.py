"""What more repeats than 5 x 2 buy: methods at m = 5, 9, 15 and 31 of m x 2, nested in one run of fits.

    python docs/results/frontier_repeats.py OUT FOLDER [trials] [jobs] > docs/results/frontier-repeats.csv

OUT, FOLDER, classifiers and samples are as in `frontier.py`; beside the methods is the corrected t test of
10 x 10-fold, which people spend a hundred fits on. Of the generated data sets frontier-repeats-generated.csv.

One row a data set, pair whose differences vary, method and design: size (share of the trials that reject the true
difference), coverage (share of the intervals that hold it), power (share that reject a difference from it at which, on
five repeats, a z-test that knew the true variance would reject with probability .80, averaged over both directions: the
same difference whatever the design), width (of the intervals); sd (of the mean difference over the trials) and
difference (the true one).

The true difference of the m x 2 designs, which train on the same number of records, is the mean over the trials of
the longest; that of 10 x 10-fold its own. Statistics are shifted with the hypothesis as in `frontier.py`. A method "at
the first decision" rejects if it does at any number of repeats: what looking after every extension of the same
cross-validation leads to.
"""

import sys

import numpy as np
import pandas as pd
from pairs import (
    BY_BOTH,
    CAUTIOUS,
    CORRECTED_T,
    CROSSED,
    DISAGREEMENT,
    MCNEMAR,
    NESTED,
    TrialsOfPair,
    cells_of,
    judged,
    methods_of,
    reach_of_oracle,
    results_of_pairs,
)  # fmt: skip

from bayescmp.model_selection import TEN_TIMES_TEN_FOLD
from bayescmp.studies import Study, run_study

TRIALS = 200
JUDGED = (*BY_BOTH, CORRECTED_T)
STOPPED = (CROSSED, CAUTIOUS)


def study_of(folder, trials, only=None):
    """Return the study, whose methods find an array of all pairs of classifiers at every number of repeats."""
    cells = cells_of(folder, only)
    nested = [(name, plan) for plan in NESTED for name in (*JUDGED, DISAGREEMENT)]
    wanted = [(f"{name}, {plan.name}", name, plan) for name, plan in [*nested, (CORRECTED_T, TEN_TIMES_TEN_FOLD)]]
    return Study(name="frontier-repeats", cells=cells, methods=methods_of(cells, wanted), trials=trials, seed=304)


def under_plan(results, plan):
    """Return the trials of the methods under a plan, which stands after their names."""
    end = f", {plan.name}"
    names = [name for name in results["method_name"].to_numpy() if name.endswith(end)]
    own = results.sel(method_name=names).assign_coords(method_name=[name.removesuffix(end) for name in names])
    return TrialsOfPair(own, plan)


def rows_of(out):
    """Yield the rows of every data set and pair."""
    for names, results in results_of_pairs(out):
        yield from (names | row for row in rows_of_pair(results))


def rows_of_pair(results):
    """Yield a row a method and design, and of decisions at the first number of repeats that allows one."""
    nested = [under_plan(results, plan) for plan in NESTED]
    tenfold = under_plan(results, TEN_TIMES_TEN_FOLD)
    truth, reach = nested[-1].mean, reach_of_oracle(nested[0].sd, nested[0].alpha)
    if not reach > 0:
        return
    for trials in nested:
        for method in JUDGED:
            yield row(method, method, [trials], truth, reach)
    for method in STOPPED:
        yield row(f"{method}, at the first decision", method, nested, truth, reach)
    yield row(CORRECTED_T, CORRECTED_T, [tenfold], tenfold.mean, reach)


def row(name, method, looks, truth, reach):
    """Judge a method that rejects if it does at any of the looks."""
    last = looks[-1]
    has_interval = method != MCNEMAR and len(looks) == 1
    found = judged(lambda value: np.any([look.rejects(method, value) for look in looks], axis=0), truth, reach)
    return {
        "method": name,
        "repeats": last.plan.n_repeats,
        "folds": last.plan.n_folds,
        "trials": last.means.size,
        "size": found["size"],
        "coverage": 1 - found["size"] if has_interval else np.nan,
        "power": found["power"],
        "width": last.width(method) if has_interval else np.nan,
        "sd": last.sd,
        "difference": truth,
    }


if __name__ == "__main__":
    out, folder, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [TRIALS, 1][len(numbers) :]
    run_study(study_of(folder, trials), out, n_jobs=jobs, progress=True)
    pd.DataFrame(rows_of(out)).round(4).to_csv(sys.stdout, index=False)
