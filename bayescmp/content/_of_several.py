"""What a ranking of several classifiers says."""

from collections.abc import Iterator

import pandas as pd

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._screen import width_of
from bayescmp._support._text import counted, cut, listed
from bayescmp.content._content import ONE_LOOK
from bayescmp.content._leader import leader_words, meant_words, which_words
from bayescmp.content._names import SCREEN, Room, name_text, row_names
from bayescmp.content._numbers import decimal_text, decimals_of, equals, pvalue_text
from bayescmp.content._numbers_of_several import NumbersOfSeveral
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Table, columns_of, of_columns, of_texts
from bayescmp.content._task_words import section_of_several
from bayescmp.content._tiers_and_pairs import (
    MOST_ROWS,
    all_equivalent,
    apart_from_control_words,
    apart_words,
    beaten_words,
    beats_all,
    column_of_tiers,
    margin_words,
    meanings,
    more_words,
    pairs_in_order,
    pairs_words,
    table_of_pairs,
)
from bayescmp.evidence._design_words import not_answered_words, resampling_words, subjects_words
from bayescmp.frequentist._registry import test_of_pairs
from bayescmp.posteriors._mixture import POOLED_SCALE
from bayescmp.ranking import Ranking
from bayescmp.results._three_probabilities import OUTCOMES, PROBABILITIES

_MOST_NAMES = 3
_OMNIBUS = {"cochran_q": "Cochran's Q"}


class ContentOfSeveral(NumbersOfSeveral):
    """The words and tables of a ranking."""

    def __init__(self, result: Ranking) -> None:
        super().__init__(result)
        self.margin = margin_words(self.settings.rope)
        self.test = test_of_pairs(self.metric, result.design)
        self.test_level = 2 * (1 - self.settings.threshold)  # which goes with the threshold of decisions

    # The answer in sentences: who beats all others, or among whom nobody is beaten.

    def answer(self) -> str:
        return f"{self._verdict()}; {leader_words(self)}."

    def _verdict(self) -> str:
        unbeaten, count, needed = self.result.unbeaten, len(self.classifiers), f"at {self.settings.threshold:g}"
        if not unbeaten:
            return f"Undecided: everyone is beaten by someone {needed}, on the records of the pair"
        if beats_all(self.pairs, unbeaten[0], count - 1):
            return self._beats_all(unbeaten[0], needed)
        whom = listed(list(map(name_text, unbeaten)))
        if all_equivalent(self.pairs, unbeaten):
            return f"{whom} are equivalent, each pair {needed} or more, and none beats them"
        if len(unbeaten) == count:
            return f"Undecided: none of {count} classifiers is beaten{self.margin} {needed}"
        if len(unbeaten) == 1:
            return f"Undecided: {whom} is not beaten{self.margin} {needed}, but does not beat every other"
        between, nobody = ("between", "neither") if len(unbeaten) == 2 else ("among", "none of them")
        return f"Undecided {between} {whom}: {nobody} is beaten{self.margin} {needed}"

    def _beats_all(self, best: str, needed: str) -> str:
        others = self.classifiers.index.drop(best)
        whom = f"each of {len(others)} others" if len(others) > 1 else name_text(others[0])
        better = f"{name_text(best)} {self.metric.better_words()} than {whom}{self.margin}, {needed} or more"
        return better + self._not_after_holm(best)

    def _not_after_holm(self, best: str) -> str:
        """Name those whom the best one beats only as long as the other pairs are not looked at."""
        own = (self.pairs["first"] == best) | (self.pairs["second"] == best)
        rows = self.pairs[own & (self.pairs["posterior_holm"] > self.test_level)]
        names = [row.second if row.first == best else row.first for row in rows.itertuples()]
        if not names or len(self.pairs) == 1:
            return ""
        whom = listed(list(map(name_text, names))) if len(names) <= _MOST_NAMES else f"{len(names)} of them"
        return f" (not than {whom} after Holm's adjustment)"

    # What looking at many does, tests, and the data.

    def selection(self) -> str:
        """Say by how much the value of the best-looking classifier is too good by selection."""
        pooled = self.classifiers["pooled_estimate"].iloc[0]
        which, how = ("highest", "high") if self.metric.greater_is_better else ("least", "low")
        by, left = (decimal_text(one, decimals_of(self.sd) + 1) for one in (self.result.optimism, pooled))
        return (
            f"the {which} of {len(self.classifiers)} estimates is too {how} by {by} on average, because it was chosen; "
            f"pooled, that of {name_text(self.result.best)} is {left}"
        )

    def omnibus(self) -> str:
        """Name the test of the equality of all, its statistic and its p-value; nothing where there is none."""
        test = self.result.omnibus
        if test is None:
            return ""
        how = "exact" if test.df is None else f"chi-squared, df {test.df}"
        found = f"{_OMNIBUS.get(test.name, test.name)} = {test.statistic:.3g}"
        labelled = int(self.evidence.answered_by_all.design.n_records)
        alone = f", of the {labelled} labelled records alone" if self.result.design.n_judged else ""
        return f"{found}, p {equals(pvalue_text(test.pvalue))} ({how}){alone}"

    def question(self) -> str:
        """Say what is estimated."""
        return f"{self.metric.noun} {subjects_words(self.result.design, len(self.classifiers), self.evidence)}"

    def _data(self) -> str:
        """Say how records were split, and how many all classifiers answered, where some are missing."""
        evidence = self.evidence
        shared, total = (int(one.design.n_records) for one in (evidence.answered_by_all, evidence))
        which = "people labelled all answers to" if self.result.design.n_judged else "all classifiers answered"
        answered = "" if shared == total else f", of which {which} {shared}"
        return f"{resampling_words(self.result.design)}{answered}"

    def notes(self) -> list[str]:
        return [fact.text for fact in self.evidence.facts]

    def not_answered(self) -> str:
        return not_answered_words(self.result.design, self.evidence)

    # A screen, and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self.classifiers.head(room.rows)
        names = list(rows.index)
        found = {
            cut(self.metric.noun, room.name): row_names(names, room.name),
            "observed": [self.value(self.result.observed[name]) for name in names],
            f"{100 * self.settings.ci_prob:g} % interval": [self.interval(r.low, r.high) for r in rows.itertuples()],
            "P(best)": [self.prob(row.prob_best) for row in rows.itertuples()],
        }
        beaten = beaten_words(self.pairs, list(self.classifiers.index), room.width - width_of(found) - 2, room.narrow)
        return found | {"beaten by": beaten[: len(names)]}

    def in_short(self) -> str:
        return f"{listed([self.names[name] for name in self.result.unbeaten])} unbeaten"

    def rows(self, room: Room) -> dict[str, list[str]]:
        heads = iter(self.table(room).items())
        return {"classifier": next(heads)[1]} | dict(heads)

    @property
    def order(self) -> str:
        """What Holm's adjustment is of."""
        return "side of the rope" if self.has_rope else "order"

    def caption(self) -> str:
        which = which_words(self)
        return which and f"P(best) is {which}"

    def lines(self) -> Iterator[tuple[str, str]]:
        result = self.result
        yield "P(best)", which_words(self)
        yield "Cannot be told apart", apart_words(result.tiers)
        yield "Pairs decided", self.decided()
        yield "Against the control", self._against_control()
        subjects = subjects_words(result.design, len(self.names), self.evidence).removeprefix("of ")
        yield "What it is about", f"{subjects}; {self._data()}; {ONE_LOOK}"
        yield "What it leaves open", self.not_answered()
        yield "A test of all", self.omnibus()
        yield "By task", "" if result.tasks is None else f"{counted(len(result.tasks), 'task')}, a row each in `tasks`"
        yield from (("Note", note) for note in self.notes())

    def more(self) -> str:
        more = more_words(len(self.classifiers))
        return f"{more}`details()` has every pair, ranks and assumptions, `comparison(first, second)` one pair"

    def decided(self) -> str:
        """Say how many pairs are decided, and how many still are once looking at all of them is accounted for."""
        first, even, second = (self.pairs["decision"] == outcome for outcome in OUTCOMES)
        better = first | second
        kept = int((better & (self.pairs["posterior_holm"] <= self.test_level)).sum())
        equivalent = f", {int(even.sum())} more equivalent" if even.any() else ""
        holm = f"; {kept} after adjustment for looking at all of them (Holm)" if len(self.pairs) > 1 else ""
        return f"{int(better.sum())} of {len(self.pairs)}{equivalent}{holm}"

    def _against_control(self) -> str:
        """Name those that differ from a control that was asked for."""
        rows, control = self.result.against_control, self.result.control
        if rows is None or control is None:
            return ""
        differ = rows["first"][rows["posterior_holm"] <= self.test_level]
        return apart_from_control_words(control, differ, self.test_level)

    # A report.

    def found(self) -> tuple[list[str], list[Table]]:
        near = ["prob_within_rope_of_best"] * self.has_rope
        best = [*near, "prob_best", *(f"prob_best_{name}" for name in self.priors)]
        parts = ["observed", "estimate", "interval", "expected_regret", *best, "expected_rank", "pooled_estimate"]
        rows = self.classifiers.assign(observed=pd.Series(self.result.observed))
        columns = [
            of_texts("classifier", self.names.values()),
            *columns_of(rows, parts, self.written),
            column_of_tiers(self.result.tiers, rows.index),
        ]
        caption = f"The classifiers and their {self.metric.noun}, the best first"
        wrong = "Among equal classifiers single decisions are often wrong"
        if "cautious" in self.priors:
            wrong += "; where training sets add much variance, Holm's adjustment does not protect either"
        meant = meanings(self.metric, self.settings.rope, parts)
        said = [*meant, meant_words(self), f"Selection: {self.selection()}.", f"{wrong}."]
        return said, [of_columns("classifiers", caption, columns)]

    def body(self) -> Iterator[Section]:
        result = self.result
        yield section("to-best", "Differences to the best", tables=[self._to_best()])
        if result.control is not None:
            control = self._of_pairs("control", "Differences of all others to the control", result.against_control)
            yield section("against-control", "Differences to the control", tables=[control])
        pairs = pairs_in_order(self.pairs, list(self.names))
        yield section("pairs", "Pairs", tables=[self._of_pairs("all-pairs", pairs_words(self.pairs), pairs)])
        if result.tasks is not None and len(self.names) <= MOST_ROWS:
            yield section_of_several(result.tasks, self.evidence.classifiers, self.value)

    def _to_best(self) -> Table:
        """One row per other classifier: its difference to the best one, with a simultaneous interval."""
        rows, heads = self.result.to_best, {"estimate": "difference", "interval": "simultaneous interval"}
        names = of_texts("classifier", (self.names[name] for name in rows.index))
        columns = columns_of(rows, heads, self.written_of_pairs, heads)
        caption = f"Differences to the best classifier: {self.metric.noun} less that of the best"
        return of_columns("differences", caption, [names, *columns])

    def _of_pairs(self, key: str, caption: str, pairs: pd.DataFrame) -> Table:
        parts = ["estimate", "interval", *PROBABILITIES[: 3 if self.has_rope else 1], "decision"]
        parts += ["pooled_prob_first_better", "posterior_holm", "pvalue", "pvalue_holm"]
        return table_of_pairs(key, caption, pairs, self.names, parts, self.written_of_pairs)

    def methods(self) -> tuple[list[Sentence], list[Sentence], list[Sentence]]:
        result, metric, names = self.result, self.metric, self.evidence.classifiers
        compared = f"{len(names)} classifiers ({', '.join(map(name_text, names))}) were compared on the same records"
        of_pairs = f"of every pair {metric.of('first')} - {metric.of('second')}"
        analysis = self.analysis()
        joint = f"Probabilities of being best, ranks and regret are means over {result.draws} joint draws"
        cautious = "; the cautious ones have a wider prior of the variance that training sets add"
        cautious = cautious if "cautious" in self.priors else ""
        who: list[Sentence] = [
            (f"{compared}: {resampling_words(result.design)}.",),
            (f"The estimand is the {self.question()}, and {of_pairs}; {metric.sign_words('the first')}.",),
        ]
        model: list[Sentence] = [
            ("Every pair of classifiers was judged by its own posterior.",),
            *result.method.sentences(analysis),
            *result.method.joint_sentences(analysis),
            (f"{joint}, seed {self.settings.rng}{cautious}.",),
        ]
        return who, model, list(self._adjustments())

    def _adjustments(self) -> Iterator[Sentence]:
        """Say what was done about looking at many classifiers, and which tests stand beside."""
        at_once = f"those of all pairs hold at once in a share of {self.settings.ci_prob:g} of the joint draws"
        each = f"of a probability of {self.prob(self.result.simultaneous_prob)}"
        yield (f"Simultaneous intervals are credible intervals {each}, at which {at_once}.",)
        scale = f"{POOLED_SCALE:g}{' times their mean' if self.metric.widest is None else ''}"
        pooled = f"Pooled numbers have a normal prior of the values, whose spread is half-Cauchy with scale {scale} ("
        yield pooled, Cite("gelman2012"), "); they did not enter the decisions."
        control = self.result.control
        alone = "" if control is None else f", and over those with {name_text(control)} alone,"
        holm = (
            f") over all pairs{alone} is of twice what, for each, the more probable {self.order} lacks of probability 1"
        )
        of_test: Sentence = ()
        if self.test is not None:
            of_test = f", and of p-values of {self.test.name} (", Cite(self.test.reference), ")"
        yield "Holm's adjustment (", Cite("holm1979"), holm, *of_test, "."
        if self.result.omnibus is not None:
            yield "Equality of all classifiers was tested by Cochran's Q (", Cite("cochran1950"), ")."
