"""A comparison over data sets in sentences, on one screen of text, and in a short form for notebooks."""

import math
import textwrap
from collections import Counter
from collections.abc import Sequence

import pandas as pd
from markupsafe import Markup

from bayescmp._results import CI_KINDS
from bayescmp._text import counted, cut, listed, one_line
from bayescmp.levels._decision import OUTCOMES, UNDECIDED
from bayescmp.words._datasets_notes import FEW, lies_elsewhere, notes_of_datasets
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
    caution = " The mean over these lies elsewhere, see the note." if lies_elsewhere(result) else ""
    return f"{warning}{following} {_clause(result, result.average, f'On average over {unit}s')}{caution}"


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
        own, given = decimals_of((row.raw_high - row.raw_low) / 4), decimals_of((row.high - row.low) / 4)
        rows.append(
            (
                cut(one_line(str(row.Index)), _NAME),
                decimal_text(row.raw, own),
                bounds_text(row.raw_low, row.raw_high, own, result.settings.rope),
                decimal_text(row.estimate, given),
                bounds_text(row.low, row.high, given, result.settings.rope),
            )
        )
    heads = (unit_of(result), "observed", "by itself", "given all", "interval")
    return aligned(heads, rows, max(len(row[0]) for row in [heads, *rows]))


def html_of_datasets(result: DatasetsResult) -> str:
    """Return a short form for notebooks, with every name escaped."""
    heads, rows = question_rows(result)
    frame = pd.DataFrame(rows, columns=list(heads))
    page = Markup("<div><p><strong>{}</strong></p>{}<p>{}</p><p>{}</p></div>").format(
        headline_of_datasets(result),
        Markup(frame.to_html(index=False, border=0)),  # noqa: S704 - pandas escapes
        f"Spread of the difference over {unit_of(result)}s: {spread_words(result)}.",
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
        labelled("spread", spread_words(result)),
        labelled("data", data_words(result)),
        labelled("left out", leave_one_out_words(result)),
        labelled("prior", prior_words_of(result)),
        labelled("other priors", sensitivity_words(result)),
        labelled("other methods", baselines_words(result)),
        labelled("assumes", assumes_words(result)),
        labelled("trust", result.trust.sentence),
        *(labelled("note", note) for note in notes_of_datasets(result)),
        labelled("not answered", not_answered_of_datasets(result)),
    ]
    return "\n".join(lines)


def spread_words(result: DatasetsResult) -> str:
    """Say how far the difference varies over data sets."""
    low, high = result.spread.low, result.spread.high
    digits = decimals_of(max(float(high - low) / 4, 1e-12))
    text = ", ".join(decimal_text(float(bound), digits) for bound in (low, high))
    return f"of the difference over {unit_of(result)}s, [{text}]: the scale of a t distribution"


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
        ranges = _range_of(result, table[f"{which}_prob_first_better"])
        texts.append(f"{words}: {ranges}{_other_decision(list(changed))}")
    return f"one {unit} at a time; " + "; ".join(texts)


def _range_of(result: DatasetsResult, probabilities: pd.Series) -> str:
    least, most = (prob_of(result, float(one)) for one in (probabilities.min(), probabilities.max()))
    return f"P(first) {least}" if least == most else f"P(first) {least} to {most}"


def _other_decision(names: list[str]) -> str:
    """Name the data sets without which another decision is made."""
    if not names:
        return ""
    shown = [name_text(name) for name in names[:_MOST_NAMED]]
    more = [f"{len(names) - _MOST_NAMED} more"] if len(names) > _MOST_NAMED else []
    return f", another decision without {listed([*shown, *more])}"


def prior_words_of(result: DatasetsResult) -> str:
    """Say which prior the population has."""
    prior = result.prior
    average = flat_or(prior.average, "t with 3 df and scale")
    spread = flat_or(prior.spread, "half-t with 3 df and scale")
    return f"average: {average}; spread: {spread}; t over {unit_of(result)}s with df from {min(prior.df):g} up"


def flat_or(scale: float, words: str) -> str:
    """Name a prior and its scale, or call it flat."""
    return "flat" if scale == float("inf") else f"{words} {scale:g}"


def sensitivity_words(result: DatasetsResult) -> str:
    """Say how far the answers move under other priors."""
    table = result.sensitivity
    texts = []
    for which, words in (("next_dataset", f"next {unit_of(result)}"), ("average", "average")):
        decisions = list(dict.fromkeys(table[f"{which}_decision"]))
        text = f"{words}: {_range_of(result, table[f'{which}_prob_first_better'])}"
        texts.append(text + (f", {' or '.join(decisions)}" if len(decisions) > 1 else ""))
    return "; ".join(texts)


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
