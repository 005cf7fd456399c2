"""Units of work: those that are not kept are run in any process, and each result is kept and noted as it comes."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import joblib
from threadpoolctl import threadpool_limits

from bayescmp._exits import no_lost_worker
from bayescmp.runner._folder import WorkFolder
from bayescmp.runner._progress import announce, with_progress


@dataclass(frozen=True, kw_only=True, eq=False)
class Unit[T]:
    """A piece of work whose result is kept whole or not at all.

    Attributes
    ----------
    name : str
        What the log calls it.
    kept : callable
        Reads the result of an earlier run: None if it is missing, a ValueError if it is damaged.
    work : callable
        Finds the result, in any process: it is sent there with all that it holds.
    keep : callable
        Takes the result and writes it, in the main process.
    """

    name: str
    kept: Callable[[], T | None]
    work: Callable[[], T]
    keep: Callable[[T], None]


def run_units(units: Iterable[Unit[Any]], folder: WorkFolder, name: str, *, n_jobs: int | None, progress: bool) -> None:
    """Run the units that are not kept, in processes with one thread each.

    Parameters
    ----------
    units : iterable of Unit
        The units, in any order.
    folder : WorkFolder
        The folder that they are kept in, claimed by this process.
    name : str
        What to call the work.
    n_jobs : int or None
        Number of processes, as in joblib: None takes what `joblib.parallel_config` says.
    progress : bool
        Whether to show what is done.
    """
    missing = [unit for unit in units if _kept(unit, folder, name, progress=progress) is None]
    parallel = joblib.Parallel(n_jobs=n_jobs, return_as="generator_unordered", batch_size=1)
    results = parallel(joblib.delayed(_timed)(number, unit.work) for number, unit in enumerate(missing))
    for number, seconds, result in with_progress(results, len(missing), name, visible=progress):
        _keep(missing[number], folder, result, seconds)


def run_here[T](unit: Unit[T], folder: WorkFolder, name: str, *, saying: str, progress: bool) -> T:
    """Return the result of a unit, run in this process if it is not kept: its work may have processes of its own.

    Parameters
    ----------
    unit : Unit
        The unit.
    folder, name, progress
        As for `run_units`.
    saying : str
        What to say when it begins.
    """
    kept = _kept(unit, folder, name, progress=progress)
    if kept is not None:
        return kept
    announce(f"{name}: {saying}", visible=progress)
    _, seconds, found = _timed(0, unit.work)
    _keep(unit, folder, found, seconds)
    return found


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
    with threadpool_limits(1):  # the units are what runs in parallel
        result = work()
    return number, time.perf_counter() - begin, result
