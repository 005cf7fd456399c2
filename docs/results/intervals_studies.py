"""Coverage of 50, 80 and 95 % intervals in the studies of algorithms that are trained anew, and of F1.

    python docs/results/intervals_studies.py OUT LETTER [trials] [jobs] > docs/results/intervals-studies.csv

OUT is a folder for the runs, which go on where they ended; LETTER the data of the scenario `letter`, a CSV file. Each
method of a study that has intervals is in it once for every probability, on the same samples, seeds and fits as in the
study, but fewer `trials` (1,000 if left out, and never more than the study has). One row a study, cell and method.
"""

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pandas as pd

from bayescmp.studies import builtin_study, run_study

STUDIES = ("f1", "table-5", "crossed-effects", "figure-4", "costly")
WITH_INTERVALS = {
    "posterior_f1", "effective-table", "crossed-effects", "resampled_t", "conservative_z", "bootstrap_percentile",
    "bootstrap_bca",
}  # fmt: skip
PROBABILITIES = (50, 80, 95)


def assess(method, percent, outcomes, _):
    """Find what the method finds, with intervals of another probability than the study's."""
    return method.assess(outcomes, 1 - percent / 100)


def with_probabilities(study):
    """Return the study with its methods that have intervals, each once for every probability."""
    methods = [
        replace(method, name=f"{method.name} {percent}", assess=partial(assess, method, percent))
        for method in study.methods
        if method.name in WITH_INTERVALS
        for percent in PROBABILITIES
    ]
    return replace(study, methods=methods)


def coverages(name, out, letter, trials, jobs):
    """Return a row a cell and method of a study."""
    of_file = builtin_study(name, data=letter)
    study = with_probabilities(replace(of_file, trials=min(trials, of_file.trials)))
    found = run_study(study, out / name, n_jobs=jobs, progress=True)
    found[["method", "percent"]] = found["method"].str.rsplit(" ", n=1, expand=True)
    about = ["label", "method", "trials"]
    wide = found.pivot_table(index=about, columns="percent", values="coverage", sort=False)
    return wide.add_prefix("covered_").reset_index().assign(study=name)


if __name__ == "__main__":
    out, letter, *numbers = sys.argv[1:]
    trials, jobs = [int(one) for one in numbers] + [1000, 1][len(numbers) :]
    tables = [coverages(name, Path(out), letter, trials, jobs) for name in STUDIES]
    columns = ["study", "label", "method", "trials", *(f"covered_{percent}" for percent in PROBABILITIES)]
    pd.concat(tables)[columns].round(4).to_csv(sys.stdout, index=False)
