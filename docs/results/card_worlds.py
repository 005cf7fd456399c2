"""The simulated worlds of the calibration card: its short form, with the seed 0 and more samples.

    python docs/results/card_worlds.py [processes] > docs/results/card-worlds.csv  # half an hour on one core

300 samples of each cell, of the Brier score 1,000. Rows as of `bayescmp.studies.measure_card`.
"""

import sys

import joblib
import pandas as pd

from bayescmp.studies._card_worlds import WORLDS, measured

SAMPLES = dict.fromkeys(WORLDS, 300) | {"brier score": 1000}


def rows_of(world):
    """Return the rows of a world."""
    return list(measured(world, SAMPLES[world], 0))


if __name__ == "__main__":
    processes = int(sys.argv[1]) if sys.argv[1:] else 1
    found = joblib.Parallel(processes)(joblib.delayed(rows_of)(world) for world in WORLDS)
    table = pd.DataFrame([row for rows in found for row in rows]).assign(source="card-worlds")
    columns = pd.read_csv("docs/results/card-worlds.csv", nrows=0).columns
    table.reindex(columns=columns).round(4).to_csv(sys.stdout, index=False)
