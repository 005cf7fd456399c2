"""Simulations cell by cell: what their commands share."""

import sys
from functools import partial

import joblib
import pandas as pd


def write_rows(rows_of, cells, **runs):
    """Print the rows of every cell as CSV, as soon as they are measured; `runs` by default, then processes, are given.

    `rows_of` yields the rows of a cell, given the numbers of runs by their names.
    """
    given = [int(one) for one in sys.argv[1:]]
    *numbers, processes = given + [*runs.values(), 1][len(given) :]
    measure = partial(rows_of, **dict(zip(runs, numbers, strict=True)))
    work = (joblib.delayed(lambda *cell: list(measure(*cell)))(*cell) for cell in cells)
    for number, rows in enumerate(joblib.Parallel(processes, return_as="generator")(work)):
        pd.DataFrame(rows).round(4).to_csv(sys.stdout, index=False, header=number == 0)
        sys.stdout.flush()
