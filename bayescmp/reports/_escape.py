"""Text that stands as it is in LaTeX and in Markdown, whatever a classifier is called."""

import html
import re
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from bayescmp._support._text import one_line

if TYPE_CHECKING:
    from pylatexenc.latexencode import UnicodeToLatexEncoder

_PLAIN = {
    '"': r"\textquotedbl{}",
    "`": r"\textasciigrave{}",
    "[": "{[}",  # which would begin an option after some commands
    "\u200b": r"\allowbreak{}",
    "\u2212": "$-$",
}
_TIMES = re.compile(r"(?<=\d) x (?=\d)")
_CODE = re.compile(r"`([\w.=-]+(?:\([\w.=, \"]*\))?)`", re.ASCII)
_IN_CODE = str.maketrans({"_": r"\_", '"': "'", "-": "{-}"})
_MINUS = re.compile(r"(?<![\w.\\-])-(?=\d)|(?<= )-(?= )")
# What pylatexenc leaves as it is, or writes in commands that need packages besides textcomp.
_OURS: list[tuple[re.Pattern[str], Any]] = [
    (_CODE, lambda hit: rf"\texttt{{{hit[1].translate(_IN_CODE)}}}"),
    (re.compile(r"[\"`\[\u200b\u2212]"), lambda hit: _PLAIN[hit.group()]),
    (re.compile(r"-(?=-)|,(?=,)|'(?=')"), r"\g<0>{}"),  # no ligatures
    (_MINUS, r"$-$"),
    (_TIMES, r" $\\times$ "),
    (re.compile(r"[^\u200b -~¡-ňŊ-ſΑ-Ωα-ω–-…]"), lambda hit: _other(hit.group())),
]
_MARKDOWN = re.compile(r"([\\`*_\[\]|$#~^{}!])")
_STARTS_A_BLOCK = re.compile(r"^(?:[-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))")
_HEAD = 13  # letters, such as those of "posterior mean"
_LONG = re.compile(r"\S{33,}")
_PART = re.compile(r"(?:[^\w\s]|\w{32})(?=\S)")


def latex(text: object) -> str:
    """Return a text in one line for LaTeX with T1 fonts; letters that these lack become their code point.

    Words of more than 32 letters may be broken behind them, and longer ones also at their signs.
    """
    line = unicodedata.normalize("NFC", one_line(text))
    return _encoder().unicode_to_latex(_LONG.sub(lambda word: _PART.sub("\\g<0>\u200b", word.group()), line))


@cache
def _encoder() -> "UnicodeToLatexEncoder":
    from pylatexenc.latexencode import RULE_REGEX, UnicodeToLatexConversionRule, UnicodeToLatexEncoder

    ours = UnicodeToLatexConversionRule(RULE_REGEX, _OURS, replacement_latex_protection="none")
    return UnicodeToLatexEncoder(
        conversion_rules=[ours, "defaults"],
        replacement_latex_protection="braces-after-macro",
        unknown_char_policy=_other,
        unknown_char_warning=False,
    )


def _other(letter: str) -> str:
    return f"{{[}}U+{ord(letter):04X}]"  # a letter that looks alike would make one name of two


def shown_line(text: object) -> str:
    """Return a text in one line with minus signs for hyphens before numbers and between names, and times for x."""
    return _TIMES.sub(" × ", _MINUS.sub("−", one_line(text)))


def lines_of_head(head: str) -> list[str]:
    """Return the words of a column's head, and a head that is no wider than most of its numbers as it is."""
    line = one_line(head)
    return [line] if len(line) <= _HEAD else re.split(r"(?<![−-]) (?![%−-])", line)


def latex_head(head: str, side: str) -> str:
    """Put the words of a column's head above each other in LaTeX, where pages are narrow."""
    words = list(map(latex, lines_of_head(head)))
    return words[0] if len(words) == 1 else rf"\shortstack[{side}]{{{r'\\{}'.join(words)}}}"


def html_line(text: object) -> Markup:
    """Return a text in one line for a page, with what is Python in the letters of code."""
    return Markup(_CODE.sub(r"<code>\1</code>", html.escape(shown_line(text), quote=False)))  # noqa: S704 - escaped


def markdown(text: object) -> str:
    """Return a text in one line that no renderer of Markdown takes for markup."""
    parts = _CODE.split(html.escape(shown_line(text), quote=False))
    line = "".join(f"`{part}`" if k % 2 else _MARKDOWN.sub(r"\\\1", part) for k, part in enumerate(parts))
    return _STARTS_A_BLOCK.sub(_guarded, line)


def _guarded(found: re.Match[str]) -> str:
    start = found.group()
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"
