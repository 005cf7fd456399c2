"""Progress of long work on standard error: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from bayescmp._text import one_line

_EVERY = 30.0


def announce(text: str, *, visible: bool) -> None:
    """Say what begins."""
    if visible:
        sys.stderr.write(f"{one_line(text)}\n")
        sys.stderr.flush()


def with_progress[T](results: Iterable[T], total: int, name: str, *, visible: bool) -> Iterator[T]:
    """Yield results as they come, and show what share of them is done.

    Parameters
    ----------
    results : iterable
        The results.
    total : int
        Their number. That each of them takes as long is as good a guess of the remaining time as any other: tried on
        logs of long runs, neither sizes nor times of units of the same kind were better.
    name : str
        What to call the work.
    visible : bool
        Whether to show anything.
    """
    console = Console(stderr=True)
    if not visible:
        yield from results
    elif console.is_terminal:
        columns = (
            TextColumn("{task.description}", markup=False),  # a name may hold brackets
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
        )
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(one_line(name), total=total)
            for result in results:
                yield result
                bar.advance(task)
    else:
        yield from _with_lines(results, total, name)


def _with_lines[T](results: Iterable[T], total: int, name: str) -> Iterator[T]:
    begin = last = time.monotonic()
    for done, result in enumerate(results, 1):
        yield result
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            left = (now - begin) / done * (total - done)
            announce(f"{name}: {done / total:.0%} done, {left / 60:.1f} min left", visible=True)
