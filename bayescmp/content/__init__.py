"""What results say: sentences, numbers and tables, written once for screens, notebooks, reports and plots."""

from bayescmp.content._content import Content, Section
from bayescmp.content._design import estimand_words, resampling_words, subjects_words
from bayescmp.content._facts import note_of
from bayescmp.content._names import name_text, row_name, short_pair
from bayescmp.content._numbers import equals, probability_text, pvalue_text
from bayescmp.content._of_several import ContentOfSeveral
from bayescmp.content._of_several_over_datasets import ContentOfSeveralOverDatasets
from bayescmp.content._of_two import ContentOfTwo
from bayescmp.content._of_two_over_datasets import ContentOfTwoOverDatasets
from bayescmp.content._tables import Cell, Table

__all__ = [
    "Cell",
    "Content",
    "ContentOfSeveral",
    "ContentOfSeveralOverDatasets",
    "ContentOfTwo",
    "ContentOfTwoOverDatasets",
    "Section",
    "Table",
    "equals",
    "estimand_words",
    "name_text",
    "note_of",
    "probability_text",
    "pvalue_text",
    "resampling_words",
    "row_name",
    "short_pair",
    "subjects_words",
]
