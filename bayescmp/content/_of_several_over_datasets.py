"""What a ranking of several classifiers over data sets says."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._bibliography import Sentence
from bayescmp._support._screen import width_of
from bayescmp._support._text import counted, cut
from bayescmp.content._leader import LEVEL
from bayescmp.content._mean_ranks import mean_ranks_beside, mean_ranks_section, tests_words
from bayescmp.content._names import NARROW, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import bounds_text, decimal_text, decimals_of, is_missing, probability_text
from bayescmp.content._over_datasets import FEW, OF_RECORDS, ContentOverDatasets
from bayescmp.content._section import Section, section
from bayescmp.content._tables import MARKS, Cell, Column, Table, of_intervals, of_numbers, of_text, table_of
from bayescmp.content._tiers_and_pairs import (
    MOST_ROWS,
    all_equivalent,
    apart_words,
    beaten_words,
    beats_all,
    better_means,
    columns_of_differences,
    columns_of_pairs,
    decimals_of_pairs,
    margin_words,
    pairs_in_order,
    pairs_words,
    short_names,
    tier_column,
    tiers_section,
    tiers_words,
)
from bayescmp.datasets import DatasetsRanking
from bayescmp.posteriors._next_dataset import BASE_SCALE

_BEATEN = len("  beaten by")
_HALF = 0.5  # probability
_LIKE = "°"
"""Beside a value that is not decided to be worse than the best one."""


class ContentOfSeveralOverDatasets(ContentOverDatasets):
    """The words and tables of a ranking over data sets."""

    result: "DatasetsRanking"

    def __init__(self, result: "DatasetsRanking") -> None:
        super().__init__(result, [str(name) for name in result.observed["classifier"].to_numpy()])
        self.complete = int(result.observed.notnull().all("classifier").sum())  # noqa: PD004 - of xarray
        self.with_all, self.on_all = counted(self.complete, self.unit), self.complete == self.count

    @cached_property
    def short(self) -> dict[str, str]:
        """Names in a table of a report by classifier, the best average first."""
        return short_names(self.result.classifiers.index)

    # Sentences.

    def _answers(self) -> tuple[str, str]:
        return self._on_average(), self._best("next_dataset", f"On the next {self.unit}")

    def _best(self, question: str, where: str) -> str:
        """Name the most probable best; where it is so in less than half of the draws, the next one as well.

        Classifiers whose probabilities draws do not tell apart are named together, in the order of the table.
        """
        shares = self.result.classifiers[f"{question}_prob_best"].copy()
        if shares.isna().any():
            one = f"one {self.unit} {'has all' if self.count > 1 else 'tells nothing of others'}"
            constant = f"nothing tells how far differences vary over {self.unit}s"
            reason = one if self.complete == 1 else constant if self.complete else f"no {self.unit} has all"
            return f"{where} nobody is named the best, for {reason}."
        for same in self._alike:
            shares[same] = shares[same].mean()
        best = shares[shares >= shares.max() - LEVEL]
        probability, rest = self.prob(best.mean()), shares.drop(best.index)
        if len(best) > 1 or shares.max() >= _HALF:
            return f"{where} {_each(best)} is best with probability {probability}."
        others = rest[rest >= rest.max() - LEVEL]
        second = f"{_each(others)} {self.prob(others.mean())}"
        return f"{where} nobody is best for sure: {_each(best)} with probability {probability}, {second}."

    def _on_average(self) -> str:
        likely = self._best("average", "on average").removesuffix(".")
        pairs, unbeaten, count = self.result.decided, self.result.unbeaten, len(self.names)
        margin, needed = margin_words(self.settings.rope), f"at {self.settings.threshold:g}"
        if len(unbeaten) == 1 and beats_all(pairs, unbeaten[0], count - 1, "average_decision"):
            better = f"{name_text(unbeaten[0])} {self.metric.better_words()} than every other{margin}"
            return f"On average {better}, {needed}; {likely}."
        whom = few_words(list(map(name_text, unbeaten))) if unbeaten else "nobody"
        whom = f"all {count}" if len(unbeaten) == count else whom
        if all_equivalent(pairs, unbeaten, "average_decision"):
            return f"On average {whom} are equivalent, each pair {needed}, and nobody beats them; {likely}."
        return f"Unbeaten on average{margin} {needed}: {whom}; {likely}."

    def tiers(self) -> str:
        """List the first tiers."""
        return tiers_words(self.result.tiers)

    def decided(self) -> str:
        """Say how many pairs are decided, for both questions."""
        texts = []
        met = self.result.decided["n_datasets"] > 0
        for question, words in self.questions.items():
            decision = self.result.decided.loc[met, f"{question}_decision"]
            better, even = int(decision.str.endswith("better").sum()), int((decision == "equivalent").sum())
            equivalent = f", {even} more equivalent" if even else ""
            least = self.least() if question == "next_dataset" else ""
            reason = f" (a decision {least})" if least else ""
            texts.append(f"{words}: {better} of {counted(len(decision), 'pair')}{equivalent}{reason}")
        return f"{'; '.join(texts)}; each by itself"

    def population(self) -> str:
        """Say which population the data sets are taken to come from."""
        of_pair = "the root mean square of the pair's observed differences as its scale"
        return f"of two: {self.normal(of_pair if self.scale is None else '')}"

    @property
    def scale(self) -> float | None:
        widest = self.metric.widest
        return None if widest is None else BASE_SCALE * widest

    def notes(self) -> list[str]:
        return [*self._notes_of_classifiers(), *self.notes_of_numbers()]

    def _notes_of_classifiers(self) -> Iterator[str]:
        unit = self.unit
        if few := self.note_of_few():
            yield few
        if gaps := self.caption():
            yield gaps
            yield self._where_all_are()
            yield from self._notes_of_pairs()
        same = next((list(map(name_text, names)) for names in self._alike if len(names) > 1), [])
        if self.count > 1 and same:
            yield (
                f"{few_words(same)} have the same values on every {unit}: are they one classifier? Each has a chance "
                "of its own to be the best"
            )

    def caption(self) -> str:
        table = self.result.classifiers["n_datasets"]
        missing = [f"{name_text(name)} ({number:.0f})" for name, number in table.items() if number < self.count]
        return (
            f"not on all {self.count} {self.unit}s, and used where they are, in means too: {few_words(missing)}"
            if missing
            else ""
        )

    def _where_all_are(self) -> str:
        """Say on which data sets pairs and all classifiers rest, and how far apart these are."""
        if not self.complete:
            return f"no {self.unit} has all classifiers: pairs are answered, who is the best of all is not"
        gap = f"averages of a pair differ by up to {self.value(self.result.gap)} between them"
        return f"who is best rests on the {self.with_all} with all classifiers, a pair on those with both; {gap}"

    def _notes_of_pairs(self) -> Iterator[str]:
        """Name the pairs of which no data set has both, and those that rest on few."""
        shared = self.result.decided["n_datasets"]
        if pairs := self._pairs(shared == 0):
            yield f"no {self.unit} has both {pairs}: nothing is said of them"
        if self.count >= FEW and (pairs := self._pairs((shared > 0) & (shared < FEW))):
            yield f"fewer than {FEW} {self.unit}s have both {pairs}: little is known of them on average"

    def _pairs(self, which: "pd.Series[bool]") -> str:
        """Name the first of some pairs, and count the others."""
        found = self.result.decided[which]
        if found.empty:
            return ""
        more = f" (and {counted(len(found) - 1, 'more pair')})" if len(found) > 1 else ""
        return f"{name_text(found['first'].iloc[0])} and {name_text(found['second'].iloc[0])}{more}"

    @cached_property
    def _alike(self) -> list[list[str]]:
        """The classifiers, those together that no data set tells apart."""
        found: dict[str, list[str]] = {}
        for name, row in zip(self.names, self.result.observed.transpose("classifier", ...).to_numpy(), strict=True):
            found.setdefault(str(row.tolist()), []).append(name)
        return list(found.values())

    def not_answered(self) -> str:
        other = f"what holds on {self.unit}s of another kind"
        return f"{other}; decisions on pairs are not adjusted for their number"

    # Numbers, in as many digits as they support.

    @cached_property
    def _digits(self) -> int:
        return decimals_of_pairs(self.result.pairs, "average_")

    def value(self, value: float) -> str:
        """Write a value in decimals that show two figures of the deviation of an average."""
        return decimal_text(value, self._digits)

    def interval(self, low: float, high: float) -> str:
        """Write an interval of values in the same decimals."""
        return bounds_text(low, high, self._digits)

    def prob(self, probability: float, threshold: float = 1.0) -> str:
        """Write a probability in the decimals that its Monte Carlo error leaves; draws prove none to be 0 or 1."""
        decimals = 2 if self.result.trust.prob_error > 0.001 else 3
        return probability_text(min(max(probability, 1e-9), 1 - 1e-9), decimals, threshold)

    # A screen and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        noun, rows = self.metric.noun, self.result.classifiers.head(room.rows)
        heads = "classifier", f"mean {noun}"
        columns = self._columns_before(rows, heads, room.name)
        for shorter in (heads, (cut(noun, NARROW), "mean value")):  # names and heads that find no room are shorter
            if width_of(columns) + _BEATEN > room.width:
                columns = self._columns_before(rows, shorter, room.narrow)
        names, left = list(self.result.classifiers.index), room.width - width_of(columns) - 2
        beaten = beaten_words(self.result.decided, names, left, room.narrow, "average_decision")
        return columns | {"beaten by": beaten[: len(rows)]}

    def _columns_before(self, rows: "pd.DataFrame", heads: tuple[str, str], width: int) -> dict[str, list[str]]:
        """Return the columns before the last one: names of such a width, mean values, ranks and probabilities."""
        names = list(rows.index)
        means = self.result.observed.mean("dataset").to_series()
        digits = decimals_of(float(self.result.observed.std("dataset").max()) / 10)
        ranks = self.result.against_control["mean_rank"]
        columns = {
            heads[0]: row_names(names, width),
            heads[1]: [decimal_text(means[name], digits) for name in names],
            "mean rank": ["" if is_missing(ranks[name]) else f"{ranks[name]:.2f}" for name in names],
            "P(best avg)": [self._prob_best(one) for one in rows["average_prob_best"]],
            "P(best next)": [self._prob_best(one) for one in rows["next_dataset_prob_best"]],
        }
        return {head: texts for head, texts in columns.items() if any(texts)}

    def _prob_best(self, probability: float) -> str:
        return "" if is_missing(probability) else self.prob(probability)

    def _own_lines(self) -> Iterator[tuple[str, str]]:
        more = len(self.names) - MOST_ROWS
        yield "More classifiers", f"{more}, in `classifiers`" if more > 0 else ""
        yield "Cannot be told apart", apart_words(self.result.tiers)
        yield "Pairs decided", self.decided()
        yield "Tests of mean ranks", tests_words(self)

    # A report.

    def body(self) -> Iterator[Section]:
        result, unit = self.result, self.unit
        yield self._standing()
        yield tiers_section(result.unbeaten, result.tiers, self.settings.threshold, " on average")
        yield section("figure", "Figure")
        better, decided = better_means(self.metric, self.settings.rope), f"Decided: {self.decided()}."
        yield section("pairs-over-data-sets", "Pairs", better, decided, tables=self._tables_of_pairs())
        best = "The best of several observed values is too good by selection, the more, the fewer records the "
        yield section("observed-values", f"Each {unit}", f"{best}{unit} has.", tables=[self._table_of_values()])
        yield mean_ranks_section(self)

    def _standing(self) -> Section:
        unit, noun, ordered = self.unit, self.metric.noun, "the best average first"
        rope = f"In rope: probability of being worse than the best by at most {self.settings.rope[1]:g}."
        tables = (
            ("on-average", "The classifiers on average", self._columns_on_average()),
            ("on-the-next", f"The classifiers on the next {unit}", self._columns_on_the_next()),
        )
        return section(
            "standing-over-data-sets",
            "Classifiers",
            f"The data are {self.data()}.",
            f"On average is the mean of the population that these {unit}s come from, the next {unit} another one of "
            "it; who is best on average may be certain while the best on the next one is not.",
            f"Excess and interval: posterior mean and {self.interval_words()} credible interval of the average {noun} "
            f"over {unit}s, less the mean of all classifiers; only differences count.",
            f"Assumed of {unit}s: {self.population()}.",
            rope if self.has_rope else "",
            "Rank and regret: expected rank, and by how much worse than the best on average.",
            tables=[
                table_of(key, f"{caption}, {ordered}", [self.column_of_names(), *columns], self.result.classifiers)
                for key, caption, columns in tables
            ],
        )

    def column_of_names(self) -> Column:
        """Return the column of the names of classifiers, the index of the rows."""
        return of_text("classifier", lambda row: self.short[row.Index])

    def _columns_on_the_next(self) -> list[Column]:
        return [*self._columns_of_best("next_dataset"), of_numbers(f"{self.unit}s", "n_datasets", "{:.0f}".format)]

    def _columns_on_average(self) -> list[Column]:
        return [
            of_numbers("excess", "estimate", self.value),
            of_intervals("interval", self.interval),
            *self._columns_of_best("average"),
            tier_column(self.result.tiers),
        ]

    def _columns_of_best(self, question: str) -> list[Column]:
        """Return the columns that answer a question."""
        rope = [of_numbers("in rope", f"{question}_prob_within_rope_of_best", self.prob)] if self.has_rope else []
        return [
            of_numbers("P(best)", f"{question}_prob_best", self.prob),
            *rope,
            of_numbers("rank", f"{question}_expected_rank", "{:.1f}".format),
            of_numbers("regret", f"{question}_expected_regret", self.value),
        ]

    def _tables_of_pairs(self) -> Iterator[Table]:
        prob = partial(self.prob, threshold=self.settings.threshold)
        rows, said = pairs_in_order(self.result.pairs, list(self.short)), pairs_words(self.result.pairs)
        for question, where in (("average", "on average"), ("next_dataset", f"on the next {self.unit}")):
            digits = decimals_of_pairs(self.result.pairs, f"{question}_")
            differences = columns_of_differences(digits, self.settings.rope, question=f"{question}_")
            columns = columns_of_pairs(self.short, differences, self.heads, prob, f"{question}_")
            key = "pairs-on-average" if question == "average" else "pairs-on-the-next"
            yield table_of(key, f"{said} {where}; {MARKS}", columns, rows)

    def _table_of_values(self) -> Table:
        """Give the observed values of each data set, the best one marked, its records and its level."""
        values = self.result.observed.transpose("dataset", ...).sel(classifier=list(self.short)).to_numpy()
        least, most = np.nanmin(values, axis=1), np.nanmax(values, axis=1)
        digits = decimals_of(float(np.nanmedian(most - least)) / 4)
        levels, sizes = zip(*self.result.levels.values(), strict=True)
        rows = pd.DataFrame(values, index=row_names(list(self.result.levels), NARROW))
        like = self.result.like_the_best.transpose("dataset", ...).sel(classifier=list(self.short)).to_numpy()
        like_best = pd.Series(list(like), index=rows.index)
        columns = [
            of_text(self.unit, attrgetter("Index")),
            *(_column_of_values(head, place, digits) for place, head in enumerate(self.short.values(), 1)),
            *OF_RECORDS,
        ]
        caption = (
            f"Observed {self.metric.noun} on each {self.unit}, empty where a classifier was not used; the best of each "
            f"is in bold, in plain text with a star, and {_LIKE} marks what is not decided to be worse on it"
        )
        best = most if self.metric.greater_is_better else least
        rows = rows.assign(best=best, like=like_best, n_records=sizes, level=levels)
        table = table_of("values", caption, columns, rows)
        return replace(table, rows=(self._row_of_ranks(len(OF_RECORDS)), *table.rows)) if self._has_ranks else table

    @property
    def _has_ranks(self) -> bool:
        return bool(self.result.against_control["mean_rank"].notna().all())

    def _row_of_ranks(self, others: int) -> tuple[Cell, ...]:
        """Return the first row of the values: mean ranks, on the data sets that have all classifiers."""
        ranks = self.result.against_control["mean_rank"]
        cells = [Cell(text=f"{ranks[name]:.2f}", value=float(ranks[name])) for name in self.short]
        return (Cell(text="mean rank"), *cells, *[Cell(text="")] * others)

    def methods(self) -> tuple[list[Sentence], list[Sentence], list[Sentence]]:
        unit = self.unit
        names = f"{counted(len(self.names), 'classifier')} ({', '.join(map(name_text, self.names))})"
        estimands = (
            f"The estimands are the averages of the {self.metric.noun} of the classifiers over the population that the "
            f"{unit}s come from, and their {self.metric.noun} on the next one, both less their mean over the "
            "classifiers."
        )
        pairs = (
            f"A pair rests on the {unit}s that have both of its classifiers and on nothing else; who is best, ranks "
            "and regret on joint draws of those that have all, of averages from a multivariate t distribution with a "
            "covariance of which a part is taken as if classifiers varied independently. Seed of the draws: "
            f"{self.settings.rng}."
        )
        model = [self.model(), (pairs,), *self.taken()]
        return [self.compared(names), (estimands,)], model, mean_ranks_beside(self)


def _each(of_names: pd.Series) -> str:
    """Name a classifier, or each of several."""
    names = few_words(list(map(name_text, of_names.index)))
    return f"each of {names}" if len(of_names) > 1 else names


def _column_of_values(head: str, place: int, digits: int) -> Column:
    """Return the column of the values of the classifier at a place of the rows; the best one of each row is marked."""

    def cell(row: Any) -> Cell:
        value = row[place]
        if is_missing(value):
            return Cell(text="")
        is_best = value == row.best
        like = _LIKE if row.like[place - 1] and not is_best else ""
        return Cell(text=decimal_text(value, digits) + like, value=value, marked=is_best)

    return Column(head=head, cell=cell)
