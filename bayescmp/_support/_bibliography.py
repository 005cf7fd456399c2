"""The works that are cited: each is written once, in `references.bib`, and cited by its key."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Cite:
    """A citation inside a sentence, by the key of the work in `references.bib`."""

    key: str


Sentence = tuple[str | Cite, ...]
"""Text, and the works that it cites."""


@dataclass(frozen=True, kw_only=True)
class Reference:
    """A cited work."""

    key: str  # in BibTeX
    cited: str  # in a text, such as "Dietterich 1998"
    short: str  # the same, and where it is found: the DOI, or without one the journal, book or school
    doi: str  # "" where there is none
    text: str  # its entry in the list of references
    bibtex: str


def keys() -> tuple[str, ...]:
    """Return the keys of all works, in alphabetical order."""
    return tuple(sorted(_entries()))


@cache
def reference(key: str) -> Reference:
    """Return the work of a key in `references.bib`.

    >>> from bayescmp._support._bibliography import reference
    >>> reference("dietterich1998").short
    'Dietterich 1998, doi:10.1162/089976698300017197'
    """
    return _reference(_entries()[key])


@cache
def _entries() -> dict[str, Any]:
    """Return what the file says, by key."""
    from pybtex.database.input.bibtex import Parser

    text = (resources.files("bayescmp._support") / "references.bib").read_text(encoding="utf-8")
    return dict(Parser().parse_string(text).entries)


def _plain(latex: str) -> str:
    """Return LaTeX without braces, its accents as letters."""
    from pybtex.richtext import Text

    return str(Text.from_latex(latex))


def _reference(entry: Any) -> Reference:
    fields = {name: _plain(value.replace("--", "–")) for name, value in entry.fields.items() if name != "doi"}
    persons, year, place = entry.persons["author"], fields["year"], _place(fields)
    authors = _listed([_name(person, "first", "middle", "prelast", "last", "lineage") for person in persons], " and ")
    cited = f"{_short(persons)} {year}"
    pages = f", {fields['pages']}" if "pages" in fields else ""
    doi = entry.fields.get("doi", "")
    return Reference(
        key=entry.key,
        cited=cited,
        short=f"{cited}, doi:{doi}" if doi else f"{cited}, {place}",
        doi=doi,
        text=f"{authors} ({year}). {fields['title']}. {place}{pages}." + (f" doi:{doi}" if doi else ""),
        bibtex=_bibtex(entry),
    )


def _name(person: Any, *parts: str) -> str:
    return _plain(" ".join(word for part in parts for word in getattr(person, f"{part}_names")))


def _listed(names: list[str], last: str) -> str:
    return last.join(filter(None, (", ".join(names[:-1]), names[-1])))


def _short(persons: list[Any]) -> str:
    names = [_name(person, "prelast", "last") for person in persons]
    return _listed(names, " & ") if len(names) <= 3 else f"{names[0]} et al."


def _place(fields: dict[str, str]) -> str:
    """Return the journal with volume and number, the book, or the school of a thesis."""
    place = next(fields[name] for name in ("journal", "booktitle", "school") if name in fields)
    place += f" {fields['volume']}" if "volume" in fields else ""
    return place + (f"({fields['number']})" if "number" in fields else "")


def _bibtex(entry: Any) -> str:
    fields = {"author": " and ".join(map(str, entry.persons["author"])), **entry.fields}
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@{entry.type}{{{entry.key},\n{lines}\n}}\n"
