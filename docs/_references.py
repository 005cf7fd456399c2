"""Cited works, from `references.bib`: `{{ yang2023 }}` on a page is a link, and a page lists all of them."""

from urllib.parse import quote

from bayescmp._support._bibliography import keys, reference


def citations() -> dict[str, str]:
    """Return the links to all works by key."""
    return {key: link(key) for key in keys()}


def link(key: str) -> str:
    """Return author and year as a link to the work, or to its entry on the page of references if it has no DOI."""
    work = reference(key)
    return f"[{work.cited}]({_address(work.doi) if work.doi else f'references.md#{key}'})"


def references() -> str:
    """Return all works as a list, each with its key as anchor."""
    entries = []
    for work in map(reference, keys()):
        text, doi, _ = work.text.partition(" doi:")
        where = f" [doi:{work.doi}]({_address(work.doi)})" if doi else ""
        entries.append(f"({work.key})=\n\n{work.cited}\n: {text}{where}\n")
    return "\n".join(entries)


def _address(doi: str) -> str:
    return f"https://doi.org/{quote(doi, safe='/:;')}"
