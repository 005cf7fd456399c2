"""One table of a result for a paper, in LaTeX or Markdown."""

from bayescmp._support._text import one_line
from bayescmp._support._validation import check_choice, check_text
from bayescmp.comparison import Assurance
from bayescmp.content import PAPER, table_of_texts
from bayescmp.reports._escape import latex, latex_head, markdown, shown_line
from bayescmp.reports._fitted import COLUMN, size_of_latex
from bayescmp.results import Exhibit, Result, check_result

_WRITTEN = {"text": shown_line, "latex": latex, "markdown": markdown}


def paper_table(
    result: Exhibit,
    format: str,  # noqa: A002 - the word of the design
    *,
    caption: str | None = None,
    label: str | None = None,
) -> str:
    r"""Return the table of a result's or a plan's screen for a paper, with a caption that says what its numbers are.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison, DatasetsRanking or Assurance
        As from `compare`, `rank`, `compare_datasets`, `rank_datasets` or `plan`.
    format : {"latex", "markdown"}
        LaTeX needs ``\usepackage{booktabs}``.
    caption : str, optional
        Another caption, as plain text.
    label : str, optional
        What ``\ref`` calls it in LaTeX; None is such as "tab:comparison".

    Examples
    --------
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> print(bc.compare(table, first="tree", second="svm").to_markdown())  # doctest: +NORMALIZE_WHITESPACE
    | error | observed | posterior mean | 95 % interval |
    | :-- | --: | --: | --: |
    | tree | 0.060 | 0.077 | \[0.034, 0.135\] |
    | svm | 0.200 | 0.212 | \[0.139, 0.295\] |
    | difference | −0.140 | −0.135 | \[−0.225, −0.048\] |
    <BLANKLINE>
    Error rates of tree and svm on 100 records: observed, posterior mean and 95 % credible interval; the difference
    is tree − svm.
    """
    check_choice("format", format, ("latex", "markdown"))
    for name, given in {"caption": caption, "label": label}.items():
        if given is not None:
            check_text(name, given)
    if isinstance(result, Assurance):
        columns, said = result.columns(), f"{result.headline()} {result.caveats()}"
    else:
        found = check_result(result)
        content, warning = found.content, "" if found.reliable else "NOT RELIABLE. "
        more = content.caption() and f" {content.caption()[0].upper()}{content.caption()[1:]}."
        columns, said = content.table(PAPER), f"{warning}{content.table_words(PAPER)}.{more}"
    said = said if caption is None else caption
    rows, table = list(zip(*columns.values(), strict=True)), table_of_texts("", "", columns)
    aligned = table.sides
    if format == "markdown":
        rules = [{"l": ":--", "r": "--:"}[side] for side in aligned]
        lines = [map(markdown, columns), rules, *(map(markdown, row) for row in rows)]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + f"\n\n{markdown(said)}"
    lines = [map(latex_head, columns, aligned), *(map(latex, row) for row in rows)]
    head, *body = (" & ".join(cells) + r" \\" for cells in lines)
    called = label or f"tab:{type(result).__name__.lower()}"
    caption = rf"\caption{{{latex(one_line(said))}}}\label{{{called}}}"
    begin = rf"\begin{{tabular}}{{{''.join(aligned)}}}"
    above = [r"\begin{table}[t]", r"\centering", caption, size_of_latex(table, COLUMN), begin]
    body = [r"\toprule", head, r"\midrule", *body, r"\bottomrule"]
    return "\n".join([*above, *body, r"\end{tabular}", r"\end{table}"])


def paper_sentence(result: Result, format: str) -> str:  # noqa: A002
    """Return the sentence of a result for a paper, as it is pasted."""
    warning = "" if result.reliable else "NOT RELIABLE. "
    return _WRITTEN[check_choice("format", format, _WRITTEN)](f"{warning}{result.content.sentence()}")
