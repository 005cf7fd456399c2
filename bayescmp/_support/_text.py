"""Names that users and files give, as they may be shown: on a terminal, in a picture, in an attribute."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence

_ENDS = re.compile(r"(?<=[^\W_])(?=[\W_])|(?<=[a-z\d])(?=[A-Z])")
_LONGEST = 400
_STARTS = re.compile(r"(?<=[\W_])(?=[^\W_])|(?<=[a-z\d])(?=[A-Z])")


WIDTH = 80
"""Characters of a line on a screen."""


def visible(text: object) -> str:
    r"""Return a text in which every character that does not print, but for line breaks, is its backslash escape.

    Escape codes would control a terminal, characters of direction reorder what stands around a name, and NUL ends a
    text in NetCDF.
    """
    return "".join(
        letter if letter.isprintable() or letter == "\n" else letter.encode("unicode_escape").decode("ascii")
        for letter in str(text)
    )


def cut(text: str, width: int) -> str:
    """Return a text that is at most so wide: its first and its last words where it was longer.

    A first word that is longer than that is cut in its middle.
    """
    if len(text) <= width:
        return text
    room = width - 3
    ends = [hit.start() for hit in _ENDS.finditer(text) if hit.start() <= room]
    if not ends:
        return f"{text[: room - room // 2]}...{text[-(room // 2) :]}"
    head = max((end for end in ends if end <= room // 2), default=ends[-1])
    starts = (hit.start() for hit in _STARTS.finditer(text))
    tail = next((start for start in starts if start >= len(text) - room + head), len(text))
    return f"{text[:head]}...{text[tail:]}"


def one_line(text: object) -> str:
    """Return a text in one line, in which every character prints."""
    return visible(" ".join(str(text).split()))


def shown(value: object) -> str:
    """Return what messages show of a value that may be anything: its repr in one line, its ends where that is long."""
    try:
        text = repr(value)
    except (Exception, SystemExit):  # noqa: BLE001 - code of the user's, and whole numbers of 4300 digits have none
        text = f"something of type {type(value).__name__}"
    return cut(re.sub(r"\s*\n\s*", " ", text), _LONGEST)


def described(error: BaseException) -> str:
    """Say in one line what failed, with the notes of the error."""
    return " ".join([f"{type(error).__name__}: {error}", *getattr(error, "__notes__", [])])


def counted(number: float | str, noun: str) -> str:
    """Return a number, or the text of one, with its noun, in the plural where it is not 1."""
    text = number if isinstance(number, str) else f"{number:,.10g}"
    return f"{text} {noun}" + ("" if text == "1" else "es" if noun.endswith("s") else "s")


def rounded_up(number: float, digits: int) -> float:
    """Return a number of 1 or more, rounded up to so many significant digits."""
    step = 10.0 ** max(0, math.floor(math.log10(number)) + 1 - digits)
    return math.ceil(number / step) * step


def percent(share: float, digits: int = 0) -> str:
    """Return a share in per cent, with so many digits behind the point."""
    return f"{100 * share:.{digits}f} %"


def capital(text: str) -> str:
    """Let a sentence begin with a capital, unless it begins with what may be a symbol or a name of its own spelling."""
    return text[:1].upper() + text[1:] if re.match(r"[a-z]{4,}(?![^\s,;:.])", text) else text


def listed(names: Sequence[str]) -> str:
    """Return names in a sentence: "a", "a and b", "a, b and c"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def twice[T](names: Iterable[T]) -> T | None:
    """Return the first name that is there more than once; None where they differ."""
    return next((name for name, times in Counter(names).items() if times > 1), None)


def names_argument(note: str) -> bool:
    """Tell whether a note is one of `about`, which names an argument of Python and no option of a command."""
    return re.fullmatch(r"in `\w+`", note) is not None
