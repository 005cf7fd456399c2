"""Files that a command writes: checked before any work, written before anything is printed."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from bayescmp._files import is_stream, write_whole
from bayescmp.cli._screen import say

if TYPE_CHECKING:
    from bayescmp._result import Result

type Writers = Sequence[tuple[Sequence[Path], Callable[[], object]]]
"""What writes which files."""
STANDARD_OUTPUT = Path("-")
_SUFFIXES = {"`--json`": ".json", "`--csv`": ".csv", "`--save`": ".nc"}


def check_outputs(outputs: Mapping[str, Path | None], inputs: Sequence[Path | None] = ()) -> None:
    """Refuse outputs in no folder, with another suffix, and those that are an input or one another.

    A "-" is standard output, for JSON and CSV.

    Parameters
    ----------
    outputs : mapping of str to Path or None
        By what messages call it, such as "`--json`"; None where it was not given.
    inputs : sequence of Path or None, optional
        Files that the command reads.

    Raises
    ------
    ValueError
        With the option.
    """
    seen: dict[str, Path] = {}
    for option, path in outputs.items():
        if path is None or (path == STANDARD_OUTPUT and option in {"`--json`", "`--csv`"}):
            continue
        if not path.parent.is_dir():
            raise ValueError(f"{option} must be in a folder that exists, but got {str(path)!r}.")
        if path.is_dir():
            raise ValueError(f"{option} must be a file, but {str(path)!r} is a folder.")
        if any(given is not None and is_same(path, given) for given in inputs):
            raise ValueError(f"{option} must not be a file that is read, but got {str(path)!r}.")
        for other, taken in seen.items():
            if is_same(path, taken):
                raise ValueError(f"{option} and {other} must be two files, but both are {str(path)!r}.")
        seen[option] = path
    for option, path in seen.items():
        suffix = _SUFFIXES.get(option, path.suffix)
        if path.suffix != suffix and not (suffix != ".nc" and is_stream(path)):
            raise ValueError(f"{option} must end in {suffix}, but got {path.name!r}.")


def check_outputs_of_result(
    kind: "type[Result]", json: Path | None, save: Path | None, report: Path | None, *, inputs: Sequence[Path | None]
) -> None:
    """Refuse, as `check_outputs` does, files of a result of a kind, those beside its report included."""
    outputs = {"`--json`": json, "`--save`": save, "`--report`": report}
    if report is not None:
        from bayescmp.reports import files_of_report  # noqa: PLC0415 - `--help` answers without loading the package

        beside = files_of_report("--report", report, kind)[1:]
        outputs |= {f"the {path.suffix} file beside `--report`": path for path in beside}
    check_outputs(outputs, inputs)


def writers_of_result(
    result: "Result", json: Path | None, save: Path | None, report: Path | None, max_bytes: int
) -> Writers:
    """Return what writes the files that were asked for; what was read may be as large where it is saved."""
    from bayescmp.reports import files_of_report, write_report  # noqa: PLC0415 - as above

    writers: list[tuple[Sequence[Path], Callable[[], object]]] = []
    if json is not None:
        writers.append(([json], lambda: write_text(result.to_json(), json)))
    if save is not None:
        writers.append(([save], lambda: result.save(save, max_bytes=max_bytes)))
    if report is not None:
        writers.append((files_of_report("--report", report, result), lambda: write_report(result, report)))
    return writers


def write_text(text: str, path: Path) -> None:
    """Write a text to a file, or print it where the path is that of standard output."""
    if path == STANDARD_OUTPUT:
        if sys.stdout is None:  # the shell closed it
            raise BrokenPipeError("standard output is closed")
        say(text)
    else:
        write_whole(f"{text}\n".encode(), path)


def write_then_say(writers: Writers, screen: str) -> None:
    """Write every file, print, and only then raise what went wrong: what is computed is kept where it can be.

    Nothing is printed where standard output is one of the files. Where nothing goes wrong but that whoever read one of
    them has gone, the exit code is 1.

    Parameters
    ----------
    writers : sequence of (paths, callable)
        What writes these files.
    screen : str
        What is printed after them.
    """
    failures: list[Exception] = []
    written: list[Path] = []
    for paths, write in writers:
        try:
            write()
            written.extend(paths)
        except Exception as error:  # noqa: BLE001 - raised below
            failures.append(error)
    if STANDARD_OUTPUT not in [path for paths, _ in writers for path in paths]:
        say("\n\n".join(part for part in (screen, lines_of(written)) if part))
    failures.sort(key=lambda error: isinstance(error, BrokenPipeError))
    if failures and isinstance(failures[0], BrokenPipeError):
        raise typer.Exit(1)
    if failures:
        for other in failures[1:]:
            failures[0].add_note(f"and: {other}")
        raise failures[0]


def lines_of(written: Iterable[Path]) -> str:
    """Say which files were written."""
    return "\n".join(f"Wrote {path}" for path in written)


def is_same(one: Path, other: Path) -> bool:
    """Tell whether two paths lead to one file, whether it is there or not."""
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()
