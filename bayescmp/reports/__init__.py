"""Reports of a result as text, Markdown, LaTeX and HTML, in which every sentence comes from the numbers."""

from bayescmp.reports._figures import picture_in_page
from bayescmp.reports._one_table import paper_table
from bayescmp.reports._render import render
from bayescmp.reports._write import files_of_report, write_report

__all__ = ["files_of_report", "paper_table", "render", "write_report"]
