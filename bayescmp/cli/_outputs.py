"""Files that a command writes: checked before any work, written before anything is printed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from bayescmp._files import is_stream, write_whole
from bayescmp.cli._screen import say

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


def write_text(text: str, path: Path) -> None:
    """Write a text to a file, or print it where the path is that of standard output."""
    if path == STANDARD_OUTPUT:
        say(text)
    else:
        write_whole(f"{text}\n".encode(), path)


def write_then_say(writers: Sequence[tuple[Sequence[Path], Callable[[], object]]], screen: str) -> None:
    """Write every file, print, and only then raise what went wrong: what is computed is kept where it can be.

    Nothing is printed where standard output is one of the files.

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
