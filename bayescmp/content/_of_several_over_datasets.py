"""What a ranking of several classifiers over data sets says."""

from collections.abc import Iterator
from functools import cached_property, partial

import numpy as np
import pandas as pd

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._screen import width_of
from bayescmp._support._text import counted, cut
from bayescmp.content._leader import LEVEL
from bayescmp.content._names import NARROW, SCREEN, Room, few_words, name_text, row_names
from bayescmp.content._numbers import (
    bounds_text,
    decimal_text,
    decimals_of,
    equals,
    is_missing,
    probability_text,
    pvalue_text,
)
from bayescmp.content._over_datasets import FEW, ContentOverDatasets
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Cell, Table, Written, columns_of, of_columns, of_texts
from bayescmp.content._tiers_and_pairs import (
    all_equivalent,
    apart_from_control_words,
    apart_words,
    beaten_words,
    beats_all,
    column_of_tiers,
    decimals_of_pairs,
    margin_words,
    meanings,
    more_words,
    pairs_in_order,
    pairs_words,
    short_names,
    table_of_pairs,
    written_of_differences,
)
from bayescmp.datasets import DatasetsRanking
from bayescmp.posteriors._laws_over_datasets import BASE_SCALE

_BEATEN = len("  beaten by")
_HALF = 0.5  # probability
_LEVEL = 0.05
_TESTS = ("Friedman", "Iman-Davenport", "Nemenyi critical difference")
_LIKE = "°"
"""Beside a value that is not decided to be worse than the best one."""


class ContentOfSeveralOverDatasets(ContentOverDatasets):
    """The words and tables of a ranking over data sets."""

    result: DatasetsRanking

    def __init__(self, result: DatasetsRanking) -> None:
        super().__init__(result, [str(name) for name in result.observed["classifier"].to_numpy()])
        self.complete = int(result.observed.notnull().all("classifier").sum())  # noqa: PD004 - of xarray
        self.with_all, self.on_all = counted(self.complete, self.unit), self.complete == self.count

    @cached_property
    def short(self) -> dict[str, str]:
        """Names in a table of a report by classifier, the best average first."""
        return short_names(self.result.classifiers.index)

    # Sentences.

    def answer(self) -> str:
        return f"{self._on_average()} {self._best('next_dataset', f'On the next {self.unit}')}"

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
        return f"of two: {self.normal()}"

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
        yield "Cannot be told apart", apart_words(self.result.tiers)
        yield "Pairs decided", self.decided()
        yield "Tests of mean ranks", self.tests()

    def more(self) -> str:
        return more_words(len(self.names)) + super().more()

    def tests(self) -> str:
        """Give the tests of mean ranks, or say why there are none."""
        if self.result.tests.empty:
            return f"none: {self.with_all} with all classifiers"
        where = "" if self.on_all else f" (on the {self.with_all} with all)"
        found = (
            f"{name} {f'{row.statistic:.2f}' if is_missing(row.pvalue) else f'p {equals(pvalue_text(row.pvalue))}'}"
            for name, row in zip(_TESTS, self.result.tests.itertuples(), strict=True)
        )
        return f"{'; '.join([*found, *self._against_control()])}{where}"

    def _against_control(self) -> list[str]:
        """Name those that differ from a control that was asked for."""
        control = self.result.control
        if control is None:
            return []
        pvalues = self.result.against_control["pvalue_holm"].drop(control)
        return [apart_from_control_words(control, pvalues.index[pvalues <= _LEVEL], _LEVEL)]

    # A report.

    def found(self) -> tuple[list[str], list[Table]]:
        rows, unit, names = self.result.classifiers, self.unit, of_texts("classifier", self.short.values())
        near = ["prob_within_rope_of_best"] * self.has_rope
        best = ["prob_best", *near, "expected_rank", "expected_regret"]
        written: Written = {"prob": self.prob, "rank": "{:.1f}".format, "interval": self.interval, "number": self.value}
        heads = {"estimate": "excess", "n_datasets": f"{unit}s"}
        on_average = columns_of(rows, ["estimate", "interval", *best], written, heads, "average_")
        on_next = columns_of(rows, [*best, "n_datasets"], written, heads, "next_dataset_")
        average = [names, *on_average, column_of_tiers(self.result.tiers, rows.index)]
        excess = (
            f"Excess and interval: posterior mean and {self.interval_words()} credible interval of the average "
            f"{self.metric.noun} over {unit}s, less the mean of all classifiers; only differences count."
        )
        return [excess, *meanings(self.metric, self.settings.rope, best, " on average")], [
            of_columns("on-average", "The classifiers on average, the best average first", average),
            of_columns("on-the-next", f"The classifiers on the next {unit}, the best average first", [names, *on_next]),
        ]

    def body(self) -> Iterator[Section]:
        sign = f"{self.metric.noun} of the first less that of the second; {self.metric.sign_words('the first')}."
        yield section("pairs-over-data-sets", "Pairs", sign, tables=self._tables_of_pairs())
        yield section("observed-values", f"Each {self.unit}", tables=[self._table_of_values()])
        if not self.result.tests.empty:
            yield section("mean-ranks", "Mean ranks", tables=[self._mean_ranks()])

    def _tables_of_pairs(self) -> Iterator[Table]:
        pairs, said = self.result.pairs, pairs_words(self.result.pairs)
        rows, parts = pairs_in_order(pairs, list(self.short)), ["estimate", "interval", *self.probabilities, "decision"]
        prob = partial(self.prob, threshold=self.settings.threshold)
        for question, key, where in (
            ("average_", "pairs-on-average", "on average"),
            ("next_dataset_", "pairs-on-the-next", f"on the next {self.unit}"),
        ):
            written = written_of_differences(decimals_of_pairs(pairs, question), self.settings.rope) | {"prob": prob}
            yield table_of_pairs(key, f"{said} {where}", rows, self.short, parts, written, question)

    def _table_of_values(self) -> Table:
        """Give the observed values of each data set, the best one marked, its records and its method."""
        observed, like = (
            one.transpose("dataset", ...).sel(classifier=list(self.short)).to_numpy()
            for one in (self.result.observed, self.result.like_the_best)
        )
        least, most = np.nanmin(observed, axis=1), np.nanmax(observed, axis=1)
        best = most if self.metric.greater_is_better else least
        digits = decimals_of(float(np.nanmedian(most - least)) / 4)
        methods, sizes = zip(*self.result.methods.values(), strict=True)
        rows = pd.DataFrame({"n_records": sizes, "method": methods})
        columns = [of_texts(self.unit, row_names(list(self.result.methods), NARROW))]
        for place, head in enumerate(self.short.values()):
            cells = map(
                partial(_value, digits=digits), observed[:, place].tolist(), best.tolist(), like[:, place].tolist()
            )
            columns.append((head, list(cells)))
        columns += columns_of(rows, rows.columns, {})
        caption = (
            f"Observed {self.metric.noun} on each {self.unit}, empty where a classifier was not used; the best of each "
            f"is in bold, in plain text with a star, and {_LIKE} marks what is not decided to be worse on it"
        )
        return of_columns("values", caption, columns, marks="")

    def _mean_ranks(self) -> Table:
        """Give the mean ranks, with the p-values against the control."""
        rows, control = self.result.against_control.sort_values("mean_rank", kind="stable"), self.result.control
        rows.loc[rows.index[0] if control is None else control, "pvalue_holm"] = np.nan  # against itself
        whom = f"{name_text(rows.index[0])}, which has the least mean rank" if control is None else name_text(control)
        small = "; they are too small, for these ranks chose it, and not a `control`" if control is None else ""
        names = of_texts("classifier", (self.short[name] for name in rows.index))
        columns = [names, *columns_of(rows, ["mean_rank", "pvalue_holm"], {})]
        caption = f"Mean ranks on {self.with_all} with all classifiers, 1 for the best; p-values of differences to"
        return of_columns("ranks-of-classifiers", f"{caption} {whom}, after Holm's procedure{small}", columns)

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
        model = [self.model(), (pairs,), self.independent()]
        beside: Sentence = (
            "Beside it stand tests of mean ranks, as recommended by ",
            Cite("demsar2006"),
            ": of the equality of all (",
            Cite("friedman1937"),
            "; ",
            Cite("iman1980"),
            "), of every two at once (",
            Cite("nemenyi1963"),
            "), and with Holm's procedure (",
            Cite("holm1979"),
            ") against a control; they did not enter the decisions.",
        )
        return [self.compared(names), (estimands,)], model, [] if self.result.tests.empty else [beside]


def _each(of_names: pd.Series) -> str:
    """Name a classifier, or each of several."""
    names = few_words(list(map(name_text, of_names.index)))
    return f"each of {names}" if len(of_names) > 1 else names


def _value(value: float, best: float, like: bool, digits: int) -> Cell:  # noqa: FBT001 - of a row
    """Return the cell of an observed value, with what tells that it is the best one of its row, or like it."""
    if is_missing(value):
        return Cell(text="")
    is_best = value == best
    text = decimal_text(value, digits) + _LIKE * (like and not is_best)
    return Cell(text=text, value=value, marked=is_best)
