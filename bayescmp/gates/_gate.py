"""The verdict of a gate, and what it rests on in each task."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, override
from xml.etree import ElementTree as ET

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import visible
from bayescmp._support._validation import RandomNumbers
from bayescmp.comparison import Comparison, plan
from bayescmp.frequentist import adjust_pvalues
from bayescmp.gates._policy import Policy, Rule
from bayescmp.results import Call, Result, Settings, Trust

PASS, WARN, BLOCK, OPEN = "pass", "warn", "block", "not enough evidence"
TOGETHER = "together"
"""The row of all tasks that block."""
_ORDER = (BLOCK, OPEN, WARN, PASS)
"""Verdicts, of which the first that a task has is that of all; a task that only warns is never of the second."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Gate(Result):
    """Whether a system may take the place of its baseline, task by task, as a policy asks.

    A task that the new system is worse in, beyond the drop that does not matter, blocks or warns; one in which it is
    shown to be no worse passes. The differences are value(new) - value(baseline).

    Attributes
    ----------
    new, baseline : str
        Names of the two systems.
    policy : Policy
        What was asked of each task.
    comparisons : dict of str to Comparison
        The comparison in each task, whose rope is the drop that does not matter.
    together : Comparison or None
        That on the records of all tasks that block, where they have one metric, a mean; its rope is their mean drop.
    missing : tuple of str
        What the policy requires and is not there.
    untold : dict of str to str
        Why the data of a task tell nothing.
    provenance, call
        As in `Result`.
    """

    new: str
    baseline: str
    policy: Policy
    comparisons: Mapping[str, Comparison]
    together: Comparison | None
    missing: tuple[str, ...]
    untold: Mapping[str, str]
    provenance: Mapping[str, Any]
    call: Call

    @cached_property
    def tasks(self) -> pd.DataFrame:
        """One row for each task: values, difference with its interval, `drop`, probabilities and `verdict`.

        The row "together" is of all tasks that block: where the new system is worse there, it is in one of them.
        `prob_worse` is the probability that the new system is worse beyond the drop; `holm` is that it is not, adjusted
        by Holm for the number of tasks that block, or that warn, beside which the level is 1 - threshold; `limit` is
        the `prob_worse` from which the row blocks, or warns, beside those that do.
        """
        rows = {name: self._row(one) for name, one in self.rows.items()}
        rows |= {name: {} for name in (*self.untold, *self.missing)}
        columns = ["n_records", "new", "baseline", "difference", "low", "high", "drop", "prob_worse"]
        found = pd.DataFrame.from_dict(rows, orient="index", columns=columns, dtype=float).rename_axis("task")
        own = {name: self.policy.rule_of(name) for name in found.index}
        own |= {} if self.together is None else {TOGETHER: Rule()}
        for key in ("required", "blocks"):
            found[key] = [getattr(one, key) for one in own.values()]
        found["holm"], found["limit"], level = np.nan, np.nan, 1 - self.policy.threshold
        for _, family in found[found["prob_worse"].notna()].groupby("blocks"):
            holm = adjust_pvalues(1 - family["prob_worse"])
            before = (family["prob_worse"].rank(method="first", ascending=False) - 1).clip(upper=(holm <= level).sum())
            found.loc[family.index, "holm"], found.loc[family.index, "limit"] = holm, 1 - level / (len(holm) - before)
        found["verdict"] = [self._verdict(row) for row in found.itertuples()]
        return found

    def _row(self, found: Comparison) -> dict[str, float]:
        ends = {"low": found.interval.low, "high": found.interval.high}
        values = {"new": found.observed[self.new], "baseline": found.observed[self.baseline]}
        told = {"n_records": found.evidence.design.n_records, "difference": values["new"] - values["baseline"]}
        return values | told | ends | {"drop": abs(found.settings.margins[1]), "prob_worse": found.prob_second_better}

    @property
    def rows(self) -> dict[str, Comparison]:
        """The comparisons of the rows of `tasks`, with that of all together."""
        return {**self.comparisons, **({} if self.together is None else {TOGETHER: self.together})}

    def _verdict(self, row: Any) -> str:
        level = 1 - self.policy.threshold
        if row.Index in self.missing:
            return BLOCK
        if row.holm <= level:
            return BLOCK if row.blocks else WARN
        return PASS if row.prob_worse <= level else OPEN

    @property
    def verdict(self) -> str:
        """The verdict over all tasks: "block", "not enough evidence", "warn" or "pass".

        A task that only warns does not lack evidence for all.
        """
        counting = self.tasks[self.tasks["blocks"] | (self.tasks["verdict"] != OPEN)]
        return next((one for one in _ORDER if (counting["verdict"] == one).any()), PASS)

    @cached_property
    def needed(self) -> pd.Series:
        """How many records would decide a task without enough evidence, with an even chance or more; NaN if unknown.

        As by `plan`, where the smaller chance by two priors is even, over what the posterior says of the difference,
        with as many answers as there are, at the level of the likelier verdict, `limit` where that is not a pass;
        infinite where no number of records would.
        """
        found = {}
        for row in self.tasks[self.tasks["verdict"] == OPEN].itertuples():
            if row.Index in self.rows:
                threshold = row.limit if row.prob_worse > 0.5 else self.policy.threshold
                found[row.Index] = _needed(self.rows[row.Index], threshold)
        return pd.Series(found, dtype=float, name="needed")

    @property
    def observed(self) -> dict[str, float]:
        """The two systems, each with the mean of its values over the tasks, as one of each counts."""
        means = self.tasks.loc[list(self.comparisons), ["new", "baseline"]].mean()
        return {self.new: float(means["new"]), self.baseline: float(means["baseline"])}

    @property
    def settings(self) -> Settings:
        """What was asked for, but the drop, which each task has."""
        return Settings(threshold=self.policy.threshold)

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically: the least of those of the tasks."""
        found = [one.trust for one in self.comparisons.values()]
        exact = Trust(sentence="nothing was computed", exact=True)
        return min(found, key=lambda trust: (trust.reliable, -trust.prob_error), default=exact)

    @override
    def summary(self) -> pd.DataFrame:
        """One row for each task, as in `tasks`, with the number of records `needed` where evidence is not enough."""
        return self.tasks.join(self.needed).reset_index()

    @override
    def to_dict(self) -> dict[str, Any]:
        own = {"policy": self.policy.plain(), "tasks": self.summary(), "untold": dict(self.untold)}
        return self._plain("new", "baseline", "verdict", "missing", **own)

    @override
    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:
        """Return draws of the values in the form that ArviZ takes, in a group for each task."""
        trees = {
            f"{place} {name}".replace("/", "_"): one.to_datatree(draws, rng)["posterior"].to_dataset()
            for place, (name, one) in enumerate(self.comparisons.items())
        }
        return xr.DataTree.from_dict(trees)

    def to_junit(self, *, strict: bool = False) -> str:
        """Return the verdicts as XML of JUnit: a case for each task, a failure where it blocks.

        Tasks without enough evidence are skipped cases, failures where `strict` and they block; what warns is said in
        the output of its case.
        """
        of_verdicts = {BLOCK: "failure", OPEN: "skipped", WARN: "system-out"}
        inside = self.tasks["verdict"].map(of_verdicts)
        inside[strict & self.tasks["blocks"] & (self.tasks["verdict"] == OPEN)] = "failure"
        counts = inside.value_counts()
        suite = ET.Element(
            "testsuite", name="bayescmp gate", tests=str(len(self.tasks)), failures=str(counts.get("failure", 0)),
            skipped=str(counts.get("skipped", 0)), errors="0",
        )  # fmt: skip
        for name, kind in inside.items():
            case = ET.SubElement(suite, "testcase", classname="bayescmp.gate", name=visible(name))
            if isinstance(kind, str):
                said = visible(self.content.of_task(name))
                part = ET.SubElement(case, kind)
                part.text = said
                if kind != of_verdicts[WARN]:
                    part.set("message", said)
        ET.indent(suite)
        return ET.tostring(suite, encoding="unicode", xml_declaration=True)


def _needed(found: Comparison, threshold: float) -> float:
    """Return the number of records at which either verdict has an assurance of 1/2: the rope has no other side.

    NaN where more records are not foreseen, as with a judge, of which more labels are.
    """
    design = found.design
    if design.n_judged:
        return np.nan
    several = {"n_runs": round(design.runs.mean), "n_answers": round(design.answers.mean)}
    same: Any = {name: number for name, number in several.items() if number > 1}
    low, high = found.settings.rope
    widest = found.evidence.metric.widest or np.inf
    rope = (low, widest) if found.settings.greater_is_better else (-widest, high)
    try:
        asked = replace(found, settings=replace(found.settings, rope=rope, threshold=threshold))
        return plan(asked, **same).needed[0.5]
    except (ValueError, KeyError):
        return np.nan
