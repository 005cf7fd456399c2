"""Members of a ZIP archive, read in memory one at a time, none larger than is allowed and none written to disk."""

import io
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from bayescmp._support._files import contents_of, too_large

_ZSTANDARD = 93
_HEADER = 30  # bytes before the name in the header of a member


@dataclass(frozen=True)
class _Counted:
    """A file whose bytes are counted as they are read."""

    file: IO[bytes]
    count: Callable[[int], None]

    def read(self, size: int) -> bytes:
        block = self.file.read(size)
        self.count(len(block))
        return block


class Archive:
    """A ZIP archive; of members of one name the last one counts."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path, self._max_bytes, self._left = path, max_bytes, max_bytes
        with contents_of(path, "a ZIP archive"), zipfile.ZipFile(path) as archive:
            self._members = {member.filename: member for member in archive.infolist()}

    def names(self, start: str = "") -> list[str]:
        """Return the names of members that begin in a certain way."""
        return [name for name in self._members if name.startswith(start)]

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """Open a member; its bytes count as they come out, with those of all members that were opened before."""
        member = self._members[name]
        self._count(0, member.file_size)
        with contents_of(self._path, "a whole ZIP archive"):
            if member.compress_type != _ZSTANDARD:
                with zipfile.ZipFile(self._path) as archive, archive.open(member) as file:
                    yield cast("IO[bytes]", _Counted(file, self._count))
            else:
                with self._path.open("rb") as raw:
                    yield cast("IO[bytes]", _Counted(self._unpacked(raw, member), self._count))

    def _count(self, size: int, stated: int = 0) -> None:
        """Refuse more bytes than are allowed; what a member states of its size may be less than it holds."""
        self._left -= size
        if self._left < stated:
            raise ValueError(too_large(self._path, self._max_bytes))

    def _unpacked(self, raw: IO[bytes], member: zipfile.ZipInfo) -> IO[bytes]:
        """Return a member that is packed by Zstandard, of several frames as well, which `zipfile` may not know."""
        raw.seek(member.header_offset)
        header = raw.read(_HEADER)
        skipped = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        raw.seek(skipped, io.SEEK_CUR)
        packed = io.BytesIO(raw.read(member.compress_size))
        with suppress(ImportError):
            from compression import zstd  # type: ignore[import-not-found,unused-ignore] # noqa: PLC0415 - of Python 3.14

            return zstd.ZstdFile(packed)
        try:
            import zstandard
        except ImportError:
            raise ImportError(
                f"{self._path.name!r} is packed by Zstandard and needs its package: pip install 'bayescmp[logs]'."
            ) from None
        return zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True)
