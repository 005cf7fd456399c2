"""JSON of logs: no more of it than is allowed, keys once, and nothing in it is executed."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeGuard

from bayescmp._support._files import contents_of, too_large
from bayescmp._support._text import shown


@contextmanager
def opened(path: Path, max_bytes: int) -> Iterator[IO[bytes]]:
    """Open a file that is not larger than allowed, which is known before any of it is read."""
    if path.stat().st_size > max_bytes:
        raise ValueError(too_large(path, max_bytes))
    with path.open("rb") as file:
        yield file


def parsed[T: (dict[str, Any], list[Any])](content: bytes, kind: type[T]) -> T:
    """Return the one object, or the one array, that a text in JSON is."""
    found = json.loads(content, object_pairs_hook=_once)
    if not isinstance(found, kind):
        raise ValueError(f"it must be {'an object' if kind is dict else 'an array'}, but is {shown(found)}")  # noqa: TRY004 - read
    return found


def whole_of[T: (dict[str, Any], list[Any])](path: Path, max_bytes: int, kind: type[T]) -> T:
    """Return the one object, or the one array, in a file."""
    with opened(path, max_bytes) as file:
        return parsed(file.read(), kind)


class Lines:
    """The object on each line of a file; it `is_cut` where the last one ends in mid-write, and is left out."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path, self._max_bytes, self.is_cut = path, max_bytes, False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with opened(self._path, self._max_bytes) as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        found = parsed(line, dict)
                    except (ValueError, RecursionError) as error:
                        if _ends_early(line, error):
                            self.is_cut = True
                            return
                        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
                        raise ValueError(
                            f"Each line of {self._path.name!r} must be JSON, but line {number} is not: {why}."
                        ) from None
                    yield found


def _ends_early(line: bytes, error: Exception) -> bool:
    """Tell whether a line lacks its end and begins as an object: it may be cut within a text, a word or a letter."""
    if line.endswith((b"\n", b"\r")) or not line.lstrip().startswith(b"{"):
        return False
    if isinstance(error, json.JSONDecodeError):
        return not line.rstrip().endswith(b"}") or error.pos >= len(error.doc.rstrip())
    return isinstance(error, UnicodeDecodeError)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, whose keys are there once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found


def key_of(value: object) -> str:
    """Return a short text that is the same for two values where they are, and differs where they do."""
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    return text if len(text) <= 32 else hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def object_of(file: Path, path: Path, max_bytes: int) -> dict[str, Any]:
    """Return the object in a file beside a log, {} where there is none."""
    if not file.is_file():
        return {}
    with contents_of(file, f"JSON beside {path.name!r}"):
        return whole_of(file, max_bytes, dict)


def object_in(known: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the object under a name, {} where there is none."""
    found = known.get(name)
    return found if isinstance(found, dict) else {}


def checked(entry: Any, path: Path, **kinds: tuple[str, ...]) -> dict[str, Any]:
    """Return an entry of a log that has what it must have, `texts`, `numbers` (whole ones) and `objects`."""
    fits = {
        "texts": lambda one: isinstance(one, str),
        "numbers": is_whole,
        "objects": lambda one: isinstance(one, dict),
    }
    known = entry if isinstance(entry, dict) else {}
    odd = [name for kind, names in kinds.items() for name in names if not fits[kind](known.get(name))]
    if odd:
        said = {"numbers": "whole numbers"}
        must = " and ".join(f"{said.get(kind, kind)} as {', '.join(names)}" for kind, names in kinds.items())
        raise ValueError(
            f"Each entry of {path.name!r} must have {must}, but {odd[0]} of one is {shown(known.get(odd[0]))}."
        )
    return known


def equal(one: object, other: object) -> bool:
    """Tell whether two values are the same, as NaN and NaN are."""
    return one == other or (one != one and other != other)  # noqa: PLR0124 - NaN


def is_whole(value: object) -> TypeGuard[int]:
    """Tell whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_id(value: object) -> bool:
    """Tell whether a value may identify a record: a text or a whole number."""
    return isinstance(value, str) or is_whole(value)
