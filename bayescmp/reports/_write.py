"""Write a report, and beside it the references and the figure."""

import hashlib
import os
import re
import time
from pathlib import Path

from bayescmp._support._files import write_together
from bayescmp._support._validation import about, check_choice, check_path
from bayescmp.comparison import Comparison
from bayescmp.plots import Plot, plots_of
from bayescmp.reports._figures import FONTS, WIDE, picture_of, svg_pictures
from bayescmp.reports._render import rendered
from bayescmp.reports._report import report_of, works_of
from bayescmp.results import Result, check_result

_FORMATS = {".txt": "text", ".md": "markdown", ".tex": "latex-document", ".html": "html"}
_BIBTEX = ".bib"
_PICTURES = {".md": "svg", ".tex": "pdf"}


def write_report(result: Result, path: str | Path, *, title: str | None = None, font: str | None = None) -> None:
    """Write a report of which of two or more classifiers errs less, and how sure that is.

    Parameters
    ----------
    result : Comparison, Ranking, DatasetsComparison or DatasetsRanking
        As from `compare`, `rank`, `compare_datasets` or `rank_datasets`.
    path : str or Path
        A file whose suffix says the format: .txt, .md, .tex or .html. An old one is replaced only once the new one is
        complete. With .tex and .md come files beside it, which replace what is called so: any references as BibTeX
        (same name followed by -references, .bib), and the first figure and those of ROC curves, calibration and mean
        ranks (same name followed by that of the plot, such as -difference; .pdf for LaTeX, .svg for Markdown). All are
        written, or none.
    title : str, optional
        Title of the report; None names the classifiers.
    font : {"sans", "serif"}, optional
        Letters of the figures; None is those of the text: with serifs in LaTeX.

    Raises
    ------
    FileNotFoundError
        If the folder does not exist.

    Notes
    -----
    The LaTeX document holds its list of references and compiles with pdflatex alone, run twice; its text, from
    `render` with "latex", can be put into a paper together with the BibTeX file. Markdown cites by author and year, for
    it has no citations that every renderer knows. The date is that of today, or of the environment variable
    SOURCE_DATE_EPOCH. See `render`.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import bayescmp as bc
    >>> table = bc.paired_table(both_wrong=2, only_first_wrong=4, only_second_wrong=18, both_right=76)
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> bc.write_report(bc.compare(table), folder / "report.md", title="Tree or SVM")
    >>> sorted(file.name for file in folder.iterdir())
    ['report-difference.svg', 'report-references.bib', 'report.md']
    """
    found = check_result(result)
    if title is not None and not isinstance(title, str):
        raise TypeError(f"`title` must be a text, but got {type(title).__name__}.")
    path, *beside = files_of_report("path", path, found)
    usual = "serif" if path.suffix.lower() == ".tex" else "sans"
    font = check_choice("font", usual if font is None else font, FONTS)
    with about("path"):
        # All of it is made before the first file is written.
        drawn = list(zip(_printed(found), [one for one in beside if one.suffix != _BIBTEX], strict=False))
        pictures = {plot.name: file.name for plot, file in drawn}  # of text and pages no file stands beside
        pictures = svg_pictures(found, font) if path.suffix.lower() == ".html" else pictures
        report = report_of(found, title, pictures, _date())
        bibtex = "\n".join(work.bibtex for work in report.references).encode()
        contents = {file: bibtex for file in beside if file.suffix == _BIBTEX}
        for plot, file in drawn:
            suffix = file.suffix.removeprefix(".")
            contents[file] = picture_of(found, plot, suffix, WIDE[suffix], font)
        main = rendered(report, _FORMATS[path.suffix.lower()]).encode()
        write_together(contents | {path: main})


def files_of_report(name: str, path: str | Path, result: Result | type[Result] = Comparison) -> list[Path]:
    """Return the files that a report consists of, or say what is wrong with them.

    Parameters
    ----------
    name : str
        What the message calls the path.
    path, result
        As in `write_report`; before there is a result, its class.

    Returns
    -------
    list of Path
        The report itself; with .tex and .md then the references, which a result may lack, and the figures beside it.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> from bayescmp.reports import files_of_report
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> [file.name for file in files_of_report("path", folder / "paper.tex")]
    ['paper.tex', 'paper-references.bib', 'paper-difference.pdf']
    """
    plots = _printed(result if isinstance(result, type) else check_result(result))
    path = check_path(name, path)
    if path.suffix.lower() not in _FORMATS:
        raise ValueError(
            f"`{name}` must end in .html, .md, .tex or .txt, but got {path.name!r}. A .tex report has its figure as "
            "PDF beside it, and an .md report as SVG."
        )
    if not path.parent.is_dir():
        raise FileNotFoundError(f"`{name}` must be in a folder that exists, but got {str(path)!r}.")
    if path.suffix.lower() not in _PICTURES:
        return [path]
    suffix = _PICTURES[path.suffix.lower()]
    figures = [path.with_name(f"{_plain(path.stem)}-{plot.name}.{suffix}") for plot in plots]
    cites = isinstance(result, type) or works_of(result.content.sections)
    return [path, *([path.with_name(f"{path.stem}-references{_BIBTEX}")] if cites else []), *figures]


def _printed(result: Result | type[Result]) -> list[Plot]:
    """Return the plots that are files beside a report: the first one, and those that papers print."""
    first, *others = plots_of(result)
    return [first, *(plot for plot in others if plot.printed)]


def _plain(stem: str) -> str:
    """Return a name that needs no escape, neither in LaTeX nor in a link, and is that of no other report."""
    plain = re.sub(r"[^A-Za-z0-9-]+", "-", stem)
    return plain if plain == stem else f"{plain}-{hashlib.sha256(stem.encode()).hexdigest()[:8]}"


def _date() -> str:
    """Return the date of writing."""
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or time.time())
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
