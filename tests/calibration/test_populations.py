"""How often answers over data sets hold, in a part of the study; normal quantiles are the negative control."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from tests.data import module_at, standard_errors_apart

SCRIPT = Path(__file__).parents[2] / "docs" / "results" / "datasets.py"
TRIALS = 2000


@pytest.mark.parametrize("world", ["exponential", "lognormal"])
def test_the_size_of_the_average_is_the_measured_one(world):
    study, rng = module_at(SCRIPT), np.random.default_rng(1)
    rows = list(study.averages(study.WORLDS[world](rng), 0.0, 8, TRIALS, rng))
    found = {row["method"]: row["size"] for row in rows}
    measured = pd.read_csv(SCRIPT.with_suffix(".csv")).query(
        f"kind == 'average' and population == '{world}' and q == 8"
    )
    (own,) = measured.query("method == 'normal'").itertuples()
    assert standard_errors_apart(found["normal"], TRIALS, own.size, own.trials) < 4
    assert standard_errors_apart(found["z"], TRIALS, own.size, own.trials) > 4
