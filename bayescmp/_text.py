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


def one_line(text: object) -> str:
    """Return a text in one line, in which every character prints."""
    return visible(" ".join(str(text).split()))


def check_no_nul(name: str, text: str) -> str:
    """Return a text that NetCDF can hold."""
    if "\0" in text:
        raise ValueError(f"{name} must be without the character NUL, which no file can hold, but got {text!r}.")
    return text


def names_argument(note: str) -> bool:
    """Tell whether a note is one of `about`, which names an argument of Python and no option of a command."""
    return re.fullmatch(r"in `\w+`", note) is not None
