"""Write measured numbers, tables and citations into the pages: `python -m docs.numbers --write`.

A page that is written names them as `{{ name }}`, and tables as an include of `generated/name.md`. The command puts
what docs/results says in their places and keeps in docs/results/on_pages.csv where that is: by the words before it. From
then on it writes them anew where results change; without `--write` it only says which places are not as they should be.
"""

import re
import sys
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path

import pandas as pd

DOCS = Path(__file__).parent
sys.path.append(str(DOCS))
KEPT = DOCS / "results" / "on_pages.csv"
_NAMED = re.compile(r"\{\{ (?P<number>\w+) \}\}|```\{include\} generated/(?P<table>[\w-]+)\.md\n```")
_LEAST, _MOST = 30, 400  # characters before a place, by which it is found


@dataclass(frozen=True)
class Place:
    """Where a number stands on a page, with the text that stands there; of tables the number of lines."""

    page: str
    name: str
    before: str
    text: str
    is_table: bool

    def span(self, page: str) -> tuple[int, int] | None:
        """Return where it begins and ends; None where it is no longer there, or not as it was."""
        begin = _after(self.before, page)
        if begin is None:
            return None
        if self.is_table:
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
    from _numbers import numbers
    from _references import citations
    from _tables import tables

    found = {**numbers(), **citations(), "release": version("bayescmp")}
    return found | {f"table {name}": text for name, text in tables().items()}


def written(page: str, name: str, known: dict[str, str], places: list[Place]) -> tuple[str, list[Place]]:
    """Return a page with what is known in its places, and these places as they are then."""
    there: list[tuple[str, str]] = []

    def mark(text: str) -> str:
        there.append((text, known[text]))
        return f"\0{len(there) - 1}\0"

    for place in places:
        span = place.span(page)
        if span is not None:
            key = f"table {place.name}" if place.is_table else place.name
            page = page[: span[0]] + mark(key) + "\n" * place.is_table + page[span[1] :]
    page = _NAMED.sub(lambda found: mark(found["number"] or f"table {found['table']}"), page)
    order = [int(one) for one in re.findall("\0(\\d+)\0", page)]
    parts = re.split("\0\\d+\0", page)
    done, ends = parts[0], []
    for number, part in zip(order, parts[1:], strict=True):
        text = there[number][1].strip("\n")
        ends.append((len(done), text))
        done += text + part
    found = []
    for number, (at, text) in zip(order, ends, strict=True):
        key = there[number][0]
        is_table = key.startswith("table ")
        own = Place(page=name, name=key.removeprefix("table "), before=_before(done, at), text=text, is_table=is_table)
        found.append(replace(own, text=str(text.count("\n") + 1)) if is_table else own)
    return done, found


def _seen_from(page: str, known: dict[str, str]) -> dict[str, str]:
    """Return texts whose links to the page of references lead there from the folder of a page."""
    up = "../" * (page.count("/") - 1)
    return {name: text.replace("](references.md", f"]({up}references.md") for name, text in known.items()}


def main(*, write: bool) -> int:
    """Write or check all pages; return how many are not as they should be."""
    known, others, kept = texts(), 0, []
    rows = pd.read_csv(KEPT, dtype={"text": str}, keep_default_na=False) if KEPT.exists() else pd.DataFrame()
    places = [Place(**row) for row in rows.to_dict("records")]
    for path in (*sorted(DOCS.rglob("*.md")), DOCS.parent / "README.md"):
        name = path.relative_to(DOCS.parent).as_posix()
        if "generated" in path.parts or "_build" in path.parts:
            continue
        page = path.read_text(encoding="utf-8")
        done, found = written(page, name, _seen_from(name, known), [one for one in places if one.page == name])
        kept += found
        if done != page:
            others += 1
            sys.stdout.write(f"{name} {'is written' if write else 'is not what docs/results says'}\n")
            if write:
                path.write_text(done, encoding="utf-8")
    if write:
        columns = ["page", "name", "before", "text", "is_table"]
        pd.DataFrame(map(asdict, kept), columns=columns).to_csv(KEPT, index=False, lineterminator="\n")
    return 0 if write else others


if __name__ == "__main__":
    raise SystemExit(main(write="--write" in sys.argv[1:]))
