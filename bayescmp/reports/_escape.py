"""Text that stands as it is in LaTeX and in Markdown, whatever a classifier is called."""

import re
import unicodedata

from bayescmp._text import one_line

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "[": "{[}",  # which would begin an option after some commands
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "\u200b": r"\allowbreak{}",
    "\u2013": "--",
    "\u2014": "---",
    "\u2018": "`{}",
    "\u2019": "'{}",
    "\u201c": "``",
    "\u201d": "''",
    "\u2026": r"\dots{}",
    "\u00d7": r"\ensuremath{\times}",
    "\u00b1": r"\ensuremath{\pm}",
}
_T1 = frozenset(
    "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĘęĚěĞğİıĹĺĽľŁłŃńŇňŐőŒœŔŕŘřŚśŞşŠšŤťŢţŮůŰűŸŹźŻżŽž"
)
_GREEK = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "pi",
        "rho",
        "sigma",
        "varsigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
        "Gamma",
        "Delta",
        "Theta",
        "Lambda",
        "Xi",
        "Pi",
        "Sigma",
        "Upsilon",
        "Phi",
        "Psi",
        "Omega",
    ]
)
_LIKE_LATIN = {"ETA": "H", "RHO": "P", "CHI": "X", "NU": "N", "UPSILON": "Y"}
_MARKDOWN = re.compile(r"([\\`*_\[\]|$#~^{}!])")
_STARTS_A_BLOCK = re.compile(r"^(?:[-+](?=\s|$)|[-=](?=[-=\s]*$)|\d+(?=[.)](?:\s|$)))")
_LONG = 24


def latex(text: object) -> str:
    """Return a text in one line for LaTeX with T1 fonts; letters that these lack become their code point."""
    line = breakable(one_line(text))
    escaped = "".join(_LATEX.get(letter) or _letter(letter) for letter in line)
    escaped = re.sub(r"-(?=-)|,(?=,)", lambda hit: hit.group() + "{}", escaped)  # no ligatures
    return re.sub(r"(?<![\w.\\-])-(?=\d)|(?<= )-(?= )", lambda _: "$-$", escaped)


def _letter(letter: str) -> str:
    """Return a letter that pdflatex knows."""
    if letter.isascii() or letter in _T1:
        return letter
    name = unicodedata.name(letter, "")
    if name.startswith("GREEK ") and " LETTER " in name and " WITH " not in name:
        return _greek(name)
    plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
    if plain and plain.isascii() and plain.isprintable():
        return "".join(_LATEX.get(part, part) for part in plain)
    return f"{{[}}U+{ord(letter):04X}]"


def _greek(name: str) -> str:
    case, _, word = name.removeprefix("GREEK ").partition(" LETTER ")
    command = {"LAMDA": "lambda", "FINAL SIGMA": "varsigma"}.get(word, word.lower())
    command = command.capitalize() if case == "CAPITAL" else command
    if command in _GREEK:
        return rf"\ensuremath{{\{command}}}"
    if command == "omicron":
        return "o"
    return _LIKE_LATIN.get(word, word[0]) if command.lower() in {*_GREEK, "omicron"} else f"{{[}}{name.title()}]"


def markdown(text: object) -> str:
    """Return a text in one line that no renderer of Markdown takes for markup."""
    line = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    line = _MARKDOWN.sub(r"\\\1", line)
    return _STARTS_A_BLOCK.sub(_guarded, line)


def _guarded(found: re.Match[str]) -> str:
    start = found.group()
    return f"{start}\\" if start[0].isdigit() else f"\\{start}"


def breakable(line: str) -> str:
    """Put places for a line break, as zero-width spaces, into words that are too long for a line."""
    return " ".join(_broken(word) if len(word) > _LONG else word for word in line.split(" "))


def _broken(word: str) -> str:
    return re.sub(r"([^\w]|\w{12})(?=.)", "\\1\u200b", word.replace("_", "_\u200b"))
