"""How many records a decision takes where one may look at every record: simulated, beside the fixed-size plan."""

import math
import textwrap
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.random import Generator

from bayescmp._support._screen import aligned
from bayescmp._support._text import WIDTH, percent, rounded_up, shown
from bayescmp._support._typing import Booleans, Floats, Integers
from bayescmp._support._validation import (
    RandomNumbers,
    check_integer,
    check_number,
    check_probability,
    check_rope,
    generator,
)
from bayescmp.comparison import Stated, needed_records
from bayescmp.comparison._stated import least_that
from bayescmp.frequentist._e_value import log_e_values
from bayescmp.results import OUTCOMES, Settings, in_one_line
from bayescmp.sequential._records import CONTINUE, decisions

_MOST = 1_000_000  # records after which a stream without a decision is given up
_QUANTILES = (0.1, 0.5, 0.9)
_STEP, _LEAST = 1.02, 10
_BLOCK = 512


@dataclass(frozen=True, kw_only=True, eq=False)
class SequentialPlan:
    """How many records a decision takes that may be looked for at every record.

    Attributes
    ----------
    table : DataFrame
        A row per quantile of the streams, `power` among them: `quantile`, and `n_records`, by which so many of them are
        decided; infinite where they are not within a million.
    decisions : Series
        Shares of streams by decision: "first better", "equivalent", "second better", and "continue" for those given up.
    mean : float
        Mean number of records of the streams that are decided.
    fixed : float
        Records of one look that is planned, of `plan`, for the same power; infinite where no number is enough.
    difference, disagreement, alpha, power : float
        As asked for.
    draws : int
        Number of streams.
    """

    table: pd.DataFrame
    decisions: pd.Series
    mean: float
    fixed: float
    difference: float
    disagreement: float
    alpha: float
    power: float
    draws: int
    __repr__ = in_one_line

    def summary(self) -> pd.DataFrame:
        """Return `table`, as `summary` of results is one."""
        return self.table.copy()

    def __str__(self) -> str:
        decided, by_records = map(percent, self.table["quantile"]), map(_records, self.table["n_records"])
        shares = ", ".join(f"{name} {share:.3f}" for name, share in self.decisions.items() if share)
        one_look = f"One look that is planned needs {_records(self.fixed)} for a power of {self.power:g}"
        if math.isinf(self.fixed):
            one_look = f"No number of records gives one look that is planned a power of {self.power:g}"
        said = (
            f"{self.draws:,} streams at a difference of {self.difference:g}, with a disagreement of "
            f"{self.disagreement:g}, looked at whenever one likes at a level of {self.alpha:g}: {shares}; "
            f"those that are decided take {_records(self.mean)} records on average. {one_look}."
        )
        columns = {"decided": [*decided], "by records": [*by_records]}
        return f"{aligned(columns)}\n\n{textwrap.fill(said, WIDTH)}"


def plan_sequential(
    difference: float,
    disagreement: float,
    *,
    alpha: float = 0.05,
    rope: float | tuple[float, float] = 0.0,
    power: float = 0.8,
    draws: int = 2000,
    rng: RandomNumbers = 0,
) -> SequentialPlan:
    """Foresee after how many records a `SequentialComparison` decides.

    Parameters
    ----------
    difference : float
        True difference err(first) - err(second).
    disagreement : float
        Share of the records on which exactly one of the two errs: at least the size of the difference, at most the sum
        of both error rates. The more two disagree, the longer it takes.
    alpha, rope
        As in `SequentialComparison`.
    power : float, default 0.8
        The share of streams that is to be decided.
    draws : int, default 2000
        Number of simulated streams.
    rng : int, Generator or None, default 0
        Seed or source of the streams.

    Returns
    -------
    SequentialPlan

    Notes
    -----
    Without a rope streams are looked at on every record; with one after 10 records and then on steps of two per cent,
    at least 10 records, which stops some 3 to 14 per cent later than looking at every record (measured). Those that are
    not decided within a million records are given up. The fixed-size plan is `plan`, whose decision needs a posterior
    probability of 1 - alpha / 2.

    Examples
    --------
    >>> import bayescmp as bc
    >>> foreseen = bc.plan_sequential(-0.04, 0.16, draws=500)
    >>> bool(foreseen.table["n_records"].is_monotonic_increasing), foreseen.fixed
    (True, 778.0)
    """
    alpha, region = check_probability("alpha", alpha), check_rope(rope)
    power, draws = check_probability("power", power), check_integer("draws", draws, least=100)
    if not 0 < check_number("disagreement", disagreement) <= 1:
        raise ValueError(f"`disagreement` must be a proportion above 0, but got {shown(disagreement)}.")
    if abs(check_number("difference", difference)) > disagreement:
        raise ValueError(
            f"`difference` must be at most the disagreement, {disagreement:g}, in size, but got {shown(difference)}."
        )
    of_first = (disagreement + difference) / 2
    shares = np.array([of_first, disagreement - of_first, 1 - disagreement]).clip(0)
    stream = generator(rng)
    if region == (0.0, 0.0):
        stopped, decided = _at_every_record(shares, alpha, draws, stream)
    else:
        stopped, decided = _at_steps(shares, region, alpha, draws, stream)
    planned = Settings.checked(rope=rope, threshold=1 - alpha / 2)
    parts = Stated(n_records=1, difference=float(difference), disagreement=float(disagreement))
    quantiles = sorted({*_QUANTILES, power})
    found = np.quantile(stopped, quantiles, method="inverted_cdf")
    finite = stopped[np.isfinite(stopped)]
    counts = pd.Series(decided).value_counts(normalize=True)
    return SequentialPlan(
        table=pd.DataFrame({"quantile": quantiles, "n_records": found}),
        decisions=counts.reindex([*OUTCOMES, CONTINUE], fill_value=0.0).rename("share"),
        mean=float(finite.mean()) if finite.size else math.inf,
        fixed=needed_records(planned, parts, float(difference), power), difference=float(difference),
        disagreement=float(disagreement), alpha=alpha, power=power, draws=draws,
    )  # fmt: skip


def _at_every_record(shares: Floats, alpha: float, draws: int, stream: Generator) -> tuple[Floats, list[str]]:
    """Return where streams stop and how: the e-value changes where exactly one errs, and only there."""
    stopped, decided = np.full(draws, np.inf), np.full(draws, CONTINUE, dtype=object)
    disagreement = float(shares[0] + shares[1])
    going, first, seen = np.arange(draws), np.zeros(draws, dtype=int), 0
    while going.size and seen < _MOST * disagreement:
        walks = first[going, None] + np.cumsum(stream.random((going.size, _BLOCK)) < shares[0] / disagreement, axis=1)
        numbers = seen + np.arange(1, _BLOCK + 1)
        need = _needed(numbers, alpha)
        crossed = (walks >= need) | (walks <= numbers - need)
        at = crossed.argmax(axis=1)
        ends = crossed[np.arange(going.size), at]
        last = walks[np.arange(going.size), at]
        taken = numbers[at[ends]]
        stopped[going[ends]] = taken + stream.negative_binomial(taken, disagreement)
        decided[going[ends]] = np.where(2 * last[ends] > taken, OUTCOMES[2], OUTCOMES[0])
        first[going] = walks[:, -1]
        going, seen = going[~ends], seen + _BLOCK
    late = stopped > _MOST  # the limit is of records, of which there are more than of disagreements
    stopped[late], decided[late] = np.inf, CONTINUE
    return stopped, decided.tolist()


def _needed(numbers: Integers, alpha: float) -> Integers:
    """Return of how many disagreements on one side, out of some numbers, the e-value is 1 / alpha."""

    def enough(count: Integers) -> Booleans:
        return log_e_values(count, np.maximum(numbers - count, 0), 0, 0.0) >= -np.log(alpha)

    return least_that(enough, numbers // 2 + 1, numbers + 1)


def _at_steps(
    shares: Floats, region: tuple[float, float], alpha: float, draws: int, stream: Generator
) -> tuple[Floats, list[str]]:
    """Return where streams stop and how, looked at whenever there are two per cent more records."""
    stopped, decided = np.full(draws, np.inf), np.full(draws, CONTINUE, dtype=object)
    counts, going, n = np.zeros((draws, 3), dtype=int), np.arange(draws), 0
    while going.size and n < _MOST:
        step = max(_LEAST, math.ceil(n * (_STEP - 1)))
        n += step
        counts[going] += stream.multinomial(step, shares, size=going.size)
        cells = np.insert(counts[going], 0, 0, axis=1)
        found = decisions(cells, region, alpha)
        ends = found != CONTINUE
        stopped[going[ends]], decided[going[ends]] = n, found[ends]
        going = going[~ends]
    return stopped, decided.tolist()


def _records(number: float) -> str:
    return f"{rounded_up(number, 3):,.0f}" if math.isfinite(number) else f"more than {_MOST:,}"
