"""The verdict on two reported numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr
from scipy import special

from bayescmp._support._typing import Floats
from bayescmp._support._validation import RandomNumbers, check_integer
from bayescmp.claims._readings import ROUNDING, Readings
from bayescmp.comparison import Assurance, plan_hold_out
from bayescmp.metrics import Metric, plain_metric
from bayescmp.posteriors._one_quantity import CHAINS, in_chains
from bayescmp.results import (
    PROBABILITIES,
    UNDECIDED,
    Answer,
    Answered,
    Call,
    Interval,
    Posterior,
    Result,
    Settings,
    Trust,
    answers,
    decisions,
    regions,
)

HOLDS, DEPENDS, NOT_HELD = "holds", "depends", "not shown"
_POWER = 0.8
_SHARE = 0.1  # of the range of a number, below which a cause is not named


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Claim(Answered, Result):
    """Which of two systems is better by the numbers that are reported of them, and whether what is not told matters.

    The difference is value(first) - value(second). Probabilities, interval and decision are those by the prior of what
    is not told that was measured on other pairs; `verdict` needs no prior.

    Attributes
    ----------
    first, second : str
        The systems.
    observed : dict of str to float
        The reported values.
    readings : Readings
        The posterior for every value of what is not told.
    metric : Metric
        Which values these are.
    settings, trust, provenance, call
        As in `Result`.
    """

    first: str
    second: str
    observed: Mapping[str, float]
    readings: Readings
    metric: Metric
    settings: Settings
    trust: Trust
    provenance: Mapping[str, Any]
    call: Call

    @property
    def difference(self) -> Posterior:
        """Posterior of value(first) - value(second)."""
        return self.readings.main

    @property
    @override
    def probabilities(self) -> tuple[float, float, float]:
        return self._answer.probabilities

    @property
    def interval(self) -> Interval:
        """Credible interval of the difference."""
        return self._answer.interval

    @cached_property
    def each(self) -> pd.DataFrame:
        """One row per value of what is not told, `untold`, with the three probabilities, decision and p-value."""
        found = self._of_each
        columns = {"untold": self.readings.untold, **dict(zip(PROBABILITIES, found.T, strict=True))}
        decided = decisions(found, self.settings.threshold)
        return pd.DataFrame(columns | {"decision": decided, "pvalue": self.readings.pvalues})

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest probability that the first is better, whatever is not told."""
        return float(self._of_each[:, 0].min()), float(self._of_each[:, 0].max())

    @property
    def pvalue(self) -> tuple[float, float]:
        """The least and the greatest p-value of the test of papers, whatever is not told."""
        return float(self.each["pvalue"].min()), float(self.each["pvalue"].max())

    @property
    def verdict(self) -> str:
        """Whether one is better, or both equivalent, whatever is not told.

        "holds": one decision for all that may be; "depends": for some of it; "not shown": for nothing of it.
        """
        found = set(self.each["decision"])
        return NOT_HELD if found == {UNDECIDED} else HOLDS if len(found) == 1 else DEPENDS

    @cached_property
    def causes(self) -> tuple[str, ...]:
        """What is not told that the likeliest outcome's probability depends on, and whatever alone tips a decision."""
        moved, tips = self.causes_of(PROBABILITIES[np.argmax(self.probabilities)]), self.causes_of("decision")
        is_named = self.verdict != DEPENDS or set(moved) & set(tips)
        return moved if is_named else tuple(kind for kind in self.readings.by if kind in {*moved, *tips})

    def causes_of(self, column: str) -> tuple[str, ...]:
        """Return what is not told that moves a column of `each` by a tenth of its range or more; one, if nothing does.

        Of the rest each value is held in turn, and of the rounding the printed one.
        """
        by, values, moved = pd.DataFrame(self.readings.by), self.each[column], []
        found = pd.Series(np.unique(values, return_inverse=True)[1]) if column == "decision" else values
        for kind in by:
            held = found if kind == ROUNDING else found[self.readings.as_printed]
            others = held.groupby([by.loc[held.index, other] for other in by if other != kind] or np.zeros(len(held)))
            if (others.max() - others.min()).max() > _SHARE * np.ptp(found):
                moved.append(kind)
        return tuple(moved) or (self.readings.kind,)

    @cached_property
    def priors(self) -> pd.DataFrame:
        """One row per prior of what is not told: estimate, interval, three probabilities and decision."""
        rows = {name: answers(self.readings.mixed(name), self.settings) for name in self.readings.weights}
        return pd.concat(rows, names=["prior"]).droplevel(1)

    def plan(self, **asked: Any) -> Assurance:
        """Say how many records of one test set such a difference takes, as `plan_hold_out` does with its arguments.

        Raises
        ------
        ValueError
            If the numbers are not of one test set.
        """
        if self.readings.disagreement is None:
            raise ValueError(
                "A plan must be of rates on one test set. `plan_hold_out` takes a difference and a disagreement, and "
                "`sd_of_runs` where seeds vary; `plan` a comparison of `scores(..., how=one_test_set(n))` of runs."
            )
        apart = self.metric.sign * (self.observed[self.first] - self.observed[self.second])
        planned = plan_hold_out(apart, max(self.readings.disagreement, abs(apart)), **asked)
        low, high = sorted(self.metric.sign * bound + 0.0 for bound in planned.rope)
        return replace(planned, difference=self.metric.sign * apart, rope=(low, high))

    @property
    def needed(self) -> float | None:
        """Records of each test set, or runs of each, that decide with power .8; infinite for none, None if not told.

        Of runs with standard deviations s and s': ``(z + z8)**2 * (s**2 + s'**2) / d**2 + z**2 / 4``, z and z8 the
        normal quantiles of the threshold and of .8, d the difference beyond the rope; the last term is what a t test
        takes more than a z test.
        """
        settings, readings, (first, second) = self.settings.of_losses(), self.readings, self.observed.values()
        apart = self.metric.sign * (first - second)
        if readings.disagreement is not None:
            asked = {"rope": settings.rope, "threshold": settings.threshold, "n_records": [100]}
            return self.plan(**asked).needed[_POWER] if 0 < abs(apart) < 1 else np.inf
        if readings.variances is None:
            return None
        beyond, z = max(apart - settings.rope[1], settings.rope[0] - apart, 0.0), special.ndtri(settings.threshold)
        needed = (z + special.ndtri(_POWER)) ** 2 * readings.variances.sum() / beyond**2 if beyond else np.inf
        return float(needed + (z**2 / 4 if self.call.arguments["n"] is None else 0.0))

    @property
    def decided_at(self) -> tuple[float, float] | None:
        """The least and the greatest overlap, or correlation, at which something is decided; None for none."""
        decided = self.each.loc[self.each["decision"] != UNDECIDED, "untold"]
        return None if decided.empty else (float(decided.min()), float(decided.max()))

    def summary(self) -> pd.DataFrame:
        """One row: names, values, difference, probabilities by the measured prior, their range, and the verdict."""
        first, second = self.observed[self.first], self.observed[self.second]
        found = self.priors.iloc[[0]].rename(columns={"estimate": "difference"}).reset_index(drop=True)
        low, high = self.range
        names = {"first": self.first, "second": self.second, "value_first": first, "value_second": second}
        before = pd.DataFrame(names, index=[0])
        return pd.concat([before, found], axis=1).assign(least=low, greatest=high, verdict=self.verdict)

    @override
    def to_dict(self) -> dict[str, Any]:
        numbers = {"mean": self.difference.mean, "sd": self.difference.sd}
        least, greatest = self.range
        return self._plain(
            "first", "second", "observed", *PROBABILITIES, "decision", "verdict", "priors",
            **plain_metric(self.metric), told=self.readings.told, untold=self.readings.kind,
            range={"least": least, "greatest": greatest},
            difference=numbers | {"low": self.interval.low, "high": self.interval.high},
        )  # fmt: skip

    @override
    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the difference in the form that ArviZ takes, as in `Result.to_datatree`."""
        check_integer("draws", draws, least=1)
        return self._tree(difference=in_chains(self.difference.draw(CHAINS * draws, rng)))

    @cached_property
    def _answer(self) -> Answer:
        return Answer(posterior=self.difference, settings=self.settings)

    @cached_property
    def _of_each(self) -> Floats:
        return np.atleast_2d(regions(self.readings.parts, self.settings))
