"""Members of a ZIP archive, read in memory one at a time, none larger than is allowed and none written to disk."""

import io
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from bayescmp._support._files import contents_of, too_large

_ZSTANDARD = 93
_BLOCK = 2**16
_HEADER = 30  # bytes before the name in the header of a member


class Archive:
    """A ZIP archive; of members of one name the last one counts."""

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path, self._max_bytes, self._left = path, max_bytes, max_bytes
        with contents_of(path, "a ZIP archive"), zipfile.ZipFile(path) as archive:
            self._members = {member.filename: member for member in archive.infolist()}

    def names(self, start: str = "") -> list[str]:
        """Return the names of members that begin in a certain way."""
        return [name for name in self._members if name.startswith(start)]

    def read(self, name: str) -> bytes:
        """Return a member; its bytes count as they come out, with those of all members that were read before."""
        member = self._members[name]
        with contents_of(self._path, "a whole ZIP archive"):
            if member.compress_type == _ZSTANDARD:
                with self._path.open("rb") as raw:
                    return self._counted(self._unpacked(raw, member))
            with zipfile.ZipFile(self._path) as archive, archive.open(member) as file:
                return self._counted(file)

    def _counted(self, file: IO[bytes]) -> bytes:
        """Return all of a file, block by block: what it states of its size may be less than it holds."""
        blocks = []
        while block := file.read(_BLOCK):
            self._left -= len(block)
            if self._left < 0:
                raise ValueError(too_large(self._path, self._max_bytes))
            blocks.append(block)
        return b"".join(blocks)

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
