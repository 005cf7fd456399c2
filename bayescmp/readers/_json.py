"""JSON of logs, an entry at a time: large files are never in memory as a whole, and nothing in them is executed."""

import codecs
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeGuard

from bayescmp._support._files import too_large
from bayescmp._support._text import shown

_BLOCK = 2**16
_NO_SPACE = re.compile(r"[^ \t\r\n]")
_DECODER = json.JSONDecoder()


class _Text:
    """Text that is read as far as it is needed, and forgotten behind."""

    def __init__(self, file: IO[bytes], path: Path, max_bytes: int) -> None:
        self._file, self._path, self._left, self._most = file, path, max_bytes, max_bytes
        self._decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self._text, self._at, self._ended = "", 0, False

    def _more(self, size: int = _BLOCK) -> bool:
        """Read another block; tell whether there was one."""
        if self._ended:
            return False
        block = self._file.read(size)
        self._left -= len(block)
        if self._left < 0:
            raise ValueError(too_large(self._path, self._most))
        self._ended = not block
        self._text = self._text[self._at :] + self._decode(block, final=self._ended)
        self._at = 0
        return True

    def next(self) -> str:
        """Return the next character that is no space, without passing it; "" at the end."""
        while True:
            found = _NO_SPACE.search(self._text, self._at)
            self._at = found.start() if found else len(self._text)
            if found:
                return found[0]
            if not self._more():
                return ""

    def take(self, characters: str) -> str:
        """Pass one of some characters."""
        found = self.next()
        if not found or found not in characters:
            raise ValueError(f"it must have one of {characters} where it has {found or 'its end'}")
        self._at += 1
        return found

    def value(self) -> Any:
        """Return the next value, whole."""
        self.next()
        size = _BLOCK
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except ValueError:
                size *= 2
                if not self._more(size):
                    raise
            else:
                if end == len(self._text) and self._more():  # a number may go on
                    continue
                self._at = end
                return found

    def entries(self, begin: str, end: str) -> Iterator[None]:
        """Stop at the begin of each entry of an array or an object, which the caller takes."""
        passed = self.take(begin)
        if self.next() == end:
            passed = self.take(end)
        while passed != end:
            yield
            passed = self.take(f",{end}")

    def items(self) -> Iterator[Any]:
        """Yield the entries of an array."""
        return (self.value() for _ in self.entries("[", "]"))

    def end(self) -> None:
        """Refuse what follows, but for space: it would be lost."""
        if found := self.next():
            raise ValueError(f"it must end after its last bracket, but goes on with {found}")


@contextmanager
def opened(path: Path, max_bytes: int) -> Iterator[IO[bytes]]:
    """Open a file that is not larger than allowed, which is known before any of it is read."""
    if path.stat().st_size > max_bytes:
        raise ValueError(too_large(path, max_bytes))
    with path.open("rb") as file:
        yield file


def entries_of(file: IO[bytes], path: Path, max_bytes: int) -> Iterator[Any]:
    """Yield the entries of an array in a file of at most so many bytes, which messages call by its path."""
    text = _Text(file, path, max_bytes)
    yield from text.items()
    text.end()


def members_of(file: IO[bytes], path: Path, max_bytes: int, array: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the names and values of an object; of the array of one name each entry by itself, under that name."""
    text = _Text(file, path, max_bytes)
    seen: set[str] = set()
    for _ in text.entries("{", "}"):
        name = text.value()
        if not isinstance(name, str) or name in seen:
            raise ValueError(f"its keys must be texts, each once, but {shown(name)} is none or there twice")
        seen.add(name)
        text.take(":")
        if name == array and text.next() == "[":
            yield from ((name, entry) for entry in text.items())
        else:
            yield name, text.value()
    text.end()


def whole_of(path: Path, max_bytes: int) -> dict[str, Any]:
    """Return the one object in a file."""
    with opened(path, max_bytes) as file:
        return dict(members_of(file, path, max_bytes))


class Lines:
    """The object on each line of a file; it `is_cut` where the last one ends in mid-write, and is left out."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path, self._max_bytes, self.is_cut = path, max_bytes, False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        with opened(self._path, self._max_bytes) as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    try:
                        found = json.loads(line, object_pairs_hook=_once)
                    except (ValueError, RecursionError) as error:
                        if _ends_early(line, error):
                            self.is_cut = True
                            return
                        why = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
                        raise ValueError(
                            f"Each line of {self._path.name!r} must be JSON, but line {number} is not: {why}."
                        ) from None
                    if not isinstance(found, dict):
                        raise ValueError(
                            f"Each line of {self._path.name!r} must be an object, but line {number} is not."
                        )
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
    """Return the object in a file beside a log, {} where it holds another value or is not there."""
    if not file.is_file():
        return {}
    with opened(file, max_bytes) as beside:
        try:
            found = json.load(beside)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"{file.name!r} beside {path.name!r} must be JSON, but is not: {error}.") from None
    return found if isinstance(found, dict) else {}


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
