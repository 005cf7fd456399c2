"""What a plan says: a table of larger experiments, in words, as a picture and for a paper."""

import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd

from bayescmp._support._above import above
from bayescmp._support._screen import aligned, html_of
from bayescmp._support._text import WIDTH, counted, listed, percent, rounded_up
from bayescmp.methods import measured_repeats
from bayescmp.results import Exhibit, in_one_line

_WIDTH = "sd and width are of the posterior of the difference, and of its interval."
_ASSURANCE = (
    "Assurance is the probability of a decision, averaged over the posterior of the difference: the smaller of those "
    "under a flat prior and under one by which both may well be equal, for each decision and for any. Between two of "
    "the best it is still too much: as measured with eleven classifiers, it was 0.44 on average where 0.35 decided."
)
_CAVEAT = (
    "A row is of a new experiment, decided by itself, which takes the difference to stay as it is. It does not: a "
    "larger one trains on more records, and algorithms trained on more differ by another amount."
)
_OF_HOLD_OUTS = "A row is of a new hold-out, decided by itself, of the {}{}."
_OF_SCORES = "A row is of new runs on this test set, decided by themselves, whose scores vary as those here."
_NOT_IN = ": records at hand are not counted in"
_OF_LABELS = (
    "A row is of this comparison once people have labelled so many of the same records in all, chosen as `next_labels` "
    "does, at most all of them, and looked at once: to label until it is decided decides too often."
)
_SAFER = (
    "More repeats do not only narrow the interval, they tell how much training sets add, which this table does not "
    "foresee, so that it may come out wider: as measured with the default prior, 95 % intervals of m x 2 "
    "cross-validations miss the difference in {} of samples on average, and in {} with the worst pair on the worst "
    "data set."
)
_NOT_INFERIOR = "Not inferior is that of deciding that the first is worse by no more than the rope."
_USUAL = 0.8
_SIZES = {"n_labels": "", "n_records": "", "n_runs": " of each", "n_answers": " to each", "n_repeats": ""}
"""Columns of what there may be more of, in the order in which it is sought and drawn, and what is said of it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Assurance(Exhibit):
    """How sure larger experiments would be.

    Attributes
    ----------
    table : DataFrame
        One row per number of records and of repeats, or of answers: `n_records`, `n_repeats`, of several
        answers `n_answers`, of runs `n_runs`; of a comparison with a judge per number of labels, `n_labels`. `sd` and
        `width`, the standard deviation of the posterior of the difference and the width of its interval, in units of
        the metric; after a comparison `assurance_first_better`, `assurance_equivalent`, `assurance_second_better`,
        the probabilities that the experiment decides so, averaged over the posterior of the difference, and
        `assurance`, that it decides any; each is the smaller of those under two priors, so that `assurance` is at
        least the sum of the three. With a stated difference also `power`, the probability that the experiment
        decides what is true at it; of hold-outs with a difference inside the rope `not_inferior`, that it decides
        that the first is not inferior by more than the margin of the rope.
    difference : float or None
        The difference at which `power` is stated.
    right : str
        The decision that is right at it, "" without one.
    rope : (float, float)
        The region of practical equivalence, in units of the metric.
    needed : mapping of float to float
        Of hold-outs with a stated difference: the least number of records for a power of .5, .8 and .9, infinite where
        no number is enough; where only runs or answers vary in `table`, the least number of these, and where both vary
        none. Counts are whole, so that the power of some larger numbers may be slightly less. After a comparison
        without a stated difference, those for an assurance; of comparisons with a judge the least number of labels for
        it, unless they are decided already. The screen rounds them up.
    not_inferior : mapping of float to float
        Such numbers for the column `not_inferior`.
    is_hold_out : bool
        Whether a hold-out is planned, whose classifiers are not trained again.
    group_size : float
        The mean number of records of a group, where they come in groups; 0 without.
    assumed : str
        What was taken for what was not stated, a sentence.
    """

    table: pd.DataFrame
    difference: float | None
    right: str = ""
    rope: tuple[float, float] = (0.0, 0.0)
    needed: Mapping[float, float] = field(default_factory=dict)
    not_inferior: Mapping[float, float] = field(default_factory=dict)
    is_hold_out: bool = False
    group_size: float = 0.0
    assumed: str = ""
    __repr__ = in_one_line

    @property
    def sizes(self) -> list[str]:
        """Columns of `table` with numbers of records, runs and so on; first what `needed` and the picture go by."""
        there = [name for name in _SIZES if name in self.table]
        return sorted(there, key=lambda name: not self._varies(name) or np.inf in set(self.table[name]))

    @property
    def fixed(self) -> str:
        """What is the same in all rows beside it, such as " with 5 runs of each"."""
        same = {name: self.table[name].iloc[0] for name in self.sizes[1:] if not self._varies(name)}
        return "".join(f" with {self._named(name, n)}" for name, n in same.items() if name != "n_repeats" or n > 1)

    def _varies(self, name: str) -> bool:
        return len(set(self.table[name])) > 1

    def rope_words(self) -> str:
        """Return the end of a sentence that names the rope, if there is one."""
        low, high = self.rope
        return f"; the rope is {f'{high:g}' if low == -high else f'from {low:g} to {high:g}'}" if high > low else ""

    def headline(self) -> str:
        """Return how many are enough for a probability of .8, in one sentence."""
        if self.difference is not None and not self.right:
            where = f"{self.difference:g}, an edge of the rope," if self.difference else "0 without a rope"
            return f"At a difference of {where} no number of records tells what is right{self.rope_words()}."
        if "n_labels" in self.table and not self.needed:
            said = "It is decided with the labels that there are, and assurance is that it still is with more"
            return f"{said}{self.rope_words()}."
        given = f"if the difference is {self.difference:g}" if self.right else "on average over likely differences"
        who, probability = self._enough("power" if self.right else "assurance")
        what = f" {self.right!r}" if self.right else ""
        is_open = who.startswith("No") and not self.right and "n_labels" not in self.table
        why = ", of which small ones take too many; give a `difference` to plan for one" if is_open else ""
        return f"{who}{what} with probability {probability} {given}{why}{self.rope_words()}."

    def _enough(self, name: str) -> tuple[str, str]:
        """Return what decides with a probability of .8, and its probability."""
        table, size, wanted = self.table, self.sizes[0], f"{_USUAL:g}"
        if self.needed and np.isinf(self.needed[_USUAL]):
            return f"No number of {_head(size)}{self.fixed} decides", wanted
        if self.needed:
            return f"{self._named(size, self._rounded(self.needed[_USUAL]))}{self.fixed} decide", wanted
        rows = table[table[name] >= _USUAL].sort_values("cost" if "cost" in table else self.sizes)
        if rows.empty:
            return "No row decides", wanted
        row, which = rows.iloc[0], "cheapest" if "cost" in table else "first"
        who = " with ".join(self._named(one, row[one]) for one in self.sizes if one == size or self._varies(one))
        return f"{who}{self.fixed}, the {which} row of {wanted} or more, decide", f"{row[name]:.3f}"

    def _named(self, size: str, number: float) -> str:
        text = f"{round(number, 1):,.12g}" if np.isfinite(number) else "infinitely many"
        said = f"{counted(text, _head(size).removesuffix('s'))}{_SIZES[size]}"
        if not self.group_size or size != "n_records":
            return said
        return f"{said} in some {rounded_up(max(number / self.group_size, 1), 3):,.0f} groups like those here"

    def _rounded(self, number: float) -> float:
        """Round a number that is needed up to the digits that mean something, within the table up to its most."""
        most, rounded = self.table[self.sizes[0]].max(), rounded_up(number, 3 if self.right else 2)
        return min(rounded, most) if number <= most else rounded

    def columns(self) -> dict[str, list[str]]:
        """Return the table as text, the cells of its columns by their heads: of a stated difference what is at it."""
        hidden = ["n_repeats"] * (not {*self.table.get("n_repeats", ())} - {1})
        hidden += ["assurance_equivalent"] * (self.rope[0] == self.rope[1])
        hidden += [name for name in self.table if name.startswith("assurance")] * ("power" in self.table)
        shown = self.table.drop(columns=hidden, errors="ignore").rename(columns=_head)
        return {name: list(map(_FORMATS.get(name, "{:.3f}".format), shown[name])) for name in shown}

    def caveats(self) -> str:
        """Return what the numbers mean, and how many are needed, in sentences."""
        of_labels = "n_labels" in self.table
        who = "algorithms, trained so many times" if "n_runs" in self.table else "classifiers as they are fitted"
        of_hold_outs = _OF_HOLD_OUTS.format(who, _NOT_IN * ("assurance" in self.table))
        of_hold_outs = of_hold_outs if "n_records" in self.table else _OF_SCORES
        power = f"Power is that of deciding {self.right!r}, as is right at a difference of {self.difference or 0:g}."
        sentences = {
            _WIDTH: True,
            _ASSURANCE: "assurance" in self.columns(),
            power: self.right,
            _NOT_INFERIOR: "not_inferior" in self.table,
            self.assumed: self.assumed,
            _OF_LABELS if of_labels else of_hold_outs if self.is_hold_out else _CAVEAT: True,
            _SAFER.format(*_sizes_by_repeats()): len(set(self.table.get("n_repeats", ()))) > 1,
        }
        said = [sentence for sentence, is_so in sentences.items() if is_so]
        none = "not even all" if of_labels else "no number"
        of_power = "a power" if self.difference is not None else "an assurance"
        what = f"{_head(self.sizes[0]).capitalize()} needed for {of_power}"
        for words, needed in ((what, self.needed), ("To decide that the first is not inferior", self.not_inferior)):
            sizes = (f"{f'{self._rounded(n):,.0f}' if np.isfinite(n) else none} for {p:g}" for p, n in needed.items())
            if needed and (self.difference is None or self.right):
                said.append(f"{words}: {', '.join(sizes)}.")
        return " ".join(said)

    def summary(self) -> pd.DataFrame:
        """Return `table`, as `summary` of results is one."""
        return self.table

    def __str__(self) -> str:
        table = aligned(self.columns())
        return "\n\n".join([textwrap.fill(self.headline(), WIDTH), table, textwrap.fill(self.caveats(), WIDTH)])

    def _repr_html_(self) -> str:
        table = html_of(self.columns())
        return f"<div><p>{self.headline()}</p>{table}<p>{self.caveats()}</p></div>{above('picture')(self)}"


def _head(column: str) -> str:
    return column.removeprefix("assurance_").removeprefix("n_").replace("_better", "").replace("_", " ")


def _sizes_by_repeats() -> tuple[str, str]:
    first, *others = measured_repeats()
    parts = [
        f"{percent(first.size, 1)} (m = {first.n_repeats})",
        *(f"{percent(one.size, 1)} ({one.n_repeats})" for one in others),
    ]
    return listed(parts), listed([percent(one.worst) for one in measured_repeats()])


def _in_units(value: float) -> str:
    """Write a number in the units of the losses in three decimals, or in three figures where these say little."""
    return f"{value:.3f}" if value == 0 or 0.001 <= value < 1000 else f"{value:.3g}"


_FORMATS: dict[str, Callable[[float], str]] = {
    **dict.fromkeys(("records", "labels", "repeats", "answers", "runs"), lambda number: f"{round(number, 1):,.12g}"),
    "cost": "{:,.6g}".format,
    **dict.fromkeys(("sd", "width"), _in_units),
}
"""How columns are written that are no probabilities."""
