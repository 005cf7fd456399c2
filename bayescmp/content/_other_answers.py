"""What else would be answered over data sets: without one of them, and by other methods."""

from collections.abc import Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from bayescmp._support._bibliography import Cite
from bayescmp.content._names import few_words, name_text
from bayescmp.content._numbers import pvalue_text
from bayescmp.content._over_datasets import HEADS
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Column, Table, of_numbers, of_text, table_of
from bayescmp.results._call import BAYCOMP
from bayescmp.results._three_probabilities import PROBABILITIES

if TYPE_CHECKING:
    from bayescmp.content._of_two_over_datasets import ContentOfTwoOverDatasets

_MOST_NAMED, _MOST_ROWS = 3, 20


def _range(content: "ContentOfTwoOverDatasets", table: pd.DataFrame, question: str) -> str:
    """Say within which bounds the probability lies that the likelier one of the two is better."""
    first, _, second = getattr(content.result, question).probabilities
    part = PROBABILITIES[0 if first >= second else 2]
    found = table[f"{question}_{part}"]
    least, most = content.prob(found.min()), content.prob(found.max())
    return f"{HEADS[part]} {least}" + ("" if least == most else f" to {most}")


def _columns_of_answers(content: "ContentOfTwoOverDatasets") -> Iterator[Column]:
    """Yield the columns of probabilities and decisions, on average and on the next data set."""
    for question, head in (("average", "average "), ("next_dataset", "next ")):
        yield from content.probabilities(f"{question}_", head)
        yield _decision(content, head, f"{question}_decision")


def _decision(content: "ContentOfTwoOverDatasets", head: str, part: str) -> Column:
    return of_text(f"{head}decision", lambda row: content.decision_words(getattr(row, part)))


# One left out.


def left_out_words(content: "ContentOfTwoOverDatasets") -> str:
    """Say whether an answer hangs on one data set."""
    table, texts = content.result.leave_one_out, []
    if content.count == 1:
        return f"there is no other {content.unit}"
    for question, words in content.questions.items():
        changed = table.index[table[f"{question}_decision"] != getattr(content.result, question).decision]
        names = few_words(list(map(name_text, changed)), _MOST_NAMED) if len(changed) else ""
        other = f", another decision without {names}" if names else ""
        texts.append(f"{words}: {_range(content, table, question)}{other}")
    return f"one {content.unit} at a time; {'; '.join(texts)}"


def one_left_out(content: "ContentOfTwoOverDatasets") -> Section:
    """Return the section on whether the answers hang on one data set."""
    tables = [_table_without(content)] if content.count > 1 else []
    return section("one-left-out", "One left out", f"Left out: {left_out_words(content)}.", tables=tables)


def _table_without(content: "ContentOfTwoOverDatasets") -> Table:
    """Give both answers without one data set, for those without which an answer moves most."""
    frame, unit = content.result.leave_one_out, content.unit
    moved = np.zeros(len(frame))
    for question in content.questions:
        own = getattr(content.result, question).probabilities
        found = frame[[f"{question}_{part}" for part in PROBABILITIES]]
        moved = np.maximum(moved, np.abs(found.to_numpy() - own).max(axis=1))
    most = np.sort(np.argsort(-moved, kind="stable")[:_MOST_ROWS])
    which = f"the {len(most)} without which an answer moves most" if len(most) < len(frame) else f"each {unit}"
    columns = [of_text("without", attrgetter("name")), *_columns_of_answers(content)]
    rows = frame.assign(name=content.datasets()["name"]).iloc[most]
    return table_of("left-out", f"Both answers without one {unit}, {which}", columns, rows)


# Other methods.


def other_methods(content: "ContentOfTwoOverDatasets") -> Section:
    """Return the section on what other methods say of the same data sets, and that they answer other questions."""
    unit = content.unit
    largest = (
        f"How often a region is the most probable one is no probability of the next {unit}: with many {unit}s it goes "
        "to 0 or 1, and the probability does not ("
    )
    headline = [(largest, Cite("corani2017"), " headline it).")] if content.result.population == BAYCOMP else []
    return section(
        "other-methods",
        "Other methods",
        *headline,
        f"The signed rank and sign tests take the observed differences as known exactly, however few records a {unit} "
        "has.",
        tables=[_table_of_methods(content), *_table_of_correlated_t(content)],
    )


def _table_of_methods(content: "ContentOfTwoOverDatasets") -> Table:
    columns = [
        of_text("method", attrgetter("method")),
        *content.probabilities(),
        of_numbers("p-value", "pvalue", pvalue_text),
        of_text("answers", attrgetter("answers")),
    ]
    caption = "Other methods on the same data, and what they answer; none of them entered a decision"
    return table_of("methods-beside", caption, columns, content.result.baselines, long=True)


def _table_of_correlated_t(content: "ContentOfTwoOverDatasets") -> list[Table]:
    """Give the correlated t test of each data set that has validation sets; nothing where none has."""
    rows = content.datasets().dropna(subset="correlated_t_prob_first_better")
    columns = [of_text(content.unit, attrgetter("name")), *content.probabilities("correlated_t_")]
    caption = f"The Bayesian correlated t test of each {content.unit} by itself"
    return [table_of("correlated-t-tests", caption, columns, rows)] if len(rows) else []
