"""Equal systems with a judge, whose answers people label until something is decided: that is looking many times."""

from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import xarray as xr
from scipy import special

from bayescmp.frequentist._e_value import excluded
from bayescmp.posteriors._drawn_records import JudgedPosterior

QUOTED = Path(__file__).parents[2] / "docs" / "results" / "quoted.csv"
RECORDS, LABELS, RUNS, ERROR, SKILL = 2000, np.arange(50, 600, 50), 1500, 0.15, 0.85


@cache
def decided():
    """Return which looks decide by the posterior and which by the e-value of the labelled records, (runs, looks)."""
    rng = np.random.default_rng(5)
    wrong = rng.random((RUNS, RECORDS, 2)) < ERROR
    called = np.where(rng.random(wrong.shape) < SKILL, wrong, ~wrong)
    people, judge = (one @ [2, 1] for one in (wrong, called))
    judged = np.stack([(judge == pattern).sum(axis=1) for pattern in range(4)], axis=1)
    found = []
    for labels in LABELS:  # records are in random order: those labelled are the first
        codes = 4 * judge[:, :labels] + people[:, :labels]
        cells = np.stack([(codes == code).sum(axis=1) for code in range(16)], axis=1).reshape(RUNS, 4, 4)
        posterior = JudgedPosterior(
            judged=xr.DataArray(judged, dims=("run", "judge")),
            labelled=xr.DataArray(cells, dims=("run", "judge", "people")),
        )
        mean, variance = posterior.moments()
        both, second, first, none = (cells.sum(axis=1)[:, place] for place in (3, 1, 2, 0))
        by_e_value = excluded(first, second, both + none, 0.0, 0.05)
        found.append((special.ndtr(np.abs(mean) / np.sqrt(variance)) >= 0.975, by_e_value))
    return np.moveaxis(np.array(found), 1, 0).transpose(0, 2, 1)


def test_labelling_until_it_is_decided_decides_too_often():
    """The numbers of the page on logs of evaluations: 11 looks, one look, and the e-value at 11 looks."""
    by_posterior, by_e_value = decided()
    found = [by_posterior.any(axis=1).mean(), by_posterior[:, -1].mean(), by_e_value.any(axis=1).mean()]
    quoted = pd.read_csv(QUOTED, index_col="name").loc[["judged_looks", "judged_one_look", "judged_e_value"]]
    assert found == pytest.approx(quoted["value"].astype(float).to_numpy(), abs=6e-4)
    errors = np.sqrt(np.multiply(found, np.subtract(1, found)) / RUNS)
    assert errors == pytest.approx(quoted["se"].astype(float).to_numpy(), abs=6e-4)
