"""The sizes that the documentation reports against those that are printed, where the settings are known."""

import csv
from pathlib import Path

import numpy as np
import pytest

from bayescmp.studies import builtin_study, run_study
from tests.data import standard_errors_apart

RESULTS = Path(__file__).parents[2] / "docs" / "results"
PRINTED_TRIALS = 1000
OPEN = {"naive_kfold_mcnemar"}  # the number of folds is not printed


def rows(name):
    with (RESULTS / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


PRINTED = {
    (scenario, row["method"]): float(row[scenario])
    for row in rows("printed-table-5")
    for scenario in ("epsilon", "simple")
    if row["method"] not in OPEN
}
MEASURED = {(row["scenario"], row["method"]): row for row in rows("table-5")}


def test_documented_sizes_are_near_the_printed_ones():
    for key, printed in PRINTED.items():
        rate, trials = float(MEASURED[key]["rejected"]), int(MEASURED[key]["trials"])
        assert standard_errors_apart(rate, trials, printed, PRINTED_TRIALS) < 3, key


def test_the_sizes_of_another_scenario_are_not_near():
    apart = [
        standard_errors_apart(float(MEASURED["simple", method]["rejected"]), 1000, printed, PRINTED_TRIALS)
        for (scenario, method), printed in PRINTED.items()
        if scenario == "epsilon"
    ]
    assert max(apart) > 3


@pytest.mark.slow
def test_a_new_run_gives_the_documented_trials(tmp_path):
    """The first trials of the study again: their shares are those of a sample of the documented ones."""
    study = builtin_study("table-5", trials=100, data=_letters(tmp_path))
    summary = run_study(_only(study, {"epsilon", "simple"}), tmp_path / "out", n_jobs=2)
    for row in summary.itertuples():
        documented = float(MEASURED[row.scenario, row.method]["rejected"])
        assert abs(row.rejected - documented) < 4 * np.sqrt(max(documented, 0.01) * (1 - documented) / 100)


def _only(study, names):
    from dataclasses import replace

    return replace(study, cells=[cell for cell in study.cells if cell.name in names])


def _letters(folder):
    path = folder / "letters.csv"
    values = ",".join(str(k) for k in range(16))
    path.write_text(",".join(f"x{k}" for k in range(16)) + ",class\n" + f"{values},A\n{values},B\n" * 30)
    return path
