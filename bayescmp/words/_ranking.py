"""A ranking in sentences, on one screen of text, and in a short form for notebooks."""

import textwrap
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import pandas as pd
from markupsafe import Markup

from bayescmp._answers import OUTCOMES
from bayescmp._results import CI_KINDS, SignificanceResult
from bayescmp._text import counted, cut, listed, one_line
from bayescmp.evidence import Evidence
from bayescmp.words._design import not_answered_words, resampling_words, subjects_words
from bayescmp.words._facts import note_of
from bayescmp.words._layout import aligned, labelled
from bayescmp.words._leader import best_columns, has_cautious, leader_words
from bayescmp.words._names import WIDTH, name_text
from bayescmp.words._numbers import decimal_text, decimals_of, pvalue_text
from bayescmp.words._ranking_numbers import (
    RankingResult,
    probability_of,
    rank_text,
    regret_text,
    sd_of,
    value_interval_text,
    value_text,
)

_MOST_ROWS = 20
_MOST_TIERS, _LONGEST_TIER = 10, 8
_NAME, _HEAD = 20, 9


class Tiered(Protocol):
    """What has tiers."""

    @property
    def tiers(self) -> tuple[tuple[str, ...], ...]:
        """Runs of neighbours, no pair of which is decided."""


def headline_of_ranking(result: RankingResult) -> str:
    """Return the answer in one sentence: who beats all others, or among whom nobody is beaten."""
    table, unbeaten, needed = result.classifiers, result.unbeaten, f"at {result.settings.threshold:g}"
    margin, likely = _margin(result), leader_words(result)
    if not unbeaten:
        return f"Undecided: everyone is beaten by someone {needed}, on the records of the pair; {likely}."
    if _beats_all(result, unbeaten[0]):
        others = f"each of {len(table) - 1} others" if len(table) > 2 else name_text(table.index.drop(unbeaten[0])[0])
        better = (
            f"{name_text(unbeaten[0])} {result.evidence.metric.better_words()} than {others}{margin}, {needed} or more"
        )
        return f"{better}{_not_after_holm(result, unbeaten[0])}; {likely}."
    whom = listed([name_text(name) for name in unbeaten])
    if _equivalent(result, unbeaten):
        return f"{whom} are equivalent, each pair {needed} or more, and none beats them; {likely}."
    if len(unbeaten) == len(table):
        return f"Undecided: none of {len(table)} classifiers is beaten{margin} {needed}; {likely}."
    among = "between" if len(unbeaten) == 2 else "among"
    if len(unbeaten) == 1:
        return f"Undecided: none beats {whom}{margin} {needed}, which does not beat every other; {likely}."
    return f"Undecided {among} {whom}, whom none beats{margin} {needed}; {likely}."


def _beats_all(result: RankingResult, name: str) -> bool:
    first, _, second = (result.pairs["decision"] == outcome for outcome in OUTCOMES)
    beaten = (first & (result.pairs["first"] == name)) | (second & (result.pairs["second"] == name))
    return int(beaten.sum()) == len(result.classifiers) - 1


def _equivalent(result: RankingResult, names: Sequence[str]) -> bool:
    """Tell whether every two of some classifiers are equivalent."""
    inside = result.pairs["first"].isin(names) & result.pairs["second"].isin(names)
    return len(names) > 1 and bool((result.pairs["decision"][inside] == OUTCOMES[1]).all())


def _margin(result: RankingResult) -> str:
    """Say by how much one has to be better to beat another, where there is a rope."""
    return f" by more than {result.settings.rope[1]:g}" if result.settings.rope[1] else ""


def _not_after_holm(result: RankingResult, best: str) -> str:
    """Name those whom the best one beats only as long as the other pairs are not looked at."""
    pairs, level = result.pairs, _level(result)
    rows = pairs[((pairs["first"] == best) | (pairs["second"] == best)) & (pairs["posterior_holm"] > level)]
    names = [row.second if row.first == best else row.first for row in rows.itertuples()]
    if not names or len(pairs) == 1:
        return ""
    whom = listed([name_text(name) for name in names]) if len(names) <= 3 else f"{len(names)} of them"
    return f" (not than {whom} after Holm's adjustment)"


def _level(result: RankingResult) -> float:
    """Return the level of tests that goes with the threshold of decisions."""
    return 2 * (1 - result.settings.threshold)


def multiplicity_words(result: RankingResult) -> str:
    """Say what looking at all pairs does to the decisions."""
    pairs = result.pairs
    first, even, second = (pairs["decision"] == outcome for outcome in OUTCOMES)
    better, equivalent, level = first | second, int(even.sum()), _level(result)
    text = f"{int(better.sum())} of {counted(len(pairs), 'pair')} decided, each by itself"
    text += f", {equivalent} more equivalent" if equivalent else ""
    if len(pairs) == 1:
        return text
    kept = better & (pairs["posterior_holm"] <= level)
    text += f"; {int(kept.sum())} of them also after Holm's adjustment for all pairs at {level:.3g}"
    tested = better & (pairs["pvalue_holm"] <= level)
    text += (
        ""
        if pairs["pvalue"].isna().any()
        else f", {int(tested.sum())} by the test{' of any difference' if _margin(result) else ''}"
    )
    pooled = pairs[["pooled_prob_first_better", "pooled_prob_second_better"]].max(axis=1) >= result.settings.threshold
    text += (
        f"; {int((better & pooled).sum())} if all are pooled. Among equal classifiers single decisions are often wrong"
    )
    if has_cautious(result):
        text += "; where training sets add much variance, Holm's adjustment does not protect either"
    return text


def optimism_words(result: RankingResult) -> str:
    """Say by how much the value of the best-looking classifier is too good by selection."""
    best, digits = result.classifiers.index[0], decimals_of(sd_of(result)) + 1
    metric = result.evidence.metric
    pooled = metric.loss_of_value(result.classifiers["pooled_estimate"].iloc[0])
    which, how = ("highest", "high") if metric.greater_is_better else ("least", "low")
    return (
        f"the {which} of {len(result.classifiers)} estimates is too {how} by {decimal_text(result.optimism, digits)} "
        f"on average, because it was chosen; pooled, that of {name_text(best)} is {decimal_text(pooled, digits)}"
    )


def tiers_words(result: Tiered) -> str:
    """List the first tiers; of a long one the ends, for it is a run of neighbours."""
    shown = " | ".join(map(_tier_words, result.tiers[:_MOST_TIERS]))
    more = len(result.tiers) - _MOST_TIERS
    return f"{shown} | {more} more" if more > 0 else shown


def _tier_words(tier: Sequence[str]) -> str:
    if len(tier) <= _LONGEST_TIER:
        return ", ".join(map(name_text, tier))
    return f"{name_text(tier[0])} to {name_text(tier[-1])} ({len(tier)})"


def screen_of_ranking(result: RankingResult) -> str:
    """One screen of at most 80 columns."""
    blocks = [textwrap.fill(headline_of_ranking(result), WIDTH), _classifiers(result), _context(result)]
    return "\n\n".join(blocks)


def html_of_ranking(result: RankingResult) -> str:
    """Return a short form for notebooks, with every name escaped."""
    heads, rows = _cells(result, list(result.classifiers.index))
    frame = pd.DataFrame(rows, columns=list(heads))
    page = Markup("<div><p><strong>{}</strong></p>{}<p>{}</p><p>{}</p></div>").format(
        headline_of_ranking(result),
        Markup(frame.to_html(index=False, border=0)),  # noqa: S704 - pandas escapes
        f"Tiers: {tiers_words(result)}.",
        f"{multiplicity_words(result)}.",
    )
    return str(page)


def _classifiers(result: RankingResult) -> str:
    names = list(result.classifiers.index)
    heads, rows = _cells(result, names[:_MOST_ROWS])
    table = aligned(heads, rows, max(len(row[0]) for row in [heads, *rows]))
    more = f"\n  ... and {len(names) - _MOST_ROWS} more: see `classifiers`" if len(names) > _MOST_ROWS else ""
    return f"{table}{more}\n{textwrap.fill(_legend(result, heads), WIDTH, initial_indent='  ', subsequent_indent='  ')}"


def _legend(result: RankingResult, heads: Sequence[str]) -> str:
    """Say what stands in the columns."""
    metric, settings = result.evidence.metric, result.settings
    short = "short of" if metric.greater_is_better else "beyond"
    head = _head(metric.noun)
    spoken = "" if head == metric.noun else f"{metric.noun}, "
    parts = {
        head: f"{spoken}posterior mean, with the {100 * settings.ci_prob:g} % {CI_KINDS[settings.ci_kind]} interval",
        "regret": f"expected {metric.noun} {short} that of the best",
        "in rope": f"P(within {settings.rope[1]:g} of the best)",
        "cautious": "P(best) under a wider prior of what training sets add",
        "pooled P": "P(best) if all are pooled",
    }
    return "; ".join(f"{head}: {text}" for head, text in parts.items() if head in heads)


def _head(noun: str) -> str:
    """Return the head of the column of values, which a long noun would make too wide."""
    return noun if len(noun) <= _HEAD else "value"


def _cells(result: RankingResult, names: Sequence[str]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    table, metric = result.classifiers, result.evidence.metric
    columns: list[tuple[str, Any]] = [
        (_head(metric.noun), lambda row: value_text(result, metric.loss_of_value(row.estimate))),
        ("interval", lambda row: value_interval_text(result, row.low, row.high)),
        ("regret", lambda row: regret_text(result, row.expected_regret)),
        *((head, _probability(result, column)) for head, column in best_columns(result).items()),
        ("rank", lambda row: rank_text(result, row.expected_rank)),
    ]
    rows = [
        (cut(one_line(name), _NAME), *(text(row) for _, text in columns))
        for name, row in zip(names, table.loc[list(names)].itertuples(), strict=True)
    ]
    return ("classifier", *(head for head, _ in columns)), rows


def _probability(result: RankingResult, column: str) -> Callable[[Any], str]:
    return lambda row: probability_of(result, getattr(row, column))


def _context(result: RankingResult) -> str:
    evidence = result.evidence
    question = f"{evidence.metric.noun} {subjects_words(evidence.design, len(evidence.classifiers))}"
    lines = [
        labelled("tiers", tiers_words(result)),
        labelled("decided", multiplicity_words(result)),
        labelled("selection", optimism_words(result)),
        *([] if result.omnibus is None else [labelled("all equal", omnibus_words(result.omnibus))]),
        labelled("data", f"{resampling_words(evidence.design)}{_answered_words(evidence)}"),
        labelled("question", question),
        labelled("assumes", result.level.assumes(evidence.design)),
        labelled("prior", f"for every pair, {result.level.prior_of_pairs()}"),
        labelled("trust", result.trust.sentence),
        *(labelled("note", note_of(fact)) for fact in evidence.facts),
        labelled("not answered", not_answered_words(evidence.design)),
    ]
    return "\n".join(lines)


def _answered_words(evidence: Evidence) -> str:
    """Say how many records all classifiers answered, where some are missing."""
    shared = evidence.answered_by_all.predictions.sizes["record"]
    return "" if shared == evidence.predictions.sizes["record"] else f", of which all classifiers answered {shared}"


def omnibus_words(test: SignificanceResult) -> str:
    """Name a test of the equality of all, its statistic and its p-value."""
    how = "exact" if test.df is None else f"chi-squared, df {test.df}"
    return f"{test.name} = {test.statistic:.3g}, p = {pvalue_text(test.pvalue)} ({how})".replace("= <", "<")
