"""A comparison in words: one screen of text, and a short form in HTML."""

import html
import math
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pandas as pd

from bayescmp._results import CI_KINDS, pvalue_text
from bayescmp._text import cut, one_line
from bayescmp.comparison._levels import OUTCOMES

if TYPE_CHECKING:
    from bayescmp.comparison._comparison import Comparison

_WIDTH = 80
_TRUSTED = ("paired", "effective-table", "crossed-effects")  # need no word on numerical error
_LABEL = 14
_NAME = 28
_MOST_DIGITS = 16  # of a probability
_MOST_DECIMALS = 8  # of a difference


def screen_of(comparison: "Comparison") -> str:
    """One screen of at most 80 columns."""
    blocks = [
        textwrap.fill(headline_of(comparison), _WIDTH),
        _numbers(comparison),
        _probabilities(comparison),
        _levels(comparison),
        _context(comparison),
    ]
    return "\n\n".join(blocks)


def headline_of(comparison: "Comparison") -> str:
    """Return the answer in one sentence, chosen by the decision, after a warning where the draws are not reliable."""
    return ("" if comparison.reliable else "NOT RELIABLE, see trust. ") + answer_of(comparison)


def answer_of(comparison: "Comparison") -> str:
    """Return the answer in one sentence, after another where there is nothing to choose from."""
    first, second = name_text(comparison.first), name_text(comparison.second)
    same = f"{first} and {second} make identical predictions. " if comparison.identical else ""
    return same + _decision_words(comparison)


def _decision_words(comparison: "Comparison") -> str:
    named = dict(zip(OUTCOMES, zip(outcomes_of(comparison), comparison.probabilities, strict=True), strict=True))
    if comparison.decision in named:
        outcome, probability = named[comparison.decision]
        return f"{outcome} (probability {prob_text(comparison, probability)})."
    lead = abs(comparison.prob_first_better - comparison.prob_second_better)
    if lead <= 2 * comparison.prob_error and comparison.prob_first_better > comparison.prob_equivalent:
        return f"Undecided: the data favour neither {name_text(comparison.first)} nor {name_text(comparison.second)}."
    outcome, probability = max(named.values(), key=lambda pair: pair[1])
    return (
        f"Undecided: {outcome} with probability {prob_text(comparison, probability)}, short of the "
        f"{comparison.threshold:g} that a decision needs."
    )


def outcomes_of(comparison: "Comparison") -> tuple[str, str, str]:
    """Return the three outcomes as clauses: first better, equivalent, second better."""
    first, second = (name_text(name) for name in (comparison.first, comparison.second))
    low, high = comparison.rope
    margins = [f" by more than {margin:g}" if margin else "" for margin in (-low, high)]
    return (
        f"{first} errs less than {second}{margins[0]}",
        f"{first} and {second} are equivalent (difference from {low:g} to {high:g})",
        f"{second} errs less than {first}{margins[1]}",
    )


def _numbers(comparison: "Comparison") -> str:
    digits = _digits(comparison)
    errors = comparison.errors[comparison.first], comparison.errors[comparison.second]
    rows = [
        f"  error of {name:<{_NAME}} {_number(error, digits):>{digits + 3}}"
        for name, error in zip(short_names(comparison), errors, strict=True)
    ]
    bounds = interval_text(comparison, comparison.interval.low, comparison.interval.high)
    interval = f"{100 * comparison.ci_prob:g} % {comparison.ci_kind} {bounds}"
    mean = f"  {'difference (first - second)':<{_NAME + 9}} {_number(comparison.difference.mean, digits):>{digits + 3}}"
    together = f"{mean}   {interval}"
    rows += [together] if len(together) <= _WIDTH else [mean, f"  {interval:>{_WIDTH - 2}}"]
    return "\n".join(rows)


def _probabilities(comparison: "Comparison") -> str:
    low, high = comparison.rope
    margins = [f" by > {margin:g}" if margin else "" for margin in (-low, high)]
    first, second = short_names(comparison, min(_NAME, 42 - max(map(len, margins))))
    what = (
        f"probability that {first} errs less{margins[0]}",
        f"probability of equivalence (rope {low:g} to {high:g})",
        f"probability that {second} errs less{margins[1]}",
    )
    rows = zip(what, comparison.probabilities, strict=True)
    lines = [f"  {what:<69} {prob_text(comparison, p):>8}" for what, p in rows]
    decided = f"  decision: {comparison.decision} (needs {comparison.threshold:g})"
    factor = f"Bayes factor for a difference: {_factor(comparison.bayes_factor)}"
    if comparison.prob_error:
        decided += f"; Monte Carlo error of a probability {comparison.prob_error:.1g}"
    return "\n".join([*lines, textwrap.fill(f"{decided}; {factor}", _WIDTH, subsequent_indent="  ")])


def _levels(comparison: "Comparison") -> str:
    """List inference levels and tests apart: a small P and a small p say the opposite of each other."""
    levels = comparison.levels
    posterior = levels["kind"] == "posterior"
    width = int(levels["level"].str.len().max())
    return "\n\n".join(
        _aligned(heads, [cells(comparison, row) for row in rows.itertuples()], width)
        for heads, cells, rows in (
            (_heads_of_levels(comparison), _cells_of_level, levels[posterior]),
            (("test", "estimate", "p"), _cells_of_test, levels[~posterior]),
        )
        if len(rows)
    )


def _heads_of_levels(comparison: "Comparison") -> tuple[str, ...]:
    heads = "level", "estimate", "interval"
    return (*heads, "P(first)", "P(equiv.)") if has_rope(comparison) else (*heads, "P(first better)")


def _cells_of_level(comparison: "Comparison", row: Any) -> tuple[str, ...]:
    interval = interval_text(comparison, row.low, row.high)
    cells = row.level, number_text(comparison, row.estimate), interval, prob_of_row(comparison, row)
    if not has_rope(comparison):
        return cells
    return (*cells, prob_of_row(comparison, row, "prob_equivalent"))


def _cells_of_test(comparison: "Comparison", row: Any) -> tuple[str, ...]:
    return row.level, number_text(comparison, row.estimate), pvalue_text(row.pvalue)


def _aligned(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]], width_of_names: int) -> str:
    """Align a table, names to the left and numbers to the right."""
    widths = [width_of_names, *(max(map(len, column)) for column in list(zip(heads, *rows, strict=True))[1:])]
    return "\n".join(
        "  " + "  ".join(f"{text:{'>' if place else '<'}{width}}" for place, (text, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in (heads, *rows))
    )


def has_rope(comparison: "Comparison") -> bool:
    """Tell whether there is a region of practical equivalence, without which its probability is 0."""
    return comparison.rope != (0.0, 0.0)


def prob_words(comparison: "Comparison", probability: float) -> str:
    """Return a probability of the comparison, such as "P = 0.123"."""
    return f"P {_equals(prob_text(comparison, probability))}"


def _context(comparison: "Comparison") -> str:
    return "\n".join(
        [
            _labelled("data", f"{comparison.resampling}; {_precision(comparison)}"),
            _labelled("question", comparison.estimand),
            _labelled("assumes", comparison.levels["assumes"].iloc[0]),
            *([] if comparison.tipping_point is None else [_labelled("holds", tipping_words(comparison))]),
            *([] if comparison.inference in _TRUSTED else [_labelled("trust", comparison.diagnostics)]),
            *(_labelled("note", note) for note in comparison.notes),
            _labelled("not answered", comparison.not_answered),
        ]
    )


def _precision(comparison: "Comparison") -> str:
    size = size_text(comparison)
    return f"as precise as {size} independent one{'' if size == '1' else 's'}"


def tipping_words(comparison: "Comparison") -> str:
    """Return what the decision depends on: how much variance training sets add."""
    tipping = comparison.tipping_point
    if tipping is None:
        return "as long as the assumption does"
    own = comparison.inference == "crossed-effects"
    if tipping.tau == 0:
        return ("" if own else "crossed effects: ") + "undecided even if training sets added no variance"
    if math.isinf(tipping.tau):
        return ("" if own else f"crossed effects: {tipping.outcome} ") + "whatever training sets add"
    limit = f"{_figures(tipping.tau)} times the sampling variance"
    seen = (
        f"{tipping.share_above:.0%} of {tipping.n_pairs} measured pairs, and do here with probability "
        f"{_prob(max(tipping.prob_above, 1e-9), 2)}"
    )
    if not own:
        return f"crossed effects: {tipping.outcome} if training sets add at most {limit}; they added more in {seen}"
    if comparison.decision == "undecided":
        return f"would be decided if training sets added at most {limit}; they added more in {seen}"
    return f"unless training sets add more than {limit}, as they did in {seen}"


def _figures(value: float) -> str:
    return f"{value:.2g}" if value < 100 else f"{value:.0f}"


def _labelled(label: str, text: str) -> str:
    indent = " " * (2 + _LABEL)
    return textwrap.fill(f"  {label:<{_LABEL}}{_one_line(text)}", _WIDTH, subsequent_indent=indent)


def html_of(comparison: "Comparison") -> str:
    """Return a short form for notebooks, with every name escaped."""
    equivalent = ["prob_equivalent"] if has_rope(comparison) else []
    columns = ["level", "estimate", "low", "high", "prob_first_better", *equivalent, "pvalue", "assumes"]
    table = comparison.levels[columns].to_html(
        index=False,
        border=0,
        na_rep="",
        formatters={
            **dict.fromkeys(("estimate", "low", "high"), lambda x: "" if pd.isna(x) else number_text(comparison, x)),
            **dict.fromkeys(
                ("prob_first_better", "prob_equivalent"),
                lambda p: "" if pd.isna(p) else html.escape(prob_text(comparison, p)),
            ),
            "pvalue": lambda p: "" if pd.isna(p) else html.escape(pvalue_text(p)),
        },
        escape=False,
    )
    sentences = (
        f"<strong>{html.escape(headline_of(comparison))}</strong>",
        html.escape(how_large(comparison)),
        html.escape(f"Question: {comparison.estimand}. Data: {comparison.resampling}."),
    )
    return "<div>" + "".join(f"<p>{sentence}</p>" for sentence in sentences) + table + "</div>"


def how_likely(comparison: "Comparison") -> tuple[str, str, str]:
    """Return a clause for each outcome, first better, equivalent, second better, with its probability."""
    pairs = zip(outcomes_of(comparison), comparison.probabilities, strict=True)
    first, equivalent, second = (f"{outcome}: probability {prob_text(comparison, p)}" for outcome, p in pairs)
    return first, equivalent, second


def how_large(comparison: "Comparison") -> str:
    """Return one sentence on the difference and its interval."""
    first, second = (name_text(name) for name in (comparison.first, comparison.second))
    interval = comparison.interval
    return (
        f"err({first}) - err({second}) is {number_text(comparison, comparison.difference.mean)}, with "
        f"{100 * comparison.ci_prob:g} % {CI_KINDS[comparison.ci_kind]} credible interval "
        f"{interval_text(comparison, interval.low, interval.high)}; a negative difference means that {first} errs less."
    )


def how_sure(comparison: "Comparison") -> str:
    """Return one sentence on the spread of the posterior and what it counts."""
    sd, size = number_text(comparison, comparison.difference.sd), size_text(comparison)
    return (
        f"The posterior standard deviation of the difference is {sd}; the mean difference is as precise as one of "
        f"{size} independent record{'' if size == '1' else 's'}, a ratio of variances."
    )


def number_text(comparison: "Comparison", value: float) -> str:
    """Return an error rate or a difference in decimals that show two figures of the posterior standard deviation."""
    return _number(value, _digits(comparison))


def interval_text(comparison: "Comparison", low: float, high: float) -> str:
    """Return an interval of the difference, in decimals that show on which side of 0 and of the rope it ends."""
    digits = max(_digits_of_bound(comparison, low), _digits_of_bound(comparison, high))
    return f"[{_bound(low, digits)}, {_bound(high, digits)}]"


def _bound(value: float, digits: int) -> str:
    """Write a bound; one that decimals would show as 0 with its exponent."""
    return f"{value:.0e}" if value != 0 == round(value, digits) else _number(value, digits)


def _digits_of_bound(comparison: "Comparison", value: float) -> int:
    limits = (0.0, *comparison.rope)

    def sides(number: float) -> list[int]:
        return [(number > limit) - (number < limit) for limit in limits]

    usual = _digits(comparison)
    apart = (n for n in range(usual, _MOST_DECIMALS + 1) if sides(round(value, n)) == sides(value))
    return next(apart, usual)


def size_text(comparison: "Comparison") -> str:
    """Return the effective size: a ratio of variances, of one record and of the mean difference."""
    return f"{comparison.effective_size:.1f}".removesuffix(".0")


def _digits(comparison: "Comparison") -> int:
    """Decimals that show two figures of the posterior standard deviation."""
    return min(_MOST_DECIMALS, max(2, 1 - math.floor(math.log10(comparison.difference.sd))))


def _number(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0 turns -0.0 into 0.0


def prob_text(comparison: "Comparison", probability: float) -> str:
    """Return a probability in as many decimals as its Monte Carlo error supports, three at most.

    In more, where fewer would put it on the other side of the threshold.
    """
    return _prob(probability, prob_decimals(comparison), comparison.threshold)


def prob_of_row(comparison: "Comparison", row: Any, column: str = "prob_first_better") -> str:
    """Return a probability of a posterior's row of `levels`, as a named tuple; only what is drawn has an error."""
    drawn = row.level == comparison.inference
    probability = getattr(row, column)
    return prob_text(comparison, probability) if drawn else _prob(probability, 3, comparison.threshold)


def prob_decimals(comparison: "Comparison") -> int:
    """Decimals of a probability: those that its Monte Carlo error leaves, and of the first that it touches."""
    error = comparison.prob_error
    if error <= 0.001:
        return 3
    return 2 if error < 0.1 else 1


def _prob(probability: float, decimals: int = 3, threshold: float = 1.0) -> str:
    least = 10.0**-decimals
    if 0 < probability < least / 2:
        return f"< {least:.{decimals}f}"
    if probability >= 1 - least / 2 and not 1 - least < threshold < 1:
        return f"> {1 - least:.{decimals}f}"
    shown = f"{probability:.{decimals}f}"
    for digits in range(decimals, _MOST_DIGITS):
        shown = f"{probability:.{digits}f}"
        if (float(shown) >= threshold) == (probability >= threshold):
            break
    return shown


def _equals(number: str) -> str:
    return number if number[0] in "<>" else f"= {number}"


def _factor(factor: float) -> str:
    return f"{factor:.3g}" if factor < 1e6 else "> 1e6"


def short_names(comparison: "Comparison", width: int = _NAME) -> tuple[str, str]:
    """Both names, cut in the middle to fit a table; names that are the same once cut are told apart."""
    first, second = (cut(_one_line(name), width) for name in (comparison.first, comparison.second))
    if first != second:
        return first, second
    return (
        cut(_one_line(comparison.first), width - len(" [first]")) + " [first]",
        cut(_one_line(comparison.second), width - len(" [second]")) + " [second]",
    )


def name_text(name: str) -> str:
    """Return a name that fits a sentence."""
    return cut(_one_line(name), 2 * _WIDTH)


def _one_line(text: str) -> str:
    return one_line(text)
