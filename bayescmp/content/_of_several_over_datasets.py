"""What a ranking of several classifiers over data sets says."""

from collections.abc import Iterator
from functools import cached_property

import numpy as np
import pandas as pd
import xarray as xr

from bayescmp._support._screen import width_of
from bayescmp._support._text import counted, cut, listed
from bayescmp.content._content import could_change
from bayescmp.content._leader import LEVEL
from bayescmp.content._names import IN_REPORT, NARROW, PAPER, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import DRAWN, bounds_text, decimal_text, decimals_of, half_up, p_words, probability_text
from bayescmp.content._over_datasets import FEW, ContentOverDatasets
from bayescmp.content._parts import HEADS, Cell, Said, Section, Table, Written, cite, section, table_of
from bayescmp.content._ranking import ContentOfRanking, decided_words
from bayescmp.datasets import DatasetsRanking
from bayescmp.evidence._fact import PLAIN_NUMBERS
from bayescmp.frequentist import MeanRanks
from bayescmp.posteriors._laws_over_datasets import BASE_SCALE
from bayescmp.results import UNDECIDED

_BEATEN = len("  beaten by")
_LEVEL = 0.05
_TESTS = ("Friedman", "Iman-Davenport", "Nemenyi critical difference")
_LIKE = "°"
"""Beside a value that is not decided to be worse than the best one."""


class ContentOfSeveralOverDatasets(ContentOfRanking, ContentOverDatasets):
    """The words and tables of a ranking over data sets."""

    result: DatasetsRanking
    where = " on average"

    def __init__(self, result: DatasetsRanking) -> None:
        super().__init__(result)
        self.digits = self.decimals("average:")
        self._are_many = len(self.names) > 2  # of two, all pairs at once are one
        self.scale = None if self.metric.widest is None else BASE_SCALE * self.metric.widest
        self.complete = int(result.observed.notnull().all("classifier").sum())  # noqa: PD004 - of xarray
        self.with_all = counted(self.complete, self.unit)
        self.of_all = "" if self.complete == self.count else f" (on the {self.with_all} with all)"

    # Sentences.

    def answer(self) -> str:
        unbeaten, count, needed = self.result.unbeaten, len(self.names), self.needed
        likely = self._best("average")
        if len(unbeaten) == 1 and self.beats_all(unbeaten[0]):
            better = f"{name_text(unbeaten[0])} {self.metric.better_words()} than every other{self.margin}"
            return f"On average {better}, {'each ' * (count > 2)}{needed}; {likely}."
        if len(unbeaten) == count and not self.all_equivalent(unbeaten):
            return f"Undecided: on average none is better than another{self.margin} {needed}; {likely}."
        if self.all_equivalent(unbeaten):
            whom = f"all {count}" if len(unbeaten) == count else few_words(list(map(name_text, unbeaten)))
            return f"On average {whom} are equivalent, each pair {needed}, and nobody beats them; {likely}."
        return f"{self.undecided(few_words, 'on average ')}; {likely}."

    def _best(self, question: str) -> str:
        """Name the most probable best.

        Classifiers whose probabilities draws do not tell apart are named together, in the order of the table.
        """
        shares = self.result.classifiers[f"{question}_prob_best"].copy()
        if shares.isna().any():
            one = f"one {self.unit} {'has all' if self.count > 1 else 'tells nothing of others'}"
            constant = f"nothing tells how far differences vary over {self.unit}s"
            reason = one if self.complete == 1 else constant if self.complete else f"no {self.unit} has all"
            return f"nobody is named the best, for {reason}"
        for same in self._alike:
            shares[same] = shares[same].mean()
        best = shares[shares >= shares.max() - LEVEL]
        names = few_words(list(map(name_text, best.index)))
        return f"{'each of ' * (len(best) > 1)}{names} is best with probability {self.prob(best.mean())}{self.of_all}"

    def decided(self, question: str) -> str:
        """Say how many pairs are decided."""
        return decided_words(self._met[f"{question}_decision"], counted(len(self._met), "pair"))

    @property
    def _met(self) -> pd.DataFrame:
        """The pairs of which some data set has both."""
        return self.result.decided[self.result.decided["n_datasets"] > 0]

    def notes(self) -> Iterator[str]:
        yield from self.notes_of_few()
        if gaps := self.caption():
            yield gaps
            yield from self._notes_of_pairs()
        same = next((list(map(name_text, names)) for names in self._alike if len(names) > 1), [])
        if self.count > 1 and same:
            yield (
                f"{few_words(same)} have the same values on every {self.unit}: are they one classifier? Each has a "
                "chance of its own to be the best"
            )
        yield from self._note_of_best()
        yield from self.notes_of_numbers()

    def _note_of_best(self) -> Iterator[str]:
        """Say so where the probability of one to be the best is more than that of not being worse than another."""
        columns = (["first", "second", "average_prob_second_better"], ["second", "first", "average_prob_first_better"])
        sides = (self._met[one].set_axis(["name", "other", "worse"], axis=1) for one in columns)
        rows = pd.concat(sides, ignore_index=True)
        excess = rows["name"].map(self.result.classifiers["average_prob_best"]) - (1 - rows["worse"])
        if excess.max() > LEVEL:
            name, other, worse = rows.loc[excess.idxmax()]
            first, second, together = name_text(name), name_text(other), "draws that take these two as less alike"
            where = f"the {self.with_all} with all, the pair on those with both" if self.of_all else together
            yield (
                f"P(best) of {first} is more than its probability of not being worse than {second}, "
                f"{self.prob(1 - worse)}: who is best rests on {where}"
            )

    def caption(self) -> str:
        numbers = self.result.classifiers["n_datasets"]
        missing = [f"{name_text(name)} ({number:.0f})" for name, number in numbers.items() if number < self.count]
        if not missing:
            return ""
        where = f"not on all {self.count} {self.unit}s: {few_words(missing)}; a pair rests on those with both"
        best = f", P(best), means and mean ranks on the {self.with_all} with all" if self.complete else ""
        return f"{where}{best}"

    def _where_all_are(self) -> str:
        """Say on which data sets pairs and all classifiers rest, and how far apart these are."""
        if not self.complete:
            return f"no {self.unit} has all classifiers: pairs are answered, who is the best of all is not"
        gap = f"averages of a pair differ by up to {self.number(self.result.gap)} between them"
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
        pairs = self.result.decided[which]
        if pairs.empty:
            return ""
        more = f" (and {counted(len(pairs) - 1, 'more pair')})" if len(pairs) > 1 else ""
        return f"{name_text(pairs['first'].iloc[0])} and {name_text(pairs['second'].iloc[0])}{more}"

    @cached_property
    def _alike(self) -> list[list[str]]:
        """The classifiers, those together that no data set tells apart."""
        alike: dict[str, list[str]] = {}
        for name, row in zip(self.names, self.result.observed.transpose("classifier", ...).to_numpy(), strict=True):
            alike.setdefault(str(row.tolist()), []).append(name)
        return list(alike.values())

    # Numbers, in as many digits as they support.

    def interval(self, low: float, high: float) -> str:
        """Write an interval of values, which no rope parts."""
        return bounds_text(low, high, self.digits)

    def prob(self, probability: float, threshold: float = 1.0) -> str:
        """Write a probability in the decimals that its Monte Carlo error leaves; draws prove none to be 0 or 1."""
        return probability_text(probability, 2 if self.result.trust.prob_error > 0.001 else 3, threshold, DRAWN)

    def prob_of_pair(self, probability: float) -> str:
        return self.prob(probability, self.settings.threshold)

    # A screen and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        noun, rows = self.metric.noun, self.result.classifiers.head(room.rows)
        heads = "classifier", f"mean {noun}"
        columns = self._columns_before(rows, heads, room.name)
        for shorter in (heads, (cut(noun, NARROW), "mean value")):  # names and heads that find no room are shorter
            if width_of(columns) + _BEATEN > room.width:
                columns = self._columns_before(rows, shorter, room.narrow)
        return self.with_beaten(columns, room)

    def _columns_before(self, rows: "pd.DataFrame", heads: tuple[str, str], width: int) -> dict[str, list[str]]:
        """Return the columns before the last one: names of such a width, mean values, ranks and probabilities."""
        names = list(rows.index)
        of_all = self.result.observed.dropna("dataset") if self.complete else self.result.observed
        means, digits = of_all.mean("dataset").to_series(), decimals_of(float(of_all.std("dataset").max()) / 10)
        ranks = self.result.against_control["mean_rank"]
        columns = {
            heads[0]: row_names(names, width),
            heads[1]: [decimal_text(means[name], digits) for name in names],
            "mean rank": ["" if pd.isna(ranks[name]) else half_up(ranks[name]) for name in names],
        }
        columns[HEADS["prob_best"]] = ["" if pd.isna(one) else self.prob(one) for one in rows["average_prob_best"]]
        return {head: texts for head, texts in columns.items() if any(texts)}

    def own_lines(self) -> Iterator[tuple[str, str]]:
        yield "Cannot be told apart", self.apart_words()
        yield "Pairs decided", f"{self.decided('average')}{self.after_holm(self._met['average_survives_holm'])}"
        yield self.next_label, f"{self._best('next_dataset')}; decided: {self.decided('next_dataset')}"
        yield "Tests of mean ranks", self.tests()
        undecided = (self.result.decided["average_decision"] == UNDECIDED).sum()
        more = f"more {self.unit}s ({undecided} of {counted(len(self.result.decided), 'pair')} undecided on average)"
        yield "What could change it", could_change(more * bool(undecided), self.least())
        yield from self.lines_on_datasets()

    def numbers_words(self) -> str:
        names, means, ranks = list(self.table(PAPER).values())[:3]
        best = (max if self.metric.greater_is_better else min)(means, key=float)
        ahead = [place for place, mean in enumerate(means) if mean == best]
        ranked = f" (mean rank {ranks[ahead[0]]})" * (self.result.mean_ranks is not None and len(ahead) == 1)
        who = f"{few_words([names[place] for place in ahead])}, the {self.highest} of {len(names)}"
        where = f"On the {self.with_all} with all, the" if self.complete and self.of_all else self.on_data()
        to_next = self.to_next("average_") if ahead == [0] else ""
        return f"{where} mean {self.quantity} of {who}, was {best}{ranked}{to_next}."

    def test_beside(self) -> str:
        """Give the tests of mean ranks, where there are any, and whom Nemenyi's does not separate."""
        found = self.result.mean_ranks
        return "" if found is None else f"{self.tests()}{self._groups_words(found)}"

    def _groups_words(self, found: MeanRanks) -> str:
        groups = [listed(list(map(name_text, group))) for group in found.groups]
        return f"; not separated by Nemenyi's test: {'; '.join(groups) or 'none'}" * self._are_many

    def lines_of_details(self) -> Iterator[tuple[str, str]]:
        yield "Where all are", self._where_all_are() if self.caption() else ""

    def more(self) -> str:
        return self.more_classifiers() + super().more()

    def tests(self) -> str:
        """Give the tests of mean ranks, or say why there are none."""
        if self.result.tests.empty:
            return f"none: {self.with_all} with all classifiers"
        tests = [
            f"{name} {f'{row.statistic:.2f}' if pd.isna(row.pvalue) else p_words(row.pvalue)}"
            for name, row in zip(_TESTS[: 2 + self._are_many], self.result.tests.itertuples(), strict=False)
        ]
        if (control := self.result.control) is not None:
            adjusted = self.result.against_control["pvalue_holm"].drop(control)
            tests.append(self.apart_from_control(adjusted, _LEVEL))
        return "; ".join(tests) + self.of_all

    # A report.

    def found(self) -> tuple[list[str], list[Table]]:
        unit, near = self.unit, ["prob_within_rope_of_best"] * self.has_rope
        best = ["prob_best", *near, "expected_rank", "expected_regret"]
        on_average, on_next = ([f"{question}:{part}" for part in best] for question in self.questions)
        rows = self.result.classifiers.assign(name=self.short.values(), tier=self.tiers())
        heads = {"name": "classifier", "estimate": "excess", "n_datasets": f"{unit}s"}
        shown: Written = {"prob": self.prob, "rank": "{:.1f}".format, "interval": self.interval, "number": self.number}
        excess = (
            f"Excess and interval: posterior mean and {self.interval_words()} credible interval of the average "
            f"{self.metric.noun} over {unit}s, less the mean of all classifiers; only differences count."
        )
        caption, first = "the best average first", "The classifiers on"
        average, following = ["name", "estimate", "interval", *on_average, "tier"], ["name", *on_next, "n_datasets"]
        return [excess, *self.meanings(best)], [
            table_of("on-average", f"{first} average, {caption}", rows, average, shown, heads),
            table_of("on-the-next", f"{first} the next {unit}, {caption}", rows, following, shown, heads),
        ]

    def body(self) -> Iterator[Section]:
        sign = f"{self.metric.noun} of the first less that of the second; {self.metric.sign_words('the first')}."
        if (found := self.result.mean_ranks) is not None:
            tables = [self._mean_ranks(), *[self._nemenyi(found.pvalues)] * self._are_many]
            yield section("mean-ranks", "Mean ranks", self._statistics(found), tables=tables)
        yield section("pairs-over-data-sets", "Pairs", sign, tables=self._tables_of_pairs())
        yield section("observed-values", f"Each {self.unit}", tables=[self._table_of_values()])

    def _tables_of_pairs(self) -> Iterator[Table]:
        rows, said = self.pairs_in_order(), self.pairs_words()
        parts = ["estimate", "interval", *self.probabilities, "decision"]
        yield self.table_of_pairs("pairs-on-average", f"{said} on average", rows, parts, "average:")
        adjusted, test = "Holm's adjustment for the number of pairs, on average", "Wilcoxon's signed rank test"
        parts_adjusted, what = ["posterior_holm", "wilcoxon", "wilcoxon_holm"], f"{adjusted}, and p-values of {test}"
        yield self.table_of_pairs("pairs-adjusted", f"{said}: {what}", rows, parts_adjusted, "average:")
        if not self.least():  # fewer decide nothing on it
            on_next = f"{said} on the next {self.unit}"
            yield self.table_of_pairs("pairs-on-the-next", on_next, rows, parts, "next_dataset:")

    def _table_of_values(self) -> Table:
        """Give the observed values of each data set, the best one marked, its records and its method."""
        values, like = (
            one.transpose("dataset", ...).sel(classifier=list(self.short)).to_numpy()
            for one in (self.result.observed, self.result.like_the_best)
        )
        least, most = np.nanmin(values, axis=1, keepdims=True), np.nanmax(values, axis=1, keepdims=True)
        is_best = values == (most if self.metric.greater_is_better else least)
        digits = decimals_of(float(np.nanmedian(most - least)) / 4)

        def cell(value: float, is_best: bool, like: bool) -> Cell:  # noqa: FBT001 - of a row
            text = decimal_text(value, digits) + _LIKE * (like and not is_best)
            return Cell(text="") if pd.isna(value) else Cell(text=text, value=value, marked=is_best)

        heads = {"name": self.unit} | {str(place): name for place, name in enumerate(self.short.values())}
        rows = pd.DataFrame(np.frompyfunc(cell, 3, 1)(values, is_best, like), columns=list(heads)[1:])
        methods, sizes = zip(*self.result.methods.values(), strict=True)
        rows = rows.assign(name=row_names(list(self.result.methods), IN_REPORT), n_records=sizes, method=methods)
        last = ["method"] * (len(set(methods)) > 1)
        marked = f", and {_LIKE} marks what is not decided to be worse on it" if (like & ~is_best).any() else ""
        caption = (
            f"Observed {self.metric.noun} on each {self.unit}, empty where a classifier was not used; the best of each "
            f"is in bold{marked}{'' if last or methods[0] == PLAIN_NUMBERS else f'; method: {methods[0]}'}"
        )
        return table_of("values", caption, rows, [*heads, "n_records", *last], {}, heads)

    def _statistics(self, ranks: MeanRanks) -> str:
        """Give the statistics of the tests of mean ranks, with their degrees of freedom."""
        k, n = len(ranks.ranks) - 1, ranks.n_blocks - 1
        chi2, f, difference = self.result.tests.itertuples()
        nemenyi = f", Nemenyi's critical difference {difference.statistic:.2f} at a level of {ranks.alpha:g}"
        return (
            f"Friedman's chi-squared is {chi2.statistic:.2f} with {k} degrees of freedom ({p_words(chi2.pvalue)}), "
            f"Iman and Davenport's F {f.statistic:.2f} with {k} and {k * n} ({p_words(f.pvalue)})"
            f"{nemenyi * self._are_many}{self._groups_words(ranks)}."
        )

    def _mean_ranks(self) -> Table:
        """Give the mean ranks, with the p-values against the control."""
        rows, control = self.result.against_control.sort_values("mean_rank", kind="stable"), self.result.control
        rows.loc[rows.index[0] if control is None else control, "pvalue_holm"] = np.nan  # against itself
        whom = f"{name_text(rows.index[0])}, which has the least mean rank" if control is None else name_text(control)
        small = "; they are too small, for these ranks chose it: name one by `control`" if control is None else ""
        caption = (
            f"Mean ranks on {self.with_all} with all classifiers, 1 for the best; p-values of differences to {whom}, "
            f"after Holm's procedure{small}"
        )
        rows, parts = rows.assign(name=rows.index.map(self.short)), ["name", "mean_rank", "pvalue_holm"]
        return table_of("ranks-of-classifiers", caption, rows, parts, {}, {"name": "classifier"})

    def _nemenyi(self, pvalues: xr.DataArray) -> Table:
        """Give the p-values of all pairs by their mean ranks, below the diagonal."""
        names = list(self.result.against_control.sort_values("mean_rank", kind="stable").index)
        below = np.tril(pvalues.sel(classifier=names, other_classifier=names)[1:, :-1])
        heads = {"name": "classifier"} | {f"pvalue_{place}": self.short[name] for place, name in enumerate(names[:-1])}
        rows = pd.DataFrame(np.where(np.tri(len(below)), below, np.nan), columns=list(heads)[1:])
        rows = rows.assign(name=[self.short[name] for name in names[1:]])
        caption = "p-values of Nemenyi's test of the difference of two mean ranks, all pairs at once"
        return table_of("nemenyi", caption, rows, list(heads), {}, heads)

    def methods(self) -> Iterator[Said]:
        unit, noun = self.unit, self.metric.noun
        yield self.compared(self.compared_names())
        yield (
            f"The estimands are the averages of the {noun} of the classifiers over the population that the {unit}s "
            f"come from, and their {noun} on the next one, both less their mean over the classifiers."
        )
        yield self.model([one.differences.size for one in self.result.populations.values() if one is not None])
        yield (
            f"A pair rests on the {unit}s that have both of its classifiers and on nothing else; who is best, ranks "
            "and regret on joint draws of those that have all, of averages from a multivariate t distribution with a "
            "covariance of which a part is taken as if classifiers varied independently. Seed of the draws: "
            f"{self.settings.rng}."
        )
        yield self.independent()
        if not self.result.tests.empty:
            pairs = f", of every two at once ({cite('nemenyi1963')})" * self._are_many
            yield (
                f"Beside it stand tests of mean ranks, as recommended by {cite('demsar2006')}: of the equality of all "
                f"({cite('friedman1937')}; {cite('iman1980')}){pairs}, and with "
                f"Holm's procedure ({cite('holm1979')}) against a control; and Wilcoxon's signed rank test of every "
                "pair, also by that procedure. They did not enter the decisions."
            )
