"""Units of work: those that are not kept are run in any process, and each result is kept, noted and shown."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import joblib
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from threadpoolctl import ThreadpoolController

from bayescmp._support._exits import no_lost_worker
from bayescmp._support._text import one_line, percent
from bayescmp.runner._folder import WorkFolder

_EVERY = 30.0
"""Seconds between two lines on progress, where there is no terminal."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Unit[T]:
    """A piece of work whose result is kept whole or not at all.

    The log has its name. `kept` reads the result of an earlier run: None if it is missing, a ValueError if it is
    damaged. `work` finds it, in any process, and is sent there with all that it holds; `keep` writes it, in this one.
    """

    name: str
    kept: Callable[[], T | None]
    work: Callable[[], T]
    keep: Callable[[T], None]


def run_units(units: Iterable[Unit[Any]], folder: WorkFolder, name: str, *, n_jobs: int | None, progress: bool) -> None:
    """Run the units that are not kept, in any order and in processes with one thread each; the folder is claimed."""
    missing = [unit for unit in units if _kept(unit, folder, name, progress=progress) is None]
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered", batch_size=1)
    results = parallel(joblib.delayed(_timed)(number, unit.work) for number, unit in enumerate(missing))
    for number, seconds, result in with_progress(results, len(missing), name, visible=progress):
        _keep(missing[number], folder, result, seconds)


def run_here[T](unit: Unit[T], folder: WorkFolder, name: str, *, saying: str, progress: bool) -> T:
    """Return the result of a unit, run in this process if it is not kept: its work may have processes of its own."""
    kept = _kept(unit, folder, name, progress=progress)
    if kept is not None:
        return kept
    announce(f"{name}: {saying}", visible=progress)
    _, seconds, result = _timed(0, unit.work)
    _keep(unit, folder, result, seconds)
    return result


@contextmanager
def going_on(folder: WorkFolder) -> Iterator[None]:
    """Say of a full disk or a killed worker that what is done is not lost."""
    try:
        with no_lost_worker():
            yield
    except OSError as error:
        error.add_note(f"What is done is in {str(folder.path)!r}; the same command goes on from there.")
        raise


def _kept[T](unit: Unit[T], folder: WorkFolder, name: str, *, progress: bool) -> T | None:
    """Return what an earlier run kept; what is damaged is said, and is found again."""
    try:
        return unit.kept()
    except ValueError as error:
        announce(f"{name}: {error}", visible=progress)
        folder.log(event="again", why=str(error))
        return None


def _keep[T](unit: Unit[T], folder: WorkFolder, result: T, seconds: float) -> None:
    unit.keep(result)
    folder.log(event=unit.name, seconds=round(seconds, 4))


def _timed[T](number: int, work: Callable[[], T]) -> tuple[int, float, T]:
    begin = time.perf_counter()
    with _thread_pools(len(sys.modules)).limit(limits=1):  # the units are what runs in parallel
        result = work()
    return number, time.perf_counter() - begin, result


@lru_cache(maxsize=1)
def _thread_pools(n_modules: int) -> ThreadpoolController:  # noqa: ARG001 - what is loaded later has pools of its own
    """Return what limits the threads of the libraries that are loaded, which takes milliseconds to find."""
    return ThreadpoolController()


def announce(text: str, *, visible: bool) -> None:
    """Say what begins."""
    if visible:
        sys.stderr.write(f"{one_line(text)}\n")
        sys.stderr.flush()


def with_progress[T](results: Iterable[T], total: int, name: str, *, visible: bool) -> Iterator[T]:
    """Yield results as they come, and show the share of `total` that is done: by a bar on a terminal, else by lines.

    That each takes as long is as good a guess of the remaining time as any other: tried on logs of long runs, neither
    sizes nor times of units of the same kind were better.
    """
    console = Console(stderr=True)
    if not visible:
        yield from results
    elif console.is_terminal:
        named = TextColumn("{task.description}", markup=False)  # a name may hold brackets
        columns = (named, BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            yield from bar.track(results, total, description=one_line(name))
    else:
        begin = last = time.monotonic()
        for done, result in enumerate(results, 1):
            yield result
            now = time.monotonic()
            if now - last >= _EVERY:
                last = now
                left = (now - begin) / done * (total - done)
                announce(f"{name}: {percent(done / total)} done, {left / 60:.1f} min left", visible=True)
