"""The figures of a report: inline SVG with text alternatives, and files."""

import re
import warnings
from io import BytesIO
from typing import Any

from markupsafe import Markup

from bayescmp._support._text import one_line
from bayescmp.plots import Plot, default_plot, plots_of
from bayescmp.plots._axes import ONE_COLUMN
from bayescmp.reports._report import Figure
from bayescmp.results import Exhibit, Result

WIDE = {"svg": 4.8, "pdf": 6.3}
"""Inches of the column of a report, on a page of the web and on paper."""
FONTS: dict[str, dict[str, Any]] = {
    "sans": {}, "serif": {"font.family": "serif", "font.serif": ["STIXGeneral"], "mathtext.fontset": "stix"},
}  # fmt: skip
_DPI = 300  # of the parts that are pixels


def svg_pictures(result: Result, font: str = "sans") -> dict[str, str]:
    """Draw every figure that applies as SVG, by the key of its figure."""
    return {plot.name: picture_of(result, plot, "svg", WIDE["svg"], font).decode() for plot in plots_of(result)}


def picture_of(result: Exhibit, plot: Plot, suffix: str, width: float = ONE_COLUMN, font: str = "sans") -> bytes:
    """Draw one figure as "svg" or "pdf", the same bytes for the same result whatever the user's settings."""
    import matplotlib as mpl
    from matplotlib import style
    from matplotlib.figure import Figure as Canvas

    file = BytesIO()
    settings: dict[Any, Any] = {"svg.hashsalt": plot.name, "svg.fonttype": "path"} | FONTS[font]
    with style.context("default"), mpl.rc_context(settings), warnings.catch_warnings():
        # Letters that the font lacks are drawn as boxes; the words beside the figure have them.
        warnings.filterwarnings("ignore", "Glyph .* missing from")
        canvas = Canvas(figsize=(width, plot.height(result)), layout="constrained")
        plot.draw(result, ax=canvas.subplots())
        dates = {"Date": None} if suffix == "svg" else {"CreationDate": None}
        canvas.savefig(file, format=suffix, metadata=dates, dpi=_DPI)
    return file.getvalue()


def picture_in_page(result: Exhibit) -> Markup:
    """Return the picture that says most of a result, or of a plan, as an element of a page."""
    plot = default_plot(result)
    drawn = picture_of(result, plot, "svg").decode()
    return inline(Figure(key=plot.name, caption=plot.caption(result), picture=drawn))


def inline(figure: Figure) -> Markup:
    """Return the SVG of a figure as an element of a page, with a title, and ids of its own."""
    key, picture = figure.key, figure.picture
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", picture[picture.index("<svg") :], flags=re.DOTALL)
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{key}-\1"', svg)
    svg = re.sub(r'(href="|url\()#', rf"\1#{key}-", svg)
    opening, _, rest = svg.partition(">")
    view, width = (re.search(mark, opening) for mark in (r'viewBox="[^"]+"', r'width="([\d.]+)pt"'))
    if view is None or width is None:
        raise ValueError(f"The SVG of the figure {key!r} must have a view box and a width, but got {opening!r}.")
    view_box, drawing = Markup(view[0]), Markup(rest)  # noqa: S704 - matplotlib has escaped them
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {} '
        'style="max-width: {:.0f}px" role="img" aria-labelledby="{key}-title"><title id="{key}-title">{}</title>{}'
    ).format(view_box, float(width[1]) * 2.2, one_line(figure.caption), drawing, key=key)
