"""Names that users and files give, as they may be shown: on a terminal, in a picture, in an attribute."""

import re


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
    """Return a text that is at most so wide, cut in the middle where it was longer."""
    tail = (width - 3) // 2
    return text if len(text) <= width else f"{text[: width - 3 - tail]}...{text[-tail:]}"


def one_line(text: object) -> str:
    """Return a text in one line, in which every character prints."""
    return visible(" ".join(str(text).split()))


def names_argument(note: str) -> bool:
    """Tell whether a note is one of `about`, which names an argument of Python and no option of a command."""
    return re.fullmatch(r"in `\w+`", note) is not None
