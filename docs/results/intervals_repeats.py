"""Coverage of 50, 80 and 95 % intervals at every number of repeats, on samples of `frontier_repeats.py`.

    python docs/results/intervals_repeats.py FOLDER [trials] [jobs] > docs/results/intervals-repeats.csv

FOLDER and truth are as there, and its first samples are cross-validated again: half an hour on two cores. A
credible interval of probability p holds the truth where the posterior probability of less is within p/2 of one half,
which takes no quantile. One row a data set, pair, method and design. Of the generated data sets
intervals-repeats-generated.csv.
"""

import sys
import warnings
from dataclasses import replace
from functools import partial

import numpy as np
from frontier_repeats import study_of
from in_cells import write_rows
from intervals_frontier import OTHERS, PROBABILITIES, SETTINGS
from pairs import CORRECTED_T, NESTED

from bayescmp.frequentist import paired_t
from bayescmp.methods import METHODS
from bayescmp.model_selection import TEN_TIMES_TEN_FOLD
from bayescmp.studies._fold_tables import pairs_of

TRIALS, CHUNK = 50, 10
JUDGED = {"crossed-effects": METHODS["crossed-effects"], **OTHERS}
"""Methods beside the t test; of 10 x 10-fold the test alone, as there."""


def fitted(outcomes, plan):
    """Return the t test and the posteriors of one pair in a batch of trials."""
    test = paired_t(outcomes.evidence.differences, test_to_train=outcomes.test_to_train)
    if plan not in NESTED:
        return test, {}
    evidence = replace(outcomes.evidence, sums=outcomes.sums)
    return test, {name: method.fit(evidence, SETTINGS).difference for name, method in JUDGED.items()}


def held(test, posteriors, truth):
    """Return for each method which intervals hold the truth, (probability, trial)."""
    intervals = [test.confidence_interval(one) for one in PROBABILITIES]
    off = {name: np.abs(2 * np.asarray(one.cdf(truth)) - 1) for name, one in posteriors.items()}
    return {
        **{name: [one <= probability for probability in PROBABILITIES] for name, one in off.items()},
        CORRECTED_T: [(np.asarray(one.low) <= truth) & (truth <= np.asarray(one.high)) for one in intervals],
    }


def rows_of_pair(batches, pair):
    """Yield a row a method and design of one pair, unless it never varies."""
    found = {
        plan: [fitted(outcomes[plan.name].pair(*pair), plan) for outcomes in batches]
        for plan in (*NESTED, TEN_TIMES_TEN_FOLD)
    }
    means = {plan: np.concatenate([np.asarray(test.estimate) for test, _ in own]) for plan, own in found.items()}
    if means[NESTED[0]].std() == 0:
        return
    for plan, own in found.items():
        truth = means[NESTED[-1] if plan in NESTED else plan].mean()
        of_batches = [held(*one, truth) for one in own]
        for method in of_batches[0]:
            shares = np.concatenate([one[method] for one in of_batches], axis=1).mean(axis=1)
            covered = {f"covered_{100 * p:.0f}": share for p, share in zip(PROBABILITIES, shares, strict=True)}
            about = {"method": method, "repeats": plan.n_repeats, "folds": plan.n_folds, "trials": len(means[plan])}
            yield about | covered


def rows_of(folder, number, trials):
    """Yield the rows of one data set."""
    study = study_of(folder, trials)
    cell = study.cells[number]
    streams = [
        study.trial_streams(number, range(first, min(first + CHUNK, trials))) for first in range(0, trials, CHUNK)
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        batches = [cell.scenario.batch(study.plans, one).outcomes for one in streams]
        for pair, name in zip(*pairs_of(list(cell.scenario.estimators())), strict=True):
            first, second = name.split(" - ")
            about = {"data": cell.name, "first": first, "second": second}
            yield from (about | row for row in rows_of_pair(batches, pair))


def main():
    folder = sys.argv.pop(1)
    cells = [(number,) for number in range(len(study_of(folder, TRIALS).cells))]
    write_rows(partial(rows_of, folder), cells, trials=TRIALS)


if __name__ == "__main__":
    main()
