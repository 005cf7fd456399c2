"""What a judge is worth, in words and as a table."""

from functools import partial

from bayescmp._support._text import counted, percent
from bayescmp.comparison._judge import Judge
from bayescmp.content._numbers import bounds_text, decimal_text
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._section import Section, section
from bayescmp.content._tables import table_of
from bayescmp.evidence._fact import PREFERENCES

_WIDE = 0.5  # of an interval of a share


def judge_in_short(said: NumbersOfTwo, judge: Judge) -> str:
    """Say what the judge is worth."""
    names = said.pair()
    preferences = any(fact.kind == PREFERENCES for fact in said.evidence.facts)
    found, beside = (
        ("defeats", "the other records defeats") if preferences else ("wrong answers", "the right ones wrong")
    )
    skills = (
        f"it finds {_skill(row.sensitivity, row.sensitivity_low, row.sensitivity_high)} of the {found} of {name}, and "
        f"calls {_skill(1 - row.specificity, 1 - row.specificity_high, 1 - row.specificity_low)} of {beside}"
        for name, row in zip(names, judge.classifiers.itertuples(), strict=True)
    )
    labels = counted(f"{judge.labels_alone:.0f}", "label")
    return f"{'; '.join(skills)}; {_bias(said, judge)}; the answer is as sure as of some {labels} without a judge"


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
    return section("judge", "What the judge is worth", tables=[table])


def _bias(said: NumbersOfTwo, judge: Judge) -> str:
    low, high = judge.bias_interval.low, judge.bias_interval.high
    off, alone = said.number(judge.bias), said.number(said.result.difference.mean + judge.bias)
    by = f"the difference by its verdicts alone, {alone}, is off by {off} {said.interval(low, high)}"
    if not judge.is_biased:
        return f"{by}, which favours neither for sure"
    good = (judge.bias > 0) == said.metric.greater_is_better
    return f"{by}, in favour of {said.first if good else said.second}"
