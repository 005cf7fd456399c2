"""Render a result in one of the formats."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from bayescmp._support._bibliography import Cite, Reference, Sentence, reference
from bayescmp._support._text import one_line
from bayescmp._support._validation import check_choice
from bayescmp.content import filled_text, plain, text_of
from bayescmp.reports._escape import html_line, latex, latex_head, markdown, shown_line
from bayescmp.reports._figures import inline, svg_pictures
from bayescmp.reports._fitted import for_latex, on_screen, room_of_sentences, size_of_latex
from bayescmp.reports._report import Report, report_of
from bayescmp.results import Result, check_result

if TYPE_CHECKING:
    from jinja2 import Environment

_TEMPLATES = {
    "text": "report.txt", "markdown": "report.md", "latex": "report.tex", "latex-document": "document.tex",
    "html": "report.html",
}  # fmt: skip
_FITTED = {"text": lambda table: [table], "latex": for_latex, "latex-document": for_latex}


def render(result: Result, format: str) -> str:  # noqa: A002 - the word of the design
    r"""Report which of two or more classifiers errs less, and how sure that is, in words, tables and figures.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison or DatasetsRanking
        As from `compare`, `rank`, `compare_datasets` or `rank_datasets`.
    format : {"text", "markdown", "latex", "latex-document", "html"}
        "latex" is a fragment to put into a paper, which cites with ``\cite``; "latex-document" compiles with pdflatex
        and nothing but Debian's texlive-latex-recommended; "html" is a whole page that loads nothing.

    Returns
    -------
    str
        The figures are in HTML only, as inline SVG; elsewhere they stand in words, and `write_report` puts a file
        beside.

    Notes
    -----
    Every sentence is chosen by the numbers of the result, and their decimals by the uncertainty: two figures of
    the posterior standard deviation, and of a probability none beyond the first that its Monte Carlo error touches.
    Names are escaped; in LaTeX, letters that pdflatex lacks become their code point, such as [U+4E2D].

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> lines = bc.reports.render(bc.compare(table, first="tree", second="svm"), "text").splitlines()
    >>> print("\n".join(lines[:9]))
    Tree against svm
    ================
    <BLANKLINE>
    100 records
    <BLANKLINE>
    Tree errs less than svm (probability 0.999).
    <BLANKLINE>
    Error rates of tree and svm on 100 records: observed, posterior mean and 95 %
    credible interval; the difference is tree - svm.
    """
    found = check_result(result)
    check_choice("format", format, tuple(_TEMPLATES))
    return rendered(report_of(found, pictures=svg_pictures(found) if format == "html" else None), format)


def rendered(report: Report, format: str) -> str:  # noqa: A002
    """Return a report in one of the formats, its tables no longer than that can show."""
    fitted = _FITTED.get(format, on_screen)
    sections = tuple(
        replace(section, tables=tuple(part for table in section.tables for part in fitted(table)))
        for section in report.sections
    )
    return _environment(format).get_template(_TEMPLATES[format]).render(report=replace(report, sections=sections))


@cache
def _environment(format: str) -> "Environment":  # noqa: A002
    """Return what holds the compiled templates of a format, with its filters."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bayescmp.reports"),
        autoescape=format == "html",  # noqa: S701 - the other formats have their own filters
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        **(_LATEX_TAGS if format.startswith("latex") else {}),
    )
    environment.filters |= {
        "tex": latex, "tex_head": latex_head, "tex_size": size_of_latex, "room": room_of_sentences,
        "cite": _latex_sentence,
        "md": markdown, "md_cite": _cited(markdown, lambda work: markdown(work.cited)),
        "line": html_line if format == "html" else one_line,
        "shown": shown_line, "line_cite": lambda sentence: html_line(plain(sentence)),
        "fill": filled_text, "as_text": text_of, "inline": inline, "linked": _linked,
        "json_in_html": lambda text: Markup(_json_in_html(text)),  # noqa: S704 - no < is left
    }  # fmt: skip
    return environment


_LATEX_TAGS: dict[str, Any] = {
    "block_start_string": "<%", "block_end_string": "%>", "variable_start_string": "<<", "variable_end_string": ">>",
    "comment_start_string": "<#", "comment_end_string": "#>",
}  # fmt: skip


def _cited(escape: Callable[[object], str], cite: Callable[[Reference], str]) -> Callable[[Sentence], str]:
    """Return a filter that writes a sentence with its citations."""

    def written(sentence: Sentence) -> str:
        parts = (cite(reference(part.key)) if isinstance(part, Cite) else _with_ends(escape, part) for part in sentence)
        return "".join(parts)

    return written


def _linked(work: Reference) -> Markup:
    """Return the entry of a work for a page, its DOI a link."""
    doi = f"doi:{work.doi}"
    if not work.doi:
        return Markup.escape(work.text)
    link = Markup('<a href="https://doi.org/{}">{}</a>').format(quote(work.doi), doi)
    return Markup("{}{}").format(work.text.removesuffix(doi), link)


_latex_cited = _cited(latex, lambda work: rf"\cite{{{work.key}}}")


def _latex_sentence(sentence: Sentence) -> str:
    """Write a sentence in LaTeX, with the works of a citation in one command and not in brackets of their own."""
    works = r" \((\\cite\{\w+(?:\}; \\cite\{\w+)*\})\)"
    return re.sub(works, lambda found: "~" + found[1].replace(r"}; \cite{", ","), _latex_cited(sentence))


def _with_ends(escape: Callable[[object], str], text: str) -> str:
    """Escape a text without dropping the spaces at its ends, which separate it from a citation."""
    return " " * text.startswith(" ") + escape(text) + " " * (text.endswith(" ") and bool(text.strip()))


def _json_in_html(text: str) -> str:
    """Return JSON that cannot end its script element."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
