"""Write a report, and beside it the references and the figure."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from bayescmp._files import check_is_ours, write_signed, write_whole
from bayescmp._validation import about, check_path
from bayescmp.comparison import Comparison
from bayescmp.comparison._comparison import check_comparison
from bayescmp.plots import PLOTS
from bayescmp.reports._content import report_of
from bayescmp.reports._figures import picture_of, svg_pictures
from bayescmp.reports._parts import Report
from bayescmp.reports._render import rendered

_FORMATS = {".txt": "text", ".md": "markdown", ".tex": "latex-document", ".html": "html"}
_PLOT = next(iter(PLOTS.values()))
"""The one that is a file of its own beside a report."""
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
        figure (same name followed by -difference; .pdf for LaTeX, .svg for Markdown). They replace none but those of an
        earlier report.
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
    FileExistsError
        If a file would be replaced beside the report that no report wrote, or that was changed since.

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
    path, *beside = files_of_report("path", path)
    with about("path"):
        # All of it is made before the first file is written.
        pictures, contents = _pictures(comparison, path, beside)
        report = report_of(comparison, title, pictures)
        if beside:
            contents = {beside[0]: _bibtex(report).encode(), **contents}
        main = rendered(report, _FORMATS[path.suffix.lower()]).encode()
        for other, content in contents.items():
            write_signed(content, other)
        write_whole(main, path)


def files_of_report(name: str, path: str | Path) -> list[Path]:
    """Return the files that a report consists of, or say what is wrong with them.

    Parameters
    ----------
    name : str
        What the message calls the path.
    path : str or Path
        A file that ends in .txt, .md, .tex or .html, in a folder that exists.

    Returns
    -------
    list of Path
        The report itself; with .tex and .md then the references and the figure beside it.

    Raises
    ------
    ValueError
        If the suffix is another one.
    FileNotFoundError
        If the folder does not exist.
    FileExistsError
        If there is a file beside it that no report wrote, or that was changed since.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from bayescmp.reports import files_of_report
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> [file.name for file in files_of_report("path", folder / "paper.tex")]
    ['paper.tex', 'paper.bib', 'paper-difference.pdf']
    """
    path = check_path(name, path)
    if path.suffix.lower() not in _FORMATS:
        raise ValueError(f"`{name}` must end in .html, .md, .tex or .txt, but got {path.name!r}.")
    if not path.parent.is_dir():
        raise FileNotFoundError(f"`{name}` must be in a folder that exists, but got {str(path)!r}.")
    if path.suffix.lower() not in _PICTURES:
        return [path]
    figure = f"{_plain(path.stem)}-{_PLOT.name}.{_PICTURES[path.suffix.lower()]}"
    beside = [path.with_suffix(".bib"), path.with_name(figure)]
    for other in beside:
        check_is_ours(other)
    return [path, *beside]


def _plain(stem: str) -> str:
    """Return a name that needs no escape, neither in LaTeX nor in a link, and is that of no other report."""
    plain = re.sub(r"[^A-Za-z0-9-]+", "-", stem)
    return plain if plain == stem else f"{plain}-{hashlib.sha256(stem.encode()).hexdigest()[:8]}"


def _pictures(comparison: Comparison, path: Path, beside: Sequence[Path]) -> tuple[dict[str, str], dict[Path, bytes]]:
    """Return the pictures for a format, and the contents of those that are files."""
    if path.suffix.lower() == ".html":
        return svg_pictures(comparison), {}
    if not beside:
        return {}, {}
    figure = beside[1]
    return {_PLOT.name: figure.name}, {figure: picture_of(comparison, _PLOT, _PICTURES[path.suffix.lower()])}


def _bibtex(report: Report) -> str:
    return "\n".join(reference.bibtex for reference in report.references)
