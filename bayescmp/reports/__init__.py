"""Reports of a result as text, Markdown, LaTeX and HTML, in which every sentence comes from the numbers."""

from bayescmp.reports._parts import Body, Cell, Table
from bayescmp.reports._registry import SECTIONS
from bayescmp.reports._render import render
from bayescmp.reports._section import ReportSection
from bayescmp.reports._write import files_of_report, write_report

__all__ = ["SECTIONS", "Body", "Cell", "ReportSection", "Table", "files_of_report", "render", "write_report"]
