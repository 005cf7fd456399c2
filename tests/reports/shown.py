"""What a report shows: its tables, its words without pictures, the text of its page, and whether its numbers agree."""

import json
import re
import subprocess
from html.parser import HTMLParser

import numpy as np

from bayescmp.reports._render import rendered
from bayescmp.reports._report import report_of

MINUS = "\N{MINUS SIGN}"
FORMATS = ("text", "markdown", "latex", "latex-document", "html")


def agrees(shown, value):
    """Tell whether a printed number, such as "> 0.999", is the value to the digits shown."""
    sign, digits = re.fullmatch(r"([<>] )?(-?\d+(?:\.\d+)?(?:e-\d+)?)", shown.replace(MINUS, "-")).groups()
    if "e" in digits:
        return abs(value / float(digits) - 1) <= 0.5
    half = 0.5 * 10.0 ** -len(digits.partition(".")[2])
    if sign:
        return value >= float(digits) - half if sign[0] == ">" else value < float(digits) + half
    return abs(value - float(digits)) <= half * (1 + 1e-6)


def without_pictures(result, kind):
    """Render a result as `render` does, but draw nothing."""
    return rendered(report_of(result), kind)


def words_of(result):
    """Return the words of a report, without line ends."""
    return " ".join(without_pictures(result, "text").split())


def tables_of(result):
    """Return the tables of a report, by their keys."""
    return {table.key: table for section in report_of(result).sections for table in section.tables}


def column_of(table, head):
    """Return the cells of a column of a table."""
    return [row[table.heads.index(head)] for row in table.rows]


def check_column(table, head, wanted):
    """Check that a column has some numbers, in the digits shown, and nothing where they are missing."""
    if np.isnan(list(wanted)).all():
        assert head not in table.heads
        return
    for cell, value in zip(column_of(table, head), wanted, strict=True):
        if np.isnan(value):
            assert (cell.text, cell.value) == ("", None)
            continue
        assert cell.value == value
        assert agrees(cell.text, value)


class _Text(HTMLParser):
    """The elements of a page, and the text of its sentences."""

    def __init__(self):
        super().__init__()
        self.elements, self.sentences, self.scripts, self._open = [], [], [], []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        self._open.append(tag)
        if tag in {"p", "li", "title", "h1", "th", "td"}:
            self.sentences.append("")
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag):
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data):
        if "script" in self._open:
            self.scripts[-1] += data
        elif {"p", "li", "title", "h1", "th", "td"} & set(self._open):
            self.sentences[-1] += data.replace("\u200b", "")


def page_of(text):
    """Return the elements, the sentences and the scripts of a page."""
    parser = _Text()
    parser.feed(text)
    parser.close()
    return parser


def compiled(path, times=2):
    """Compile a document so many times, and return the log of the last."""
    for _ in range(times):
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", path.name]
        done = subprocess.run(command, cwd=path.parent, capture_output=True, check=False, timeout=300)  # noqa: S603
        text = done.stdout.decode("utf-8", "replace")
        assert done.returncode == 0, text[-2000:]
    return text


def is_narrow(log):
    """Tell whether no line of a document leaves its page by 10 points."""
    too_wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    return max(too_wide, default=0) < 10


def check_hostile_names(result):
    """Check that no format takes names for its own signs, and that they stay apart."""
    html, markdown, latex, text = (without_pictures(result, kind) for kind in ("html", "markdown", "latex", "text"))
    page, tables = page_of(html), tables_of(result).values()
    assert len(page.scripts) == 2
    assert json.loads(page.scripts[0]) == result.to_dict()
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert any("<script>alert(1)</script>" in sentence for sentence in page.sentences)
    rows = [line for line in markdown.splitlines() if line.startswith("| ") and not set(line) <= set("|-: ")]
    wanted = [len(table.heads) for table in tables for _ in range(len(table.rows) + 1)]
    assert [len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows] == wanted
    assert re.search(r"(?<!\\)%", latex) is None
    assert "\\input" not in latex
    assert max(len(line) for line in text.splitlines()) <= 160  # a name without spaces is not broken
    assert max(len(line) for line in text.splitlines() if "LLLL" not in line) <= 80
    for table in tables:
        names = [row[0].text for row in table.rows]
        assert len(set(names)) == len(names)
