"""What a judge is worth, in words and as a table."""

from functools import partial

from bayescmp._support._text import counted, percent
from bayescmp.content._names import NAME, short_pair
from bayescmp.content._numbers import bounds_text, decimal_text
from bayescmp.content._numbers_of_two import NumbersOfTwo
from bayescmp.content._section import Section, section
from bayescmp.content._tables import columns_of, of_columns
from bayescmp.evidence._fact import PREFERENCES

_WIDE = 0.5  # of an interval of a share


def judge_in_short(said: NumbersOfTwo) -> str:
    """Say what the judge is worth; nothing without one."""
    judge = said.result.judge
    if judge is None:
        return ""
    names = short_pair(said.result.first, said.result.second)
    found, beside = (
        ("defeats", "the other records defeats") if _of_preferences(said) else ("wrong answers", "the right ones wrong")
    )
    skills = (
        f"it finds {_skill(row.sensitivity, row.sensitivity_low, row.sensitivity_high)} of the {found} of {name}, and "
        f"calls {_skill(1 - row.specificity, 1 - row.specificity_high, 1 - row.specificity_low)} of {beside}"
        for name, row in zip(names, judge.classifiers.itertuples(), strict=True)
    )
    return f"{'; '.join(skills)}; {_bias(said)}; the answer is as sure as of {_alone(said)}"


def _skill(estimate: float, low: float, high: float) -> str:
    """Write a share, or its limits where hardly any labels tell it."""
    return percent(estimate) if high - low < _WIDE else f"{percent(low)} to {percent(high)}"


def section_of_judge(said: NumbersOfTwo) -> Section:
    """Return the section on what the judge is worth."""
    judge = said.result.judge
    assert judge is not None  # noqa: S101 - asked for where there is one
    rows = judge.classifiers.assign(system=short_pair(said.result.first, said.result.second, NAME))
    parts = ["system", "sensitivity", "sensitivity_interval", "specificity", "specificity_interval"]
    written = {"interval": partial(bounds_text, usual=2), "number": partial(decimal_text, digits=2)}
    caption = "How often the judge calls wrong answers wrong (sensitivity) and right ones right (specificity)"
    return section(
        "judge",
        "What the judge is worth",
        f"People labelled {counted(judge.n_labelled, 'record')}. Labels must have been chosen at random or by what the "
        "judge said, and never by what the answers look like.",
        tables=[of_columns("judge", caption, columns_of(rows, parts, written))],
    )


def _of_preferences(said: NumbersOfTwo) -> bool:
    return any(fact.kind == PREFERENCES for fact in said.evidence.facts)


def _bias(said: NumbersOfTwo) -> str:
    judge = said.result.judge
    assert judge is not None  # noqa: S101 - as above
    low, high = judge.bias_interval.low, judge.bias_interval.high
    off, alone = said.number(judge.bias), said.number(said.result.difference.mean + judge.bias)
    by = f"the difference by its verdicts alone, {alone}, is off by {off} {said.interval(low, high)}"
    if not judge.is_biased:
        return f"{by}, which favours neither for sure"
    good = (judge.bias > 0) == said.metric.greater_is_better
    return f"{by}, in favour of {said.first if good else said.second}"


def _alone(said: NumbersOfTwo) -> str:
    judge = said.result.judge
    assert judge is not None  # noqa: S101 - as above
    return f"some {counted(f'{judge.labels_alone:.0f}', 'label')} without a judge"
