"""Write measured numbers, tables and citations into the pages: `python -m docs.numbers_on_pages --write`.

A page that is written names them as `{{ name }}`, and tables as an include of `generated/name.md`. The command puts
what docs/results says in their places, and keeps in docs/results/on_pages.csv where that is, by the words before. From
then on it writes them anew where results change; without `--write` it only says what is not as it should be.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from importlib.metadata import version
from pathlib import Path

import pandas as pd

DOCS = Path(__file__).parent
sys.path.append(str(DOCS))
KEPT = DOCS / "results" / "on_pages.csv"
_NAMED = re.compile(r"\{\{ (?P<number>\w+) \}\}|```\{include\} generated/(?P<table>[\w-]+)\.md\n```")
_TABLE = "table "
_LEAST, _MOST = 30, 400  # characters before a place, by which it is found


@dataclass(frozen=True)
class Place:
    """Where a number stands on a page, with its text, or "table NAME", with the number of its lines."""

    page: str
    key: str
    before: str
    text: str

    def span(self, page: str) -> tuple[int, int] | None:
        """Return where it begins and ends; None where it is no longer there, or not as it was."""
        begin = _after(self.before, page)
        if begin is None:
            return None
        if self.key.startswith(_TABLE):
            return begin, begin + sum(map(len, page[begin:].splitlines(keepends=True)[: int(self.text)]))
        found = re.compile(_pattern(self.text)).match(page, begin)
        return None if found is None else found.span()


def _pattern(text: str) -> str:
    """Match a text however its lines are broken."""
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))


def _after(before: str, page: str) -> int | None:
    found = [one.end() for one in re.finditer(_pattern(before), page)]
    return found[0] if len(found) == 1 else None


def _before(page: str, at: int) -> str:
    """Return as many characters before a place as tell it from all others."""
    for count in range(_LEAST, _MOST):
        text = re.sub(r"\s+", " ", page[max(0, at - count) : at])
        if _after(text, page) == at:
            return text
    raise ValueError(f"The words before a number must tell where it is, but {page[at - 60 : at]!r} stands twice.")


def texts() -> dict[str, str]:
    """Return what pages name, numbers and citations by name, and tables as "table name"."""
    from _measured import numbers, tables  # noqa: PLC0415 - found from here on
    from _references import citations  # noqa: PLC0415

    found = {**numbers(), **citations(), "release": version("bayescmp")}
    return found | {_TABLE + name: text for name, text in tables().items()}


def _seen_from(page: str, known: Mapping[str, str]) -> dict[str, str]:
    """Return texts whose links to the page of references lead there from the folder of a page."""
    up = "../" * (page.count("/") - 1)
    return {name: text.replace("](references.md", f"]({up}references.md") for name, text in known.items()}


def written(page: str, name: str, known: Mapping[str, str], places: Iterable[Place]) -> tuple[str, list[Place]]:
    """Return a page with what is known in its places, and these places as they are then."""
    spans = {span: place.key for place in places if (span := place.span(page)) is not None}
    spans |= {found.span(): found["number"] or _TABLE + found["table"] for found in _NAMED.finditer(page)}
    done, last, at = "", 0, []
    for (begin, end), key in sorted(spans.items()):
        text = known[key].strip("\n")
        done += page[last:begin]
        at.append((len(done), key, text))
        done += text + "\n" * (page[end - 1] == "\n")
        last = end
    done += page[last:]
    return done, [
        Place(page=name, key=key, before=_before(done, begin), text=_kept(key, text)) for begin, key, text in at
    ]


def _kept(key: str, text: str) -> str:
    return str(text.count("\n") + 1) if key.startswith(_TABLE) else text


def main(*, write: bool) -> int:
    """Write or check all pages; return how many places are not as they should be."""
    known, wrong, kept = texts(), 0, []
    rows = pd.read_csv(KEPT, dtype=str, keep_default_na=False) if KEPT.exists() else pd.DataFrame()
    places = [Place(**row) for row in rows.to_dict("records")]
    for name, path in pages().items():
        page = path.read_text(encoding="utf-8")
        own = [one for one in places if one.page == name]
        done, found = written(page, name, _seen_from(name, known), own)
        lost = [one.key for one in own if one.span(page) is None]
        if done != page or lost:
            wrong += 1
            said = "is written" if write else "is not what docs/results says"
            sys.stdout.write(f"{name} {said}{f'; no longer there: {lost}' if lost else ''}\n")
            if write:
                path.write_text(done, encoding="utf-8")
        kept += found
    if write:
        columns = [one.name for one in fields(Place)]
        pd.DataFrame(map(asdict, kept), columns=columns).to_csv(KEPT, index=False, lineterminator="\n")
    return 0 if write else wrong


def pages() -> dict[str, Path]:
    """Return the pages by their path in the repository."""
    found = [DOCS.parent / "README.md", *sorted(DOCS.rglob("*.md"))]
    named = {path.relative_to(DOCS.parent).as_posix(): path for path in found}
    return {name: path for name, path in named.items() if not {"generated", "_build"} & {*path.parts}}


if __name__ == "__main__":
    raise SystemExit(main(write="--write" in sys.argv[1:]))
