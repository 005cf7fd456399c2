"""What a judge is worth, in words and as a table."""

from operator import attrgetter
from typing import TYPE_CHECKING

from bayescmp._support._text import counted, percent
from bayescmp.content._names import NAME, short_pair
from bayescmp.content._numbers import decimal_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import of_intervals, of_numbers, of_text, table_of
from bayescmp.evidence._fact import PREFERENCES

if TYPE_CHECKING:
    from bayescmp.content._of_two import ContentOfTwo

_WIDE = 0.5  # of an interval of a share


def judge_in_short(content: "ContentOfTwo") -> str:
    """Say what the judge is worth; nothing without one."""
    judge = content.result.judge
    if judge is None:
        return ""
    names = short_pair(content.result.first, content.result.second)
    found, beside = (
        ("defeats", "the other records defeats")
        if _of_preferences(content)
        else ("wrong answers", "the right ones wrong")
    )
    skills = (
        f"it finds {_skill(row.sensitivity, row.sensitivity_low, row.sensitivity_high)} of the {found} of {name}, and "
        f"calls {_skill(1 - row.specificity, 1 - row.specificity_high, 1 - row.specificity_low)} of {beside}"
        for name, row in zip(names, judge.classifiers.itertuples(), strict=True)
    )
    return f"{'; '.join(skills)}; {_bias(content)}; the answer is as sure as of {_alone(content)}"


def _skill(estimate: float, low: float, high: float) -> str:
    """Write a share, or its limits where hardly any labels tell it."""
    return percent(estimate) if high - low < _WIDE else f"{percent(low)} to {percent(high)}"


def section_of_judge(content: "ContentOfTwo") -> Section:
    """Return the section on what the judge is worth."""
    judge = content.result.judge
    assert judge is not None  # noqa: S101 - asked for where there is one
    names = short_pair(content.result.first, content.result.second, NAME)
    columns = [
        of_text("system", attrgetter("name")),
        of_numbers("sensitivity", "sensitivity", _share),
        of_intervals("interval", _shares, "sensitivity_low", "sensitivity_high"),
        of_numbers("specificity", "specificity", _share),
        of_intervals("interval ", _shares, "specificity_low", "specificity_high"),
    ]
    caption = "How often the judge calls wrong answers wrong (sensitivity) and right ones right (specificity)"
    return section(
        "judge",
        "What the judge is worth",
        f"People labelled {counted(judge.n_labelled, 'record')}: {_bias(content)}. The answer is as sure as of "
        f"{_alone(content)}.",
        "Labels must have been chosen at random or by what the judge said, and never by what the answers look like.",
        tables=[table_of("judge", caption, columns, judge.classifiers.assign(name=list(names)))],
    )


def _of_preferences(content: "ContentOfTwo") -> bool:
    return any(fact.kind == PREFERENCES for fact in content.evidence.facts)


def _bias(content: "ContentOfTwo") -> str:
    judge = content.result.judge
    assert judge is not None  # noqa: S101 - as above
    low, high = judge.bias_interval.low, judge.bias_interval.high
    off, alone = content.number(judge.bias), content.number(content.result.difference.mean + judge.bias)
    by = f"the difference by its verdicts alone, {alone}, is off by {off} {content.interval(low, high)}"
    if not judge.is_biased:
        return f"{by}, which favours neither for sure"
    good = (judge.bias > 0) == content.metric.greater_is_better
    return f"{by}, in favour of {content.first if good else content.second}"


def _alone(content: "ContentOfTwo") -> str:
    judge = content.result.judge
    assert judge is not None  # noqa: S101 - as above
    return f"some {counted(f'{judge.labels_alone:.0f}', 'label')} without a judge"


def _share(value: float) -> str:
    return decimal_text(value, 2)


def _shares(low: float, high: float) -> str:
    return f"[{_share(low)}, {_share(high)}]"
