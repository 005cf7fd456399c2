"""What results say: sentences, numbers and tables, written once for screens, notebooks, reports and plots."""

from bayescmp.content._as_text import columns_beside, filled_text, plain, shortened, text_of
from bayescmp.content._content import Content
from bayescmp.content._content_of import content_of
from bayescmp.content._names import PAPER, name_text, row_words, test_words
from bayescmp.content._numbers import decimal_text, decimals_of, equals, factor_text, half_up, pvalue_text
from bayescmp.content._parts import Section, Table, section, table_of_texts

__all__ = [
    "PAPER", "Content", "Section", "Table", "columns_beside", "content_of", "decimal_text", "decimals_of", "equals",
    "factor_text", "filled_text", "half_up", "name_text", "plain", "pvalue_text", "row_words", "section", "shortened",
    "table_of_texts", "test_words", "text_of",
]  # fmt: skip
