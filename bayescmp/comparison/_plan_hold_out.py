"""How many records a hold-out needs, before there are data."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from bayescmp._support._arguments import known_arguments
from bayescmp._support._text import shown
from bayescmp._support._validation import (
    MOST_RECORDS,
    check_integer,
    check_not_negative,
    check_number,
    check_numbers,
    check_probability,
)
from bayescmp.comparison._assurance import Assurance
from bayescmp.comparison._foreseen import POWERS, foreseen, foreseen_of_runs, least_numbers, right_decision
from bayescmp.comparison._stated import Stated, StatedRuns
from bayescmp.results import OUTCOMES, Settings

_USUAL = (100, 200, 500, 1000, 2000, 5000, 10_000)
_USUAL_RUNS = (3, 5, 10)
_ALWAYS_ALIKE = (
    "All runs of an algorithm are taken to err on the same records, the worst case: give `disagreement_of_runs`, the "
    "share of the records on which exactly one of two runs of one model errs."
)
_ROUGH = 30  # records, below which posteriors are not normal, as assurances take them to be

type Probability = Callable[[Settings, int, float], float]
"""That a number of records, and of runs or answers, decides."""


@known_arguments
def plan_hold_out(
    difference: float,
    disagreement: float,
    *,
    n_records: int | Sequence[int] | None = None,
    n_runs: int | Sequence[int] | None = None,
    sd_of_runs: float | None = None,
    disagreement_of_runs: float = 0.0,
    costs: tuple[float, float] | None = None,
    rope: float | tuple[float, float] = 0.0,
    threshold: float = 0.975,
    ci_prob: float = 0.95,
) -> Assurance:
    r"""Say how many records a hold-out needs to tell two classifiers apart by their errors, or to show them equivalent.

    Parameters
    ----------
    difference : float
        True difference error(first) - error(second) at which the power is stated: the smallest that matters.
    disagreement : float
        Share of the records on which exactly one of two classifiers errs, at least the size of the difference.
    n_records : int or sequence of int, optional
        Numbers of records to foresee; from 100 to 10,000 by default.
    n_runs : int or sequence of int, optional
        Of algorithms that are trained several times, numbers of runs of each, two or more; 3, 5 and 10 by default.
    sd_of_runs : float, optional
        Standard deviation of the error of an algorithm over its runs, on a large test set; on a small one, as papers
        print it, it is larger, which is on the safe side. Without it, two fitted classifiers are planned for.
    disagreement_of_runs : float, default 0
        Share of the records on which exactly one of two runs of an algorithm errs, at most `disagreement`. Runs that
        always err on the same records, 0, are the worst case: more of them do not make up for few records.
    costs : (float, float), optional
        What a record costs, and a run of both algorithms: the table then has the column `cost`.
    rope, threshold, ci_prob
        As in `compare`.

    Returns
    -------
    Assurance
        Its `table` has a row per number of records and of runs, and `needed` the least numbers of records for a power
        of .5, .8 and .9; of one number of records and several of runs, those of runs.

    Raises
    ------
    TypeError
        If a number is of the wrong kind.
    ValueError
        If a number is out of range, or runs are given without `sd_of_runs`.

    Notes
    -----
    The power is that of all tables that there may be, for the posterior that `compare` has by default; of many
    disagreements, of some of their numbers, and above 10,000 of normal posteriors. A pilot tells a disagreement:
    `result.posterior.disagreement.mean`.

    Of R runs each, on n records with the variance q of one record's difference, and runs that disagree on the share c
    of them, the mean difference has the variance :math:`(q - (1 - 1/R) c) / n + 2 s^2 / R`. The posterior does not know
    s, and is that of `compare` at what runs may be seen to vary by, :math:`(s^2 + c / 2n) \chi^2_{R - 1} / (R - 1)`,
    over which width and power are averaged (derived).

    Examples
    --------
    >>> import bayescmp as bc
    >>> bc.plan_hold_out(difference=0.02, disagreement=0.1).needed[0.8]
    1949.0
    >>> of_runs = bc.plan_hold_out(difference=0.02, disagreement=0.1, sd_of_runs=0.01, n_runs=[2, 5, 20])
    >>> bool(of_runs.table.query("n_records == 2000")["power"].is_monotonic_increasing)
    True
    """
    settings = Settings.checked(rope=rope, threshold=threshold, ci_prob=ci_prob)
    stated = checked_difference(difference, 1.0)
    if not abs(stated) <= check_number("disagreement", disagreement) <= 1:
        raise ValueError(
            f"`disagreement` must be a proportion of at least the size of `difference`, but got {shown(disagreement)}."
        )
    parts = Stated(n_records=_USUAL[0], difference=stated, disagreement=float(disagreement))
    records = numbers_asked("n_records", n_records, _USUAL)
    if sd_of_runs is None:
        given = {"n_runs": n_runs, "costs": costs, "disagreement_of_runs": disagreement_of_runs or None}
        for name, value in given.items():
            if value is not None:
                raise ValueError(f"`{name}` must be given with `sd_of_runs`, by which the error varies over runs.")
        table = pd.DataFrame([foreseen(settings, parts, n, 1, None, stated) for n in records])
        return of_hold_out(
            settings, table, stated, lambda asked, n, _: foreseen(asked, parts, n, 1, None, stated)["power"]
        )
    spread = float(check_probability("sd_of_runs", sd_of_runs))
    runs = numbers_asked("n_runs", n_runs, _USUAL_RUNS, least=2)
    if not 0 <= check_number("disagreement_of_runs", disagreement_of_runs) <= disagreement:
        raise ValueError(
            "`disagreement_of_runs` must be a proportion of at most `disagreement`, for two runs of an algorithm err "
            f"on the same records as often as those of two, but got {shown(disagreement_of_runs)}."
        )
    of_runs = StatedRuns(hold_out=parts, sd=spread, disagreement=float(disagreement_of_runs))
    table = pd.DataFrame([foreseen_of_runs(settings, of_runs, n, r) for n in records for r in runs])
    if costs is not None:
        table["cost"] = cost_of(costs, table, "n_runs")

    def power(asked: Settings, n: int, r: float) -> float:  # of one run 0, which does not tell by how much runs vary
        return foreseen_of_runs(asked, of_runs, n, int(r))["power"] if r > 1 else 0.0

    found = of_hold_out(settings, table, stated, power)
    return found if disagreement_of_runs else replace(found, assumed=_ALWAYS_ALIKE)


def of_hold_out(settings: Settings, table: pd.DataFrame, stated: float | None, probability: Probability) -> Assurance:
    """Return a plan of hold-outs, with the numbers of records, or of runs or answers, that a probability needs."""
    right = right_decision(settings, stated)
    found = Assurance(table=table, difference=stated, right=right, rope=settings.rope, is_hold_out=True)
    if stated is not None and not right:
        return replace(found, needed=dict.fromkeys(POWERS, np.inf))
    size, other, *_ = found.sizes

    def needed(asked: Settings) -> dict[float, float]:
        (fixed, *more), of_records = set(table[other]), size == "n_records"
        if more:
            return {}
        at = (lambda n: probability(asked, n, fixed)) if of_records else (lambda m: probability(asked, fixed, m))
        return least_numbers(at, POWERS, _ROUGH if of_records and stated is None else 1)

    found = replace(found, needed=needed(settings))
    if right != OUTCOMES[1]:
        return found
    margin = settings.rope[0 if settings.greater_is_better else 1]
    alone = replace(settings, rope=(margin, margin))
    rows = zip(table["n_records"], table[other if size == "n_records" else size], strict=True)
    table.insert(table.columns.get_loc("power") + 1, "not_inferior", [probability(alone, *row) for row in rows])
    return replace(found, table=table, not_inferior=needed(alone))


def numbers_asked(name: str, given: object, usual: Sequence[int], least: int = 1) -> list[int]:
    numbers = usual if given is None else check_numbers(name, given)
    return [check_integer(name, value, least=least, most=MOST_RECORDS) for value in numbers]


def checked_difference(difference: float, widest: float | None) -> float:
    found = float(check_number("difference", difference))
    if widest is not None and abs(found) >= widest:
        raise ValueError(f"`difference` must be above {-widest:g} and below {widest:g}, but got {shown(difference)}.")
    return found


def cost_of(costs: object, table: pd.DataFrame, of: str) -> pd.Series:
    if not isinstance(costs, (tuple, list)) or len(costs) != 2:
        raise TypeError(f"`costs` must be (of a record, of an answer to it or a run), but got {shown(costs)}.")
    of_record, of_one = (check_not_negative("costs", one) for one in costs)
    times = 1 if of == "n_runs" else table["n_records"]  # a run is trained once for all records
    return table["n_records"] * of_record + of_one * table[of] * times
