"""Reports of a comparison as text, Markdown, LaTeX and HTML, in which every sentence comes from the numbers."""

from bayescmp.reports._render import FORMATS, render
from bayescmp.reports._write import files_of_report, write_report

__all__ = ["FORMATS", "files_of_report", "render", "write_report"]
