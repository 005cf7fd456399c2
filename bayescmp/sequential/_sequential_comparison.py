"""Two classifiers while records come in: a decision that is valid whenever one looks."""

import json
import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, override

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._text import shown
from bayescmp._support._validation import RandomNumbers, about, check_integer, check_probability, check_rope, check_text
from bayescmp._support._versions import versions
from bayescmp.evidence import evidence_of
from bayescmp.frequentist._e_value import confidence_sequence, counts_of, e_and_pvalues, log_e_of_region
from bayescmp.results import SCHEMA, Call, ConfidenceInterval, Result, Settings, Trust, plain_json
from bayescmp.sequential._looks import Looks, keys_of
from bayescmp.sequential._records import CONTINUE, check_records, decisions, ids_of
from bayescmp.tables import COUNTS, labelled_tables

_NAMES = ("first", "second")
_SHOWN = 3
_TOLD = (
    "first", "second", "alpha", "rope", "observed", "difference", "n_records", "e_value", "log_e_value", "pvalue",
    "decision", "decided_at", "decided", "confidence_sequence", "notes", "not_answered", "provenance",
)  # fmt: skip
"""What JSON tells by the names of attributes."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class SequentialComparison(Result):
    r"""Which of two fitted classifiers errs less, decided while records come in, valid however often one looks.

    The difference is err(first) - err(second): negative where the first errs less. With true error rates that differ by
    anything, the probability that the confidence sequence ever leaves that difference out, at any of any number of
    looks, is at most `alpha`, and with it that of a decision that is wrong.

    Parameters
    ----------
    alpha : float, default 0.05
        Probability of ever being wrong.
    rope : float or (float, float), default 0.0
        Region of practical equivalence, as in `compare`.
    first, second : str, default "first" and "second"
        Names of the classifiers. Left out, the first data give them.
    shuffled : int, optional
        Seed of the random order in which a log was read before; None where records come as they are given.
    looks : Looks
        What has been seen; `update` adds to it.

    See Also
    --------
    plan_sequential : How many records a decision takes.
    bayescmp.frequentist.e_value : The formula, and where it comes from.
    bayescmp.sequential.e_values_of_pairs : All pairs of several systems.

    Notes
    -----
    A posterior probability is meant for one look that was planned: with a threshold of .975, looking every 20 records
    up to 2,000 decides a fifth to a third of the pairs that are equal. What it costs to be free to look: the page on
    peeking.

    Records have to come in random order, and a log that is sorted by task, class or difficulty is not: what is true of
    the tasks so far need not be of all. Where records have tasks this is seen. Pairs of records of one task that came
    at the same look, or at two that follow each other, are compared with what random order gives: where there are more,
    by over 8 standard deviations and one pair, tasks stand *in blocks*. So they do while fewer than 5 records are of
    any task but the most frequent one. While they stand in blocks the decision is "continue". Tasks in turn are no
    blocks, nor are batches that mix them, nor is a first batch by itself, whatever the order within it: a look sees
    sums, and such a batch should hold all tasks or be small. A task that comes when others are complete is a block.

    Examples
    --------
    >>> import bayescmp as bc
    >>> watch = bc.SequentialComparison(first="tree", second="svm")
    >>> one = bc.paired_table(both_wrong=4, only_first_wrong=2, only_second_wrong=9, both_right=85)
    >>> watch = watch.update(one)
    >>> watch.decision, round(watch.e_value, 2)
    ('continue', 1.82)
    >>> two = bc.paired_table(both_wrong=11, only_first_wrong=5, only_second_wrong=24, both_right=160)
    >>> watch = watch.update(two)
    >>> watch.n_records, watch.decision, round(watch.pvalue, 5)
    (300, 'first better', 0.00464)
    """

    alpha: float = 0.05
    rope: float | tuple[float, float] = 0.0
    first: str = _NAMES[0]
    second: str = _NAMES[1]
    shuffled: int | None = None
    looks: Looks = field(default_factory=Looks)

    def __post_init__(self) -> None:
        """Check what was asked for."""
        names = {name: check_text(name, getattr(self, name)) for name in _NAMES}
        if self.first == self.second:
            raise ValueError(f"`first` and `second` must be two names, but both are {self.first!r}.")
        if not isinstance(self.looks, Looks):
            raise TypeError("`looks` must be left out: `update` adds what is seen.")
        checked = {"alpha": float(check_probability("alpha", self.alpha)), "rope": check_rope(self.rope), **names}
        if self.shuffled is not None:
            checked["shuffled"] = check_integer("shuffled", self.shuffled, least=0, most=None)
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    def update(self, data: xr.Dataset | xr.DataArray) -> "SequentialComparison":
        """Return the comparison with more records; this one stays as it is.

        Parameters
        ----------
        data : Dataset or DataArray
            New records only: predictions of a hold-out, from `labels` or `verdicts`, by right and
            wrong; or a table from `paired_table`, whose records cannot be told from those before.

        Raises
        ------
        TypeError
            If `data` is neither.
        ValueError
            If a record was seen before; if the records depend on each other: repeats of a cross-validation, several
            answers to a record, groups; or if there are losses in place of right and wrong.
        """
        names = [getattr(self, name) for name in _NAMES]
        untold = names == list(_NAMES) and self.looks.n_looks == 0
        with about("data"):
            evidence = evidence_of(data, *([None, None] if untold else names))
            check_records(evidence)
            ids = [] if evidence.predictions is None else ids_of(evidence.predictions)
            again = self.looks.seen(ids)
            if again:
                raise ValueError(
                    f"`data` must hold new records, but {len(again)} of {len(ids)} were seen before: "
                    f"{shown(again[:_SHOWN])}. Give only what came since the last look."
                )
        looks = self.looks.with_look(evidence.table.to_numpy().ravel().astype(int).tolist(), keys_of(ids))
        return replace(self, first=evidence.first, second=evidence.second, looks=looks)

    # What is known now: it depends on the records alone, in whatever order they came.

    @property
    def table(self) -> xr.DataArray:
        """Counts of all records so far."""
        return labelled_tables(np.array(self.looks.now).reshape(2, 2), ())

    @property
    def n_records(self) -> int:
        """Number of records so far."""
        return sum(self.looks.now)

    @property
    def observed(self) -> dict[str, float]:
        """Observed error of each classifier, NaN before there are records."""
        both, first, second, _ = self.looks.now
        n = self.n_records or math.nan
        return {self.first: (both + first) / n, self.second: (both + second) / n}

    @property
    def difference(self) -> float:
        """Observed difference err(first) - err(second), NaN before there are records."""
        errors = self.observed
        return errors[self.first] - errors[self.second]

    @cached_property
    def log_e_value(self) -> float:
        """Natural logarithm of `e_value`, which may be too large for a number."""
        return float(log_e_of_region(*counts_of(self.looks.now), self._rope))

    @property
    def e_value(self) -> float:
        """Evidence that the difference is outside the rope, 1 before there are records; of 1 / alpha on, it is decided.

        The least of the e-values against every difference in the rope, as in `bayescmp.frequentist.e_value`.
        """
        return float(e_and_pvalues(self.log_e_value)[0])

    @property
    def pvalue(self) -> float:
        """The smaller of 1 and 1 / e_value: valid whenever one looks."""
        return float(e_and_pvalues(self.log_e_value)[1])

    @cached_property
    def confidence_sequence(self) -> ConfidenceInterval:
        """Differences that are not excluded now; with probability 1 - alpha it holds the true one at all looks."""
        low, high = confidence_sequence(*counts_of(self.looks.now), self.alpha)
        return ConfidenceInterval(low=float(low), high=float(high), confidence_level=1 - self.alpha)

    @cached_property
    def decision(self) -> str:
        """Where the confidence sequence lies: "first better", "equivalent", "second better", or else "continue".

        While tasks stand in blocks it is "continue".
        """
        return str(decisions(np.array(self.looks.now)[None], self._rope, self.alpha, in_blocks=self.in_blocks)[0])

    @property
    def in_blocks(self) -> bool:
        """Whether the tasks of the records so far stand in blocks, so that nothing is decided."""
        return bool(self.looks.order.in_blocks)

    # How it came about.

    @cached_property
    def decided(self) -> dict[str, int]:
        """Every decision that looks came to, in their order, with the number of records at the first that did."""
        cells = self.looks.cells
        found = decisions(cells, self._rope, self.alpha, in_blocks=self.looks.in_blocks)
        names, places = np.unique(found, return_index=True)
        return {str(names[i]): int(cells[places[i]].sum()) for i in np.argsort(places) if names[i] != CONTINUE}

    @property
    def decided_at(self) -> int | None:
        """Number of records at the first look that decided, None where none did."""
        return next(iter(self.decided.values()), None)

    @cached_property
    def history(self) -> pd.DataFrame:
        """One row per look: numbers of records, e-value, p-value, bounds of the confidence sequence, and decision."""
        return self.some_looks(self.looks.n_looks)

    def some_looks(self, most: int) -> pd.DataFrame:
        """Return the rows of `history` of so many looks at most, the last one among them.

        Parameters
        ----------
        most : int
            How many.
        """
        last = self.looks.n_looks - 1
        places = np.unique(np.linspace(0, last, min(check_integer("most", most, least=0), last + 1)).astype(int))
        cells = self.looks.cells[places]
        counts = counts_of(cells)
        values, pvalues = e_and_pvalues(log_e_of_region(*counts, self._rope))
        low, high = confidence_sequence(*counts, self.alpha)
        columns = {
            "n_records": cells.sum(axis=1), "only_first_wrong": cells[:, 1], "only_second_wrong": cells[:, 2],
            "e_value": values, "pvalue": pvalues, "low": low, "high": high,
            "decision": decisions(cells, self._rope, self.alpha, in_blocks=self.looks.in_blocks[places]),
        }  # fmt: skip
        return pd.DataFrame(columns, index=pd.Index(places + 1, name="look"))

    # A result as every other.

    @property
    def settings(self) -> Settings:
        """What was asked for, as other results have it: rope and the level of intervals."""
        return Settings(rope=self._rope, ci_prob=1 - self.alpha)

    @property
    def trust(self) -> Trust:
        """How far the numbers can be trusted numerically."""
        return Trust(sentence="closed form or quadrature, within 1e-9 of the logarithm of an e-value", exact=True)

    @cached_property
    def provenance(self) -> dict[str, Any]:
        """Versions of what computed it, and the seed of the order in which a log was read."""
        order = {} if self.shuffled is None else {"shuffled": self.shuffled}
        return {"predictions": order, "versions": versions()}

    @property
    def call(self) -> Call:
        """What was seen and asked for, as a file holds it."""
        cells = xr.DataArray(self.looks.cells, dims=("look", "cell"), coords={"cell": list(COUNTS)})
        data = xr.Dataset({"records": cells, "known": ("look", np.array(self.looks.known, dtype=np.int64))})
        data.attrs["ids"] = json.dumps(self.looks.ids)
        asked = {"alpha": self.alpha, "rope": self._rope, "first": self.first, "second": self.second}
        order = self.provenance["predictions"]
        return Call(verb=comparison_of_looks.__name__, data=data, arguments=asked | order, seconds=0.0)

    def summary(self) -> pd.DataFrame:
        """One row for a table of several comparisons.

        Returns
        -------
        DataFrame
            With both names and errors, number of records and looks, difference, confidence sequence, e-value, p-value
            and decision.
        """
        columns = {
            "first": self.first, "second": self.second,
            "error_first": self.observed[self.first], "error_second": self.observed[self.second],
            "n_records": self.n_records, "n_looks": self.looks.n_looks, "difference": self.difference,
            "low": self.confidence_sequence.low, "high": self.confidence_sequence.high,
            "e_value": self.e_value, "pvalue": self.pvalue, "decision": self.decision,
        }  # fmt: skip
        return pd.DataFrame(columns, index=[0])

    @override
    def to_dict(self) -> dict[str, Any]:
        told = {name: getattr(self, name) for name in _TOLD}
        told |= {"n_looks": self.looks.n_looks, "table": dict(zip(COUNTS, self.looks.now, strict=True))}
        return {"schema": SCHEMA, "result": type(self).__name__, **plain_json(told)}

    def to_datatree(self, draws: int = 1000, rng: RandomNumbers = None) -> xr.DataTree:  # noqa: ARG002 - of every result
        """Return the looks; there is no posterior, and nothing is drawn.

        Parameters
        ----------
        draws, rng
            Not used.

        Returns
        -------
        DataTree
            With the group `looks`, dim look; the attribute `result` is the JSON of `to_json`.
        """
        tree = xr.DataTree.from_dict({"/looks": xr.Dataset.from_dataframe(self.history)})
        tree.attrs["result"] = self._json(ascii_only=True)
        return tree

    @property
    def _rope(self) -> tuple[float, float]:
        return check_rope(self.rope)


def comparison_of_looks(data: xr.Dataset, **asked: Any) -> SequentialComparison:
    """Return the comparison that a file holds: its looks one after the other."""
    ids, looks, known, before = json.loads(data.attrs["ids"]), Looks(), 0, np.zeros(4, dtype=np.int64)
    cells, upto = data["records"].to_numpy(), data["known"].to_numpy()
    if (np.diff(cells, axis=0, prepend=0) < 0).any() or len(set(ids)) != (upto[-1] if upto.size else 0):
        raise ValueError("the looks must have counts that grow, and an id for each record that is known, but have not")
    for now, end in zip(cells, upto.tolist(), strict=True):
        looks = looks.with_look((now - before).tolist(), [str(key) for key in ids[known:end]])
        known, before = end, now
    return SequentialComparison(**asked, looks=looks)
