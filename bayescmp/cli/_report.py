"""`bayescmp report`: from a saved result to a report."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from bayescmp._files import MAX_BYTES
from bayescmp.cli._options import MaxBytes
from bayescmp.cli._outputs import check_outputs, lines_of
from bayescmp.cli._screen import say


def report_command(
    result: Annotated[
        Path, typer.Argument(help="What `compare`, `rank` or `datasets compare` wrote with --save (.nc).")
    ],
    file: Annotated[Path, typer.Argument(help="Report to write: .html, .md, .tex or .txt.")],
    *,
    max_bytes: MaxBytes = MAX_BYTES,
    title: Annotated[str | None, typer.Option(help="Title of the report; the classifiers if not given.")] = None,
) -> None:
    """Write a report of a saved result: the answer, its numbers, figures, tables and methods.

    Figures in HTML are {plots}.
    """
    from bayescmp._load import load  # noqa: PLC0415 - `--help` answers without loading the package
    from bayescmp.reports import files_of_report, write_report  # noqa: PLC0415

    if result.suffix.lower() != ".nc":
        save = f"--save {shlex.quote(result.stem + '.nc')}"
        raise ValueError(
            f"RESULT must be what `bayescmp compare` or `rank` wrote with {save}, but got {result.name!r}. Run it "
            "again, with --save."
        )
    found = load(result, max_bytes=max_bytes)
    written = files_of_report("FILE", file, found)
    check_outputs({repr(str(path)): path for path in written}, [result])
    write_report(found, file, title=title)
    say(lines_of(written))
