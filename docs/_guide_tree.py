"""The decision tree of the page "Which function?", as an SVG that is read in light and in the dark."""

from html import escape
from typing import NamedTuple


class Question(NamedTuple):
    """What is asked, the answers that end or leave the way with their calls, and the answer that goes on."""

    lines: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    on: str = ""


QUESTIONS = (
    Question(
        ("Do you have predictions, losses", "or scores of each example?"),
        (("no, estimators", "bc.cross_val_predictions, go on"), ("no, printed values", "bc.reported, bc.paired_table")),
        "yes",
    ),
    Question(
        ("Do they come from folds, seeds,", "or several answers?"),
        (("folds", "how=bc.folds(...), go on"), ("seeds", "how=bc.runs(...), go on"),
         ("answers", "how=bc.answers(...), go on")),
        "no, one test set",
    ),
    Question(
        ("Are there several data sets", "or tasks?"),
        (("yes, two systems", "bc.compare_datasets"), ("yes, more systems", "bc.rank_datasets")),
        "no",
    ),
    Question(
        ("How many systems", "do you have?"),
        (("one", "bc.evaluate"), ("two", "bc.compare"), ("three or more", "bc.rank")),
    ),
)  # fmt: skip
_WIDTH, _LEFT, _RIGHT, _BOX, _CALL, _STEP, _GAP = 760, 20, 470, 250, 270, 36, 34


def decision_tree() -> str:
    """Return the tree as SVG, dark on a light ground whatever the colours of the page."""
    parts, top = [], 20
    for place, question in enumerate(QUESTIONS):
        height = max(len(question.answers) * _STEP, 2 * _STEP) - 8
        middle = top + height / 2
        parts.append(_box(_LEFT, middle - 26, _BOX, 52, "#dbe9f6"))
        parts += [_text(_LEFT + _BOX / 2, middle - 4 + 18 * i, line, "middle") for i, line in enumerate(question.lines)]
        start = middle - (len(question.answers) * _STEP - 8) / 2
        for i, (answer, call) in enumerate(question.answers):
            y = start + i * _STEP + 14
            parts.append(_arrow(f"M{_LEFT + _BOX} {middle} h16 V{y} H{_RIGHT - 4}"))
            parts.append(_text(_LEFT + _BOX + 24, y - 5, answer))
            parts.append(_box(_RIGHT, y - 14, _CALL, 28, "#ffffff"))
            parts.append(_text(_RIGHT + 10, y + 5, call, kind="call"))
        if place < len(QUESTIONS) - 1:
            following = max(len(QUESTIONS[place + 1].answers) * _STEP, 2 * _STEP) - 8
            end = top + height + _GAP + following / 2 - 26
            parts.append(_arrow(f"M{_LEFT + _BOX / 2} {middle + 26} V{end - 4}"))
            parts.append(_text(_LEFT + _BOX / 2 + 10, (middle + 26 + end) / 2 + 4, question.on))
        top += height + _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top - 14}" width="{_WIDTH}" role="img">\n'
        "<title>Which function?</title>\n"
        "<style>text{font:14px sans-serif;fill:#1a1a1a}.call{font:13px monospace}"
        ".line{fill:none;stroke:#444;marker-end:url(#end)}</style>\n"
        '<defs><marker id="end" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#444"/></marker></defs>\n'
        f'<rect width="{_WIDTH}" height="{top - 14}" rx="8" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="#444"/>'


def _arrow(path: str) -> str:
    return f'<path class="line" d="{path}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", *, kind: str = "") -> str:
    name = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{name}>{escape(text)}</text>'
