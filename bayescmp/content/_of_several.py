"""What a ranking of several classifiers says."""

from collections.abc import Iterable, Iterator

import pandas as pd

from bayescmp._support._text import capital, counted, cut, listed
from bayescmp.content._content import ONE_LOOK, more_words
from bayescmp.content._leader import MOST_NAMES, leader_words, meant_words, other_words, stated
from bayescmp.content._names import SCREEN, Room, name_text, row_names, test_words
from bayescmp.content._numbers import decimal_text, p_words
from bayescmp.content._numbers_of_several import NumbersOfSeveral
from bayescmp.content._parts import HEADS, Said, Section, Table, cite, section, table_of
from bayescmp.content._ranking import MOST_ROWS, decided_words
from bayescmp.content._task_words import section_of_several
from bayescmp.evidence._design_words import resampling_words, subjects_words
from bayescmp.frequentist._registry import test_of_pairs
from bayescmp.posteriors._mixture import POOLED_SCALE
from bayescmp.results import PROBABILITIES, UNDECIDED

_OMNIBUS = {"cochran_q": "Cochran's Q"}


class ContentOfSeveral(NumbersOfSeveral):
    """The words and tables of a ranking."""

    # The answer in sentences: who beats all others, or among whom nobody is beaten.

    def answer(self) -> str:
        return f"{self._verdict()}; {leader_words(self)}."

    def _verdict(self) -> str:
        unbeaten, count, needed = self.result.unbeaten, len(self.short), self.needed
        if not unbeaten:
            return f"{self.undecided(listed)}, on the records of the pair"
        if self.beats_all(unbeaten[0]):
            return self._best_of_all(unbeaten[0], needed)
        if self.all_equivalent(unbeaten):
            return f"{listed(list(map(name_text, unbeaten)))} are equivalent, each pair {needed}, and none beats them"
        if len(unbeaten) == count:
            return f"Undecided: none of {count} classifiers is beaten{self.margin} {needed}"
        return self.undecided(listed)

    def _best_of_all(self, best: str, needed: str) -> str:
        """Say that one beats all others, and whom it beats only as long as the other pairs are not looked at."""
        others = [name for name in self.short if name != best]
        several = len(others) > 1
        whom = f"each of {len(others)} others" if several else name_text(others[0])
        needed = f"{'each ' * several}{needed}"
        better = f"{name_text(best)} {self.metric.better_words()} than {whom}{self.margin}, {needed}"
        pairs = self.pairs[(self.pairs["first"] == best) | (self.pairs["second"] == best)]
        adjusted = pairs[~pairs["survives_holm"]]
        names = list(map(name_text, adjusted["second"].where(adjusted["first"] == best, adjusted["first"])))
        if not names or not several:
            return better
        whom = listed(names) if len(names) <= MOST_NAMES else f"{len(names)} of them"
        return f"{better} (not than {whom} after Holm's adjustment)"

    # What looking at many does, tests, and the data.

    def selection(self) -> str:
        """Say by how much the value of the best-looking classifier is too good by selection."""
        pooled = self.classifiers["pooled_estimate"].iloc[0]
        which, how = ("highest", "high") if self.metric.greater_is_better else ("least", "low")
        by, left = (decimal_text(one, self.digits + 1) for one in (self.result.optimism, pooled))
        return (
            f"the {which} of {len(self.short)} estimates is too {how} by {by} on average, because it was chosen; "
            f"pooled, that of {name_text(self.result.best)} is {left}"
        )

    def numbers_words(self) -> str:
        name = next(iter(self.short))
        best, who = self.classifiers.loc[name], f"{name_text(name)}, the best of {len(self.short)} classifiers"
        value = f"{self.number(self.result.observed[name])} ({self.credible(self.interval(best['low'], best['high']))})"
        return f"{self.on_data()} {self.quantity} of {who}, was {value}{self.to_next()}."

    def test_beside(self) -> str:
        """Name the test of the equality of all, its statistic and its p-value; nothing where there is none."""
        test = self.result.omnibus
        if test is None:
            return ""
        how = "exact" if test.df is None else f"chi-squared, df {test.df}"
        statistic = f"{_OMNIBUS.get(test.name, test.name)} = {test.statistic:.3g}"
        labelled = int(self.evidence.answered_by_all.design.n_records)
        alone = f", of the {labelled} labelled records alone" if self.result.design.n_judged else ""
        return f"{statistic}, {p_words(test.pvalue)} ({how}){alone}"

    def question(self) -> str:
        """Say what is estimated."""
        return f"{self.metric.noun} {subjects_words(self.result.design, len(self.short), self.evidence)}"

    def _data(self) -> str:
        """Say how records were split, and how many all classifiers answered, where some are missing."""
        evidence = self.evidence
        shared, total = (int(one.design.n_records) for one in (evidence.answered_by_all, evidence))
        which = "people labelled all answers to" if self.result.design.n_judged else "all classifiers answered"
        answered = "" if shared == total else f", of which {which} {shared}"
        return f"{resampling_words(self.result.design)}{answered}"

    def notes(self) -> Iterable[str]:
        return [fact.text for fact in self.evidence.facts]

    # A screen, and a notebook.

    def table(self, room: Room = SCREEN) -> dict[str, list[str]]:
        rows = self.classifiers.head(room.rows)
        names = list(rows.index)
        columns = {
            cut(self.metric.noun, room.name): row_names(names, room.name),
            "observed": [self.number(self.result.observed[name]) for name in names],
            self.interval_head: [self.interval(r.low, r.high) for r in rows.itertuples()],
            HEADS["prob_best"]: [self.prob(one) for one in rows[stated(self)]],
        }
        return self.with_beaten(columns, room)

    def in_short(self) -> str:
        return f"{listed([name_text(name) for name in self.result.unbeaten])} unbeaten"

    def caption(self) -> str:
        which = other_words(self)
        return which and f"P(best) is {which}"

    def own_lines(self) -> Iterator[tuple[str, str]]:
        result = self.result
        yield "Cannot be told apart", self.apart_words()
        yield "Pairs decided", self.decided()
        if result.against_control is not None:
            adjusted = result.against_control.set_index("first")["posterior_holm"]
            yield "Against the control", self.apart_from_control(adjusted, self.test_level)
        subjects = subjects_words(result.design, len(self.short), self.evidence).removeprefix("of ")
        yield "What it is about", f"{subjects}; {self._data()}; {ONE_LOOK}"
        yield "What it leaves open", self.not_answered()
        yield "What could change it", self._what_could_change()
        yield "A test of all", self.test_beside()
        yield "By task", "" if result.tasks is None else f"{counted(len(result.tasks), 'task')}, a row each in details"

    def lines_of_details(self) -> Iterator[tuple[str, str]]:
        yield HEADS["prob_best"], other_words(self)

    def _what_could_change(self) -> str:
        """Say that more data could, where pairs are undecided."""
        undecided = int((self.pairs["decision"] == UNDECIDED).sum())
        told = f" ({undecided} of {counted(len(self.pairs), 'pair')} undecided)" if len(self.pairs) > 1 else ""
        return f"{more_words(self.result.design)}{told}" if undecided else ""

    def more(self) -> str:
        return f"{self.more_classifiers()}`details()` has all of it, `comparison(first, second)` one pair"

    def decided(self) -> str:
        """Say how many pairs are decided, and how many still are once looking at all of them is accounted for."""
        return f"{decided_words(self.pairs['decision'], len(self.pairs))}{self.after_holm(self.pairs['survives_holm'])}"

    # A report.

    def found(self) -> tuple[list[str], list[Table]]:
        near = ["prob_within_rope_of_best"] * self.has_rope
        parts = ["observed", "estimate", "interval", "expected_regret", *near, "prob_best", "expected_rank"]
        parts.append("pooled_estimate")
        rows = self.classifiers.assign(
            name=self.short.values(), observed=pd.Series(self.result.observed), tier=self.tiers(),
            prob_best=self.classifiers[stated(self)],
        )  # fmt: skip
        caption = f"The classifiers and their {self.metric.noun}, the best first"
        table = table_of("classifiers", caption, rows, ["name", *parts, "tier"], self.written, {"name": "classifier"})
        wrong = "Among equal classifiers single decisions are often wrong"
        if "cautious" in self.priors:
            wrong += "; where training sets add much variance, Holm's adjustment does not protect either"
        return [*self.meanings(parts), meant_words(self), f"Selection: {self.selection()}.", f"{wrong}."], [table]

    def body(self) -> Iterator[Section]:
        result = self.result
        yield section("to-best", "Differences to the best", tables=[self._to_best()])
        if result.against_control is not None:
            caption = "Differences of all others to the control"
            control = self._of_pairs("control", caption, result.against_control)
            yield section("against-control", "Differences to the control", tables=control)
        pairs = self._of_pairs("all-pairs", self.pairs_words(), self.pairs_in_order())
        yield section("pairs", "Pairs", tables=pairs)
        if result.tasks is not None and len(self.short) <= MOST_ROWS:
            yield section_of_several(result.tasks, self.evidence.classifiers, self.number)

    def _to_best(self) -> Table:
        """One row per other classifier: its difference to the best one, with a simultaneous interval."""
        rows = self.result.to_best
        heads = {"name": "classifier", "estimate": "difference", "interval": "simultaneous interval"}
        caption = f"Differences to the best classifier: {self.metric.noun} less that of the best"
        rows = rows.assign(name=rows.index.map(self.short))
        return table_of("differences", caption, rows, list(heads), self.written_of_differences(), heads)

    def _of_pairs(self, key: str, caption: str, pairs: pd.DataFrame) -> Iterator[Table]:
        parts = ["estimate", "interval", *PROBABILITIES[: 3 if self.has_rope else 1], "decision"]
        yield self.table_of_pairs(key, caption, pairs, parts)
        parts = ["pooled_prob_first_better", "posterior_holm", "pvalue", "pvalue_holm"]
        what = "P(first) if pooled, Holm's adjustment for the number of pairs, and p-values"
        yield self.table_of_pairs(f"{key}-adjusted", f"{caption}: {what}", pairs, parts)

    def methods(self) -> Iterator[Said]:
        result, metric, compared = self.result, self.metric, f"{capital(self.compared_names())} were compared"
        yield f"{compared} on the same records: {resampling_words(result.design)}."
        of_pairs = f"of every pair {metric.of('first')} - {metric.of('second')}"
        yield f"The estimand is the {self.question()}, and {of_pairs}; {metric.sign_words('the first')}."
        yield from self.source()
        yield "Every pair of classifiers was judged by its own posterior."
        yield from result.method.sentences(self.analysis())
        yield from result.method.joint_sentences(self.analysis())
        joint = f"Probabilities of being best, ranks and regret are means over {result.draws} joint draws"
        cautious = "; the cautious ones have a wider prior of the variance that training sets add"
        yield f"{joint}, seed {self.settings.rng}{cautious * ('cautious' in self.priors)}."
        yield from self._adjustments()

    def model_words(self) -> str:
        return self.words_of_method()

    def _adjustments(self) -> Iterator[str]:
        """Say what was done about looking at many classifiers, and which tests stand beside."""
        at_once = f"those of all pairs hold at once in a share of {self.settings.ci_prob:g} of the joint draws"
        each = f"of a probability of {self.prob(self.result.simultaneous_prob)}"
        yield f"Simultaneous intervals are credible intervals {each}, at which {at_once}."
        scale = f"{POOLED_SCALE:g}{' times their mean' if self.metric.widest is None else ''}"
        pooled = f"Pooled numbers have a normal prior of the values, whose spread is half-Cauchy with scale {scale}"
        yield f"{pooled} ({cite('gelman2012')}); they did not enter the decisions."
        control, order = self.result.control, "side of the rope" if self.has_rope else "order"
        alone = "" if control is None else f", and over those with {name_text(control)} alone,"
        test = test_of_pairs(self.metric, self.result.design)
        of_tests = "" if test is None else f", and of p-values of {test_words(test.name)} ({cite(test.reference)})"
        yield (
            f"Holm's adjustment ({cite('holm1979')}) over all pairs{alone} is of twice what, for each, the more "
            f"probable {order} lacks of probability 1{of_tests}."
        )
        if self.result.omnibus is not None:
            yield f"Equality of all classifiers was tested by Cochran's Q ({cite('cochran1950')})."
