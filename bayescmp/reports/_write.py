"""Write a report, and beside it the references and the figure."""

import re
from pathlib import Path

from bayescmp._files import write_whole
from bayescmp._validation import about, check_path
from bayescmp.comparison import Comparison, check_comparison
from bayescmp.reports._content import report_of
from bayescmp.reports._figures import picture_of, svg_pictures
from bayescmp.reports._parts import Report
from bayescmp.reports._render import rendered

_FORMATS = {".txt": "text", ".md": "markdown", ".tex": "latex-document", ".html": "html"}
_PICTURES = {".md": "svg", ".tex": "pdf"}


def write_report(comparison: Comparison, path: str | Path, *, title: str | None = None) -> None:
    """Write a report of which of two classifiers errs less, by how much and how sure that is.

    Parameters
    ----------
    comparison : Comparison
        As from `compare`.
    path : str or Path
        A file whose suffix says the format: .txt, .md, .tex or .html. An old one is replaced only once the new one is
        complete. With .tex and .md come two files beside it: the references as BibTeX (same name, .bib) and the
        figure (same name followed by -difference; .pdf for LaTeX, .svg for Markdown).
    title : str, optional
        Title of the report; None names the classifiers.

    Raises
    ------
    TypeError
        If `comparison` is not a Comparison, or `title` not a text.
    ValueError
        If the suffix is another one.
    FileNotFoundError
        If the folder does not exist.

    Notes
    -----
    The LaTeX document holds its list of references and compiles with pdflatex alone, run twice; its text, from
    `render` with "latex", can be put into a paper together with the BibTeX file. Markdown cites by author and year, for
    it has no citations that every renderer knows. See `render`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> bc.write_report(bc.compare(table), folder / "report.md", title="Tree or SVM")
    >>> sorted(file.name for file in folder.iterdir())
    ['report-difference.svg', 'report.bib', 'report.md']
    """
    check_comparison(comparison)
    if title is not None and not isinstance(title, str):
        raise TypeError(f"`title` must be a text, but got {type(title).__name__}.")
    path = check_report_path("path", path)
    with about("path"):
        report = report_of(comparison, title, _pictures(comparison, path))
        if path.suffix in _PICTURES:
            write_whole(_bibtex(report).encode(), path.with_suffix(".bib"))
        write_whole(rendered(report, _FORMATS[path.suffix]).encode(), path)


def check_report_path(name: str, path: str | Path) -> Path:
    """Return a path that a report can be written to, or say what is wrong with it.

    Parameters
    ----------
    name : str
        What the message calls it.
    path : str or Path
        A file that ends in .txt, .md, .tex or .html, in a folder that exists.

    Returns
    -------
    Path

    Raises
    ------
    ValueError
        If the suffix is another one.
    FileNotFoundError
        If the folder does not exist.
    """
    path = check_path(name, path)
    if path.suffix not in _FORMATS:
        raise ValueError(f"`{name}` must end in .html, .md, .tex or .txt, but got {path.name!r}.")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"`{name}` must be in a folder that exists, but got {str(path)!r}.")
    return path


def _pictures(comparison: Comparison, path: Path) -> dict[str, str]:
    """Return the pictures for a format; those that are files are written."""
    if path.suffix == ".html":
        return svg_pictures(comparison)
    if path.suffix not in _PICTURES:
        return {}
    suffix = _PICTURES[path.suffix]
    # A name that needs no escape, neither in LaTeX nor in a link.
    name = re.sub(r"[^A-Za-z0-9-]+", "-", path.stem) + f"-difference.{suffix}"
    write_whole(picture_of(comparison, "difference", suffix), path.with_name(name))
    return {"difference": name}


def _bibtex(report: Report) -> str:
    return "\n".join(reference.bibtex for reference in report.references)
