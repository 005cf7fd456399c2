"""Mean ranks of classifiers over data sets, and the tests on them."""

from typing import TYPE_CHECKING, Any

import numpy as np

from bayescmp._support._bibliography import Cite, Sentence
from bayescmp.content._names import few_words, name_text
from bayescmp.content._numbers import equals, is_missing, pvalue_text
from bayescmp.content._section import Section, section
from bayescmp.content._tables import of_numbers, table_of

if TYPE_CHECKING:
    from bayescmp.content._of_several_over_datasets import ContentOfSeveralOverDatasets

_LEVEL = 0.05
_TESTS = {
    "friedman": "Friedman",
    "iman_davenport": "Iman-Davenport",
    "nemenyi critical difference": "Nemenyi critical difference",
}


def tests_words(content: "ContentOfSeveralOverDatasets") -> str:
    """Give the tests of mean ranks, or say why there are none."""
    if content.result.tests.empty:
        return f"none: {content.with_all} with all classifiers"
    where = "" if content.on_all else f" (on the {content.with_all} with all)"
    return f"{'; '.join([*map(_found_by, content.result.tests.itertuples()), *_against_control(content)])}{where}"


def _against_control(content: "ContentOfSeveralOverDatasets") -> list[str]:
    """Name those that differ from a control that was asked for."""
    control = content.result.control
    if control is None:
        return []
    pvalues = content.result.against_control["pvalue_holm"].drop(control)
    differ = [name_text(name) for name in pvalues.index[pvalues <= _LEVEL]]
    return [f"apart from {name_text(control)} after Holm at {_LEVEL}: {few_words(differ) if differ else 'none'}"]


def _found_by(row: Any) -> str:
    """Give the p-value of a test, or the number that it has instead."""
    found = f"{row.statistic:.2f}" if is_missing(row.pvalue) else f"p {equals(pvalue_text(row.pvalue))}"
    return f"{_TESTS[row.test]} {found}"


def mean_ranks_section(content: "ContentOfSeveralOverDatasets") -> Section:
    """Return the section on mean ranks, with the p-values against the control."""
    key, heading, ranked = "mean-ranks", "Mean ranks", f"{content.with_all} with all classifiers"
    if content.result.tests.empty:
        return section(key, heading, f"There are no tests of mean ranks: {ranked}.")
    rows, control = content.result.against_control.sort_values("mean_rank", kind="stable"), content.result.control
    rows.loc[rows.index[0] if control is None else control, "pvalue_holm"] = np.nan  # against itself
    whom = f"{name_text(rows.index[0])}, which has the least mean rank" if control is None else name_text(control)
    counts = f"Ranks are on {ranked}; they count orders, not sizes (", Cite("demsar2006"), ")."
    chosen = " They are too small, because these ranks chose it: see `control`." if control is None else ""
    adjusted = f"The p-values are those of differences to {whom}, after Holm's procedure.{chosen}"
    columns = [
        content.column_of_names(),
        of_numbers("mean rank", "mean_rank", "{:.2f}".format),
        of_numbers("p-value, Holm", "pvalue_holm", pvalue_text),
    ]
    table = table_of("ranks-of-classifiers", "Mean ranks, 1 for the best", columns, rows)
    return section(key, heading, counts, _of_all(content), adjusted, tables=[table])


def _of_all(content: "ContentOfSeveralOverDatasets") -> Sentence:
    friedman, iman_davenport, nemenyi = content.result.tests.itertuples()
    apart = f"Two mean ranks that differ by less than {nemenyi.statistic:.2f} cannot be told apart by Nemenyi's test"
    return (
        f"Equality of all classifiers: Friedman's test p {equals(pvalue_text(friedman.pvalue))} (",
        Cite("friedman1937"),
        f"), in the form of Iman and Davenport p {equals(pvalue_text(iman_davenport.pvalue))} (",
        Cite("iman1980"),
        f"). {apart} (",
        Cite("nemenyi1963"),
        ").",
    )


def mean_ranks_beside(content: "ContentOfSeveralOverDatasets") -> list[Sentence]:
    """Say in the methods that the tests stand beside."""
    tests: Sentence = (
        "Beside it stand tests of mean ranks, as recommended by ",
        Cite("demsar2006"),
        ", with Holm's procedure (",
        Cite("holm1979"),
        ") against a control; they did not enter the decisions.",
    )
    return [] if content.result.tests.empty else [tests]
