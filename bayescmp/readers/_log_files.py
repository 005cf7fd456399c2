"""Files and folders of logs: which there are, of which format, and whose they are."""

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bayescmp._support._text import shown, twice
from bayescmp._support._validation import about, check_path, check_text, reading
from bayescmp.readers._log import Reader

type Paths = str | Path | Sequence[str | Path]
type OneOrMore = str | Sequence[str] | None  # names, of each file the one that it has
type Names = Mapping[str, str] | Mapping[Path, str] | None
_START = 2**20  # bytes by which a format is known
_LIKE_LOGS = {".jsonl", ".eval"}  # suffixes of files that are logs, of some tool


def files_by_path(reader: Reader, given: list[Path]) -> dict[Path, list[Path]]:
    """Return the logs of a format at each path, each of one path; warn of others that are called as logs are."""
    with about("paths"):
        files = {path: list(files_of(reader, path)) for path in given}
    seen: dict[Path, Path] = {}
    for path, own in files.items():
        if not own:
            what = f"{reader.spoken} ({', '.join([*reader.patterns, *reader.others])})"
            raise ValueError(f"`paths`: {str(path)!r} must be a log of {what}, or a folder with one, but is none.")
        for file in own:
            other = seen.setdefault(file.resolve(), path)
            if other is not path:
                raise ValueError(
                    f"Each log must be given once, but {file.name!r} is read of {str(other)!r} and of {str(path)!r}."
                )
        others = {*(_walk(path) if path.is_dir() else ())} - {*own}
        odd = sorted(one.name for one in others if one.suffix in _LIKE_LOGS and one.name not in reader.beside)
        if odd:
            warnings.warn(f"Not read, for they are no such logs: {shown(odd)} in {str(path)!r}.", stacklevel=2)
    return files


def given_paths(paths: Paths) -> list[Path]:
    if isinstance(paths, (str, Path)):
        return [check_path("paths", paths)]
    with reading("paths", paths):
        found = [check_path("paths", path) for path in paths]
    path = twice(found)
    if not found or path is not None:
        what = "none" if path is None else f"{str(path)!r} twice"
        raise ValueError(f"`paths` must be a log or more, each given once, but got {what}.")
    return found


def called(names: Names, given: list[Path]) -> dict[Path, str]:
    """Return the names of the systems of paths, which must be among those given."""
    if names is None:
        return {}
    if not isinstance(names, Mapping):
        raise TypeError(f"`names` must be a mapping from paths to the names of systems, but got {shown(names)}.")
    named = {check_path("names", path): check_text("names", name) for path, name in names.items()}
    unknown = [path for path in named if path not in given]
    if unknown:
        raise ValueError(f"`names` must be of `paths`, but {str(unknown[0])!r} is none of them.")
    return named


def files_of(reader: Reader, path: Path, *, known: bool = False) -> Iterator[Path]:
    """Yield the files of a format, by name or, if `known`, content: the one at a path, or all in and below a folder."""
    if not path.exists():
        raise FileNotFoundError(f"There is no file or folder {str(path)!r}.")
    for file in sorted(_walk(path)) if path.is_dir() else [path]:
        is_called = file == path or any(map(file.match, reader.patterns))
        may_be = is_called or any(map(file.match, reader.others))
        if file.is_file() and may_be and ((is_called and not known) or _is_of(reader, file)):
            yield file


def _walk(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and in those within it, linked ones as well, each folder once."""
    seen = set()
    for root, folders, files in os.walk(folder, onerror=_raised, followlinks=True):
        here = Path(root).resolve()
        if here in seen:
            folders.clear()
            continue
        seen.add(here)
        yield from (Path(root, name) for name in files)


def _raised(error: OSError) -> None:
    raise error


def _is_of(reader: Reader, file: Path) -> bool:
    with file.open("rb") as opened:
        return reader.recognises(file, opened.read(_START))
