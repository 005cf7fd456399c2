"""How probably more runs decide on the test set that there is: the power of Welch's test, by the spreads of both."""

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import scipy

from bayescmp._support._typing import Floats
from bayescmp._support._validation import MOST_RECORDS, check_integer, check_numbers
from bayescmp.comparison._assurance import Assurance
from bayescmp.comparison._comparison import Comparison
from bayescmp.comparison._foreseen import right_decision
from bayescmp.comparison._plan_hold_out import checked_difference, of_hold_out
from bayescmp.results import OUTCOMES, Settings


def scores_foreseen(comparison: Comparison, n_runs: Any, difference: Any) -> Assurance:
    """Return a row for each number of runs of each, whose scores vary as those that there are."""
    runs, settings = comparison.evidence.runs, comparison.settings
    assert runs is not None  # noqa: S101 - its design says so
    stated = 0.0 if difference is None else checked_difference(difference, comparison.evidence.metric.widest)
    if right_decision(settings, stated) not in OUTCOMES[::2]:
        raise ValueError("`difference` must be given, beyond the rope, after scores of runs: a true one to be decided.")
    if not runs["between"].any():
        raise ValueError(
            "`comparison` must be of scores that vary from run to run, but those of each side are the same."
        )
    asked = np.unique([*map(round, comparison.design.runs.mean * np.array([1, 2, 4]))]) if n_runs is None else n_runs
    sizes = [check_integer("n_runs", one, least=2, most=MOST_RECORDS) for one in check_numbers("n_runs", asked)]
    row = partial(_row, runs["between"].to_numpy(), stated)
    table = pd.DataFrame([{"n_runs": size, "n_repeats": 1, **row(settings, size)} for size in sizes])
    return of_hold_out(settings, table, stated, lambda own, _, size: row(own, size)["power"] if size > 1 else 0.0)


def _row(variances: Floats, stated: float, settings: Settings, size: float) -> dict[str, float]:
    sd, (low, high) = np.sqrt(variances.sum() / size), settings.rope
    df = (size - 1) * variances.sum() ** 2 / (variances**2).sum()  # Welch's
    needs, half = (scipy.stats.t.ppf(one, df) for one in (settings.threshold, (1 + settings.ci_prob) / 2))
    beyond = (stated - high if stated > high else low - stated) / sd
    return {"sd": float(sd), "width": 2 * float(sd * half), "power": float(scipy.stats.nct.sf(needs, df, beyond))}
