"""From files and folders to predictions: which files there are, of which format, and whose they are."""

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import xarray as xr

from bayescmp._support._files import contents_of
from bayescmp._support._text import listed, shown
from bayescmp._support._validation import (
    about,
    check_choice,
    check_flag,
    check_integer,
    check_list,
    check_path,
    check_text,
    reading,
)
from bayescmp.doors import MISSING, judged_by
from bayescmp.readers._log import Log, Reader, Wanted, is_task
from bayescmp.readers._matched import matched

type Paths = str | Path | Sequence[str | Path]
type OneOrMore = str | Sequence[str] | None
"""Names, of each file the one that it has."""
type Names = Mapping[str, str] | Mapping[Path, str] | None
_START = 2**20
"""Bytes by which a format is known."""
_LIKE_LOGS = {".jsonl", ".eval"}
"""Suffixes of files that are logs, of some tool."""


def read_logs(
    reader: Reader,
    paths: Paths,
    wanted: Wanted,
    *,
    names: Names,
    on_missing: str,
) -> xr.Dataset:
    """Read the logs of a format in files and folders, and match the systems.

    Parameters
    ----------
    reader : Reader
        The format.
    paths : str, Path or sequence of these
        Files, or folders in which all files of the format are read.
    wanted : Wanted
        What is asked of each log.
    names : mapping from paths to str, optional
        The names of the systems of paths, where those in the logs are not to be used.
    on_missing : {"error", "drop", "wrong"}
        As in `labels`.

    Returns
    -------
    Dataset
        Predictions.

    Raises
    ------
    FileNotFoundError, ValueError
        If there is no such log, or its contents are no such logs.
    """
    check_choice("on_missing", on_missing, MISSING)
    given = _listed(paths)
    called = _called(names, given)
    with about("paths"):
        files = [(path, list(files_of(reader, path))) for path in given]
    for path, own in files:
        if not own:
            what = f"{reader.spoken} ({', '.join([*reader.patterns, *reader.others])})"
            raise ValueError(f"`paths`: {str(path)!r} must be a log of {what}, or a folder with one, but is none.")
    _check_once(files)
    _warn_of_unread(files)

    def logs_of(wanted: Wanted) -> list[Log]:
        logs = []
        for path, own in files:
            for file in own:
                with contents_of(file, f"a log of {reader.spoken}"):
                    logs += [replace(log, system=called.get(path, log.system)) for log in reader.read(file, wanted)]
        for name in wanted.tasks:
            if not any(is_task(task, name) for task in wanted.met):
                known = listed([repr(task) for task in dict.fromkeys(wanted.met)])
                raise ValueError(f"`task` must be one of {known}, but got {name!r}.")
        if wanted.group is not None and all(row.group is None for log in logs for row in log.rows):
            raise ValueError(
                f"`group` must be a key of what logs tell of a record, but no record has {wanted.group!r}."
            )
        return logs

    found = matched(logs_of(wanted), reader.spoken, "drop" if wanted.judged else on_missing)
    if not wanted.judged:
        return found
    return judged_by(found, matched(logs_of(wanted.of_judge()), reader.spoken, on_missing))


def _check_once(files: list[tuple[Path, list[Path]]]) -> None:
    """Refuse a file that is read by two paths, under two names."""
    seen: dict[Path, Path] = {}
    for path, own in files:
        for file in own:
            other = seen.setdefault(file.resolve(), path)
            if other is not path:
                raise ValueError(
                    f"Each log must be given once, but {file.name!r} is read of {str(other)!r} and of {str(path)!r}."
                )


def _warn_of_unread(files: list[tuple[Path, list[Path]]]) -> None:
    """Warn of files in folders that are called as logs are, and are none of these."""
    for path, own in files:
        if path.is_dir():
            odd = [file.name for file in sorted(_walk(path)) if file.suffix in _LIKE_LOGS and file not in own]
            if odd:
                warnings.warn(f"Not read, for they are no such logs: {shown(odd)} in {str(path)!r}.", stacklevel=2)


def _listed(paths: Paths) -> list[Path]:
    if isinstance(paths, (str, Path)):
        return [check_path("paths", paths)]
    with reading("paths", paths):
        found = [check_path("paths", path) for path in paths]
    twice = next((path for path in found if found.count(path) > 1), None)
    if not found or twice is not None:
        what = "none" if twice is None else f"{str(twice)!r} twice"
        raise ValueError(f"`paths` must be a log or more, each given once, but got {what}.")
    return found


def _called(names: Names, given: list[Path]) -> dict[Path, str]:
    """Return the names of the systems of paths, which must be among those given."""
    if names is None:
        return {}
    if not isinstance(names, Mapping):
        raise TypeError(f"`names` must be a mapping from paths to the names of systems, but got {shown(names)}.")
    called = {check_path("names", path): check_text("names", name) for path, name in names.items()}
    unknown = [path for path in called if path not in given]
    if unknown:
        raise ValueError(f"`names` must be of `paths`, but {str(unknown[0])!r} is none of them.")
    return called


def files_of(reader: Reader, path: Path, *, known: bool = False) -> Iterator[Path]:
    """Yield the files of a format: the one at a path, or all in a folder and those within it.

    A file that is named, or called as no other files are, is of the format without being asked, unless it has to be
    `known` by its content.
    """
    if not path.exists():
        raise FileNotFoundError(f"There is no file or folder {str(path)!r}.")
    for file in sorted(_walk(path)) if path.is_dir() else [path]:
        is_called = file == path or any(file.match(pattern) for pattern in reader.patterns)
        may_be = is_called or any(file.match(pattern) for pattern in reader.others)
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


def wanted_of(
    *,
    score: OneOrMore = None,
    judged: OneOrMore = None,
    filter: OneOrMore = None,  # noqa: A002 - the harness's word
    value: OneOrMore = None,
    task: OneOrMore = None,
    group: str | None = None,
    greater_is_better: bool | None = None,
    max_bytes: int,
) -> Wanted:
    """Return what is asked of logs, if it is such."""
    if group is not None:
        check_text("group", group)
    if greater_is_better is not None:
        check_flag("greater_is_better", greater_is_better)
    judge = _texts("judged", judged)
    if judge and (not score or set(judge) & set(_texts("score", score))):
        raise ValueError("`judged` must be given with `score`, another judgement, of people.")
    return Wanted(
        score=_texts("score", score),
        judged=judge,
        filter=_texts("filter", filter),
        value=_texts("value", value),
        tasks=_texts("task", task),
        group=group,
        greater_is_better=greater_is_better,
        max_bytes=check_integer("max_bytes", max_bytes, least=1, most=None),
    )


def _texts(name: str, given: OneOrMore) -> tuple[str, ...]:
    """Return one name or several."""
    if given is None:
        return ()
    return tuple(check_text(name, one) for one in ([given] if isinstance(given, str) else check_list(name, given)))
