"""A comparison on one screen of text."""

import textwrap
from collections.abc import Collection
from typing import Any

import pandas as pd

from bayescmp._results import CI_KINDS
from bayescmp._text import counted
from bayescmp.evidence._fact import SAME_ESTIMATOR
from bayescmp.levels._rows import POSTERIOR
from bayescmp.words._answer import headline_of
from bayescmp.words._design import estimand_words, not_answered_words, resampling_words
from bayescmp.words._facts import note_of
from bayescmp.words._layout import aligned, labelled
from bayescmp.words._names import NAME, WIDTH, name_text, row_name, short_names
from bayescmp.words._numbers import (
    decimal_text,
    decimals,
    factor_text,
    has_rope,
    interval_text,
    number_text,
    prob_of_row,
    prob_text,
    pvalue_text,
    size_text,
)
from bayescmp.words._result import PairResult
from bayescmp.words._tipping import repeats_words, tipping_words


def screen_of(result: PairResult) -> str:
    """One screen of at most 80 columns."""
    blocks = [
        "\n".join([textwrap.fill(headline_of(result), WIDTH), *_notes(result, [SAME_ESTIMATOR])]),
        _numbers(result),
        _probabilities(result),
        _levels(result),
        _context(result),
    ]
    return "\n\n".join(blocks)


def _numbers(result: PairResult) -> str:
    digits = decimals(result)
    noun = result.evidence.metric.noun
    values = dict(zip([f"{noun} of {name}" for name in short_names(result)], result.observed.values(), strict=True))
    of = f"{result.evidence.metric.loss_symbol}, " if result.evidence.metric.greater_is_better else ""
    values[f"difference ({of}first - second)"] = result.difference.mean
    width = max(map(len, values))
    rows = [f"  {what:<{width}} {decimal_text(value, digits):>{digits + 3}}" for what, value in values.items()]
    bounds = interval_text(result, result.interval.low, result.interval.high)
    interval = f"{100 * result.settings.ci_prob:g} % {CI_KINDS[result.settings.ci_kind]} {bounds}"
    together = f"{rows[-1]}   {interval}"
    rows[-1:] = [together] if len(together) <= WIDTH else [rows[-1], f"  {interval:>{WIDTH - 2}}"]
    return "\n".join(rows)


def _probabilities(result: PairResult) -> str:
    low, high = result.settings.rope
    margins = [f" by > {margin:g}" if margin else "" for margin in (-low, high)]
    better = result.evidence.metric.better_words()
    room = 51 - len(better) - max(map(len, margins))
    first, second = short_names(result, max(8, min(NAME, room)))
    what = (
        f"probability that {first} {better}{margins[0]}",
        f"probability of equivalence (rope {low:g} to {high:g})",
        f"probability that {second} {better}{margins[1]}",
    )
    rows = list(zip(what, result.probabilities, strict=True))
    lines = [f"  {what:<69} {prob_text(result, p):>8}" for what, p in (rows if has_rope(result) else rows[::2])]
    decided = f"  decision: {result.decision} (needs {result.settings.threshold:g})"
    if result.trust.prob_error:
        decided += f"; Monte Carlo error of a probability {result.trust.prob_error:.1g}"
    if result.bayes_factor is not None:
        decided += f"; Bayes factor for a difference: {factor_text(result.bayes_factor)}"
    return "\n".join([*lines, textwrap.fill(decided, WIDTH, subsequent_indent="  ")])


def _levels(result: PairResult) -> str:
    """List inference levels and tests apart: a small P and a small p say the opposite of each other."""
    levels = result.levels
    posterior = levels["kind"] == POSTERIOR
    width = max(len(row_name(row)) for row in levels.itertuples())
    of_levels = [_cells_of_level(result, row) for row in levels[posterior].itertuples()]
    blocks = [aligned(_heads_of_levels(result), of_levels, width)]
    of_tests = [_cells_of_test(result, row) for row in levels[~posterior].itertuples()]
    if of_tests:
        blocks.append(aligned(("test", "estimate", "interval", "p"), of_tests, width))
        if max(map(len, blocks[-1].splitlines())) > WIDTH:
            narrow = [(name, estimate, pvalue) for name, estimate, _, pvalue in of_tests]
            blocks[-1] = aligned(("test", "estimate", "p"), narrow, width)
    return "\n\n".join(blocks)


def _heads_of_levels(result: PairResult) -> tuple[str, ...]:
    heads = "level", "estimate", "interval"
    return (*heads, "P(first)", "P(equiv.)") if has_rope(result) else (*heads, "P(first better)")


def _cells_of_level(result: PairResult, row: Any) -> tuple[str, ...]:
    interval = interval_text(result, row.low, row.high)
    cells = row_name(row), number_text(result, row.estimate), interval, prob_of_row(result, row)
    if not has_rope(result):
        return cells
    return (*cells, prob_of_row(result, row, "prob_equivalent"))


def _cells_of_test(result: PairResult, row: Any) -> tuple[str, str, str, str]:
    interval = "" if pd.isna(row.low) else interval_text(result, row.low, row.high)
    return row_name(row), number_text(result, row.estimate), interval, pvalue_text(row.pvalue)


def _holds(result: PairResult) -> str:
    """Say what the decision rests on, and what more repeats would do to decisions."""
    return "; ".join(filter(None, (tipping_words(result), repeats_words(result))))


def _context(result: PairResult) -> str:
    return "\n".join(
        [
            labelled("data", f"{resampling_words(result.evidence.design)}{_precision(result)}"),
            labelled("question", f"{estimand_words(result.evidence)}{_sign(result)}"),
            labelled("assumes", result.levels["assumes"].iloc[0]),
            *([] if result.tipping_point is None else [labelled("holds", _holds(result))]),
            *([] if result.trust.exact else [labelled("trust", result.trust.sentence)]),
            *_notes(result, {fact.kind for fact in result.evidence.facts} - {SAME_ESTIMATOR}),
            labelled("not answered", not_answered_words(result.evidence.design)),
        ]
    )


def _sign(result: PairResult) -> str:
    """Say what the sign of a difference of losses means, where values go the other way."""
    metric = result.evidence.metric
    first = name_text(result.evidence.first)
    return f"; negative: {first} {metric.better_words()}" if metric.greater_is_better else ""


def _notes(result: PairResult, kinds: Collection[str]) -> list[str]:
    return [labelled("note", note_of(fact)) for fact in result.evidence.facts if fact.kind in kinds]


def _precision(result: PairResult) -> str:
    """Say how many records the experiment is worth, where there is such a number."""
    return "" if result.effective_size is None else f"; as precise as {counted(size_text(result), 'independent one')}"
