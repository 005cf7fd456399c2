"""What results say: sentences, numbers and tables, written once for screens, notebooks, reports and plots."""

from bayescmp.content._as_text import columns_beside as columns_beside
from bayescmp.content._as_text import filled_text as filled_text
from bayescmp.content._as_text import plain as plain
from bayescmp.content._as_text import shortened as shortened
from bayescmp.content._as_text import text_of as text_of
from bayescmp.content._content import Content
from bayescmp.content._content_of import content_of
from bayescmp.content._facts import note_of
from bayescmp.content._names import PAPER, name_text, row_name, row_words
from bayescmp.content._numbers import equals, factor_text, probability_text, pvalue_text
from bayescmp.content._of_looks import ContentOfLooks
from bayescmp.content._of_several import ContentOfSeveral
from bayescmp.content._of_several_over_datasets import ContentOfSeveralOverDatasets
from bayescmp.content._of_two import ContentOfTwo
from bayescmp.content._of_two_over_datasets import ContentOfTwoOverDatasets
from bayescmp.content._section import Section, section
from bayescmp.content._tables import Cell, Table

__all__ = [
    "PAPER",
    "Cell",
    "Content",
    "ContentOfLooks",
    "ContentOfSeveral",
    "ContentOfSeveralOverDatasets",
    "ContentOfTwo",
    "ContentOfTwoOverDatasets",
    "Section",
    "Table",
    "content_of",
    "equals",
    "factor_text",
    "name_text",
    "note_of",
    "probability_text",
    "pvalue_text",
    "row_name",
    "row_words",
    "section",
]
