"""The parts of a report, before any format: sections, and tables, of which a column's name says how it is written."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
from pandas.api.types import is_numeric_dtype

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp._support._text import capital
from bayescmp.content._numbers import factor_text, half_up, pvalue_text
from bayescmp.results import OUTCOMES

type Said = str | Sentence
"""A sentence, or its text, in which `cite` says where it cites."""
_CITE = "\0"
"""What stands around a key in a text: nothing else has it, for names are shown without what does not print."""
_MARKS = "; decided ones are in bold"  # in plain text they have a star
_SENTENCES = {"assumes", "answers"}
"""Columns of sentences, which stand last."""
HEADS = {
    "prob_first_better": "P(first)", "prob_equivalent": "P(equivalent)", "prob_second_better": "P(second)",
    "posterior": "posterior mean", "prob_best": "P(best)", "prob_within_rope_of_best": "in rope",
    "expected_rank": "rank", "expected_regret": "regret",
    "pooled_estimate": "pooled", "pooled_prob_first_better": "pooled", "posterior_holm": "after Holm",
    "pvalue": "p-value", "pvalue_holm": "p-value, Holm", "wilcoxon": "Wilcoxon p", "wilcoxon_holm": "Wilcoxon p, Holm",
    "n_records": "records", "mean_rank": "mean rank", "e_value": "e-value",
}  # fmt: skip
Heads = Mapping[str, str]
Written = Mapping[str, Callable[..., str]]
"""What writes the columns whose names have such a word, "interval" and all other "number"."""
_WRITTEN: Written = {
    "pvalue": pvalue_text, "holm": pvalue_text, "wilcoxon": pvalue_text, "n_records": "{:.0f}".format,
    "n_datasets": "{:.0f}".format, "mean_rank": half_up, "e_value": factor_text, "decision": str,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Cell:
    """An entry of a table: its text, the number to sort by, None for text, and whether it is marked.

    Marked ones are in bold, in plain text with a star.
    """

    text: str
    value: float | None = None
    marked: bool = False


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table; a row has as many cells as there are heads, and the first cell names it.

    The key is unique in a report; where it is long, the last column holds sentences.
    """

    key: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    long: bool = False

    @property
    def sides(self) -> list[str]:
        """The side of each column that its texts stand at: "r" of numbers, "l" of words and of the first."""
        numbers = (any(row[k].value is not None for row in self.rows) for k in range(1, len(self.heads)))
        return ["l", *("r" if one else "l" for one in numbers)]


def table_of(
    key: str, caption: str, frame: pd.DataFrame, parts: Sequence[str], written: Written, heads: Heads | None = None
) -> Table:
    """Return a table of the first of some columns, the `parts`, and of those others in which something is.

    "average:decision" is the column "average_decision" of a question; what ends in "interval" has two columns, that end
    in "low" and "high". Missing numbers are left empty, and cells stay as they are; `written` writes numbers beside
    those that all tables write alike. `heads` are those that differ from the usual, or stand before all of a question.
    """
    words, shown = {**_WRITTEN, **written}, {**HEADS, **(heads or {})}

    def column(part: str) -> list[Cell]:
        name = part.replace(":", "_")
        if name.endswith("interval"):
            ends = (frame[name.removesuffix("interval") + end] for end in ("low", "high"))
            return [_cell(low, words["interval"], high) for low, high in zip(*ends, strict=True)]
        write = next((write for word, write in words.items() if word in part), words.get("number", str))
        if is_numeric_dtype(frame[name]):
            return [_cell(value, write) for value in frame[name]]
        if "decision" in part:
            return [Cell(text=write(one), marked=one in OUTCOMES) for one in frame[name]]
        return [one if isinstance(one, Cell) else Cell(text=str(one)) for one in frame[name]]

    def head(part: str) -> str:
        question, _, name = part.rpartition(":")
        return shown.get(question, "") + shown.get(name, "interval" if name.endswith("interval") else name)

    columns = {part: column(part) for part in parts}
    columns = {part: cells for part, cells in columns.items() if part == parts[0] or any(cell.text for cell in cells)}
    caption += _MARKS * any(cell.marked for part, cells in columns.items() if "decision" in part for cell in cells)
    return Table(
        key=key, caption=caption, heads=tuple(map(head, columns)), rows=tuple(zip(*columns.values(), strict=True)),
        long=parts[-1] in _SENTENCES,
    )  # fmt: skip


def table_of_texts(key: str, caption: str, columns: Mapping[str, Sequence[str]]) -> Table:
    """Return a table of the texts of its columns, by their heads."""
    rows = tuple(tuple(map(shown_cell, row)) for row in zip(*columns.values(), strict=True))
    return Table(key=key, caption=caption, heads=tuple(columns), rows=rows)


def shown_cell(text: str) -> Cell:
    """Return the cell of a text, which is sorted by its number where it is one, or by the lower end of an interval."""
    number = re.fullmatch(r"(?:[<>] |\[)?(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?:, .*\])?", text)
    return Cell(text=text, value=float(number[1]) if number else None)


def _cell(value: float, write: Callable[..., str], *others: Any) -> Cell:
    return Cell(text="") if pd.isna(value) else Cell(text=write(value, *others), value=float(value))


@dataclass(frozen=True, kw_only=True)
class Section:
    """A part of a report, in the order lines, paragraphs, tables, figures; without any of them it is left out.

    The key is unique in a report; a plot names the section that shows it. Lines are what a screen says, each under its
    label. The first section of a report has no heading.
    """

    key: str
    heading: str
    paragraphs: tuple[Sentence, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    tables: tuple[Table, ...] = ()


def cite(key: str) -> str:
    """Return what stands in a text where it cites a work."""
    return f"{_CITE}{key}{_CITE}"


def section(
    key: str, heading: str, *paragraphs: Said, lines: Iterable[tuple[str, str]] = (), tables: Iterable[Table] = ()
) -> Section:
    """Return a section; empty sentences are left out."""
    said = tuple(_sentence(one) for one in paragraphs if one)
    return Section(key=key, heading=heading, paragraphs=said, lines=tuple(lines), tables=tuple(tables))


def _sentence(said: Said) -> Sentence:
    if not isinstance(said, str):
        return said
    return tuple(Cite(part) if place % 2 else part for place, part in enumerate(capital(said).split(_CITE)))
