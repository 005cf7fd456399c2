"""Progress of long work on standard error: a bar on a terminal, a line now and then elsewhere."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

_EVERY = 30.0


def shown(results: Iterable[Any], weights: Sequence[int], name: str, *, visible: bool) -> Iterator[Any]:
    """Yield numbered results as they come, and show what share of the weights is done.

    Parameters
    ----------
    results : iterable of tuple
        The first entry of each is its number.
    weights : sequence of int
        Share of each result in the whole.
    name : str
        What to call the work.
    visible : bool
        Whether to show anything.
    """
    console = Console(stderr=True)
    if not visible:
        yield from results
    elif console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(name, total=sum(weights))
            for result in results:
                yield result
                bar.advance(task, weights[result[0]])
    else:
        yield from _with_lines(results, weights, name)


def _with_lines(results: Iterable[Any], weights: Sequence[int], name: str) -> Iterator[Any]:
    begin = last = time.monotonic()
    done, total = 0, sum(weights)
    for result in results:
        yield result
        done += weights[result[0]]
        now = time.monotonic()
        if now - last >= _EVERY:
            last = now
            left = (now - begin) / done * (total - done)
            sys.stderr.write(f"{name}: {done / total:.0%} done, {left / 60:.1f} min left\n")
            sys.stderr.flush()
