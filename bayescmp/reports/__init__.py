"""Reports of a comparison as text, Markdown, LaTeX and HTML, in which every sentence comes from the numbers."""

from bayescmp.reports._render import FORMATS, render
from bayescmp.reports._write import check_report_path, write_report

__all__ = ["FORMATS", "check_report_path", "render", "write_report"]
