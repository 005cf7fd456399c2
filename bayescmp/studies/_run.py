"""Run a study: tune, find the truth, run the trials in chunks, and write each chunk as it comes."""

import platform
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from bayescmp._support._exits import no_exit
from bayescmp._support._text import described, shown
from bayescmp._support._typing import Floats
from bayescmp._support._validation import about, check_flag, check_jobs, check_path
from bayescmp._support._versions import versions
from bayescmp.runner import Unit, going_on, run_here, run_units
from bayescmp.studies._outcomes import FAILURES, Batch
from bayescmp.studies._scenario import Scenario, Truth
from bayescmp.studies._storage import PER_TRIAL, Failure, Folder, Results, specification_of, truth_name, tuning_name
from bayescmp.studies._study import Cell, Study, training_size, trial_streams
from bayescmp.studies._study_method import FINDINGS, StudyMethod
from bayescmp.studies._summary import summarise_study
from bayescmp.studies._tuning import Tuning, tune


@no_exit("in run_study")
def run_study(study: Study, out: str | Path, *, n_jobs: int | None = None, progress: bool = False) -> pd.DataFrame:
    """Run a study, or go on with one that was interrupted.

    Parameters
    ----------
    study : Study
        What to run.
    out : str or Path
        Folder of the results, a new one or that of the study. Results that are there already are not computed again,
        unless they are cut short; with more `trials` than before, only the new ones are, and with fewer all that are
        there are returned. Code is not looked at: after editing a method, choose a new folder.
    n_jobs, progress
        As in `cross_val_datasets`.

    Returns
    -------
    DataFrame
        As from `summarise_study`.

    Raises
    ------
    ValueError
        If `out` holds another study, or a tuned parameter has no value of equal error between its bounds.
    FileExistsError, BlockingIOError, OSError
        As in `cross_val_datasets`.

    Notes
    -----
    A trial whose data or fits fail is recorded with its error and its stream of random numbers, and does not stop
    the others; neither does a method that fails on it. Every trial has its own child of one `SeedSequence`, so that
    results depend neither on the order of the trials nor on the number of processes. Fits run with one thread each.

    Examples
    --------
    >>> import tempfile
    >>> from bayescmp.studies import Epsilon, Study, method_named, run_study
    >>> study = Study(name="mine", cells=[Epsilon()], methods=[method_named("bcv_mcnemar")], trials=200)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     summary = run_study(study, folder)
    >>> summary[["method", "trials"]].values.tolist()
    [['bcv_mcnemar', 200]]
    """
    if not isinstance(study, Study):
        raise TypeError(f"`study` must be a Study, but got {shown(study)}. `builtin_study` returns one.")
    check_jobs(n_jobs)
    check_flag("progress", progress)
    folder = Folder(check_path("out", out))
    with about("out"):
        lock = folder.claim(specification_of(study))
    with lock, going_on(folder):
        about_run = {"versions": versions(), "machine": platform.machine(), "system": platform.system()}
        folder.log(event="start", trials=study.trials, n_jobs=n_jobs, **about_run)
        cells = [_tuned(study, number, folder, n_jobs=n_jobs, progress=progress) for number in range(len(study.cells))]
        units = chain[Unit[Any]](_truth_units(study, cells, folder), chunk_units(study, cells, folder))
        run_units(units, folder, study.name, n_jobs=n_jobs, progress=progress)
        return summarise_study(out)


def _tuned(study: Study, number: int, folder: Folder, *, n_jobs: int | None, progress: bool) -> Cell:
    cell = study.cells[number]
    if cell.tune is None:
        return cell
    unit = Unit(
        name=f"tuning {number}",
        kept=partial(folder.kept, Tuning, tuning_name(number)),
        work=partial(tune, cell.scenario, cell.tune, seed=study.tuning_seed(number), n_jobs=n_jobs),
        keep=partial(folder.keep, tuning_name(number)),
    )
    return cell.tuned(run_here(unit, folder, study.name, saying=f"tuning {cell.label}", progress=progress).value)


def _truth_units(study: Study, cells: Sequence[Cell], folder: Folder) -> Iterator[Unit[Truth | str]]:
    for number, cell in enumerate(cells):
        if not cell.scenario.has_truth:
            continue
        for n_train in sorted({training_size(plan, cell.scenario.n_records) for plan in study.plans}):
            name = f"truth {number} {n_train}"
            yield Unit(
                name=name,
                kept=partial(folder.kept, Truth, truth_name(number, n_train)),
                work=partial(_truth, cell, n_train, study.truth_draws, study.truth_seed(number, n_train)),
                keep=partial(_keep_truth, folder, name, truth_name(number, n_train)),
            )


def _truth(cell: Cell, n_train: int, draws: int, seed: int) -> Truth | str:
    """Return the truth, or the error of a scenario whose truth cannot be found, which stops no trial."""
    try:
        return cell.scenario.truth(n_train, draws=draws, seed=seed)
    except FAILURES as error:  # noted in the log
        return described(error)


def _keep_truth(folder: Folder, unit: str, name: str, truth: Truth | str) -> None:
    if isinstance(truth, Truth):
        folder.keep(name, truth)
    else:
        folder.log(event=f"no {unit}", error=truth)


def chunk_units(study: Study, cells: Sequence[Cell], folder: Folder) -> Iterator[Unit[Results]]:
    """Yield the chunks of trials of all cells."""
    for number, cell in enumerate(cells):
        size = cell.scenario.trials_per_chunk
        for first in range(0, study.trials, size):
            trials = range(first, min(first + size, study.trials))
            yield Unit(
                name=f"chunk {number} {first}",
                kept=partial(folder.chunk, number, first, len(trials)),
                work=partial(results_of_chunk, cell.scenario, study.methods, study.alpha, study.seed, number, trials),
                keep=partial(folder.write_chunk, number),
            )


def results_of_chunk(
    scenario: Scenario, methods: Sequence[StudyMethod], alpha: float, seed: int, number: int, trials: range
) -> Results:
    """Run trials of the cell with this number, in any process: so it is sent no data of others, and no streams."""
    streams = trial_streams(seed, number, trials)
    try:
        batch = scenario.batch(list(dict.fromkeys(method.plan for method in methods)), streams)
    except FAILURES as error:  # recorded with its seed
        failures = dict.fromkeys(range(len(streams)), described(error))
        batch = Batch(outcomes={}, done=[], failures=failures, fits=[], n_warnings=[])
    found = np.full((len(FINDINGS), len(methods), len(trials), *map(len, methods[0].coords.values())), np.nan)
    failed: list[tuple[int, str | None, str]] = [(k, None, error) for k, error in batch.failures.items()]
    for row, method in enumerate(methods if batch.done else ()):
        failed += [(k, method.name, error) for k, error in _find(method, batch, alpha, found[:, row]).items()]
    per_trial = np.zeros((len(PER_TRIAL), len(trials)), dtype=int)
    per_trial[:, batch.done] = [batch.fits, batch.n_warnings]
    keys = [list(streams[0 if scenario.drawn_together else k].spawn_key) for k in range(len(trials))]
    recorded = [
        Failure(trial=trials[k], method=name, error=error, seed=seed, spawn_key=keys[k]) for k, name, error in failed
    ]
    return Results(trials=trials, found=found, per_trial=per_trial, failures=recorded)


def _find(method: StudyMethod, batch: Batch, alpha: float, found: Floats) -> dict[int, str]:
    """Assess all trials at once; if that fails, one by one, so that one bad trial costs no other."""
    outcomes, errors = batch.outcomes[method.plan], {}
    try:
        found[:, batch.done] = list(method.findings(outcomes, alpha).values())
    except FAILURES:  # found out below which trial it was
        for k, position in enumerate(batch.done):
            try:
                found[:, [position]] = list(method.findings(outcomes.one(k), alpha).values())
            except FAILURES as error:  # recorded with its seed
                errors[position] = described(error)
    return errors
