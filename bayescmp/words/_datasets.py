"""A comparison over data sets in sentences, on one screen of text, and in a short form for notebooks."""

import math
import textwrap
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd
from markupsafe import Markup

from bayescmp._answers import OUTCOMES, UNDECIDED
from bayescmp._population import DirichletPrior, StudentPrior
from bayescmp._results import CI_KINDS
from bayescmp._text import counted, cut, listed, one_line
from bayescmp.words._datasets_notes import FEW, notes_of_datasets
from bayescmp.words._datasets_result import AnswerResult, DatasetsResult, OverDatasets, number_of, unit_of
from bayescmp.words._layout import aligned, labelled
from bayescmp.words._names import WIDTH, name_text
from bayescmp.words._numbers import bounds_text, decimal_text, decimals_of, has_rope, probability_text, pvalue_text

_MOST_NAMED, _MOST_ROWS, _NAME = 3, 8, 20


def questions_of(result: DatasetsResult) -> dict[str, AnswerResult]:
    """Return the answers by the words of their questions."""
    unit, count = unit_of(result), len(result.datasets)
    return {
        f"next {unit}": result.next_dataset,
        "on average": result.average,
        f"these {count} {unit}s" if count > 1 else f"this {unit}": result.these,
    }


def headline_of_datasets(result: DatasetsResult) -> str:
    """Return the answers to both questions in two sentences, after a warning where draws are not reliable."""
    warning = "" if result.trust.reliable else "NOT RELIABLE, see trust. "
    if len(result.datasets) < FEW:
        warning += f"Driven by the prior ({counted(len(result.datasets), unit_of(result))}). "
    unit = unit_of(result)
    following = _clause(result, result.next_dataset, f"On the next {unit}")
    return f"{warning}{following} {_clause(result, result.average, f'On average over {unit}s')}"


def _clause(result: DatasetsResult, answer: AnswerResult, where: str) -> str:
    named = dict(zip(OUTCOMES, zip(outcomes_words(result), answer.probabilities, strict=True), strict=True))
    if answer.decision != UNDECIDED:
        outcome, probability = named[answer.decision]
        return f"{where} {outcome} (probability {prob_of(result, probability)})."
    if not has_rope(result) and answer.probabilities[0] == answer.probabilities[2]:
        return f"{where} undecided: the data favour neither."
    outcome, probability = max(named.values(), key=lambda pair: pair[1])
    return f"{where} undecided: {outcome} with probability {prob_of(result, probability)}."


def outcomes_words(result: DatasetsResult) -> tuple[str, str, str]:
    """Return the three outcomes as clauses: first better, equivalent, second better."""
    first, second = name_text(result.first), name_text(result.second)
    low, high = result.settings.rope
    better = result.metric.better_words()
    margins = [f" by more than {margin:g}" if margin else "" for margin in (-low, high)]
    return (
        f"{first} {better} than {second}{margins[0]}",
        f"{first} and {second} are equivalent (difference from {low:g} to {high:g})",
        f"{second} {better} than {first}{margins[1]}",
    )


def prob_of(result: DatasetsResult, probability: float) -> str:
    """Write a probability."""
    return probability_text(probability, 3, result.settings.threshold)


def interval_of(result: DatasetsResult, answer: AnswerResult) -> str:
    """Write the interval of an answer."""
    interval = answer.interval
    usual = decimals_of(float(answer.posterior.sd))
    return bounds_text(interval.low, interval.high, usual, result.settings.rope)


def question_rows(result: DatasetsResult) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return heads and rows of a table with a row per question."""
    even = ("P(equivalent)",) if has_rope(result) else ()
    heads = ("question", "difference", "interval", "P(first)", *even, "P(second)", "decision")
    rows = []
    for words, answer in questions_of(result).items():
        first, equal, second = (prob_of(result, one) for one in answer.probabilities)
        middle = (equal,) if has_rope(result) else ()
        numbers = number_of(answer, answer.estimate), interval_of(result, answer)
        rows.append((words, *numbers, first, *middle, second, answer.decision))
    return heads, rows


def screen_of_datasets(result: DatasetsResult) -> str:
    """One screen of at most 80 columns."""
    blocks = [textwrap.fill(headline_of_datasets(result), WIDTH), _table(result), _each(result), _context(result)]
    return "\n\n".join(block for block in blocks if block)


def _each(result: DatasetsResult) -> str:
    """Return a row per data set, where they are few."""
    if not 1 < len(result.datasets) <= _MOST_ROWS:
        return ""
    rows = []
    for row in result.datasets.itertuples():
        digits = decimals_of((row.high - row.low) / 4)
        rows.append(
            (
                cut(one_line(str(row.Index)), _NAME),
                decimal_text(row.observed, digits),
                decimal_text(row.estimate, digits),
                bounds_text(row.low, row.high, digits, result.settings.rope),
                prob_of(result, row.prob_first_better),
                prob_of(result, row.prob_second_better),
            )
        )
    heads = (unit_of(result), "observed", "estimate", "interval", "first", "second")
    return aligned(heads, rows, max(len(row[0]) for row in [heads, *rows]))


def html_of_datasets(result: DatasetsResult) -> str:
    """Return a short form for notebooks, with every name escaped."""
    heads, rows = question_rows(result)
    frame = pd.DataFrame(rows, columns=list(heads))
    page = Markup("<div><p><strong>{}</strong></p>{}<p>{}</p><p>{}</p></div>").format(
        headline_of_datasets(result),
        Markup(frame.to_html(index=False, border=0)),  # noqa: S704 - pandas escapes
        f"Observed differences: {spread_words(result)}.",
        f"Data: {data_words(result)}.",
    )
    return str(page)


def _table(result: DatasetsResult) -> str:
    heads, rows = question_rows(result)
    short = {"P(first)": "first", "P(equivalent)": "equiv.", "P(second)": "second"}
    heads = tuple(short.get(head, head) for head in heads[:-1])
    rows = [row[:-1] for row in rows]  # the headline says what was decided
    table = aligned(heads, rows, max(len(row[0]) for row in [heads, *rows]))
    legend = (
        f"difference: {difference_words(result)}, negative where {name_text(result.first)} "
        f"{result.metric.better_words()}, with its {100 * result.settings.ci_prob:g} % "
        f"{CI_KINDS[result.settings.ci_kind]} interval; first, {'equiv., ' if has_rope(result) else ''}second: "
        f"probability that {name_text(result.first)} is better"
        f"{' by more than the rope, that both are equivalent' if has_rope(result) else ''}, that "
        f"{name_text(result.second)} is"
    )
    return f"{table}\n{textwrap.fill(legend, WIDTH, initial_indent='  ', subsequent_indent='  ')}"


def difference_words(result: DatasetsResult) -> str:
    """Write the difference as a formula."""
    return " - ".join(result.metric.symbol_of(name_text(name)) for name in (result.first, result.second))


def _context(result: DatasetsResult) -> str:
    lines = [
        labelled("observed", spread_words(result)),
        labelled("data", data_words(result)),
        labelled("left out", leave_one_out_words(result)),
        labelled("population", population_words_of(result)),
        labelled("sensitivity", sensitivity_words(result)),
        labelled("other methods", baselines_words(result)),
        labelled("assumes", assumes_words(result)),
        labelled("trust", result.trust.sentence),
        *(labelled("note", note) for note in notes_of_datasets(result)),
        labelled("not answered", not_answered_of_datasets(result)),
    ]
    return "\n".join(lines)


def spread_words(result: DatasetsResult) -> str:
    """Say how far the observed differences vary over data sets, and how well each is known."""
    table, unit = result.datasets, unit_of(result)
    low, high = float(table["observed"].min()), float(table["observed"].max())
    known = table["sd"][np.isfinite(table["sd"])]
    noise = float(known.median()) if len(known) else float("inf")
    digits = decimals_of(max((high - low) / 4, noise if np.isfinite(noise) else 0.0, 1e-12))
    least, most = (decimal_text(one, digits) for one in (low, high))
    spread = f"differences from {least} to {most}" if least != most else f"differences of {least}"
    if len(table) > 1:
        spread += f", standard deviation {decimal_text(float(table['observed'].std(ddof=1)), digits)}"
    if not len(known) or not (table["sd"] > 0).any():
        return spread
    usual = f"half of the {unit}s" if len(table) > 1 else f"the {unit}"
    return f"{spread}; {usual} known within a standard deviation of {decimal_text(noise, digits)}"


def data_words(result: DatasetsResult) -> str:
    """Say how many data sets there are, of which sizes, and by which levels they enter."""
    table = result.datasets
    return sizes_words(unit_of(result), table["level"].tolist(), table["n_records"].tolist())


def sizes_words(unit: str, levels: Sequence[str], sizes: Sequence[float]) -> str:
    """Say how many data sets there are, given the level and the number of records of each."""
    known = [size for size in sizes if not math.isnan(size)]
    texts = list(dict.fromkeys(f"{size:.0f}" for size in (min(known), max(known)))) if known else []
    size = f" of {' to '.join(texts)} records" if known else " of unknown sizes"
    unknown = f", {len(sizes) - len(known)} of unknown size" if 0 < len(known) < len(sizes) else ""
    counts = [f"{name} ({count})" for name, count in Counter(levels).items()]
    return f"{counted(len(sizes), unit)}{size}{unknown}; levels: {listed(counts)}"


def leave_one_out_words(result: DatasetsResult) -> str:
    """Say whether an answer hangs on one data set."""
    table, unit = result.leave_one_out, unit_of(result)
    if len(table) < 2:
        return f"there is no other {unit}"
    texts = []
    for which, words in (("next_dataset", f"next {unit}"), ("average", "average")):
        own = getattr(result, which).decision
        changed = table.index[table[f"{which}_decision"] != own]
        ranges = _range_of(result, table, which)
        texts.append(f"{words}: {ranges}{_other_decision(list(changed))}")
    return f"one {unit} at a time; " + "; ".join(texts)


def _range_of(result: DatasetsResult, table: pd.DataFrame, which: str) -> str:
    """Say within which bounds the probability lies that the likelier one of the two is better."""
    first, _, second = getattr(result, which).probabilities
    head, column = ("P(first)", "prob_first_better") if first >= second else ("P(second)", "prob_second_better")
    probabilities = table[f"{which}_{column}"]
    least, most = (prob_of(result, float(one)) for one in (probabilities.min(), probabilities.max()))
    return f"{head} {least}" if least == most else f"{head} {least} to {most}"


def _other_decision(names: list[str]) -> str:
    """Name the data sets without which another decision is made."""
    if not names:
        return ""
    shown = [name_text(name) for name in names[:_MOST_NAMED]]
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return f", another decision without {listed([*shown, *more])}"


def population_words_of(result: DatasetsResult) -> str:
    """Say which population the data sets are taken to come from, and how much of the answer it is."""
    prior, unit = result.prior, unit_of(result)
    if isinstance(prior, StudentPrior):
        average = flat_or(prior.average, "t with 3 df and scale")
        spread = flat_or(prior.spread, "half-t with 3 df and scale")
        return f"t over {unit}s with df from {min(prior.df):g} up; average: {average}; spread: {spread}"
    share = f", {100 * result.prior_share:.0f} % of the next one" if result.prior_share is not None else ""
    return f"Dirichlet process: {prior_words(prior, unit)}{share}"


def prior_words(prior: DirichletPrior, unit: str) -> str:
    """Say what a Dirichlet process adds to the data sets at hand."""
    return (
        f"these {unit}s and a prior that counts as {prior.mass:g} of them, t with {prior.df:g} df and scale "
        f"{prior.scale:.3g} about 0"
    )


def flat_or(scale: float, words: str) -> str:
    """Name a prior and its scale, or call it flat."""
    return "flat" if scale == float("inf") else f"{words} {scale:g}"


def sensitivity_words(result: DatasetsResult) -> str:
    """Say how far the answers move under other populations."""
    table = result.sensitivity
    texts = []
    for which, words in (("next_dataset", f"next {unit_of(result)}"), ("average", "average")):
        decisions = list(dict.fromkeys(table[f"{which}_decision"]))
        text = f"{words}: {_range_of(result, table, which)}"
        texts.append(text + (f", {' or '.join(decisions)}" if len(decisions) > 1 else ""))
    return f"{'; '.join(texts)}{_by_student(result)}"


def _by_student(result: DatasetsResult) -> str:
    """Say what a t population, which lets data sets inform each other, makes of the next one."""
    found = result.sensitivity[result.sensitivity["population"] == "Student t"]
    if found.empty:
        return ""
    row = found.iloc[0]
    low, high = float(row["next_dataset_low"]), float(row["next_dataset_high"])
    interval = bounds_text(low, high, decimals_of((high - low) / 4), result.settings.rope)
    even = f", P(equivalent) {prob_of(result, row['next_dataset_prob_equivalent'])}" if has_rope(result) else ""
    return f"; by a t population the next {unit_of(result)} lies in {interval}{even}"


def baselines_words(result: DatasetsResult) -> str:
    """Give the numbers of other methods, and say that their questions are others."""
    texts = []
    for row in result.baselines.itertuples():
        if pd.isna(row.pvalue):
            shares = row.prob_first_better, row.prob_equivalent, row.prob_second_better
            texts.append(f"{row.method} {' / '.join(prob_of(result, share) for share in shares)}")
        else:
            p = pvalue_text(float(row.pvalue))
            texts.append(f"{row.method} p {p if p.startswith('<') else f'= {p}'}")
    return f"{'; '.join(texts)}; they answer other questions, see `baselines`"


def assumes_words(result: OverDatasets) -> str:
    """Say what has to hold."""
    unit = unit_of(result)
    return (
        f"{unit}s are independent and drawn from the population that is meant, not chosen by their results; what each "
        "level assumes of its own"
    )


def not_answered_of_datasets(result: DatasetsResult) -> str:
    """Say what the analysis says nothing about."""
    return f"what holds on {unit_of(result)}s of another kind, or why the difference varies over {unit_of(result)}s"
