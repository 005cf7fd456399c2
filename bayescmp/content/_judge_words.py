"""What a judge is worth, in words and as a table."""

from collections.abc import Iterator, Mapping
from functools import partial

from bayescmp._support._text import counted, percent
from bayescmp.comparison._judge import Judge
from bayescmp.content._names import MOST_NAMED, few_words, name_text
from bayescmp.content._numbers import bounds_text, decimal_text
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._parts import Section, section, table_of
from bayescmp.evidence import PairEvidence
from bayescmp.evidence._fact import LABELS_UNLIKE, PREFERENCES

_WIDE = 0.5  # of an interval of a share


def judge_in_short(said: NumbersOfTwo, judge: Judge) -> str:
    """Say what the judge is worth."""
    labels = counted(f"{judge.labels_alone:,.0f}", "label")
    return f"{_bias(said, judge)}; the answer is as sure as of some {labels} without a judge"


def _skills(said: NumbersOfTwo, judge: Judge) -> str:
    """Say how much of what is wrong the judge finds, and how much of what is right it calls wrong."""
    found, beside = "wrong answers", "the right ones wrong"
    if any(fact.kind == PREFERENCES for fact in said.evidence.facts):
        found, beside = "defeats", "the other records defeats"
    skills = (
        f"it finds {_skill(row.sensitivity, row.sensitivity_low, row.sensitivity_high)} of the {found} of {name}, and "
        f"calls {_skill(1 - row.specificity, 1 - row.specificity_high, 1 - row.specificity_low)} of {beside}"
        for name, row in zip(said.pair(), judge.classifiers.itertuples(), strict=True)
    )
    return f"The judge: {'; '.join(skills)}."


def _skill(estimate: float, low: float, high: float) -> str:
    """Write a share, or its limits where hardly any labels tell it."""
    return percent(estimate) if high - low < _WIDE else f"{percent(low)} to {percent(high)}"


def section_of_judge(said: NumbersOfTwo, judge: Judge) -> Section:
    """Return the section on what the judge is worth."""
    rows = judge.classifiers.assign(system=said.pair())
    parts = ["system", "sensitivity", "sensitivity_interval", "specificity", "specificity_interval"]
    written = {"interval": partial(bounds_text, usual=2), "number": partial(decimal_text, digits=2)}
    caption = "How often the judge calls wrong answers wrong (sensitivity) and right ones right (specificity)"
    table = table_of("judge", caption, rows, parts, written)
    return section("judge", "What the judge is worth", _skills(said, judge), tables=[table])


def _bias(said: NumbersOfTwo, judge: Judge) -> str:
    low, high = judge.bias_interval.low, judge.bias_interval.high
    off, alone = said.number(judge.bias), said.number(said.result.difference.mean + judge.bias)
    by = f"the difference by its verdicts alone, {alone}, is off by {off} {said.interval(low, high)}"
    if not judge.is_biased:
        return f"{by}, which favours neither for sure"
    good = (judge.bias > 0) == said.metric.greater_is_better
    return f"{by}, in favour of {said.first if good else said.second}"


def notes_of_judges(evidence: Mapping[str, PairEvidence], unit: str) -> Iterator[str]:
    """Say, of data sets that a judge rated, how many records are labelled, and where these are unlike the others."""
    counts = [one.judged for one in evidence.values() if one.design.n_judged and one.judged is not None]
    if not counts:
        return
    rated, labelled = (
        sum(int(one[name].sum([dim for dim in one[name].dims if dim != "pair"]).min()) for one in counts)
        for name in ("judged", "labelled")
    )
    kinds = {name: {fact.kind for fact in one.facts} for name, one in evidence.items()}
    unlike = [name_text(name) for name, found in kinds.items() if LABELS_UNLIKE in found]
    differ = "they are unlike others that it called the same, as `compare` says"
    where = f"; in {few_words(unlike, MOST_NAMED)} {differ}" if unlike else ""
    yield (
        f"a judge rated {counted(rated, 'record')}, of which people labelled all answers to {labelled:,}, and "
        f"what is observed is of these; within each {unit} they must have been chosen at random, or by what the judge "
        f"said{where}"
    )
